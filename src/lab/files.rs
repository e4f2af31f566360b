//! Input files: read whole, within a size limit, with one sentence when something is wrong.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use serde::de::IgnoredAny;
use walkdir::WalkDir;

use super::foreign;
use crate::game::any::{BoxedLevel, Placed, read_levels};
use crate::game::language::is_pddl_domain;
use crate::game::{AnyGame, Reading};
use crate::lab::natural::natural_path_order;

/// The largest level or campaign file that is read.
const LEVEL_BYTES: u64 = 4 << 20;

/// The largest file of several levels that is read.
const LEVELS_BYTES: u64 = 1 << 30;

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

/// Where a level was read: its file, and its line if the file has several levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    file: PathBuf,
    line: Option<usize>,
}

impl Place {
    /// A level that cannot be used for this reason.
    pub fn fault(&self, reason: impl fmt::Display) -> InputError {
        match self.line {
            Some(line) => InputError::new(&self.file, format!("line {line}: {reason}")),
            None => InputError::new(&self.file, reason),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&display_name(&self.file))?;
        self.line.map_or(Ok(()), |line| write!(f, ", line {line}"))
    }
}

/// Reads the level of a file, of any of the games, and the form it is written in.
///
/// # Errors
/// If the file cannot be read, is not a level or has several.
pub fn level(
    games: &[&'static dyn AnyGame],
    file: &Path,
) -> Result<Reading<BoxedLevel>, InputError> {
    only(file, levels_of(games, file, &levels_text(file)?)?)
}

/// Reads a level that another program stored.
///
/// # Errors
/// If it is not a regular file, is not a level or has several.
pub fn stored_level(games: &[&'static dyn AnyGame], file: &Path) -> Result<BoxedLevel, InputError> {
    let text =
        foreign::text(file, LEVEL_BYTES).map_err(|error| InputError::new(file, error.reason()))?;
    let text = text.ok_or_else(|| InputError::new(file, "there is no such file"))?;
    only(file, levels_of(games, file, &text)?).map(|reading| reading.level)
}

fn only(file: &Path, mut levels: Vec<Found>) -> Result<Reading<BoxedLevel>, InputError> {
    match (levels.pop(), levels.len()) {
        (Some((_, reading)), 0) => Ok(reading),
        (_, others) => {
            let reason = format!("has {} levels; only one is expected here", others + 1);
            Err(InputError::new(file, reason))
        }
    }
}

/// A level and where it was read.
type Found = (Place, Reading<BoxedLevel>);

/// Reads all levels that a path stands for: those of the file, or those of all level files directly in
/// the folder.
///
/// # Errors
/// If the folder has no level in it, or something cannot be read or is not a level.
pub fn levels(games: &[&'static dyn AnyGame], path: &Path) -> Result<Vec<Found>, InputError> {
    let mut levels = Vec::new();
    for file in level_files(path)? {
        levels.extend(levels_of(games, &file, &levels_text(&file)?)?);
    }
    Ok(levels)
}

fn levels_of(
    games: &[&'static dyn AnyGame],
    file: &Path,
    text: &str,
) -> Result<Vec<Found>, InputError> {
    let name = if is_stdin(file) {
        "stdin".into()
    } else {
        file.file_stem().unwrap_or_default().to_string_lossy()
    };
    let levels = read_levels(games, text, &name).map_err(|error| InputError::new(file, error))?;
    let placed = |level: Placed| {
        let Placed { reading, line } = level;
        (Place { file: file.to_owned(), line }, reading)
    };
    Ok(levels.into_iter().map(placed).collect())
}

/// The level files that a path stands for: the file itself, or those directly in the folder.
///
/// A list of levels may be an index of the files beside it, so lists are read only by their names.
fn level_files(path: &Path) -> Result<Vec<PathBuf>, InputError> {
    if is_stdin(path) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in WalkDir::new(path).min_depth(1).max_depth(1).follow_links(true) {
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
    files.sort_by(|a, b| natural_path_order(a, b));
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
    let bytes = open(file).and_then(|mut source| more(&mut source, Vec::new(), limit));
    as_text(file, bytes, limit, what)
}

/// The text of a file of levels, which may be larger if it starts with a line of JSON.
fn levels_text(file: &Path) -> Result<String, InputError> {
    let mut limit = LEVEL_BYTES;
    let bytes = open(file).and_then(|mut source| {
        let bytes = more(&mut source, Vec::new(), limit)?;
        if bytes.len() as u64 <= limit || !starts_with_object(&bytes) {
            return Ok(bytes);
        }
        limit = LEVELS_BYTES;
        more(&mut source, bytes, limit)
    });
    as_text(file, bytes, limit, if limit == LEVEL_BYTES { "a level" } else { "a list of levels" })
}

/// Whether the first line is a JSON object.
fn starts_with_object(bytes: &[u8]) -> bool {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii();
    line.starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if is_stdin(file) { Box::new(io::stdin().lock()) } else { Box::new(File::open(file)?) })
}

/// Reads on until there is more than the limit.
fn more(source: &mut dyn Read, mut bytes: Vec<u8>, limit: u64) -> io::Result<Vec<u8>> {
    source.take(limit + 1 - bytes.len() as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn as_text(
    file: &Path,
    bytes: io::Result<Vec<u8>>,
    limit: u64,
    what: &str,
) -> Result<String, InputError> {
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

/// Creates a file, or empties it. A link in its place is replaced, not followed.
///
/// # Errors
/// If the file cannot be created.
pub fn create(path: &Path) -> io::Result<File> {
    let flags = i32::try_from(OFlags::NOFOLLOW.bits()).expect("the flags of open fit into an int");
    let create = || {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).custom_flags(flags).open(path)
    };
    match create() {
        Err(_) if path.is_symlink() => fs::remove_file(path).and_then(|()| create()),
        result => result,
    }
}

/// An error of the system in words, without its number.
pub fn in_words(error: &io::Error) -> String {
    let kind = error.kind();
    let text = error.to_string();
    let system = text.split_once(" (os error").map(|(system, _)| system.to_lowercase());
    if error.get_ref().is_some() {
        // The words are our own, or a crate added a path to the system's.
        system.unwrap_or(text)
    } else if kind == io::ErrorKind::NotFound {
        "there is no such file".to_owned()
    } else if kind == io::ErrorKind::IsADirectory {
        "it is a folder".to_owned()
    } else {
        system.unwrap_or(text)
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
