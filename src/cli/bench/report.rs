//! `plotgen bench report`: writes the report of a campaign as a page, tables and plots.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::records;
use crate::cli::folder::{self, Existing, NewFile};
use crate::cli::input::{at_fault, unwritable};
use crate::cli::output::warn;
use crate::cli::{Exit, Failure, Output, games};
use crate::game::any::BoxedLevel;
use crate::lab::campaign::build::{encoding_of, level_of, show_wrong};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::record::Record;
use crate::lab::campaign::task::Task;
use crate::lab::files::in_words;
use crate::lab::report::layout::Layout;
use crate::lab::report::summary::Summary;
use crate::view::report::models::{self, MOST, Models};
use crate::view::report::replays::{self, Replays};
use crate::view::report::{Options, Report, terminal};
use crate::view::text::{counted, plain};

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench report DIR
  $ plotgen bench report DIR --baseline native --scatter native,symk
  $ plotgen bench report DIR --out PAPER --json

The command writes these files:
  report.html   everything on one page, which needs no network
  runs.csv      every record, with every field
  tables/       each table as CSV, Markdown and LaTeX (booktabs)
  plots/        each plot as SVG and LaTeX (pgfplots)
  macros.tex    a LaTeX command for each number, e.g. \\PlotgenSolvedLean
  report.tex    a document with all tables and plots: pdflatex report.tex
  replays/      each plan that was found as an animated SVG, to which the page links
  models/       what the solvers were given, to which the page links

Wrong answers come first and never count as solved. PAR2 is the CPU time of the process tree, or
twice the limit if there is no answer. For repeated runs, the median by score counts. While runs are
missing, every file says so, scores cover the levels that all configurations ran, and nothing is
marked as best. Files of an earlier report are overwritten.

The section report of the campaign file asks for tables and figures in the form of a paper; see
docs/reports.md. --layout takes it from another file.

--json: one object with levels, runs, planned, remaining, wrong, not_run, configurations (each with
answered, optima, par2, par2_optimal, par2_wall, outcomes, quality, and its difference from the
baseline with paired tests), virtual_best, notes, out and files.";

/// Write the report of a campaign: a page, tables and plots
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Folder to write the report to [default: the folder of the campaign]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Compare every configuration with this one
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,

    /// Plot two configurations against each other; repeatable [default: the baseline and every
    /// other configuration, or all pairs of up to four, or else the best two]
    #[arg(long, value_name = "NAME,NAME", value_parser = pair)]
    scatter: Vec<String>,

    /// Figure of the levels for the x axis of the scaling plot, e.g. colours [default: the one that
    /// measures their size, e.g. blocks]
    #[arg(long, value_name = "FIGURE")]
    by: Option<String>,

    /// Take the section report from this file [default: the campaign file]
    #[arg(long, value_name = "FILE")]
    layout: Option<PathBuf>,

    /// Leave out the animations of the plans
    #[arg(long)]
    no_replays: bool,

    /// Leave out the models that the solvers were given
    #[arg(long)]
    no_models: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn pair(text: &str) -> Result<String, String> {
    let is_pair = text.contains(',');
    is_pair
        .then(|| text.to_owned())
        .ok_or("expected two names with a comma between them".to_owned())
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    summary: Summary<'a>,
    out: &'a Path,
    files: Vec<&'a str>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let campaign = Folder::open(&args.folder)?;
    let (mut records, damaged) = records::read(&campaign)?;
    show_wrong(&campaign, &mut records, games::all());
    if records.is_empty() {
        let reason = match damaged {
            0 => "this campaign has no records",
            1.. => "all records of this campaign are damaged",
        };
        return Err(at_fault(&args.folder, reason));
    }
    let tasks = campaign.tasks()?;
    let options = Options {
        layout: layout(args, &campaign)?,
        calibration: calibration(&campaign),
        baseline: args.baseline.clone(),
        scatter: args.scatter.clone(),
        figure: args.by.clone(),
        damaged,
    };
    let report = Report::new(&records, &tasks, &options).map_err(Failure::bad_input)?;
    let folder = args.out.as_ref().unwrap_or(&args.folder);
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let title = name(&args.folder);
    let replays = if args.no_replays { Replays::default() } else { found(&campaign, &records) };
    let models =
        if args.no_models { Models::default() } else { given(&campaign, &records, &tasks) };
    let left_out = models.left_out();
    if left_out > 0 {
        let limit = MOST >> 20;
        warn(&format!("the models of {left_out} runs left out: there are more than {limit} MB"));
    }
    let files = report.files(&title, &relative_link(folder, &args.folder), replays, models);
    let files: Vec<NewFile> =
        files.into_iter().map(|file| NewFile { name: file.path, text: file.text }).collect();
    folder::write(folder, &files, Existing::Overwrite)?;
    remove_stale_files(folder, &files)?;
    if args.json {
        let files = files.iter().map(|file| &*file.name).collect();
        out.json(&Written { summary: report.summary(), out: folder, files })?;
        return Ok(Exit::Yes);
    }
    if report.wrong() > 0 {
        writeln!(out, "{} wrong: see tables/wrong.md\n", counted(report.wrong(), "answer"))?;
    }
    let width = terminal::width();
    for table in [Some(report.standings()), report.not_run()].into_iter().flatten() {
        writeln!(out, "{}", plain_lines(&terminal::table(table, width)))?;
    }
    if let Some(note) = report.progress().note() {
        writeln!(out, "{note} Nothing is ranked.\n")?;
    }
    let (page, count) = (folder.join("report.html"), counted(files.len(), "file"));
    out.line(format_args!("{} written, {count} in all", page.display()))?;
    Ok(Exit::Yes)
}

