//! The common syntax of PDDL plans: actions in parentheses, usually one per line.
//!
//! ```text
//! (shooting_row_3)
//! 0.003: (SHOOTING_ROW_3) [1.000]
//! ; cost = 4 (general cost)
//! ```
//!
//! Case does not matter. The reader skips a time before an action, a duration after it, and
//! comments. The cost in a comment is skipped too, because planners without action costs do not
//! report it consistently.

use crate::game::level::ReadError;

/// An action of a planner's plan, with where and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<A> {
    /// The line of the text, from 1.
    pub line: usize,
    /// The action without its parentheses, in lower case.
    pub text: String,
    /// What it means.
    pub action: A,
}

/// An action as written in a plan: its name and arguments, in lower case.
pub struct Written {
    line: usize,
    text: String,
}

impl Written {
    /// The name of the action.
    pub fn name(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }

    /// Its arguments.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        self.text.split(' ').skip(1)
    }

    /// Returns the `N` arguments of the action.
    ///
    /// # Errors
    /// If the action does not have exactly `N` arguments.
    pub fn take<const N: usize>(&self) -> Result<[&str; N], ReadError> {
        self.take_except(|_| false)
    }

    /// Returns the `N` arguments of the action that are not ignored.
    ///
    /// # Errors
    /// If the number of other arguments is not `N`.
    pub fn take_except<const N: usize>(
        &self,
        is_ignored: impl Fn(&str) -> bool,
    ) -> Result<[&str; N], ReadError> {
        let arguments = self.arguments().filter(|argument| !is_ignored(argument));
        <[&str; N]>::try_from(arguments.collect::<Vec<_>>()).map_err(|arguments| {
            let (name, found) = (self.name(), arguments.len());
            let plural = if N == 1 { "" } else { "s" };
            self.error(format!("{name} takes {N} argument{plural}, found {found}"))
        })
    }

    /// Returns an error located at this action.
    pub fn error(&self, reason: String) -> ReadError {
        ReadError::on_line(self.line, reason)
    }

    /// Combines the text with the parsed action.
    fn into_step<A>(self, action: A) -> Step<A> {
        Step { line: self.line, text: self.text, action }
    }
}

/// Reads all actions of a plan and parses each with `parse`.
///
/// # Errors
/// If the text contains anything but actions, ends within an action, or has an action that `parse`
/// rejects.
pub fn read<T>(
    text: &str,
    parse: impl Fn(&Written) -> Result<T, ReadError>,
) -> Result<Vec<Step<T>>, ReadError> {
    let step = |written: Written| parse(&written).map(|action| written.into_step(action));
    written(text)?.into_iter().map(step).collect()
}

/// Splits a plan into its actions, not yet parsed.
fn written(text: &str) -> Result<Vec<Written>, ReadError> {
    let mut actions = Vec::new();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        let mut rest = code(content);
        while !rest.is_empty() {
            let (text, after) = action(rest).map_err(|reason| ReadError::on_line(line, reason))?;
            actions.push(Written { line, text });
            rest = after;
        }
    }
    Ok(actions)
}

/// Returns the names of the actions on the lines that start with one. Never fails.
pub fn names(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|content| {
        let body = without_time(code(content)).strip_prefix('(')?;
        let end = body.find([')', '(']).unwrap_or(body.len());
        Some(body[..end].split_whitespace().next()?.to_ascii_lowercase())
    })
}

/// Removes the comment from a line.
fn code(line: &str) -> &str {
    line.split(';').next().unwrap_or_default().trim()
}

/// Splits a line into its first action and the rest.
fn action(line: &str) -> Result<(String, &str), &'static str> {
    let body = without_time(line)
        .strip_prefix('(')
        .ok_or("expected an action in parentheses, e.g. (move a b)")?;
    let (inside, after) = body
        .split_once(')')
        .ok_or("unclosed parenthesis: an action must be on one line; the plan may be truncated")?;
    if inside.contains('(') {
        return Err("nested parenthesis in an action");
    }
    let words: Vec<&str> = inside.split_whitespace().collect();
    if words.is_empty() {
        return Err("the parentheses are empty");
    }
    // Error messages print the action, so it must be safe to show on a terminal.
    if words.iter().any(|word| word.contains(char::is_control)) {
        return Err("an action contains a control character");
    }
    Ok((words.join(" ").to_ascii_lowercase(), without_duration(after.trim_start())?))
}

/// Skips a leading time such as `3:` or `0.003 :`.
fn without_time(line: &str) -> &str {
    match line.split_once(':') {
        Some((time, rest)) if is_number(time.trim()) => rest.trim_start(),
        Some(_) | None => line,
    }
}

/// Skips a leading duration such as `[1.0]`.
fn without_duration(rest: &str) -> Result<&str, &'static str> {
    let Some(inside) = rest.strip_prefix('[') else { return Ok(rest) };
    match inside.split_once(']') {
        Some((duration, rest)) if is_number(duration.trim()) => Ok(rest.trim_start()),
        Some(_) => Err("expected a duration between [ and ]"),
        None => Err("unclosed bracket"),
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Parses the number after a prefix, such as 3 in `n3`. A number that overflows becomes
/// `usize::MAX`, which is outside any board.
pub fn number(word: &str, prefixes: &[&str]) -> Option<usize> {
    let digits = prefixes.iter().find_map(|&prefix| word.strip_prefix(prefix))?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Result<Vec<String>, String> {
        let actions = written(text).map_err(|error| error.to_string())?;
        Ok(actions.into_iter().map(|action| format!("{} {}", action.line, action.text)).collect())
    }

    #[test]
    fn actions_may_be_in_any_case_and_comments_are_skipped() {
        assert_eq!(
            texts(
                "; found\n(Shoot-Column  n2 N3\tC1) ; one\n\n( fall_block a b c )\n; cost = 1 (x)"
            ),
            Ok(vec!["2 shoot-column n2 n3 c1".to_owned(), "4 fall_block a b c".to_owned()])
        );
    }

    #[test]
    fn times_and_durations_are_skipped() {
        let plan = "0: (a b)\n0.001 : (a b) [1.000]\n12: (a b)[1]\r\n";
        assert_eq!(texts(plan).unwrap(), ["1 a b", "2 a b", "3 a b"]);
    }

    #[test]
    fn a_truncated_or_malformed_plan_is_rejected_with_its_line() {
        for (text, expected) in [
            ("(a b)\n(a", "line 2: unclosed parenthesis"),
            ("(a b)\n(", "line 2: unclosed parenthesis"),
            ("(a b) [1.", "line 1: unclosed bracket"),
            ("(a b) [x]", "line 1: expected a duration"),
            ("(a b)\n0.1", "line 2: expected an action in parentheses"),
            ("(a b)\nb c)", "line 2: expected an action in parentheses"),
            ("(a b) c", "line 1: expected an action in parentheses"),
            ("(a (b))", "line 1: nested parenthesis"),
            ("(a)\n\n()", "line 3: the parentheses are empty"),
            ("(a \u{1b}[31m)", "line 1: an action contains a control character"),
        ] {
            let error = texts(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn numbers_too_large_for_usize_saturate() {
        assert_eq!(number("n12", &["r", "n"]), Some(12));
        assert_eq!(number("n99999999999999999999999", &["n"]), Some(usize::MAX));
        for word in ["", "n", "12", "n1x", "n-1", "n+1"] {
            assert_eq!(number(word, &["n"]), None, "{word}");
        }
    }
}
