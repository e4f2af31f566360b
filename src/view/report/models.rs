//! The models that the solvers were given, as files to which the runs of the page lead. Runs with the same
//! text share a file.

use std::collections::{BTreeMap, HashMap};

use crate::game::TextFile;
use crate::lab::fingerprint::fingerprint;

/// The folder of the models in a report.
pub const FOLDER: &str = "models";

/// The most bytes of models that a report writes.
pub const MOST: usize = 100 << 20;

/// The models of a report.
#[derive(Default)]
pub struct Models {
    /// The files of each run, by the name of the run.
    of_run: HashMap<String, Vec<String>>,
    /// The texts by their files, relative to the report.
    files: BTreeMap<String, String>,
    bytes: usize,
    left_out: usize,
}

impl Models {
    /// Adds the files that a run gave its solver. Once [`MOST`] bytes are reached, new ones are left out.
    pub fn add(&mut self, run: &str, files: Vec<TextFile>) {
        let mut paths = Vec::new();
        for TextFile { name, text, .. } in files {
            let hash = fingerprint([text.as_str()]);
            let path = format!("{FOLDER}/{}-{name}", &hash[..12]);
            if !self.files.contains_key(&path) {
                if self.bytes + text.len() > MOST {
                    self.left_out += 1;
                    return;
                }
                self.bytes += text.len();
                self.files.insert(path.clone(), text);
            }
            paths.push(path);
        }
        self.of_run.insert(run.to_owned(), paths);
    }

    /// The number of runs whose models are left out because there were too many.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The files of a run.
    pub(super) fn files(&self, run: &str) -> Option<&Vec<String>> {
        self.of_run.get(run)
    }

    /// Whether a file in the folder of models can be one of them.
    pub fn is_file(name: &str) -> bool {
        let is_code =
            |code: &str| code.len() == 12 && code.bytes().all(|byte| byte.is_ascii_hexdigit());
        name.split_once('-').is_some_and(|(code, name)| is_code(code) && !name.is_empty())
    }

    pub(super) fn into_files(self) -> impl Iterator<Item = (String, String)> {
        self.files.into_iter()
    }
}
