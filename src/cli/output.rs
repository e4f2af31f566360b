//! Writes answers to standard output, buffered, and with colour if requested or supported.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use clap::ColorChoice;
use serde::Serialize;

use crate::view::text;

/// Buffered standard output.
pub struct Output(BufWriter<AutoStream<StdoutLock<'static>>>);

impl Output {
    /// Opens standard output. `ColorChoice::Auto` means colour if the terminal supports it.
    pub fn new(color: ColorChoice) -> Output {
        let choice = match color {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Output(BufWriter::new(AutoStream::new(io::stdout().lock(), choice)))
    }

    /// Whether what is written keeps its colours.
    pub fn has_colour(&self) -> bool {
        self.0.get_ref().current_choice() != anstream::ColorChoice::Never
    }

    /// Writes an answer as JSON on one line.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn json(&mut self, answer: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, answer)?;
        self.0.write_all(b"\n")
    }

    /// Writes a line for people. It may contain text from files and solvers, which cannot act on the
    /// terminal or break the line.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn line(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        writeln!(self.0, "{}", text::plain(&line.to_string()))
    }

    /// Writes a sentence like [`Output::line`], shortened if it is very long.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn sentence(&mut self, sentence: fmt::Arguments<'_>) -> io::Result<()> {
        writeln!(self.0, "{}", text::sentence(&sentence.to_string()))
    }

    /// Writes bytes that are not for people, unchanged.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.flush()?;
        // Not through the stream, which would look for colours in them.
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        stdout.flush()
    }

    /// Writes everything that is still in the buffer.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints an error message on standard error.
pub(super) fn complain(sentence: &str) {
    note(format_args!("error: {sentence}"));
}

/// Prints a warning on standard error.
pub(super) fn warn(sentence: &str) {
    note(format_args!("warning: {sentence}"));
}

/// Prints a sentence on standard error: one line, whatever is quoted in it. If standard error is
/// closed, the sentence is lost.
pub(super) fn note(sentence: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{}", text::sentence(&sentence.to_string()));
}
