//! Data as constraint solvers print it: Essence Prime lettings and MiniZinc assignments.

use std::collections::HashSet;
use std::ops::Range;

use winnow::ascii::{dec_int, multispace1};
use winnow::combinator::{alt, delimited, fail, not, opt, preceded, repeat, separated, terminated};
use winnow::error::ContextError;
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{any, one_of, take_till, take_while};

/// A language that data is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// `letting NAME be VALUE`; comments start with `$`.
    EssencePrime,
    /// `NAME = VALUE;`; comments start with `%`.
    MiniZinc,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A list, with or without an index domain.
    List(Vec<Value>),
    /// Anything else.
    Other,
}

/// A name and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The name.
    pub name: String,
    /// The line it is on, from 1.
    pub line: usize,
    /// The value.
    pub value: Value,
}

/// Why a text is not data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

type Input<'a> = LocatingSlice<&'a str>;
type Parsed<T> = winnow::Result<T, ContextError>;

/// Values nest no deeper than this.
const DEEPEST: usize = 32;

/// Reads all assignments of a text. Comments are not data, and no name may be given twice.
///
/// # Errors
/// If the text is not data in this language.
pub fn read(text: &str, syntax: Syntax) -> Result<Vec<Assignment>, DataError> {
    let lines_in = |part: Range<usize>| text[part].matches('\n').count();
    let statements = |input: &mut Input<'_>| -> Parsed<Vec<(usize, String, Value)>> {
        blank(input, syntax)?;
        if syntax == Syntax::EssencePrime {
            opt(terminated("language ESSENCE'", take_till(0.., '\n'))).parse_next(input)?;
            blank(input, syntax)?;
        }
        repeat(0.., |input: &mut Input<'_>| statement(input, syntax)).parse_next(input)
    };
    let statements = { statements }.parse(LocatingSlice::new(text)).map_err(|error| {
        let rest = text[error.offset()..].lines().next().unwrap_or_default();
        let expected = match syntax {
            Syntax::EssencePrime => "letting NAME be VALUE",
            Syntax::MiniZinc => "NAME = VALUE;",
        };
        let rest: String = rest.chars().take(40).collect();
        DataError {
            line: 1 + lines_in(0..error.offset()),
            reason: format!("expected {expected}, found {rest:?}"),
        }
    })?;
    let mut all: Vec<Assignment> = Vec::new();
    let mut names = HashSet::new();
    let (mut line, mut start) = (1, 0);
    for (offset, name, value) in statements {
        line += lines_in(start..offset);
        start = offset;
        if !names.insert(name.clone()) {
            return Err(DataError { line, reason: format!("{name} is given twice") });
        }
        all.push(Assignment { name, line, value });
    }
    Ok(all)
}

/// Skips white space and comments.
fn blank(input: &mut Input<'_>, syntax: Syntax) -> Parsed<()> {
    let mark = match syntax {
        Syntax::EssencePrime => '$',
        Syntax::MiniZinc => '%',
    };
    let comment = (mark, take_till(0.., '\n')).void();
    repeat(0.., alt((multispace1.void(), comment))).parse_next(input)
}

/// A parser, and the blank space after it.
fn token<'a, T>(
    input: &mut Input<'a>,
    syntax: Syntax,
    mut parser: impl Parser<Input<'a>, T, ContextError>,
) -> Parsed<T> {
    let found = parser.parse_next(input)?;
    blank(input, syntax)?;
    Ok(found)
}

fn statement(input: &mut Input<'_>, syntax: Syntax) -> Parsed<(usize, String, Value)> {
    match syntax {
        Syntax::EssencePrime => {
            token(input, syntax, terminated("letting", multispace1))?;
            let start = input.current_token_start();
            let name = token(input, syntax, name)?;
            token(input, syntax, alt(("be", "=")))?;
            let value = value(input, syntax, 0)?;
            Ok((start, name, value))
        }
        Syntax::MiniZinc => {
            let start = input.current_token_start();
            let name = token(input, syntax, name)?;
            token(input, syntax, '=')?;
            let value = value(input, syntax, 0)?;
            token(input, syntax, ';')?;
            Ok((start, name, value))
        }
    }
}

fn name(input: &mut Input<'_>) -> Parsed<String> {
    (one_of(|letter: char| letter.is_alphabetic() || letter == '_'), take_while(0.., is_name))
        .take()
        .map(str::to_owned)
        .parse_next(input)
}

