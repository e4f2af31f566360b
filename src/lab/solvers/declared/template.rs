//! Words of a command with placeholders, e.g. `{problem}`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::values::text;

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placeholder {
    /// The file with the PDDL domain.
    Domain,
    /// The file with the PDDL problem.
    Problem,
    /// The file with the constraint model.
    Model,
    /// The file with its data or parameters.
    Data,
    /// The file with the level.
    Level,
    /// The file that the solver writes its plan to.
    Plan,
    /// The seed.
    Seed,
    /// The time limit in seconds.
    Time,
    /// The time limit in milliseconds.
    Milliseconds,
    /// The memory limit in MiB.
    Memory,
    /// How to search.
    Search,
    /// Further arguments.
    Options,
    /// The folder of the file that declares the solver.
    Here,
}

use Placeholder::{
    Data, Domain, Here, Level, Memory, Milliseconds, Model, Options, Plan, Problem, Search, Seed,
    Time,
};

impl Placeholder {
    const ALL: [Placeholder; 13] = [
        Domain,
        Problem,
        Model,
        Data,
        Level,
        Plan,
        Seed,
        Time,
        Milliseconds,
        Memory,
        Search,
        Options,
        Here,
    ];

    /// Its name between the braces.
    pub(super) fn name(self) -> &'static str {
        match self {
            Domain => "domain",
            Problem => "problem",
            Model => "model",
            Data => "data",
            Level => "level",
            Plan => "plan",
            Seed => "seed",
            Time => "time",
            Milliseconds => "milliseconds",
            Memory => "memory",
            Search => "search",
            Options => "options",
            Here => "here",
        }
    }

    fn named(name: &str) -> Result<Placeholder, String> {
        Self::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
            let all: Vec<String> = Self::ALL.map(|known| format!("{{{}}}", known.name())).into();
            format!("{{{name}}} is not a placeholder ({})", all.join(", "))
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Place(Placeholder),
}

/// A word with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    /// As it was written.
    text: String,
    parts: Vec<Part>,
}

impl Template {
    fn read(text: &str) -> Result<Template, String> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            let after = &rest[at + 1..];
            if let Some(after) = after.strip_prefix(brace) {
                plain.push_str(brace);
                rest = after;
                continue;
            }
            let inside = (brace == "{").then(|| after.split_once('}')).flatten();
            let (name, after) = inside.ok_or_else(|| {
                format!("{text:?} has a single {brace}; for a brace write it twice: {brace}{brace}")
            })?;
            if !plain.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut plain)));
            }
            parts.push(Part::Place(Placeholder::named(name)?));
            rest = after;
        }
        plain.push_str(rest);
        if !plain.is_empty() || parts.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Template { text: text.to_owned(), parts })
    }

    /// The placeholders in it.
    pub(super) fn placeholders(&self) -> impl Iterator<Item = Placeholder> {
        self.parts.iter().filter_map(|part| match part {
            Part::Place(placeholder) => Some(*placeholder),
            Part::Text(_) => None,
        })
    }

    /// Whether it is this placeholder and nothing else.
    pub(super) fn is(&self, placeholder: Placeholder) -> bool {
        self.parts == [Part::Place(placeholder)]
    }

    /// The word, with a value for each placeholder.
    pub(super) fn fill(&self, value: &dyn Fn(Placeholder) -> String) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Place(placeholder) => value(*placeholder),
        };
        self.parts.iter().map(part).collect()
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Template, D::Error> {
        text(source, Template::read)
    }
}

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> String {
        Template::read(text).unwrap().fill(&|placeholder| placeholder.name().to_uppercase())
    }

    #[test]
    fn placeholders_are_filled_and_double_braces_are_braces() {
        assert_eq!(filled("--plan={plan}.{seed}"), "--plan=PLAN.SEED");
        assert_eq!(filled("print({{1: 2}})"), "print({1: 2})");
        assert_eq!(filled("{{{plan}}}"), "{PLAN}");
        assert_eq!(filled(""), "");
        assert!(Template::read("{options}").unwrap().is(Placeholder::Options));
        assert!(!Template::read("x{options}").unwrap().is(Placeholder::Options));
    }

    #[test]
    fn an_unknown_placeholder_and_a_single_brace_are_refused() {
        let error = |text: &str| Template::read(text).unwrap_err();
        assert!(error("{prolbem}").starts_with("{prolbem} is not a placeholder ({domain}, "));
        let single = "\"{a\" has a single {; for a brace write it twice: {{";
        assert_eq!(error("{a"), single);
        assert_eq!(error("a}"), "\"a}\" has a single }; for a brace write it twice: }}");
    }
}
