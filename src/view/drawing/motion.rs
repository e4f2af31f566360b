//! Plans in motion: every tile of a film as an item that appears, moves from place to place and
//! disappears, at times that follow from the stages of the steps.

use super::board::{Sheet, Style, held, plain};
use super::colours;
use super::film::{Film, Step};
use super::scene::{CELL, Figure, Item, Key, Pose, Scene, panel};
use super::writing::Writing;
use crate::game::grid::Cell;
use crate::game::motion::{Glide, Spot, Stage};
use crate::game::picture::{Hand, Picture, Tile};

/// How long the start is shown, in seconds.
const START: f64 = 1.2;
/// How long the place that a step is aimed at is shown before the step.
const AIM: f64 = 0.35;
/// How long a position is shown.
const REST: f64 = 0.35;
/// How long the end is shown.
const END: f64 = 2.5;
/// The shortest and the longest stage.
const STAGE: (f64, f64) = (0.18, 0.8);
/// How long a tile takes for a cell.
const PER_CELL: f64 = 0.065;
/// How long a tile takes to appear or to vanish.
const BLINK: f64 = 0.1;

/// The animation of a film.
pub fn animated(film: &Film) -> Scene {
    let sheet = Sheet::new(&film.portrait, Style::Whole);
    let mut stage = Performance::new(&sheet, &film.start);
    let mut captions = Captions::new(&sheet);
    captions.show(stage.time, film.caption(0), &film.start);
    let mut hints = Vec::new();
    stage.time += START;
    for (index, step) in film.steps.iter().enumerate() {
        captions.show(stage.time, film.caption(index + 1), before(film, index));
        hints.push(shown(sheet.hint(&step.aim), stage.time, Some(stage.time + AIM)));
        stage.time += AIM;
        stage.play(step);
        captions.show(stage.time, film.caption(index + 1), &step.after);
        stage.time += REST;
    }
    captions.conclude(stage.time, &film.ending.words, film.ending.is_good);
    let duration = stage.time + END;

    let (rules, lines) = sheet.text(film.rules(), captions.lines());
    let (width, height) = (sheet.width(), sheet.height(lines));
    let mut items = vec![panel(0.0, 0.0, width, height, 10.0, colours::PAPER)];
    items.extend(sheet.ground());
    items.extend(rules);
    items.extend(captions.items());
    items.extend(stage.items());
    items.extend(hints);
    let title = film.portrait.title.clone().unwrap_or_else(|| "a plan".to_owned());
    Scene { width, height, title, description: film.described(), items, duration }
}

/// A single step as an animation of a part of a page; it lasts as long as the caller wants.
pub fn step(before: &Picture, stages: &[Stage], duration: f64) -> Scene {
    let sheet = Sheet::new(before, Style::Numbered);
    let mut performance = Performance::new(&sheet, before);
    stages.iter().for_each(|stage| performance.stage(stage));
    // What appears or vanishes last still takes its time.
    let factor = duration / (performance.time + BLINK);
    let mut items = sheet.ground();
    items.extend(performance.items());
    for key in items.iter_mut().flat_map(|item| &mut item.keys) {
        key.time *= factor;
    }
    let (width, height) = (sheet.width(), sheet.height(0));
    let label = |stage: &Stage| stage.label.clone();
    let description = stages.iter().map(label).collect::<Vec<_>>().join(", ");
    Scene { width, height, title: "a step".to_owned(), description, items, duration }
}

/// The picture before a step.
fn before(film: &Film, index: usize) -> &Picture {
    index.checked_sub(1).map_or(&film.start, |index| &film.steps[index].after)
}

/// An item that is visible from a time on, until another if there is one.
fn shown(item: Item, from: f64, to: Option<f64>) -> Item {
    let hidden = item.pose.hidden();
    let mut keys = Vec::new();
    if from > 0.0 {
        keys.extend([0.0, from].map(|time| Key { time, pose: hidden }));
    }
    keys.push(Key { time: from, pose: item.pose });
    if let Some(to) = to {
        keys.extend([item.pose, hidden].map(|pose| Key { time: to, pose }));
    }
    Item::moving(item.figure, keys)
}

/// A tile on its way through a film.
struct Actor {
    figure: Figure,
    keys: Vec<Key>,
    /// Whether it moved recently, and so is in front of the others. The greatest is in front.
    moved: usize,
}

impl Actor {
    fn pose(&self) -> Pose {
        self.keys.last().map_or(Pose::at(0.0, 0.0), |key| key.pose)
    }

    /// Stays as it is until a time.
    fn rest(&mut self, time: f64) {
        let pose = self.pose();
        self.reach(time, pose);
    }

    fn reach(&mut self, time: f64, pose: Pose) {
        let key = Key { time, pose };
        if self.keys.last() != Some(&key) {
            self.keys.push(key);
        }
    }

