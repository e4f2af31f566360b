//! Counts the outcomes of runs, and shows progress while they execute.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::cli::output::note;
use crate::lab::campaign::record::Record;
use crate::lab::campaign::task::Task;
use crate::lab::outcome::Outcome;

/// The number of runs with each outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    pub(super) fn of(records: &[Record]) -> Tally {
        let mut tally = Tally::default();
        for record in records {
            tally.add(record.outcome);
        }
        tally
    }

    pub(super) fn add(&mut self, outcome: Outcome) {
        *self.0.entry(outcome.word()).or_default() += 1;
    }

    fn counts(&self) -> impl Iterator<Item = (&'static str, usize)> {
        Outcome::ALL
            .into_iter()
            .filter_map(|outcome| Some((outcome.word(), *self.0.get(outcome.word())?)))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            self.counts().map(|(word, count)| format!("{count} {word}")).collect();
        f.write_str(if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }.as_str())
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        let mut map = target.serialize_map(None)?;
        for (word, count) in self.counts() {
            map.serialize_entry(word, &count)?;
        }
        map.end()
    }
}

/// Shows progress on standard error: a bar on a terminal, otherwise one line per record.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    runs: usize,
    state: Mutex<(usize, Tally)>,
}

impl Progress {
    /// Starts with `done` of `runs` already finished.
    pub(super) fn new(runs: usize, done: usize) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let template = "{bar:30} {pos}/{len} runs · {elapsed}, {eta} left · {msg}";
            let style = ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(runs as u64).with_style(style);
            bar.set_position(done as u64);
            bar.reset_eta();
            bar
        });
        if let (None, 1..) = (&bar, done) {
            note(format_args!("{done} of {runs} runs already done"));
        }
        Progress { bar, runs, state: Mutex::new((done, Tally::default())) }
    }

    pub(super) fn begun(&self, _task: &Task) {
        if let Some(bar) = &self.bar {
            bar.tick();
        }
    }

    pub(super) fn ended(&self, record: &Record) {
        let mut state = self.state.lock().expect("no thread panics while it holds the lock");
        state.0 += 1;
        state.1.add(record.outcome);
        let (done, tally) = &*state;
        if let Some(bar) = &self.bar {
            bar.set_message(tally.to_string());
            bar.set_position(*done as u64);
        } else {
            let Record { outcome, cpu_seconds, configuration, level, .. } = record;
            note(format_args!(
                "{done}/{} {outcome}, {cpu_seconds:.2} s CPU: {} {}",
                self.runs, configuration.name, level.facts.name
            ));
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
