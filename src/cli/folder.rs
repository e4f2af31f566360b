//! Writing many files into a folder: all of them, or none when something is in the way.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Failure;
use super::input::{at_fault, in_words};

/// A folder for files on the command line.
#[derive(clap::Args)]
pub(super) struct OutArg {
    /// Write a file per level into this folder, named after the level
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Overwrite files that say something else
    #[arg(long, requires = "out")]
    force: bool,
}

impl OutArg {
    /// Puts texts into files of these names in a folder; gives the names.
    pub(super) fn store(
        &self,
        folder: &Path,
        texts: Vec<(String, &mut Written)>,
    ) -> Result<Vec<String>, Failure> {
        let file = |(name, written): (String, &mut Written)| {
            let now = Written::File(folder.join(&name));
            NewFile { name, text: mem::replace(written, now).text().to_owned() }
        };
        let files: Vec<NewFile> = texts.into_iter().map(file).collect();
        self.write(folder, &files)?;
        Ok(files.into_iter().map(|file| file.name).collect())
    }

    /// Writes the files into a folder; files that say something else are in the way unless they may be
    /// overwritten.
    pub(super) fn write(&self, folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
        let existing = if self.force { Existing::Overwrite } else { Existing::NoConflict };
        write(folder, files, existing)
    }
}

/// A text that a command has made: here, or in a file.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Written {
    Text(String),
    File(PathBuf),
}

impl Written {
    /// The text, if it is here.
    pub(super) fn text(&self) -> &str {
        match self {
            Written::Text(text) => text,
            Written::File(_) => "",
        }
    }
}

/// A file to be written: its name in the folder, and its text.
pub(super) struct NewFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// What a folder may hold already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    /// Anything, as long as no file of ours is there with another text.
    NoConflict,
    /// Nothing but files of ours with the same text.
    OnlyOurs,
    /// Anything; our files replace what is there.
    Overwrite,
}

/// Writes the files; first come all checks, then the folder, then the files.
pub(super) fn write(folder: &Path, files: &[NewFile], existing: Existing) -> Result<(), Failure> {
    let mut names = HashSet::new();
    for file in files {
        if !names.insert(file.name.as_str()) {
            return Err(at_fault(&folder.join(&file.name), "two files would both go there"));
        }
    }
    if existing != Existing::Overwrite {
        check_conflicts(folder, files)?;
    }
    if existing == Existing::OnlyOurs {
        check_others(folder, &names)?;
    }
    let unwritable = |path: &Path, error: &io::Error| {
        at_fault(path, &format!("cannot be written: {}", in_words(error)))
    };
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    for file in files {
        let path = folder.join(&file.name);
        fs::write(&path, &file.text).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

fn check_conflicts(folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
    let differs = |file: &&NewFile| {
        fs::read(folder.join(&file.name)).is_ok_and(|found| found != file.text.as_bytes())
    };
    match files.iter().find(differs) {
        Some(file) => Err(at_fault(
            &folder.join(&file.name),
            "is there already and says something else; --force overwrites it",
        )),
        None => Ok(()),
    }
}

fn check_others(folder: &Path, names: &HashSet<&str>) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let mut others: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name().and_then(|name| name.to_str()).is_none_or(|name| !names.contains(name))
        })
        .collect();
    others.sort();
    match others.first() {
        Some(other) => {
            let other = other.file_name().unwrap_or_default().to_string_lossy();
            Err(at_fault(
                folder,
                &format!(
                    "the folder holds other things already ({other}); --force writes into it all the same"
                ),
            ))
        }
        None => Ok(()),
    }
}

/// The name of a level as the name of a file.
pub(super) fn file_stem(name: &str) -> String {
    let stem: String = name
        .chars()
        .map(|letter| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' })
        .collect();
    match stem.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => stem,
    }
}
