//! Writes many files into a folder: all of them, or none if a file is in the way.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use super::input::{at_fault, unwritable};
use super::{Exit, Failure, Output};
use crate::lab::{files, foreign};
use crate::view::text::counted;

/// A folder for files on the command line.
#[derive(clap::Args)]
pub(super) struct OutArg {
    /// Write one file per level into this folder, named after the level
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Overwrite files with other content
    #[arg(long, requires = "out")]
    force: bool,
}

impl OutArg {
    /// Writes texts: into files if there is a folder, otherwise to standard output; with `json`, one
    /// object with the paths of the files or the texts themselves.
    pub(super) fn answer(
        &self,
        mut answer: impl Texts,
        json: bool,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let files = match &self.out {
            Some(folder) => self.store(folder, answer.texts())?,
            None => Vec::new(),
        };
        if json {
            out.json(&answer)?;
        } else if let Some(folder) = &self.out {
            let names = match &files[..] {
                [file] => file.name.clone(),
                files => counted(files.len(), "file"),
            };
            out.line(format_args!("{names} written to {}", folder.display()))?;
        } else {
            for (_, written) in answer.texts() {
                out.write_all(written.text().as_bytes())?;
            }
        }
        Ok(Exit::Yes)
    }

    /// Writes texts into files of these names in a folder.
    fn store(
        &self,
        folder: &Path,
        texts: Vec<(String, &mut Written)>,
    ) -> Result<Vec<NewFile>, Failure> {
        let file = |(name, written): (String, &mut Written)| {
            let now = Written::File(folder.join(&name));
            NewFile { name, text: mem::replace(written, now).text().to_owned() }
        };
        let files: Vec<NewFile> = texts.into_iter().map(file).collect();
        self.write(folder, &files)?;
        Ok(files)
    }

    /// Writes the files into a folder; files with other content are in the way unless they may be
    /// overwritten.
    pub(super) fn write(&self, folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
        let existing = if self.force { Existing::Overwrite } else { Existing::NoConflict };
        write(folder, files, existing)
    }
}

/// The answer of a command that makes texts.
pub(super) trait Texts: Serialize {
    /// All texts, each with the name of its file.
    fn texts(&mut self) -> Vec<(String, &mut Written)>;
}

/// A text that a command made, or the file it was written to.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Written {
    Text(String),
    File(PathBuf),
}

impl Written {
    /// The text; empty if it is in a file.
    fn text(&self) -> &str {
        match self {
            Written::Text(text) => text,
            Written::File(_) => "",
        }
    }
}

/// A file to write: its name in the folder, which may lead through another folder, and its text.
#[derive(Clone)]
pub(super) struct NewFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// What a folder may already contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    /// Anything, as long as no file of ours exists with another text.
    NoConflict,
    /// Nothing except files of ours with the same text.
    OnlyOurs,
    /// Anything; our files replace existing ones.
    Overwrite,
}

/// The number of files in one part of the work, if they are made before they are written.
const PART: usize = 64;

/// Writes the files. All checks come first, then the folder, then the files.
pub(super) fn write(folder: &Path, files: &[NewFile], existing: Existing) -> Result<(), Failure> {
    let mut names = HashSet::new();
    for file in files {
        if !names.insert(file.name.as_str()) {
            return Err(at_fault(&folder.join(&file.name), "two files would both go there"));
        }
    }
    if existing == Existing::Overwrite {
        remove_links(folder, files)?;
    }
    if existing == Existing::OnlyOurs {
        check_conflicts(folder, files)?;
        check_others(folder, |name| names.contains(name))?;
    }
    let parts: Vec<&[NewFile]> = files.chunks(PART).collect();
    write_parts(folder, parts.len(), |index| Cow::Borrowed(parts[index]), existing, || ())
}

/// Writes files that are made part by part when they are needed, all of different names. All checks
/// come first, then the folder, then the files. `done` is called after every part.
pub(super) fn write_parts<'a>(
    folder: &Path,
    count: usize,
    part: impl Fn(usize) -> Cow<'a, [NewFile]> + Send + Sync,
    existing: Existing,
    done: impl Fn() + Send + Sync,
) -> Result<(), Failure> {
    let is_new = !folder.exists();
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let is_written = if is_new || existing == Existing::Overwrite {
        vec![false; count]
    } else {
        in_parallel(count, |index| check_conflicts(folder, &part(index)))?
    };
    in_parallel(count, |index| {
        if !is_written[index] {
            for file in part(index).iter() {
                let path = folder.join(&file.name);
                // Rewriting a file is far slower than finding that there is no need to.
                if is_new || !says(&path, &file.text) {
                    put(&path, &file.text)?;
                }
            }
        }
        done();
        Ok(())
    })?;
    Ok(())
}

/// Does numbered work in parallel. If several parts fail, the first by its number is reported.
fn in_parallel<T: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<T, Failure> + Send + Sync,
) -> Result<Vec<T>, Failure> {
    let results: Vec<Result<T, Failure>> = (0..count).into_par_iter().map(work).collect();
    results.into_iter().collect()
}

fn says(path: &Path, text: &str) -> bool {
    let found = foreign::bytes(path, text.len() as u64);
    found.is_ok_and(|found| found.as_deref() == Some(text.as_bytes()))
}

/// Writes a file, and creates its folder if needed. A link in place of the file is replaced,
/// not followed.
fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let write = || files::create(path)?.write_all(text.as_bytes());
    let written = match (write(), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).and_then(|()| write())
        }
        (written, _) => written,
    };
    written.map_err(|error| unwritable(path, &error))
}

/// Removes links in place of the folders that the files go to inside the folder itself.
fn remove_links(folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
    let parts: HashSet<&str> =
        files.iter().filter_map(|file| Some(file.name.split_once('/')?.0)).collect();
    for path in parts.into_iter().map(|part| folder.join(part)).filter(|path| path.is_symlink()) {
        fs::remove_file(&path).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

/// Whether all of the files exist already, with the same texts.
fn check_conflicts(folder: &Path, files: &[NewFile]) -> Result<bool, Failure> {
    let mut are_there = true;
    for file in files {
        let path = folder.join(&file.name);
        match fs::read(&path) {
            Ok(found) if found == file.text.as_bytes() => {}
            Ok(_) => {
                let reason = "already exists with different content; --force overwrites it";
                return Err(at_fault(&path, reason));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => are_there = false,
            Err(error) => return Err(unwritable(&path, &error)),
        }
    }
    Ok(are_there)
}

/// Refuses a folder that contains something whose name is not one of ours.
pub(super) fn check_others(folder: &Path, is_ours: impl Fn(&str) -> bool) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let mut others: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name().and_then(|name| name.to_str()).is_none_or(|name| !is_ours(name))
        })
        .collect();
    others.sort();
    match others.first() {
        Some(other) => {
            let other = other.file_name().unwrap_or_default().to_string_lossy();
            Err(at_fault(
                folder,
                format!(
                    "the folder already contains other things ({other}); --force writes into it anyway"
                ),
            ))
        }
        None => Ok(()),
    }
}
