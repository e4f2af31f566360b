//! Replays a Granular plan and checks it action by action.
//!
//! The state includes positions in the middle of a shot: first a bullet in flight, then blocks that
//! have yet to fall. At each point the rules allow a bullet only one action. Any other action is a
//! flaw, even if the domain of the plan permits it.

use super::names::Names;
use super::{Departure, Flaw, Game, Reason, Verdict};
use crate::games::plotting::board::{Board, Colour, Place};
use crate::games::plotting::level::Level;
use crate::games::plotting::plan::Step;
use crate::games::plotting::plan::granular::{Action, Flight, Location, Way};
use crate::games::plotting::round::{self, Illegal};
use crate::games::plotting::rules::{Effect, Hand, NullShot, Shot, shoot};

pub(super) fn judge(level: &Level, steps: &[Step<Action>]) -> Verdict {
    let mut judge = Judge::new(level);
    for Step { line, text, action } in steps {
        if let Err(reason) = judge.step(action) {
            return judge.broken(*line, Some(text.as_str()), reason);
        }
    }
    let line = steps.last().map_or(0, |last| last.line);
    match judge.settle("the plan ends") {
        Ok(()) => judge.game.over(line),
        Err(reason) => judge.broken(line, None, reason),
    }
}

/// The state of the game after the actions replayed so far.
struct Judge<'a> {
    /// The game before the current shot.
    game: Game<'a>,
    names: Names,
    board: Board,
    hand: Held,
    stage: Stage,
    /// The current shot, or else the last one.
    shot: Option<Shot>,
    /// Number of shots begun.
    begun: usize,
}

/// The contents of the hand.
enum Held {
    /// A wildcard.
    Wildcard,
    /// A wildcard for which the plan has announced a colour. The rules fix the colour only when the
    /// wildcard hits a block.
    Promised(String),
    /// A block.
    Block(Colour),
}

/// The current phase of a shot.
enum Stage {
    /// No shot is in progress and nothing falls.
    Rest,
    /// The bullet is in flight.
    Flying(Bullet),
    /// The bullet has stopped, and the shot has this effect. Blocks may still have to fall.
    Landed(Effect),
}

#[derive(Clone, Copy)]
struct Bullet {
    shot: Shot,
    at: Location,
    way: Way,
    consumed: bool,
}

/// The contents of the location in front of a bullet.
#[derive(Clone, Copy)]
enum Ahead {
    Wall,
    Floor,
    Empty,
    Block(Place, Colour),
}

