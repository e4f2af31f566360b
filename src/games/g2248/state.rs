//! The state of a game, and what a move does to it: stages, score, and the state after it.

use serde::Serialize;

use super::board::{Board, Number};
use super::level::{Goal, Hint, Level};
use super::refill::Supply;
use super::rules::{self, Illegal, Merge, Move};

/// A state of play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The board.
    pub board: Board,
    /// How far the source of new numbers has been used.
    pub supply: Supply,
    /// The sum of the blocks that joins have made.
    pub score: u64,
    /// The number of moves that may follow, if the goal limits it.
    pub moves_left: Option<usize>,
    /// Whether the goal is a hint that is met: by any join, or by one whose block ended up beside an equal
    /// one.
    pub is_hint_met: bool,
}

/// A stage of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The new blocks are there, and holes where the others were.
    Holes,
    /// The columns have packed down.
    Fall,
    /// New numbers have come in.
    Refill,
}

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The blocks that were joined: one merge for a join, one for each group of a collapse.
    pub merges: Vec<Merge>,
    /// The board after each stage; the refill is left out if nothing came in.
    pub stages: Vec<(Stage, Board)>,
    /// What the move adds to the score.
    pub score: u64,
    /// What the move adds to the value of a plan.
    pub value: i64,
    /// The state after it.
    pub after: State,
}

impl Turn {
    /// The board after the fall, before anything comes in.
    pub fn fallen(&self) -> &Board {
        &self.stages[1].1
    }
}

