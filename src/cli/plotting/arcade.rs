//! `plotgen arcade`: the greatest score of a whole game, whose rounds share their spare wildcards.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::cli::input::{at_fault, to_plan};
use crate::cli::level_options::LevelOptions;
use crate::cli::solve::Limits;
use crate::cli::{Exit, Failure, Output, games, interrupt, progress};
use crate::game::any::BoxedLevel;
use crate::game::level::Form;
use crate::game::search::{Defect, Finding, SearchResult};
use crate::games::plotting::game::Plotting;
use crate::games::plotting::search::best::game::{Spending, spend};
use crate::lab::files::in_words;
use crate::lab::fingerprint::fingerprint;
use crate::lab::ledger::Ledger;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen arcade rounds/ --spares 2
  $ plotgen arcade levels.txt --spares 2 --routes --record scores.jsonl
  $ plotgen arcade rounds/ --spares 1 --time-limit 60s --memory-limit 8GB --json

Takes the levels in the order of their names as the rounds of one game. For every round and every number of
MISSes from 0 to the spares it finds the greatest score, with proof, and then the best use of the spares over
all rounds. The lives and the objective of the levels are replaced. A ≥ before a score means that a greater
one was not ruled out within the limits, which hold for each score. Time bonuses do not count.

--record FILE keeps every proved score in a file, as soon as it is known, and takes from it what it already
has: run the same command again to resume. Ctrl-C ends the searches; what is known by then is printed.

--json, one object: spares, total, bound, proved, interrupted, states, seconds, and rounds, a list of level,
spares (spent in this round), score, steps, and scores, a list of spares, score, bound, proved, steps, states
and seconds. total is null if some round has no plan; docs/arcade.md explains the search.

Exit code: 0 proved, 1 the game cannot be played to its end with these spares, 3 not known within the limits.";

/// Find the greatest score of a game of several Plotting rounds that share spare wildcards
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(in crate::cli) struct Args {
    /// The rounds: levels, folders of levels, or files with several levels; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,

    /// The spare wildcards for the whole game
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=99))]
    spares: u8,

    #[command(flatten)]
    limits: Limits,

    /// Also print the best plan of each round
    #[arg(long, conflicts_with = "json")]
    routes: bool,

    /// Keep proved scores in this file, and take those that it has
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// What is known about one round with a number of spares.
#[derive(Clone, Serialize)]
struct Score {
    spares: usize,
    score: Option<i64>,
    /// No plan has a greater score; `None` if there is no plan.
    bound: Option<i64>,
    proved: bool,
    steps: Option<Vec<String>>,
    states: u64,
    seconds: f64,
}

