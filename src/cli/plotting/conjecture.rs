//! `plotgen conjecture`: checks a conjecture about the game on every board.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::Serialize;

use super::source::{BoardsArg, WorkArg};
use crate::cli::input::at_fault;
use crate::cli::{Exit, Failure, Output, interrupt};
use crate::games::plotting::conjecture::first_shot::FirstShot;
use crate::games::plotting::conjecture::{Conjecture, Counterexample, Trouble};
use crate::games::plotting::level::Level;
use crate::games::plotting::replay::replay;
use crate::games::plotting::rules::{Hand, Shot};
use crate::games::plotting::search;
use crate::games::plotting::story::words;
use crate::lab::files;
use crate::view::plotting::film::filmstrip;
use crate::view::text;

const EXAMPLE: &str = "\
Examples:
  $ plotgen conjecture monochrome-left --size 2x4 --colours 2..4
  $ plotgen conjecture prefix-right --size 2x3 3x2 2x4 3x3 --colours 2..4
  $ plotgen conjecture mine.yaml --size 3x3 --colours 2..3 --every
  $ plotgen conjecture empty-row --size 3x4 --colours 1..3
  $ plotgen conjecture --list

Boards are checked in order, and the goals of each board in ascending order. The optimum is compared
with the optimum under the conjecture. The first counterexample is shown with a shortest plan;
--every lists all of them.

You can state your own conjecture in a YAML file:

  name: corner
  says: A column equal to the last one need not be the first shot.
  columns: [one, last]
  where: last.number == board.columns and one.cells == last.cells
  forbid: [one]

`columns` names columns from left to right; `rows` names rows from top to bottom. Each choice of
columns and rows for which `where` is true is a separate case. The conjecture claims that forbidding
the columns and rows under `forbid` for the first shot does not change the optimum. Each column or
row has number, cells (a string, in the order in which a shot meets them), colours (their number),
top (the first cell), run (the number of leading blocks of the same colour) and prefix (the run and
the next block; empty if there is no next block). The board has rows, columns, blocks and colours.
Formulas are as in `plotgen curate`.

--json: conjecture, says, boards (checked), matching (boards with a case) and cases (both null if
the search stopped at the first counterexample), open (boards too large), interrupted, holds,
counterexamples (grid, hand, goal, optimum, restricted, forbidden, about, steps), seconds.

Exit code: 0 no counterexample, 1 counterexample found, 3 interrupted or a board was too large.";

/// Search for a counterexample to a conjecture about Plotting
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(in crate::cli) struct Args {
    /// The name of a built-in conjecture (see --list) or a YAML file; - is standard input
    #[arg(value_name = "CONJECTURE", required_unless_present = "list")]
    conjecture: Option<String>,

    #[command(flatten)]
    boards: BoardsArg,

    /// List every counterexample instead of showing only the first
    #[arg(long)]
    every: bool,

    /// List the built-in conjectures
    #[arg(long, conflicts_with_all = ["conjecture", "size"])]
    list: bool,

    #[command(flatten)]
    work: WorkArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The results of the search.
#[derive(Default)]
struct Findings {
    boards: u64,
    matching: u64,
    cases: u64,
    /// Boards too large for the memory limit.
    open: u64,
    /// The counterexamples, each with the number of its board.
    counterexamples: Vec<(u64, Counterexample)>,
}

#[derive(Serialize)]
struct Finding<'a> {
    conjecture: &'a str,
    says: &'a str,
    boards: u64,
    /// `None` if the search stopped at the first counterexample; likewise `cases`.
    matching: Option<u64>,
    cases: Option<u64>,
    open: u64,
    /// If true, there may be more counterexamples.
    interrupted: bool,
    holds: Option<bool>,
    counterexamples: Vec<Shown<'a>>,
    seconds: f64,
}

/// A counterexample with a shortest plan for it.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    counterexample: &'a Counterexample,
    steps: Option<Vec<Shot>>,
    shots: Option<Vec<Shot>>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let known = Conjecture::all();
    let Some(name) = args.conjecture.as_ref().filter(|_| !args.list) else {
        return list(&known, args.json, out);
    };
    let conjecture = match known.into_iter().find(|known| known.name() == name) {
        Some(known) => known,
        None => read(name)?,
    };
    let start = Instant::now();
    let findings = search(args, &conjecture)?;
    let seconds = start.elapsed().as_secs_f64();
    let is_refuted = !findings.counterexamples.is_empty();
    let is_open = !is_refuted && (interrupt::is_set() || findings.open > 0);
    if args.json {
        let shown = findings.counterexamples.iter().map(|(_, counterexample)| {
            let shots = plan(counterexample).map(|(_, shots)| shots);
            Shown { counterexample, steps: shots.clone(), shots }
        });
        out.json(&Finding {
            conjecture: conjecture.name(),
            says: conjecture.says(),
            boards: findings.boards,
            matching: (args.every || !is_refuted).then_some(findings.matching),
            cases: (args.every || !is_refuted).then_some(findings.cases),
            open: findings.open,
            interrupted: interrupt::is_set(),
            holds: (!is_open).then_some(!is_refuted),
            counterexamples: shown.collect(),
            seconds,
        })?;
    } else {
        print_findings(args, &conjecture, &findings, seconds, out)?;
    }
    Ok(match (is_refuted, is_open) {
        (true, _) => Exit::No,
        (false, true) => Exit::NotKnown,
        (false, false) => Exit::Yes,
    })
}

fn list(known: &[Conjecture], json: bool, out: &mut Output) -> Result<Exit, Failure> {
    let width = known.iter().map(|known| known.name().len()).max().unwrap_or(0);
    for known in known {
        let (name, says) = (known.name(), known.says());
        if json {
            out.json(&serde_json::json!({ "conjecture": name, "says": says }))?;
        } else {
            out.line(format_args!("{name:<width$}  {says}"))?;
        }
    }
    Ok(Exit::Yes)
}

