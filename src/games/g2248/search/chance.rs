//! Plans for one seed, where chance fills the holes. Any number can come in, so states are searched by the
//! rules alone. A game of maximum paths leaves a plan early, and sums bound the score.

use super::hint::maximum_path;
use super::{G2248, Level};
use crate::game::Game;
use crate::game::explore::explore;
use crate::game::search::{Budget, Finding, FoundPlan, Proof, SearchResult};
use crate::games::g2248::board::Number;
use crate::games::g2248::level::Goal;
use crate::games::g2248::rules::Move;
use crate::games::g2248::state::State;

/// The proof that chance leaves no fewer blocks than there are cells.
const FULL_BOARD: Proof = Proof {
    code: "full-board",
    reason: Some("chance fills every hole, so the board is full after each move"),
};

/// The most moves of a game of maximum paths.
const LONGEST_GAME: usize = 1000;

/// Solves a level with chance, and calls `better` with every plan that improves on those before it.
pub(super) fn solve(
    level: &Level,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&FoundPlan),
) -> SearchResult {
    if let Some(Goal::Blocks(_)) = level.goal()
        && !level.is_met_by(&level.start())
    {
        return SearchResult { finding: Finding::Unsolvable(FULL_BOARD), bound: 0, states: 0 };
    }
    let objective = G2248::objective(level);
    let played = played(level, budget);
    played.iter().for_each(&mut *better);
    let mut result = explore::<G2248>(level, budget);
    let improves = |plan: &FoundPlan| {
        played.as_ref().is_none_or(|known| objective.is_better(plan.value, known.value))
    };
    result.finding.plan().filter(|plan| improves(plan)).into_iter().for_each(better);
    if let Finding::Open { best, .. } = &mut result.finding {
        if !best.as_ref().is_some_and(improves) {
            *best = played;
        }
        let bound = bound(level);
        if objective.is_better(result.bound, bound) {
            result.bound = bound;
        }
    }
    result
}

/// A value that no plan of a level with chance can beat, computed without a search.
pub(super) fn bound(level: &Level) -> i64 {
    let value = match level.goal() {
        Some(Goal::BestScore { moves }) if moves > LONGEST_GAME => u64::MAX,
        Some(Goal::BestScore { moves }) => scores(level).nth(moves).unwrap_or(u64::MAX),
        Some(Goal::Score(score)) => {
            let mut scores = scores(level).take(LONGEST_GAME);
            scores.position(|most| most >= score).unwrap_or(LONGEST_GAME) as u64
        }
        Some(Goal::Blocks(_) | Goal::Hint(_)) | None => 0,
    };
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Scores that no move, one move, two moves and so on can exceed.
///
/// The sum s of a path is at most that of the board, and becomes a number r < 2 s, so a join adds less than r / 2
/// to the sum of the board. A collapse scores nothing, and less than doubles that sum. A number that comes in is
/// at most half of the greatest one, and at least one cell has no hole.
fn scores(level: &Level) -> impl Iterator<Item = u64> {
    let board = level.board();
    let unsearched = Budget { threads: 1, memory: 1 << 20, stop: &|| true, meter: None };
    let cells = board.values().len() as u64;
    // A game ends with the first number above the limit.
    let most = cells << Number::GREATEST;
    let rounded = |sum: u64| if sum == 0 { 0 } else { Number::rounding(sum).value() };
    let allows_collapse = level.may_collapse();
    let (mut sum, mut greatest) = (board.sum(), board.greatest().map_or(0, Number::value));
    let mut path = maximum_path(board, &unsearched).bound.min(sum);
    std::iter::successors(Some(0_u64), move |score| {
        let block = rounded(path);
        let (added, made) = if allows_collapse { (sum, rounded(sum)) } else { (block / 2, block) };
        greatest = greatest.max(made);
        sum = sum.saturating_add(added).saturating_add((cells - 1).saturating_mul(greatest / 2));
        sum = sum.min(most);
        path = sum;
        Some(score.saturating_add(block))
    })
}

/// The plan that a game of maximum paths makes, if it meets the goal.
fn played(level: &Level, budget: &Budget<'_>) -> Option<FoundPlan> {
    let mut state = level.start();
    let mut plan = FoundPlan { steps: Vec::new(), value: 0 };
    // A greatest score is played for to the end, other goals until they are met.
    let is_done = |state: &State| {
        !matches!(level.goal(), Some(Goal::BestScore { .. })) && level.is_met_by(state)
    };
    while plan.steps.len() < LONGEST_GAME && !is_done(&state) && !budget.is_spent() {
        let Some(best) = maximum_path(&state.board, budget).best else { break };
        let step = Move::Join(best.path);
        let Ok(turn) = level.play(&state, &step) else { break };
        plan.steps.push(step.to_string());
        plan.value += turn.value;
        state = turn.after;
    }
    level.is_met_by(&state).then_some(plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::g2248::board::examples::board;

    const START: &str = "64 4 64 32 16 / 64 8 16 2 32 / 2 4 64 64 2 / 2 4 32 16 4 / 16 4 16 16 16 / \
                         16 64 2 32 32 / 64 2 64 32 64 / 32 2 64 32 4";

    fn level(text: &str, goal: Goal) -> Level {
        Level::new("level", board(text)).unwrap().with_seed(7).with_goal(Some(goal))
    }

    /// A search that looks at some states and then stops.
    fn stopped(level: &Level) -> SearchResult {
        let looks = std::sync::atomic::AtomicUsize::new(0);
        let stop = || looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 100;
        let budget = Budget { threads: 1, stop: &stop, ..Budget::default() };
        solve(level, &budget, &mut |_| ())
    }

    #[test]
    fn a_full_board_stays_full() {
        let result = stopped(&level(START, Goal::Blocks(39)));
        assert_eq!(result.finding, Finding::Unsolvable(FULL_BOARD));
        let result = stopped(&level("0 2 / 4 2", Goal::Blocks(3)));
        assert_eq!(result.finding.plan().map(|plan| plan.steps.len()), Some(0));
    }

    #[test]
    fn a_search_that_is_stopped_has_a_plan_and_a_bound() {
        for goal in [Goal::Score(3000), Goal::BestScore { moves: 4 }] {
            let level = level(START, goal);
            let result = stopped(&level);
            let Finding::Open { best: Some(plan), .. } = &result.finding else {
                panic!("{:?}", result.finding)
            };
            let objective = G2248::objective(&level);
            assert!(!objective.is_better(plan.value, result.bound), "{goal}: {}", result.bound);
            assert!(result.bound > 0 && result.bound < 1 << 40, "{goal}: {}", result.bound);
        }
    }

    #[test]
    fn bounds_hold_on_small_boards() {
        for text in ["2 2 / 4 2", "2 4 / 2 8", "0 2 / 2 2", "2 2 2 / 4 8 2", "2 4 / 8 16"] {
            for seed in 0..5 {
                for allows_collapse in [false, true] {
                    let level =
                        |goal| level(text, goal).with_seed(seed).with_collapse(allows_collapse);
                    for moves in 0..=2 {
                        let level = level(Goal::BestScore { moves });
                        let best = solve(&level, &Budget::default(), &mut |_| ());
                        let best = best.finding.plan().map(|plan| plan.value).unwrap();
                        assert!(best <= bound(&level), "{text}, seed {seed}: {best}");
                        let most = bound(&level);
                        let level = self::level(text, Goal::Score(most as u64 + 1)).with_seed(seed);
                        let level = level.with_collapse(allows_collapse);
                        assert!(bound(&level) > moves as i64, "{text}, seed {seed}");
                    }
                }
            }
        }
    }
}
