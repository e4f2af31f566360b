//! Facts about a level, the forms it is written in, and why a text is not one.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Something of a game as JSON, for programs.
pub type Details = Box<dyn erased_serde::Serialize + Send + Sync>;

/// Why a text is not what it should be, in one sentence that names the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    place: Option<Place>,
    reason: String,
}

/// A line, and a column of it if known, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    line: usize,
    column: Option<usize>,
}

impl ReadError {
    /// An error from the sentence that explains it.
    pub fn new(reason: impl fmt::Display) -> ReadError {
        ReadError { place: None, reason: reason.to_string() }
    }

    /// An error at this line and column of the text.
    pub fn at(line: usize, column: usize, reason: impl fmt::Display) -> ReadError {
        let place = Some(Place { line, column: Some(column) });
        ReadError { place, reason: reason.to_string() }
    }

    /// An error somewhere on this line of the text.
    pub fn on_line(line: usize, reason: impl fmt::Display) -> ReadError {
        ReadError { place: Some(Place { line, column: None }), reason: reason.to_string() }
    }

    /// An error of the JSON parser.
    pub fn json(error: &serde_json::Error) -> ReadError {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let reason = text.strip_suffix(&format!(" at line {line} column {column}"));
        let reason = reason.unwrap_or(&text);
        // The parser names a type of the language.
        let counts = [", expected u8", ", expected u32", ", expected u64", ", expected usize"];
        match counts.iter().find_map(|count| reason.strip_suffix(count)) {
            Some(found) => {
                ReadError::at(line, column, format!("{found}, expected a whole number from 0 up"))
            }
            None => ReadError::at(line, column, reason),
        }
    }

    /// The error in a larger text, in which this one starts at the given line and column.
    pub fn starting_at(self, line: usize, column: usize) -> ReadError {
        let place = match self.place {
            None => Place { line, column: None },
            Some(Place { line: 1, column: within }) => {
                Place { line, column: within.map(|within| within + column - 1) }
            }
            Some(Place { line: within, column }) => Place { line: within + line - 1, column },
        };
        ReadError { place: Some(place), ..self }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            None => f.write_str(&self.reason),
            Some(Place { line, column: None }) => write!(f, "line {line}: {}", self.reason),
            Some(Place { line, column: Some(column) }) => {
                write!(f, "line {line}, column {column}: {}", self.reason)
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// A level, and the form that it was read from.
#[derive(Clone, Debug)]
pub struct Reading<L> {
    /// The level.
    pub level: L,
    /// The form, in one word.
    pub form: &'static str,
}

/// A level within a text that holds several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The text of the level.
    pub text: &'a str,
    /// The line where it starts, from 1.
    pub line: usize,
}

/// A form that a level can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The form in one word, which is also the extension of its files.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Whether the text asks for a plan of a given length.
    pub takes_steps: bool,
}

impl Form {
    /// The form that every game has.
    pub const JSON: Form =
        Form { name: "json", about: "The project's own form", takes_steps: false };
}

/// A part of a level that the command line can replace, with `--NAME VALUE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelOption {
    /// Its name.
    pub name: &'static str,
    /// What its value is called in help texts.
    pub value: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
}

/// Facts about a level, as records and reports show them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelFacts {
    /// Its name.
    pub name: String,
    /// The kind of level, for tables by class: e.g. 5x5.
    pub class: String,
    /// Numbers that describe it, e.g. rows, columns, colours, goal.
    pub figures: Figures,
    /// The figure that measures how large it is, e.g. blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
}

impl LevelFacts {
    /// Facts about the level of this name, in this class, with these figures.
    pub fn new(name: &str, class: String, figures: &[(&str, usize)]) -> LevelFacts {
        let figures = figures.iter().map(|&(name, number)| (name.to_owned(), number as u64));
        let figures = Figures(figures.collect());
        LevelFacts { name: name.to_owned(), class, figures, size: None }
    }

    /// The facts, with the figure that measures how large the level is.
    pub fn sized_by(self, figure: &str) -> LevelFacts {
        LevelFacts { size: Some(figure.to_owned()), ..self }
    }
}

/// Numbers by name, in the order that their game gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures(Vec<(String, u64)>);

impl Figures {
    /// The number of this name.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.iter().find(|(known, _)| *known == name).map(|(_, number)| number)
    }

    /// The names and numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, number)| (name.as_str(), *number))
    }
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Figures {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Figures, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Figures;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("numbers by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Figures, A::Error> {
                let mut all = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(Figures(all))
            }
        }
        source.deserialize_map(Reader)
    }
}
