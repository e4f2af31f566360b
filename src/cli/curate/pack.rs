//! What becomes of the best levels: a table, JSON, or a folder.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::{Args, Tally};
use crate::cli::folder::{self, Existing, NewFile, file_stem};
use crate::cli::{Failure, Output};
use crate::plotting::curate::metrics::Metrics;
use crate::plotting::formats::json;
use crate::plotting::level::Level;
use crate::plotting::rules::Shot;
use crate::view::html::{Card, Gallery};
use crate::view::text::{counted, lengths, score, words};

/// A level that was chosen.
#[derive(Serialize)]
pub(super) struct Entry {
    rank: usize,
    score: f64,
    level: Level,
    shots: Vec<Shot>,
    metrics: Arc<Metrics>,
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

/// A line of a pack's index.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    entry: &'a Entry,
}

/// What is told of a pack that was written.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    tally: Tally,
    kept: usize,
    out: &'a Path,
    seconds: f64,
}

/// The page that shows a pack.
const GALLERY: &str = "gallery.html";

/// The list of its levels.
const INDEX: &str = "pack.jsonl";

/// Refuses a folder that cannot become a pack, before any work: which levels will be in it is not known
/// yet, but that nothing else will be.
pub(super) fn check(folder: &Path) -> Result<(), Failure> {
    folder::check_others(folder, |name| [GALLERY, INDEX].contains(&name) || name.ends_with(".json"))
}

/// The levels that were chosen, and from what.
pub(super) struct Pack<'a> {
    pub(super) words: String,
    pub(super) rank: &'a str,
    pub(super) wanted: Option<&'a str>,
    pub(super) tally: Tally,
    pub(super) entries: Vec<Entry>,
}

impl Pack<'_> {
    /// Tells or writes the levels, as asked for.
    pub(super) fn answer(
        &self,
        args: &Args,
        seconds: f64,
        is_interrupted: bool,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if let Some(folder) = &args.out {
            self.write(folder, args.force)?;
        }
        match &args.out {
            Some(out_folder) if args.json => {
                let kept = self.entries.len();
                return Ok(out.json(&Answer {
                    tally: self.tally,
                    kept,
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
        self.summary(seconds, is_interrupted, out)?;
        if let Some(folder) = &args.out {
            let gallery = folder.join(GALLERY);
            let levels = counted(self.entries.len(), "level");
            writeln!(out, "{levels} written to {}; see {}", folder.display(), gallery.display())?;
        }
        Ok(())
    }

    /// Writes a file per level, all that is known of them, and the gallery.
    fn write(&self, folder: &Path, is_forced: bool) -> Result<(), Failure> {
        let existing = if is_forced { Existing::Overwrite } else { Existing::OnlyOurs };
        let mut files = Vec::new();
        let mut lines = String::new();
        let mut cards = Vec::new();
        let mut names = HashSet::new();
        for entry in &self.entries {
            let stem = file_stem(entry.level.name());
            // Levels of different folders may have one name.
            let mut name = format!("{stem}.json");
            if !names.insert(name.clone()) {
                name = format!("{stem}-{}.json", entry.rank);
                names.insert(name.clone());
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
                // Words stand at the left, numbers at the right.
                line += &match column {
                    2 | 3 | 15 => format!("{cell:<width$}  "),
                    _ => format!("{cell:>width$}  "),
                };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn summary(&self, seconds: f64, is_interrupted: bool, out: &mut Output) -> Result<(), Failure> {
        let (open, kept) = (self.tally.open, self.entries.len());
        write!(out, "{}: {}, {kept} kept by {}", self.words, self.tally(), self.rank)?;
        write!(out, ", in {seconds:.2} s")?;
        if open > 0 {
            write!(out, "; {} too large for the memory limit", counted(open, "board"))?;
        }
        writeln!(out, "{}", if is_interrupted { "; interrupted" } else { "" })?;
        Ok(())
    }
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
