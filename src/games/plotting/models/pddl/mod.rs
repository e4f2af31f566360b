//! The PDDL models: the two of the article, Direct, an action a shot, and Granular, an action for each step
//! of the shot block and each fall; and Lean, an action a shot without anything that planners find hard.
//!
//! Direct and Granular have one domain for all levels, Lean one for each size of boards; a level becomes a
//! problem. Lean pairs is the form that Lean has for large boards.

mod direct;
mod granular;
mod lean;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::specimen_levels;
use crate::games::plotting::board::Colour;
use crate::games::plotting::formats::rendered;
use crate::games::plotting::level::{Firing, Level};
use crate::games::plotting::rules::Hand;

/// A PDDL model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Section 4.1 of the article.
    Direct,
    /// Section 4.2 of the article.
    Granular,
    /// Made for unmodified planners: see `docs/lean.md`.
    Lean,
    /// Lean as it is for large boards, whatever the size of the board: with small states.
    LeanPairs,
}

impl Model {
    /// One of each kind.
    pub const KINDS: [Model; 3] = [Model::Direct, Model::Granular, Model::Lean];

    /// The domain, if it is the same for every level.
    pub fn domain(self) -> Option<String> {
        match self {
            Model::Direct => Some(rendered(&direct::Domain)),
            Model::Granular => Some(rendered(&granular::Domain::new())),
            Model::Lean | Model::LeanPairs => None,
        }
    }

    /// The domain that the problem of a level belongs to.
    pub fn domain_of(self, level: &Level) -> String {
        self.domain().unwrap_or_else(|| rendered(&lean::Domain::of(self.shape(level))))
    }

    /// What a Lean domain for a level is for.
    fn shape(self, level: &Level) -> lean::Shape {
        let shape = lean::Shape::of(level);
        if self == Model::LeanPairs { shape.in_pairs() } else { shape }
    }

    /// The file for the domain of a level. Levels with the same one have the same domain.
    pub fn domain_file(self, level: &Level) -> String {
        match self {
            Model::Direct | Model::Granular => "domain.pddl".to_owned(),
            Model::Lean | Model::LeanPairs => self.shape(level).domain_file(),
        }
    }

    /// The domains of levels, each once: the names of their files, and their texts.
    pub fn domains<'a>(
        self,
        levels: impl IntoIterator<Item = &'a Level>,
    ) -> BTreeMap<String, String> {
        let mut domains = BTreeMap::new();
        for level in levels {
            domains.entry(self.domain_file(level)).or_insert_with(|| self.domain_of(level));
        }
        domains
    }

    /// What stands for the whole of the model in `models/`: the domains and some problems, which together
    /// use all of the templates. The names of the files, and their texts.
    pub fn specimens(self) -> Vec<(String, String)> {
        let mut levels = specimen_levels();
        let grouped = match self {
            Model::Direct | Model::Granular => None,
            Model::Lean | Model::LeanPairs => {
                levels.push(detour());
                Some((&levels[0], self.shape(&levels[0]).in_groups()))
            }
        };
        let problem = |level: &Level| (format!("{}.pddl", level.name()), self.problem(level));
        let plain = self.domains(&levels).into_iter().chain(levels.iter().map(problem));
        let grouped = grouped.into_iter().flat_map(|(level, shape)| {
            let domain = (shape.domain_file(), rendered(&lean::Domain::of(shape)));
            let problem = rendered(&lean::Problem::of(level, shape));
            [domain, (format!("{}-in-groups.pddl", level.name()), problem)]
        });
        plain.chain(grouped).collect()
    }

    /// The problem that a level is.
    pub fn problem(self, level: &Level) -> String {
        match self {
            Model::Direct => rendered(&direct::Problem::of(level)),
            Model::Granular => rendered(&granular::Problem::of(level)),
            Model::Lean | Model::LeanPairs => {
                rendered(&lean::Problem::of(level, self.shape(level)))
            }
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Direct => "direct",
            Model::Granular => "granular",
            Model::Lean => "lean",
            Model::LeanPairs => "lean-pairs",
        })
    }
}

