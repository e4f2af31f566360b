//! Plans: sequences of shots and MISSes, read from text but not yet judged.
//!
//! A plan that was read is only a claim; [`super::replay`] checks it.
//!
//! - [`text`]: steps separated by white space, `r3 c2 MISS r1`;
//! - [`json`]: a list of shots, or an object that has one under `shots`;
//! - [`direct`]: plans of planners for the Direct PDDL model;
//! - [`granular`]: plans of planners for the Granular PDDL model;
//! - [`lean`]: plans of planners for the Lean PDDL model;
//! - [`route`]: routes through arcade levels, in the two published forms;
//! - [`savile_row`]: Savile Row solutions;
//! - [`minizinc`]: MiniZinc output.

pub mod direct;
pub mod granular;
pub mod json;
pub mod lean;
pub mod minizinc;
pub mod route;
pub mod savile_row;
pub mod text;

use std::fmt;

use super::board::Board;
use super::level::Level;
use super::round;
use super::rules::Shot;
use crate::game::level::ReadError;
use crate::game::minizinc::is_output;
pub use crate::game::pddl::plan::Step;
use crate::game::pddl::plan::names;
use crate::game::plan::{Dialects, outside, without_mark};
use granular::Action;

/// A form that a plan can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Shots separated by white space.
    Text,
    /// JSON.
    Json,
    /// Actions of the Direct PDDL model.
    Direct,
    /// Actions of the Granular PDDL model.
    Granular,
    /// Actions of the Lean PDDL model.
    Lean,
    /// A Savile Row solution.
    SavileRow,
    /// MiniZinc output.
    MiniZinc,
    /// A route of the arcade collection flipull.
    Flipull,
    /// A route through a level of the NES game.
    Nes,
}

/// The dialects by name.
pub static DIALECTS: Dialects<Dialect, 9> = Dialects::new([
    (Dialect::Text, "text", "Shots (and MISS) separated by white space"),
    (Dialect::Json, "json", "A list of shots, or an object with one"),
    (Dialect::Direct, "direct", "Actions of the Direct PDDL model"),
    (Dialect::Granular, "granular", "Actions of the Granular PDDL model"),
    (Dialect::Lean, "lean", "Actions of the Lean PDDL model"),
    (Dialect::SavileRow, "savilerow", "A Savile Row solution"),
    (Dialect::MiniZinc, "minizinc", "MiniZinc output"),
    (
        Dialect::Flipull,
        "flipull",
        "A route of the arcade collection: R4, C1, MISS, rows from the bottom",
    ),
    (Dialect::Nes, "nes", "A route through a NES level: the numbers of its aiming positions"),
]);

impl Dialect {
    /// The dialect of a text, recognised by its beginning and by the first action that a model knows.
    pub fn of(text: &str) -> Dialect {
        let text = without_mark(text);
        if is_output(text) {
            return Dialect::MiniZinc;
        }
        if text.trim_start().starts_with(['[', '{']) {
            return Dialect::Json;
        }
        if savile_row::is_solution(text) {
            return Dialect::SavileRow;
        }
        if route::is_flipull(text) {
            return Dialect::Flipull;
        }
        if route::is_nes(text) {
            return Dialect::Nes;
        }
        let mut names = names(text).peekable();
        if names.peek().is_none() {
            return Dialect::Text;
        }
        let is_known =
            |name: &String| direct::knows(name) || granular::knows(name) || lean::knows(name);
        match names.find(is_known) {
            Some(name) if direct::knows(&name) => Dialect::Direct,
            Some(name) if lean::knows(&name) => Dialect::Lean,
            Some(_) | None => Dialect::Granular,
        }
    }
}

/// A shot or a MISS of a plan, and the line that it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedStep {
    /// The shot or MISS.
    pub step: round::Step,
    /// The line of the text, from 1; 0 for a plan that was not read from a text.
    pub line: usize,
}

impl PlannedStep {
    fn shot(shot: Shot, line: usize) -> PlannedStep {
        PlannedStep { step: shot.into(), line }
    }
}

/// A plan as it was read. Its shots aim at rows and columns of the board; nothing else is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Shots and MISSes alone.
    Shots(Vec<PlannedStep>),
    /// Shots, each with where it ends.
    Direct(Vec<Step<direct::Action>>),
    /// All that happens, cell by cell.
    Granular(Vec<Step<granular::Action>>),
    /// Shots, each with where it first hits and where it ends.
    Lean(Vec<Step<lean::Action>>),
}

