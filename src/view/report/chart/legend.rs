//! Lays out the legend of a chart.

use super::drawing::{CHARACTER, Key, WIDTH, shorten};
use super::style::Style;

/// The height of a line of the legend.
const LINE: f64 = 19.0;

/// Lays out the entries in up to three columns below `top`. Also returns the height of the whole
/// drawing.
pub(super) fn legend(entries: &[(Style, String)], top: f64) -> (Vec<Key>, f64) {
    let longest = entries.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
    let width = longest as f64 * CHARACTER + 56.0;
    let room = WIDTH - 20.0;
    let columns = (room / width).floor().clamp(1.0, 3.0) as usize;
    let rows = entries.len().div_ceil(columns);
    let key = |(index, (style, name)): (usize, &(Style, String))| {
        let (column, row) = (index / rows.max(1), index % rows.max(1));
        let x = 12.0 + column as f64 * (room / columns as f64);
        let y = top + row as f64 * LINE;
        let name = shorten(name, (room / columns as f64 / CHARACTER) as usize - 5);
        Key { x, y, style: *style, name, marks: style.mark(x + 15.0, y) }
    };
    let keys = entries.iter().enumerate().map(key).collect();
    (keys, top + rows as f64 * LINE - if rows == 0 { 8.0 } else { 4.0 })
}
