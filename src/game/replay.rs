//! Plays plans step by step, the same way for every game: the game says what a step does or why it cannot
//! be played.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::level::Details;
use super::motion::Stage;
use super::plan::{Flaw, Judged, Planned, Played, Replay};
use super::words::{Measure, Noun, Objective};
use super::{Game, Move};

/// What a step does.
pub struct Turn<S> {
    /// What it adds to the value of the plan: 1 where the objective counts steps.
    pub value: i64,
    /// What it does, in a line.
    pub story: String,
    /// What it does, as JSON: an object, part of what `simulate` answers.
    pub details: Details,
    /// The stages that it goes through, in a game whose steps are shown stage by stage.
    pub stages: Vec<Stage>,
    /// The state after it.
    pub after: S,
}

/// Why a step cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The reason as a word for programs.
    pub reason: &'static str,
    /// What holds instead, in words.
    pub held: String,
    /// What should have held.
    pub expected: String,
}

/// Plays a plan from the start of its level until it ends or fails. `turn` plays one step in a state.
pub fn play<G: Game, S: Display>(
    level: &G::Level,
    steps: &[Planned<S>],
    turn: impl Fn(&G::State, &S) -> Result<Turn<G::State>, Fault>,
) -> Replay {
    let mut game = Play::<G>::new(level);
    for step in steps {
        match turn(&game.state, &step.step) {
            Ok(turn) => game.take(step.step.to_string(), turn),
            Err(fault) => {
                let flaw = Flaw::at(G::STEP, game.played.len() + 1, step, fault);
                return game.over(steps.len(), Some(flaw));
            }
        }
    }
    let flaw = (!G::is_won(level, &game.state)).then(|| {
        let line = steps.last().and_then(|step| step.line);
        Flaw::goal_missed(G::STEP, steps.len(), line, &G::shortfall(level, &game.state))
    });
    game.over(steps.len(), flaw)
}

/// Plays a plan whose steps are words for the [moves](Game::moves) of the game.
pub fn play_words<G: Game>(level: &G::Level, words: &[String]) -> Replay {
    let steps: Vec<Planned<&String>> = words.iter().map(Planned::bare).collect();
    play::<G, _>(level, &steps, |state, word| turn_by_moves::<G>(level, state, word))
}

/// What a step does that is a word for one of the [moves](Game::moves) of the game.
///
/// # Errors
/// If the word is not one of a legal move.
pub fn turn_by_moves<G: Game>(
    level: &G::Level,
    state: &G::State,
    word: &str,
) -> Result<Turn<G::State>, Fault> {
    let step = G::moves(level, state).into_iter().find(|step| step.word == word);
    let Some(Move { word, value, after }) = step else {
        let noun = G::STEP.one;
        return Err(Fault {
            reason: "illegal-step",
            held: format!("{word} is not a legal {noun} here"),
            expected: format!("each {noun} should be legal"),
        });
    };
    let (details, stages) = (Box::new(Nothing {}), Vec::new());
    Ok(Turn { value, story: word, details, stages, after })
}

/// No details.
#[derive(Serialize)]
struct Nothing {}

/// A game in progress.
struct Play<'a, G: Game> {
    level: &'a G::Level,
    state: G::State,
    value: i64,
    played: Vec<Played>,
    /// The played steps as JSON.
    turns: Vec<TurnDetails>,
    /// The first state in which a plan may end.
    goal_met_after: Option<usize>,
}

