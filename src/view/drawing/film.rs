//! A plan as pictures: every position with the step played in it, and how one becomes the next.

use super::board::{Sheet, Style, plain};
use super::colours;
use super::motion::animated;
use super::scene::{Scene, panel};
use super::writing::{Anchor, Writing};
use crate::game::motion::{Aim, Stage};
use crate::game::picture::{Picture, Span};
use crate::game::plan::Replay;
use crate::game::{AnyLevel, Noun};

/// A plan that can be drawn.
pub struct Film {
    /// What a step is called.
    pub noun: Noun,
    /// The level: the picture of the start with its title and its goal.
    pub portrait: Picture,
    /// The picture of the start.
    pub start: Picture,
    /// The steps.
    pub steps: Vec<Step>,
    /// How many steps the whole plan has, as far as is known: more than are drawn if one is faulty.
    pub length: usize,
    /// What comes of it.
    pub ending: Ending,
}

/// A step that can be drawn.
pub struct Step {
    /// Its word.
    pub word: String,
    /// What it does, in a line.
    pub story: String,
    /// Where it is aimed.
    pub aim: Aim,
    /// What it looks like.
    pub stages: Vec<Stage>,
    /// The picture after it.
    pub after: Picture,
}

/// The end of a plan, in words.
pub struct Ending {
    /// The words.
    pub words: String,
    /// Whether they are good news.
    pub is_good: bool,
}

impl Film {
    /// The film of a plan that was replayed: up to its end, or to its flaw.
    pub fn of(level: &dyn AnyLevel, replay: &Replay) -> Film {
        let noun = level.game().step();
        let mut position = level.start();
        let start = position.picture();
        let mut steps = Vec::new();
        for played in &replay.played {
            let (stages, aim) = (position.stages(&played.word), position.aim(&played.word));
            let Ok(outcome) = position.play(&played.word) else { break };
            position = outcome.after;
            let (word, story) = (played.word.clone(), played.story.clone());
            steps.push(Step { word, story, aim, stages, after: position.picture() });
        }
        let ending = match (&replay.finding, replay.goal_met_after) {
            (Ok(_), Some(after)) => Ending {
                words: format!("goal met after {}", noun.count(after as i128)),
                is_good: true,
            },
            (Ok(judged), None) => Ending { words: judged.words.clone(), is_good: true },
            (Err(flaw), _) => Ending { words: flaw.message.clone(), is_good: false },
        };
        let length = steps.len();
        Film { noun, portrait: level.portrait(), start, steps, length, ending }
    }

    /// The pictures: the start, and that after each step.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        [&self.start].into_iter().chain(self.steps.iter().map(|step| &step.after))
    }

    /// What is said about the level, whatever the position: the lines of its portrait that are not those
    /// of the start.
    pub fn rules(&self) -> &[Vec<Span>] {
        self.portrait.lines.get(self.start.lines.len()..).unwrap_or_default()
    }

    /// The caption after a number of steps.
    pub fn caption(&self, after: usize) -> String {
        match self.steps.get(after.wrapping_sub(1)) {
            None => "start".to_owned(),
            Some(step) => format!("{} {after} of {}: {}", self.noun.one, self.length, step.word),
        }
    }

    /// The position after a number of steps as a still picture, or nothing if there are not as many.
    pub fn frame(&self, after: usize) -> Option<Scene> {
        let picture = self.pictures().nth(after)?;
        let lines = picture.lines.iter().chain(self.rules()).cloned();
        let mut whole = Picture { lines: lines.collect(), ..picture.clone() };
        whole.title = self.portrait.title.clone();
        if after > 0 {
            whole.lines.insert(0, vec![Span::Text(self.caption(after))]);
        }
        Some(super::board::position(&whole))
    }

    /// The plan as an animation.
    pub fn animation(&self) -> Scene {
        animated(self)
    }

    /// All positions side by side, each with the step that is played in it: a figure for a paper.
    pub fn strip(&self) -> Scene {
        let sheet = Sheet::new(&self.start, Style::Bare);
        let (width, height) = (sheet.width(), sheet.height(0));
        let layout = Strip::new(self.steps.len() + 1, width, height);
        let title = self.portrait.title.clone().unwrap_or_default();
        let mut items = vec![panel(0.0, 0.0, layout.width, layout.height, 0.0, colours::PAPER)];
        for (index, picture) in self.pictures().enumerate() {
            let (x, y) = layout.place(index);
            let step = self.steps.get(index);
            let mut board = sheet.ground();
            board.extend(sheet.tiles(picture));
            board.extend(step.map(|step| sheet.hint(&step.aim)));
            items.extend(board.into_iter().map(|item| item.moved(x, y + Strip::CAPTION)));
            let word = match (step, &self.ending) {
                (Some(step), _) => Writing::PLAIN.bold().in_ink(colours::ACCENT).text(
                    &step.word,
                    Anchor::Start,
                    x,
                    y + 10.0,
                ),
                (None, Ending { words, is_good }) => {
                    let ink = if *is_good { colours::GOOD } else { colours::BAD };
                    let words = Writing::SMALL.shortened(words, width);
                    Writing::SMALL.in_ink(ink).text(&words, Anchor::Start, x, y + 10.0)
                }
            };
            items.push(word);
        }
        let words: Vec<&str> = self.steps.iter().map(|step| step.word.as_str()).collect();
        let description = format!("{}. {}", words.join(" "), self.ending.words);
        Scene {
            width: layout.width,
            height: layout.height,
            title,
            description,
            items,
            duration: 0.0,
        }
    }

    /// The plan in words, for people who do not see it.
    pub fn described(&self) -> String {
        let rules = self.rules().iter().map(|line| plain(line));
        let steps = self.steps.iter().map(|step| step.story.clone());
        rules.chain(steps).chain([self.ending.words.clone()]).collect::<Vec<_>>().join(". ")
    }
}

/// Where the boards of a strip go.
struct Strip {
    columns: usize,
    step: (f64, f64),
    width: f64,
    height: f64,
}

impl Strip {
    /// The width that a strip does not exceed, unless one board does.
    const LIMIT: f64 = 900.0;
    /// The height of what is above each board.
    const CAPTION: f64 = 17.0;
    /// The space between boards.
    const GAP: f64 = 22.0;
    /// The space around them.
    const MARGIN: f64 = 4.0;

    fn new(boards: usize, width: f64, height: f64) -> Strip {
        let most = ((Strip::LIMIT + Strip::GAP) / (width + Strip::GAP)).floor().max(1.0) as usize;
        let rows = boards.div_ceil(most);
        // Rows as even as possible.
        let columns = boards.div_ceil(rows);
        let step = (width + Strip::GAP, height + Strip::CAPTION + Strip::GAP);
        Strip {
            columns,
            step,
            width: step.0 * columns as f64 - Strip::GAP + 2.0 * Strip::MARGIN,
            height: step.1 * rows as f64 - Strip::GAP + 2.0 * Strip::MARGIN,
        }
    }

    fn place(&self, index: usize) -> (f64, f64) {
        let (row, column) = (index / self.columns, index % self.columns);
        (Strip::MARGIN + self.step.0 * column as f64, Strip::MARGIN + self.step.1 * row as f64)
    }
}
