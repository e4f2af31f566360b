//! Input files: read whole, within a size limit, with one sentence when something is wrong.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::game::any::{BoxedLevel, read_level};
use crate::game::language::is_pddl_domain;
use crate::game::{AnyGame, Reading};

/// The largest level or campaign file that is read.
const LEVEL_BYTES: u64 = 4 << 20;

/// The largest plan that is read.
const PLAN_BYTES: u64 = 64 << 20;

/// The extensions of level files in a folder.
const EXTENSIONS: [&str; 4] = ["json", "prob", "param", "pddl"];

/// A file that cannot be used, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The file; `-` is standard input.
    pub file: PathBuf,
    /// The reason, with the place in the file where there is one.
    pub reason: String,
}

impl InputError {
    /// A file that cannot be used for this reason.
    pub fn new(file: &Path, reason: impl fmt::Display) -> InputError {
        InputError { file: file.to_owned(), reason: reason.to_string() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", display_name(&self.file), self.reason)
    }
}

impl std::error::Error for InputError {}

/// Whether a path stands for standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// What sentences call a file.
pub fn display_name(file: &Path) -> Cow<'_, str> {
    if is_stdin(file) { "standard input".into() } else { file.to_string_lossy() }
}

/// Reads a level of any of the games, and the form it is written in.
///
/// # Errors
/// If the file cannot be read or is not a level.
pub fn level(
    games: &[&'static dyn AnyGame],
    file: &Path,
) -> Result<Reading<BoxedLevel>, InputError> {
    let text = text(file, LEVEL_BYTES, "a level")?;
    let name = if is_stdin(file) {
        "stdin".into()
    } else {
        file.file_stem().unwrap_or_default().to_string_lossy()
    };
    read_level(games, &text, &name).map_err(|error| InputError::new(file, error))
}

/// The level files that a path stands for: the file itself, or those directly in the folder.
///
/// # Errors
/// If the folder cannot be read or has no level in it.
pub fn level_files(path: &Path) -> Result<Vec<PathBuf>, InputError> {
    if is_stdin(path) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in WalkDir::new(path).min_depth(1).max_depth(1).follow_links(true).sort_by_file_name()
    {
        let entry = entry.map_err(|error| {
            let reason = error.io_error().map_or_else(|| error.to_string(), in_words);
            InputError::new(path, format!("cannot be read: {reason}"))
        })?;
        let file = entry.path();
        let extension = file.extension().and_then(|extension| extension.to_str());
        if entry.file_type().is_file()
            && extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
            && !is_domain(file)
        {
            files.push(file.to_owned());
        }
    }
    if files.is_empty() {
        return Err(InputError::new(path, "there is no level in this folder"));
    }
    Ok(files)
}

/// Whether a file is a PDDL domain, which may lie beside its problems.
fn is_domain(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "pddl")
        && text(file, LEVEL_BYTES, "a level").is_ok_and(|text| is_pddl_domain(&text))
}

/// Reads the text of a plan.
///
/// # Errors
/// If the file cannot be read.
pub fn plan_text(file: &Path) -> Result<String, InputError> {
    text(file, PLAN_BYTES, "a plan")
}

/// Reads the text of a small file such as a campaign file; `what` says what it should be.
///
/// # Errors
/// If the file cannot be read.
pub fn small_text(file: &Path, what: &str) -> Result<String, InputError> {
    text(file, LEVEL_BYTES, what)
}

/// The whole file as text, unless it is too large to be what it should be.
fn text(file: &Path, limit: u64, what: &str) -> Result<String, InputError> {
    let bytes = if is_stdin(file) {
        bytes(io::stdin().lock(), limit)
    } else {
        File::open(file).and_then(|open| bytes(open, limit))
    };
    let bytes = bytes
        .map_err(|error| InputError::new(file, format!("cannot be read: {}", in_words(&error))))?;
    if bytes.len() as u64 > limit {
        let reason = format!("is larger than {} MiB, too large for {what}", limit >> 20);
        return Err(InputError::new(file, reason));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count();
        InputError::new(file, format!("line {line}: not UTF-8 text"))
    })
}

fn bytes(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An error of the system in words, without its number.
pub fn in_words(error: &io::Error) -> String {
    let kind = error.kind();
    if error.get_ref().is_some() {
        // The words are our own.
        error.to_string()
    } else if kind == io::ErrorKind::NotFound {
        "there is no such file".to_owned()
    } else if kind == io::ErrorKind::IsADirectory {
        "it is a folder".to_owned()
    } else {
        let text = error.to_string();
        text.split(" (os error").next().unwrap_or_default().to_lowercase()
    }
}

/// The name of a level as the name of a file, without an extension.
pub fn file_stem(name: &str) -> String {
    let stem: String = name
        .chars()
        .map(|letter| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' })
        .collect();
    // File systems take names of 255 bytes, and an extension follows this one.
    let ends = stem.char_indices().map(|(start, letter)| start + letter.len_utf8());
    let stem = &stem[..ends.take_while(|&end| end <= 200).last().unwrap_or(0)];
    match stem.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => stem.to_owned(),
    }
}
