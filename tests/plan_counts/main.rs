//! The cost and the number of best plans, in every model of swaps and by the rules.
//!
//! A model that loses plans or has too many may still give the right optimum; its number of best plans shows
//! that. The PDDL models are played by the semantics of PDDL, also on boards without a plan. Real solvers list
//! all solutions of the others. What a model counts as a plan is a [`Form`].
//!
//! - `PLOTGEN_PLAN_COUNTS=N`: ask every solver about N levels of each set, or about `all`;
//! - `PLOTGEN_EVIDENCE=DIR`: write what was compared into `DIR/MODEL/evidence`.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

#[path = "../aloud/mod.rs"]
mod aloud;
mod graph;
mod rules;
mod semantics;
mod solvers;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use plotgen::game::Language;
use plotgen::game::search::{Budget, Finding, Oracle};
use plotgen::games::swaps::board::{Board, Kind};
use plotgen::games::swaps::formats;
use plotgen::games::swaps::generate::all::AllBoards;
use plotgen::games::swaps::generate::draws::{Deck, Draws};
use plotgen::games::swaps::level::{Cost, Level, Wanted};
use plotgen::games::swaps::models::Model;
use plotgen::games::swaps::rules::Rules;
use plotgen::games::swaps::search::NativeSolver;
use plotgen::lab::fingerprint::fingerprint;
use serde_json::json;

use self::graph::cheapest_ways;
use self::rules::{Form, best_plans};
use self::semantics::Task;
use self::solvers::SOLVERS;

/// Levels that have a plan, and what is special about them.
struct Set {
    name: &'static str,
    levels: Vec<Level>,
}

/// The least cost by the native solver; `None` if it proves that there is no plan.
fn native(level: &Level) -> Option<i64> {
    match NativeSolver.solve(level, &Budget::default(), &mut |_| ()).unwrap().finding {
        Finding::Optimal(plan) => Some(plan.value),
        Finding::Unsolvable(_) => None,
        Finding::Open { .. } => panic!("the search has no limit: {level:?}"),
    }
}

fn is_solvable(level: &Level) -> bool {
    native(level).is_some()
}

fn level(board: Board) -> Level {
    let pair = ["GS"];
    Level::new("x", board).unwrap().with_vanish(&pair).unwrap()
}

/// All boards up to 3×3 with up to three kinds, up to the names of plain kinds: those that have a plan, and
/// those that have none.
static SMALL_BOARDS: LazyLock<(Vec<Level>, Vec<Level>)> = LazyLock::new(|| {
    let rules = level(Board::from_rows(&["G"]).unwrap()).rules().clone();
    let mut levels = Vec::new();
    for rows in 1..=3 {
        for columns in 1..=3 {
            let size = format!("{rows}x{columns}").parse().unwrap();
            let kinds = format!("1..{}", 3.min(rows * columns)).parse().unwrap();
            levels.extend(AllBoards::new(size, &kinds, 0, &rules).unwrap().map(level));
        }
    }
    levels.into_iter().partition(is_solvable)
});

fn drawn(size: &str, kinds: usize, count: usize, seed: u64) -> Vec<Level> {
    let rules = Rules { vanish: Vec::new(), ..Rules::default() };
    let size = size.parse().unwrap();
    let deck = Deck { size, kinds, holes: None, rules: &rules, needs_special: false };
    let boards = Draws::new(deck, seed).unwrap().take(20 * count);
    boards.map(level).filter(is_solvable).take(count).collect()
}

/// All sets. The smallest boards are listed and solved once for all tests.
static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| {
    let small = &SMALL_BOARDS.0;
    let every = |step: usize| small.iter().step_by(step).cloned();
    let swaps = every(7).map(|level| level.with_cost(Cost::Swaps)).collect();
    let directed = every(5).map(|level| level.with_direction(true)).filter(is_solvable).collect();
    let fixed = |level: Level| level.with_fixed(&[Kind::from_letter('H').unwrap()]).unwrap();
    let fixed = every(3).map(fixed).filter(is_solvable).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/swaps/targets");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |file| formats::read(&fs::read_to_string(file).unwrap(), "x").unwrap().level;
    let targets = files.iter().map(read).filter(is_solvable).collect();
    vec![
        Set { name: "3x4", levels: drawn("3x4", 3, 8, 1) },
        Set { name: "cost swaps", levels: swaps },
        Set { name: "directed", levels: directed },
        Set { name: "fixed kinds", levels: fixed },
        Set { name: "targets", levels: targets },
        Set { name: "up to 3x3", levels: small.clone() },
    ]
});

