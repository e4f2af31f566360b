//! The readers of swaps.

use plotgen::game::{Game, Language, draw, yaml};
use plotgen::games::swaps::board::Board;
use plotgen::games::swaps::draw::Draw;
use plotgen::games::swaps::formats::{self, json};
use plotgen::games::swaps::game::Swaps;
use plotgen::games::swaps::level::Level;
use plotgen::games::swaps::models::Model;
use plotgen::games::swaps::plan::{Dialect, Plan};
use plotgen::games::swaps::replay::replay;
use plotgen::games::swaps::rules::Move;

use crate::is_read;
use crate::mutation::fuzz;

/// Levels with everything that a level can have.
fn levels() -> Vec<Level> {
    [
        r#"{"game": "swaps", "name": "document-1", "tiles": ["GHG", "HHR", "RRG"]}"#,
        r#"{"game": "swaps", "name": "ä b", "tiles": [".GSF", "HGHG"], "vanish": ["GS", "SH"], "fixed": ["F"],
            "target": ["..?F", "?..."], "cost": "swaps", "directed": true}"#,
        r#"{"game": "swaps", "name": "none", "tiles": ["."], "vanish": []}"#,
    ]
    .map(|text| json::read(text, "level").unwrap())
    .into()
}

/// The problem of the Six model for a level.
fn six(level: &Level) -> String {
    let mut models = Model::all(Language::Pddl).into_iter();
    let six = models.find(|model| model.name() == "six").unwrap();
    six.question(Language::Pddl, level, 0)
}

/// Reads a level; what is written of it is read as the same level.
fn level(text: &str) -> bool {
    let Some(reading) = is_read(formats::read(text, "level")) else { return false };
    let level = reading.level;
    let again = |text: &str| formats::read(text, "level").unwrap().level;
    assert_eq!(again(&json::write(&level)), level);
    assert_eq!(again(&serde_json::to_string(&level).unwrap()), level);
    let problem = again(&six(&level));
    assert_eq!((problem.board(), problem.target()), (level.board(), level.target()));
    assert_eq!(problem.cost(), level.cost());
    for step in Move::all(level.board()) {
        let played = |level: &Level| level.rules().play(level.board(), step).ok();
        assert_eq!(played(&problem), played(&level), "{step}");
    }
    true
}

#[test]
fn levels_of_swaps_in_json() {
    let texts = levels()
        .iter()
        .flat_map(|level| [json::write(level), serde_json::to_string(level).unwrap()])
        .collect();
    fuzz("swaps-level-json", texts, level);
}

#[test]
fn levels_of_swaps_in_problems() {
    let published = "(define (problem CRUSH) (:domain CRUSH)
        (:objects rA rB - row c1 c2 - col G H S X - tile)
        (:init (tile_at rA c1 X) (tile_at rA c2 S) (tile_at rB c1 H) (tile_at rB c2 G)
               (adjacent-rows rA rB) (adjacent-columns c1 c2) (empty X) (movable G) (movable H)
               (movable S) (magically-disappear G S))
        (:goal (and (tile_at rA c1 X) (tile_at rB c2 G))))";
    let texts = levels().iter().map(six).chain([published.to_owned()]).collect();
    fuzz("swaps-level-pddl", texts, level);
}

/// Whether moves solve a level by the plain rules.
fn solves(level: &Level, plan: &Plan) -> bool {
    let mut board = level.board().clone();
    for planned in &plan.0 {
        let (one, other) = planned.step.ends;
        let Ok(step) = Move::between(one, other) else { return false };
        match level.rules().play(&board, step) {
            Ok((_, after)) => board = after,
            Err(_) => return false,
        }
    }
    level.is_met_by(&board)
}

/// Reads plans for a level and replays them.
fn fuzz_plans(name: &'static str, dialect: Dialect, texts: &[&str]) {
    let board = Board::from_rows(&["GHG", "HGS", "..H"]).unwrap();
    let judged = Level::new("level", board).unwrap();
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
        if is_read(replay.finding.map_err(|flaw| flaw.message)).is_some() {
            assert!(solves(&judged, &plan), "{text}");
        }
        // Plans without moves would crowd out the others.
        !plan.0.is_empty()
    };
    fuzz(name, texts.iter().map(|&text| text.to_owned()).collect(), judge);
}

#[test]
fn plans_of_swaps_in_text() {
    let texts = ["1,2-2,2 2,2-2,3 1,1-1,3", "# plan\n1,2-2,2 ; end\n1,1-1,3\n"];
    fuzz_plans("swaps-plan-text", Dialect::Text, &texts);
}

#[test]
fn plans_of_swaps_in_json() {
    let texts =
        [r#"["1,2-2,2", "1,1-1,3"]"#, r#"{"level": "x", "steps": ["1,2-2,2"], "value": 1}"#];
    fuzz_plans("swaps-plan-json", Dialect::Json, &texts);
}

#[test]
fn plans_of_swaps_by_planners() {
    let texts = [
        "(swap-up-down c2 h g r1 r2)\n(swap-left-right-special r2 h s c2 c3 x)\n(match-three-row g r1 c1 c2 c3 x)",
        "0.0: (SWAP-UP-DOWN C2 H G RA RB) [1]\n; cost = 1\n(match-three-column h c3 r1 r2 r3 x)",
        "(swap r1c2 r2c2 h g)\n(vanish r1c1 r1c2 p1)\n(match r1c1 r1c2 r1c3)",
    ];
    fuzz_plans("swaps-plan-pddl", Dialect::Pddl, &texts);
}

#[test]
fn plans_of_swaps_by_savile_row() {
    let none = "[[false, false, false], [false, false, false], [false, false, false]]";
    let text = format!(
        "language ESSENCE' 1.0\n$ found\nletting swap be [4, 1, 0; int(1..3)]\n\
         letting along be {}\nletting down be {none}\n",
        none.replacen("false", "true", 1)
    );
    fuzz_plans("swaps-plan-savilerow", Dialect::SavileRow, &[&text]);
}

#[test]
fn plans_of_swaps_by_minizinc() {
    let message =
        serde_json::json!({"type": "solution", "output": {"default": "1,2-2,2 1,1-1,3 \n"}});
    let stream = format!("{message}\n{}\n", r#"{"type": "status", "status": "ALL_SOLUTIONS"}"#);
    let texts = ["1,2-2,2 1,1-1,3 \n----------\n==========\n", &stream];
    fuzz_plans("swaps-plan-minizinc", Dialect::MiniZinc, &texts);
}

#[test]
fn calls_of_the_generator_of_swaps() {
    let texts = [
        "{size: 3x3, kinds: 2..3, count: 2, seed: 7, holes: 0, vanish: [GS, AB], fixed: [F]}",
        "{size: [2x2, 1x3], kinds: 1..2, all: true, vanish: none, cost: swaps, directed: true}",
        "{size: 2x2, kinds: 2, holes: 1, sample: 3, exhaustive: true}",
    ];
    fuzz("swaps-generator-call", texts.map(str::to_owned).into(), |text| {
        let call = is_read(yaml::read::<Draw>(text).map_err(|error| error.reason));
        let Some(call) = call else { return false };
        if let Some(mut batches) = is_read(Swaps::draw(&call, draw::keep_all())) {
            batches.each.next();
        }
        true
    });
}
