//! Shows progress on standard error: a bar on a terminal, nothing otherwise.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar for a known number of items, hidden if standard error is not a terminal.
pub(super) fn bar(count: usize, noun: &'static str) -> ProgressBar {
    bar_of(Some(count as u64), noun)
}

/// Like [`bar`], but shows a spinner if the number is not known.
pub(super) fn bar_of(count: Option<u64>, noun: &'static str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let Some(count) = count else {
        let style = ProgressStyle::with_template("{spinner} {pos} {msg} · {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        return ProgressBar::no_length().with_style(style).with_message(noun);
    };
    let template = "{bar:30} {pos}/{len} {msg} · {elapsed}, {eta} left";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count).with_style(style).with_message(noun)
}
