//! The native solver for what other levels ask: the greatest score, and the fewest shots with spare
//! wildcards or within a limit of shots.
//!
//! - `ceiling`: a bound on what a position can still earn, with its proof;
//! - `game`: a whole game of several rounds, which share their spare wildcards;
//! - `layer`: positions with the same number of blocks, and how each was reached;
//! - `sweep`: the search.

mod ceiling;
pub mod game;
mod layer;
mod sweep;
#[cfg(test)]
mod tests;

use super::{Budget, Defect, checked};
use crate::games::plotting::level::{Level, Measure};
use crate::games::plotting::replay::ValidPlan;
use crate::games::plotting::round::{Step, end_bonus, shot_score};

/// The conditions of a round, in the form that the search uses.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    measure: Measure,
    goal: u32,
    /// The spare wildcards.
    lives: u8,
    /// The most shots that may be fired.
    shots: Option<u8>,
}

impl Terms {
    fn of(level: &Level) -> Terms {
        // A limit that no plan can reach does not tell positions apart.
        let shots = level.shot_limit().filter(|&limit| limit < level.board().blocks());
        Terms {
            measure: level.measure(),
            goal: level.goal() as u32,
            // No plan has more MISSes than blocks: between two of them there is a shot.
            lives: level.lives().min(level.board().blocks()).min(255) as u8,
            shots: shots.map(|limit| limit.min(255) as u8),
        }
    }

    /// The value of a plan that has earned this much. Steps are counted down.
    fn value(&self, earned: i32) -> i64 {
        match self.measure {
            Measure::Score => earned.into(),
            Measure::Shots => -i64::from(earned),
        }
    }

    /// What a shot earns that clears some blocks and does not end the round.
    #[inline(always)]
    fn gain(&self, cleared: usize, after_a_miss: bool) -> i32 {
        match self.measure {
            Measure::Score => shot_score(cleared) as i32,
            Measure::Shots => -1 - i32::from(after_a_miss),
        }
    }

    /// What the end of the round earns.
    #[inline(always)]
    fn end(&self, blocks: u32) -> i32 {
        match self.measure {
            Measure::Score => end_bonus(blocks as usize, self.goal as usize) as i32,
            Measure::Shots => 0,
        }
    }
}

/// What the search found out.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best plan found.
    pub best: Option<ValidPlan>,
    /// No plan has a better value: the value of the best plan if it is proved optimal. `None` if
    /// there is no plan.
    pub bound: Option<i64>,
    /// The number of positions visited.
    pub states: u64,
}

/// Searches for a plan with the greatest score or, where shots are counted, with the fewest steps, and
/// calls `better` with every plan that is better than all previous ones.
///
/// # Errors
/// If the solver's own checks fail; then nothing is known about the level.
pub fn solve(
    level: &Level,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&ValidPlan),
) -> Result<Answer, Defect> {
    if level.is_met_by(level.board()) {
        let plan = checked::<Step>(level, &[])?;
        return Ok(Answer { best: Some(plan), bound: Some(0), states: 0 });
    }
    use sweep::search as sweep;
    with_packed!(level, sweep, &Terms::of(level), budget, better)
}

/// A value that no plan can beat, computed without a search; `None` if there is no plan.
pub fn bound(level: &Level) -> Option<i64> {
    if level.is_met_by(level.board()) {
        return Some(0);
    }
    use sweep::bound;
    with_packed!(level, bound, &Terms::of(level))
}