    /// Shrinks and disappears from a time on.
    fn vanish(&mut self, time: f64) {
        self.rest(time);
        let pose = self.pose();
        self.reach(time + BLINK, pose.scaled(0.3).hidden());
    }

    /// Disappears at once.
    fn leave(&mut self, time: f64) {
        self.rest(time);
        let pose = self.pose();
        self.reach(time, pose.hidden());
    }
}

/// The tiles on the board and in the hand, while a film is played.
struct Performance<'a> {
    sheet: &'a Sheet,
    time: f64,
    actors: Vec<Actor>,
    /// Which actor lies in each cell.
    board: Vec<Vec<Option<usize>>>,
    hand: Option<usize>,
    picture: Picture,
    moves: usize,
}

/// A tile that moves in a stage.
struct Flight<'a> {
    glide: &'a Glide,
    actor: usize,
    /// The poses on its way, each with the share of the way that is behind it.
    stops: Vec<(f64, Pose)>,
}

impl<'a> Performance<'a> {
    fn new(sheet: &'a Sheet, picture: &Picture) -> Performance<'a> {
        let mut performance = Performance {
            sheet,
            time: 0.0,
            actors: Vec::new(),
            board: picture.rows.iter().map(|row| vec![None; row.len()]).collect(),
            hand: None,
            picture: picture.clone(),
            moves: 0,
        };
        for cell in cells(picture) {
            let actor = tile(picture, cell).map(|tile| {
                performance.enter(Figure::Tile(tile.clone()), sheet.pose(cell.into()), true)
            });
            performance.put(cell, actor);
        }
        let hand = picture.hand.as_ref().and_then(held);
        performance.hand =
            hand.map(|figure| performance.enter(figure, sheet.pose(Spot::Hand), true));
        performance
    }

    /// A new actor, which is there from the beginning, or from now on.
    fn enter(&mut self, figure: Figure, pose: Pose, is_first: bool) -> usize {
        let mut keys = vec![Key { time: 0.0, pose: if is_first { pose } else { pose.hidden() } }];
        if !is_first {
            keys.push(Key { time: self.time, pose: pose.hidden() });
            keys.push(Key { time: self.time, pose });
        }
        self.actors.push(Actor { figure, keys, moved: 0 });
        self.actors.len() - 1
    }

    fn at(&self, cell: Cell) -> Option<usize> {
        *self.board.get(cell.row - 1)?.get(cell.column - 1)?
    }

    fn put(&mut self, cell: Cell, actor: Option<usize>) {
        if let Some(place) =
            self.board.get_mut(cell.row - 1).and_then(|row| row.get_mut(cell.column - 1))
        {
            *place = actor;
        }
    }

    /// Plays a step, stage by stage.
    fn play(&mut self, step: &Step) {
        for stage in &step.stages {
            self.stage(stage);
        }
    }

    fn stage(&mut self, stage: &Stage) {
        self.moves += 1;
        let flights: Vec<Flight<'_>> =
            stage.glides.iter().map(|glide| self.take_off(glide)).collect();
        let longest = flights.iter().map(|flight| length(&flight.glide.way)).fold(0.0, f64::max);
        let duration = (longest * PER_CELL).clamp(STAGE.0, STAGE.1);
        self.clear(stage, &flights, duration);
        let (start, end) = (self.time, self.time + duration);
        for flight in &flights {
            let actor = &mut self.actors[flight.actor];
            actor.moved = self.moves;
            actor.rest(start);
            for &(share, pose) in &flight.stops {
                actor.reach(start + share * duration, pose);
            }
        }
        self.time = end;
        self.land(stage, &flights);
        self.picture = stage.after.clone();
    }

    /// Takes the tile of a glide from where it lies, or makes it appear there.
    fn take_off<'g>(&mut self, glide: &'g Glide) -> Flight<'g> {
        let start = glide.way.first().copied().unwrap_or(Spot::Hand);
        let figure = Figure::Tile(glide.tile.clone());
        let lying = match (start, inside(&self.picture, start)) {
            (Spot::Hand, _) => {
                let hand = self.hand.take();
                if let Some(hand) = hand.filter(|&hand| self.actors[hand].figure != figure) {
                    self.actors[hand].leave(self.time);
                }
                hand
            }
            (Spot::At { .. }, Some(cell)) => {
                let lying = self.at(cell).filter(|&lying| self.actors[lying].figure == figure);
                if lying.is_some() {
                    self.put(cell, None);
                }
                lying
            }
            (Spot::At { .. }, None) => None,
        };
        let lying = lying.filter(|&actor| self.actors[actor].figure == figure);
        let actor = lying.unwrap_or_else(|| self.enter(figure, self.sheet.pose(start), false));
        Flight { glide, actor, stops: self.stops(&glide.way) }
    }

    /// The poses on a way. A tile leaves the hand upwards, so that it does not cross the board.
    fn stops(&self, way: &[Spot]) -> Vec<(f64, Pose)> {
        let mut poses: Vec<Pose> = Vec::new();
        for (index, &spot) in way.iter().enumerate() {
            let pose = self.sheet.pose(spot);
            if let (Some(Spot::Hand), Spot::At { .. }) =
                (index.checked_sub(1).map(|i| way[i]), spot)
            {
                poses.push(Pose { y: pose.y, ..self.sheet.pose(Spot::Hand) });
            }
            poses.push(pose);
        }
        let distance = |pair: &[Pose]| (pair[0].x - pair[1].x).hypot(pair[0].y - pair[1].y);
        let total: f64 = poses.windows(2).map(distance).sum();
        let mut behind = 0.0;
        let mut stops = Vec::new();
        for (index, &pose) in poses.iter().enumerate() {
            if index > 0 {
                behind += distance(&poses[index - 1..=index]);
            }
            stops.push((if total > 0.0 { behind / total } else { 1.0 }, pose));
        }
        stops
    }

    /// Lets the tiles vanish that are not there after a stage, those on the way of a flight when it
    /// reaches them.
    fn clear(&mut self, stage: &Stage, flights: &[Flight<'_>], duration: f64) {
        for cell in cells(&self.picture) {
            let Some(actor) = self.at(cell) else { continue };
            let stays = tile(&stage.after, cell)
                .is_some_and(|after| self.actors[actor].figure == Figure::Tile(after.clone()));
            let is_reached = flights.iter().any(|flight| {
                flight.glide.way.last().and_then(|&spot| inside(&self.picture, spot)) == Some(cell)
            });
            if stays && !is_reached {
                continue;
            }
            let place = self.sheet.pose(cell.into());
            let reached = flights.iter().filter_map(|flight| meets(&flight.stops, place));
            let share = reached.fold(None, |first: Option<f64>, share| {
                Some(first.map_or(share, |first| first.min(share)))
            });
            self.actors[actor].vanish(self.time + share.unwrap_or(0.0) * duration);
            self.put(cell, None);
        }
    }

    /// Puts the tiles where the picture after a stage has them.
    fn land(&mut self, stage: &Stage, flights: &[Flight<'_>]) {
        for flight in flights {
            let end = flight.glide.way.last().copied().unwrap_or(Spot::Hand);
            let figure = &self.actors[flight.actor].figure;
            let stays = match (end, inside(&stage.after, end)) {
                (Spot::Hand, _) => {
                    self.hand.is_none()
                        && stage.after.hand.as_ref().and_then(held).as_ref() == Some(figure)
                }
                (Spot::At { .. }, Some(cell)) => {
                    let after = tile(&stage.after, cell).map(|tile| Figure::Tile(tile.clone()));
                    self.at(cell).is_none() && after.as_ref() == Some(figure)
                }
                (Spot::At { .. }, None) => false,
            };
            match (stays, end, inside(&stage.after, end)) {
                (true, Spot::Hand, _) => self.hand = Some(flight.actor),
                (true, Spot::At { .. }, Some(cell)) => self.put(cell, Some(flight.actor)),
                (_, _, _) => self.actors[flight.actor].leave(self.time),
            }
        }
        for cell in cells(&stage.after) {
            if let (None, Some(tile)) = (self.at(cell), tile(&stage.after, cell)) {
                let actor = self.appear(Figure::Tile(tile.clone()), self.sheet.pose(cell.into()));
                self.put(cell, Some(actor));
            }
        }
        self.settle_hand(stage.after.hand.as_ref());
    }

    fn settle_hand(&mut self, hand: Option<&Hand>) {
        let figure = hand.and_then(held);
        let holds = self.hand.map(|actor| self.actors[actor].figure.clone());
        if holds == figure {
            return;
        }
        if let Some(actor) = self.hand.take() {
            self.actors[actor].leave(self.time);
        }
        self.hand = figure.map(|figure| self.appear(figure, self.sheet.pose(Spot::Hand)));
    }

    /// A new actor that grows to its size.
    fn appear(&mut self, figure: Figure, pose: Pose) -> usize {
        let small = pose.scaled(0.3).hidden();
        let keys = vec![
            Key { time: 0.0, pose: small },
            Key { time: self.time, pose: small },
            Key { time: self.time + BLINK, pose },
        ];
        self.actors.push(Actor { figure, keys, moved: 0 });
        self.actors.len() - 1
    }

    /// The actors as items, those that moved last in front.
    fn items(mut self) -> Vec<Item> {
        self.actors.sort_by_key(|actor| actor.moved);
        let item = |actor: Actor| match actor.keys.as_slice() {
            [key] => Item::new(actor.figure, key.pose),
            _ => Item::moving(actor.figure, actor.keys),
        };
        self.actors.into_iter().map(item).collect()
    }
}

/// The cells of a picture.
fn cells(picture: &Picture) -> Vec<Cell> {
    let row = |(row, tiles): (usize, &Vec<_>)| {
        (1..=tiles.len()).map(move |column| Cell { row, column }).collect::<Vec<_>>()
    };
    (1..).zip(&picture.rows).flat_map(row).collect()
}

fn tile(picture: &Picture, cell: Cell) -> Option<&Tile> {
    picture.rows.get(cell.row - 1)?.get(cell.column - 1)?.as_ref()
}

/// The cell of a picture that a spot is.
fn inside(picture: &Picture, spot: Spot) -> Option<Cell> {
    let Spot::At { row, column } = spot else { return None };
    let cell = Cell { row: usize::try_from(row).ok()?, column: usize::try_from(column).ok()? };
    cells(picture).contains(&cell).then_some(cell)
}

/// The length of a way in cells.
fn length(way: &[Spot]) -> f64 {
    let steps = way.windows(2).map(|pair| match (pair[0], pair[1]) {
        (Spot::At { row, column }, Spot::At { row: next_row, column: next_column }) => {
            f64::from(row - next_row).hypot(f64::from(column - next_column))
        }
        // The hand is a little way off.
        (Spot::Hand, _) | (_, Spot::Hand) => 3.0,
    });
    steps.sum()
}

/// The share of a way after which a tile on it touches the one at a place, if it does.
fn meets(stops: &[(f64, Pose)], place: Pose) -> Option<f64> {
    stops.windows(2).find_map(|pair| {
        let ((from, one), (to, two)) = (pair[0], pair[1]);
        let (dx, dy) = (two.x - one.x, two.y - one.y);
        let square = dx * dx + dy * dy;
        if square == 0.0 {
            return None;
        }
        let along = ((place.x - one.x) * dx + (place.y - one.y) * dy) / square;
        let nearest = along.clamp(0.0, 1.0);
        let off = (place.x - one.x - nearest * dx).hypot(place.y - one.y - nearest * dy);
        // A tile is touched half a cell before its middle is reached.
        let touched = (nearest - CELL / 2.0 / square.sqrt()).max(0.0);
        (off < CELL / 4.0).then_some(from + touched * (to - from))
    })
}

/// The lines below a board that change in the course of a film.
struct Captions<'a> {
    sheet: &'a Sheet,
    /// Texts by line, each with the time from which it is shown, and its writing.
    texts: Vec<Vec<(f64, String, Writing)>>,
}