/// Some of these levels: usually this many, and the number or all where the environment says so.
fn some(levels: &[Level], usual: usize) -> Vec<&Level> {
    let wanted = std::env::var("PLOTGEN_PLAN_COUNTS").ok();
    let most = match wanted.as_deref() {
        Some("all") => usize::MAX,
        Some(number) => number.parse().unwrap(),
        None => usual,
    };
    // The first levels of a set are its simplest.
    let step = levels.len().div_ceil(most).max(1);
    levels.iter().skip(step / 2).step_by(step).collect()
}

/// The levels of each set to ask about.
fn chosen(usual: usize) -> Vec<(&'static str, Vec<&'static Level>)> {
    SETS.iter().map(|set| (set.name, some(&set.levels, usual))).collect()
}

/// The sum of what was compared.
#[derive(Default)]
struct Compared {
    levels: Vec<String>,
    count: usize,
    plans: u128,
}

/// Compares the numbers of best plans of a model with the rules; `number` counts those of a level whose best
/// plans cost so much.
fn compare(usual: usize, form: Form, number: &dyn Fn(&Level, u32) -> u128) -> Compared {
    let mut compared = Compared::default();
    for (name, levels) in chosen(usual) {
        assert!(!levels.is_empty(), "{name}");
        compared.levels.push(format!("{} of {name}", levels.len()));
        for level in levels {
            let (cost, plans) = best_plans(level, form).unwrap();
            assert_eq!(native(level), Some(cost.into()), "{form:?}: {level:?}");
            assert_eq!(number(level, cost), plans, "{form:?}: {level:?}");
            compared.count += 1;
            compared.plans += plans;
        }
    }
    compared
}

/// Writes what was compared beside the model, where the environment asks for it.
fn record(model: Model, language: Language, solver: &str, version: &str, compared: &Compared) {
    let Some(folder) = std::env::var_os("PLOTGEN_EVIDENCE") else { return };
    let specimens = model.specimens(language);
    let evidence = json!({
        "model": model.name(),
        "model_sha256": fingerprint(specimens.iter().map(|(_, text)| text.as_str())),
        "solver": solver,
        "version": version,
        "compared": "the number of best plans",
        "levels": compared.levels.join(", "),
        "count": compared.count,
        "agree": compared.count,
        "plans": u64::try_from(compared.plans).unwrap(),
    });
    let folder = Path::new(&folder).join(match language {
        Language::MiniZinc => "minizinc",
        Language::EssencePrime => "essence-prime",
        Language::CpSat => "cp-sat",
        Language::Pddl | Language::Level => model.name(),
    });
    let folder = folder.join("evidence");
    fs::create_dir_all(&folder).unwrap();
    let text = serde_json::to_string_pretty(&evidence).unwrap() + "\n";
    fs::write(folder.join(format!("plans-{}-{solver}.json", model.name())), text).unwrap();
}

fn form(model: &str) -> Form {
    match model {
        "six" => Form::Any,
        "lean" | "numeric" => Form::MatchesLast,
        "two-phase" => Form::Ordered,
        other => panic!("{other} has no form"),
    }
}

/// How many levels of each set are played by the semantics of PDDL.
const PLAYED: usize = 4;

/// The total cost that a PDDL model gives to plans of this cost. Lean and Numeric charge for matches in
/// advance where every move counts and the target says what each cell must have.
fn cost_in(model: &str, level: &Level, cost: u32) -> u32 {
    let wanted = || level.board().cells().map(|cell| level.wanted(cell));
    let is_plain = model == "six" || level.cost() == Cost::Swaps;
    if is_plain || wanted().any(|wanted| wanted == Wanted::Anything) {
        return cost;
    }
    let kept = wanted().filter(|wanted| matches!(wanted, Wanted::Tile(_))).count();
    3 * cost - u32::try_from(level.board().tiles() - kept).unwrap()
}

