//! The form of plans on the command line.

use clap::builder::PossibleValue;

use super::{Failure, games};
use crate::game::AnyLevel;
use crate::game::plan::Dialect;

/// The option that forces a form.
#[derive(clap::Args)]
pub(super) struct PlanForm {
    /// Read plans in this form, instead of recognising it by their content
    #[arg(long, value_name = "FORM", value_parser = forms())]
    format: Option<String>,
}

/// The dialects of all games.
fn forms() -> Vec<PossibleValue> {
    let all = games::all().iter().flat_map(|game| game.dialects());
    games::choices(all.map(|dialect| (dialect.name, dialect.about)))
}

impl PlanForm {
    /// The form that plans for a level are to be read in, if one is forced.
    pub(super) fn dialect(
        &self,
        level: &dyn AnyLevel,
    ) -> Result<Option<&'static Dialect>, Failure> {
        let Some(name) = &self.format else { return Ok(None) };
        let game = level.game();
        let dialect = game.dialects().iter().find(|dialect| dialect.name == name);
        dialect.map(Some).ok_or_else(|| {
            let game = game.name();
            Failure::BadInput(format!("--format {name}: plans of {game} do not have this form"))
        })
    }
}
