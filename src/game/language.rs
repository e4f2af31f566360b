//! The languages that solvers read, and the files in which they expect a model.

use serde::{Deserialize, Serialize};

/// A language that solvers read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// A PDDL domain and problem, in the files [`DOMAIN`] and [`PROBLEM`].
    Pddl,
    /// An Essence Prime model and its parameters, in [`ESSENCE_PRIME`] and [`PARAMETERS`].
    EssencePrime,
    /// A MiniZinc model and its data, in [`MINIZINC`] and [`DATA`].
    #[serde(rename = "minizinc")]
    MiniZinc,
    /// A CP-SAT model as a protocol buffer in text form, in [`PROTO`].
    CpSat,
    /// The level itself, in [`LEVEL`].
    Level,
}

/// The file with the PDDL domain.
pub const DOMAIN: &str = "domain.pddl";
/// The file with the PDDL problem.
pub const PROBLEM: &str = "problem.pddl";
/// The file with the Essence Prime model.
pub const ESSENCE_PRIME: &str = "model.eprime";
/// The file with the Essence Prime parameters.
pub const PARAMETERS: &str = "level.param";
/// The file with the MiniZinc model.
pub const MINIZINC: &str = "model.mzn";
/// The file with the MiniZinc data.
pub const DATA: &str = "level.dzn";
/// The file with the CP-SAT model.
pub const PROTO: &str = "model.textproto";
/// The file with the level itself.
pub const LEVEL: &str = "level.json";

impl Language {
    /// All of them.
    pub const ALL: [Language; 5] = [
        Language::Pddl,
        Language::EssencePrime,
        Language::MiniZinc,
        Language::CpSat,
        Language::Level,
    ];

    /// The language in words.
    pub fn words(self) -> &'static str {
        match self {
            Language::Pddl => "PDDL",
            Language::EssencePrime => "Essence Prime",
            Language::MiniZinc => "MiniZinc",
            Language::CpSat => "the CP-SAT protocol",
            Language::Level => "levels",
        }
    }

    /// The file for the part of a model that levels share, if the language has one.
    pub fn shared_file(self) -> Option<&'static str> {
        match self {
            Language::Pddl => Some(DOMAIN),
            Language::EssencePrime => Some(ESSENCE_PRIME),
            Language::MiniZinc => Some(MINIZINC),
            Language::CpSat | Language::Level => None,
        }
    }

    /// The file for the part that is the level's own.
    pub fn question_file(self) -> &'static str {
        match self {
            Language::Pddl => PROBLEM,
            Language::EssencePrime => PARAMETERS,
            Language::MiniZinc => DATA,
            Language::CpSat => PROTO,
            Language::Level => LEVEL,
        }
    }

    /// The extension of files with questions.
    pub fn question_extension(self) -> &'static str {
        let file = self.question_file();
        file.rsplit_once('.').map_or(file, |(_, extension)| extension)
    }
}

/// A file of a model: its name and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The name, without folders.
    pub name: &'static str,
    /// The text.
    pub text: String,
}

/// Turns a name into one that PDDL allows: a letter, then letters, digits, `-` and `_`.
pub fn pddl_name(name: &str) -> String {
    let legal = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' }
    };
    let name: String = name.chars().map(legal).collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) | None => format!("level-{name}"),
    }
}

/// Whether a text is a PDDL domain, which may lie beside its problems.
pub fn is_pddl_domain(text: &str) -> bool {
    let mut words = text
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default())
        .flat_map(|line| line.split_inclusive(['(', ')']))
        .flat_map(|part| {
            let (word, mark) = part.split_at(part.trim_end_matches(['(', ')']).len());
            word.split_whitespace().chain((!mark.is_empty()).then_some(mark))
        });
    ["(", "define", "(", "domain"]
        .iter()
        .all(|expected| words.next().is_some_and(|word| word.eq_ignore_ascii_case(expected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_legal_pddl_names() {
        for (name, legal) in [
            ("figure-9", "figure-9"),
            ("2x3-c2", "level-2x3-c2"),
            ("Größe 7 (a)", "Gr--e-7--a-"),
            ("_x", "level-_x"),
            ("a;b\"c", "a-b-c"),
        ] {
            assert_eq!(pddl_name(name), legal);
        }
    }

    #[test]
    fn domains_are_told_from_problems() {
        assert!(is_pddl_domain("; by hand\n(define (domain plotting)"));
        assert!(is_pddl_domain("(DEFINE\n  (Domain x) (:requirements))"));
        assert!(!is_pddl_domain("(define (problem x) (:domain plotting))"));
        assert!(!is_pddl_domain(""));
    }
}
