//! The declaration of a solver, as it is written in a campaign file or in a file of solvers.

use std::collections::BTreeMap;
use std::fmt;

use regex::Regex;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::template::{Placeholder, Template};
use crate::game::Language;
use crate::game::language::{DATA, DOMAIN, ESSENCE_PRIME, LEVEL, MINIZINC, PARAMETERS, PROBLEM};
use crate::game::values::{Many, text};

/// How to find, call and read a solver.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a solver: reads, command, version, …")]
pub struct Declaration {
    /// What it is, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) about: Option<String>,
    /// How to install it, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) installation: Option<String>,
    /// What it reads.
    pub(super) reads: Reads,
    /// The program and its arguments.
    pub(super) command: Vec<Template>,
    /// The program and the arguments that print its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<Vec<Template>>,
    /// Environment variables to set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) environment: BTreeMap<String, Template>,
    /// How it searches unless a configuration says otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) search: Option<String>,
    /// Where its plans are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<PlanSource>,
    /// Whether a plan that it has written when a limit stops it is what it was asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) anytime: bool,
    /// When it has found a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solved: Option<AnyOf>,
    /// When it has proved that no plan exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unsolvable: Option<AnyOf>,
    /// When it has stopped at its time limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) timeout: Option<AnyOf>,
    /// When it has stopped at its memory limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) memout: Option<AnyOf>,
    /// When it has failed, whatever else it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) crashed: Option<AnyOf>,
    /// When its plans are optimal.
    #[serde(default)]
    pub(super) optimal: Optimal,
    /// Numbers in its output, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) numbers: BTreeMap<String, NumberPattern>,
}

/// What a solver reads. One more language is one more case here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    Pddl,
    EssencePrime,
    MiniZinc,
    /// FlatZinc, which the MiniZinc on this machine compiles a model to.
    FlatZinc,
    Level,
}

/// The file with the compiled model of a solver that reads FlatZinc.
const FLATZINC: &str = "model.fzn";

impl Reads {
    const ALL: [Reads; 5] =
        [Reads::Pddl, Reads::EssencePrime, Reads::MiniZinc, Reads::FlatZinc, Reads::Level];

    fn word(self) -> &'static str {
        match self {
            Reads::Pddl => "pddl",
            Reads::EssencePrime => "essence-prime",
            Reads::MiniZinc => "minizinc",
            Reads::FlatZinc => "flatzinc",
            Reads::Level => "level",
        }
    }

    /// The language of the models that are rendered for it.
    pub(super) fn language(self) -> Language {
        match self {
            Reads::Pddl => Language::Pddl,
            Reads::EssencePrime => Language::EssencePrime,
            Reads::MiniZinc | Reads::FlatZinc => Language::MiniZinc,
            Reads::Level => Language::Level,
        }
    }

    /// The files that it needs, and what stands for each in its command.
    fn files(self) -> &'static [(Placeholder, &'static str)] {
        match self {
            Reads::Pddl => &[(Placeholder::Domain, DOMAIN), (Placeholder::Problem, PROBLEM)],
            Reads::EssencePrime => {
                &[(Placeholder::Model, ESSENCE_PRIME), (Placeholder::Data, PARAMETERS)]
            }
            Reads::MiniZinc => &[(Placeholder::Model, MINIZINC), (Placeholder::Data, DATA)],
            Reads::FlatZinc => &[(Placeholder::Model, FLATZINC)],
            Reads::Level => &[(Placeholder::Level, LEVEL)],
        }
    }

    /// The file that a placeholder stands for.
    pub(super) fn file(self, placeholder: Placeholder) -> Option<&'static str> {
        self.files().iter().find(|(known, _)| *known == placeholder).map(|(_, file)| *file)
    }

    /// Whether its output has the form that the standard of MiniZinc gives.
    pub(super) fn prints_as_minizinc(self) -> bool {
        matches!(self, Reads::MiniZinc | Reads::FlatZinc)
    }
}