fn is_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn value(input: &mut Input<'_>, syntax: Syntax, depth: usize) -> Parsed<Value> {
    if depth > DEEPEST {
        return fail.parse_next(input);
    }
    let inner = |input: &mut Input<'_>| value(input, syntax, depth + 1);
    let values = |input: &mut Input<'_>| -> Parsed<Vec<Value>> {
        let comma = |input: &mut Input<'_>| token(input, syntax, ',');
        terminated(separated(0.., inner, comma), opt(comma)).parse_next(input)
    };
    let list = |input: &mut Input<'_>| -> Parsed<Value> {
        token(input, syntax, '[')?;
        let list = values(input)?;
        // An index domain may follow.
        opt(preceded(';', take_till(0.., ']'))).parse_next(input)?;
        token(input, syntax, ']')?;
        Ok(Value::List(list))
    };
    // Savile Row writes an empty list with its type: ([] : `matrix indexed by [int()] of bool`).
    let typed = |input: &mut Input<'_>| -> Parsed<Value> {
        token(input, syntax, '(')?;
        let value = inner(input)?;
        token(input, syntax, ':')?;
        token(input, syntax, delimited('`', take_till(0.., '`'), '`'))?;
        token(input, syntax, ')')?;
        Ok(value)
    };
    // A range, or a number that is not the beginning of something longer.
    let number = |input: &mut Input<'_>| -> Parsed<Value> {
        let number: i64 = dec_int.parse_next(input)?;
        let range: Option<i64> = opt(preceded("..", dec_int)).parse_next(input)?;
        not(one_of(|next: char| is_name(next) || next == '.')).parse_next(input)?;
        blank(input, syntax)?;
        Ok(if range.is_some() { Value::Other } else { Value::Number(number) })
    };
    // array1d(1..4, [1, 0, 0, 4]) is the list; other calls are nothing we know.
    let call = |input: &mut Input<'_>| -> Parsed<Value> {
        let name = token(input, syntax, name)?;
        let arguments = opt(|input: &mut Input<'_>| -> Parsed<Vec<Value>> {
            token(input, syntax, '(')?;
            let arguments = values(input)?;
            token(input, syntax, ')')?;
            Ok(arguments)
        })
        .parse_next(input)?;
        Ok(match (name.as_str(), arguments) {
            ("array1d", Some(mut arguments)) => arguments.pop().unwrap_or(Value::Other),
            ("true", None) => Value::Truth(true),
            ("false", None) => Value::Truth(false),
            (_, Some(_) | None) => Value::Other,
        })
    };
    let set = |input: &mut Input<'_>| -> Parsed<Value> {
        token(input, syntax, delimited('{', take_till(0.., '}'), '}'))?;
        Ok(Value::Other)
    };
    let text = |input: &mut Input<'_>| -> Parsed<Value> {
        token(input, syntax, delimited('"', take_till(0.., '"'), '"'))?;
        Ok(Value::Other)
    };
    let bars = |input: &mut Input<'_>| -> Parsed<Value> {
        token(input, syntax, ("[|", repeat::<_, _, (), _, _>(0.., (not("|]"), any)), "|]"))?;
        Ok(Value::Other)
    };
    alt((bars, list, typed, number, call, set, text)).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(list: &[i64]) -> Value {
        Value::List(list.iter().copied().map(Value::Number).collect())
    }

    #[test]
    fn lettings_are_read_and_comments_are_not() {
        let text = "language ESSENCE' 1.0\n$ letting a be [9]\nletting a be [1, 0; int(1..2)] $ x\n\
                    letting b\n be 3\nletting c be [[1, 2], [3, 4]; int(1..2)]\nletting d be true\n\
                    letting e be ([] : `matrix indexed by [int(),int(1..4)] of int(0..3)`)\n";
        let data = read(text, Syntax::EssencePrime).unwrap();
        let found: Vec<(&str, usize)> =
            data.iter().map(|one| (one.name.as_str(), one.line)).collect();
        assert_eq!(found, [("a", 3), ("b", 4), ("c", 6), ("d", 7), ("e", 8)]);
        assert_eq!(data[0].value, numbers(&[1, 0]));
        assert_eq!(data[1].value, Value::Number(3));
        assert_eq!(data[2].value, Value::List(vec![numbers(&[1, 2]), numbers(&[3, 4])]));
        assert_eq!(data[3].value, Value::Truth(true));
        assert_eq!(data[4].value, Value::List(Vec::new()));
    }

    #[test]
    fn assignments_are_read_and_comments_are_not() {
        let text = "% a = [9];\na = array1d(1..2, [1, 0]);\nab = [2]; c = {1, 2}; d = 1..3;\n\
                    e = [| 1, 2 | 3, 4 |]; f = \"a = 3;\"; g = -7;";
        let data = read(text, Syntax::MiniZinc).unwrap();
        let names: Vec<&str> = data.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["a", "ab", "c", "d", "e", "f", "g"]);
        assert_eq!((&data[0].value, &data[1].value), (&numbers(&[1, 0]), &numbers(&[2])));
        assert_eq!((&data[3].value, &data[6].value), (&Value::Other, &Value::Number(-7)));
    }

    #[test]
    fn broken_data_is_refused_with_its_line() {
        for (text, syntax, line, reason) in [
            ("letting a be [1\nletting b be 3", Syntax::EssencePrime, 1, "expected letting NAME"),
            ("letting a be 1\nletting a be 2", Syntax::EssencePrime, 2, "a is given twice"),
            (
                "letting a be 1\nx",
                Syntax::EssencePrime,
                2,
                "expected letting NAME be VALUE, found \"x\"",
            ),
            ("a = 1;\nb = 2", Syntax::MiniZinc, 2, "expected NAME = VALUE;, found \"b = 2\""),
            ("c1 r1", Syntax::MiniZinc, 1, "expected NAME = VALUE;"),
        ] {
            let error = read(text, syntax).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error:?}");
            assert!(error.reason.starts_with(reason), "{text}: {error:?}");
        }
        let deep = format!("a = {}{};", "[".repeat(80_000), "]".repeat(80_000));
        assert!(read(&deep, Syntax::MiniZinc).is_err());
    }
}
