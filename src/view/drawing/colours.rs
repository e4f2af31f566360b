//! The colours of a drawing.

use crate::game::picture::Hue;

/// The paper under everything.
pub const PAPER: &str = "#ffffff";
/// What is written.
pub const INK: &str = "#23252b";
/// What is written and matters less.
pub const SOFT: &str = "#72757f";
/// What is faint: closed rows and columns.
pub const FAINT: &str = "#c4c5cb";
/// The ground of the board.
pub const WELL: &str = "#eceef2";
/// An empty cell.
pub const CELL: &str = "#f8f9fb";
/// The wall and the floor.
pub const WALL: &str = "#5b6172";
/// What calls for attention: the step being played.
pub const ACCENT: &str = "#3358d4";
/// Good news.
pub const GOOD: &str = "#218358";
/// Bad news.
pub const BAD: &str = "#ce2c31";

/// The colours of a block that is of no kind yet.
pub const MIXED: [&str; 4] = ["#e5484d", "#2b9a66", "#3e63dd", "#ffd60a"];

/// The colours of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Its face.
    pub face: &'static str,
    /// Its lower edge, in shadow.
    pub edge: &'static str,
    /// The mark on the face.
    pub mark: &'static str,
}

/// The colours of a tile of this hue. A mark contrasts with its face by 3 to 1 or more.
pub fn paint(hue: Hue) -> Paint {
    const LIGHT: &str = "#ffffff";
    let (face, edge, mark) = match hue {
        Hue::Red => ("#e5484d", "#b02a30", LIGHT),
        Hue::Green => ("#2b9a66", "#1b6e47", LIGHT),
        Hue::Blue => ("#3e63dd", "#2743a6", LIGHT),
        Hue::Yellow => ("#ffd60a", "#cfa500", "#6b5200"),
        Hue::Orange => ("#f76b15", "#bd4b05", "#3f1800"),
        Hue::Violet => ("#8e4ec6", "#653093", LIGHT),
        Hue::Cyan => ("#3dc5e0", "#1591ab", "#07424f"),
        Hue::Pink => ("#f7a3c2", "#d36f97", "#76163f"),
        Hue::White => ("#fbfaf7", "#bdbab2", "#4d4a42"),
        Hue::Black => ("#3a3d47", "#1a1c22", LIGHT),
        Hue::Grey => ("#7d808c", "#575a64", LIGHT),
    };
    Paint { face, edge, mark }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, as the guidelines on accessibility define it.
    fn luminance(colour: &str) -> f64 {
        let part = |index: usize| {
            let value = u8::from_str_radix(&colour[index..index + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_mark_stands_out_from_its_face() {
        let hues = [
            Hue::Red,
            Hue::Green,
            Hue::Blue,
            Hue::Yellow,
            Hue::Orange,
            Hue::Violet,
            Hue::Cyan,
            Hue::Pink,
            Hue::White,
            Hue::Black,
            Hue::Grey,
        ];
        for hue in hues {
            let Paint { face, mark, .. } = paint(hue);
            assert!(contrast(face, mark) >= 3.0, "{hue:?}: {:.2}", contrast(face, mark));
        }
        for text in [INK, SOFT, ACCENT, GOOD, BAD] {
            assert!(contrast(text, PAPER) >= 4.5, "{text}: {:.2}", contrast(text, PAPER));
        }
    }
}
