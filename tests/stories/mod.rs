//! Games, and how planners would tell them for each of the PDDL models.

#![allow(dead_code, reason = "not every test uses everything")]

use plotgen::games::plotting::board::{Board, Colour, Place};
use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::plan::direct::Claim;
use plotgen::games::plotting::plan::granular::{Location, Way};
use plotgen::games::plotting::plan::lean;
use plotgen::games::plotting::rules::{Effect, Hand, Position, Shot, shoot};

/// A game: a level whose goal is just met by the shots, and what they do.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) level: Level,
    pub(crate) effects: Vec<Effect>,
    /// What else is left open: the order of falls, for one.
    choices: Vec<usize>,
}

impl Game {
    pub(crate) fn play(board: Board, hand: Hand, choices: Vec<usize>) -> Game {
        let mut position = Position { board: board.clone(), hand };
        let mut effects = Vec::new();
        for &choice in &choices {
            let possible: Vec<Effect> =
                Shot::all(&board).filter_map(|shot| shoot(&position, shot).ok()).collect();
            if possible.is_empty() {
                break;
            }
            let effect = possible[choice % possible.len()].clone();
            position = effect.after.clone();
            effects.push(effect);
        }
        let level = Level::new("game", board, position.board.blocks()).unwrap();
        Game { level: level.with_hand(hand).unwrap(), effects, choices }
    }

    pub(crate) fn shots(&self) -> String {
        self.effects.iter().map(|effect| effect.shot.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The plan as a planner would write it for the Direct model.
    pub(crate) fn direct(&self, is_published: bool) -> Vec<String> {
        let number = |letter: char, number: usize| match is_published {
            true => format!("n{number}"),
            false => format!("{letter}{number}"),
        };
        let tell = |effect: &Effect| {
            let claim = Claim::of(effect);
            let arguments = match claim {
                Claim::PartialRow { row, last } => {
                    format!("{} {}", number('r', row), number('c', last))
                }
                Claim::OnlyFullRow { row } => number('r', row),
                Claim::RowAndColumn { row, last } => {
                    format!("{} {}", number('r', row), number('r', last))
                }
                Claim::Column { column, last } => {
                    format!("{} {}", number('c', column), number('r', last))
                }
            };
            format!("({} {arguments} {})", claim.name(), name(effect.colour))
        };
        self.effects.iter().map(tell).collect()
    }

    /// The plan as a planner would write it for the Lean model.
    pub(crate) fn lean(&self) -> Vec<String> {
        let last = self.level.board().columns();
        let tell = |effect: &Effect| {
            let lean::Claim { shot, hit, stop } = lean::Claim::of(effect);
            let sinks = stop.map_or("floor".to_owned(), |stop| stop.row.to_string());
            let colour = name(effect.colour);
            match (shot, stop) {
                (Shot::Column(column), Some(stop)) => {
                    format!("(column-hits-{}-stops-{} k{column} {colour})", hit.row, stop.row)
                }
                (Shot::Column(column), None) => {
                    format!("(column-hits-{}-sinks-to-floor k{column} {colour})", hit.row)
                }
                (Shot::Row(row), Some(stop)) if hit.row == row && stop.row == row => {
                    format!("(row-{row}-hits-{}-stops-{} {colour})", hit.column, stop.column)
                }
                (Shot::Row(row), _) if hit.row == row => {
                    format!("(row-{row}-hits-{}-sinks-to-{sinks} {colour})", hit.column)
                }
                (Shot::Row(row), _) => {
                    assert_eq!(hit.column, last, "below its row a shot hits the last column only");
                    let end =
                        stop.map_or("sinks-to-floor".into(), |end| format!("stops-{}", end.row));
                    format!("(over-hits-{}-{end} r{row} {colour})", hit.row)
                }
            }
        };
        self.effects.iter().map(tell).collect()
    }

    /// The plan as a planner would write it for the Granular model.
    pub(crate) fn granular(&self, is_published: bool) -> Vec<String> {
        let mut story = Story {
            board: self.level.board().clone(),
            is_wildcard: self.level.start().hand == Hand::Wildcard,
            is_published,
            lines: Vec::new(),
        };
        for (index, effect) in self.effects.iter().enumerate() {
            story.fire(effect);
            story.fall(self.choices[index]);
            assert_eq!(story.board, effect.after.board);
        }
        story.lines
    }
}

fn name(colour: Colour) -> String {
    format!("colour-{}", colour.letter().to_ascii_lowercase())
}

/// A game as the Granular model tells it.
struct Story {
    board: Board,
    is_wildcard: bool,
    is_published: bool,
    lines: Vec<String>,
}

impl Story {
    fn say(&mut self, line: String) {
        self.lines.push(format!("({line})"));
    }

    fn fire(&mut self, effect: &Effect) {
        let mut at = Location::entry(effect.shot, &self.board);
        let (kind, number, mut way) = match effect.shot {
            Shot::Row(_) => ("row", at.row, Way::Right),
            Shot::Column(_) => ("column", at.column, Way::Down),
        };
        match self.is_published {
            true => self.say(format!("shooting_{kind}_{number}")),
            false => self.say(format!("shooting_{kind} {at}")),
        }
        let colour = name(effect.colour);
        for &place in &effect.path {
            let next = Location::of(place, &self.board);
            if way == Way::Right && next.row != at.row {
                self.say(format!("horizontal_bullet_advancing_reaching_end {at} {}", at.next(way)));
                way = Way::Down;
            }
            let kind = way.name();
            let blocks = self.board.blocks();
            match self.board[place] {
                None => self.say(format!("{kind}_bullet_advancing_non_absorbing {at} {next}")),
                Some(block) if block == effect.colour => {
                    if std::mem::take(&mut self.is_wildcard) {
                        match self.is_published {
                            true => self.say(format!("colour_roulette {colour}")),
                            false => {
                                self.say(format!("{kind}_wildcard_taking {at} {next} {colour}"))
                            }
                        }
                    }
                    self.say(format!(
                        "{kind}_bullet_advancing_absorbing {at} {next} {colour} n{blocks} n{}",
                        blocks - 1
                    ));
                    self.board[place] = None;
                }
                Some(block) => {
                    self.say(format!(
                        "{kind}_bullet_bouncing {at} {next} {colour} {}",
                        name(block)
                    ));
                    self.board[place] = Some(effect.colour);
                    return;
                }
            }
            at = next;
        }
        if way == Way::Right {
            self.say(format!("horizontal_bullet_advancing_reaching_end {at} {}", at.next(way)));
        }
        self.say(format!("vertical_bullet_advancing_reaching_end {at} {}", at.next(Way::Down)));
    }

    /// Lets the blocks fall, a cell at a time, in an order that the choice gives.
    fn fall(&mut self, choice: usize) {
        let below = |place: Place| Place { row: place.row + 1, ..place };
        for turn in 0.. {
            let floating: Vec<Place> = self
                .board
                .places()
                .filter(|&place| place.row < self.board.rows() && self.board[place].is_some())
                .filter(|&place| self.board[below(place)].is_none())
                .collect();
            if floating.is_empty() {
                return;
            }
            let from = floating[(choice >> (turn % 32)) % floating.len()];
            let colour = self.board[from].take().unwrap();
            self.board[below(from)] = Some(colour);
            let [l1, l2] = [from, below(from)].map(|place| Location::of(place, &self.board));
            self.say(format!("fall_block {l1} {l2} {}", name(colour)));
        }
    }
}
