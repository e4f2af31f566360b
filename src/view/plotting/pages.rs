//! Self-contained HTML pages.

use std::sync::Arc;

use askama::Template;

use super::histogram;
use crate::game::Picture;
use crate::games::plotting::board::Board;
use crate::games::plotting::curate::metrics::{METRICS, Metric, Metrics};
use crate::games::plotting::curate::statistics::{Class, Group, Histogram, Statistics, Summary};
use crate::games::plotting::formats::rendered;
use crate::games::plotting::level::{Firing, Level};
use crate::games::plotting::replay::replay;
use crate::games::plotting::round::{self, Turn};
use crate::games::plotting::rules::{Hand, Shot};
use crate::games::plotting::story::{self, words};
use crate::view::drawing::board::{Style, figure};
use crate::view::drawing::svg::svg;
use crate::view::text::{counted, lengths, score};

/// A picture as part of a page.
fn drawn(picture: &Picture, style: Style) -> String {
    svg(&figure(picture, style))
}

/// A board alone.
fn bare(board: &Board) -> String {
    drawn(&story::board(board, &Firing::everywhere(board)), Style::Bare)
}

/// A gallery of levels with their metrics.
#[derive(Template)]
#[template(path = "plotting/page/gallery.html")]
pub struct Gallery<'a> {
    /// The title of the page.
    pub title: &'a str,
    /// The set that the levels were chosen from.
    pub words: &'a str,
    /// The size of that set, in words.
    pub tally: &'a str,
    /// The formula that ranks the levels.
    pub rank: &'a str,
    /// The formula that selects the levels, if any.
    pub wanted: Option<&'a str>,
    /// The levels.
    pub cards: Vec<Card>,
    /// The columns of the widest board.
    columns: usize,
    card_width: usize,
    /// Small boards are drawn larger.
    zoom: f64,
}

/// A level of a gallery.
pub struct Card {
    rank: usize,
    score: String,
    name: String,
    file: String,
    columns: usize,
    board: String,
    hand: Option<String>,
    metrics: Arc<Metrics>,
    lengths: Vec<Length>,
    lengths_told: String,
    /// Positions from which the goal can be met.
    alive: usize,
    /// Positions from which it cannot, not counting dead ends.
    lost: usize,
    lost_share: f64,
    shots: String,
    steps: Vec<Step>,
}

/// A possible number of shots.
struct Length {
    shots: usize,
    is_plan: bool,
    is_best: bool,
}

/// One shot of the displayed plan.
struct Step {
    shot: round::Step,
    hand: String,
    board: String,
}

impl Card {
    /// A card for a level. `place` is its rank and score, `shots` a plan to display.
    pub fn new(
        place: (usize, f64),
        level: &Level,
        file: String,
        shots: &[Shot],
        metrics: &Arc<Metrics>,
    ) -> Card {
        let all = &metrics.lengths.all;
        let length = |shots: usize| Length {
            shots,
            is_plan: all.contains(&shots),
            is_best: shots == metrics.optimum,
        };
        let step = |turn: &Turn| Step {
            shot: turn.step,
            hand: turn.after.position.hand.to_string(),
            board: bare(&turn.after.position.board),
        };
        let verdict = replay(level, &shots.iter().copied().collect());
        let states = &metrics.states;
        Card {
            rank: place.0,
            score: score(place.1),
            name: level.name().to_owned(),
            file,
            columns: level.board().columns(),
            board: drawn(&story::board(level.board(), level.firing()), Style::Numbered),
            hand: match level.hand() {
                Hand::Wildcard => None,
                Hand::Holding(colour) => Some(colour.to_string()),
            },
            lengths: (1..=level.longest_plan().max(metrics.lengths.most)).map(length).collect(),
            lengths_told: lengths(all),
            alive: states.reachable - states.lost,
            lost: states.lost - states.dead_ends,
            lost_share: states.lost as f64 / states.reachable as f64,
            shots: words(shots),
            steps: verdict.played.iter().map(step).collect(),
            metrics: Arc::clone(metrics),
        }
    }
}

impl<'a> Gallery<'a> {
    /// A gallery of these levels.
    pub fn new(
        title: &'a str,
        words: &'a str,
        tally: &'a str,
        rank: &'a str,
        wanted: Option<&'a str>,
        cards: Vec<Card>,
    ) -> Gallery<'a> {
        let columns = cards.iter().map(|card| card.columns).max().unwrap_or(1);
        let zoom = if columns <= 6 { 1.3 } else { 1.0 };
        let card_width = ((columns * 36 + 30) as f64 * zoom) as usize + 50;
        let card_width = card_width.max(300);
        Gallery { title, words, tally, rank, wanted, cards, columns, card_width, zoom }
    }

    /// The page.
    pub fn page(&self) -> String {
        rendered(self)
    }
}

/// The difficulty of a set of levels, with plots.
#[derive(Template)]
#[template(path = "plotting/page/statistics.html")]
pub struct StatisticsPage<'a> {
    title: String,
    words: &'a str,
    plots: Vec<Plot>,
    rows: Vec<Row>,
}

/// One metric over the set.
struct Plot {
    name: &'static str,
    says: &'static str,
    drawing: String,
    least: String,
    lower: String,
    median: String,
    upper: String,
    most: String,
    mean: String,
}

/// One class of the set.
struct Row {
    class: Class,
    levels: u64,
    solvable: u64,
    least: String,
    median: String,
    most: String,
    hardest: String,
}

impl<'a> StatisticsPage<'a> {
    /// A page about the set that `words` describes.
    pub fn new(words: &'a str, statistics: &Statistics) -> StatisticsPage<'a> {
        let levels: u64 = statistics.groups.values().map(|group| group.levels).sum();
        let plot = |(metric, histogram): (&Metric, &Histogram)| {
            let summary = histogram.summary()?;
            // A metric with the same value for all levels needs no plot.
            let is_worth_it = summary.least < summary.most && !metric.says.starts_with("short for");
            is_worth_it.then(|| Plot {
                name: metric.name,
                says: metric.says,
                drawing: histogram::histogram(metric.name, histogram),
                least: score(summary.least),
                lower: score(summary.lower),
                median: score(summary.median),
                upper: score(summary.upper),
                most: score(summary.most),
                mean: format!("{:.2}", summary.mean),
            })
        };
        let row = |(class, group): (&Class, &Group)| {
            let optimum = group.optimum.summary();
            let figure = |of: fn(&Summary) -> f64| {
                optimum.as_ref().map(|summary| score(of(summary))).unwrap_or_default()
            };
            let hardest = group.hardest().into_iter().next();
            Row {
                class: *class,
                levels: group.levels,
                solvable: group.solvable,
                least: figure(|summary| summary.least),
                median: figure(|summary| summary.median),
                most: figure(|summary| summary.most),
                hardest: hardest.map(|hard| bare(&hard.grid)).unwrap_or_default(),
            }
        };
        StatisticsPage {
            title: format!("Plotting: {}", counted(levels as usize, "level")),
            words,
            plots: METRICS.iter().zip(&statistics.metrics).filter_map(plot).collect(),
            rows: statistics.groups.iter().map(row).collect(),
        }
    }

    /// The page.
    pub fn page(&self) -> String {
        rendered(self)
    }
}
