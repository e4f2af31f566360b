//! Every reader of the program, fed with mutated texts: none panics or hangs, every error is one line
//! of bounded length, a level that is read survives being written, and a plan that is called valid
//! meets the goal when its shots are played by the rules.
//!
//! `PLOTGEN_FUZZ_SECONDS=3600 cargo test --release --test fuzz -- --nocapture` runs each target for an
//! hour and prints how many inputs were tried.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

mod g2248;
mod lab;
mod mutation;
#[path = "../records/mod.rs"]
mod records;
#[path = "../stories/mod.rs"]
mod stories;
mod swaps;

use std::fmt::Display;

use mutation::fuzz;
use plotgen::game::data::{self, Syntax};
use plotgen::game::minizinc::{Stream, is_stream};
use plotgen::game::{draw, yaml};
use plotgen::games::plotting::board::Board;
use plotgen::games::plotting::conjecture::Conjecture;
use plotgen::games::plotting::conjecture::first_shot::FirstShot;
use plotgen::games::plotting::draw::Draw;
use plotgen::games::plotting::formats::{self, json, param, prob};
use plotgen::games::plotting::formula::Formula;
use plotgen::games::plotting::generate::{Colours, GoalRule, Size};
use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::models::pddl::Model;
use plotgen::games::plotting::plan::{Dialect, Plan};
use plotgen::games::plotting::replay::replay;
use plotgen::games::plotting::rules::{Hand, shoot};
use plotgen::games::plotting::search::Budget;
use plotgen::view::text::sentence;
use stories::Game;

/// Whether a text was read; if not, the error is one line of bounded length when it is printed.
fn is_read<T, E: Display>(result: Result<T, E>) -> Option<T> {
    result
        .map_err(|error| {
            let shown = sentence(&error.to_string());
            assert!(shown.lines().count() == 1 && shown.len() < 20_000, "{shown}");
        })
        .ok()
}

/// Levels with everything that a level can have.
fn levels() -> Vec<Level> {
    [
        r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#,
        r#"{"name": "x", "grid": ["..G", "RRG"], "goal": 1, "hand": "G", "firing": {"rows": [2], "columns": [1, 3]}}"#,
        r#"{"name": "ä b", "grid": ["RGBYO", "VCPWK", "NTLMA"], "goal": 14}"#,
        r#"{"name": "none", "grid": ["RG"], "goal": 2, "firing": {"rows": [], "columns": []}}"#,
    ]
    .map(|text| json::read(text, "level").unwrap())
    .into()
}

/// Levels that have neither a hand nor closed firing positions.
fn plain_levels() -> Vec<Level> {
    levels().into_iter().filter(|level| prob::write(level).is_ok()).collect()
}

/// Reads a level; what is written of it is read as the same level.
fn level(text: &str) -> bool {
    let Some(reading) = is_read(formats::read(text, "level")) else { return false };
    let level = reading.level;
    let again = |text: String| formats::read(&text, "level").unwrap().level;
    assert_eq!(again(json::write(&level)), level);
    assert_eq!(again(json::write_line(&level)), level);
    assert!(again(param::write(&level, 3)).is_same_up_to_names(&level));
    if let Ok(drawing) = prob::write(&level) {
        assert!(again(drawing).is_same_up_to_names(&level));
    }
    for model in [Model::Direct, Model::Granular, Model::Lean] {
        let problem = again(model.problem(&level));
        assert_eq!((problem.board(), problem.goal()), (level.board(), level.goal()));
        assert_eq!((problem.hand(), problem.firing()), (level.hand(), level.firing()));
    }
    true
}

#[test]
fn levels_in_json() {
    let texts =
        levels().iter().flat_map(|level| [json::write(level), json::write_line(level)]).collect();
    fuzz("level-json", texts, level);
}

#[test]
fn levels_in_drawings() {
    let texts = plain_levels().iter().map(|level| prob::write(level).unwrap()).collect();
    fuzz("level-prob", texts, level);
}

#[test]
fn levels_in_essence_prime() {
    fuzz("level-param", levels().iter().map(|level| param::write(level, 4)).collect(), level);
}

fn problems(model: Model) -> Vec<String> {
    levels().iter().map(|level| model.problem(level)).collect()
}

#[test]
fn levels_in_direct_problems() {
    fuzz("level-direct", problems(Model::Direct), level);
}

#[test]
fn levels_in_granular_problems() {
    fuzz("level-granular", problems(Model::Granular), level);
}

#[test]
fn levels_in_lean_problems() {
    let texts = [Model::Lean, Model::LeanPairs].into_iter().flat_map(problems).collect();
    fuzz("level-lean", texts, level);
}