impl<'a> Judge<'a> {
    fn new(level: &'a Level) -> Judge<'a> {
        let hand = match level.start().hand {
            Hand::Wildcard => Held::Wildcard,
            Hand::Holding(colour) => Held::Block(colour),
        };
        Judge {
            game: Game::new(level),
            names: Names::default(),
            board: level.board().clone(),
            hand,
            stage: Stage::Rest,
            shot: None,
            begun: 0,
        }
    }

    fn broken(self, line: usize, action: Option<&str>, reason: Reason) -> Verdict {
        let action = action.map(Box::from);
        let (number, step) = (self.begun, self.shot.map(round::Step::from));
        self.game.broken(Flaw { number, step, line, action, reason })
    }

    fn step(&mut self, action: &Action) -> Result<(), Reason> {
        match action {
            Action::Shooting { entry, shot } => self.begin(*entry, *shot),
            Action::Roulette { colour } => self.promise(colour),
            Action::Bullet { way, from, to, flight } => self.fly(*way, *from, *to, flight),
            Action::Falling { from, to, colour } => self.fall(*from, *to, colour),
        }
    }

    /// Completes the current shot. `event` is what requires it to be over.
    ///
    /// # Errors
    /// If the bullet is still in flight or a block still has to fall.
    fn settle(&mut self, event: &str) -> Result<(), Reason> {
        if let Stage::Flying(bullet) = &self.stage {
            return Err(Departure::UnfinishedShot.because(
                format!("{event} while the bullet is at {}", bullet.at),
                "a shot should end with a swap or at the floor first",
            ));
        }
        if let Some((place, colour)) = floating(&self.board) {
            let at = Location::of(place, &self.board);
            return Err(Departure::BlocksStillFalling.because(
                format!(
                    "{event} while {} at {at} is over an empty cell",
                    self.names.describe(colour)
                ),
                "all blocks should have fallen first",
            ));
        }
        if let Stage::Landed(effect) = std::mem::replace(&mut self.stage, Stage::Rest) {
            debug_assert_eq!(
                self.board, effect.after.board,
                "the replayed actions add up to the effect of the shot"
            );
            self.game.land(effect);
        }
        Ok(())
    }

    /// Begins a shot.
    fn begin(&mut self, entry: Location, shot: Option<Shot>) -> Result<(), Reason> {
        self.settle("the next shot begins")?;
        self.begun += 1;
        self.shot = shot;
        let Some(shot) = shot else {
            let (rows, columns) = (self.board.rows(), self.board.columns());
            return Err(Departure::OutsideTheBoard.because(
                format!("no shot starts at {entry}"),
                format!(
                    "a shot should start at loc_1_2 to loc_1_{bottom} or loc_2_{top} to loc_{last}_{top}",
                    bottom = rows + 1,
                    top = rows + 2,
                    last = columns + 1,
                ),
            ));
        };
        self.game.aim(shot)?;
        let way = match shot {
            Shot::Row(_) => Way::Right,
            Shot::Column(_) => Way::Down,
        };
        self.stage = Stage::Flying(Bullet { shot, at: entry, way, consumed: false });
        Ok(())
    }

    /// Announces the colour of a wildcard.
    fn promise(&mut self, name: &str) -> Result<(), Reason> {
        match &self.hand {
            Held::Wildcard => {
                self.hand = Held::Promised(name.to_owned());
                Ok(())
            }
            Held::Promised(_) | Held::Block(_) => Err(self.no_wildcard()),
        }
    }

    fn no_wildcard(&self) -> Reason {
        let hand = match &self.hand {
            Held::Wildcard => "a wildcard".to_owned(),
            Held::Promised(name) => name.clone(),
            Held::Block(colour) => self.names.describe(*colour),
        };
        Departure::WrongWildcard
            .because(format!("the hand is {hand}"), "the hand should be a wildcard")
    }

    /// Applies a bullet action.
    fn fly(
        &mut self,
        way: Way,
        from: Location,
        to: Location,
        flight: &Flight,
    ) -> Result<(), Reason> {
        let bullet = self.bullet(way, from, to)?;
        let ahead = self.ahead(bullet);
        match (flight, ahead) {
            (Flight::Passing, Ahead::Empty) => {
                self.stage = Stage::Flying(Bullet { at: to, ..bullet });
                Ok(())
            }
            (Flight::ReachingEnd, Ahead::Wall) => {
                self.stage = Stage::Flying(Bullet { way: Way::Down, ..bullet });
                Ok(())
            }
            (Flight::ReachingEnd, Ahead::Floor) if bullet.consumed => {
                self.land(bullet);
                Ok(())
            }
            (Flight::ReachingEnd, Ahead::Floor) => Err(Illegal::from(NullShot::NothingHit).into()),
            (Flight::Taking { colour }, Ahead::Block(_, block)) => self.take(to, colour, block),
            (Flight::Absorbing { colour, before, after }, Ahead::Block(place, block)) => {
                if self.differs(block) {
                    return Err(self.wrong_step(bullet, ahead, to));
                }
                self.absorb(to, colour, block)?;
                self.count(*before, *after)?;
                self.board[place] = None;
                self.stage = Stage::Flying(Bullet { at: to, consumed: true, ..bullet });
                Ok(())
            }
            (Flight::Bouncing { hand, block: name }, Ahead::Block(place, block)) => {
                self.swap(bullet, to, hand, name, place, block)
            }
            (
                Flight::Passing
                | Flight::ReachingEnd
                | Flight::Taking { .. }
                | Flight::Absorbing { .. }
                | Flight::Bouncing { .. },
                Ahead::Wall | Ahead::Floor | Ahead::Empty | Ahead::Block(..),
            ) => Err(self.wrong_step(bullet, ahead, to)),
        }
    }

    /// Returns the bullet.
    ///
    /// # Errors
    /// If the bullet is not at `from`, does not move in the direction `way`, or does not reach `to`
    /// next.
    fn bullet(&self, way: Way, from: Location, to: Location) -> Result<Bullet, Reason> {
        let Stage::Flying(bullet) = self.stage else {
            return Err(Departure::BulletMisplaced.because(
                format!("there is no bullet at {from}: no shot is in flight"),
                format!("a bullet should be at {from}"),
            ));
        };
        let Bullet { at, way: flying, .. } = bullet;
        if at != from {
            return Err(Departure::BulletMisplaced.because(
                format!("there is no bullet at {from}, the bullet is at {at}"),
                format!("a bullet should be at {from}"),
            ));
        }
        if flying != way {
            let (flies, needs) = match flying {
                Way::Right => ("right", "it should have turned at the wall for a vertical action"),
                Way::Down => ("down", "it should fly right for a horizontal action"),
            };
            return Err(Departure::WrongDirection
                .because(format!("the bullet at {at} flies {flies}"), needs));
        }
        let next = at.next(flying);
        if to != next {
            return Err(Departure::WrongCell.because(
                format!("the bullet at {at} meets {next} next"),
                format!("the second location should be {next}, not {to}"),
            ));
        }
        Ok(bullet)
    }

    fn ahead(&self, bullet: Bullet) -> Ahead {
        let to = bullet.at.next(bullet.way);
        match (to.place(&self.board), bullet.way) {
            (Some(place), _) => match self.board[place] {
                Some(block) => Ahead::Block(place, block),
                None => Ahead::Empty,
            },
            (None, Way::Right) => Ahead::Wall,
            (None, Way::Down) => Ahead::Floor,
        }
    }

    /// Whether the hand is known to differ in colour from a block.
    fn differs(&self, block: Colour) -> bool {
        matches!(self.hand, Held::Block(hand) if hand != block)
    }

    /// Returns the flaw that the location in front of the bullet requires another action.
    fn wrong_step(&self, bullet: Bullet, ahead: Ahead, to: Location) -> Reason {
        let (held, action) = match ahead {
            Ahead::Wall => (format!("{to} is the wall"), Some("bullet_advancing_reaching_end")),
            Ahead::Floor => (format!("{to} is the floor"), Some("bullet_advancing_reaching_end")),
            Ahead::Empty => (format!("{to} is empty"), Some("bullet_advancing_non_absorbing")),
            Ahead::Block(_, block) => {
                let holds = format!("{to} holds {}", self.names.describe(block));
                match &self.hand {
                    Held::Wildcard => {
                        (format!("{holds}, the hand is a wildcard"), Some("wildcard_taking"))
                    }
                    Held::Block(hand) if *hand != block => (
                        format!("{holds}, the hand is {}", self.names.describe(*hand)),
                        bullet.consumed.then_some("bullet_bouncing"),
                    ),
                    Held::Block(_) | Held::Promised(_) => {
                        (format!("{holds}, as the hand does"), Some("bullet_advancing_absorbing"))
                    }
                }
            }
        };
        let expected = match action {
            Some(action) => format!("the action should be {}_{action}", bullet.way.name()),
            None => "a shot should consume the first block that it hits".to_owned(),
        };
        Departure::WrongStep.because(held, expected)
    }

    /// Checks that a name stands for a colour. `what` introduces the colour in the error message.
    fn name(&mut self, name: &str, colour: Colour, what: &str) -> Result<(), Reason> {
        let held = format!("{what} {}, not {name}", self.names.describe(colour));
        self.names
            .bind(name, colour)
            .map_err(|expected| Departure::WrongColour.because(held, expected))
    }

    /// Gives a wildcard the colour of the block in front of it.
    fn take(&mut self, to: Location, name: &str, block: Colour) -> Result<(), Reason> {
        if !matches!(self.hand, Held::Wildcard) {
            return Err(self.no_wildcard());
        }
        self.name(name, block, &format!("{to} holds"))?;
        self.hand = Held::Block(block);
        Ok(())
    }

    /// Checks that the hand can consume a block, and fixes the colour of an announced wildcard.
    fn absorb(&mut self, to: Location, name: &str, block: Colour) -> Result<(), Reason> {
        match &self.hand {
            Held::Wildcard => {
                return Err(Departure::WrongWildcard.because(
                    "the hand is still a wildcard",
                    "it should have taken the colour of its first block",
                ));
            }
            Held::Promised(promised) if promised != name => {
                return Err(Departure::WrongColour.because(
                    format!("the hand is {promised}, not {name}"),
                    "the block should have the colour of the hand",
                ));
            }
            Held::Promised(_) | Held::Block(_) => {}
        }
        self.name(name, block, &format!("{to} holds"))?;
        self.hand = Held::Block(block);
        Ok(())
    }

    /// Checks the block counts of an action against the board.
    fn count(&self, before: usize, after: usize) -> Result<(), Reason> {
        let blocks = self.board.blocks();
        if (before, after) == (blocks, blocks - 1) {
            return Ok(());
        }
        Err(Departure::CounterOff.because(
            format!("{blocks} blocks are on the board, one is consumed"),
            format!("the counts should be n{blocks} n{}, not n{before} n{after}", blocks - 1),
        ))
    }

    /// Swaps the bullet with a block, which ends the flight.
    fn swap(
        &mut self,
        bullet: Bullet,
        to: Location,
        hand_name: &str,
        block_name: &str,
        place: Place,
        block: Colour,
    ) -> Result<(), Reason> {
        if !bullet.consumed {
            return Err(Departure::SwapWithoutConsumption.because(
                "this shot swaps without having consumed a block",
                "a shot should consume a block before it swaps",
            ));
        }
        let Held::Block(hand) = self.hand else {
            return Err(self.wrong_step(bullet, Ahead::Block(place, block), to));
        };
        if hand == block {
            return Err(self.wrong_step(bullet, Ahead::Block(place, block), to));
        }
        self.name(hand_name, hand, "the hand is")?;
        self.name(block_name, block, &format!("{to} holds"))?;
        self.board[place] = Some(hand);
        self.hand = Held::Block(block);
        self.land(bullet);
        Ok(())
    }

    /// Ends the flight of the bullet.
    fn land(&mut self, bullet: Bullet) {
        let effect = shoot(&self.game.state.position, bullet.shot)
            .expect("a shot that consumed a block is not null");
        self.stage = Stage::Landed(effect);
    }

    /// Lets a block fall by one cell.
    fn fall(&mut self, from: Location, to: Location, name: &str) -> Result<(), Reason> {
        if let Stage::Flying(bullet) = &self.stage {
            return Err(Departure::UnfinishedShot.because(
                format!("a block falls while the bullet is at {}", bullet.at),
                "a shot should end with a swap or at the floor first",
            ));
        }
        let no_such_fall =
            |held: String, expected: String| Err(Departure::NoSuchFall.because(held, expected));
        let block = from.place(&self.board).and_then(|place| Some((place, self.board[place]?)));
        let Some((above, colour)) = block else {
            return no_such_fall(
                format!("there is no block at {from}"),
                format!("a block should be at {from}"),
            );
        };
        let below = from.next(Way::Down);
        if to != below {
            return no_such_fall(
                format!("{below} is under {from}"),
                format!("a block should fall by one cell, not to {to}"),
            );
        }
        let Some(under) = to.place(&self.board) else {
            return no_such_fall(format!("{to} is the floor"), format!("{to} should be empty"));
        };
        if let Some(block) = self.board[under] {
            return no_such_fall(
                format!("{to} holds {}", self.names.describe(block)),
                format!("{to} should be empty"),
            );
        }
        self.name(name, colour, &format!("{from} holds"))?;
        self.board[under] = Some(colour);
        self.board[above] = None;
        Ok(())
    }
}

/// Returns the first block above an empty cell.
fn floating(board: &Board) -> Option<(Place, Colour)> {
    board.places().find_map(|place| {
        let colour = board[place]?;
        let below = Place { row: place.row + 1, ..place };
        (below.row <= board.rows() && board[below].is_none()).then_some((place, colour))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::level::Firing;
    use crate::games::plotting::plan::{Dialect, Plan};
    use crate::games::plotting::replay::replay;

    /// A valid plan for `GR/RR` with goal 1: r2 c2.
    const FLOOR: [&str; 12] = [
        "(shooting_row loc_1_2)",
        "(horizontal_wildcard_taking loc_1_2 loc_2_2 red)",
        "(horizontal_bullet_advancing_absorbing loc_1_2 loc_2_2 red n4 n3)",
        "(horizontal_bullet_advancing_absorbing loc_2_2 loc_3_2 red n3 n2)",
        "(horizontal_bullet_advancing_reaching_end loc_3_2 loc_4_2)",
        "(vertical_bullet_advancing_reaching_end loc_3_2 loc_3_1)",
        "(fall_block loc_2_3 loc_2_2 green)",
        "(fall_block loc_3_3 loc_3_2 red)",
        "(shooting_column loc_3_4)",
        "(vertical_bullet_advancing_non_absorbing loc_3_4 loc_3_3)",
        "(vertical_bullet_advancing_absorbing loc_3_3 loc_3_2 red n2 n1)",
        "(vertical_bullet_advancing_reaching_end loc_3_2 loc_3_1)",
    ];

    /// The start of a valid plan for `RG/GB` with goal 2: r1 c1. [`swaps`] adds the last action.
    const SWAPS: [&str; 7] = [
        "(shooting_row_3)",
        "(colour_roulette c1)",
        "(horizontal_bullet_advancing_absorbing loc_1_3 loc_2_3 c1 n4 n3)",
        "(horizontal_bullet_bouncing loc_2_3 loc_3_3 c1 c2)",
        "(shooting_column_2)",
        "(vertical_bullet_advancing_non_absorbing loc_2_4 loc_2_3)",
        "(vertical_bullet_advancing_absorbing loc_2_3 loc_2_2 c2 n3 n2)",
    ];

    fn level(board: &str, goal: usize) -> Level {
        Level::new("test", board.parse().unwrap(), goal).unwrap()
    }

    fn judged(level: &Level, lines: &[&str]) -> Verdict {
        let plan = Plan::read(&lines.join("\n"), Dialect::Granular, level).unwrap();
        replay(level, &plan)
    }

    /// Returns the flaw of a plan as `line reason (shot)`, and its message.
    fn flaw(level: &Level, lines: &[&str]) -> (String, String) {
        let flaw = judged(level, lines).finding.unwrap_err();
        (format!("{} {} ({})", flaw.line, flaw.reason.code(), flaw.number), flaw.to_string())
    }

    /// Replaces a line of the plan, or removes it if `action` is empty.
    fn with<'a>(plan: &[&'a str], line: usize, action: &'a str) -> Vec<&'a str> {
        let mut plan = plan.to_vec();
        match action {
            "" => drop(plan.remove(line - 1)),
            _ => plan[line - 1] = action,
        }
        plan
    }

    fn floor(line: usize, action: &str) -> (String, String) {
        flaw(&level("GR/RR", 1), &with(&FLOOR, line, action))
    }

    fn swaps() -> Vec<&'static str> {
        [&SWAPS[..], &["(vertical_bullet_advancing_reaching_end loc_2_2 loc_2_1)"]].concat()
    }

    fn assert_flaw((place, message): (String, String), expected: &str, sentence: &str) {
        assert_eq!(place, expected, "{message}");
        assert!(message.contains(sentence), "{message}");
    }

    #[test]
    fn a_correct_plan_is_valid() {
        for (level, lines, shots) in
            [(level("GR/RR", 1), FLOOR.to_vec(), "r2 c2"), (level("RG/GB", 2), swaps(), "r1 c1")]
        {
            let verdict = judged(&level, &lines);
            assert_eq!(verdict.finding.unwrap().to_string(), shots);
            assert_eq!(verdict.goal_met_after, Some(2));
        }
    }

    #[test]
    fn the_colour_of_a_wildcard_may_be_announced_before_the_shot() {
        let mut plan = swaps();
        plan.swap(0, 1);
        assert!(judged(&level("RG/GB", 2), &plan).finding.is_ok());
    }

    #[test]
    fn the_final_board_is_the_one_before_the_failing_shot() {
        let verdict = judged(&level("GR/RR", 1), &with(&FLOOR, 11, ""));
        assert_eq!(
            (verdict.played.len(), verdict.end.position.board.to_string()),
            (1, "../GR".to_owned())
        );
        let verdict = judged(&level("GR/RR", 1), &with(&FLOOR, 8, ""));
        assert_eq!(
            (verdict.played.len(), verdict.end.position.board.to_string()),
            (0, "GR/RR".to_owned())
        );
    }

    #[test]
    fn moving_a_bullet_that_is_not_there_is_a_flaw() {
        assert_flaw(
            floor(10, "(vertical_bullet_advancing_non_absorbing loc_3_2 loc_3_1)"),
            "10 bullet-misplaced (2)",
            "line 10, vertical_bullet_advancing_non_absorbing loc_3_2 loc_3_1: \
             there is no bullet at loc_3_2, the bullet is at loc_3_4; a bullet should be at loc_3_2",
        );
        assert_flaw(floor(1, ""), "1 bullet-misplaced (0)", "no shot is in flight");
        assert_flaw(
            floor(7, "(vertical_bullet_advancing_reaching_end loc_3_2 loc_3_1)"),
            "7 bullet-misplaced (1)",
            "there is no bullet at loc_3_2: no shot is in flight",
        );
    }

    #[test]
    fn a_bullet_that_turns_without_a_wall_is_a_flaw() {
        assert_flaw(
            floor(4, "(vertical_bullet_advancing_absorbing loc_2_2 loc_2_1 red n3 n2)"),
            "4 wrong-direction (1)",
            "the bullet at loc_2_2 flies right; it should have turned at the wall",
        );
        assert_flaw(
            floor(6, "(horizontal_bullet_advancing_reaching_end loc_3_2 loc_4_2)"),
            "6 wrong-direction (1)",
            "the bullet at loc_3_2 flies down; it should fly right",
        );
    }

    #[test]
    fn a_bullet_that_skips_a_cell_is_a_flaw() {
        assert_flaw(
            floor(4, "(horizontal_bullet_advancing_absorbing loc_2_2 loc_4_2 red n3 n2)"),
            "4 wrong-cell (1)",
            "meets loc_3_2 next; the second location should be loc_3_2, not loc_4_2",
        );
    }

    #[test]
    fn an_action_that_does_not_match_what_the_bullet_meets_is_a_flaw() {
        for (line, action, held) in [
            (
                4,
                "(horizontal_bullet_advancing_non_absorbing loc_2_2 loc_3_2)",
                "loc_3_2 holds red (R), as the hand does; the action should be horizontal_bullet_advancing_absorbing",
            ),
            (
                4,
                "(horizontal_bullet_advancing_reaching_end loc_2_2 loc_3_2)",
                "loc_3_2 holds red (R), as the hand does",
            ),
            (
                4,
                "(horizontal_bullet_bouncing loc_2_2 loc_3_2 red red)",
                "loc_3_2 holds red (R), as the hand does",
            ),
            (
                5,
                "(horizontal_bullet_advancing_non_absorbing loc_3_2 loc_4_2)",
                "loc_4_2 is the wall; the action should be horizontal_bullet_advancing_reaching_end",
            ),
            (
                6,
                "(vertical_bullet_advancing_absorbing loc_3_2 loc_3_1 red n2 n1)",
                "loc_3_1 is the floor; the action should be vertical_bullet_advancing_reaching_end",
            ),
            (
                10,
                "(vertical_bullet_advancing_absorbing loc_3_4 loc_3_3 red n2 n1)",
                "loc_3_3 is empty; the action should be vertical_bullet_advancing_non_absorbing",
            ),
            (
                2,
                "(horizontal_bullet_advancing_non_absorbing loc_1_2 loc_2_2)",
                "loc_2_2 holds R, the hand is a wildcard; the action should be horizontal_wildcard_taking",
            ),
        ] {
            let number = if line < 9 { 1 } else { 2 };
            assert_flaw(floor(line, action), &format!("{line} wrong-step ({number})"), held);
        }
        let plan =
            with(&SWAPS, 4, "(horizontal_bullet_advancing_absorbing loc_2_3 loc_3_3 c1 n3 n2)");
        assert_flaw(
            flaw(&level("RG/GB", 2), &plan),
            "4 wrong-step (1)",
            "loc_3_3 holds G, the hand is c1 (R); the action should be horizontal_bullet_bouncing",
        );
    }

    #[test]
    fn a_swap_before_any_block_is_consumed_is_a_flaw() {
        let plan = [
            "(colour_roulette c2)",
            "(shooting_row_3)",
            "(horizontal_bullet_bouncing loc_1_3 loc_2_3 c2 c1)",
        ];
        assert_flaw(
            flaw(&level("RG/GB", 2), &plan),
            "3 swap-without-consumption (1)",
            "this shot swaps without having consumed a block; a shot should consume a block",
        );
    }

    #[test]
    fn a_shot_that_consumes_nothing_on_its_way_to_the_floor_is_null() {
        let plan = [
            "(shooting_column_2)",
            "(vertical_bullet_advancing_non_absorbing loc_2_3 loc_2_2)",
            "(vertical_bullet_advancing_reaching_end loc_2_2 loc_2_1)",
        ];
        assert_flaw(
            flaw(&level(".R", 0), &plan),
            "3 null-shot (1)",
            "no block on its way: a null shot",
        );
    }

    #[test]
    fn a_first_block_of_another_colour_cannot_be_consumed() {
        let level = level("RG/GB", 2).with_hand(Hand::Holding(Colour::from_letter('G').unwrap()));
        let plan = [
            "(shooting_row_3)",
            "(horizontal_bullet_advancing_absorbing loc_1_3 loc_2_3 red n4 n3)",
        ];
        assert_flaw(
            flaw(&level.unwrap(), &plan),
            "2 wrong-step (1)",
            "loc_2_3 holds R, the hand is G; a shot should consume the first block that it hits",
        );
    }

    #[test]
    fn using_a_missing_wildcard_or_forgetting_one_is_a_flaw() {
        assert_flaw(
            floor(3, "(horizontal_wildcard_taking loc_1_2 loc_2_2 red)"),
            "3 wrong-wildcard (1)",
            "the hand is red (R); the hand should be a wildcard",
        );
        assert_flaw(
            floor(3, "(colour_roulette green)"),
            "3 wrong-wildcard (1)",
            "the hand is red (R); the hand should be a wildcard",
        );
        assert_flaw(floor(2, ""), "2 wrong-wildcard (1)", "the hand is still a wildcard");
        let mut twice = swaps();
        twice.insert(1, "(colour_roulette c2)");
        assert_flaw(flaw(&level("RG/GB", 2), &twice), "3 wrong-wildcard (1)", "the hand is c2");
    }

    #[test]
    fn a_wrong_colour_is_a_flaw() {
        assert_flaw(
            floor(4, "(horizontal_bullet_advancing_absorbing loc_2_2 loc_3_2 green n3 n2)"),
            "4 wrong-colour (1)",
            "loc_3_2 holds red (R), not green; it should be called red, as before",
        );
        assert_flaw(
            floor(7, "(fall_block loc_2_3 loc_2_2 red)"),
            "7 wrong-colour (1)",
            "loc_2_3 holds G, not red; red should be R, as before",
        );
        assert_flaw(
            floor(7, "(fall_block loc_2_3 loc_2_2 bullet)"),
            "7 wrong-colour (1)",
            "bullet should not be used for a block",
        );
        for (action, sentence) in [
            ("(horizontal_bullet_bouncing loc_2_3 loc_3_3 c2 c1)", "the hand is c1 (R), not c2"),
            ("(horizontal_bullet_bouncing loc_2_3 loc_3_3 c1 c1)", "loc_3_3 holds G, not c1"),
        ] {
            let plan = with(&SWAPS, 4, action);
            assert_flaw(flaw(&level("RG/GB", 2), &plan), "4 wrong-colour (1)", sentence);
        }
        let plan = with(&SWAPS, 2, "(colour_roulette c2)");
        assert_flaw(
            flaw(&level("RG/GB", 2), &plan),
            "3 wrong-colour (1)",
            "the hand is c2, not c1",
        );
    }

    #[test]
    fn a_wrong_block_count_is_a_flaw() {
        for counts in ["n4 n3", "n3 n1", "n2 n2", "n3 n99999999999999999999"] {
            let action =
                format!("(horizontal_bullet_advancing_absorbing loc_2_2 loc_3_2 red {counts})");
            assert_flaw(
                floor(4, &action),
                "4 counter-off (1)",
                "3 blocks are on the board, one is consumed; the counts should be n3 n2, not n",
            );
        }
    }

    #[test]
    fn an_impossible_fall_is_a_flaw() {
        for (line, action, sentence) in [
            (
                8,
                "(fall_block loc_3_4 loc_3_3 red)",
                "there is no block at loc_3_4; a block should be at loc_3_4",
            ),
            (8, "(fall_block loc_2_3 loc_2_2 green)", "there is no block at loc_2_3"),
            (
                8,
                "(fall_block loc_2_2 loc_2_1 green)",
                "loc_2_1 is the floor; loc_2_1 should be empty",
            ),
            (
                8,
                "(fall_block loc_3_3 loc_2_2 red)",
                "loc_3_2 is under loc_3_3; a block should fall by one cell, not to loc_2_2",
            ),
            (8, "(fall_block loc_9_9 loc_9_8 red)", "there is no block at loc_9_9"),
        ] {
            assert_flaw(floor(line, action), &format!("{line} no-such-fall (1)"), sentence);
        }
        assert_flaw(
            flaw(&level("GR/RR", 1), &["(fall_block loc_2_3 loc_2_2 green)"]),
            "1 no-such-fall (0)",
            "loc_2_2 holds R; loc_2_2 should be empty",
        );
    }

    #[test]
    fn an_unfinished_shot_is_a_flaw() {
        assert_flaw(
            floor(6, ""),
            "6 unfinished-shot (1)",
            "line 6, fall_block loc_2_3 loc_2_2 green: a block falls while the bullet is at loc_3_2",
        );
        assert_flaw(
            floor(2, "(shooting_row loc_1_3)"),
            "2 unfinished-shot (1)",
            "the next shot begins while the bullet is at loc_1_2; a shot should end",
        );
        assert_flaw(
            floor(12, ""),
            "11 unfinished-shot (2)",
            "at the end of the plan: the plan ends while the bullet is at loc_3_2",
        );
    }

    #[test]
    fn leaving_blocks_in_the_air_is_a_flaw() {
        assert_flaw(
            floor(8, ""),
            "8 blocks-still-falling (1)",
            "the next shot begins while red (R) at loc_3_3 is over an empty cell; all blocks should",
        );
        assert_flaw(
            flaw(&level("GR/RR", 2), &FLOOR[..7]),
            "7 blocks-still-falling (1)",
            "at the end of the plan: the plan ends while red (R) at loc_3_3",
        );
    }

    #[test]
    fn a_shot_from_an_invalid_entry_is_a_flaw() {
        for action in [
            "(shooting_row_4)",
            "(shooting_row_1)",
            "(shooting_column_1)",
            "(shooting_column_4)",
            "(shooting_row loc_2_2)",
            "(shooting_column loc_3_3)",
            "(shooting_row_99999999999999999999)",
        ] {
            assert_flaw(
                floor(9, action),
                "9 outside-the-board (2)",
                "a shot should start at loc_1_2 to loc_1_3 or loc_2_4 to loc_3_4",
            );
        }
        let blocked = level("GR/RR", 1);
        let firing = Firing::only(blocked.board(), None, Some(&[1])).unwrap();
        assert_flaw(
            flaw(&blocked.with_firing(firing), &FLOOR),
            "9 not-a-firing-position (2)",
            "line 9, shooting_column loc_3_4: the level does not allow firing from there",
        );
    }

    #[test]
    fn a_missed_goal_is_reported_as_for_any_plan() {
        assert_flaw(
            flaw(&level("GR/RR", 1), &FLOOR[..8]),
            "8 goal-missed (1)",
            "after shot 1: 2 blocks are left, the goal is 1",
        );
    }

    #[test]
    fn the_example_plan_of_the_article_is_the_shot_of_figure_2() {
        let red = Hand::Holding(Colour::from_letter('R').unwrap());
        let level = level("G.G./R.GG/R.RG/GGRR", 10).with_hand(red).unwrap();
        let printed = [
            "(shooting_row_3)",
            "(horiz_bullet_adv_absorbing loc_1_3 loc_2_3 red n12 n11)",
            "(horiz_bullet_adv_non_absorbing loc_2_3 loc_3_3)",
            "(horiz_bullet_adv_absorbing loc_3_3 loc_4_3 red n11 n10)",
            "(horiz_bullet_bouncing loc_4_3 loc_5_3 red green)",
            "(fall_block loc_2_4 loc_2_3 red)",
            "(fall_block loc_2_5 loc_2_4 green)",
            "(fall_block loc_4_4 loc_4_3 green)",
            "(fall_block loc_4_5 loc_4_4 green)",
        ];
        assert_eq!(judged(&level, &printed).finding.unwrap().to_string(), "r3");
        let direct = Plan::read("(shoot-partial-row n3 n3 red)", Dialect::Direct, &level);
        assert_eq!(replay(&level, &direct.unwrap()).finding.unwrap().to_string(), "r3");
    }

    #[test]
    fn the_bug_of_the_published_domain_is_reported_at_the_action_that_exploits_it() {
        // Fast Downward finds this plan with the published domain. The bullet of the first shot
        // stays at the floor, and swaps during the second shot.
        let plan = [
            "(colour_roulette red)",
            "(shooting_column_2 )",
            "(vertical_bullet_advancing_absorbing loc_2_4 loc_2_3 red n8 n7)",
            "(vertical_bullet_advancing_absorbing loc_2_3 loc_2_2 red n7 n6)",
            "(vertical_bullet_advancing_reaching_end loc_2_2 loc_2_1)",
            "(shooting_row_3 )",
            "(horizontal_bullet_advancing_non_absorbing loc_1_3 loc_2_3)",
            "(horizontal_bullet_advancing_absorbing loc_2_3 loc_3_3 red n6 n5)",
            "(horizontal_bullet_bouncing loc_2_2 loc_3_2 red green)",
        ];
        assert_flaw(
            flaw(&level("RRRG/RGGG", 1), &plan),
            "9 bullet-misplaced (2)",
            "there is no bullet at loc_2_2, the bullet is at loc_3_3",
        );
    }
}
