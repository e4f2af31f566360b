//! `plotgen bench report`: writes the report of a campaign as a page, tables and plots.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;

use super::records;
use crate::cli::folder::{self, Existing, NewFile};
use crate::cli::input::{at_fault, unwritable};
use crate::cli::{Exit, Failure, Output, games};
use crate::game::any::BoxedLevel;
use crate::lab::campaign::build::{level_of, show_wrong};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::record::Record;
use crate::lab::files::in_words;
use crate::lab::report::summary::Summary;
use crate::view::report::replays::{self, Replays};
use crate::view::report::{Options, Report};
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench report DIR
  $ plotgen bench report DIR --baseline native --scatter native,symk
  $ plotgen bench report DIR --out PAPER --json

The command writes these files:
  report.html   everything on one page, which needs no network
  tables/       each table as CSV, Markdown and LaTeX (booktabs)
  plots/        each plot as SVG
  replays/      each plan that was found as an animated SVG, to which the page links

Wrong answers come first and never count as solved. PAR2 is the CPU time of the process tree, or
twice the limit if there is no answer. For repeated runs, the median by score counts. Files of an
earlier report are overwritten.

--json: one object with levels, runs, wrong, configurations (each with answered, par2, par2_wall,
outcomes, and its difference from the baseline), virtual_best, notes, out and files.";

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

    /// Leave out the animations of the plans
    #[arg(long)]
    no_replays: bool,

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
    let options = Options {
        baseline: args.baseline.clone(),
        scatter: args.scatter.clone(),
        figure: args.by.clone(),
        damaged,
    };
    let report = Report::new(&records, &options).map_err(Failure::bad_input)?;
    let folder = args.out.as_ref().unwrap_or(&args.folder);
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let title = name(&args.folder);
    let replays = if args.no_replays { Replays::default() } else { found(&campaign, &records) };
    let files = report.files(&title, &relative_link(folder, &args.folder), replays);
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
    writeln!(out, "{}", report.standings().markdown())?;
    let (page, count) = (folder.join("report.html"), counted(files.len(), "file"));
    out.line(format_args!("{} written, {count} in all", page.display()))?;
    Ok(Exit::Yes)
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

/// Removes files of an earlier report that this one did not write, so that nobody takes them for
/// part of it.
fn remove_stale_files(folder: &Path, files: &[NewFile]) -> Result<(), Failure> {
    let current: HashSet<&str> = files.iter().map(|file| &*file.name).collect();
    for part in ["tables", "plots", replays::FOLDER] {
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
