//! Shows progress on standard error: a bar on a terminal, nothing otherwise.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::Output;

/// A progress bar for a known number of items, hidden if standard error is not a terminal.
pub(super) fn bar(count: usize, noun: &'static str) -> ProgressBar {
    bar_of(Some(count as u64), noun)
}

/// Like [`bar`], but shows a spinner if the number is not known.
pub(super) fn bar_of(count: Option<u64>, noun: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let Some(count) = count else {
        let style = style("{spinner} {pos} {msg} · {elapsed}");
        return ProgressBar::no_length().with_style(style).with_message(noun);
    };
    let style = style("{bar:30} {pos}/{len} {msg} · {elapsed}, {eta} left");
    ProgressBar::new(count).with_style(style).with_message(noun)
}

/// A spinner for work whose end cannot be foreseen. Several times a second it shows the time and the
/// current words.
pub(super) fn spinner(
    words: impl Fn(Duration) -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let tell = move |state: &ProgressState, out: &mut dyn fmt::Write| {
        // What cannot be drawn now is drawn the next time.
        let _ = out.write_str(&words(state.elapsed()));
    };
    let style = style("{spinner} {elapsed}{words}").with_key("words", tell);
    let spinner = ProgressBar::no_length().with_style(style);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes an answer while a bar is shown. Both may be on the same terminal, so the bar is taken off it
/// until the answer is there.
pub(super) fn beside(
    bar: &ProgressBar,
    out: &mut Output,
    write: impl FnOnce(&mut Output) -> io::Result<()>,
) -> io::Result<()> {
    if bar.is_hidden() {
        return write(out);
    }
    bar.suspend(|| write(out).and_then(|()| out.flush()))
}
