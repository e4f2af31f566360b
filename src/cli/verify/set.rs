//! The levels that a verification covers.

use std::path::PathBuf;

use crate::cli::Failure;
use crate::cli::draw::{DrawArgs, Scope};
use crate::cli::level_options::LevelOptions;
use crate::cli::model::game_of;
use crate::game::AnyLevel;
use crate::game::any::BoxedLevel;
use crate::game::draw::DrawScope;

/// The levels on the command line.
#[derive(clap::Args)]
pub(super) struct SetArg {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required_unless_present = "all", conflicts_with = "all")]
    levels: Vec<PathBuf>,

    /// Every canonical board of this size instead, e.g. 2x3
    #[arg(long, value_name = "SIZE")]
    all: Option<String>,

    /// The game, with --all [default: the first that has the options]
    #[arg(long, value_name = "NAME", requires = "all")]
    game: Option<String>,

    #[command(flatten)]
    draw: DrawArgs<Verify>,

    /// The seed of everything that is drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// The options of generators that `verify` offers.
pub(super) struct Verify;

impl Scope for Verify {
    const SCOPE: DrawScope = DrawScope::Verify;
}

impl SetArg {
    /// The levels, and what they are in words.
    pub(super) fn read(&self) -> Result<(Vec<BoxedLevel>, String), Failure> {
        match &self.all {
            Some(size) => self.covering(size),
            None => self.files(),
        }
    }

    /// Levels that cover the boards of a size.
    fn covering(&self, size: &str) -> Result<(Vec<BoxedLevel>, String), Failure> {
        let call = self.draw.call(self.game.as_deref(), |call| {
            call.insert("size".to_owned(), size.into());
            call.insert("seed".to_owned(), self.seed.into());
            call.insert("exhaustive".to_owned(), true.into());
        })?;
        let keep_all = Box::new(|_: &dyn AnyLevel| std::ops::ControlFlow::Continue(true));
        let batches = call.batches(keep_all);
        let batches =
            batches.map_err(|error| Failure::BadInput(format!("--all {size}: {error}")))?;
        let mut levels = Vec::new();
        for batch in batches.each {
            levels.extend(batch.map_err(Failure::bad_input)?);
        }
        Ok((levels, batches.words))
    }

    /// The levels of files, with those that the generator derives from them.
    fn files(&self) -> Result<(Vec<BoxedLevel>, String), Failure> {
        if self.game.is_some() {
            return Err(Failure::bad_input("--game goes with --all: a level names its own game"));
        }
        let levels = LevelOptions::default().levels(&self.levels)?;
        let names: Vec<String> =
            self.levels.iter().map(|path| path.display().to_string()).collect();
        if self.draw.is_empty() {
            return Ok((once_each(levels), names.join(" ")));
        }
        let game = game_of(&levels)?.name();
        let call = self.draw.call(Some(game), |call| {
            call.insert("seed".to_owned(), self.seed.into());
        })?;
        let (levels, also) = call.widen(levels).map_err(Failure::bad_input)?;
        Ok((levels, names.join(" ") + &also))
    }
}

/// The levels without repetitions.
fn once_each(levels: Vec<BoxedLevel>) -> Vec<BoxedLevel> {
    let mut seen = std::collections::HashSet::new();
    levels.into_iter().filter(|level| seen.insert(level.line())).collect()
}
