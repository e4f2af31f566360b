//! `plotgen bench report`: the records of a campaign as a page, tables and plots.

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;

use crate::cli::folder::{self, Existing, NewFile};
use crate::cli::input::{at_fault, in_words};
use crate::cli::{Exit, Failure, Output};
use crate::lab::campaign::crosscheck::crosschecked;
use crate::lab::campaign::record::Record;
use crate::lab::report::reading::{self, Filed, ReadError};
use crate::lab::report::summary::Summary;
use crate::lab::report::{Options, Report};
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench report DIR
  $ plotgen bench report DIR --baseline native --scatter native,symk
  $ plotgen bench report DIR --out PAPER --json

In the folder are then
  report.html   all of it on one page, which needs no network
  tables/       each table as CSV, Markdown and LaTeX (booktabs)
  plots/        each plot as SVG

Wrong answers come first and never count as solved. PAR2 is the processor time of the process tree,
twice the limit for what was not answered. Of repeated runs the median by score counts. Files of an
earlier report are overwritten.

--json: one object with levels, runs, wrong, configurations (each with answered, par2, par2_wall,
outcomes, and its difference to the baseline), virtual_best, notes, out and files.";

/// Report a campaign: a page, tables, plots
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The folder of the campaign, with its records
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The folder to write into [default: that of the campaign]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Show the differences to this configuration
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,

    /// Plot two configurations against each other; may be given again [default: all pairs of up to
    /// four, else the best two, or the baseline and each]
    #[arg(long, value_name = "NAME,NAME", value_parser = pair)]
    scatter: Vec<(String, String)>,

    /// The figure of levels by which times are plotted
    #[arg(long, value_name = "FIGURE", default_value = "blocks")]
    by: String,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (one, other) =
        text.split_once(',').ok_or("expected two names with a comma between them")?;
    Ok((one.trim().to_owned(), other.trim().to_owned()))
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    summary: Summary<'a>,
    out: &'a Path,
    files: Vec<&'a str>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let records = checked(reading::read(&args.folder).map_err(told)?);
    let options = Options {
        baseline: args.baseline.clone(),
        scatter: args.scatter.clone(),
        figure: args.by.clone(),
    };
    let report = Report::new(&records, &options).map_err(Failure::bad_input)?;
    let folder = args.out.as_ref().unwrap_or(&args.folder);
    fs::create_dir_all(folder)
        .map_err(|error| at_fault(folder, &format!("cannot be written: {}", in_words(&error))))?;
    let title = name(&args.folder);
    let files = report.files(&title, &way(folder, &args.folder));
    let files: Vec<NewFile> =
        files.into_iter().map(|file| NewFile { name: file.path, text: file.text }).collect();
    folder::write(folder, &files, Existing::Overwrite)?;
    if args.json {
        let files = files.iter().map(|file| &*file.name).collect();
        out.json(&Answer { summary: report.summary(), out: folder, files })?;
        return Ok(Exit::Yes);
    }
    if report.wrong() > 0 {
        writeln!(out, "{} wrong: see tables/wrong.md\n", counted(report.wrong(), "answer"))?;
    }
    writeln!(out, "{}", report.standings().markdown())?;
    let (page, count) = (folder.join("report.html"), counted(files.len(), "file"));
    writeln!(out, "{} written, {count} in all", page.display())?;
    Ok(Exit::Yes)
}

/// The records, with what they say of each other, before anything is counted.
fn checked(filed: Vec<Filed>) -> Vec<Filed> {
    let (files, records): (Vec<String>, Vec<Record>) =
        filed.into_iter().map(|filed| (filed.file, filed.record)).unzip();
    let filed = files.into_iter().zip(crosschecked(records));
    filed.map(|(file, record)| Filed { file, record }).collect()
}

/// Why records could not be read, without numbers of the system.
fn told(error: ReadError) -> Failure {
    match error {
        ReadError::Unreadable { path, reason } => {
            at_fault(&path, &format!("cannot be read: {}", in_words(&reason)))
        }
        ReadError::NotARecord { .. } | ReadError::Twice { .. } | ReadError::Nothing(_) => {
            Failure::bad_input(error)
        }
    }
}

/// The name of a campaign: that of its folder.
fn name(folder: &Path) -> String {
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
}

/// The way from one folder to another as a link has it: empty, or with `/` at its end. Both are there.
fn way(from: &Path, to: &Path) -> String {
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
    fn links_lead_from_the_report_to_the_campaign() {
        let root = tempfile::tempdir().unwrap();
        let [campaign, paper] = ["runs/campaign", "paper"].map(|name| root.path().join(name));
        fs::create_dir_all(&campaign).unwrap();
        fs::create_dir_all(&paper).unwrap();
        assert_eq!(way(&campaign, &campaign), "");
        assert_eq!(way(&paper, &campaign), "../runs/campaign/");
        assert_eq!(way(root.path(), &campaign.join("../campaign")), "runs/campaign/");
        assert_eq!(way(&campaign.join("..").join("..").join("paper"), &paper), "");
    }
}
