//! Output of the best levels: as a table, as JSON, or as a folder.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Args, Tally};
use crate::cli::folder::{self, Existing, NewFile};
use crate::cli::input::at_fault;
use crate::cli::{Failure, Output};
use crate::games::plotting::curate::metrics::Metrics;
use crate::games::plotting::formats::json;
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::Shot;
use crate::games::plotting::story::words;
use crate::lab::files::{file_stem, in_words};
use crate::view::plotting::pages::{Card, Gallery};
use crate::view::text::{counted, lengths, score};

/// A chosen level.
pub(super) struct Entry {
    rank: usize,
    score: f64,
    level: Level,
    shots: Vec<Shot>,
    metrics: Arc<Metrics>,
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            rank: usize,
            score: f64,
            level: &'a str,
            definition: &'a Level,
            steps: &'a [Shot],
            shots: &'a [Shot],
            metrics: &'a Metrics,
        }
        let Entry { rank, score, level, shots, metrics } = self;
        let (rank, score) = (*rank, *score);
        let (definition, level, steps) = (level, level.name(), shots);
        Fields { rank, score, level, definition, steps, shots, metrics }.serialize(serializer)
    }
}

impl Entry {
    pub(super) fn new(
        rank: usize,
        score: f64,
        level: Level,
        shots: Vec<Shot>,
        metrics: Arc<Metrics>,
    ) -> Entry {
        Entry { rank, score, level, shots, metrics }
    }
}

/// One line of a pack's index.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    entry: &'a Entry,
}

/// The summary of a pack that was written.
#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    tally: Tally,
    kept: usize,
    interrupted: bool,
    out: &'a Path,
    seconds: f64,
}

/// The file name of the page that shows the levels of a pack.
const GALLERY: &str = "gallery.html";

/// The file name of the index of a pack.
const INDEX: &str = "pack.jsonl";

/// Refuses a folder that cannot become a pack, before any work is done.
pub(super) fn check(folder: &Path, is_forced: bool) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(at_fault(folder, "it is not a folder"));
    }
    if is_forced { Ok(()) } else { folder::check_others(folder, |_| false) }
}

/// The chosen levels and the set they come from.
pub(super) struct Pack<'a> {
    pub(super) words: String,
    pub(super) rank: &'a str,
    pub(super) wanted: Option<&'a str>,
    pub(super) tally: Tally,
    pub(super) is_interrupted: bool,
    pub(super) entries: Vec<Entry>,
}