/// A proved score in the file of `--record`.
#[derive(Serialize, Deserialize)]
struct Proved {
    /// The fingerprint of the round.
    round: String,
    level: String,
    spares: usize,
    /// `None` if there is no plan.
    steps: Option<Vec<String>>,
    states: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Round {
    level: String,
    /// The spares spent in this round in the best game.
    #[serde(rename = "spares")]
    spent: Option<usize>,
    score: Option<i64>,
    steps: Option<Vec<String>>,
    scores: Vec<Score>,
}

#[derive(Serialize)]
struct Answer {
    spares: usize,
    total: Option<i64>,
    bound: Option<i64>,
    proved: bool,
    interrupted: bool,
    states: u64,
    seconds: f64,
    rounds: Vec<Round>,
}

/// The file of `--record`, if there is one, and what it had.
struct Record<'a> {
    file: Option<(&'a Path, Ledger)>,
    known: HashMap<String, Proved>,
}

impl<'a> Record<'a> {
    fn open(path: Option<&'a Path>) -> Result<Record<'a>, Failure> {
        let Some(path) = path else { return Ok(Record { file: None, known: HashMap::new() }) };
        let unreadable = |error| at_fault(path, in_words(&error));
        let (ledger, entries) = Ledger::open::<Proved>(path).map_err(unreadable)?;
        let known = entries.into_iter().map(|entry| (entry.round.clone(), entry)).collect();
        Ok(Record { file: Some((path, ledger)), known })
    }

    /// The proved score of a round, if the file has it and the rules agree with its plan.
    fn score(&self, level: &BoxedLevel, round: &str, spares: usize) -> Option<Score> {
        let Proved { steps, states, seconds, .. } = self.known.get(round)?;
        let score = match steps {
            Some(steps) => Some(level.replay_steps(steps).ok()?.finding.ok()?.value),
            None => None,
        };
        let (steps, states, seconds) = (steps.clone(), *states, *seconds);
        Some(Score { spares, score, bound: score, proved: true, steps, states, seconds })
    }

    fn add(&self, proved: &Proved) -> Result<(), Failure> {
        let Some((path, ledger)) = &self.file else { return Ok(()) };
        ledger.add(proved).map_err(|error| at_fault(path, in_words(&error)))
    }
}

pub(in crate::cli) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let start = Instant::now();
    let mut levels = Vec::new();
    for (_, reading) in LevelOptions::default().read_all(&args.levels)? {
        let level = to_plan(reading.level)?;
        games::only::<Plotting>("arcade", level.as_ref()).map_err(Failure::BadInput)?;
        levels.push(level);
    }
    interrupt::flag();
    let record = Record::open(args.record.as_deref())?;
    let spares = usize::from(args.spares);
    let width = levels.iter().map(|level| level.name().chars().count()).max().unwrap_or(0).max(5);
    if !args.json {
        let head: String = (0..=spares).map(|spares| format!("  {:>9}", miss(spares))).collect();
        writeln!(out, "{:<width$}{head}", "round")?;
    }
    let bar = progress::bar(levels.len() * (spares + 1), "scores");
    let mut rounds = Vec::with_capacity(levels.len());
    for level in &levels {
        let mut scores: Vec<Score> = Vec::with_capacity(spares + 1);
        for spares in 0..=spares {
            let mut score = score(args, level, spares, &record)?;
            score.learn_from(scores.last());
            scores.push(score);
            bar.inc(1);
        }
        if !args.json {
            let cells: String =
                scores.iter().map(|score| format!("  {:>9}", score.words())).collect();
            let name = level.name();
            progress::beside(&bar, out, |out| {
                out.line(format_args!("{name:<width$}{cells}"))?;
                out.flush()
            })?;
        }
        rounds.push(scores);
    }
    bar.finish_and_clear();
    let answer = answer(&levels, rounds, spares, start);
    if args.json {
        out.json(&answer)?;
    } else {
        tell(args, &answer, out)?;
    }
    Ok(match (answer.proved, answer.total) {
        (true, Some(_)) => Exit::Yes,
        (true, None) => Exit::No,
        (false, _) => Exit::NotKnown,
    })
}

fn miss(spares: usize) -> String {
    if spares == 1 { "1 MISS".to_owned() } else { format!("{spares} MISSes") }
}

impl Score {
    /// A plan with fewer spares is one with more, and may be better than what a limit left time to find.
    fn learn_from(&mut self, fewer: Option<&Score>) {
        if let Some(fewer) = fewer.filter(|fewer| fewer.score > self.score) {
            self.score = fewer.score;
            self.steps.clone_from(&fewer.steps);
            self.proved = self.score == self.bound;
        }
    }

