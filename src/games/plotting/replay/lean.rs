//! Replays a Lean plan and checks each shot against the claim of its action.

use super::names::Names;
use super::{Departure, Flaw, Game, Reason, Verdict};
use crate::games::plotting::level::Level;
use crate::games::plotting::plan::Step;
use crate::games::plotting::plan::lean::{Action, Claim};
use crate::games::plotting::rules::Effect;

pub(super) fn judge(level: &Level, steps: &[Step<Action>]) -> Verdict {
    let mut game = Game::new(level);
    let mut names = Names::default();
    let mut is_counting = false;
    for Step { line, text, action } in steps {
        let Action::Shot { claim, colour } = action else {
            is_counting = true;
            continue;
        };
        let played = if is_counting { Err(after_counting()) } else { game.fire(claim.shot) };
        let played = played.and_then(|effect| {
            check(&mut names, *claim, colour, &effect)?;
            Ok(effect)
        });
        match played {
            Ok(effect) => game.land(effect),
            Err(reason) => {
                let (number, step) = (game.played.len() + 1, Some(claim.shot.into()));
                let action = Some(text.as_str().into());
                return game.broken(Flaw { number, step, line: *line, action, reason });
            }
        }
    }
    game.over(steps.last().map_or(0, |last| last.line))
}

fn after_counting() -> Reason {
    Departure::WrongStep.because("the blocks have already been counted", "no shot should follow")
}

/// Checks the claim and the colour of an action against the effect of its shot.
fn check(names: &mut Names, claim: Claim, colour: &str, effect: &Effect) -> Result<(), Reason> {
    let truth = Claim::of(effect);
    if truth != claim {
        let expected = format!("it should be for {truth}");
        return Err(Departure::WrongEnd.because(format!("the action is for {claim}"), expected));
    }
    let held = format!("{} fires {}", effect.shot, names.describe(effect.colour));
    names
        .bind(colour, effect.colour)
        .map_err(|expected| Departure::WrongColour.because(held, expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::plan::{Dialect, Plan};
    use crate::games::plotting::replay::replay;

    fn judged(text: &str) -> Verdict {
        let level = Level::new("figure-9", "RRRG/RGRR".parse().unwrap(), 1).unwrap();
        replay(&level, &Plan::read(text, Dialect::Lean, &level).unwrap())
    }

    fn flaw(text: &str) -> (String, String) {
        let flaw = judged(text).finding.unwrap_err();
        (format!("{} {} ({})", flaw.line, flaw.reason.code(), flaw.number), flaw.to_string())
    }

    const PLAN: &str = "(column-hits-1-sinks-to-floor k1 red)\n(row-1-hits-2-stops-4 red)\n\
                        (row-2-hits-2-stops-3 green)\n(column-hits-1-sinks-to-floor k4 red)\n";

    #[test]
    fn a_correct_plan_is_valid() {
        for text in [PLAN.to_owned(), format!("{PLAN}(finish r2 r2 r1 r2 n1 n1 n1 n0 n0)")] {
            assert_eq!(judged(&text).finding.unwrap().to_string(), "c1 r1 r2 c4");
        }
    }

    #[test]
    fn naming_the_wrong_first_hit_or_end_is_a_flaw() {
        let (place, message) = flaw(&PLAN.replace("row-1-hits-2", "row-1-hits-3"));
        assert_eq!(place, "2 wrong-end (2)");
        assert_eq!(
            message,
            "line 2, row-1-hits-3-stops-4 red: the action is for r1, which first hits the block at row 1, \
             column 3 and swaps at row 1, column 4; it should be for r1, which first hits the block at \
             row 1, column 2 and swaps at row 1, column 4"
        );
        let text = PLAN.replace("row-1-hits-2-stops-4", "row-1-hits-2-sinks-to-floor");
        assert_eq!(flaw(&text).0, "2 wrong-end (2)");
    }

    #[test]
    fn a_wrong_colour_a_null_shot_and_a_missed_goal_are_flaws() {
        assert_eq!(flaw(&PLAN.replace("4 red", "4 green")).0, "2 wrong-colour (2)");
        let text = PLAN.replace("row-1-hits-2-stops-4", "row-2-hits-2-stops-4");
        assert_eq!(flaw(&text).0, "2 null-shot (2)");
        let text = "(column-hits-1-sinks-to-floor k1 red)\n(finish)";
        assert_eq!(flaw(text).0, "2 goal-missed (1)");
    }

    #[test]
    fn a_shot_after_the_blocks_are_counted_is_a_flaw() {
        let (place, message) = flaw(&format!("(count-to-2 r1 r1 n1 n1 n1)\n{PLAN}"));
        assert_eq!(place, "2 wrong-step (1)");
        assert!(message.ends_with("the blocks have already been counted; no shot should follow"));
    }
}
