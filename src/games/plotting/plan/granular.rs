//! Reads plans of the Granular PDDL model, which has one action for each cell that a shot enters
//! and each cell that a block falls.
//!
//! A location `loc_C_R` counts columns from the left and rows from the bottom. Column 1 is left of
//! the board, where row shots start. Row 1 is the floor, and the wall is the column right of the
//! board. Column shots start in the row above the board.
//!
//! The published domain puts the entry into the name of the action (`shooting_row_5`) and turns a
//! wildcard into any colour before it hits a block (`colour_roulette`). The article abbreviates
//! some names (`horiz_bullet_adv_absorbing`).

use std::fmt;

use super::Step;
use crate::game::level::ReadError;
use crate::game::pddl::plan::{self, Written, number};
use crate::games::plotting::board::{Board, Place};
use crate::games::plotting::rules::Shot;

/// A location as a plan writes it. The model of a given level need not contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The column, starting at 1 left of the board, where row shots start.
    pub column: usize,
    /// The row, starting at 1 at the floor.
    pub row: usize,
}

impl Location {
    /// Returns the location of a cell of the board.
    pub fn of(place: Place, board: &Board) -> Location {
        Location { column: place.column + 1, row: board.rows() + 2 - place.row }
    }

    /// Returns the cell at this location, or `None` if it is outside the board.
    pub fn place(self, board: &Board) -> Option<Place> {
        let is_on = (2..=board.columns() + 1).contains(&self.column)
            && (2..=board.rows() + 1).contains(&self.row);
        is_on.then(|| Place { row: board.rows() + 2 - self.row, column: self.column - 1 })
    }

    /// Returns the location where a shot starts.
    pub fn entry(shot: Shot, board: &Board) -> Location {
        match shot {
            Shot::Row(row) => Location { column: 1, row: board.rows() + 2 - row },
            Shot::Column(column) => Location { column: column + 1, row: board.rows() + 2 },
        }
    }

    /// Returns the next location in a direction. The caller must not leave the model's grid.
    #[must_use]
    pub fn next(self, way: Way) -> Location {
        match way {
            Way::Right => Location { column: self.column + 1, ..self },
            Way::Down => Location { row: self.row - 1, ..self },
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loc_{}_{}", self.column, self.row)
    }
}

/// The direction of a bullet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along a row, in actions that begin with `horizontal`.
    Right,
    /// Down a column, in actions that begin with `vertical`.
    Down,
}

impl Way {
    /// The prefix of the action names for this direction.
    pub fn name(self) -> &'static str {
        match self {
            Way::Right => "horizontal",
            Way::Down => "vertical",
        }
    }
}

/// What happens to the bullet and to whatever is in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flight {
    /// A wildcard takes the colour of the block in front.
    Taking {
        /// The name of the colour.
        colour: String,
    },
    /// The block in front is consumed.
    Absorbing {
        /// The name of its colour.
        colour: String,
        /// Number of blocks on the board before.
        before: usize,
        /// Number of blocks on the board after.
        after: usize,
    },
    /// The bullet moves into an empty cell.
    Passing,
    /// The bullet reaches the wall and turns, or reaches the floor and disappears.
    ReachingEnd,
    /// The bullet and the block in front change places.
    Bouncing {
        /// The name of the colour fired.
        hand: String,
        /// The name of the colour of the block.
        block: String,
    },
}

/// An action of the Granular model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A shot begins.
    Shooting {
        /// The location where it starts.
        entry: Location,
        /// The shot that starts there, or `None` if no shot does.
        shot: Option<Shot>,
    },
    /// A wildcard becomes a colour before it hits a block.
    Roulette {
        /// The name of the colour.
        colour: String,
    },
    /// The bullet moves, or acts on what is in front of it.
    Bullet {
        /// The direction of the bullet.
        way: Way,
        /// The location of the bullet.
        from: Location,
        /// The location in front of it.
        to: Location,
        /// What happens there.
        flight: Flight,
    },
    /// A block falls by one cell.
    Falling {
        /// The location of the block.
        from: Location,
        /// The location below it.
        to: Location,
        /// The name of its colour.
        colour: String,
    },
}

