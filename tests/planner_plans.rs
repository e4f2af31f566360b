//! Plans of planners: a game told as the PDDL models tell it is found valid, and no other story is.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

mod strategies;

use plotgen::games::plotting::board::{Board, Colour, Place};
use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::plan::direct::Claim;
use plotgen::games::plotting::plan::granular::{Location, Way};
use plotgen::games::plotting::plan::{Dialect, Plan};
use plotgen::games::plotting::replay::{Verdict, replay};
use plotgen::games::plotting::rules::{Effect, Hand, Position, Shot, shoot};
use proptest::prelude::*;
use proptest::sample::Index;

/// A game: a level whose goal is just met by the shots, and what they do.
#[derive(Clone, Debug)]
struct Game {
    level: Level,
    effects: Vec<Effect>,
    /// What else is left open: the order of falls, for one.
    choices: Vec<usize>,
}

impl Game {
    fn play(board: Board, hand: Option<Index>, choices: Vec<usize>) -> Game {
        let colours = board.colours();
        let hand = hand.map_or(Hand::Wildcard, |index| Hand::Holding(*index.get(&colours)));
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

    fn shots(&self) -> String {
        self.effects.iter().map(|effect| effect.shot.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The plan as a planner would write it for the Direct model.
    fn direct(&self, is_published: bool) -> Vec<String> {
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

    /// The plan as a planner would write it for the Granular model.
    fn granular(&self, is_published: bool) -> Vec<String> {
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

/// Small boards, where shots turn at the wall and swap, and boards of any size.
fn games() -> impl Strategy<Value = Game> {
    let small = (1..=5usize, 1..=5usize, 1..=3usize).prop_flat_map(|(rows, columns, colours)| {
        let row = prop::collection::vec(0..colours, columns);
        prop::collection::vec(row, rows).prop_map(|rows| {
            let row = |row: &Vec<usize>| row.iter().map(|&cell| ['R', 'G', 'B'][cell]).collect();
            Board::from_rows(&rows.iter().map(row).collect::<Vec<String>>()).unwrap()
        })
    });
    let boards = prop_oneof![8 => small, 1 => strategies::boards()];
    (boards, any::<Option<Index>>(), prop::collection::vec(any::<usize>(), 1..12))
        .prop_map(|(board, hand, choices)| Game::play(board, hand, choices))
}

fn judge(level: &Level, text: &str) -> Option<(Plan, Verdict)> {
    let plan = Plan::read(text, Dialect::of(text), level.board()).ok()?;
    let verdict = replay(level, &plan);
    Some((plan, verdict))
}

/// Whatever is found valid is the game that its shots are.
fn assert_sound(level: &Level, text: &str) -> bool {
    let Some((plan, verdict)) = judge(level, text) else { return false };
    let Ok(valid) = verdict.finding else { return false };
    let alone = replay(level, &plan.shots_alone().unwrap());
    assert_eq!(alone.finding.unwrap(), valid, "{text}");
    assert_eq!(alone.end, verdict.end, "{text}");
    true
}

/// A story with something wrong in it.
fn mutated(lines: &[String], kind: u8, [first, second]: [Index; 2], word: Index) -> Vec<String> {
    let mut lines = lines.to_vec();
    let (first, second) = (first.index(lines.len()), second.index(lines.len()));
    match kind % 5 {
        0 => drop(lines.remove(first)),
        1 => lines.swap(first, second),
        2 => lines.insert(first, lines[second].clone()),
        3 => lines.truncate(first),
        _ => {
            // A word of one action in the place of a word of another.
            let words = |line: &str| -> Vec<String> {
                line.trim_matches(['(', ')']).split(' ').map(str::to_owned).collect()
            };
            let (mut broken, other) = (words(&lines[first]), words(&lines[second]));
            let place = word.index(broken.len());
            broken[place] = other[word.index(other.len())].clone();
            lines[first] = format!("({})", broken.join(" "));
        }
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_game_told_by_either_model_in_either_spelling_is_valid(game in games()) {
        for is_published in [false, true] {
            for lines in [game.direct(is_published), game.granular(is_published)] {
                let text = lines.join("\n");
                let (plan, verdict) = judge(&game.level, &text).unwrap();
                prop_assert_eq!(plan.to_string(), game.shots());
                let valid = verdict.finding.map_err(|flaw| TestCaseError::fail(format!("{flaw}\n{text}")))?;
                prop_assert_eq!(valid.to_string(), game.shots());
                prop_assert_eq!(&verdict.played, &game.effects);
                prop_assert_eq!(plan.fired(), game.effects.len());
            }
        }
    }

    #[test]
    fn a_story_with_an_action_missing_is_not_valid(game in games(), index: Index, is_published: bool) {
        prop_assume!(!game.effects.is_empty());
        let mut lines = game.granular(is_published);
        lines.remove(index.index(lines.len()));
        let (_, verdict) = judge(&game.level, &lines.join("\n")).unwrap();
        prop_assert!(verdict.finding.is_err(), "{}", lines.join("\n"));
    }

    #[test]
    fn a_story_with_a_wrong_place_or_count_is_not_valid(game in games(), index: Index, which: Index, by in 1..4usize) {
        prop_assume!(!game.effects.is_empty());
        let mut lines = game.granular(false);
        let line = &mut lines[index.index(game.granular(false).len())];
        let digits: Vec<usize> = line.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[which.index(digits.len())];
        let digit: usize = line[at..=at].parse().unwrap();
        line.replace_range(at..=at, &((digit + by) % 10).to_string());
        let (_, verdict) = judge(&game.level, &lines.join("\n")).unwrap();
        prop_assert!(verdict.finding.is_err(), "{}", lines.join("\n"));
    }

    #[test]
    fn a_story_that_is_found_valid_is_the_game_that_its_shots_are(
        game in games(), kind: u8, places: [Index; 2], word: Index, form in 0..4u8
    ) {
        prop_assume!(!game.effects.is_empty());
        let lines = match form {
            0 | 1 => game.direct(form == 0),
            _ => game.granular(form == 2),
        };
        assert_sound(&game.level, &mutated(&lines, kind, places, word).join("\n"));
    }

    #[test]
    fn broken_bytes_do_not_break_the_judge(
        game in games(),
        is_published: bool,
        is_direct: bool,
        edits in prop::collection::vec((any::<Index>(), any::<u8>(), any::<u8>()), 1..5),
    ) {
        let lines = if is_direct { game.direct(is_published) } else { game.granular(is_published) };
        let mut bytes = lines.join("\n").into_bytes();
        bytes.push(b'\n');
        for (at, kind, byte) in edits {
            let at = at.index(bytes.len());
            match kind % 4 {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"()0123456789nlocr_-;: []\n"[usize::from(byte) % 25],
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        assert_sound(&game.level, &text);
        for dialect in [Dialect::Text, Dialect::Json, Dialect::Direct, Dialect::Granular] {
            if let Ok(plan) = Plan::read(&text, dialect, game.level.board()) {
                replay(&game.level, &plan);
            }
        }
    }
}
