//! Records from a folder, all or none: a report that leaves some out would not be one.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use thiserror::Error;

use crate::lab::campaign::record::Record;

/// The folder in that of a campaign that its records are in.
pub const RECORDS: &str = "records";

/// A record, and the name of its file.
#[derive(Clone, Debug)]
pub struct Filed {
    /// The name of the file, without folders.
    pub file: String,
    /// The record.
    pub record: Record,
}

/// Why records could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A file or folder could not be read.
    #[error("{}: cannot be read: {reason}", .path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file is not a record.
    #[error("{}: not a record: {reason}", .path.display())]
    NotARecord {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: serde_json::Error,
    },
    /// Two files are of the same run.
    #[error("{}: the same run as {other}", .path.display())]
    Twice {
        /// One file.
        path: PathBuf,
        /// The name of the other.
        other: String,
    },
    /// There is nothing.
    #[error("{}: there are no records in it", .0.display())]
    Nothing(PathBuf),
}

/// Reads all records of a campaign, in the order of the names of their files.
///
/// # Errors
/// If there are none, or one cannot be read.
pub fn read(campaign: &Path) -> Result<Vec<Filed>, ReadError> {
    let folder = campaign.join(RECORDS);
    let names = names(&folder)?;
    let part = names.len().div_ceil(thread::available_parallelism().map_or(1, usize::from)).max(1);
    let filed = thread::scope(|scope| {
        let read_part =
            |names: &[String]| names.iter().map(|name| read_one(&folder, name)).collect();
        let parts: Vec<_> =
            names.chunks(part).map(|names| scope.spawn(move || read_part(names))).collect();
        let joined = parts.into_iter().map(|part| part.join().expect("reading does not panic"));
        joined.collect::<Result<Vec<Vec<Filed>>, ReadError>>()
    })?
    .concat();
    let mut runs: HashMap<&str, &str> = HashMap::with_capacity(filed.len());
    for Filed { file, record } in &filed {
        if let Some(other) = runs.insert(&record.run, file) {
            return Err(ReadError::Twice { path: folder.join(file), other: other.to_owned() });
        }
    }
    if filed.is_empty() { Err(ReadError::Nothing(campaign.to_owned())) } else { Ok(filed) }
}

/// The names of the records. Files that begin with a dot are still being written.
fn names(folder: &Path) -> Result<Vec<String>, ReadError> {
    let unreadable = |reason| ReadError::Unreadable { path: folder.to_owned(), reason };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        if let Some(name) = name.to_str()
            && name.ends_with(".json")
            && !name.starts_with('.')
        {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

fn read_one(folder: &Path, name: &str) -> Result<Filed, ReadError> {
    let path = folder.join(name);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(reason) => return Err(ReadError::Unreadable { path, reason }),
    };
    match serde_json::from_slice(&bytes) {
        Ok(record) => Ok(Filed { file: name.to_owned(), record }),
        Err(reason) => Err(ReadError::NotARecord { path, reason }),
    }
}
