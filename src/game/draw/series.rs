//! Boards in series that are named alike, and the levels on them that a filter keeps.

use std::ops::ControlFlow;

use super::{DrawError, Keep};

/// Generation is given up after this many boards in a row that the filters reject.
const PATIENCE: usize = 1_000_000;

/// Boards that are named alike.
pub struct Series<B> {
    /// The name, before the number of the board.
    pub name: String,
    /// The boards.
    pub boards: Box<dyn Iterator<Item = B> + Send>,
    /// The number of boards to keep; all if this is `None`.
    pub count: Option<usize>,
}

impl<B> Series<B> {
    /// The boards with their names, without a filter.
    pub fn named(self) -> impl Iterator<Item = (String, B)> + Send {
        let Series { name, boards, count } = self;
        let boards = boards.take(count.unwrap_or(usize::MAX)).enumerate();
        boards.map(move |(index, board)| (format!("{name}-{}", index + 1), board))
    }
}

/// The batches of levels that a filter keeps, one per board. `levels` makes the levels on a named board.
pub struct Kept<'a, B, L, F> {
    series: std::vec::IntoIter<Series<B>>,
    current: Option<Current<B>>,
    levels: F,
    keep: Keep<'a, L>,
}

impl<'a, B, L, F> Kept<'a, B, L, F> {
    /// The levels on the boards of these series that `keep` keeps.
    pub fn new(series: Vec<Series<B>>, levels: F, keep: Keep<'a, L>) -> Kept<'a, B, L, F> {
        Kept { series: series.into_iter(), current: None, levels, keep }
    }
}

/// A series that is being gone through.
struct Current<B> {
    series: Series<B>,
    listed: usize,
    kept: usize,
    rejected_in_a_row: usize,
}

impl<B> Current<B> {
    /// The next board, with its name. Where a number of boards is wanted they are numbered as they are
    /// kept, otherwise as they are listed.
    fn next(&mut self) -> Option<(String, B)> {
        if self.series.count == Some(self.kept) {
            return None;
        }
        let board = self.series.boards.next()?;
        self.listed += 1;
        let number = if self.series.count.is_some() { self.kept + 1 } else { self.listed };
        Some((format!("{}-{number}", self.series.name), board))
    }

    /// Counts a board that the filter rejects.
    ///
    /// # Errors
    /// If there were too many in a row.
    fn reject(&mut self) -> Result<(), DrawError> {
        self.rejected_in_a_row += 1;
        match self.series.count {
            Some(count) if self.rejected_in_a_row == PATIENCE => Err(DrawError::given_up(format!(
                "{}: {PATIENCE} boards in a row do not pass the filters; {} of {count} found",
                self.series.name, self.kept
            ))),
            Some(_) | None => Ok(()),
        }
    }
}

impl<B, L, F: Fn(&str, &B) -> Result<Vec<L>, DrawError>> Iterator for Kept<'_, B, L, F> {
    type Item = Result<Vec<L>, DrawError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.current.is_none() {
                let series = self.series.next()?;
                self.current = Some(Current { series, listed: 0, kept: 0, rejected_in_a_row: 0 });
            }
            let current = self.current.as_mut()?;
            let Some((name, board)) = current.next() else {
                self.current = None;
                continue;
            };
            let levels = match (self.levels)(&name, &board) {
                Ok(levels) => levels,
                Err(error) => return Some(Err(error)),
            };
            let mut kept = Vec::new();
            for level in levels {
                match (self.keep)(&level) {
                    ControlFlow::Continue(true) => kept.push(level),
                    ControlFlow::Continue(false) => {}
                    ControlFlow::Break(()) => return None,
                }
            }
            if !kept.is_empty() {
                current.kept += 1;
                current.rejected_in_a_row = 0;
                return Some(Ok(kept));
            }
            if let Err(error) = current.reject() {
                return Some(Err(error));
            }
        }
    }
}

/// The levels that a filter keeps, one per batch, until it ends the generation.
pub fn kept_alone<'a, L: Send + 'a>(
    levels: impl Iterator<Item = L> + Send + 'a,
    mut keep: Keep<'a, L>,
) -> impl Iterator<Item = Result<Vec<L>, DrawError>> + Send + 'a {
    let decided = levels.map_while(move |level| match keep(&level) {
        ControlFlow::Continue(is_kept) => Some((level, is_kept)),
        ControlFlow::Break(()) => None,
    });
    decided.filter(|(_, is_kept)| *is_kept).map(|(level, _)| Ok(vec![level]))
}
