//! Where answers go: standard output, with colour only where it is wanted, written in large
//! pieces.

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::AutoStream;
use clap::ColorChoice;
use serde::Serialize;

/// Standard output.
pub struct Output(BufWriter<AutoStream<StdoutLock<'static>>>);

impl Output {
    /// Standard output; colour as asked for, else where there is a terminal that shows it.
    pub fn new(color: ColorChoice) -> Output {
        let choice = match color {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Output(BufWriter::new(AutoStream::new(io::stdout().lock(), choice)))
    }

    /// Writes an answer for programs: one object on one line.
    ///
    /// # Errors
    /// If standard output does.
    pub fn json(&mut self, answer: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, answer)?;
        self.0.write_all(b"\n")
    }

    /// Writes what is still held back.
    ///
    /// # Errors
    /// If standard output does.
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

/// Tells a failure on standard error. When even that is closed, nobody is left to be told.
pub(super) fn complain(sentence: &str) {
    let _ = writeln!(io::stderr(), "error: {sentence}");
}
