//! Drawings: what an animation shows is what the rules say, the same input gives the same file, and files
//! are small.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plotgen::game::AnyLevel;
use plotgen::game::any::{BoxedLevel, read_levels};
use plotgen::games;
use plotgen::view::drawing::board::{Sheet, Style};
use plotgen::view::drawing::film::Film;
use plotgen::view::drawing::scene::{Figure, Item};
use plotgen::view::drawing::{gif, svg};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn level(text: &str) -> BoxedLevel {
    read_levels(games::ALL, text, "level").unwrap().remove(0).reading.level
}

fn film(level: &dyn AnyLevel, words: &[String]) -> Film {
    Film::of(level, &level.replay_steps(words).unwrap())
}

/// Steps chosen as a hash of the position's number and the seed says, at most `most` of them.
fn random_words(level: &dyn AnyLevel, seed: usize, most: usize) -> Vec<String> {
    let mut position = level.start();
    let mut words: Vec<String> = Vec::new();
    while words.len() < most {
        let mut moves = Vec::new();
        let _ = position.each_move(&mut |entry| {
            moves.push(entry.word);
            if moves.len() < 500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if moves.is_empty() {
            break;
        }
        let word = moves.swap_remove((seed * 31 + words.len() * 17) % moves.len());
        position = position.play(&word).unwrap().after;
        words.push(word);
    }
    words
}

/// The tiles that are drawn, each with its place, in the order of their places.
fn tiles(items: &[Item]) -> Vec<String> {
    let tile = |item: &Item| match &item.figure {
        Figure::Tile(tile) => {
            let pose = item.pose;
            Some(format!("{:.1},{:.1} {} {:.2}", pose.x, pose.y, tile.label, pose.scale))
        }
        Figure::Wildcard => Some(format!("{:.1},{:.1} any", item.pose.x, item.pose.y)),
        Figure::Shape { .. } | Figure::Line { .. } => None,
    };
    let mut all: Vec<String> = items.iter().filter_map(tile).collect();
    all.sort();
    all
}

const LEVELS: [&str; 6] = [
    r#"{"name": "p", "grid": ["RGBY.", "GGRBY", "RRBGB", "YGRRB"], "goal": 2}"#,
    r#"{"name": "column", "grid": ["R", "G", "R", "R"], "goal": 0, "hand": "R"}"#,
    r#"{"name": "closed", "grid": ["RGR", "GRR"], "goal": 1, "firing": {"rows": [2], "columns": [1, 3]}}"#,
    r#"{"name": "s", "game": "swaps", "tiles": ["GHHS", "SGRR", "GRHG"]}"#,
    r#"{"name": "n", "game": "2248", "numbers": [[2, 4, 2, 8], [4, 2, 8, 8], [2, 2, 4, 16]], "seed": 5, "collapse": true}"#,
    r#"{"name": "q", "game": "2248", "numbers": [[2, 2], [4, 2], [8, 4]], "queues": [[2, 4, 8], [16]]}"#,
];

#[test]
fn after_every_step_an_animation_shows_what_the_rules_say() {
    let mut compared = 0;
    for text in LEVELS {
        let level = level(text);
        for seed in 0..5 {
            let words = random_words(level.as_ref(), seed, 6);
            for length in 0..=words.len() {
                let film = film(level.as_ref(), &words[..length]);
                let scene = film.animation();
                let sheet = Sheet::new(&film.portrait, Style::Whole);
                let shown = tiles(&scene.at(scene.duration - 0.01).items);
                let expected = tiles(&sheet.tiles(film.pictures().last().unwrap()));
                assert_eq!(shown, expected, "{text}: {:?}", &words[..length]);
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn stages_end_with_the_picture_after_the_step() {
    for text in LEVELS {
        let level = level(text);
        for seed in 0..12 {
            let film = film(level.as_ref(), &random_words(level.as_ref(), seed, 8));
            for step in &film.steps {
                assert_eq!(step.stages.last().unwrap().after, step.after, "{text}: {}", step.word);
            }
        }
    }
}

#[test]
fn a_gif_of_ten_shots_is_small_and_the_same_every_time() {
    let text = r#"{"name": "large", "grid": ["RGBYRG", "GGRBYR", "RRBGBB", "YGRRBG", "BYGRGB"], "goal": 3}"#;
    let level = level(text);
    let words = (0..40).map(|seed| random_words(level.as_ref(), seed, 10));
    let words = words.max_by_key(Vec::len).unwrap();
    assert_eq!(words.len(), 10, "no game of ten shots was found");
    let film = film(level.as_ref(), &words);
    let drawn = gif::gif(&film.animation(), 1.0).unwrap();
    assert!(drawn.len() < 300_000, "{} bytes", drawn.len());
    assert!(drawn == gif::gif(&film.animation(), 1.0).unwrap());
    let animation = svg::svg(&film.animation());
    assert!(animation.len() < 100_000, "{} bytes", animation.len());
}

/// The pictures in the documents, with the level and the plan that each is made of.
const IMAGES: [&str; 3] = ["plotting", "swaps", "2248"];

#[test]
fn the_pictures_in_the_documents_are_remade_identically() {
    let folder = root().join("docs/images");
    for name in IMAGES {
        let read = |extension: &str| {
            let path: PathBuf = Path::new(&folder).join(format!("{name}.{extension}"));
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let level = level(&read("json"));
        let film = Film::of(level.as_ref(), &level.replay(&read("plan"), None).unwrap());
        assert!(film.ending.is_good, "{name}: {}", film.ending.words);
        let hint = format!("plotgen draw docs/images/{name}.json docs/images/{name}.plan");
        assert!(
            svg::svg(&film.animation()) == read("svg"),
            "{name}.svg is not what `{hint}` draws"
        );
    }
}
