//! Reads routes through arcade levels, in the two published forms.
//!
//! - flipull: shots and MISSes separated by commas, rows counted from the bottom, `R4, C1, MISS`. A file may
//!   hold routes through many rounds, each after a line `===12` with the number of the round. Words before
//!   `moves` and lines in parentheses are remarks.
//! - NES: the numbers of aiming positions from the top, separated by commas, `11,10,12`.

use super::PlannedStep;
use crate::game::level::ReadError;
use crate::game::listed;
use crate::games::plotting::formats::flipull::{from_bottom, number};
use crate::games::plotting::level::Level;
use crate::games::plotting::round::Step;

/// What starts the route through a round in a file of many.
const SECTION: &str = "===";

/// The words of a line that commas or white space separate.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| letter == ',' || letter.is_whitespace())
        .filter(|word| !word.is_empty())
}

/// The words of a text that has commas between them, not only within comments.
fn listed(text: &str) -> Option<Vec<&str>> {
    let all: Vec<&str> = listed::text(text).map(|(_, word)| word).collect();
    let has_commas = all.iter().any(|word| word.contains(','));
    has_commas.then(|| all.into_iter().flat_map(words).collect())
}

/// Whether a text is a route of the collection flipull, or a file of such routes.
pub(super) fn is_flipull(text: &str) -> bool {
    let is_step = |word: &&str| word.parse::<Step>().is_ok();
    text.lines().any(|line| line.starts_with(SECTION))
        || listed(text).is_some_and(|words| words.first().is_some_and(is_step))
}

/// Whether a text is a route of the NES form.
pub(super) fn is_nes(text: &str) -> bool {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut all = listed::text(text).flat_map(|(_, word)| words(word)).peekable();
    all.peek().is_some() && all.all(|word| is_number(&word))
}

/// Reads a route of the collection flipull; from a file of many, that of the level's round.
pub(super) fn read_flipull(text: &str, level: &Level) -> Result<Vec<PlannedStep>, ReadError> {
    let mut steps = Vec::new();
    for (line, words_of_line) in route(text, level)? {
        for word in words(words_of_line) {
            let step = if word.eq_ignore_ascii_case(Step::MISS) {
                Step::Miss
            } else {
                let shot = from_bottom(word, level.board().rows()).ok_or_else(|| {
                    let reason = format!("{word:?} is not a step of a route (R3, C2 or MISS)");
                    ReadError::on_line(line, reason)
                })?;
                if !shot.is_on(level.board()) {
                    let (rows, columns) = (level.board().rows(), level.board().columns());
                    let reason = crate::game::plan::outside(word, rows, columns);
                    return Err(ReadError::on_line(line, reason));
                }
                shot.into()
            };
            steps.push(PlannedStep { step, line });
        }
    }
    Ok(steps)
}

/// The lines of the route, each with its number and without remarks.
fn route<'a>(text: &'a str, level: &Level) -> Result<Vec<(usize, &'a str)>, ReadError> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let header = |line: &str| line.strip_prefix(SECTION).map(|rest| rest.trim().parse::<usize>());
    let is_many = text.lines().any(|line| line.starts_with(SECTION));
    let wanted = number(level.name());
    let mut is_inside = !is_many;
    let mut is_found = !is_many;
    let mut route = Vec::new();
    for (at, line) in lines {
        match header(line) {
            Some(Ok(round)) => {
                is_inside = round == wanted;
                is_found |= is_inside;
            }
            Some(Err(_)) => {
                return Err(ReadError::on_line(at, "expected the number of a round after ==="));
            }
            None if is_inside && !line.starts_with('(') => {
                let code = line.split(['#', ';']).next().unwrap_or_default();
                let code = code.rsplit_once("moves").map_or(code, |(_, moves)| moves);
                route.push((at, code));
            }
            None => {}
        }
    }
    if is_found {
        Ok(route)
    } else {
        let name = level.name();
        let reason =
            format!("there is no route through round {wanted}, the number of level {name}");
        Err(ReadError::new(reason))
    }
}

/// Reads a route of the NES form.
pub(super) fn read_nes(text: &str, level: &Level) -> Result<Vec<PlannedStep>, ReadError> {
    let aims = level.aims();
    if aims.is_empty() {
        let reason =
            "numbers name the aiming positions of a level of the NES form, and this level has none";
        return Err(ReadError::new(reason));
    }
    let step = |(line, word): (usize, &str)| {
        let fault = |reason: String| ReadError::on_line(line, reason);
        let position = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let aim = position.and_then(|position| aims.get(position)).ok_or_else(|| {
            fault(format!("{word:?} is not an aiming position, 1 to {}", aims.len()))
        })?;
        let shot = aim.ok_or_else(|| {
            fault(format!("no shot from aiming position {word} reaches the blocks"))
        })?;
        Ok(PlannedStep { step: shot.into(), line })
    };
    listed::text(text)
        .flat_map(|(line, word)| words(word).map(move |word| (line, word)))
        .map(step)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Dialect, Plan};
    use super::*;
    use crate::games::plotting::rules::Shot;

    fn level() -> Level {
        Level::new("levels-07", "RGR/GRG/RRG".parse().unwrap(), 1).unwrap()
    }

    fn plan(text: &str, level: &Level) -> Result<String, String> {
        let plan = Plan::read(text, Dialect::of(text), level);
        plan.map(|plan| plan.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_of_a_route_count_from_the_bottom() {
        assert_eq!(plan("R1, C2,R3, MISS,\nC1, ", &level()).unwrap(), "r3 c2 r1 MISS c1");
    }

    #[test]
    fn the_route_through_a_round_is_found_in_a_file_of_many() {
        let text = "Solutions:\n\n===0\nC1, R1\n===7\nBest score is 100 for moves C2, R1,\n\
                    (No miss version: C3)\n===8\nC3,";
        assert_eq!(plan(text, &level()).unwrap(), "c2 r3");
        assert_eq!(plan(text, &level().renamed("x-8")).unwrap(), "c3");
        assert_eq!(
            plan(text, &level().renamed("x-9")).unwrap_err(),
            "there is no route through round 9, the number of level x-9"
        );
    }

    #[test]
    fn numbers_name_aiming_positions() {
        let aims = vec![None, Some(Shot::Column(3)), Some(Shot::Row(1))];
        let level = level().with_aims(aims).unwrap();
        assert_eq!(plan("2,3,2", &level).unwrap(), "c3 r1 c3");
        assert_eq!(plan("3", &level).unwrap(), "r1");
    }

    #[test]
    fn a_comma_in_a_comment_does_not_make_a_route() {
        assert_eq!(plan("r1 # one, two", &level()).unwrap(), "r1");
    }

    #[test]
    fn a_bad_route_is_rejected_with_its_line() {
        let nes = level().with_aims(vec![None, Some(Shot::Row(1))]).unwrap();
        for (text, level, expected) in [
            ("R1,\nR4,", level(), "line 2: R4 is outside the board"),
            ("R1, R0,", level(), "line 1: R0 is outside the board"),
            ("R1, up", level(), "line 1: \"up\" is not a step of a route"),
            ("===x\nR1,", level(), "line 1: expected the number of a round after ==="),
            ("1,2", level(), "numbers name the aiming positions of a level of the NES form"),
            ("2,\n3", nes.clone(), "line 2: \"3\" is not an aiming position, 1 to 2"),
            ("0,2", nes.clone(), "line 1: \"0\" is not an aiming position"),
            ("2,1", nes, "line 1: no shot from aiming position 1 reaches the blocks"),
        ] {
            let error = plan(text, &level).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
