//! The readers of 2248.

use plotgen::game::plan::Steps;
use plotgen::game::{Game, draw, yaml};
use plotgen::games::g2248::board::Board;
use plotgen::games::g2248::draw::Draw;
use plotgen::games::g2248::formats::{self, json};
use plotgen::games::g2248::game::G2248;
use plotgen::games::g2248::level::{Goal, Level};
use plotgen::games::g2248::plan::{Dialect, Plan};
use plotgen::games::g2248::replay::replay;
use plotgen::games::g2248::rules::Move;

use crate::is_read;
use crate::mutation::fuzz;

/// Levels with everything that a level can have.
fn levels() -> Vec<Level> {
    [
        r#"{"game": "2248", "name": "start", "numbers": [[64, 4, 64], [2, 2, 4]], "seed": 7}"#,
        r#"{"game": "2248", "name": "ä b", "numbers": [[0, 2], [4, 140737488355328]],
            "queues": [[2, 4], []], "collapse": true, "goal": {"blocks": 1}}"#,
        r#"{"game": "2248", "name": "x", "numbers": [[2]], "goal": {"best-score": {"moves": 3}}}"#,
        r#"{"game": "2248", "name": "x", "numbers": [[2, 2]], "goal": {"hint": "adjacent"}}"#,
    ]
    .map(|text| json::read(text, "level").unwrap())
    .into()
}

#[test]
fn levels_of_2248_in_json() {
    let texts = levels()
        .iter()
        .flat_map(|level| [json::write(level), serde_json::to_string(level).unwrap()])
        .collect();
    fuzz("2248-level-json", texts, |text| {
        let Some(reading) = is_read(formats::read(text, "level")) else { return false };
        let level = reading.level;
        let again = |text: &str| formats::read(text, "level").unwrap().level;
        assert_eq!(again(&json::write(&level)), level);
        assert_eq!(again(&serde_json::to_string(&level).unwrap()), level);
        true
    });
}

/// Whether moves meet the goal of a level by the plain rules.
fn solves(level: &Level, moves: &Steps<Move>) -> bool {
    let mut state = level.start();
    for planned in &moves.0 {
        match level.play(&state, &planned.step) {
            Ok(turn) => state = turn.after,
            Err(_) => return false,
        }
    }
    level.is_met_by(&state)
}

/// Reads plans for a level and replays them.
fn fuzz_plans(name: &'static str, dialect: Dialect, texts: &[&str]) {
    let board = Board::from_numbers(&[vec![2, 2, 4], vec![8, 4, 4], vec![2, 8, 8]]).unwrap();
    let judged = Level::new("level", board).unwrap().with_collapse(true);
    let judged = judged.with_goal(Some(Goal::Blocks(6)));
    for text in texts {
        assert_eq!(Dialect::of(text), dialect, "{text}");
        assert!(Plan::read(text, dialect, judged.board()).is_ok(), "{text}");
    }
    let judge = move |text: &str| {
        let recognised = Dialect::of(text);
        if recognised != dialect {
            let _ = Plan::read(text, recognised, judged.board());
        }
        let Some(plan) = is_read(Plan::read(text, dialect, judged.board())) else { return false };
        let replay = replay(&judged, &plan);
        let Plan::Moves(moves) = plan else { panic!("{text}: it should be read as moves") };
        if is_read(replay.finding.map_err(|flaw| flaw.message)).is_some() {
            assert!(solves(&judged, &moves), "{text}");
        }
        // Plans without moves would crowd out the others.
        !moves.0.is_empty()
    };
    fuzz(name, texts.iter().map(|&text| text.to_owned()).collect(), judge);
}

#[test]
fn plans_of_2248_in_text() {
    let texts = ["1,1-1,2-1,3-2,2 collapse", "# plan\n1,3-2,3-2,2 ; end\n3,2-3,3\n"];
    fuzz_plans("2248-plan-text", Dialect::Text, &texts);
}

#[test]
fn plans_of_2248_in_json() {
    let texts =
        [r#"["1,1-1,2", "collapse"]"#, r#"{"level": "x", "steps": ["1,1-1,2-1,3"], "value": 1}"#];
    fuzz_plans("2248-plan-json", Dialect::Json, &texts);
}

#[test]
fn goals_of_2248() {
    let texts = ["blocks=1", "score=2248", "best-score=3", "path", "adjacent"];
    fuzz("2248-goal", texts.map(str::to_owned).into(), |text| {
        let Some(goal) = is_read(text.parse::<Goal>()) else { return false };
        assert_eq!(goal.to_string().parse(), Ok(goal));
        true
    });
}

#[test]
fn calls_of_the_generator_of_2248() {
    let texts = [
        "{size: 3x3, greatest: 64, count: 2, seed: 7, holes: 1, queues: 2, collapse: true}",
        "{size: [2x2, 1x3], greatest: 4, all: true, goal: [blocks=1, path]}",
        "{size: 2x2, greatest: 8, sample: 3, exhaustive: true, goal: best-score=2}",
    ];
    fuzz("2248-generator-call", texts.map(str::to_owned).into(), |text| {
        let call = is_read(yaml::read::<Draw>(text).map_err(|error| error.reason));
        let Some(call) = call else { return false };
        if let Some(mut batches) = is_read(G2248::draw(&call, draw::keep_all())) {
            batches.each.next();
        }
        true
    });
}
