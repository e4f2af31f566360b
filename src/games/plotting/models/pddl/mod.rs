//! Renders levels as PDDL problems, together with the domains of the PDDL models.
//!
//! - Direct, from the article, has one action per shot.
//! - Granular, from the article, has one action for each step of a bullet and each fall.
//! - Lean, our own, has one action per shot and avoids the features that planners find hard.
//! - Lean pairs is Lean in the encoding for large boards, used for boards of any size.
//!
//! Direct and Granular have one domain for all levels. Lean has one domain per board size.

mod direct;
mod granular;
mod lean;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::specimen_levels;
use crate::games::plotting::board::Colour;
use crate::games::plotting::formats::rendered;
use crate::games::plotting::level::{Firing, Level, Measure};
use crate::games::plotting::rules::Hand;

/// A PDDL model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Section 4.1 of the article.
    Direct,
    /// Section 4.2 of the article.
    Granular,
    /// Designed for unmodified planners; see `docs/lean.md`.
    Lean,
    /// Lean in the encoding for large boards, with small states, for boards of any size.
    LeanPairs,
}

impl Model {
    /// All of them, the one to use by default first.
    pub const ALL: [Model; 4] = [Model::Lean, Model::Granular, Model::Direct, Model::LeanPairs];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Model::Direct => "direct",
            Model::Granular => "granular",
            Model::Lean => "lean",
            Model::LeanPairs => "lean-pairs",
        }
    }

    /// The domain, or `None` if it depends on the level.
    pub fn domain(self) -> Option<String> {
        match self {
            Model::Direct => Some(rendered(&direct::Domain)),
            Model::Granular => Some(rendered(&granular::Domain::new())),
            Model::Lean | Model::LeanPairs => None,
        }
    }

    /// The domain for the problem of a level.
    pub fn domain_of(self, level: &Level) -> String {
        self.domain().unwrap_or_else(|| rendered(&lean::Domain::of(self.shape(level))))
    }

    /// The shape that determines the Lean domain of a level.
    fn shape(self, level: &Level) -> lean::Shape {
        let shape = lean::Shape::of(level);
        if self == Model::LeanPairs { shape.in_pairs() } else { shape }
    }

    /// The name of the file for the domain of a level. Levels with equal names share a domain.
    pub fn domain_file(self, level: &Level) -> String {
        match self {
            Model::Direct | Model::Granular => "domain.pddl".to_owned(),
            Model::Lean | Model::LeanPairs => self.shape(level).domain_file(),
        }
    }

    /// The distinct domains of the levels, as a map from file names to texts.
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

    /// The sample files of the model in `models/`, as pairs of file name and text. The domains and
    /// problems among them cover every part of the templates.
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

    /// The problem for a level.
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
        f.write_str(self.name())
    }
}

/// A level in which only row shots can hit the last column.
fn detour() -> Level {
    let board = "..G/RRG".parse().expect("the rows form a valid board");
    let level = Level::new("detour", board, 2).expect("the goal is within the number of blocks");
    let firing =
        Firing::only(level.board(), None, Some(&[1, 2])).expect("the board has these columns");
    level.with_firing(firing)
}

/// The names of the palette's colours, which include those used by the published problems.
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

/// The PDDL object for a colour. PDDL is not case-sensitive, so a letter outside the palette is
/// spelled out, e.g. `small-x` or `capital-x`.
pub fn colour_name(colour: Colour) -> String {
    let letter = colour.letter();
    match NAMES.iter().find(|(known, _)| *known == letter) {
        Some((_, name)) => (*name).to_owned(),
        None if letter.is_ascii_lowercase() => format!("small-{letter}"),
        None => format!("capital-{}", letter.to_ascii_lowercase()),
    }
}

/// The colour that an object in our problems stands for. `name` must be in lower case.
pub fn named_colour(name: &str) -> Option<Colour> {
    let known = NAMES.iter().find(|(_, known)| *known == name).map(|(letter, _)| *letter);
    let single = |rest: &str| rest.parse::<char>().ok();
    known
        .or_else(|| single(name.strip_prefix("small-")?))
        .or_else(|| Some(single(name.strip_prefix("capital-")?)?.to_ascii_uppercase()))
        .and_then(Colour::from_letter)
}

impl Model {
    /// Whether the model can ask for the plans of a level.
    ///
    /// # Errors
    /// If it cannot: why not.
    pub fn check(self, level: &Level) -> Result<(), String> {
        if level.measure() == Measure::Score {
            return Err("the planning models do not maximise the score; the constraint models in MiniZinc and \
                        for CP-SAT do, and --objective shots asks for the fewest shots"
                .to_owned());
        }
        if level.shot_limit().is_some_and(|limit| limit < level.removable()) {
            return Err(
                "the planning models do not limit the number of shots; the constraint models do"
                    .to_owned(),
            );
        }
        if level.lives() > 0 {
            let name = self.name();
            return Err(format!(
                "the model {name} has no MISS; the models a and s have, and --lives 0 takes the spare lives away"
            ));
        }
        Ok(())
    }
}

fn hand_name(hand: Hand) -> String {
    match hand {
        Hand::Wildcard => "wildcard".to_owned(),
        Hand::Holding(colour) => colour_name(colour),
    }
}

/// The PDDL objects for the colours of a level.
fn colour_names(level: &Level) -> Vec<String> {
    level.board().colours().into_iter().map(colour_name).collect()
}

/// The summary of a level for the first line of its problem.
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
    fn every_letter_has_a_unique_name_that_maps_back_to_it() {
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
