//! Outcomes: what came of a run, once the solver's claim was checked.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::solvers::{Claim, Stop};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A plan, replayed and found valid.
    Solved,
    /// The solver has proved that there is no plan.
    Unsolvable,
    /// There is no plan of the lengths that the solver was asked about; it was not asked about all.
    Refuted,
    /// The solver's claim does not hold.
    Wrong,
    /// It ran out of time.
    Timeout,
    /// It ran out of memory.
    Memout,
    /// It failed, or did what cannot be explained.
    Crashed,
    /// It is not on this machine.
    Missing,
    /// It was stopped by the user.
    Interrupted,
}

impl Outcome {
    /// All of them, in the order in which they are told: what needs a look comes first.
    pub const ALL: [Outcome; 9] = [
        Outcome::Wrong,
        Outcome::Solved,
        Outcome::Unsolvable,
        Outcome::Refuted,
        Outcome::Timeout,
        Outcome::Memout,
        Outcome::Crashed,
        Outcome::Missing,
        Outcome::Interrupted,
    ];

    /// The outcome as a word.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Refuted => "refuted",
            Outcome::Wrong => "wrong",
            Outcome::Timeout => "timeout",
            Outcome::Memout => "memout",
            Outcome::Crashed => "crashed",
            Outcome::Missing => "missing",
            Outcome::Interrupted => "interrupted",
        }
    }
}

impl FromStr for Outcome {
    type Err = String;

    fn from_str(text: &str) -> Result<Outcome, String> {
        Self::ALL.into_iter().find(|outcome| outcome.word() == text).ok_or_else(|| {
            let words = Self::ALL.map(Outcome::word).join(", ");
            format!("{text:?} is not an outcome ({words})")
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl From<Stop> for Outcome {
    fn from(stop: Stop) -> Outcome {
        match stop {
            Stop::Time => Outcome::Timeout,
            Stop::Memory => Outcome::Memout,
            Stop::User => Outcome::Interrupted,
        }
    }
}

/// A claim that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<P> {
    /// The outcome.
    pub outcome: Outcome,
    /// The plan, if it is valid: of a run that was stopped, the best so far.
    pub plan: Option<P>,
    /// Whether the solver says that no plan is shorter.
    pub optimal: bool,
    /// What is wrong or strange, in words.
    pub remark: Option<String>,
}

impl<P> Checked<P> {
    fn without_plan(outcome: Outcome, remark: Option<String>) -> Checked<P> {
        Checked { outcome, plan: None, optimal: false, remark }
    }
}

/// Checks a claim: `judge` reads and replays a plan, gives it with its length, and says what is wrong
/// with one that is none.
pub fn check<P>(
    claim: &Claim,
    judge: impl FnOnce(&str) -> Result<(P, usize), String>,
) -> Checked<P> {
    match claim {
        Claim::Plan { text, length, optimal } => match judge(text) {
            Ok((_, found)) if length.is_some_and(|length| length != found) => {
                let asked = length.unwrap_or_default();
                let flaw =
                    format!("it was asked for a plan of {asked} shots, and gave one of {found}");
                Checked::without_plan(Outcome::Wrong, Some(flaw))
            }
            Ok((plan, _)) => Checked {
                outcome: Outcome::Solved,
                plan: Some(plan),
                optimal: *optimal,
                remark: None,
            },
            Err(flaw) => Checked::without_plan(Outcome::Wrong, Some(flaw)),
        },
        Claim::Unsolvable => Checked::without_plan(Outcome::Unsolvable, None),
        Claim::Refuted => Checked::without_plan(Outcome::Refuted, None),
        Claim::Stopped { by, best } => Checked {
            // A plan that was being written when the solver was stopped proves nothing against it.
            plan: best.as_deref().and_then(|text| Some(judge(text).ok()?.0)),
            ..Checked::without_plan((*by).into(), None)
        },
        Claim::Crashed { how, best } => Checked {
            plan: best.as_deref().and_then(|text| Some(judge(text).ok()?.0)),
            ..Checked::without_plan(Outcome::Crashed, Some(how.clone()))
        },
    }
}
