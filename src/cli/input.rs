//! Levels and plans from files and from standard input.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Failure;
use crate::games::plotting::board::Board;
use crate::games::plotting::formats::{self, Reading};
use crate::games::plotting::level::Level;
use crate::games::plotting::plan::{Dialect, Plan};
use crate::games::plotting::rules::Shot;

/// No level is larger than this; a file that is one is not read to its end.
const LEVEL_BYTES: u64 = 4 << 20;

/// No plan is larger than this.
const PLAN_BYTES: u64 = 64 << 20;

/// A level on the command line.
#[derive(clap::Args)]
pub(super) struct LevelArg {
    /// The level: JSON, .prob, .param, or a Direct, Granular or Lean PDDL problem; - is standard input
    #[arg(value_name = "LEVEL")]
    file: PathBuf,

    #[command(flatten)]
    goal: GoalArg,
}

/// The goal on the command line.
#[derive(clap::Args, Default)]
pub(super) struct GoalArg {
    /// Play for this goal instead of the level's own: at most N blocks left
    #[arg(long, value_name = "N")]
    goal: Option<u64>,
}

impl LevelArg {
    /// Reads the level.
    pub(super) fn read(&self) -> Result<Level, Failure> {
        self.goal.read(&self.file).map(|reading| reading.level)
    }

    pub(super) fn is_stdin(&self) -> bool {
        is_stdin(&self.file)
    }
}

impl GoalArg {
    /// Reads a level from a file and gives it the goal of the command line, if there is one.
    pub(super) fn read(&self, file: &Path) -> Result<Reading, Failure> {
        let fault = |reason: &dyn ToString| at_fault(file, &reason.to_string());
        let text = text(file, LEVEL_BYTES, "a level")?;
        let name = if is_stdin(file) {
            "stdin".into()
        } else {
            file.file_stem().unwrap_or_default().to_string_lossy()
        };
        let mut reading = formats::read(&text, &name).map_err(|error| fault(&error))?;
        if let Some(goal) = self.goal {
            reading.level = reading.level.with_goal(goal.into()).map_err(|error| fault(&error))?;
        }
        Ok(reading)
    }

    /// Reads the levels of files and folders; each with its file.
    pub(super) fn read_all(&self, paths: &[PathBuf]) -> Result<Vec<(PathBuf, Reading)>, Failure> {
        let mut readings = Vec::with_capacity(paths.len());
        for path in paths {
            for file in level_files(path)? {
                let reading = self.read(&file)?;
                readings.push((file, reading));
            }
        }
        Ok(readings)
    }
}

/// The level files that a path stands for: itself, or those in it if it is a folder.
pub(super) fn level_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if is_stdin(path) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable =
        |error: io::Error| at_fault(path, &format!("cannot be read: {}", in_words(&error)));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if file.is_file()
            && ["json", "prob", "param", "pddl"].contains(&ending)
            && !is_domain(&file)
        {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(at_fault(path, "there is no level in this folder"));
    }
    Ok(files)
}

/// Whether a file is a PDDL domain, which may lie beside its problems.
fn is_domain(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "pddl")
        && text(file, LEVEL_BYTES, "a level").is_ok_and(|text| formats::pddl::is_domain(&text))
}

/// Reads a plan for a board.
pub(super) fn plan(file: &Path, dialect: Option<Dialect>, board: &Board) -> Result<Plan, Failure> {
    let text = text(file, PLAN_BYTES, "a plan")?;
    let dialect = dialect.unwrap_or_else(|| Dialect::of(&text));
    Plan::read(&text, dialect, board).map_err(|error| at_fault(file, &error.to_string()))
}

/// Reads the text of a campaign file.
pub(super) fn campaign_text(file: &Path) -> Result<String, Failure> {
    text(file, LEVEL_BYTES, "a campaign")
}

/// Reads the text of a conjecture.
pub(super) fn conjecture(file: &Path) -> Result<String, Failure> {
    text(file, LEVEL_BYTES, "a conjecture")
}

/// Shots from the command line, checked against the board.
pub(super) fn shots(words: &[String], board: &Board) -> Result<Plan, Failure> {
    let shot = |word: &String| {
        let shot: Shot = word.parse().map_err(Failure::bad_input)?;
        if shot.is_on(board) {
            return Ok(shot);
        }
        let (rows, columns) = (board.rows(), board.columns());
        Err(Failure::BadInput(format!(
            "{word} is outside the board, which has {rows} rows and {columns} columns"
        )))
    };
    words.iter().map(shot).collect()
}

pub(super) fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// A sentence about a file.
pub(super) fn at_fault(file: &Path, reason: &str) -> Failure {
    Failure::BadInput(format!("{}: {reason}", called(file)))
}

/// What sentences call a file.
pub(super) fn called(file: &Path) -> Cow<'_, str> {
    if is_stdin(file) { "standard input".into() } else { file.to_string_lossy() }
}

/// The whole of a file as text, unless it is too large to be what it should be.
fn text(file: &Path, limit: u64, what: &str) -> Result<String, Failure> {
    let unreadable =
        |error: io::Error| at_fault(file, &format!("cannot be read: {}", in_words(&error)));
    let bytes = if is_stdin(file) {
        bytes(io::stdin().lock(), limit)
    } else {
        File::open(file).and_then(|open| bytes(open, limit))
    };
    let bytes = bytes.map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(at_fault(
            file,
            &format!("is larger than {} MiB, too large for {what}", limit >> 20),
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count();
        at_fault(file, &format!("line {line}: not UTF-8 text"))
    })
}

fn bytes(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An error of the system without its number.
pub(super) fn in_words(error: &io::Error) -> String {
    let kind = error.kind();
    if error.get_ref().is_some() {
        // Words of our own.
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
