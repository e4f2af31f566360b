//! Dialects of plans, steps as they are read, and what replaying a plan finds.

use std::fmt;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::level::{Details, ReadError};
use super::motion::Stage;
use super::picture::Picture;

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

/// The dialects of a game: for each, what the game's code calls it and how the command line names it.
pub struct Dialects<D, const N: usize> {
    all: [D; N],
    /// The dialects by name.
    pub entries: [Dialect; N],
}

impl<D: Copy + PartialEq, const N: usize> Dialects<D, N> {
    /// Dialects with their names and what they are, in a line.
    pub const fn new(table: [(D, &'static str, &'static str); N]) -> Dialects<D, N> {
        let mut all = [table[0].0; N];
        let mut entries = [Dialect::TEXT; N];
        let mut index = 0;
        while index < N {
            let (dialect, name, about) = table[index];
            all[index] = dialect;
            entries[index] = Dialect { name, about };
            index += 1;
        }
        Dialects { all, entries }
    }

    /// A dialect with its name.
    pub fn entry(&'static self, dialect: D) -> Option<&'static Dialect> {
        let index = self.all.iter().position(|known| *known == dialect)?;
        Some(&self.entries[index])
    }

    /// The dialect of this name.
    pub fn named(&self, name: &str) -> Option<D> {
        let index = self.entries.iter().position(|entry| entry.name == name)?;
        Some(self.all[index])
    }
}

/// A text without the byte order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Why a plan cannot refer to this place on a board.
pub fn outside(place: impl fmt::Display, rows: usize, columns: usize) -> String {
    format!("{place} is outside the board, which has {rows} rows and {columns} columns")
}

/// A step of a plan as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned<S> {
    /// The step.
    pub step: S,
    /// The line of the plan, if it was read from a text.
    pub line: Option<usize>,
    /// The action of a planner's plan, as it is written.
    pub action: Option<String>,
}

impl<S> Planned<S> {
    /// A step without a text.
    pub fn bare(step: S) -> Planned<S> {
        Planned { step, line: None, action: None }
    }

    /// A step on this line of a text.
    pub fn on_line(step: S, line: usize) -> Planned<S> {
        Planned { step, line: Some(line), action: None }
    }
}

/// The steps of a plan as they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps<S>(pub Vec<Planned<S>>);

impl<S> Steps<S> {
    /// The steps, if `check` finds nothing wrong with any of them.
    ///
    /// # Errors
    /// If it does: the reason, with the line of the step.
    pub fn checked(self, check: impl Fn(&S) -> Result<(), String>) -> Result<Steps<S>, ReadError> {
        for Planned { step, line, .. } in &self.0 {
            check(step).map_err(|reason| match line {
                Some(line) => ReadError::on_line(*line, reason),
                None => ReadError::new(reason),
            })?;
        }
        Ok(self)
    }
}

impl<S> Default for Steps<S> {
    fn default() -> Steps<S> {
        Steps(Vec::new())
    }
}

impl<M, S: From<M>> FromIterator<M> for Steps<S> {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Steps<S> {
        Steps(moves.into_iter().map(|step| Planned::bare(S::from(step))).collect())
    }
}

impl<S: fmt::Display> fmt::Display for Steps<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|planned| planned.step.to_string()).collect();
        f.write_str(&words.join(" "))
    }
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
    /// The stages that it went through, in a game whose steps are shown stage by stage.
    pub stages: Vec<Stage>,
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

impl Flaw {
    /// The message, with the line of the plan where that is not part of it.
    pub fn sentence(&self) -> String {
        // An action is quoted with its line already.
        let line = self.line.filter(|_| self.action.is_none());
        let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
        format!("{}{line}", self.message)
    }
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
