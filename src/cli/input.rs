//! Levels and plans from files and from standard input.

use std::path::{Path, PathBuf};

use super::level_options::LevelOptions;
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
            for (place, reading) in files::levels(games::all(), path)? {
                let level = self.apply(reading.level)?;
                readings.push((place, Reading { level, ..reading }));
            }
        }
        Ok(readings)
    }

    /// The levels alone, which must have something to plan for.
    pub(super) fn levels(&self, paths: &[PathBuf]) -> Result<Vec<BoxedLevel>, Failure> {
        let readings = self.read_all(paths)?;
        readings.into_iter().map(|(_, reading)| to_plan(reading.level)).collect()
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