impl Plan {
    /// Reads a plan for a level.
    ///
    /// # Errors
    /// If the text is not a plan, or aims at a row or column that the board does not have. The
    /// Granular actions are not checked against the board here: the replay finds misplaced bullets.
    pub fn read(text: &str, dialect: Dialect, level: &Level) -> Result<Plan, ReadError> {
        let (text, board) = (without_mark(text), level.board());
        match dialect {
            Dialect::Text => Plan::Shots(text::read(text)?),
            Dialect::Json => Plan::Shots(json::read(text)?),
            Dialect::Direct => Plan::Direct(direct::read(text)?),
            Dialect::Granular => Plan::Granular(granular::read(text, board)?),
            Dialect::Lean => Plan::Lean(lean::read(text, board)?),
            Dialect::SavileRow => Plan::Shots(savile_row::read(text)?),
            Dialect::MiniZinc => Plan::Shots(minizinc::read(text)?),
            Dialect::Flipull => Plan::Shots(route::read_flipull(text, level)?),
            Dialect::Nes => Plan::Shots(route::read_nes(text, level)?),
        }
        .within(board)
    }

    /// The plan, if all its shots are on the board.
    ///
    /// # Errors
    /// If a shot aims at a row or column that the board does not have.
    fn within(self, board: &Board) -> Result<Plan, ReadError> {
        let is_outside =
            |planned: &PlannedStep| planned.step.shot().is_some_and(|shot| !shot.is_on(board));
        match self.steps().into_iter().find(is_outside) {
            Some(PlannedStep { step, line }) => {
                Err(ReadError::on_line(line, outside(step, board.rows(), board.columns())))
            }
            None => Ok(self),
        }
    }

    /// The shots and MISSes in order, except Granular shots that start where no shot can start.
    pub fn steps(&self) -> Vec<PlannedStep> {
        match self {
            Plan::Shots(shots) => shots.clone(),
            Plan::Direct(steps) => steps
                .iter()
                .map(|step| PlannedStep::shot(step.action.claim.shot(), step.line))
                .collect(),
            Plan::Granular(steps) => steps
                .iter()
                .filter_map(|step| match step.action {
                    Action::Shooting { shot, .. } => Some(PlannedStep::shot(shot?, step.line)),
                    Action::Roulette { .. } | Action::Bullet { .. } | Action::Falling { .. } => {
                        None
                    }
                })
                .collect(),
            Plan::Lean(steps) => steps
                .iter()
                .filter_map(|step| Some(PlannedStep::shot(step.action.shot()?, step.line)))
                .collect(),
        }
    }

    /// The shots and MISSes alone, without the planner's claims about them; `None` if one of them starts
    /// where no shot can start.
    pub fn shots_alone(&self) -> Option<Plan> {
        let steps = self.steps();
        (steps.len() == self.length()).then_some(Plan::Shots(steps))
    }

    /// The number of shots and MISSes, including shots that start where no shot can start.
    pub fn length(&self) -> usize {
        match self {
            Plan::Shots(shots) => shots.len(),
            Plan::Direct(steps) => steps.len(),
            Plan::Granular(steps) => {
                let is_shot = |step: &&Step<Action>| matches!(step.action, Action::Shooting { .. });
                steps.iter().filter(is_shot).count()
            }
            Plan::Lean(steps) => steps.iter().filter(|step| step.action.shot().is_some()).count(),
        }
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan::Shots(Vec::new())
    }
}

impl<S: Into<round::Step>> FromIterator<S> for Plan {
    fn from_iter<I: IntoIterator<Item = S>>(steps: I) -> Plan {
        let planned = |step: S| PlannedStep { step: step.into(), line: 0 };
        Plan::Shots(steps.into_iter().map(planned).collect())
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> =
            self.steps().iter().map(|planned| planned.step.to_string()).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
fn read_for_figure_9(text: &str) -> Result<Plan, String> {
    let board = "RRRG/RGRR".parse().map_err(|error: super::board::BoardError| error.to_string())?;
    let level = Level::new("figure-9", board, 1).map_err(|error| error.to_string())?;
    Plan::read(text, Dialect::of(text), &level).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_is_recognised_by_its_content() {
        for (text, dialect) in [
            ("r1 c2", Dialect::Text),
            ("", Dialect::Text),
            ("; cost = 0 (unit cost)\n", Dialect::Text),
            ("r1 # (shoot-column)", Dialect::Text),
            ("\u{feff} [\"r1\"]", Dialect::Json),
            ("{\"shots\": []}", Dialect::Json),
            ("C4, R1,\nMISS, c2", Dialect::Flipull),
            ("Solutions:\n===0\nfor moves C1, R4", Dialect::Flipull),
            ("11,10,12\n", Dialect::Nes),
            ("; by hand\n(shoot-column n1 n2 c1)", Dialect::Direct),
            ("0.0: (SHOOT-COLUMN N1 N2 C1) [1]", Dialect::Direct),
            ("(jump)\n(shoot-column n1 n2 c1)", Dialect::Direct),
            ("(shooting_row_2)", Dialect::Granular),
            ("(colour_roulette red)", Dialect::Granular),
            ("(vert_bullet_adv_absorbing", Dialect::Granular),
            ("(jump)", Dialect::Granular),
            ("(row-1-hits-2-stops-3 red)", Dialect::Lean),
            ("(finish sky r1 n0 n1 n1)", Dialect::Lean),
        ] {
            assert_eq!(Dialect::of(text), dialect, "{text}");
        }
    }
}