impl<'a, G: Game> Play<'a, G> {
    fn new(level: &'a G::Level) -> Play<'a, G> {
        let state = G::start(level);
        let goal_met_after = G::is_won(level, &state).then_some(0);
        let (played, turns) = (Vec::new(), Vec::new());
        Play { level, state, value: 0, played, turns, goal_met_after }
    }

    fn take(&mut self, word: String, turn: Turn<G::State>) {
        let Turn { value, story, details, stages, after } = turn;
        self.value += value;
        let objective = G::objective(self.level);
        let measure = Measure { step: G::STEP, name: G::value_name(self.level) };
        let story = match objective {
            _ if G::SHOWS_VALUE => story,
            Objective::FewestSteps => story,
            Objective::LeastCost | Objective::GreatestScore => {
                format!("{story}; {}", objective.tell(self.value, measure))
            }
        };
        let state = G::state_details(self.level, &after);
        self.turns.push(TurnDetails { noun: G::STEP.one, word: word.clone(), details, state });
        self.played.push(Played { word, story, stages, after: G::picture(self.level, &after) });
        if self.goal_met_after.is_none() && G::is_won(self.level, &after) {
            self.goal_met_after = Some(self.played.len());
        }
        self.state = after;
    }

    /// The replay of a plan of this many steps that ends here.
    fn over(self, length: usize, flaw: Option<Flaw>) -> Replay {
        let Play { level, state, value, played, turns, goal_met_after } = self;
        let steps: Vec<String> = played.iter().map(|step| step.word.clone()).collect();
        let measure = Measure { step: G::STEP, name: G::value_name(level) };
        let words = told(G::objective(level), steps.len(), value, measure);
        let goal_met = goal_met_after.is_some();
        let goal_met_after = goal_met_after.filter(|_| G::has_goal_to_meet(level));
        let end = G::state_details(level, &state);
        let start = G::state_details(level, &G::start(level));
        Replay {
            end: G::picture(level, &state),
            remarks: remarks(G::STEP, length, goal_met_after, flaw.as_ref()),
            finding: flaw.map_or(Ok(Judged { steps, value, words }), Err),
            verdict: Box::new(Findings { length, value, goal_met_after, end }),
            play: Box::new(Moves { start, moves: turns, value, goal_met }),
            played,
            goal_met_after,
        }
    }
}

/// A plan in words: `4 moves`, `6 moves, cost 2`.
fn told(objective: Objective, length: usize, value: i64, measure: Measure) -> String {
    let length = measure.step.count(length as i128);
    match objective {
        Objective::FewestSteps => length,
        Objective::LeastCost | Objective::GreatestScore => {
            format!("{length}, {}", objective.tell(value, measure))
        }
    }
}

/// What is to be said about a goal that was met before the end.
fn remarks(step: Noun, length: usize, met: Option<usize>, flaw: Option<&Flaw>) -> Vec<String> {
    match (met, flaw) {
        (Some(after), None) if after < length => {
            vec![format!("The goal is met after {} already.", step.count(after as i128))]
        }
        (Some(0), Some(_)) => vec!["The goal is met at the start.".to_owned()],
        (Some(after), Some(_)) => {
            vec![format!("The goal was met after {}.", step.count(after as i128))]
        }
        (Some(_), None) | (None, _) => Vec::new(),
    }
}

/// A step that was played, as JSON: its word, what it did, and the state after it.
struct TurnDetails {
    noun: &'static str,
    word: String,
    details: Details,
    state: Details,
}

impl Serialize for TurnDetails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Parts<'a> {
            #[serde(flatten)]
            details: &'a Details,
            #[serde(flatten)]
            state: &'a Details,
        }
        #[derive(Serialize)]
        struct Whole<'a> {
            #[serde(flatten)]
            step: Entry<'a>,
            #[serde(flatten)]
            parts: Parts<'a>,
        }
        let step = Entry { key: self.noun, value: &self.word };
        let parts = Parts { details: &self.details, state: &self.state };
        Whole { step, parts }.serialize(serializer)
    }
}

/// An object with one key.
struct Entry<'a> {
    key: &'static str,
    value: &'a str,
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.key, self.value)?;
        map.end()
    }
}

/// What `validate --json` adds.
#[derive(Serialize)]
struct Findings {
    length: usize,
    value: i64,
    goal_met_after: Option<usize>,
    #[serde(flatten)]
    end: Details,
}

/// What `simulate --json` adds.
#[derive(Serialize)]
struct Moves {
    start: Details,
    moves: Vec<TurnDetails>,
    value: i64,
    goal_met: bool,
}

impl Flaw {
    fn at<S: Display>(noun: Noun, number: usize, step: &Planned<S>, fault: Fault) -> Flaw {
        let Fault { reason, held, expected } = fault;
        let place = match (&step.action, step.line) {
            (Some(action), Some(line)) => format!("line {line}, {action}"),
            (Some(action), None) => action.clone(),
            (None, _) => format!("{} {number}, {}", noun.one, step.step),
        };
        Flaw {
            noun: noun.one,
            step: number,
            line: step.line,
            action: step.action.clone(),
            reason,
            message: format!("{place}: {held}"),
            held,
            expected,
            is_goal_missed: false,
            place: None,
        }
    }

    fn goal_missed(noun: Noun, step: usize, line: Option<usize>, held: &str) -> Flaw {
        Flaw {
            noun: noun.one,
            step,
            line,
            action: None,
            reason: "goal-missed",
            held: held.to_owned(),
            expected: "the goal should be met at the end".to_owned(),
            message: match step {
                0 => format!("the plan is empty: {held}"),
                step => format!("after {} {step}: {held}", noun.one),
            },
            is_goal_missed: true,
            place: None,
        }
    }
}
