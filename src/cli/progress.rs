//! Progress on standard error: a bar on a terminal, nothing otherwise.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for a known number of things, hidden where standard error is not a terminal.
pub(super) fn bar(count: usize, noun: &'static str) -> ProgressBar {
    bar_of(Some(count as u64), noun)
}

/// The same where it may not be known how many there are.
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
