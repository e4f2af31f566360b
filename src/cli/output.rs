//! Writes answers to standard output, buffered, and with colour if requested or supported.

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use clap::ColorChoice;
use serde::Serialize;

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

    /// Writes an answer as JSON on one line.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn json(&mut self, answer: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, answer)?;
        self.0.write_all(b"\n")
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

/// Prints an error message on standard error. If standard error is closed, the message is lost.
pub(super) fn complain(sentence: &str) {
    let _ = writeln!(io::stderr(), "error: {sentence}");
}
