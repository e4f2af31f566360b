//! `plotgen stats`: the difficulty of a set of levels.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use super::source::{SourceArg, as_far_as};
use crate::cli::folder::{self, Existing, NewFile};
use crate::cli::{Exit, Failure, Output, interrupt};
use crate::games::plotting::curate::measure::Measured;
use crate::games::plotting::curate::metrics::METRICS;
use crate::games::plotting::curate::statistics::{Class, Hard, Statistics, Summary};
use crate::view::plotting::pages::StatisticsPage;
use crate::view::text::{self, counted, score};

const EXAMPLE: &str = "\
Examples:
  $ plotgen stats instances/named
  $ plotgen stats PACK --html stats.html
  $ plotgen stats --size 3x3 --colours 2..4 --goal every
  $ plotgen stats --size 4x4 --colours 3 --count 1000 --json

Prints one line per class (size, colours and goal), one line per metric with its quartiles, and a
histogram of the optima. `plotgen curate --help` explains the metrics. Every reachable position of
each level is explored, so this suits small boards: up to about 25 cells.

--html also writes a page with these figures and plots.

--json: levels, solvable, open (boards too large), interrupted, seconds; classes: rows, columns,
colours, goal, levels, solvable, optimum (number of levels by optimum), hardest (grid, optimum,
plans); metrics: for each name least, lower, median, upper, most and mean.

Exit code: 0, or 3 if interrupted or if a level was too large; finished levels are still reported.";

/// Summarise the difficulty of a set of levels
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    source: SourceArg,

    /// Also write a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Overwrite an existing page with different content
    #[arg(long, requires = "html")]
    force: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The results so far.
#[derive(Default)]
struct Findings {
    statistics: Statistics,
    /// Boards too large for the memory limit.
    open: u64,
}

#[derive(Serialize)]
struct SetFigures {
    levels: u64,
    solvable: u64,
    open: u64,
    interrupted: bool,
    classes: Vec<ClassFigures>,
    metrics: BTreeMap<&'static str, Summary>,
    seconds: f64,
}

#[derive(Serialize)]
struct ClassFigures {
    #[serde(flatten)]
    class: Class,
    levels: u64,
    solvable: u64,
    optimum: BTreeMap<u64, u64>,
    hardest: Vec<Hard>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let start = Instant::now();
    let source = args.source.open()?;
    let words = source.words.clone();
    let budget = args.source.work().budget();
    let findings = source.gather(
        args.source.work(),
        "boards",
        Findings::default,
        |mut findings, number, candidate| {
            match Measured::of(&candidate.level, &budget) {
                Some(measured) => {
                    for (index, level) in candidate.levels(measured.fewest()).iter().enumerate() {
                        let metrics = measured.metrics(level.goal()).map(AsRef::as_ref);
                        findings.statistics.take(level, metrics, (number, index));
                    }
                }
                None => findings.open += u64::from(!interrupt::is_set()),
            }
            Ok(findings)
        },
        |one, other| Findings {
            statistics: one.statistics.merge(other.statistics),
            open: one.open + other.open,
        },
    )?;
    let is_interrupted = interrupt::is_set();
    let seconds = start.elapsed().as_secs_f64();
    let Findings { statistics, open } = &findings;
    if let Some(file) = &args.html {
        let words = as_far_as(&words, is_interrupted, *open as usize);
        write_page(file, args.force, &words, statistics)?;
    }
    if args.json {
        out.json(&figures(statistics, *open, is_interrupted, seconds))?;
    } else {
        print_tables(statistics, out)?;
        let levels: u64 = statistics.groups.values().map(|group| group.levels).sum();
        let solvable: u64 = statistics.groups.values().map(|group| group.solvable).sum();
        write!(
            out,
            "\n{}: {}, {solvable} with a plan",
            text::plain(&words),
            counted(levels as usize, "level")
        )?;
        if *open > 0 {
            write!(out, "; {} too large for the memory limit", counted(*open as usize, "board"))?;
        }
        let interrupted = if is_interrupted { "; interrupted" } else { "" };
        writeln!(out, ", in {seconds:.2} s{interrupted}")?;
    }
    Ok(if is_interrupted || *open > 0 { Exit::NotKnown } else { Exit::Yes })
}

fn figures(statistics: &Statistics, open: u64, interrupted: bool, seconds: f64) -> SetFigures {
    let class = |(class, group): (&Class, &crate::games::plotting::curate::statistics::Group)| {
        ClassFigures {
            class: *class,
            levels: group.levels,
            solvable: group.solvable,
            optimum: group.optimum.bars().map(|(shots, count)| (shots as u64, count)).collect(),
            hardest: group.hardest(),
        }
    };
    let summaries = METRICS.iter().zip(&statistics.metrics);
    SetFigures {
        levels: statistics.groups.values().map(|group| group.levels).sum(),
        solvable: statistics.groups.values().map(|group| group.solvable).sum(),
        open,
        interrupted,
        classes: statistics.groups.iter().map(class).collect(),
        metrics: summaries.filter_map(|(m, figures)| Some((m.name, figures.summary()?))).collect(),
        seconds,
    }
}

fn print_tables(statistics: &Statistics, out: &mut Output) -> Result<(), Failure> {
    writeln!(
        out,
        "{:<8} {:>7} {:>5} {:>8} {:>8}   {:>5} {:>6} {:>5}   hardest",
        "size", "colours", "goal", "levels", "solvable", "least", "median", "most"
    )?;
    for (class, group) in &statistics.groups {
        let size = format!("{}x{}", class.rows, class.columns);
        let optimum = group.optimum.summary();
        let figure = |of: fn(&Summary) -> f64| {
            optimum.as_ref().map(|summary| score(of(summary))).unwrap_or_default()
        };
        let hardest = group.hardest().first().map(|hard| hard.grid.to_string()).unwrap_or_default();
        let line = format!(
            "{size:<8} {:>7} {:>5} {:>8} {:>8}   {:>5} {:>6} {:>5}   {hardest}",
            class.colours,
            class.goal,
            group.levels,
            group.solvable,
            figure(|s| s.least),
            figure(|s| s.median),
            figure(|s| s.most),
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(
        out,
        "\n{:<17} {:>9} {:>9} {:>9} {:>9} {:>9} {:>11}",
        "metric", "least", "lower", "median", "upper", "most", "mean"
    )?;
    for (metric, histogram) in METRICS.iter().zip(&statistics.metrics) {
        // An abbreviation is not a metric of its own.
        if let Some(summary) = histogram.summary().filter(|_| !metric.says.starts_with("short for"))
        {
            let [least, lower, median, upper, most, mean] = [
                summary.least,
                summary.lower,
                summary.median,
                summary.upper,
                summary.most,
                summary.mean,
            ]
            .map(score);
            writeln!(
                out,
                "{:<17} {least:>9} {lower:>9} {median:>9} {upper:>9} {most:>9} {mean:>11}",
                metric.name
            )?;
        }
    }
    let optimum = METRICS.iter().position(|metric| metric.name == "optimum").unwrap_or_default();
    writeln!(out, "\nlevels by optimum")?;
    Ok(text::bars(out, &statistics.metrics[optimum].bars().collect::<Vec<_>>())?)
}

/// Writes the page, unless the file exists with different content.
fn write_page(
    file: &Path,
    is_forced: bool,
    words: &str,
    statistics: &Statistics,
) -> Result<(), Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let existing = if is_forced { Existing::Overwrite } else { Existing::NoConflict };
    let page = NewFile { name, text: StatisticsPage::new(words, statistics).page() };
    folder::write(folder.unwrap_or(Path::new(".")), &[page], existing)
}