/// Whether the Granular model has an action with this name.
pub(super) fn knows(name: &str) -> bool {
    matches!(name, "shooting_row" | "shooting_column" | "colour_roulette" | "fall_block")
        || number(name, &["shooting_row_", "shooting_column_"]).is_some()
        || bullet(name).is_some()
}

/// The kinds of [`Flight`], without their arguments.
#[derive(Clone, Copy)]
enum Kind {
    Taking,
    Absorbing,
    Passing,
    ReachingEnd,
    Bouncing,
}

/// Parses the name of a bullet action.
fn bullet(name: &str) -> Option<(Way, Kind)> {
    let (way, rest) = name.split_once('_')?;
    let way = match way {
        "horizontal" | "horiz" => Way::Right,
        "vertical" | "vert" => Way::Down,
        _ => return None,
    };
    let kind = match rest {
        "wildcard_taking" => Kind::Taking,
        "bullet_bouncing" => Kind::Bouncing,
        _ => {
            let advancing = ["bullet_advancing_", "bullet_adv_"];
            match advancing.iter().find_map(|&start| rest.strip_prefix(start))? {
                "absorbing" => Kind::Absorbing,
                "non_absorbing" => Kind::Passing,
                "reaching_end" => Kind::ReachingEnd,
                _ => return None,
            }
        }
    };
    Some((way, kind))
}

pub(super) fn read(text: &str, board: &Board) -> Result<Vec<Step<Action>>, ReadError> {
    plan::read(text, |written| action(written, board))
}

fn action(written: &Written, board: &Board) -> Result<Action, ReadError> {
    let name = written.name();
    if let Some((way, kind)) = bullet(name) {
        return flying(written, way, kind);
    }
    let top = board.rows() + 2;
    match name {
        "fall_block" => {
            let [from, to, colour] = written.take()?;
            let (from, to) = (location(written, from)?, location(written, to)?);
            Ok(Action::Falling { from, to, colour: colour.to_owned() })
        }
        "colour_roulette" => {
            let [colour] = written.take()?;
            Ok(Action::Roulette { colour: colour.to_owned() })
        }
        "shooting_row" | "shooting_column" => {
            let [entry] = written.take()?;
            Ok(shooting(name == "shooting_row", location(written, entry)?, board))
        }
        _ => {
            let (is_row, entry) = if let Some(row) = number(name, &["shooting_row_"]) {
                (true, Location { column: 1, row })
            } else if let Some(column) = number(name, &["shooting_column_"]) {
                (false, Location { column, row: top })
            } else {
                let reason = format!("{name:?} is not an action of the Granular model");
                return Err(written.error(reason));
            };
            let [] = written.take()?;
            Ok(shooting(is_row, entry, board))
        }
    }
}

fn shooting(is_row: bool, entry: Location, board: &Board) -> Action {
    let shot = Shot::all(board).find(|&shot| {
        matches!(shot, Shot::Row(_)) == is_row && Location::entry(shot, board) == entry
    });
    Action::Shooting { entry, shot }
}

fn flying(written: &Written, way: Way, kind: Kind) -> Result<Action, ReadError> {
    let count = |word: &str| {
        number(word, &["n"])
            .ok_or_else(|| written.error(format!("{word:?} is not a count (expected e.g. n12)")))
    };
    let (from, to, flight) = match kind {
        Kind::Taking => {
            let [from, to, colour] = written.take()?;
            (from, to, Flight::Taking { colour: colour.to_owned() })
        }
        Kind::Absorbing => {
            let [from, to, colour, before, after] = written.take()?;
            let (before, after) = (count(before)?, count(after)?);
            (from, to, Flight::Absorbing { colour: colour.to_owned(), before, after })
        }
        Kind::Passing => {
            let [from, to] = written.take()?;
            (from, to, Flight::Passing)
        }
        Kind::ReachingEnd => {
            let [from, to] = written.take()?;
            (from, to, Flight::ReachingEnd)
        }
        Kind::Bouncing => {
            let [from, to, hand, block] = written.take()?;
            (from, to, Flight::Bouncing { hand: hand.to_owned(), block: block.to_owned() })
        }
    };
    let (from, to) = (location(written, from)?, location(written, to)?);
    Ok(Action::Bullet { way, from, to, flight })
}

