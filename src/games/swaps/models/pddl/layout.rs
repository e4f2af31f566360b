//! What the Lean and the Numeric model share: the moves that the grid allows, and what they cost.

use super::cell_name;
use crate::games::swaps::board::Cell;
use crate::games::swaps::level::{Cost, Level, Wanted};
use crate::games::swaps::models::vanishing;
use crate::games::swaps::rules::Move;

/// The moves that the grid allows, whatever tiles there are.
///
/// A cell that is empty at the start stays empty, so it is part of no move. A cell that must have a tile in
/// the end cannot be part of a match.
pub(super) struct Layout {
    pub(super) cells: Vec<String>,
    pub(super) beside: Vec<(String, String)>,
    pub(super) onto: Vec<(String, String)>,
    pub(super) lines: Vec<[String; 3]>,
}

impl Layout {
    pub(super) fn of(level: &Level) -> Layout {
        let board = level.board();
        let mut layout = Layout {
            cells: board.cells().map(cell_name).collect(),
            beside: Vec::new(),
            onto: Vec::new(),
            lines: Vec::new(),
        };
        let is_pair_here = vanishing(level).next().is_some();
        let is_kept = |cell: &Cell| matches!(level.wanted(*cell), Wanted::Tile(_));
        for step in Move::all(board) {
            let cells = step.cells();
            if cells.iter().any(|cell| board[*cell].is_none()) {
                continue;
            }
            match (step, &cells[..]) {
                (Move::Swap(one, other), _) => {
                    let (one, other) = (cell_name(one), cell_name(other));
                    layout.beside.push((one.clone(), other.clone()));
                    if is_pair_here {
                        layout.onto.push((one.clone(), other.clone()));
                    }
                    if is_pair_here && !level.rules().is_directed {
                        layout.onto.push((other, one));
                    }
                }
                (Move::Match(..), [one, two, three]) if !cells.iter().any(is_kept) => {
                    layout.lines.push([one, two, three].map(|cell| cell_name(*cell)));
                }
                (Move::Match(..), _) => {}
            }
        }
        layout
    }
}

/// What moves cost in the Lean and the Numeric model.
pub(super) struct Costs {
    pub(super) swap: u8,
    pub(super) vanish: u8,
    pub(super) matched: u8,
}

impl Costs {
    /// The costs in a level. Where all moves count and the number of tiles that leave the board is known,
    /// each of those tiles is charged a third of a match; the whole is then taken three times.
    pub(super) fn of(level: &Level) -> Costs {
        match (level.cost(), leaving(level)) {
            (Cost::Moves, Some(_)) => Costs { swap: 3, vanish: 2, matched: 0 },
            (Cost::Moves, None) => Costs { swap: 1, vanish: 1, matched: 1 },
            (Cost::Swaps, _) => Costs { swap: 1, vanish: 1, matched: 0 },
        }
    }
}

/// The number of tiles that leave the board in every plan; `None` if it depends on the plan.
fn leaving(level: &Level) -> Option<usize> {
    let wanted = || level.board().cells().map(|cell| level.wanted(cell));
    if wanted().any(|wanted| wanted == Wanted::Anything) {
        return None;
    }
    let kept = wanted().filter(|wanted| matches!(wanted, Wanted::Tile(_))).count();
    level.board().tiles().checked_sub(kept)
}

/// The number that relates the total cost to the number of moves, where they differ.
pub(super) fn charged(level: &Level) -> Option<usize> {
    match level.cost() {
        Cost::Moves => leaving(level),
        Cost::Swaps => None,
    }
}