/// The tables and figures that a file asks for.
fn layout(args: &Args, campaign: &Folder) -> Result<Layout, Failure> {
    let file = match &args.layout {
        Some(file) => file.clone(),
        None if campaign.spec().is_file() => campaign.spec(),
        None => return Ok(Layout::default()),
    };
    let text = fs::read_to_string(&file).map_err(|error| at_fault(&file, in_words(&error)))?;
    Layout::read(&text).map_err(|reason| at_fault(&file, reason))
}

/// What the calibration of the machine found, if the campaign has one.
fn calibration(campaign: &Folder) -> Option<String> {
    #[derive(Deserialize)]
    struct Calibration {
        runs: usize,
        median_seconds: f64,
        noise: f64,
    }
    let text = fs::read(campaign.path().join("calibration.json")).ok()?;
    let Calibration { runs, median_seconds, noise } = serde_json::from_slice(&text).ok()?;
    Some(format!(
        "Calibration: a fixed task took {median_seconds:.3} s (median of {runs} runs), and the quartiles \
         are {:.1}% of that apart. Smaller differences in time mean nothing here.",
        100.0 * noise
    ))
}

/// The models that the solvers were given. Those of levels that are no longer there, or no longer the
/// same, are left out.
fn given(campaign: &Folder, records: &[Record], tasks: &[Task]) -> Models {
    let ran: HashMap<&str, &Record> =
        records.iter().map(|record| (record.run.as_str(), record)).collect();
    let files = |task: &Task| {
        let record = ran.get(task.run.as_str())?;
        let level = level_of(task, campaign, games::all()).ok()?;
        let encoding = encoding_of(task, level.game()).ok()?;
        let case = encoding.case(level.as_ref());
        let shortest = || case.horizons().map_or(0, |lengths| *lengths.start());
        let length = record.steps.as_ref().map_or_else(shortest, Vec::len);
        Some((task.run.clone(), case.files(length)))
    };
    let mut models = Models::default();
    // In parts, so that not all texts are in memory before equal ones are found.
    for part in tasks.chunks(256) {
        let files: Vec<Option<_>> = part.par_iter().map(files).collect();
        for (run, files) in files.into_iter().flatten() {
            models.add(&run, files);
        }
    }
    models
}

/// The plans that were found, as animations. Plans for levels that are no longer there, or no longer the
/// same, are left out.
fn found(campaign: &Folder, records: &[Record]) -> Replays {
    let mut replays = Replays::default();
    let mut levels: HashMap<&str, Option<BoxedLevel>> = HashMap::new();
    for record in records {
        replays.add(record, || {
            let level = levels.entry(&record.level.hash).or_insert_with(|| {
                let task = campaign.task(&record.run).ok()??;
                level_of(&task, campaign, games::all()).ok()
            });
            level.as_deref()
        });
    }
    replays
}

/// Lines that cannot act on the terminal.
fn plain_lines(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", plain(line))).collect()
}

/// Removes files of an earlier report that this one did not write, so that nobody takes them for
/// part of it.
fn remove_stale_files(folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
    let current: HashSet<&str> = files.iter().map(|file| &*file.name).collect();
    for part in ["tables", "plots", replays::FOLDER, models::FOLDER] {
        for entry in fs::read_dir(folder.join(part)).into_iter().flatten().flatten() {
            let name = format!("{part}/{}", entry.file_name().to_string_lossy());
            if Report::is_report_file(&name) && !current.contains(&*name) {
                let path = entry.path();
                let unremovable = |error| {
                    at_fault(
                        &path,
                        format!(
                            "belongs to an earlier report and cannot be removed: {}",
                            in_words(&error)
                        ),
                    )
                };
                fs::remove_file(&path).map_err(unremovable)?;
            }
        }
    }
    Ok(())
}

/// The name of a campaign, which is the name of its folder.
fn name(folder: &Path) -> String {
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
}

/// The relative link from one folder to another: empty, or ending with `/`. Both folders exist.
fn relative_link(from: &Path, to: &Path) -> String {
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (from, to) = (whole(from), whole(to));
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to
        .components()
        .skip(shared)
        .map(|part: Component<'_>| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).map(|part| part + "/").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_link_points_from_the_report_to_the_campaign() {
        let root = tempfile::tempdir().unwrap();
        let [campaign, paper] = ["runs/campaign", "paper"].map(|name| root.path().join(name));
        fs::create_dir_all(&campaign).unwrap();
        fs::create_dir_all(&paper).unwrap();
        assert_eq!(relative_link(&campaign, &campaign), "");
        assert_eq!(relative_link(&paper, &campaign), "../runs/campaign/");
        assert_eq!(relative_link(root.path(), &campaign.join("../campaign")), "runs/campaign/");
        assert_eq!(relative_link(&campaign.join("..").join("..").join("paper"), &paper), "");
    }
}