fn location(written: &Written, word: &str) -> Result<Location, ReadError> {
    let parts = word.strip_prefix("loc_").and_then(|numbers| numbers.split_once('_'));
    let location = parts.and_then(|(column, row)| {
        Some(Location { column: number(column, &[""])?, row: number(row, &[""])? })
    });
    location
        .ok_or_else(|| written.error(format!("{word:?} is not a location (expected e.g. loc_2_3)")))
}

#[cfg(test)]
mod tests {
    use super::super::read_for_figure_9 as plan;

    #[test]
    fn shots_are_identified_by_their_entries() {
        let ours = "(shooting_column loc_2_4)\n(shooting_row loc_1_3)\n(shooting_row loc_1_2)";
        let published = "(shooting_column_2)\n(shooting_row_3)\n(SHOOTING_ROW_2)";
        for text in [ours, published] {
            assert_eq!(plan(text).unwrap().to_string(), "c1 r1 r2", "{text}");
        }
    }

    #[test]
    fn the_abbreviations_of_the_article_are_read() {
        let short = "(horiz_bullet_adv_absorbing loc_1_3 loc_2_3 red n12 n11)
            (horiz_bullet_adv_non_absorbing loc_2_3 loc_3_3)
            (horiz_bullet_bouncing loc_4_3 loc_5_3 red green)
            (vert_bullet_adv_reaching_end loc_4_2 loc_4_1)";
        let long = short.replace("horiz", "horizontal").replace("vert", "vertical");
        let long = long.replace("adv", "advancing");
        let (super::super::Plan::Granular(short), super::super::Plan::Granular(long)) =
            (plan(short).unwrap(), plan(&long).unwrap())
        else {
            panic!("both texts should be Granular plans");
        };
        let actions = |steps: Vec<super::super::Step<super::Action>>| -> Vec<super::Action> {
            steps.into_iter().map(|step| step.action).collect()
        };
        assert_eq!(actions(short), actions(long));
    }

    #[test]
    fn an_invalid_action_is_rejected_with_its_line() {
        for (text, expected) in [
            (
                "(shooting_row_2)\n(jump loc_1_2)",
                "line 2: \"jump\" is not an action of the Granular model",
            ),
            ("(jump)", "line 1: \"jump\" is not an action of the Granular model"),
            ("(shooting_row_x)", "line 1: \"shooting_row_x\" is not an action"),
            (
                "(horizontal_bullet_flying loc_1_2 loc_1_3)",
                "line 1: \"horizontal_bullet_flying\" is not",
            ),
            ("(shooting_row_2 loc_1_2)", "line 1: shooting_row_2 takes 0 arguments, found 1"),
            ("(shooting_row)", "line 1: shooting_row takes 1 argument, found 0"),
            ("(fall_block loc_2_3 loc_2_2)", "line 1: fall_block takes 3 arguments, found 2"),
            (
                "\n(horizontal_bullet_advancing_absorbing loc_1_2 loc_2_2 red n8)",
                "line 2: horizontal_bullet_advancing_absorbing takes 5 arguments, found 4",
            ),
            (
                "(fall_block loc_2_3 loc_2 red)",
                "line 1: \"loc_2\" is not a location (expected e.g. loc_2_3)",
            ),
            ("(fall_block loc_2_3 2_2 red)", "line 1: \"2_2\" is not a location"),
            (
                "(vertical_bullet_advancing_absorbing loc_1_2 loc_2_2 red 8 n7)",
                "line 1: \"8\" is not a count (expected e.g. n12)",
            ),
            ("(shooting_row_2)\n(horizontal_bullet_adv", "line 2: unclosed parenthesis"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
