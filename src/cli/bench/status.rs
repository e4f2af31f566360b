//! `plotgen bench status`: shows the progress of a campaign.

use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

use serde::Serialize;

use super::plan::duration;
use super::tally::Tally;
use super::{cluster, records};
use crate::cli::{Exit, Failure, Output};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::machine::utc;
use crate::lab::campaign::record::Record;
use crate::lab::campaign::slurm::Queued;
use crate::lab::campaign::status::Status;
use crate::lab::outcome::Outcome;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Example:
  $ plotgen bench status DIR

You can call it from another terminal, or from another machine that shares the file system. The
remaining time is estimated from the finished runs of each configuration. For each wrong answer, the
command prints the folder with the files that show the error.

--json: one object with folder, runs, done, damaged (the number of records that cannot be used and
will be repeated), outcomes (the number of runs for each), running (run,
level, configuration and seconds of each active run), holder (the process that executes the runs,
or null), abandoned (the number of runs that were interrupted when the campaign was killed), queued
(the number of pending and running runs in Slurm, or null if Slurm cannot be queried), left_seconds
(null if not known), and wrong (run, level, configuration, remark and files of each wrong answer).

Exit code: 0 all runs have a record, 3 some do not.";

/// Show the progress of a campaign: finished runs, active runs, and estimated time left
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Progress<'a> {
    folder: &'a PathBuf,
    runs: usize,
    done: usize,
    /// Damaged records, which do not count as done.
    damaged: usize,
    outcomes: Tally,
    running: Vec<Running<'a>>,
    holder: Option<&'a str>,
    abandoned: usize,
    /// Pending and running runs in Slurm; `None` if Slurm cannot be queried.
    queued: Option<usize>,
    left_seconds: Option<f64>,
    wrong: Vec<Wrong<'a>>,
}

#[derive(Serialize)]
struct Running<'a> {
    run: &'a str,
    level: &'a str,
    configuration: &'a str,
    seconds: f64,
}

#[derive(Serialize)]
struct Wrong<'a> {
    run: &'a str,
    level: &'a str,
    configuration: &'a str,
    remark: Option<&'a str>,
    files: Option<&'a str>,
}

impl<'a> Wrong<'a> {
    fn of(record: &'a Record) -> Wrong<'a> {
        Wrong {
            run: &record.run,
            level: &record.level.facts.name,
            configuration: &record.configuration.name,
            remark: record.remark.as_deref(),
            files: record.files.as_deref(),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let folder = Folder::open(&args.folder)?;
    let queued = cluster::queued(&folder)?;
    let is_alive = |run: &str| queued.alive.contains_key(run);
    let status = Status::of(&folder, is_alive)?;
    let running = status.running.iter().map(|(task, since)| Running {
        run: &task.run,
        level: &task.level.facts.name,
        configuration: &task.configuration.name,
        seconds: since.as_secs_f64(),
    });
    records::warn(&status.damaged, records::LEFT_OUT);
    let wrong = status.records.iter().filter(|record| record.outcome == Outcome::Wrong);
    let answer = Progress {
        folder: &args.folder,
        runs: status.runs,
        done: status.records.len(),
        damaged: status.damaged.len(),
        outcomes: Tally::of(&status.records),
        running: running.collect(),
        holder: status.holder.as_deref(),
        abandoned: status.abandoned,
        queued: queued.unreachable.is_none().then_some(queued.alive.len()),
        left_seconds: status.left.map(|left| left.as_secs_f64()),
        wrong: wrong.map(Wrong::of).collect(),
    };
    if args.json {
        out.json(&answer)?;
    } else {
        tell(&answer, &status, &queued, out)?;
    }
    Ok(if answer.done < answer.runs { Exit::NotKnown } else { Exit::Yes })
}

fn tell(
    answer: &Progress<'_>,
    status: &Status,
    queued: &Queued,
    out: &mut Output,
) -> Result<(), Failure> {
    writeln!(out, "{} of {} runs done: {}", answer.done, answer.runs, answer.outcomes)?;
    for wrong in &answer.wrong {
        out.sentence(format_args!(
            "wrong: {} on {}: {}",
            wrong.configuration,
            wrong.level,
            wrong.remark.unwrap_or_default()
        ))?;
        if let Some(files) = wrong.files {
            out.line(format_args!("  files: {}", answer.folder.join(files).display()))?;
        }
    }
    if answer.done == answer.runs {
        return Ok(());
    }
    if let Some(why) = &queued.unreachable {
        out.sentence(format_args!(
            "runs were submitted to Slurm, but their state cannot be queried: {why}"
        ))?;
    }
    match answer.holder {
        Some(holder) => out.line(format_args!("run by {holder}"))?,
        None if queued.unreachable.is_some() => {}
        None if queued.alive.is_empty() => writeln!(out, "not running")?,
        None => {
            let runs = counted(queued.alive.len(), "run");
            writeln!(out, "{runs} in Slurm, {}", cluster::job_list(&queued.jobs()))?;
        }
    }
    if answer.abandoned > 0 {
        let runs = counted(answer.abandoned, "run");
        writeln!(out, "{runs} interrupted when the campaign was killed; will be repeated")?;
    }
    for running in &answer.running {
        let seconds = duration(running.seconds as u64);
        out.line(format_args!("  {seconds:>8}  {}  {}", running.configuration, running.level))?;
    }
    if let Some(left) = status.left {
        let (rest, end) = (duration(left.as_secs()), utc(SystemTime::now() + left));
        match answer.running.is_empty() {
            true => writeln!(out, "about {rest} left")?,
            false => writeln!(out, "about {rest} left, until {end}")?,
        }
    }
    Ok(())
}
