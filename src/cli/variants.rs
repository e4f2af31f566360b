//! What may be chosen of the constraint models on the command line.

use clap::ValueEnum;

use crate::games::plotting::models::variants::{EmptyRow, Focus, Progress, Variants};

/// A constraint model.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum FocusName {
    /// Action-focused: what a shot requires and does (Section 5.3)
    #[value(alias = "action")]
    A,
    /// State-focused: why a cell or the hand is what it is (Section 5.4)
    #[value(alias = "state")]
    S,
}

impl From<FocusName> for Focus {
    fn from(name: FocusName) -> Focus {
        match name {
            FocusName::A => Focus::Action,
            FocusName::S => Focus::State,
        }
    }
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum ProgressName {
    /// The sum of all colours falls
    Sum,
    /// The number of blocks falls
    Count,
    /// Some cell becomes empty
    Cell,
    /// Not said: it is implied
    #[default]
    None,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum EmptyRowName {
    /// Those along empty rows
    Empty,
    /// Also those along rows that are empty but for the top block of the last column
    Last,
    /// None
    #[default]
    None,
}

/// What may be added to a constraint model.
#[derive(clap::Args)]
#[command(next_help_heading = "Variants (none changes an answer)")]
pub(super) struct VariantArgs {
    /// How it is said that every shot makes progress (Section 9.1) [default: none]
    #[arg(long, value_name = "HOW")]
    progress: Option<ProgressName>,

    /// Add: a colour with one block left comes into the hand at the end only (Section 8.2)
    #[arg(long)]
    dead_end: bool,

    /// Add: no colour leaves the game (Section 8.2)
    #[arg(long)]
    colours_kept: bool,

    /// Shots along rows that are left out, as one down the last column does the same (Section 8.3)
    /// [default: none]
    #[arg(long, value_name = "WHICH")]
    empty_row: Option<EmptyRowName>,

    /// Add: consecutive shots down columns of the hand's colour go from left to right (Section 8.1)
    #[arg(long)]
    monochrome: bool,

    /// Search shot by shot, in the order of play [default]
    #[arg(long, overrides_with = "no_search_order")]
    search_order: bool,

    /// Leave the order of the search to the solver
    #[arg(long)]
    no_search_order: bool,
}

impl VariantArgs {
    /// The variants, if anything was said about them.
    pub(super) fn given(&self) -> Option<Variants> {
        let is_given = self.progress.is_some()
            || self.empty_row.is_some()
            || self.dead_end
            || self.colours_kept
            || self.monochrome
            || self.search_order
            || self.no_search_order;
        is_given.then(|| self.variants())
    }

    pub(super) fn variants(&self) -> Variants {
        Variants {
            progress: match self.progress.unwrap_or_default() {
                ProgressName::Sum => Progress::Sum,
                ProgressName::Count => Progress::Count,
                ProgressName::Cell => Progress::Cell,
                ProgressName::None => Progress::None,
            },
            dead_end: self.dead_end,
            colours_kept: self.colours_kept,
            empty_row: match self.empty_row.unwrap_or_default() {
                EmptyRowName::Empty => EmptyRow::Empty,
                EmptyRowName::Last => EmptyRow::Last,
                EmptyRowName::None => EmptyRow::None,
            },
            monochrome: self.monochrome,
            search_order: self.search_order || !self.no_search_order,
        }
    }
}
