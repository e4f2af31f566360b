//! The syntax that the plans of PDDL planners share: an action a line, in parentheses.
//!
//! ```text
//! (shooting_row_3)
//! 0.003: (SHOOTING_ROW_3) [1.000]
//! ; cost = 4 (general cost)
//! ```
//!
//! Upper and lower case are the same. A time before an action and a duration behind it are skipped,
//! and so are comments, the cost among them: planners that do not know costs write what they like.

use super::{PlanError, Step};

/// An action as it is written: its name and its arguments, in lower case.
pub(super) struct Written {
    line: usize,
    text: String,
}

impl Written {
    pub(super) fn name(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }

    fn arguments(&self) -> impl Iterator<Item = &str> {
        self.text.split(' ').skip(1)
    }

    /// The arguments, if there are as many as the action takes.
    ///
    /// # Errors
    /// If there are more or fewer.
    pub(super) fn take<const N: usize>(&self) -> Result<[&str; N], PlanError> {
        self.take_but(|_| false)
    }

    /// The arguments but those that mean nothing, if there are as many as the action takes.
    ///
    /// # Errors
    /// If there are more or fewer.
    pub(super) fn take_but<const N: usize>(
        &self,
        means_nothing: impl Fn(&str) -> bool,
    ) -> Result<[&str; N], PlanError> {
        let arguments = self.arguments().filter(|argument| !means_nothing(argument));
        <[&str; N]>::try_from(arguments.collect::<Vec<_>>()).map_err(|arguments| {
            let (name, found) = (self.name(), arguments.len());
            let plural = if N == 1 { "" } else { "s" };
            self.wrong(format!("{name} takes {N} argument{plural}, here are {found}"))
        })
    }

    /// That something is wrong with this action.
    pub(super) fn wrong(&self, reason: String) -> PlanError {
        PlanError::Line { line: self.line, reason }
    }

    /// The action with what it means.
    fn means<A>(self, action: A) -> Step<A> {
        Step { line: self.line, text: self.text, action }
    }
}

/// All actions of a plan, with what a model means by them.
///
/// # Errors
/// If the text is anything but actions, breaks off in the middle of one, or has one that means nothing.
pub(super) fn read<T>(
    text: &str,
    meaning: impl Fn(&Written) -> Result<T, PlanError>,
) -> Result<Vec<Step<T>>, PlanError> {
    let means = |written: Written| meaning(&written).map(|action| written.means(action));
    written(text)?.into_iter().map(means).collect()
}

/// The actions of a plan as they are written.
fn written(text: &str) -> Result<Vec<Written>, PlanError> {
    let mut actions = Vec::new();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        let mut rest = code(content);
        while !rest.is_empty() {
            let (text, behind) = action(rest)
                .map_err(|reason| PlanError::Line { line, reason: reason.to_owned() })?;
            actions.push(Written { line, text });
            rest = behind;
        }
    }
    Ok(actions)
}

/// The names of the actions, as far as the text can be read.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|content| {
        let behind = without_time(code(content)).strip_prefix('(')?;
        let end = behind.find([')', '(']).unwrap_or(behind.len());
        Some(behind[..end].split_whitespace().next()?.to_ascii_lowercase())
    })
}

/// A line without its comment.
fn code(line: &str) -> &str {
    line.split(';').next().unwrap_or_default().trim()
}

/// The first action of a line, and what stands behind it.
fn action(line: &str) -> Result<(String, &str), &'static str> {
    let body = without_time(line)
        .strip_prefix('(')
        .ok_or("an action in parentheses should stand here, as (fall_block loc_2_4 loc_2_3 red)")?;
    let (inside, behind) = body.split_once(')').ok_or(
        "the parenthesis is not closed: an action stands on one line, the plan may be cut off",
    )?;
    if inside.contains('(') {
        return Err("a parenthesis opens inside of an action");
    }
    let words: Vec<&str> = inside.split_whitespace().collect();
    if words.is_empty() {
        return Err("the parentheses are empty");
    }
    // What is written is shown where it is wrong.
    if words.iter().any(|word| word.contains(char::is_control)) {
        return Err("an action holds a control character");
    }
    Ok((words.join(" ").to_ascii_lowercase(), without_duration(behind.trim_start())?))
}

/// What follows a time as `3:` or `0.003 :`, if there is one.
fn without_time(line: &str) -> &str {
    match line.split_once(':') {
        Some((time, rest)) if is_number(time.trim()) => rest.trim_start(),
        Some(_) | None => line,
    }
}

/// What follows a duration as `[1.0]`, if there is one.
fn without_duration(rest: &str) -> Result<&str, &'static str> {
    let Some(inside) = rest.strip_prefix('[') else { return Ok(rest) };
    match inside.split_once(']') {
        Some((duration, rest)) if is_number(duration.trim()) => Ok(rest.trim_start()),
        Some(_) => Err("a duration should stand between [ and ]"),
        None => Err("the bracket is not closed"),
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// The number behind a prefix, as 3 in `n3`. A number too large for the machine is too large for
/// any board as well.
pub(super) fn number(word: &str, prefixes: &[&str]) -> Option<usize> {
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
    fn an_action_stands_on_a_line_in_any_case_and_comments_are_skipped() {
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
    fn a_text_that_is_cut_off_is_refused_with_its_line() {
        for (text, expected) in [
            ("(a b)\n(a", "line 2: the parenthesis is not closed"),
            ("(a b)\n(", "line 2: the parenthesis is not closed"),
            ("(a b) [1.", "line 1: the bracket is not closed"),
            ("(a b) [x]", "line 1: a duration should stand"),
            ("(a b)\n0.1", "line 2: an action in parentheses should stand here"),
            ("(a b)\nb c)", "line 2: an action in parentheses should stand here"),
            ("(a b) c", "line 1: an action in parentheses should stand here"),
            ("(a (b))", "line 1: a parenthesis opens inside"),
            ("(a)\n\n()", "line 3: the parentheses are empty"),
            ("(a \u{1b}[31m)", "line 1: an action holds a control character"),
        ] {
            let error = texts(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn numbers_that_no_machine_holds_are_numbers() {
        assert_eq!(number("n12", &["r", "n"]), Some(12));
        assert_eq!(number("n99999999999999999999999", &["n"]), Some(usize::MAX));
        for word in ["", "n", "12", "n1x", "n-1", "n+1"] {
            assert_eq!(number(word, &["n"]), None, "{word}");
        }
    }
}
