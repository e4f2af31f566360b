//! Replays a Direct plan and checks each shot against the claim of its action.

use std::mem::discriminant;

use super::names::Names;
use super::{Departure, Flaw, Game, Reason, Verdict};
use crate::games::plotting::level::Level;
use crate::games::plotting::plan::Step;
use crate::games::plotting::plan::direct::{Action, Claim};
use crate::games::plotting::rules::Effect;

pub(super) fn judge(level: &Level, steps: &[Step<Action>]) -> Verdict {
    let mut game = Game::new(level);
    let mut names = Names::default();
    for Step { line, text, action } in steps {
        let shot = action.claim.shot();
        let played = game.fire(shot).and_then(|effect| {
            check(&mut names, action, &effect)?;
            Ok(effect)
        });
        match played {
            Ok(effect) => game.land(effect),
            Err(reason) => {
                let number = game.played.len() + 1;
                let action = Some(text.as_str().into());
                return game.broken(Flaw {
                    number,
                    step: Some(shot.into()),
                    line: *line,
                    action,
                    reason,
                });
            }
        }
    }
    game.over(steps.last().map_or(0, |last| last.line))
}

/// Checks the claim of an action against the effect of its shot.
fn check(names: &mut Names, action: &Action, effect: &Effect) -> Result<(), Reason> {
    let truth = Claim::of(effect);
    let wrong = |departure: Departure| {
        let held = match effect.swap {
            Some(swap) => format!(
                "{} swaps with the {} block at {}",
                effect.shot,
                names.describe(swap.taken),
                swap.place
            ),
            None => format!("{} reaches the floor", effect.shot),
        };
        departure.because(held, format!("the action should be {truth}"))
    };
    if discriminant(&truth) != discriminant(&action.claim) {
        return Err(wrong(Departure::WrongCase));
    }
    if truth != action.claim {
        return Err(wrong(Departure::WrongEnd));
    }
    let held = format!("{} fires {}", effect.shot, names.describe(effect.colour));
    names
        .bind(&action.colour, effect.colour)
        .map_err(|expected| Departure::WrongColour.because(held, expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::level::Firing;
    use crate::games::plotting::plan::{Dialect, Plan};
    use crate::games::plotting::replay::replay;

    fn figure_9() -> Level {
        Level::new("figure-9", "RRRG/RGRR".parse().unwrap(), 1).unwrap()
    }

    fn judged(level: &Level, text: &str) -> Verdict {
        replay(level, &Plan::read(text, Dialect::Direct, level).unwrap())
    }

    fn flaw(text: &str) -> (String, String) {
        let flaw = judged(&figure_9(), text).finding.unwrap_err();
        (format!("{} {} ({})", flaw.line, flaw.reason.code(), flaw.number), flaw.to_string())
    }

    #[test]
    fn a_correct_plan_is_valid_in_both_spellings() {
        let ours = "(shoot-column c1 r2 red)\n(shoot-partial-row r1 c3 red)\n\
                    (shoot-partial-row r2 c2 green)\n(shoot-column c4 r2 red)";
        let published = "(shoot-column n1 n2 c1)\n(shoot-partial-row n1 n3 c1)\n\
                         (shoot-partial-row n2 n2 c2)\n(shoot-column n4 n2 c1)\n; cost = 4 (unit cost)";
        for text in [ours, published] {
            let verdict = judged(&figure_9(), text);
            assert_eq!(verdict.finding.unwrap().to_string(), "c1 r1 r2 c4");
        }
    }

    #[test]
    fn naming_the_wrong_case_is_a_flaw() {
        let (place, message) = flaw("(shoot-column c1 r2 red)\n\n(shoot-only-full-row r1 red)");
        assert_eq!(place, "3 wrong-case (2)");
        assert_eq!(
            message,
            "line 3, shoot-only-full-row r1 red: r1 swaps with the G block at row 1, column 4; \
             the action should be shoot-partial-row r1 c3"
        );
    }

    #[test]
    fn naming_the_wrong_end_is_a_flaw() {
        let (place, message) = flaw("(shoot-column n1 n1 c1)");
        assert_eq!(place, "1 wrong-end (1)");
        assert_eq!(
            message,
            "line 1, shoot-column n1 n1 c1: c1 reaches the floor; the action should be shoot-column c1 r2"
        );
        assert_eq!(flaw("(shoot-partial-row r1 c99999999999999999999 red)").0, "1 wrong-end (1)");
    }

    #[test]
    fn naming_the_wrong_colour_is_a_flaw() {
        let (place, message) = flaw("(shoot-column c1 r2 red)\n(shoot-partial-row r1 c3 green)");
        assert_eq!(place, "2 wrong-colour (2)");
        assert!(
            message.ends_with("r1 fires red (R); it should be called red, as before"),
            "{message}"
        );
        let plan = "(shoot-column c1 r2 red)\n(shoot-partial-row r1 c3 red)\n(shoot-partial-row r2 c2 red)";
        let (place, message) = flaw(plan);
        assert_eq!(place, "3 wrong-colour (3)");
        assert!(message.ends_with("r2 fires G; red should be R, as before"), "{message}");
    }

    #[test]
    fn a_null_shot_and_a_missed_goal_are_reported_as_for_any_plan() {
        let (place, message) = flaw("(shoot-column c1 r2 red)\n(shoot-partial-row r2 c2 red)");
        assert_eq!(place, "2 null-shot (2)");
        assert_eq!(
            message,
            "line 2, shoot-partial-row r2 c2 red: \
             the first block hit is G at row 2, column 2, the hand is R: a null shot"
        );
        let (place, message) = flaw("(shoot-column c1 r2 red)");
        assert_eq!(place, "1 goal-missed (1)");
        assert_eq!(message, "after shot 1: 6 blocks are left, the goal is 1");
    }

    #[test]
    fn a_shot_that_the_level_does_not_allow_is_a_flaw() {
        let level = figure_9();
        let firing = Firing::only(level.board(), None, Some(&[2])).unwrap();
        let verdict = judged(&level.with_firing(firing), "(shoot-column c1 r2 red)");
        assert_eq!(verdict.finding.unwrap_err().reason.code(), "not-a-firing-position");
    }
}
