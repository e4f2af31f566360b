//! Best plans by the rules: all of them, or those that have the form of a model.

use plotgen::games::swaps::board::Board;
use plotgen::games::swaps::level::Level;
use plotgen::games::swaps::rules::Move;

use super::graph::{Graph, cheapest_ways};

/// The plans that a model has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// All plans.
    Any,
    /// All swaps before all matches.
    MatchesLast,
    /// All swaps before all matches. Successive swaps without a common cell are in the order of their upper
    /// or left cells, for one cell the swap to the right first; the order of the matches does not matter.
    Ordered,
}

/// The least cost of a plan, and the number of plans of this cost and form.
pub(crate) fn best_plans(level: &Level, form: Form) -> Option<(u32, u128)> {
    let moves = Move::all(level.board()).collect();
    cheapest_ways(&Play { level, form, moves })
}

/// Every way to play a level with moves in a certain order.
struct Play<'a> {
    level: &'a Level,
    form: Form,
    /// Swaps first.
    moves: Vec<Move>,
}

impl Play<'_> {
    /// Whether a move may come after the last one; both are indices.
    fn may_follow(&self, last: Option<usize>, next: usize) -> bool {
        let Some(last) = last else { return true };
        let is_after_swap = match (self.moves[last], self.moves[next]) {
            (Move::Swap(..), Move::Match(..)) => return true,
            (Move::Match(..), Move::Swap(..)) => return false,
            (Move::Swap(..), Move::Swap(..)) => true,
            (Move::Match(..), Move::Match(..)) => false,
        };
        let [one, other] = [last, next].map(|index| self.moves[index].cells());
        last < next || is_after_swap && one.iter().any(|cell| other.contains(cell))
    }

    /// What has to be remembered of the last move.
    fn memory(&self, last: usize) -> Option<usize> {
        match self.form {
            Form::Any => None,
            // Any match stands for all of them.
            Form::MatchesLast => matches!(self.moves[last], Move::Match(..)).then_some(0),
            Form::Ordered => Some(last),
        }
    }

    fn is_allowed(&self, memory: Option<usize>, next: usize) -> bool {
        match self.form {
            Form::Any => true,
            Form::MatchesLast => memory.is_none() || matches!(self.moves[next], Move::Match(..)),
            Form::Ordered => self.may_follow(memory, next),
        }
    }
}

impl Graph for Play<'_> {
    type State = (Board, Option<usize>);

    fn start(&self) -> Self::State {
        (self.level.board().clone(), None)
    }

    fn is_goal(&self, (board, _): &Self::State) -> bool {
        self.level.is_met_by(board)
    }

    fn edges(&self, (board, memory): &Self::State) -> Vec<(Self::State, u32)> {
        let allowed = (0..self.moves.len()).filter(|&next| self.is_allowed(*memory, next));
        let played = |next: usize| {
            let (_, after) = self.level.rules().play(board, self.moves[next]).ok()?;
            Some(((after, self.memory(next)), self.level.cost().of(self.moves[next])))
        };
        allowed.filter_map(played).collect()
    }
}