impl Pack<'_> {
    /// Prints the levels or writes them to a folder, as the arguments ask.
    pub(super) fn answer(
        &self,
        args: &Args,
        seconds: f64,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let written = args.out.as_ref().map_or(Ok(()), |folder| self.write(folder, args.force));
        if written.is_err() {
            // Print the results, so that they are not lost.
            self.table(out)?;
            self.summary(seconds, out)?;
            return written;
        }
        match &args.out {
            Some(out_folder) if args.json => {
                let kept = self.entries.len();
                return Ok(out.json(&Summary {
                    tally: self.tally,
                    kept,
                    interrupted: self.is_interrupted,
                    out: out_folder,
                    seconds,
                })?);
            }
            None if args.json => {
                for entry in &self.entries {
                    out.json(entry)?;
                }
                return Ok(());
            }
            Some(_) | None => {}
        }
        self.table(out)?;
        self.summary(seconds, out)?;
        if let Some(folder) = &args.out {
            let gallery = folder.join(GALLERY);
            let levels = counted(self.entries.len(), "level");
            out.line(format_args!(
                "{levels} written to {}; see {}",
                folder.display(),
                gallery.display()
            ))?;
        }
        Ok(())
    }

    /// Writes one file per level, the index with all metrics, and the gallery.
    fn write(&self, folder: &Path, is_forced: bool) -> Result<(), Failure> {
        let existing = if is_forced { Existing::Overwrite } else { Existing::NoConflict };
        let mut files = Vec::new();
        let mut lines = String::new();
        let mut cards = Vec::new();
        let mut names = HashSet::new();
        for entry in &self.entries {
            let stem = file_stem(entry.level.name());
            // Levels from different folders may share a name.
            let mut name = format!("{stem}.json");
            let mut number = 1;
            while !names.insert(name.clone()) {
                number += 1;
                name = format!("{stem}-{number}.json");
            }
            let line = Line { file: &name, entry };
            lines += &serde_json::to_string(&line).map_err(std::io::Error::from)?;
            lines.push('\n');
            let place = (entry.rank, entry.score);
            let file = name.clone();
            cards.push(Card::new(place, &entry.level, file, &entry.shots, &entry.metrics));
            files.push(NewFile { name, text: json::write(&entry.level) });
        }
        let title = format!("Plotting: {}", counted(self.entries.len(), "level"));
        let tally = self.tally();
        let gallery =
            Gallery::new(&title, &self.words, &tally, self.rank, self.wanted, cards).page();
        files.push(NewFile { name: INDEX.to_owned(), text: lines });
        files.push(NewFile { name: GALLERY.to_owned(), text: gallery });
        if is_forced {
            remove_old(folder, &names)?;
        }
        folder::write(folder, &files, existing)
    }

    fn tally(&self) -> String {
        let Tally { boards, levels, solvable, wanted, .. } = self.tally;
        let (levels, boards) = (counted(levels, "level"), counted(boards, "board"));
        let wanted = self.wanted.map(|_| format!(", {wanted} wanted")).unwrap_or_default();
        format!("{levels} on {boards}, {solvable} with a plan{wanted}")
    }

    fn table(&self, out: &mut Output) -> Result<(), Failure> {
        let header = [
            "#", "score", "level", "grid", "goal", "optimum", "lengths", "plans", "first",
            "forced", "greedy", "lose", "states", "dead", "lost", "plan",
        ];
        let mut rows = vec![header.map(str::to_owned)];
        rows.extend(self.entries.iter().map(Entry::row));
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: [usize; 16] = std::array::from_fn(|column| width(column).unwrap_or(0));
        for row in &rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                // Text is aligned left, numbers right.
                line += &match column {
                    2 | 3 | 15 => format!("{cell:<width$}  "),
                    _ => format!("{cell:>width$}  "),
                };
            }
            out.line(format_args!("{}", line.trim_end()))?;
        }
        Ok(())
    }

    fn summary(&self, seconds: f64, out: &mut Output) -> Result<(), Failure> {
        let kept = self.entries.len();
        let (words, tally, rank) = (&self.words, self.tally(), self.rank);
        Ok(out.line(format_args!("{words}: {tally}, {kept} kept by {rank}, in {seconds:.2} s"))?)
    }
}

/// Removes the levels of an earlier pack that are not in this one. Files that its index does not
/// list are kept.
fn remove_old(folder: &Path, names: &HashSet<String>) -> Result<(), Failure> {
    let old = fs::read_to_string(folder.join(INDEX)).unwrap_or_default();
    let lines = old.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let listed = lines.filter_map(|line| Some(line["file"].as_str()?.to_owned()));
    for name in listed.filter(|name| !names.contains(name) && !name.contains(['/', '\\'])) {
        let path = folder.join(name);
        if path.is_file() {
            fs::remove_file(&path).map_err(|error| at_fault(&path, in_words(&error)))?;
        }
    }
    Ok(())
}

impl Entry {
    fn row(&self) -> [String; 16] {
        let metrics = &self.metrics;
        [
            self.rank.to_string(),
            score(self.score),
            self.level.name().to_owned(),
            self.level.board().to_string(),
            metrics.goal.to_string(),
            metrics.optimum.to_string(),
            lengths(&metrics.lengths.all),
            metrics.plans.to_string(),
            format!("{}/{}", metrics.first.winning, metrics.first.shots),
            metrics.forced.to_string(),
            metrics.greedy.to_string(),
            metrics.lose.to_string(),
            metrics.states.reachable.to_string(),
            metrics.states.dead_ends.to_string(),
            metrics.states.lost.to_string(),
            words(&self.shots),
        ]
    }
}
