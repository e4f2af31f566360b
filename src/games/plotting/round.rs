//! A round of the arcade game: shots and MISSes, spare lives, a limit of shots, and the score.
//!
//! What a shot does to the board is in [`super::rules`]; this module says when a step is allowed, when the
//! round is over, and what each step earns. A level without lives, limit and score plays by it too.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::level::{Level, Measure};
use super::rules::{Effect, Hand, NotAShot, NullShot, Position, Shot, shoot};

/// What one shot earns that clears this many blocks: 100 times the square of the number.
pub fn shot_score(cleared: usize) -> i64 {
    let cleared = cleared as i64;
    100 * cleared * cleared
}

/// What ending the round earns with this many blocks left: 1000, and 1000 more for each block below the
/// goal.
pub fn end_bonus(left: usize, goal: usize) -> i64 {
    1000 * (1 + goal as i64 - left as i64)
}

/// A step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A shot, written `r3` or `c2`.
    Shot(Shot),
    /// A MISS: a spare life buys a wildcard. Written `MISS`.
    Miss,
}

impl Step {
    /// The word for a MISS in plans.
    pub const MISS: &'static str = "MISS";

    /// The shot, unless the step is a MISS.
    pub fn shot(self) -> Option<Shot> {
        match self {
            Step::Shot(shot) => Some(shot),
            Step::Miss => None,
        }
    }
}

impl From<Shot> for Step {
    fn from(shot: Shot) -> Step {
        Step::Shot(shot)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Shot(shot) => shot.fmt(f),
            Step::Miss => f.write_str(Step::MISS),
        }
    }
}

/// Parses `r3`, `c2` or `MISS`, in capital or small letters.
impl FromStr for Step {
    type Err = NotAShot;

    fn from_str(text: &str) -> Result<Step, NotAShot> {
        if text.eq_ignore_ascii_case(Step::MISS) {
            Ok(Step::Miss)
        } else {
            text.parse().map(Step::Shot)
        }
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A state of a round. It does not hold the score, so that two ways to the same state can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The board and the hand.
    pub position: Position,
    /// The spare lives left.
    pub lives: usize,
    /// The shots left, if the level limits them.
    pub shots_left: Option<usize>,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The step.
    pub step: Step,
    /// What the shot did; `None` for a MISS.
    pub effect: Option<Effect>,
    /// What the step earns, with the end of the round if it ends it.
    pub score: i64,
    /// The state after it.
    pub after: State,
}

impl Turn {
    /// What the step adds to the value of a plan by a measure.
    pub fn value(&self, measure: Measure) -> i64 {
        match measure {
            Measure::Shots => 1,
            Measure::Score => self.score,
        }
    }
}

/// Why a step is not allowed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Illegal {
    /// The shot changes nothing.
    #[error(transparent)]
    Null(#[from] NullShot),
    /// The level does not allow the shot.
    #[error("the level does not allow firing from there")]
    NotAFiringPosition,
    /// The round is over, and its plans are scored.
    #[error("the goal is met, which ends the round")]
    RoundOver,
    /// The limit of shots is reached.
    #[error("all {0} shots of the level are used")]
    NoShotsLeft(usize),
    /// A MISS, and there is still a shot that clears something.
    #[error("a MISS is not allowed while a shot is left, and {0} is")]
    ShotLeft(Shot),
    /// A MISS, and there is no spare life.
    #[error("no spare life is left for a MISS")]
    NoLife,
}

impl Illegal {
    /// The reason as a word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Illegal::Null(_) => "null-shot",
            Illegal::NotAFiringPosition => "not-a-firing-position",
            Illegal::RoundOver => "round-over",
            Illegal::NoShotsLeft(_) => "no-shots-left",
            Illegal::ShotLeft(_) => "shot-left",
            Illegal::NoLife => "no-life",
        }
    }

    /// What holds, in words.
    pub fn held(self) -> String {
        match self {
            Illegal::Null(NullShot::Blocked { place, block, hand }) => {
                format!("the first block hit is {block} at {place}, the hand is {hand}")
            }
            Illegal::Null(NullShot::NothingHit) => "there is no block on its way".to_owned(),
            Illegal::ShotLeft(shot) => format!("{shot} clears something"),
            Illegal::NotAFiringPosition
            | Illegal::RoundOver
            | Illegal::NoShotsLeft(_)
            | Illegal::NoLife => self.to_string(),
        }
    }

    /// What should hold, in words.
    pub fn expected(self) -> String {
        match self {
            Illegal::Null(NullShot::Blocked { .. }) => {
                "the first block hit should have the colour of the hand"
            }
            Illegal::Null(NullShot::NothingHit) => "a shot should hit a block",
            Illegal::NotAFiringPosition => {
                "the level should allow firing along that row or down that column"
            }
            Illegal::RoundOver => "a plan should end as soon as the goal is met",
            Illegal::NoShotsLeft(_) => "the plan should keep to the limit of shots",
            Illegal::ShotLeft(_) => "a MISS should only be called when no shot clears anything",
            Illegal::NoLife => "a spare life should be left for the MISS",
        }
        .to_owned()
    }
}