/// Games on small boards; the levels' goals are just met.
fn games() -> Vec<Game> {
    let game = |(board, choices): (&str, &[usize])| {
        Game::play(board.parse().unwrap(), Hand::Wildcard, choices.to_vec())
    };
    let boards: [(&str, &[usize]); 4] = [
        ("RRRG/RGRR", &[0, 1, 2, 3]),
        ("RGG/RGB/BBB", &[5, 1, 2, 1]),
        ("GR/RR/RR", &[1, 2]),
        ("..R/RGR/RGR/GGR", &[2, 7, 1, 1, 1, 1]),
    ];
    boards.into_iter().map(game).collect()
}

/// Whether shots solve a level by the plain rules.
fn solves(level: &Level, plan: &Plan) -> bool {
    let mut position = level.start().clone();
    for planned in plan.steps() {
        // Without spare lives there is no MISS.
        let Some(shot) = planned.step.shot().filter(|&shot| level.firing().allows(shot)) else {
            return false;
        };
        match shoot(&position, shot) {
            Ok(effect) => position = effect.after,
            Err(_) => return false,
        }
    }
    level.is_met_by(&position.board)
}

/// Reads plans for each of the levels and replays them.
fn fuzz_plans(name: &'static str, dialect: Dialect, tell: impl Fn(&Game) -> Vec<String>) {
    let games = games();
    let texts: Vec<String> = games.iter().flat_map(&tell).collect();
    for game in &games {
        for text in tell(game) {
            assert_eq!(Dialect::of(&text), dialect, "{text}");
            let plan = Plan::read(&text, dialect, &game.level).unwrap();
            assert!(replay(&game.level, &plan).finding.is_ok(), "{text}");
        }
    }
    let judge = move |text: &str| {
        let plan = |game: &Game| {
            let plan = is_read(Plan::read(text, dialect, &game.level))?;
            let verdict = replay(&game.level, &plan);
            if is_read(verdict.finding).is_some() {
                assert!(solves(&game.level, &plan), "{text}");
            }
            Some(plan)
        };
        // Plans without shots would crowd out the others.
        let read = games.iter().filter_map(plan).filter(|plan| plan.length() > 0).count();
        let recognised = Dialect::of(text);
        if recognised != dialect {
            let _ = Plan::read(text, recognised, &games[0].level);
        }
        read > 0
    };
    fuzz(name, texts, judge);
}

/// The numbers of a game's rows and columns as a constraint solver lists them.
fn lists(game: &Game) -> [String; 2] {
    let shots = game.shots();
    ["r", "c"].map(|letter| {
        let number = |shot: &str| shot.strip_prefix(letter).unwrap_or("0").to_owned();
        shots.split(' ').map(number).collect::<Vec<_>>().join(", ")
    })
}

#[test]
fn plans_in_text() {
    fuzz_plans("plan-text", Dialect::Text, |game| {
        vec![game.shots(), format!("# plan\n{} ; end\n", game.shots())]
    });
}

#[test]
fn plans_in_json() {
    fuzz_plans("plan-json", Dialect::Json, |game| {
        let list = serde_json::to_string(&game.shots().split(' ').collect::<Vec<_>>()).unwrap();
        vec![list.clone(), format!("{{\"level\": \"x\", \"shots\": {list}, \"optimal\": true}}")]
    });
}

#[test]
fn plans_of_the_direct_model() {
    fuzz_plans("plan-direct", Dialect::Direct, |game| {
        [false, true].map(|is_published| game.direct(is_published).join("\n")).into()
    });
}

#[test]
fn plans_of_the_granular_model() {
    fuzz_plans("plan-granular", Dialect::Granular, |game| {
        [false, true].map(|is_published| game.granular(is_published).join("\n")).into()
    });
}

#[test]
fn plans_of_the_lean_model() {
    fuzz_plans("plan-lean", Dialect::Lean, |game| vec![game.lean().join("\n")]);
}

#[test]
fn plans_of_savile_row() {
    fuzz_plans("plan-savilerow", Dialect::SavileRow, |game| {
        let [rows, columns] = lists(game);
        vec![format!(
            "language ESSENCE' 1.0\n$ found\nletting fpCol be [{columns}; int(1..4)]\nletting fpRow be [{rows}]\n"
        )]
    });
}

