//! The size of a board, and ranges of numbers, as calls of generators give them.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// Maximum number of rows and of columns.
const MAX_SIDE: usize = 16;

/// The size of a board in rows and columns, written `5x6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// The rows.
    pub rows: usize,
    /// The columns.
    pub columns: usize,
}

impl Size {
    /// The number of cells.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A text is not a size within the limits.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is not a size: rows x columns, each from 1 to {limit}, e.g. 5x6", limit = MAX_SIDE)]
pub struct NotASize(pub String);

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
        let sides = text.split_once(['x', 'X', '×']);
        match sides.map(|(rows, columns)| (side(rows), side(columns))) {
            Some((Some(rows), Some(columns))) => Ok(Size { rows, columns }),
            Some(_) | None => Err(NotASize(text.to_owned())),
        }
    }
}

/// A number or a range of numbers from 1 to `most`: `4` or `2..4`, both ends included.
pub fn range(text: &str, most: usize) -> Option<RangeInclusive<usize>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| (1..=most).contains(number));
    let (first, last) = number(first).zip(number(last))?;
    (first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_ranges_have_limits() {
        assert_eq!("16x1".parse::<Size>(), Ok(Size { rows: 16, columns: 1 }));
        for text in ["0x3", "3x0", "17x2", "3", "axb", "3x3x3", ""] {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is not a size")), "{error}");
        }
        assert_eq!((range("4", 15), range("2..4", 15)), (Some(4..=4), Some(2..=4)));
        for text in ["0", "16", "4..2", "", "2...4", "a"] {
            assert_eq!(range(text, 15), None, "{text}");
        }
    }
}