impl<'de> Deserialize<'de> for Reads {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Reads, D::Error> {
        text(source, |word| {
            Reads::ALL.into_iter().find(|reads| reads.word() == word).ok_or_else(|| {
                let words = Reads::ALL.map(Reads::word).join(", ");
                format!("{word:?} is not a language that a declared solver can read ({words})")
            })
        })
    }
}

impl Serialize for Reads {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// A regular expression for lines.
#[derive(Clone, Debug)]
pub(super) struct Pattern(pub(super) Regex);

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Pattern {
    /// The text that it finds in a line: its first group, or all of it without a group.
    pub(super) fn find<'a>(&self, line: &'a str) -> Option<&'a str> {
        let found = self.0.captures(line)?;
        found.get(1).or(found.get(0)).map(|found| found.as_str())
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Pattern, D::Error> {
        text(source, |text| {
            // The message of an error has several lines: the last one is the reason.
            let reason = |error: regex::Error| {
                let error = error.to_string();
                error.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
            };
            let pattern = Regex::new(text);
            pattern
                .map(Pattern)
                .map_err(|error| format!("{text:?} is not a regular expression: {}", reason(error)))
        })
    }
}

impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.as_str())
    }
}

/// Where the plans of a solver are. Each of them replaces the one before it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "where the plan is: file, begins, ends, lines")]
pub(super) struct PlanSource {
    /// The name of its file, with `*` for several; standard output without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<FileName>,
    /// The line before a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) begins: Option<Pattern>,
    /// The line after a plan, without which it is not whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ends: Option<Pattern>,
    /// The lines of a plan; the first group is the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lines: Option<Pattern>,
}

/// The name of a file in the working directory of a run, with `*` for any characters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct FileName(pub(super) String);

impl<'de> Deserialize<'de> for FileName {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<FileName, D::Error> {
        text(source, |name| {
            if name.is_empty() || name.contains('/') {
                return Err(format!("{name:?} is not the name of a file in the run's folder"));
            }
            glob::Pattern::new(name).map_err(|error| format!("{name:?}: {}", error.msg))?;
            Ok(FileName(name.to_owned()))
        })
    }
}

/// Any of several conditions.
pub(super) type AnyOf = Many<Condition>;

/// What a solver does to say something; all that is given has to hold.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a condition: exit, output, pattern, plan")]
pub(super) struct Condition {
    /// Its exit code is one of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exit: Option<Many<u8>>,
    /// A line that it prints contains one of these texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Many<String>>,
    /// A line that it prints matches one of these regular expressions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pattern: Option<Many<Pattern>>,
    /// Whether it wrote a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<bool>,
}

impl Condition {
    fn is_empty(&self) -> bool {
        *self == Condition::default()
    }
}

/// When the plans of a solver are optimal.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Optimal {
    /// Always, or never.
    Always(bool),
    /// With these searches.
    With(Vec<String>),
    /// When it says so.
    When(Condition),
}

impl Default for Optimal {
    fn default() -> Optimal {
        Optimal::Always(false)
    }
}

impl<'de> Deserialize<'de> for Optimal {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Optimal, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Optimal;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, a list of searches, or a condition such as {output: …}")
            }

            fn visit_bool<E: Error>(self, always: bool) -> Result<Optimal, E> {
                Ok(Optimal::Always(always))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Optimal, A::Error> {
                let mut searches = Vec::new();
                while let Some(search) = list.next_element()? {
                    searches.push(search);
                }
                Ok(Optimal::With(searches))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Optimal, A::Error> {
                Condition::deserialize(MapAccessDeserializer::new(map)).map(Optimal::When)
            }
        }
        source.deserialize_any(Reader)
    }
}

impl Serialize for Optimal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Optimal::Always(always) => to.serialize_bool(*always),
            Optimal::With(searches) => searches.serialize(to),
            Optimal::When(condition) => condition.serialize(to),
        }
    }
}

/// A number in the output of a solver.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct NumberPattern {
    /// Finds the number; the last one counts.
    pub(super) pattern: Pattern,
    /// What it is multiplied with.
    pub(super) scale: f64,
}