impl Level {
    /// The state at the start of a round.
    pub fn opening(&self) -> State {
        State { position: self.start().clone(), lives: self.lives(), shots_left: self.shot_limit() }
    }

    /// The shots from a firing position that clear something, with what they do. The limit of shots does
    /// not matter here.
    pub fn effects(&self, position: &Position) -> impl Iterator<Item = Effect> {
        Shot::all(self.board())
            .filter(|&shot| self.firing().allows(shot))
            .filter_map(|shot| shoot(position, shot).ok())
    }

    /// Whether the round is over: where plans are scored, as soon as the goal is met.
    pub fn is_over(&self, state: &State) -> bool {
        self.measure() == Measure::Score && self.is_met_by(&state.position.board)
    }

    /// Plays a step.
    ///
    /// # Errors
    /// If the step is not allowed.
    pub fn play(&self, state: &State, step: Step) -> Result<Turn, Illegal> {
        match step {
            Step::Shot(shot) => Ok(self.fired(state, self.fire(state, shot)?)),
            Step::Miss => self.missed(state),
        }
    }

    /// Whether the round goes on.
    fn check_open(&self, state: &State) -> Result<(), Illegal> {
        if self.is_over(state) {
            return Err(Illegal::RoundOver);
        }
        match (state.shots_left, self.shot_limit()) {
            (Some(0), Some(limit)) => Err(Illegal::NoShotsLeft(limit)),
            (Some(_) | None, _) => Ok(()),
        }
    }

    /// Whether the round goes on and the level allows firing from there.
    ///
    /// # Errors
    /// If not.
    pub fn aim(&self, state: &State, shot: Shot) -> Result<(), Illegal> {
        self.check_open(state)?;
        if self.firing().allows(shot) { Ok(()) } else { Err(Illegal::NotAFiringPosition) }
    }

    /// What an allowed shot does to the board and the hand.
    ///
    /// # Errors
    /// If the shot is not allowed.
    pub fn fire(&self, state: &State, shot: Shot) -> Result<Effect, Illegal> {
        self.aim(state, shot)?;
        Ok(shoot(&state.position, shot)?)
    }

    /// The turn of an allowed shot with this effect.
    pub fn fired(&self, state: &State, effect: Effect) -> Turn {
        let blocks = effect.after.board.blocks();
        let ends = blocks <= self.goal() && !self.is_met_by(&state.position.board);
        let bonus = if ends { end_bonus(blocks, self.goal()) } else { 0 };
        let after = State {
            position: effect.after.clone(),
            shots_left: state.shots_left.map(|shots| shots - 1),
            ..*state
        };
        let score = shot_score(effect.consumed.len()) + bonus;
        Turn { step: Step::Shot(effect.shot), effect: Some(effect), score, after }
    }

