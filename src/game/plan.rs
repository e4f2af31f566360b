//! Dialects of plans, and what replaying a plan finds.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Game;
use super::level::Details;
use super::picture::Picture;
use super::words::Objective;

/// A form that a plan can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
}

impl Dialect {
    /// Steps separated by white space.
    pub const TEXT: Dialect = Dialect { name: "text", about: "Steps separated by white space" };
}

/// What replaying a plan finds: every step, the end, and the finding.
pub struct Replay {
    /// The steps that were played.
    pub played: Vec<Played>,
    /// The end of the plan; for a plan with a faulty step, the position before that step.
    pub end: Picture,
    /// The number of steps after which the goal first held, if it did.
    pub goal_met_after: Option<usize>,
    /// The plan, replayed and valid, or its flaw.
    pub finding: Result<Judged, Flaw>,
    /// Sentences that follow the finding, each on a line of its own.
    pub remarks: Vec<String>,
    /// What `validate --json` adds.
    pub verdict: Details,
    /// What `simulate --json` adds.
    pub play: Details,
}

/// A step that was played.
pub struct Played {
    /// The step as a word of a plan.
    pub word: String,
    /// What it did, in a line.
    pub story: String,
    /// The position after it.
    pub after: Picture,
}

/// A plan that was replayed and is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its steps, one word each.
    pub steps: Vec<String>,
    /// Its value by the objective of the level.
    pub value: i64,
    /// What it achieves, in words: `4 shots, 1 block left, the goal is 1`.
    pub words: String,
}

/// Where and why a plan fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What a step is called, which is the key of its number in JSON.
    pub noun: &'static str,
    /// The number of the step, from 1; 0 before the first. If the goal is missed, the last step.
    pub step: usize,
    /// The line of the plan, if it was read from a text.
    pub line: Option<usize>,
    /// The action of a planner's plan that fails, as it is written.
    pub action: Option<String>,
    /// The reason as a word for programs.
    pub reason: &'static str,
    /// What held.
    pub held: String,
    /// What should have held.
    pub expected: String,
    /// All of it in one sentence.
    pub message: String,
    /// Whether every step is legal and only the goal is missed.
    pub is_goal_missed: bool,
    /// What the picture of the end shows, where that needs saying.
    pub place: Option<String>,
}

impl Serialize for Flaw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.noun, &self.step)?;
        map.serialize_entry("line", &self.line)?;
        map.serialize_entry("action", &self.action)?;
        map.serialize_entry("reason", self.reason)?;
        map.serialize_entry("held", &self.held)?;
        map.serialize_entry("expected", &self.expected)?;
        map.serialize_entry("message", &self.message)?;
        map.end()
    }
}

/// A plan that was played, as JSON.
#[derive(Clone, Serialize)]
struct Summary {
    steps: Vec<String>,
    value: i64,
    goal_met: bool,
}

/// Replays a plan whose steps are words for the moves of the game.
pub fn play<G: Game>(level: &G::Level, words: &[String]) -> Replay {
    let mut state = G::start(level);
    let mut goal_met_after = G::is_won(level, &state).then_some(0);
    let mut value = 0;
    let mut played: Vec<Played> = Vec::new();
    let mut flaw = None;
    for word in words {
        let Some(step) = G::moves(level, &state).into_iter().find(|step| step.word == *word) else {
            flaw = Some(Flaw::illegal(G::STEP.one, played.len() + 1, word));
            break;
        };
        (state, value) = (step.after, value + step.value);
        let story = match step.value {
            1 => word.clone(),
            gained => format!("{word}, {gained:+}: {value}"),
        };
        played.push(Played { word: word.clone(), story, after: G::picture(level, &state) });
        if goal_met_after.is_none() && G::is_won(level, &state) {
            goal_met_after = Some(played.len());
        }
    }
    let steps: Vec<String> = played.iter().map(|step| step.word.clone()).collect();
    let goal_met = G::is_won(level, &state);
    if flaw.is_none() && !goal_met {
        flaw = Some(Flaw::goal_missed(G::STEP.one, steps.len()));
    }
    let length = G::STEP.count(steps.len() as i128);
    let words = match (G::objective(level), G::objective(level).tell(value, G::STEP)) {
        (Objective::FewestSteps, _) => length,
        (Objective::LeastCost | Objective::GreatestScore, value) => format!("{length}, {value}"),
    };
    let summary = Summary { steps: steps.clone(), value, goal_met };
    Replay {
        played,
        end: G::picture(level, &state),
        goal_met_after,
        finding: flaw.map_or(Ok(Judged { steps, value, words }), Err),
        remarks: Vec::new(),
        verdict: Box::new(summary.clone()),
        play: Box::new(summary),
    }
}

impl Flaw {
    fn illegal(noun: &'static str, step: usize, word: &str) -> Flaw {
        let held = format!("{word} is not a legal {noun} here");
        Flaw {
            noun,
            step,
            line: None,
            action: None,
            reason: "illegal-step",
            message: format!("{noun} {step}, {word}: {held}"),
            held,
            expected: format!("each {noun} should be legal"),
            is_goal_missed: false,
            place: None,
        }
    }

    fn goal_missed(noun: &'static str, step: usize) -> Flaw {
        Flaw {
            noun,
            step,
            line: None,
            action: None,
            reason: "goal-missed",
            held: "the goal is not met".to_owned(),
            expected: "the goal should be met at the end".to_owned(),
            message: match step {
                0 => "the plan is empty: the goal is not met".to_owned(),
                step => format!("after {noun} {step}: the goal is not met"),
            },
            is_goal_missed: true,
            place: None,
        }
    }
}
