//! Formulas over named values, which select levels or describe the boards of a conjecture.
//!
//! The expressions are those of MiniJinja: numbers, `+ - * / // % **`, comparisons, `and`, `or`,
//! `not`, `in`, `a if condition else b`, brackets, and the functions below. Everything else that
//! MiniJinja supports is rejected, because it is unbounded and some of it makes MiniJinja fail.

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

/// Why a formula is invalid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FormulaError {
    /// It is not an expression.
    #[error("column {column}: {reason}, in {text:?}")]
    Syntax {
        /// The formula.
        text: String,
        /// Where the error is, in characters from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// It uses an unknown name.
    #[error("column {column}: unknown {kind} {name:?}{hint}; expected one of {known}")]
    Unknown {
        /// What the name should stand for, e.g. a metric.
        kind: &'static str,
        /// The name.
        name: String,
        /// Where the name is, in characters from 1.
        column: usize,
        /// A suggestion, if a known name is similar.
        hint: String,
        /// The known names.
        known: String,
    },
    /// Its value has the wrong type.
    #[error("{text:?} gives {found}, not {expected}")]
    Value {
        /// The formula.
        text: String,
        /// Its value.
        found: String,
        /// The expected type of value.
        expected: &'static str,
    },
}

/// An expression over named values.
#[derive(Debug)]
pub struct Formula {
    text: String,
    expression: Expression<'static, 'static>,
}

impl Formula {
    /// Parses a formula in which these names may occur.
    ///
    /// # Errors
    /// If `text` is not an expression, or uses another name.
    pub fn new(text: &str, kind: &'static str, names: &[&str]) -> Result<Formula, FormulaError> {
        let wrong = |error: &minijinja::Error| {
            let reason = error.detail().unwrap_or("not an expression").replace('\n', " ");
            // If the input ends too soon, the range is that of the last word.
            let range = error.range().filter(|_| !reason.starts_with("unexpected end of input"));
            let column = column(text, range.map_or(text.len(), |range| range.start));
            FormulaError::Syntax { text: text.to_owned(), column, reason }
        };
        if let Some((at, reason)) = rejected(text) {
            let beginning = text.chars().take(60).collect();
            return Err(FormulaError::Syntax { text: beginning, column: column(text, at), reason });
        }
        let flat = without_dots(text);
        let expression =
            ENVIRONMENT.compile_expression_owned(flat.clone()).map_err(|error| wrong(&error))?;
        let is_known = |name: &String| {
            FUNCTIONS.contains(&name.as_str()) || names.iter().any(|known| plain(known) == *name)
        };
        let used = expression.undeclared_variables(true).into_iter();
        let unknown = used.filter(|name| !is_known(name)).map(|name| (place(&flat, &name), name));
        if let Some((at, name)) = unknown.min() {
            let name = text.get(at..at + name.len()).unwrap_or(&name).to_owned();
            return Err(FormulaError::Unknown {
                kind,
                column: column(text, at),
                hint: hint(&name, names),
                name,
                known: names.join(", "),
            });
        }
        Ok(Formula { text: text.to_owned(), expression })
    }

    /// The value of the formula, with the values of its names taken from `scope`.
    fn value(&self, scope: &Value, expected: &'static str) -> Result<Value, FormulaError> {
        let wrong =
            |found: String| FormulaError::Value { text: self.text.clone(), found, expected };
        self.expression.eval(scope).map_err(|error| {
            let detail = error.detail().map(|detail| format!(" ({detail})")).unwrap_or_default();
            wrong(format!("an error: {}{detail}", error.kind()))
        })
    }

    /// Whether the formula holds.
    ///
    /// # Errors
    /// If its value is neither true nor false.
    pub fn holds(&self, scope: &Value) -> Result<bool, FormulaError> {
        const EXPECTED: &str = "true or false, as a comparison does";
        let value = self.value(scope, EXPECTED)?;
        if value.kind() == ValueKind::Bool {
            Ok(value.is_true())
        } else {
            Err(self.wrong(&value, EXPECTED))
        }
    }

    /// The value of the formula as a number.
    ///
    /// # Errors
    /// If its value is not a finite number.
    pub fn number(&self, scope: &Value) -> Result<f64, FormulaError> {
        const EXPECTED: &str = "a number";
        let value = self.value(scope, EXPECTED)?;
        let number = if value.kind() == ValueKind::Bool {
            Some(f64::from(u8::from(value.is_true())))
        } else {
            f64::try_from(value.clone()).ok()
        };
        number.filter(|number| number.is_finite()).ok_or_else(|| self.wrong(&value, EXPECTED))
    }

