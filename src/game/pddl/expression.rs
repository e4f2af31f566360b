//! Reads parenthesised expressions, the syntax of PDDL.

use crate::game::level::ReadError;

/// Nesting limit: deeper than any problem, and shallow enough to recurse over.
const MAX_DEPTH: usize = 64;

/// A word or a list, with the position where it starts.
pub struct Expression {
    line: usize,
    column: usize,
    content: Content,
}

enum Content {
    /// A word as written, and in lower case.
    Word(String, String),
    List(Vec<Expression>),
}

impl Expression {
    /// The word in lower case, or `None` for a list.
    pub fn word(&self) -> Option<&str> {
        match &self.content {
            Content::Word(_, lower) => Some(lower),
            Content::List(_) => None,
        }
    }

    /// The word as written, or `None` for a list.
    pub fn original(&self) -> Option<&str> {
        match &self.content {
            Content::Word(original, _) => Some(original),
            Content::List(_) => None,
        }
    }

    /// The elements of a list, or `None` for a word.
    pub fn list(&self) -> Option<&[Expression]> {
        match &self.content {
            Content::Word(..) => None,
            Content::List(items) => Some(items),
        }
    }

    /// The first word of a list.
    pub fn head(&self) -> Option<&str> {
        self.list()?.first()?.word()
    }

    /// The elements of a list after its head.
    pub fn rest(&self) -> &[Expression] {
        self.list().and_then(|items| items.get(1..)).unwrap_or_default()
    }

    /// Returns this expression and all expressions nested in it.
    pub fn walk(&self) -> Vec<&Expression> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(&expression) = all.get(next) {
            all.extend(expression.list().unwrap_or_default());
            next += 1;
        }
        all
    }

    /// An error where this expression starts.
    pub fn error(&self, reason: &str) -> ReadError {
        ReadError::at(self.line, self.column, reason)
    }
}

/// Reads a text that consists of one expression. Comments run from `;` to the end of the line.
///
/// # Errors
/// If parentheses do not match, are nested too deeply, or the text is not a single expression.
pub fn read(text: &str) -> Result<Expression, ReadError> {
    let mut open: Vec<Expression> = Vec::new();
    let mut whole: Option<Expression> = None;
    for (line, column, token) in tokens(text) {
        let here = |content| Expression { line, column, content };
        if whole.is_some() {
            return Err(
                here(Content::List(Vec::new())).error("unexpected text after the expression")
            );
        }
        let finished = match token {
            "(" if open.len() == MAX_DEPTH => {
                return Err(
                    here(Content::List(Vec::new())).error("the expression is nested too deeply")
                );
            }
            "(" => {
                open.push(here(Content::List(Vec::new())));
                continue;
            }
            ")" => open.pop().ok_or_else(|| {
                here(Content::List(Vec::new())).error("unmatched closing parenthesis")
            })?,
            word => here(Content::Word(word.to_owned(), word.to_ascii_lowercase())),
        };
        match open.last_mut().map(|list| &mut list.content) {
            Some(Content::List(items)) => items.push(finished),
            Some(Content::Word(..)) | None => whole = Some(finished),
        }
    }
    match (open.last(), whole) {
        (Some(list), _) => Err(list.error("unclosed parenthesis")),
        (None, Some(whole)) => Ok(whole),
        (None, None) => Err(ReadError::new("it is empty")),
    }
}

/// Splits a text into parentheses and words, each with its line and column.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().flat_map(|(index, line)| {
        let code = line.split(';').next().unwrap_or_default();
        let mut rest = code;
        std::iter::from_fn(move || {
            rest = rest.trim_start();
            let first = rest.chars().next()?;
            let column = code.len() - rest.len() + 1;
            let length = match first {
                '(' | ')' => 1,
                _ => rest
                    .find(|c: char| c.is_whitespace() || c == '(' || c == ')')
                    .unwrap_or(rest.len()),
            };
            let (token, after) = rest.split_at(length);
            rest = after;
            Some((index + 1, column, token))
        })
    })
}
