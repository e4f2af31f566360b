//! Levels and plans from files and from standard input.

use std::path::{Path, PathBuf};

use super::level_options::LevelOptions;
use super::output::note;
use super::{Failure, games};
use crate::game::Reading;
use crate::game::any::BoxedLevel;
use crate::lab::files::{self, InputError, Place};

/// A level on the command line.
#[derive(clap::Args)]
pub(super) struct LevelArg {
    /// The level: JSON, or any other form of its game (see docs/formats.md); - is standard input
    #[arg(value_name = "LEVEL")]
    file: PathBuf,

    #[command(flatten)]
    options: LevelOptions,
}

impl LevelArg {
    /// Reads the level.
    pub(super) fn read(&self) -> Result<BoxedLevel, Failure> {
        self.options.apply(files::level(games::all(), &self.file)?.level)
    }

    /// Reads the level, which must have something to plan for.
    pub(super) fn read_to_plan(&self) -> Result<BoxedLevel, Failure> {
        to_plan(self.read()?)
    }

    pub(super) fn is_stdin(&self) -> bool {
        files::is_stdin(&self.file)
    }
}

impl LevelOptions {
    /// Reads the levels of files and folders, each with its place.
    pub(super) fn read_all(
        &self,
        paths: &[PathBuf],
    ) -> Result<Vec<(Place, Reading<BoxedLevel>)>, Failure> {
        let mut readings = Vec::with_capacity(paths.len());
        for path in paths {
            readings.extend(self.read_path(path)?);
        }
        Ok(readings)
    }

    fn read_path(&self, path: &Path) -> Result<Vec<(Place, Reading<BoxedLevel>)>, Failure> {
        let applied = |(place, reading): (Place, Reading<BoxedLevel>)| {
            let level = self.apply(reading.level)?;
            Ok((place, Reading { level, ..reading }))
        };
        files::levels(games::all(), path)?.into_iter().map(applied).collect()
    }

    /// The levels alone, which must have something to plan for. Levels for play that lie in a folder
    /// among others are left out, with a note.
    pub(super) fn levels(&self, paths: &[PathBuf]) -> Result<Vec<BoxedLevel>, Failure> {
        let (mut levels, mut left_out) = (Vec::new(), Vec::new());
        for path in paths {
            for (_, Reading { level, .. }) in self.read_path(path)? {
                if path.is_dir() && level.check_goal().is_err() {
                    left_out.push(level.name());
                } else {
                    levels.push(to_plan(level)?);
                }
            }
        }
        if levels.is_empty() && !left_out.is_empty() {
            let reason = "no level has a goal to plan for; --goal gives them one";
            return Err(Failure::BadInput(reason.to_owned()));
        }
        for name in left_out {
            note(format_args!("{name}: left out: it has no goal"));
        }
        Ok(levels)
    }
}

/// A level that has something to plan for.
pub(super) fn to_plan(level: BoxedLevel) -> Result<BoxedLevel, Failure> {
    match level.check_goal() {
        Ok(()) => Ok(level),
        Err(error) => Err(Failure::BadInput(format!("{}: {error}", level.name()))),
    }
}

/// A failure that is a sentence about a file.
pub(super) fn at_fault(file: &Path, reason: impl std::fmt::Display) -> Failure {
    InputError::new(file, reason).into()
}

/// A file that cannot be written, as a failure.
pub(super) fn unwritable(file: &Path, error: &std::io::Error) -> Failure {
    at_fault(file, format!("cannot be written: {}", files::in_words(error)))
}