    fn missed(&self, state: &State) -> Result<Turn, Illegal> {
        self.check_open(state)?;
        if let Some(effect) = self.effects(&state.position).next() {
            return Err(Illegal::ShotLeft(effect.shot));
        }
        let lives = state.lives.checked_sub(1).ok_or(Illegal::NoLife)?;
        let position = Position { hand: Hand::Wildcard, ..state.position.clone() };
        let after = State { position, lives, shots_left: state.shots_left };
        Ok(Turn { step: Step::Miss, effect: None, score: 0, after })
    }

    /// The turns of all steps that are allowed in a state.
    pub fn turns(&self, state: &State) -> Vec<Turn> {
        if self.check_open(state).is_err() {
            return Vec::new();
        }
        let turns: Vec<Turn> =
            self.effects(&state.position).map(|effect| self.fired(state, effect)).collect();
        if turns.is_empty() { self.missed(state).into_iter().collect() } else { turns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::level::Firing;

    fn level(board: &str, goal: usize) -> Level {
        Level::new("test", board.parse().unwrap(), goal).unwrap()
    }

    fn scored(board: &str, goal: usize) -> Level {
        level(board, goal).with_measure(Measure::Score)
    }

    fn only(level: Level, rows: &[usize], columns: &[usize]) -> Level {
        let firing = Firing::only(level.board(), Some(rows), Some(columns)).unwrap();
        level.with_firing(firing)
    }

    /// Plays steps up to the first that is not allowed.
    fn play(level: &Level, words: &str) -> Result<Vec<Turn>, Illegal> {
        let mut state = level.opening();
        let mut turns = Vec::new();
        for word in words.split_whitespace() {
            let turn = level.play(&state, word.parse().unwrap())?;
            state = turn.after.clone();
            turns.push(turn);
        }
        Ok(turns)
    }

    fn illegal(level: &Level, words: &str) -> String {
        play(level, words).unwrap_err().to_string()
    }

    /// A level in which the hand is stuck with G after c1, with one life to go on.
    fn stuck(lives: i128) -> Level {
        only(level("RR/GR", 0), &[], &[1, 2]).with_lives(lives).unwrap()
    }

    #[test]
    fn a_round_ends_as_soon_as_the_goal_is_met_even_if_shots_remain() {
        let level = scored("RRRG/RGRR", 6);
        assert!(level.is_over(&play(&level, "c1").unwrap()[0].after));
        assert_eq!(level.turns(&play(&level, "c1").unwrap()[0].after), []);
        assert_eq!(illegal(&level, "c1 r1"), "the goal is met, which ends the round");
    }

    #[test]
    fn where_shots_are_counted_a_plan_may_go_on_after_the_goal_is_met() {
        assert_eq!(play(&level("RRRG/RGRR", 6), "c1 r1").unwrap().len(), 2);
    }

    #[test]
    fn clearing_n_blocks_with_one_shot_gives_100_times_n_squared() {
        assert_eq!([1, 2, 3, 6].map(shot_score), [100, 400, 900, 3600]);
        let turns = play(&scored("RRRG/RGRR", 1), "c1 r1 r2").unwrap();
        assert_eq!(turns.iter().map(|turn| turn.score).collect::<Vec<_>>(), [400, 400, 100]);
    }

    #[test]
    fn ending_the_round_gives_1000_and_1000_more_for_each_block_below_the_quota() {
        assert_eq!([3, 2, 0].map(|left| end_bonus(left, 3)), [1000, 2000, 4000]);
        let score = |goal| play(&scored("RRRG/RGRR", goal), "c1").unwrap()[0].score;
        assert_eq!((score(5), score(6), score(7)), (400, 1400, 2400));
    }

    #[test]
    fn the_end_of_the_round_is_paid_once() {
        let turns = play(&level("RRRG/RGRR", 6), "c1 r1").unwrap();
        assert_eq!((turns[0].score, turns[1].score), (1400, 400));
    }

    #[test]
    fn a_miss_is_legal_only_when_the_hand_has_no_shot_left_that_clears_something() {
        let level = stuck(1);
        assert_eq!(
            illegal(&level, "MISS"),
            "a MISS is not allowed while a shot is left, and c1 is"
        );
        let turns = play(&level, "c1 MISS").unwrap();
        assert_eq!((turns[0].after.position.hand.to_string(), turns[1].score), ("G".to_owned(), 0));
    }

    #[test]
    fn only_shots_from_firing_positions_stand_in_the_way_of_a_miss() {
        let everywhere = level("RG/GR", 0).with_lives(1).unwrap();
        assert!(play(&everywhere, "c1 MISS").is_err(), "c2 clears the G on top");
        let first_column = only(everywhere, &[], &[1]);
        assert!(play(&first_column, "c1 MISS").is_ok());
    }

    #[test]
    fn a_miss_makes_the_hand_a_wildcard_at_the_cost_of_a_spare_life() {
        let after = &play(&stuck(2), "c1 MISS").unwrap()[1].after;
        assert_eq!((after.position.hand, after.lives), (Hand::Wildcard, 1));
        assert_eq!(after.position.board.to_string(), ".R/RR");
        assert_eq!(play(&stuck(1), "c1 MISS c2 c1").unwrap()[3].after.position.board.blocks(), 0);
    }

    #[test]
    fn the_third_miss_ends_a_game_with_two_spares() {
        // Two empty columns: the wildcard has no shot either.
        let level = only(level("R.G/R.G", 0), &[], &[2]);
        let with = |lives| level.clone().with_lives(lives).unwrap();
        assert_eq!(play(&with(2), "MISS MISS").unwrap()[1].after.lives, 0);
        assert_eq!(illegal(&with(2), "MISS MISS MISS"), "no spare life is left for a MISS");
    }

    #[test]
    fn in_the_planning_problem_of_the_article_there_are_no_spares() {
        assert_eq!(stuck(0).lives(), Level::MOST_LIVES - 99);
        assert_eq!(illegal(&stuck(0), "c1 MISS"), "no spare life is left for a MISS");
        assert_eq!(stuck(0).turns(&play(&stuck(0), "c1").unwrap()[0].after), []);
    }

    #[test]
    fn a_level_has_an_initial_hand_and_a_limit_of_shots() {
        let level = level("RRRG/RGRR", 1).with_shot_limit(Some(2)).unwrap();
        assert_eq!(illegal(&level, "c1 r1 r2"), "all 2 shots of the level are used");
        assert_eq!(play(&level, "c1 r1").unwrap()[1].after.shots_left, Some(0));
        assert_eq!(level.longest_plan(), 2);
    }

    #[test]
    fn a_miss_does_not_count_as_a_shot() {
        let level = stuck(1).with_shot_limit(Some(3)).unwrap();
        assert_eq!(play(&level, "c1 MISS c2 c1").unwrap()[3].after.shots_left, Some(0));
    }

    #[test]
    fn a_miss_drops_the_colour_of_the_hand_so_lemma_1_allows_one_block_less() {
        let level = level("RG/GR", 0);
        assert_eq!((level.fewest_blocks(), level.longest_plan()), (1, 3));
        let level = level.with_lives(1).unwrap();
        assert_eq!((level.fewest_blocks(), level.longest_plan()), (0, 5));
    }

    #[test]
    fn a_step_is_a_shot_or_the_word_miss() {
        for word in ["r3", "c12", "MISS"] {
            assert_eq!(word.parse::<Step>().unwrap().to_string(), word);
        }
        assert_eq!("miss".parse(), Ok(Step::Miss));
        assert!("MISSED".parse::<Step>().is_err());
    }
}