impl<'a> Captions<'a> {
    fn new(sheet: &'a Sheet) -> Captions<'a> {
        Captions { sheet, texts: Vec::new() }
    }

    fn write(&mut self, line: usize, time: f64, text: String, writing: Writing) {
        if self.texts.len() <= line {
            self.texts.resize_with(line + 1, Vec::new);
        }
        let text = writing.shortened(&text, self.sheet.text_width());
        let texts = &mut self.texts[line];
        if texts.last().is_none_or(|(_, last, _)| *last != text) {
            texts.push((time, text, writing));
        }
    }

    /// Shows a caption from a time on, and the lines of a picture below it.
    fn show(&mut self, time: f64, caption: String, picture: &Picture) {
        self.write(0, time, caption, Writing::PLAIN.bold());
        for (index, line) in picture.lines.iter().enumerate() {
            self.write(index + 1, time, plain(line), Writing::PLAIN);
        }
    }

    /// Shows how it ends, from a time on.
    fn conclude(&mut self, time: f64, words: &str, is_good: bool) {
        let ink = if is_good { colours::GOOD } else { colours::BAD };
        let writing = Writing::PLAIN.bold().in_ink(ink);
        let lines = writing.wrapped(words, self.sheet.text_width());
        let below = self.texts.len();
        for (index, words) in lines.into_iter().enumerate() {
            let line = if index == 0 { 0 } else { below + index - 1 };
            self.write(line, time, words, writing);
        }
    }

    /// The number of lines.
    fn lines(&self) -> usize {
        self.texts.len()
    }

    fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for (line, texts) in self.texts.iter().enumerate() {
            for (index, (from, text, writing)) in texts.iter().enumerate() {
                let item = self.sheet.line(*writing, text, line);
                match (texts.len(), texts.get(index + 1)) {
                    (1, _) if *from == 0.0 => items.push(item),
                    (_, next) => items.push(shown(item, *from, next.map(|(to, ..)| *to))),
                }
            }
        }
        items
    }
}
