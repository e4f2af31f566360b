//! `plotgen moves`: the legal moves in a position.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::input::LevelArg;
use super::{Exit, Failure, Output, interrupt, limits};
use crate::game::any::MoveEntry;
use crate::game::level::Details;
use crate::game::{AnyPosition, MoveCount, Noun};

const EXAMPLE: &str = "\
Examples:
  $ plotgen moves instances/named/figure-9.json c1
  r1 consumes 2 blocks of R (1,2 1,3), swaps R for G at 1,4; hand G, 4 blocks left
  c2 consumes 1 block of R (1,2), swaps R for G at 2,2; hand G, 5 blocks left
  c3 consumes 2 blocks of R (1,3 2,3), reaches the floor; hand R, 4 blocks left
  3 shots
  $ plotgen moves instances/2248/start.json --count
  2926 paths, 1 collapse
  $ plotgen moves instances/2248/start.json --all > moves.jsonl

A position may have astronomically many moves. Without --all, the command stops at a limit, and then says how
many there are at least. Ctrl-C and --time-limit stop it as well.

--all writes one JSON object per line: move (under the name of a step: shot or move), value, and the state
after it as in simulate --json.
--json: level, count, counts (for each kind of move), complete (whether count is the number of all moves), and without --count moves, a list of
such objects.

Exit code: 0 all moves are listed or counted, 1 no move is legal, 3 there are more.";

/// List or count the legal moves, at the start or after some steps
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// Play these steps first
    #[arg(value_name = "STEP")]
    steps: Vec<String>,

    /// Count the moves instead of listing them
    #[arg(long, conflicts_with = "all")]
    count: bool,

    /// List all moves, whatever their number, as one JSON object per line
    #[arg(long, conflicts_with_all = ["json", "limit"])]
    all: bool,

    /// List at most this many moves; with --count, the work that counting may take [default: 10000, with
    /// --count 100000000]
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Stop after this time, e.g. 60, 500ms, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = limits::duration)]
    time_limit: Option<Duration>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    level: &'a str,
    count: u128,
    /// The number of moves of each kind.
    counts: BTreeMap<&'static str, u128>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Entry>>,
}

/// A move as JSON, its word under what a step is called.
struct Entry {
    step: Noun,
    entry: MoveEntry,
}

impl Serialize for Entry {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            #[serde(flatten)]
            step: BTreeMap<&'static str, &'a str>,
            value: i64,
            #[serde(flatten)]
            after: &'a Details,
        }
        let MoveEntry { word, kind: _, value, after } = &self.entry;
        let step = [(self.step.one, word.as_str())].into();
        Fields { step, value: *value, after }.serialize(serializer)
    }
}

impl Args {
    /// The number of moves that may be counted one by one.
    fn limit(&self) -> u64 {
        let default = if self.count { 100_000_000 } else { 10_000 };
        if self.all { u64::MAX } else { self.limit.unwrap_or(default) }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let level = args.level.read()?;
    let position = level.position(&args.steps).map_err(Failure::bad_input)?;
    // From here on Ctrl-C ends the enumeration, and what is known is still printed.
    interrupt::flag();
    let deadline = args.time_limit.and_then(|time| Instant::now().checked_add(time));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let stop = || interrupt::is_set() || is_late();
    let (limit, step) = (args.limit(), level.game().step());
    let mut moves = Vec::new();
    let count = if args.count {
        position.count_moves(limit, &stop)
    } else if args.json {
        visit(position.as_ref(), limit, &stop, |entry| {
            moves.push(Entry { step, entry });
            Ok(())
        })?
    } else {
        visit(position.as_ref(), limit, &stop, |entry| match args.all {
            true => out.json(&Entry { step, entry }),
            false => writeln!(out, "{}", position.story(&entry.word)),
        })?
    };
    if args.json {
        out.json(&Answer {
            level: &level.name(),
            count: count.total(),
            counts: count.kinds.iter().map(|(kind, number)| (kind.many, *number)).collect(),
            complete: count.is_whole,
            moves: (!args.count).then_some(moves),
        })?;
    } else if !args.all {
        let least = if count.is_whole { "" } else { "at least " };
        writeln!(out, "{least}{}", words(&count, step))?;
    }
    Ok(match (count.is_whole, count.total()) {
        (true, 0) => Exit::No,
        (true, _) => Exit::Yes,
        (false, _) => Exit::NotKnown,
    })
}

/// Shows the moves one by one, up to a limit, and counts them.
fn visit(
    position: &dyn AnyPosition,
    limit: u64,
    stop: &dyn Fn() -> bool,
    mut show: impl FnMut(MoveEntry) -> io::Result<()>,
) -> io::Result<MoveCount> {
    let (mut count, mut shown) = (MoveCount::default(), Ok(()));
    let all = position.each_move(&mut |entry| {
        count.next(entry.kind, limit, stop)?;
        shown = show(entry);
        if shown.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    shown.map(|()| MoveCount { is_whole: all.is_continue(), ..count })
}

/// A number of moves in words: `2926 paths, 1 collapse`.
fn words(count: &MoveCount, step: Noun) -> String {
    if count.kinds.is_empty() {
        return step.count(0);
    }
    let words = |(kind, number): &(Noun, u128)| {
        format!("{number} {}", if *number == 1 { kind.one } else { kind.many })
    };
    count.kinds.iter().map(words).collect::<Vec<_>>().join(", ")
}
