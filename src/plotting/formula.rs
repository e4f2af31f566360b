//! Formulas in which some names have values: which levels are wanted, which boards a conjecture is about.
//!
//! The expressions are those of MiniJinja: numbers, `+ - * / // % **`, comparisons, `and`, `or`, `not`,
//! `in`, `a if condition else b`, brackets, and the functions below. Nothing else of it is there.

use std::sync::LazyLock;

use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Expression};
use thiserror::Error;

/// The functions that formulas may call.
pub const FUNCTIONS: [&str; 5] = ["min", "max", "abs", "sqrt", "log2"];

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::empty();
    environment.set_debug(true);
    environment.add_function("min", f64::min);
    environment.add_function("max", f64::max);
    environment.add_function("abs", f64::abs);
    environment.add_function("sqrt", f64::sqrt);
    environment.add_function("log2", f64::log2);
    environment
});

/// What is wrong with a formula.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FormulaError {
    /// It is not an expression.
    #[error("column {column}: {reason}, in {text:?}")]
    Syntax {
        /// The formula.
        text: String,
        /// Where it goes wrong, in letters from 1.
        column: usize,
        /// How.
        reason: String,
    },
    /// It uses a name that means nothing.
    #[error("column {column}: there is no {kind} {name:?}{hint}; there are {known}")]
    Unknown {
        /// What it should be.
        kind: &'static str,
        /// The name.
        name: String,
        /// Where it stands, in letters from 1.
        column: usize,
        /// Which name may be meant.
        hint: String,
        /// The names that mean something.
        known: String,
    },
    /// It gives something else than it should.
    #[error("{text:?} gives {found}, not {expected}")]
    Value {
        /// The formula.
        text: String,
        /// What it gives.
        found: String,
        /// What it should give.
        expected: &'static str,
    },
}

/// An expression, some names of which have values.
#[derive(Debug)]
pub struct Formula {
    text: String,
    expression: Expression<'static, 'static>,
}

impl Formula {
    /// Reads a formula in which these names may occur; a name with a dot leads into an object.
    ///
    /// # Errors
    /// If the text is no expression, or uses another name.
    pub fn new(text: &str, kind: &'static str, names: &[&str]) -> Result<Formula, FormulaError> {
        let wrong = |error: &minijinja::Error| FormulaError::Syntax {
            text: text.to_owned(),
            column: column(text, error.range().map_or(text.len(), |range| range.start)),
            reason: error.detail().unwrap_or("not an expression").replace('\n', " "),
        };
        let expression =
            ENVIRONMENT.compile_expression_owned(text.to_owned()).map_err(|error| wrong(&error))?;
        let mut used: Vec<String> = expression.undeclared_variables(true).into_iter().collect();
        used.sort_by_key(|name| place(text, name));
        for name in used {
            if names.contains(&name.as_str()) || FUNCTIONS.contains(&name.as_str()) {
                continue;
            }
            return Err(FormulaError::Unknown {
                kind,
                column: column(text, place(text, &name)),
                hint: hint(&name, names),
                name,
                known: names.join(", "),
            });
        }
        Ok(Formula { text: text.to_owned(), expression })
    }

    /// What it gives where its names have these values.
    fn value(&self, scope: &Value, expected: &'static str) -> Result<Value, FormulaError> {
        let wrong =
            |found: String| FormulaError::Value { text: self.text.clone(), found, expected };
        self.expression.eval(scope).map_err(|error| {
            let detail = error.detail().map(|detail| format!(" ({detail})")).unwrap_or_default();
            wrong(format!("an error: {}{detail}", error.kind()))
        })
    }

    /// Whether it holds.
    ///
    /// # Errors
    /// If it gives something that is neither true nor false.
    pub fn holds(&self, scope: &Value) -> Result<bool, FormulaError> {
        const EXPECTED: &str = "true or false, as a comparison does";
        let value = self.value(scope, EXPECTED)?;
        match value.kind() {
            ValueKind::Bool => Ok(value.is_true()),
            _ => Err(self.wrong(&value, EXPECTED)),
        }
    }

    /// The number that it gives.
    ///
    /// # Errors
    /// If it gives something else.
    pub fn number(&self, scope: &Value) -> Result<f64, FormulaError> {
        const EXPECTED: &str = "a number";
        let value = self.value(scope, EXPECTED)?;
        let number = match value.kind() {
            ValueKind::Bool => Ok(f64::from(u8::from(value.is_true()))),
            _ => f64::try_from(value.clone()),
        };
        number.ok().filter(|number| number.is_finite()).ok_or_else(|| self.wrong(&value, EXPECTED))
    }

    fn wrong(&self, value: &Value, expected: &'static str) -> FormulaError {
        FormulaError::Value { text: self.text.clone(), found: value.to_string(), expected }
    }
}

/// Where a name stands in a formula, as a word of its own.
fn place(text: &str, name: &str) -> usize {
    let is_part = |letter: Option<char>| {
        letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == '.')
    };
    let stands_alone = |&(at, _): &(usize, &str)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    };
    let found = text.match_indices(name).find(stands_alone).or(text.match_indices(name).next());
    found.map_or(0, |(at, _)| at)
}

fn column(text: &str, at: usize) -> usize {
    1 + text.char_indices().take_while(|(index, _)| *index < at).count()
}

/// The known name that is most like another, if it is like it at all.
fn hint(name: &str, names: &[&str]) -> String {
    let likeness = |known: &&&str| {
        let ending = known.rsplit('.').next().unwrap_or(known);
        distance(name, known).min(distance(name, ending))
    };
    match names.iter().min_by_key(likeness) {
        Some(known) if likeness(&known) <= 2 => format!(" (perhaps {known}?)"),
        Some(_) | None => String::new(),
    }
}

/// How many letters must be changed, added or left out to make one word of another.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut diagonal = index;
        row[0] = index + 1;
        for (at, other) in other.chars().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[row.len() - 1]
}