impl<'de> Deserialize<'de> for NumberPattern {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<NumberPattern, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Scaled {
            pattern: Pattern,
            #[serde(default = "one")]
            scale: f64,
        }
        fn one() -> f64 {
            1.0
        }
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = NumberPattern;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a regular expression, or {pattern: …, scale: …}")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<NumberPattern, E> {
                let source = serde::de::value::StrDeserializer::<E>::new(text);
                Ok(NumberPattern { pattern: Pattern::deserialize(source)?, scale: 1.0 })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<NumberPattern, A::Error> {
                let Scaled { pattern, scale } =
                    Scaled::deserialize(MapAccessDeserializer::new(map))?;
                Ok(NumberPattern { pattern, scale })
            }
        }
        source.deserialize_any(Reader)
    }
}

impl Declaration {
    /// Checks what the types do not.
    ///
    /// # Errors
    /// If the declaration contradicts itself: where and why, in words.
    pub(super) fn check(&self) -> Result<(), String> {
        let Some(program) = self.command.first() else {
            return Err("command: the list is empty".to_owned());
        };
        check_program("command", program)?;
        let has = |wanted: Placeholder| {
            self.command.iter().flat_map(Template::placeholders).any(|found| found == wanted)
        };
        for placeholder in self.command.iter().flat_map(Template::placeholders) {
            let files = Reads::ALL.iter().any(|reads| reads.file(placeholder).is_some());
            if files && self.reads.file(placeholder).is_none() {
                let (name, reads) = (placeholder.name(), self.reads.word());
                return Err(format!("command: {{{name}}} does not go with reads: {reads}"));
            }
        }
        for (placeholder, _) in self.reads.files() {
            if !has(*placeholder) {
                let (name, reads) = (placeholder.name(), self.reads.word());
                return Err(format!("command: {{{name}}} is needed with reads: {reads}"));
            }
        }
        if has(Placeholder::Options)
            && !self.command.iter().any(|word| word.is(Placeholder::Options))
        {
            return Err("command: {options} has to be an argument of its own".to_owned());
        }
        if has(Placeholder::Search) != self.search.is_some() {
            return Err(
                "{search} in the command and the key search, its default, go together".into()
            );
        }
        if let Optimal::With(searches) = &self.optimal
            && (searches.is_empty() || self.search.is_none())
        {
            return Err("optimal: a list of searches goes with {search} in the command".to_owned());
        }
        if let Some(version) = &self.version {
            let program = version.first().ok_or("version: the list is empty")?;
            check_program("version", program)?;
            if version.iter().any(|word| !only_here(word)) {
                return Err("version: {here} is the only placeholder that it can have".to_owned());
            }
        }
        for (name, value) in &self.environment {
            if name.is_empty() || name.contains(['=', '\0']) || !only_here(value) {
                return Err(format!(
                    "environment: {name:?} is not a variable, or has a placeholder other than {{here}}"
                ));
            }
        }
        let conditions = [
            ("solved", &self.solved),
            ("unsolvable", &self.unsolvable),
            ("timeout", &self.timeout),
            ("memout", &self.memout),
            ("crashed", &self.crashed),
        ];
        for (key, conditions) in conditions {
            let all = conditions.iter().flat_map(|conditions| &conditions.0);
            if all.into_iter().any(Condition::is_empty) {
                return Err(format!("{key}: a condition is empty (exit, output, pattern, plan)"));
            }
        }
        Ok(())
    }

    /// Whether its command has a seed.
    pub(super) fn takes_seed(&self) -> bool {
        let mut all = self.command.iter().flat_map(Template::placeholders);
        all.any(|placeholder| placeholder == Placeholder::Seed)
    }
}

fn only_here(word: &Template) -> bool {
    word.placeholders().all(|placeholder| placeholder == Placeholder::Here)
}

fn check_program(key: &str, program: &Template) -> Result<(), String> {
    if program.to_string().is_empty() || !only_here(program) {
        return Err(format!("{key}: its first word {:?} is not a program", program.to_string()));
    }
    Ok(())
}
