//! The published levels of the arcade game and of the NES game, with their routes, read where they lie
//! beside the project: the rules agree with every route, shot by shot.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod aloud;

use std::fs;
use std::path::{Path, PathBuf};

use aloud::skipped;
use plotgen::game::Game;
use plotgen::game::any::{BoxedLevel, read_levels, typed};
use plotgen::game::search::Finding;
use plotgen::games;
use plotgen::games::plotting::formats::{self, flipull, nes};
use plotgen::games::plotting::game::Plotting;
use plotgen::games::plotting::level::{Level, Measure};
use plotgen::games::plotting::plan::{Dialect, Plan};
use plotgen::games::plotting::replay::{Verdict, replay};
use plotgen::games::plotting::search::{Budget, best};

/// A file or folder of the published data, where it is beside the project.
fn published(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/arcade").join(name);
    if path.exists() {
        return Some(path);
    }
    skipped(&format!("../shared/data/arcade/{name} is not there"));
    None
}

/// The 60 rounds and the text with a route through each.
fn rounds() -> Option<(Vec<Level>, String)> {
    let text = fs::read_to_string(published("levels.txt")?).unwrap();
    let levels = read_levels(games::ALL, &text, "levels").unwrap();
    let plotting = |level: &BoxedLevel| typed::<Plotting>(level.as_ref()).unwrap().clone();
    let levels = levels.iter().map(|placed| plotting(&placed.reading.level)).collect();
    Some((levels, fs::read_to_string(published("routes.txt")?).unwrap()))
}

/// The verdict on the route through a round, with as many lives as it has MISSes.
fn judged(level: &Level, routes: &str) -> (usize, Verdict) {
    let plan = Plan::read(routes, Dialect::of(routes), level).unwrap();
    let misses = plan.steps().iter().filter(|planned| planned.step.shot().is_none()).count();
    let level = level.clone().with_lives(misses as i128).unwrap();
    (misses, replay(&level, &plan))
}

#[test]
fn all_routes_through_the_60_rounds_are_valid_and_score_508300() {
    let Some((levels, routes)) = rounds() else { return };
    let names: Vec<String> = (0..60).map(|number| format!("levels-{number:02}")).collect();
    assert_eq!(levels.iter().map(Level::name).collect::<Vec<_>>(), names);
    let (mut total, mut with_a_miss) = (0, Vec::new());
    for (number, level) in levels.iter().enumerate() {
        let (misses, verdict) = judged(level, &routes);
        let plan = verdict.finding.unwrap_or_else(|flaw| panic!("{}: {flaw}", level.name()));
        assert_eq!(verdict.goal_met_after, Some(plan.steps().len()), "{}", level.name());
        assert!(plan.steps().len() <= level.longest_plan() + misses);
        total += plan.score();
        if misses > 0 {
            with_a_miss.push((number, misses));
        }
        match number {
            0 => assert_eq!(plan.score(), 6_600),
            30 => assert_eq!(plan.score(), 5_900),
            _ => {}
        }
    }
    assert_eq!((total, with_a_miss), (508_300, vec![(21, 1), (30, 1)]));
}

/// The greatest score of a round with some spare lives, proved.
fn greatest(level: &Level, lives: usize) -> i64 {
    let level = level.clone().with_measure(Measure::Score).with_lives(lives as i128).unwrap();
    let answer = best::solve(&level, &Budget::default(), &mut |_| ()).unwrap();
    let score = answer.best.unwrap().score();
    assert_eq!(answer.bound, Some(score), "{}", level.name());
    score
}

#[test]
fn no_route_beats_the_greatest_score_of_its_round() {
    let Some((levels, routes)) = rounds() else { return };
    // Those with the fewest positions.
    let quick = [0, 2, 3, 12, 18, 21, 30, 31, 38, 48, 49, 51, 52, 53, 54];
    for number in quick {
        let (misses, verdict) = judged(&levels[number], &routes);
        let scores = [0, 1].map(|lives| greatest(&levels[number], lives));
        assert!(scores[misses] >= verdict.score() && scores[1] >= scores[0], "round {number}");
        let expected = match number {
            0 => Some(6_600),
            12 => Some(7_700),
            18 => Some(7_500),
            30 => Some(3_500),
            48 => Some(6_900),
            54 => Some(7_300),
            _ => None,
        };
        assert!(expected.is_none_or(|expected| scores[0] == expected), "round {number}");
    }
    assert_eq!(greatest(&levels[30], 1), 5_900);
    let left = levels.len() - quick.len();
    skipped(&format!(
        "the greatest scores of {left} larger rounds; cargo bench --bench arcade has them"
    ));
}

#[test]
fn no_route_through_a_nes_level_is_shorter_than_the_fewest_shots() {
    let Some(folder) = published("nes") else { return };
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let level = formats::read(&fs::read_to_string(&path).unwrap(), "nes").unwrap().level;
        let route = fs::read_to_string(path.with_extension("out")).unwrap();
        let route = Plan::read(&route, Dialect::of(&route), &level).unwrap();
        let route = replay(&level, &route).finding.unwrap().steps().len() as i64;
        let oracle = Plotting::oracle().unwrap();
        let result = oracle.solve(&level, &Budget::default(), &mut |_| ()).unwrap();
        let Finding::Optimal(plan) = result.finding else { panic!("{path:?}: {result:?}") };
        assert!(plan.value <= route, "{path:?}");
    }
}

#[test]
fn a_route_with_a_miss_needs_a_spare_life() {
    let Some((levels, routes)) = rounds() else { return };
    let plan = Plan::read(&routes, Dialect::Flipull, &levels[21]).unwrap();
    let flaw = replay(&levels[21], &plan).finding.unwrap_err();
    assert_eq!((flaw.number, flaw.reason.code()), (14, "no-life"));
}

#[test]
fn every_round_is_written_as_it_was_read() {
    let Some((levels, _)) = rounds() else { return };
    for level in levels {
        let again = flipull::read(&flipull::write(&level).unwrap(), "levels").unwrap();
        assert_eq!(again, level);
    }
}

#[test]
fn a_level_cut_short_in_the_file_of_many_is_named_by_its_line() {
    let Some(path) = published("levels.txt") else { return };
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // The last row of the second level.
    let cut = [&lines[..14], &lines[15..]].concat().join("\n");
    let error = read_levels(games::ALL, &cut, "levels").unwrap_err().to_string();
    assert_eq!(error, "line 9: round 1 is cut short: 4 of its 5 rows are there");
}

#[test]
fn all_routes_through_the_nes_levels_are_valid_within_their_limits() {
    let Some(folder) = published("nes") else { return };
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let level = formats::read(&text, "nes").unwrap().level;
        assert_eq!((level.goal(), level.board().rows()), (3, 6), "{path:?}");
        let route = fs::read_to_string(path.with_extension("out")).unwrap();
        let plan = Plan::read(&route, Dialect::of(&route), &level).unwrap();
        let verdict = replay(&level, &plan);
        let plan = verdict.finding.unwrap_or_else(|flaw| panic!("{path:?}: {flaw}"));
        assert_eq!(verdict.goal_met_after, Some(plan.steps().len()), "{path:?}");
        // What the level's JSON says is enough for its route.
        let json = plotgen::games::plotting::formats::json::write(&level);
        assert_eq!(formats::read(&json, "nes").unwrap().level, level);
        let again = nes::read(&nes::write(&level).unwrap(), "nes").unwrap();
        assert_eq!(again, level, "{path:?}");
        seen += 1;
    }
    assert_eq!(seen, 10);
}