fn plays_as_the_rules(name: &str) {
    let model: Model = name.parse().unwrap();
    let domain = model.shared(Language::Pddl).unwrap().text;
    let ways = |level: &Level| {
        cheapest_ways(&Task::new(&domain, &model.question(Language::Pddl, level, 0)))
    };
    let mut compared = compare(PLAYED, form(name), &|level, cost| {
        let (total, plans) = ways(level).unwrap_or_else(|| panic!("{name} has no plan: {level:?}"));
        assert_eq!(total, cost_in(name, level, cost), "{name}: {level:?}");
        plans
    });
    let unsolvable = some(&SMALL_BOARDS.1, PLAYED);
    for level in &unsolvable {
        assert_eq!(best_plans(level, form(name)), None, "{level:?}");
        assert_eq!(ways(level), None, "{name}: {level:?}");
    }
    compared.levels.push(format!("{} of up to 3x3 without a plan", unsolvable.len()));
    compared.count += unsolvable.len();
    record(model, Language::Pddl, "semantics", "PDDL, played by tests/plan_counts", &compared);
}

#[test]
fn six_has_as_many_best_plans_as_the_game() {
    plays_as_the_rules("six");
}

#[test]
fn lean_has_as_many_best_plans_as_the_game_with_matches_last() {
    plays_as_the_rules("lean");
}

#[test]
fn numeric_has_as_many_best_plans_as_lean() {
    plays_as_the_rules("numeric");
}

#[test]
fn a_model_without_a_plan_has_none_by_its_semantics() {
    for rows in [&["SGGG"][..], &["GHG", "HGH", "GHG"], &["GSH", "HHG"]] {
        let level = level(Board::from_rows(rows).unwrap());
        assert_eq!(best_plans(&level, Form::Any), None, "{level:?}");
        for model in ["six", "lean", "numeric"].map(|name| name.parse::<Model>().unwrap()) {
            let domain = model.shared(Language::Pddl).unwrap().text;
            let task = Task::new(&domain, &model.question(Language::Pddl, &level, 0));
            assert_eq!(cheapest_ways(&task), None, "{model}: {level:?}");
        }
    }
}

#[test]
fn forms_of_plans_are_counted_as_by_hand() {
    // One swap, and two matches in either order.
    let level = level(Board::from_rows(&["GHG", "HGH"]).unwrap());
    assert_eq!(best_plans(&level, Form::Any), Some((3, 2)));
    assert_eq!(best_plans(&level, Form::MatchesLast), Some((3, 2)));
    assert_eq!(best_plans(&level, Form::Ordered), Some((3, 1)));
}

fn lists_the_best_plans(solver: &str) {
    for enumerator in SOLVERS.iter().filter(|one| one.solver == solver) {
        let Some(version) = enumerator.version() else { return };
        let form = form(enumerator.model);
        let number = |level: &Level, cost| enumerator.number(level, cost);
        let compared = compare(enumerator.usual, form, &number);
        let model = enumerator.model.parse().unwrap();
        record(model, enumerator.language, solver, &version, &compared);
    }
}

#[test]
fn symk_lists_the_best_plans_of_six_and_lean() {
    lists_the_best_plans("symk");
}

#[test]
fn gecode_lists_the_best_plans_of_two_phase() {
    lists_the_best_plans("minizinc-gecode");
}

#[test]
fn chuffed_lists_the_best_plans_of_two_phase() {
    lists_the_best_plans("minizinc-chuffed");
}

#[test]
fn cp_sat_lists_the_best_plans_of_two_phase() {
    lists_the_best_plans("ortools");
}

#[test]
fn savile_row_lists_the_best_plans_of_two_phase() {
    lists_the_best_plans("savilerow-kissat");
}