/// A level whose last column is hit along its rows only.
fn detour() -> Level {
    let board = "..G/RRG".parse().expect("a board");
    let level = Level::new("detour", board, 2).expect("a level");
    let firing = Firing::only(level.board(), None, Some(&[1, 2])).expect("columns of the board");
    level.with_firing(firing)
}

/// The colours of the palette by their names, which the published problems use as well.
const NAMES: [(char, &str); 15] = [
    ('R', "red"),
    ('G', "green"),
    ('B', "blue"),
    ('Y', "yellow"),
    ('O', "orange"),
    ('V', "violet"),
    ('C', "cyan"),
    ('P', "pink"),
    ('W', "white"),
    ('K', "black"),
    ('N', "brown"),
    ('T', "teal"),
    ('L', "lime"),
    ('M', "magenta"),
    ('A', "amber"),
];

/// The object that stands for a colour. PDDL does not tell small letters from capitals.
pub fn colour_name(colour: Colour) -> String {
    let letter = colour.letter();
    match NAMES.iter().find(|(known, _)| *known == letter) {
        Some((_, name)) => (*name).to_owned(),
        None if letter.is_ascii_lowercase() => format!("small-{letter}"),
        None => format!("capital-{}", letter.to_ascii_lowercase()),
    }
}

/// The colour that an object of our problems stands for, its name being in small letters.
pub fn named_colour(name: &str) -> Option<Colour> {
    let known = NAMES.iter().find(|(_, known)| *known == name).map(|(letter, _)| *letter);
    let single = |rest: &str| rest.parse::<char>().ok();
    known
        .or_else(|| single(name.strip_prefix("small-")?))
        .or_else(|| Some(single(name.strip_prefix("capital-")?)?.to_ascii_uppercase()))
        .and_then(Colour::from_letter)
}

fn hand_name(hand: Hand) -> String {
    match hand {
        Hand::Wildcard => "wildcard".to_owned(),
        Hand::Holding(colour) => colour_name(colour),
    }
}

/// The objects that stand for the colours of a level.
fn colour_names(level: &Level) -> Vec<String> {
    level.board().colours().into_iter().map(colour_name).collect()
}

/// The name of a level as a PDDL name: a letter, then letters, digits, `-` and `_`.
pub fn legal_name(name: &str) -> String {
    let legal = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' }
    };
    let name: String = name.chars().map(legal).collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) | None => format!("level-{name}"),
    }
}

/// What the first line of a problem says of its level.
fn title(level: &Level) -> String {
    let figures = level.figures();
    format!(
        "{}: {} rows, {} columns, {} colours, goal {}",
        level.name(),
        figures.rows,
        figures.columns,
        figures.colours,
        level.goal()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_names_become_legal_pddl_names() {
        for (name, legal) in [
            ("figure-9", "figure-9"),
            ("2x3-c2", "level-2x3-c2"),
            ("Größe 7 (a)", "Gr--e-7--a-"),
            ("_x", "level-_x"),
            ("a;b\"c", "a-b-c"),
        ] {
            assert_eq!(legal_name(name), legal);
        }
    }

    #[test]
    fn every_letter_has_a_name_of_its_own_and_comes_back_from_it() {
        let letters = ('a'..='z').chain('A'..='Z').filter_map(Colour::from_letter);
        let names: Vec<(Colour, String)> =
            letters.map(|colour| (colour, colour_name(colour))).collect();
        for (index, (colour, name)) in names.iter().enumerate() {
            assert_eq!(named_colour(name), Some(*colour), "{name}");
            assert_eq!(name.to_ascii_lowercase(), *name);
            assert!(names[..index].iter().all(|(_, other)| other != name), "{name}");
        }
        assert_eq!(named_colour("c1"), None);
    }
}