    fn words(&self) -> String {
        match (self.score, self.proved) {
            (Some(score), true) => score.to_string(),
            (Some(score), false) => format!("≥{score}"),
            (None, true) => "none".to_owned(),
            (None, false) => "?".to_owned(),
        }
    }
}

/// Finds the greatest score of a round with some spares.
fn score(
    args: &Args,
    level: &BoxedLevel,
    spares: usize,
    record: &Record<'_>,
) -> Result<Score, Failure> {
    let start = Instant::now();
    let name = level.name();
    let refused = |error| Failure::BadInput(format!("{name}: {error}"));
    let scored = level.with_option("objective", "score").map_err(refused)?;
    let level = scored.with_option("lives", &spares.to_string()).map_err(refused)?;
    let text = level.renamed("round").write(&Form::JSON, None).map_err(refused)?;
    let round = fingerprint([text.as_str()]);
    if let Some(score) = record.score(&level, &round, spares) {
        return Ok(score);
    }
    let defect = |defect: Defect| Failure::Defect(format!("{name}: {defect}"));
    let no_solver = || Failure::Defect(format!("{name}: Plotting has no native solver"));
    let SearchResult { finding, bound, states } =
        args.limits.search(level.as_ref()).ok_or_else(no_solver)?.map_err(defect)?;
    let plan = finding.plan();
    let is_unsolvable = matches!(finding, Finding::Unsolvable(_));
    let score = Score {
        spares,
        score: plan.map(|plan| plan.value),
        bound: (!is_unsolvable).then_some(bound),
        proved: !matches!(finding, Finding::Open { .. }),
        steps: plan.map(|plan| plan.steps.clone()),
        states,
        seconds: start.elapsed().as_secs_f64(),
    };
    if score.proved {
        let (steps, seconds) = (score.steps.clone(), score.seconds);
        record.add(&Proved { round, level: name, spares, steps, states, seconds })?;
    }
    Ok(score)
}

fn answer(levels: &[BoxedLevel], rounds: Vec<Vec<Score>>, spares: usize, start: Instant) -> Answer {
    let spent_best = |what: fn(&Score) -> Option<i64>| -> Option<Spending> {
        let each = |scores: &Vec<Score>| scores.iter().map(what).collect::<Vec<_>>();
        let rounds: Vec<_> = rounds.iter().map(each).collect();
        spend(rounds.iter().map(Vec::as_slice), spares)
    };
    let best = spent_best(|score| score.score);
    let bound = spent_best(|score| score.bound).map(|spending| spending.total);
    let total = best.as_ref().map(|best| best.total);
    let states = rounds.iter().flatten().map(|score| score.states).sum();
    let round = |(index, (level, scores)): (usize, (&BoxedLevel, Vec<Score>))| {
        let spent = best.as_ref().map(|best| best.spares[index]);
        let chosen = spent.map(|spent| &scores[spent]);
        Round {
            level: level.name(),
            spent,
            score: chosen.and_then(|score| score.score),
            steps: chosen.and_then(|score| score.steps.clone()),
            scores,
        }
    };
    Answer {
        spares,
        total,
        bound,
        proved: total == bound,
        interrupted: interrupt::is_set(),
        states,
        seconds: start.elapsed().as_secs_f64(),
        rounds: levels.iter().zip(rounds).enumerate().map(round).collect(),
    }
}

fn tell(args: &Args, answer: &Answer, out: &mut Output) -> Result<(), Failure> {
    let game = format!(
        "{} with {}",
        counted(answer.rounds.len(), "round"),
        counted(answer.spares, "spare")
    );
    let interrupted = if answer.interrupted { " (interrupted)" } else { "" };
    match (answer.total, answer.bound) {
        (Some(total), _) if answer.proved => writeln!(out, "{game}: {total}, proved maximal")?,
        (Some(total), Some(bound)) => {
            writeln!(out, "{game}: at least {total}, at most {bound}{interrupted}")?;
        }
        (_, None) => writeln!(out, "{game}: proved impossible to play to the end")?,
        (None, Some(_)) => {
            let open = answer
                .rounds
                .iter()
                .find(|round| round.scores.iter().all(|score| score.score.is_none()));
            let name = open.map_or("a round", |round| &round.level);
            out.line(format_args!("{game}: not known{interrupted}: no plan yet for {name}"))?;
        }
    }
    for round in &answer.rounds {
        if let Some(spent) = round.spent.filter(|&spent| spent > 0) {
            let gained = round
                .score
                .zip(round.scores[0].score)
                .map(|(with, without)| format!(", which gains {}", with - without));
            let gained = gained.unwrap_or_default();
            out.line(format_args!("{}: {}{gained}", round.level, counted(spent, "spare")))?;
        }
    }
    if args.routes {
        for round in &answer.rounds {
            let (Some(score), Some(steps)) = (round.score, &round.steps) else { continue };
            out.line(format_args!("# {}: {score}", round.level))?;
            out.line(format_args!("{}", steps.join(" ")))?;
        }
    }
    Ok(())
}
