//! Writing many files into a folder: all of them, or none when something is in the way.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde::Serialize;

use super::input::{at_fault, in_words};
use super::{Exit, Failure, Output, limits};
use crate::view::text::counted;

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
    /// Gives an answer: its texts into files if there is a folder, else to standard output; or all of it as
    /// one JSON object, which says where the texts are or what they are.
    pub(super) fn answer(
        &self,
        mut answer: impl Answer,
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
            let told = match &files[..] {
                [file] => file.name.clone(),
                files => counted(files.len(), "file"),
            };
            writeln!(out, "{told} written to {}", folder.display())?;
        } else {
            for (_, written) in answer.texts() {
                out.write_all(written.text().as_bytes())?;
            }
        }
        Ok(Exit::Yes)
    }

    /// Puts texts into files of these names in a folder.
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

    /// Writes the files into a folder; files that say something else are in the way unless they may be
    /// overwritten.
    pub(super) fn write(&self, folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
        let existing = if self.force { Existing::Overwrite } else { Existing::NoConflict };
        write(folder, files, existing)
    }
}

/// What a command answers that makes texts.
pub(super) trait Answer: Serialize {
    /// All texts, with the names that files of them have.
    fn texts(&mut self) -> Vec<(String, &mut Written)>;
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
    fn text(&self) -> &str {
        match self {
            Written::Text(text) => text,
            Written::File(_) => "",
        }
    }
}

/// A file to be written: its name in the folder, which may be that of a folder in it, `/` and a name; and
/// its text.
#[derive(Clone)]
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

/// So many files are one part of the work, where they are made before they are written.
const PART: usize = 64;

/// Writes the files; first come all checks, then the folder, then the files.
pub(super) fn write(folder: &Path, files: &[NewFile], existing: Existing) -> Result<(), Failure> {
    let mut names = HashSet::new();
    for file in files {
        if !names.insert(file.name.as_str()) {
            return Err(at_fault(&folder.join(&file.name), "two files would both go there"));
        }
    }
    if existing == Existing::OnlyOurs {
        check_conflicts(folder, files)?;
        check_others(folder, |name| names.contains(name))?;
    }
    let parts: Vec<&[NewFile]> = files.chunks(PART).collect();
    write_parts(folder, parts.len(), |index| Cow::Borrowed(parts[index]), existing, || ())
}

/// Writes files that are made part by part when they are needed, all of different names: first come all
/// checks, then the folder, then the files. `done` hears of every part.
pub(super) fn write_parts<'a>(
    folder: &Path,
    count: usize,
    part: impl Fn(usize) -> Cow<'a, [NewFile]> + Sync,
    existing: Existing,
    done: impl Fn() + Sync,
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
                // Rewriting a file is far slower than seeing that there is no need to.
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

/// Does work that is numbered from 0, from as many threads as there are cores. What fails first, by its
/// number, is told.
fn in_parallel<T: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let has_failed = AtomicBool::new(false);
    let worker = || {
        let mut results = Vec::new();
        while !has_failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            let result = work(index);
            has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
            results.push((index, result));
        }
        results
    };
    let mut results = thread::scope(|scope| {
        let workers = limits::all_threads().min(count);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.flat_map(|results| results.expect("the work does not panic")).collect::<Vec<_>>()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn says(path: &Path, text: &str) -> bool {
    fs::read(path).is_ok_and(|found| found == text.as_bytes())
}

/// Writes a file, and makes the folder that it is in where there is none.
fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let written = match (fs::write(path, text), path.parent()) {
        (Err(error), Some(folder)) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).and_then(|()| fs::write(path, text))
        }
        (written, _) => written,
    };
    written.map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    at_fault(path, &format!("cannot be written: {}", in_words(error)))
}

/// Whether all of the files are there already, with the same texts.
fn check_conflicts(folder: &Path, files: &[NewFile]) -> Result<bool, Failure> {
    let mut are_there = true;
    for file in files {
        let path = folder.join(&file.name);
        match fs::read(&path) {
            Ok(found) if found == file.text.as_bytes() => {}
            Ok(_) => {
                let reason = "is there already and says something else; --force overwrites it";
                return Err(at_fault(&path, reason));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => are_there = false,
            Err(error) => return Err(unwritable(&path, &error)),
        }
    }
    Ok(are_there)
}

/// Refuses a folder that holds something which is not ours by its name.
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
    // Systems take names of 255 bytes, and something is put behind this one.
    let ends = stem.char_indices().map(|(start, letter)| start + letter.len_utf8());
    let stem = &stem[..ends.take_while(|&end| end <= 200).last().unwrap_or(0)];
    match stem.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => stem.to_owned(),
    }
}