impl Level {
    /// The state at the start.
    pub fn start(&self) -> State {
        State {
            board: self.board().clone(),
            supply: self.source().start(),
            score: 0,
            moves_left: self.goal().and_then(Goal::moves),
            is_hint_met: false,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&self, state: &State, step: &Move) -> Result<Turn, Illegal> {
        if let Some(illegal) = over(state) {
            return Err(illegal);
        }
        let (merges, score) = match step {
            Move::Join(path) => {
                let merge = rules::join(&state.board, path)?;
                let score = merge.block.value();
                (vec![merge], score)
            }
            Move::Collapse if self.may_collapse() => (rules::collapse(&state.board)?, 0),
            Move::Collapse => return Err(Illegal::NoCollapse),
        };
        let holes = rules::merged(&state.board, &merges);
        let fallen = rules::fallen(&holes);
        let (mut board, mut supply) = (fallen.clone(), state.supply.clone());
        self.source().fill(&mut supply, &mut board);
        let value = self.value(&merges, score);
        let is_hint_met = match self.goal() {
            Some(Goal::Hint(Hint::Path)) => true,
            Some(Goal::Hint(Hint::Adjacent)) => fallen.touches_equal(merges[0].lands(&holes)),
            Some(Goal::Blocks(_) | Goal::Score(_) | Goal::BestScore { .. }) | None => false,
        };
        let mut stages = vec![(Stage::Holes, holes), (Stage::Fall, fallen)];
        if stages[1].1 != board {
            stages.push((Stage::Refill, board.clone()));
        }
        let after = State {
            board,
            supply,
            score: state.score.saturating_add(score),
            moves_left: state.moves_left.map(|moves| moves - 1),
            is_hint_met,
        };
        Ok(Turn { merges, stages, score, value, after })
    }

    /// Whether no move is legal in a state, whatever is on the board.
    pub fn is_over(&self, state: &State) -> bool {
        over(state).is_some()
    }

    /// The level that goes on from a state: what has come in is no longer to come, and what has been scored
    /// is no longer asked for.
    #[must_use]
    pub fn starting_at(&self, state: &State) -> Level {
        let goal = self.goal().map(|goal| match (goal, state.moves_left) {
            (Goal::Score(score), _) => Goal::Score(score.saturating_sub(state.score)),
            (Goal::BestScore { .. }, Some(moves)) => Goal::BestScore { moves },
            (Goal::Blocks(_) | Goal::BestScore { .. } | Goal::Hint(_), _) => goal,
        });
        self.continued(state.board.clone(), self.source().rest(&state.supply)).with_goal(goal)
    }

    /// Whether a collapse is a move: always in play, in a plan if the level allows it, and never in a hint,
    /// which is a join.
    pub fn may_collapse(&self) -> bool {
        match self.goal() {
            None => true,
            Some(Goal::Hint(_)) => false,
            Some(Goal::Blocks(_) | Goal::Score(_) | Goal::BestScore { .. }) => {
                self.allows_collapse()
            }
        }
    }

    /// What a move adds to the value of a plan: 1 where moves are counted, the score where that is the aim,
    /// the sum of the path for a maximum path, and the block for a maximum adjacent.
    fn value(&self, merges: &[Merge], score: u64) -> i64 {
        let value = match self.goal() {
            None | Some(Goal::Blocks(_) | Goal::Score(_)) => 1,
            Some(Goal::BestScore { .. }) => score,
            Some(Goal::Hint(Hint::Path)) => merges.iter().map(|merge| merge.sum).sum(),
            Some(Goal::Hint(Hint::Adjacent)) => {
                merges.iter().map(|merge| merge.block).max().map_or(0, Number::value)
            }
        };
        i64::try_from(value).unwrap_or(i64::MAX)
    }

    /// Whether a plan may end in a state. Without a goal it never may.
    pub fn is_met_by(&self, state: &State) -> bool {
        match self.goal() {
            None => false,
            Some(Goal::Blocks(blocks)) => state.board.blocks() <= blocks,
            Some(Goal::Score(score)) => state.score >= score,
            Some(Goal::BestScore { .. }) => true,
            Some(Goal::Hint(_)) => state.is_hint_met,
        }
    }
}

/// Why no move is legal in a state, whatever is on the board.
fn over(state: &State) -> Option<Illegal> {
    if state.moves_left == Some(0) {
        Some(Illegal::NoMovesLeft)
    } else if state.board.is_finished() {
        Some(Illegal::Finished)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::super::refill::Source;
    use super::*;

    fn level(text: &str) -> Level {
        Level::new("level", board(text)).unwrap()
    }

    fn play(level: &Level, words: &[&str]) -> Result<Vec<Turn>, Illegal> {
        let mut state = level.start();
        let mut turns = Vec::new();
        for word in words {
            let step = match *word {
                Move::COLLAPSE => Move::Collapse,
                path => Move::Join(path.parse().unwrap()),
            };
            let turn = level.play(&state, &step)?;
            state = turn.after.clone();
            turns.push(turn);
        }
        Ok(turns)
    }

    #[test]
    fn a_move_has_stages_and_scores_the_new_block() {
        let queue =
            |values: &[u64]| values.iter().map(|&value| Number::of(value).unwrap()).collect();
        let source = Source::Queues(vec![queue(&[2, 8]), queue(&[])]);
        let level = level("4 64 / 2 32 / 2 64").with_source(source).unwrap();
        let turn = &play(&level, &["3,1-2,1"]).unwrap()[0];
        let stages: Vec<_> =
            turn.stages.iter().map(|(stage, board)| (*stage, board.to_string())).collect();
        let expected = [
            (Stage::Holes, "4 64 / 4 32 / 0 64"),
            (Stage::Fall, "0 64 / 4 32 / 4 64"),
            (Stage::Refill, "2 64 / 4 32 / 4 64"),
        ];
        assert_eq!(stages, expected.map(|(stage, text)| (stage, text.to_owned())));
        assert_eq!((turn.score, turn.after.score), (4, 4));
        assert_eq!(turn.after.supply, Supply::Queues(vec![1, 0]));
    }

    #[test]
    fn a_collapse_does_not_score_and_has_to_be_allowed_in_a_plan() {
        let playing = level("2 2 / 4 8");
        assert!(play(&playing, &["collapse"]).is_ok());
        let level = playing.with_goal(Some(Goal::Blocks(1)));
        assert_eq!(play(&level, &["collapse"]), Err(Illegal::NoCollapse));
        let level = level.with_collapse(true);
        let hint = level.clone().with_goal(Some(Goal::Hint(Hint::Path)));
        assert_eq!(play(&hint, &["collapse"]), Err(Illegal::NoCollapse));
        let turn = &play(&level, &["collapse"]).unwrap()[0];
        assert_eq!((turn.after.board.to_string().as_str(), turn.after.score), ("0 4 / 4 8", 0));
        assert_eq!(turn.stages.len(), 2);
        assert_eq!(play(&level, &["collapse", "1,2-2,1"]).unwrap()[1].after.score, 8);
    }

    #[test]
    fn a_goal_may_limit_the_number_of_moves() {
        let level = level("2 2 / 4 4").with_goal(Some(Goal::BestScore { moves: 1 }));
        assert!(level.is_met_by(&level.start()));
        assert_eq!(play(&level, &["1,1-1,2", "2,1-2,2"]), Err(Illegal::NoMovesLeft));
        assert_eq!(play(&level, &["1,1-1,2-2,2-2,1"]).unwrap()[0].value, 16);
    }

    #[test]
    fn a_game_ends_with_a_number_above_the_limit() {
        let greatest = Number::power(Number::GREATEST).unwrap();
        let level = level(&format!("{greatest} {greatest} 2 2"));
        assert_eq!(play(&level, &["1,1-1,2", "1,3-1,4"]), Err(Illegal::Finished));
        assert_eq!(play(&level, &["1,3-1,4", "1,1-1,2"]).map(|turns| turns.len()), Ok(2));
    }

    #[test]
    fn a_level_goes_on_from_a_state() {
        let queue =
            |values: &[u64]| values.iter().map(|&value| Number::of(value).unwrap()).collect();
        let source = Source::Queues(vec![queue(&[2, 8]), queue(&[4])]);
        let level = level("2 2 / 4 2").with_source(source).unwrap();
        let level = level.with_goal(Some(Goal::Score(20)));
        let turns = play(&level, &["1,1-1,2", "1,2-2,1"]).unwrap();
        let rest = level.starting_at(&turns[0].after);
        assert_eq!(rest.goal(), Some(Goal::Score(16)));
        assert_eq!(play(&rest, &["1,2-2,1"]).unwrap()[0].after.board, turns[1].after.board);
        let chance = level.with_seed(7);
        let turns = play(&chance, &["1,1-1,2", "1,2-2,1"]).unwrap();
        let rest = play(&chance.starting_at(&turns[0].after), &["1,2-2,1"]).unwrap();
        assert_eq!(rest[0].after.board, turns[1].after.board);
        assert_eq!(rest[0].after.supply, turns[1].after.supply);
    }

    #[test]
    fn an_adjacent_hint_asks_for_a_block_beside_an_equal_one_after_the_fall() {
        let level = level("4 64 / 2 32 / 2 64").with_goal(Some(Goal::Hint(Hint::Adjacent)));
        let turn = &play(&level, &["2,1-3,1"]).unwrap()[0];
        assert!(level.is_met_by(&turn.after) && turn.value == 4);
        let level = Level::new("x", board("2 2 8 4")).unwrap().with_goal(level.goal());
        assert!(!level.is_met_by(&play(&level, &["1,1-1,2"]).unwrap()[0].after));
    }
}
