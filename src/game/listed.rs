//! Plans as lists of words, each with its line: plain text with comments, and JSON.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::level::ReadError;

/// The words of a text with their lines, from 1. What follows `#` or `;` is a comment.
pub fn text(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(index, line)| {
        let code = line.split(['#', ';']).next().unwrap_or_default();
        code.split_whitespace().map(move |word| (index + 1, word))
    })
}

/// The words of a JSON list, or of an object that has such a list under `steps` or, as plotgen 0.1 wrote
/// it, under `shots`.
///
/// # Errors
/// If the text is neither.
pub fn json(text: &str) -> Result<Vec<(usize, String)>, ReadError> {
    /// Slices of the text, so that the line of each can be found.
    type Words<'a> = Vec<&'a RawValue>;

    #[derive(Deserialize)]
    #[serde(expecting = "an object with a list of steps")]
    struct Answer<'a> {
        #[serde(borrow)]
        steps: Option<Words<'a>>,
        #[serde(borrow)]
        shots: Option<Words<'a>>,
    }
    let words = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Words<'_>>(text).map_err(|error| ReadError::json(&error))?
    } else {
        let answer: Answer<'_> =
            serde_json::from_str(text).map_err(|error| ReadError::json(&error))?;
        let words = answer.steps.or(answer.shots);
        words.ok_or_else(|| ReadError::new("the object has no list of steps"))?
    };
    let mut lines = Lines { text, offset: 0, line: 1 };
    let word = |raw: &RawValue| {
        let line = lines.line_of(raw.get());
        let word: String = serde_json::from_str(raw.get())
            .map_err(|error| ReadError::json(&error).starting_at(line, 1))?;
        Ok((line, word))
    };
    words.into_iter().map(word).collect()
}

/// Finds the lines of successive slices of a text in a single pass.
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of a slice of the text. Slices must be passed in order.
    fn line_of(&mut self, slice: &str) -> usize {
        let offset = slice.as_ptr() as usize - self.text.as_ptr() as usize;
        let passed = &self.text.as_bytes()[self.offset..offset];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.offset = offset;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_lines_and_comments_are_skipped() {
        let words: Vec<_> = text("# optimal\nc1 r1\tr2\n\nc4 ; done r9\n").collect();
        assert_eq!(words, [(2, "c1"), (2, "r1"), (2, "r2"), (4, "c4")]);
    }

    #[test]
    fn json_lists_are_read_alone_and_in_objects() {
        let words = |pairs: &[(usize, &str)]| {
            pairs.iter().map(|&(line, word)| (line, word.to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(json("[\n\"a\", \"b\",\n \"c\"]"), Ok(words(&[(2, "a"), (2, "b"), (3, "c")])));
        assert_eq!(json(r#"{"steps": ["a"], "shots": ["a"], "x": 1}"#), Ok(words(&[(1, "a")])));
        assert_eq!(json(r#"{"shots": ["a"]}"#), Ok(words(&[(1, "a")])));
        for (text, expected) in [
            ("[\"a\",\n1]", "line 2, column 1: invalid type: integer `1`, expected a string"),
            ("[\"a\"", "line 1, column 4: EOF while parsing a list"),
            ("{\"plan\": []}", "the object has no list of steps"),
        ] {
            let error = json(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