#[test]
fn plans_of_minizinc() {
    fuzz_plans("plan-minizinc", Dialect::MiniZinc, |game| {
        let [rows, columns] = lists(game);
        let data = format!("fpRow = [{rows}];\nfpCol = array1d(1..4, [{columns}]);\n");
        let message = serde_json::json!({"type": "solution", "output": {"dzn": data}});
        let status = r#"{"type": "status", "status": "OPTIMAL_SOLUTION"}"#;
        vec![
            format!("{}\n----------\n==========\n", game.shots()),
            format!("% a solution\n{data}----------\n"),
            format!("{message}\n{status}\n"),
        ]
    });
}

#[test]
fn streams_of_minizinc() {
    let texts = [
        r#"{"type": "solution", "output": {"default": "c1 r1\n"}, "sections": ["default"]}"#,
        "{\"type\": \"statistics\", \"statistics\": {\"flatTime\": 0.25, \"method\": \"satisfy\"}}\n{\"type\": \"status\", \"status\": \"ALL_SOLUTIONS\"}",
        r#"{"type": "error", "what": "syntax error", "message": "unexpected\nend"}"#,
    ];
    fuzz("minizinc-stream", texts.map(str::to_owned).into(), |text| {
        let stream = Stream::read(text);
        assert!(stream.solution.is_none_or(|(_, line)| line <= text.lines().count()));
        is_stream(text)
    });
}

#[test]
fn data_of_constraint_solvers() {
    let essence =
        "language ESSENCE' 1.0\nletting a be [1, 0; int(1..2)] $ x\nletting b be [[1, 2], [3]]\n";
    let minizinc = "a = array1d(1..2, [1, 0]);\nc = {1, 2}; d = 1..3;\ne = [| 1, 2 | 3, 4 |]; f = \"a\"; g = -7;";
    fuzz("data", vec![essence.to_owned(), minizinc.to_owned()], |text| {
        let read = |syntax| {
            is_read(data::read(text, syntax).map_err(|error| error.reason))
                .is_some_and(|all| !all.is_empty())
        };
        [Syntax::EssencePrime, Syntax::MiniZinc].map(read).contains(&true)
    });
}

#[test]
fn conjectures() {
    let files = ["monochrome-left", "monochrome-right", "prefix-left", "prefix-right"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("conjectures");
    let text = |name| std::fs::read_to_string(folder.join(format!("{name}.yaml"))).unwrap();
    let board: Board = "RGR/RGG".parse().unwrap();
    fuzz("conjecture", files.map(text).into(), move |text| {
        let Some(stated) = is_read(FirstShot::read(text)) else { return false };
        // Boards and formulas are small, so a look takes a moment.
        let _ = Conjecture::FirstShot(Box::new(stated)).look(&board, &Budget::default());
        true
    });
}

#[test]
fn formulas() {
    let names = ["goal", "optimum", "greedy", "left.cells", "left.colours"];
    let scope: std::collections::BTreeMap<String, i64> =
        names.iter().map(|name| (name.replace('.', "_"), 3)).collect();
    let scope = minijinja::Value::from_serialize(scope);
    let texts = [
        "greedy > goal",
        "optimum + 2 * (greedy - goal) // 3",
        "left.cells == 3 and not left.colours in (1, 2)",
        "max(1, min(goal, 2)) if goal < 3 else sqrt(abs(-2)) ** log2(8)",
    ];
    fuzz("formula", texts.map(str::to_owned).into(), move |text| {
        let Some(formula) = is_read(Formula::new(text, "metric", &names)) else { return false };
        is_read(formula.holds(&scope));
        is_read(formula.number(&scope));
        true
    });
}

#[test]
fn sizes_colours_and_goals() {
    let texts = ["5x6", "16x16", "2..4", "3", "half", "colours-1", "every"];
    fuzz("words", texts.map(str::to_owned).into(), |text| {
        let size = is_read(text.parse::<Size>()).is_some();
        let colours = is_read(text.parse::<Colours>()).is_some();
        let goal = is_read(text.parse::<GoalRule>()).is_some();
        size || colours || goal
    });
}

#[test]
fn calls_of_the_generator() {
    let texts = [
        "{size: 2x3, colours: 2, count: 2, seed: 7, goal: [half, colours-1, 1]}",
        "{size: [2x2, 1x3], colours: 2..3, all: true, goal: every}",
        "{size: 2x2, colours: 2, all: true, sample: 3, hands: true, firing: true, exhaustive: true}",
    ];
    fuzz("generator-call", texts.map(str::to_owned).into(), |text| {
        let call = is_read(yaml::read::<Draw>(text).map_err(|error| error.reason));
        let Some(call) = call else { return false };
        if let Some(mut batches) = is_read(call.batches(draw::keep_all())) {
            batches.each.next();
        }
        true
    });
}