    fn wrong(&self, value: &Value, expected: &'static str) -> FormulaError {
        let found = if value.is_undefined() || value.is_none() {
            "nothing".to_owned()
        } else if value.kind() == ValueKind::Plain {
            "a function".to_owned()
        } else {
            value.to_string()
        };
        FormulaError::Value { text: self.text.clone(), found, expected }
    }
}

/// MiniJinja's recursion can be as deep as a formula is long.
const LONGEST: usize = 4096;

/// Where a formula contains something that is not allowed, and why it is not.
fn rejected(text: &str) -> Option<(usize, String)> {
    if text.len() > LONGEST {
        return Some((LONGEST, format!("a formula has at most {LONGEST} characters")));
    }
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if "{}[]|~:;#@\\".contains(letter) => {
                return Some((at, format!("{letter:?} is not allowed in a formula")));
            }
            Some(_) | None => {}
        }
    }
    None
}

/// A name with its dots replaced, so that it is one word of the same length.
pub fn plain(name: &str) -> String {
    name.replace('.', "_")
}

/// A formula in which each name with dots is one word: MiniJinja would read `-a.b` as `(-a).b`.
fn without_dots(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    // The opening quote of the current string, and the first character of the current word.
    let (mut quote, mut word) = (None, None);
    for letter in text.chars() {
        let is_quote = letter == '"' || letter == '\'';
        quote = match quote {
            Some(open) if open == letter => None,
            None if is_quote => Some(letter),
            quote => quote,
        };
        let is_dot = letter == '.' && word.is_some_and(|first: char| first.is_ascii_alphabetic());
        let is_part = is_dot || letter.is_ascii_alphanumeric() || letter == '_';
        word = word.or(Some(letter)).filter(|_| is_part && quote.is_none());
        flat.push(if is_dot { '_' } else { letter });
    }
    flat
}

/// Where a name occurs in a formula as a whole word.
fn place(text: &str, name: &str) -> usize {
    let is_part = |letter: Option<char>| {
        letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
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

/// The most similar known name, if one is similar enough.
fn hint(name: &str, names: &[&str]) -> String {
    let likeness = |known: &&&str| {
        let ending = known.rsplit('.').next().unwrap_or(known);
        distance(name, known).min(distance(name, ending))
    };
    match names.iter().min_by_key(likeness) {
        Some(known) if likeness(&known) <= 2 => format!(" (did you mean {known}?)"),
        Some(_) | None => String::new(),
    }
}

/// The edit distance between two words: how many characters must be changed, added or removed.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Result<f64, FormulaError> {
        let scope = Value::from_iter([("a", 2.0), ("b_c", 0.5), ("b_d1", 3.0)]);
        Formula::new(text, "name", &["a", "b.c", "b.d1"])?.number(&scope)
    }

    #[test]
    fn formulas_follow_the_usual_arithmetic() {
        for (text, expected) in [
            ("a + b.c", 2.5),
            ("-b.c", -0.5),
            ("-b.d1 * 2 + 1.5", -4.5),
            ("max(a, b.d1) // 2", 1.0),
            ("1 if 'b.c' == \"b.c\" and not a > 2 else 0", 1.0),
            ("log2(a) * abs(-3) + sqrt(4) - min(1, 2)", 4.0),
        ] {
            assert_eq!(number(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn an_invalid_formula_is_rejected_with_its_column() {
        for (text, expected) in [
            ("a +", "column 4: unexpected end of input, expected expression, in \"a +\""),
            ("a ) b", "column 3: "),
            (
                "a + b.e",
                "column 5: unknown name \"b.e\" (did you mean b.c?); expected one of a, b.c, b.d1",
            ),
            ("größe < 1", "column "),
            ("f(a)", "column 1: unknown name \"f\""),
            ("a|upper", "column 2: '|' is not allowed in a formula"),
            ("3 in [1]", "column 6: '[' is not allowed in a formula"),
            ("min", "\"min\" gives a function, not a number"),
            ("a / 0", "\"a / 0\" gives inf, not a number"),
            ("'x'", "\"'x'\" gives x, not a number"),
        ] {
            let error = number(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