/// Reads a conjecture from a file.
fn read(name: &str) -> Result<Conjecture, Failure> {
    let file = Path::new(name);
    if !files::is_stdin(file) && !file.exists() {
        let known: Vec<String> =
            Conjecture::all().iter().map(|known| known.name().to_owned()).collect();
        let known = known.join(", ");
        return Err(Failure::BadInput(format!(
            "{name:?} is neither a built-in conjecture nor a file; built-in conjectures: {known}"
        )));
    }
    let text = files::small_text(file, "a conjecture")?;
    let stated = FirstShot::read(&text).map_err(|error| at_fault(file, error))?;
    Ok(Conjecture::FirstShot(Box::new(stated)))
}

fn search(args: &Args, conjecture: &Conjecture) -> Result<Findings, Failure> {
    let mut boards = args.boards.open()?;
    let is_found = Arc::new(AtomicBool::new(false));
    if !args.every {
        // Boards are produced in order, so all boards before the first counterexample are checked.
        let is_found = Arc::clone(&is_found);
        let is_not_found = move |_: &(String, _)| !is_found.load(Ordering::Relaxed);
        boards.items = Box::new(boards.items.take_while(is_not_found));
    }
    let budget = args.work.budget();
    let take = |mut findings: Findings, number: u64, (_, board): (String, _)| {
        match conjecture.look(&board, &budget) {
            Ok(look) => {
                findings.boards += 1;
                findings.matching += look.boards;
                findings.cases += look.cases;
                is_found.fetch_or(!look.counterexamples.is_empty(), Ordering::Relaxed);
                let found = look.counterexamples.into_iter().map(|found| (number, found));
                findings.counterexamples.extend(found);
            }
            Err(Trouble::Spent) => findings.open += u64::from(!interrupt::is_set()),
            Err(Trouble::Formula(error)) => {
                let stated = args.conjecture.as_deref().unwrap_or(conjecture.name());
                return Err(at_fault(Path::new(stated), format!("where: {error}")));
            }
        }
        Ok(findings)
    };
    let merge = |mut one: Findings, other: Findings| {
        one.boards += other.boards;
        one.matching += other.matching;
        one.cases += other.cases;
        one.open += other.open;
        one.counterexamples.extend(other.counterexamples);
        one
    };
    let mut findings = boards.gather(&args.work, "boards", Findings::default, take, merge)?;
    findings.counterexamples.sort_by_key(|(number, _)| *number);
    if !args.every {
        findings.counterexamples.truncate(1);
        // Other threads may have checked boards after it.
        if let Some((number, _)) = findings.counterexamples.first() {
            findings.boards = number + 1;
        }
    }
    Ok(findings)
}

fn print_findings(
    args: &Args,
    conjecture: &Conjecture,
    findings: &Findings,
    seconds: f64,
    out: &mut Output,
) -> Result<(), Failure> {
    let Findings { boards, matching, cases, open, counterexamples } = findings;
    out.line(format_args!("{}: {}", conjecture.name(), conjecture.says()))?;
    for (_, counterexample) in counterexamples {
        out.line(format_args!("counterexample: {}", described(counterexample)))?;
    }
    if let ([(_, counterexample)], false) = (&counterexamples[..], args.every)
        && let Some((level, shots)) = plan(counterexample)
    {
        writeln!(out)?;
        filmstrip(out, &level, &replay(&level, &shots.iter().copied().collect()))?;
        writeln!(out)?;
    }
    let boards = text::counted(*boards as usize, "board");
    match (counterexamples.len(), args.every) {
        (0, _) => write!(out, "no counterexample among {boards}")?,
        (_, false) => write!(out, "the first counterexample among {boards}")?,
        (number, true) => {
            write!(out, "{} among {boards}", text::counted(number, "counterexample"))?;
        }
    }
    if args.every || counterexamples.is_empty() {
        write!(out, ", {matching} of which have {cases} cases")?;
    }
    write!(out, ", in {seconds:.2} s")?;
    if *open > 0 {
        write!(out, "; {} too large for the memory limit", text::counted(*open as usize, "board"))?;
    }
    writeln!(out, "{}", if interrupt::is_set() { "; interrupted" } else { "" })?;
    Ok(())
}

/// Describes a counterexample in one line.
fn described(counterexample: &Counterexample) -> String {
    let Counterexample { position, goal, optimum, restricted, forbidden, about } = counterexample;
    let mut place = position.board.to_string();
    if let Hand::Holding(colour) = position.hand {
        place += &format!(" with {colour} in the hand");
    }
    if !about.is_empty() {
        place += &format!(", {about}");
    }
    let shots = |number: &Option<usize>| match number {
        Some(number) => text::counted(*number, "shot"),
        None => "no plan".to_owned(),
    };
    let without = if forbidden.is_empty() {
        "with the rule".to_owned()
    } else {
        format!("without {} as the first", words(forbidden))
    };
    match goal {
        Some(goal) => {
            format!("{place}, goal {goal}: {}, {without} {}", shots(optimum), shots(restricted))
        }
        None => place,
    }
}

/// The level of a counterexample and a shortest plan for it; `None` without a goal or a plan.
fn plan(counterexample: &Counterexample) -> Option<(Level, Vec<Shot>)> {
    let position = &counterexample.position;
    let level = Level::new("counterexample", position.board.clone(), counterexample.goal?).ok()?;
    let level = level.with_hand(position.hand).ok()?;
    let shots = search::shortest_plan(&level)?;
    Some((level, shots))
}
