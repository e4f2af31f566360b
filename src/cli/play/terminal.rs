//! The terminal while a game is played: the alternate screen, single keys, no cursor. However the game
//! ends, the terminal is left as it was.

use std::io::{self, Write};
use std::panic;
use std::sync::Once;
use std::thread;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};

/// A terminal in the state that a game needs. Dropping it restores the terminal.
pub(super) struct Terminal(());

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If it cannot be.
    pub(super) fn open() -> io::Result<Terminal> {
        restore_on_panic();
        enable_raw_mode()?;
        let terminal = Terminal(());
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(terminal)
    }

    /// Shows these lines and nothing else.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub(super) fn show(&mut self, lines: &[String]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        queue!(out, BeginSynchronizedUpdate)?;
        for (row, line) in (0u16..).zip(lines) {
            queue!(out, MoveTo(0, row), Print(line), Clear(ClearType::UntilNewLine))?;
        }
        queue!(out, Clear(ClearType::FromCursorDown), EndSynchronizedUpdate)?;
        out.flush()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // There is nobody to tell if this fails.
    let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

/// Restores the terminal before a panic is reported, so that the report can be read. Searches in the
/// background that fail are not reported: the game goes on without their advice.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    let player = thread::current().id();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().id() == player {
                restore();
                report(panic);
            }
        }));
    });
}
