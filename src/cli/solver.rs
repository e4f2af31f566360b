//! Which external solver, with which model, and how.

use std::sync::Arc;

use clap::ValueEnum;

use super::variants::VariantArgs;
use super::{Failure, interrupt};
use crate::games::plotting::case::Encoding;
use crate::games::plotting::models::{self, Model};
use crate::lab::solvers::{self, Installed, Solver, finding, native};

/// A model on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ModelName {
    /// PDDL, an action a shot
    Direct,
    /// PDDL, an action for each step of the shot block and each fall
    Granular,
    /// PDDL, an action a shot, made for unmodified planners
    Lean,
    /// Lean as it is for large boards, whatever the size of the board
    LeanPairs,
    /// Constraints, action-focused: what a shot requires and does
    A,
    /// Constraints, state-focused: why a cell or the hand is what it is
    S,
}

impl From<ModelName> for models::ModelName {
    fn from(name: ModelName) -> models::ModelName {
        match name {
            ModelName::Direct => models::ModelName::Direct,
            ModelName::Granular => models::ModelName::Granular,
            ModelName::Lean => models::ModelName::Lean,
            ModelName::LeanPairs => models::ModelName::LeanPairs,
            ModelName::A => models::ModelName::A,
            ModelName::S => models::ModelName::S,
        }
    }
}

/// The model that a solver is given, and what else it is told.
#[derive(clap::Args)]
pub(super) struct ModelArgs {
    /// The model that an external solver is given [default: lean for
    /// Fast Downward, granular for SymK, a for others]
    #[arg(long, value_name = "MODEL")]
    pub(super) model: Option<ModelName>,

    /// How an external planner searches, as 'astar(hmax())' or lama-first [default: optimally]
    #[arg(long, value_name = "SEARCH")]
    pub(super) search: Option<String>,

    /// Another argument for an external solver, as --solver-option=-sat-polarity; may be repeated
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(super) solver_option: Vec<String>,

    #[command(flatten)]
    pub(super) variants: VariantArgs,
}

impl ModelArgs {
    /// The option that was given although it goes with external solvers only.
    pub(super) fn misplaced(&self) -> Option<&'static str> {
        let given = [
            (self.model.is_some(), "--model"),
            (self.search.is_some(), "--search"),
            (!self.solver_option.is_empty(), "--solver-option"),
            (self.variants.given().is_some(), "a variant of a model"),
        ];
        given.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }
}

/// The external solver of this name.
pub(super) fn named(name: &str) -> Result<Arc<dyn Solver>, Failure> {
    if name == native::NAME {
        return Err(Failure::bad_input("the native solver is the judge here: name another one"));
    }
    solvers::named(name).ok_or_else(|| {
        let all = solvers::all();
        let names: Vec<&str> = all.iter().map(|solver| solver.name()).collect();
        Failure::BadInput(format!("{name:?} is not a solver (native, {})", names.join(", ")))
    })
}

/// Holds a search to what the solver takes.
pub(super) fn check_search(solver: &dyn Solver, search: Option<&str>) -> Result<(), String> {
    match search {
        Some(_) if solver.default_search().is_none() => {
            Err(format!("{} is not a planner: it takes no search", solver.name()))
        }
        Some(search) if search.trim().is_empty() => Err("the search is empty".to_owned()),
        Some(_) | None => Ok(()),
    }
}

/// A solver that is here, and what it is to be given.
pub(super) struct Choice {
    pub(super) installed: Installed,
    pub(super) model: Model,
    pub(super) encoding: Encoding,
    pub(super) search: Option<String>,
    pub(super) options: Vec<String>,
}

impl Choice {
    /// The solver of this name, with the model of the arguments.
    pub(super) fn new(name: &str, args: &ModelArgs) -> Result<Choice, Failure> {
        let solver = named(name)?;
        check_search(solver.as_ref(), args.search.as_deref()).map_err(Failure::BadInput)?;
        let asked = args.model.map(models::ModelName::from);
        let (model, encoding) = Encoding::choose(asked, args.variants.given(), solver.as_ref())
            .map_err(Failure::BadInput)?;
        let installed = finding::find(solver, interrupt::flag())
            .map_err(|missing| Failure::Solver(format!("{name}: {missing}")))?;
        let (search, options) = (args.search.clone(), args.solver_option.clone());
        Ok(Choice { installed, model, encoding, search, options })
    }

    /// The solver's name.
    pub(super) fn name(&self) -> &str {
        self.installed.solver.name()
    }

    /// How it searches, if that is a choice.
    pub(super) fn search(&self) -> Option<String> {
        let default = || self.installed.solver.default_search().map(str::to_owned);
        self.search.clone().or_else(default)
    }
}
