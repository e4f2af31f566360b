//! Letters as strokes, so that a drawing looks the same everywhere and needs no font.
//!
//! A letter is a few strokes with round ends. Its units: capitals are 14 high, the baseline is at 0, and
//! y grows downwards. Only printable ASCII and a few signs are known; any other character is a box, and
//! the text itself is part of the drawing's description.

use std::fmt::Write;

/// The height of a capital letter.
pub const CAPITAL: f64 = 14.0;

/// The space between two letters.
const GAP: f64 = 3.2;

/// A stroke: where it starts, and how it goes on, as relative commands of an SVG path.
type Stroke = (f64, f64, &'static str);

/// A letter: its width, and its strokes.
struct Letter {
    width: f64,
    strokes: &'static [Stroke],
}

const fn letter(width: f64, strokes: &'static [Stroke]) -> Letter {
    Letter { width, strokes }
}

/// The bowl of b and p, left; and that of a, d, g and q, right.
const LEFT_BOWL: Stroke = (0.0, -4.8, "a3.9 4.8 0 1 1 7.8 0a3.9 4.8 0 1 1-7.8 0");
const RIGHT_BOWL: Stroke = (7.8, -4.8, "a3.9 4.8 0 1 1-7.8 0a3.9 4.8 0 1 1 7.8 0");
const ARCH: &str = "c0-2.5 1.5-4 3.6-4s3.6 1.5 3.6 4v5.6";
const RING: Stroke = (5.4, -14.0, "a5.4 7 0 1 0 0 14a5.4 7 0 1 0 0-14z");
const DOT: &str = "h.01";

/// The strokes of a character.
fn shape(character: char) -> Letter {
    match character {
        ' ' => letter(2.6, &[]),
        'A' => letter(10.0, &[(0.0, 0.0, "l5-14 5 14"), (1.8, -5.0, "h6.4")]),
        'B' => letter(8.5, &[(0.0, 0.0, "v-14h4.5a3.5 3.5 0 0 1 0 7h-4.5h5a3.5 3.5 0 0 1 0 7z")]),
        'C' => letter(9.6, &[(9.4, -11.2, "a5.2 7 0 1 0 0 8.4")]),
        'D' => letter(9.5, &[(0.0, 0.0, "v-14h3.5a6 7 0 0 1 0 14z")]),
        'E' => letter(7.5, &[(7.5, 0.0, "h-7.5v-14h7.5"), (0.0, -7.2, "h6.5")]),
        'F' => letter(7.5, &[(0.0, 0.0, "v-14h7.5"), (0.0, -7.0, "h6.2")]),
        'G' => letter(10.4, &[(9.4, -11.2, "a5.2 7 0 1 0 1 4.2h-4.6")]),
        'H' => letter(9.0, &[(0.0, 0.0, "v-14"), (9.0, 0.0, "v-14"), (0.0, -7.2, "h9")]),
        'I' => letter(0.0, &[(0.0, 0.0, "v-14")]),
        'J' => letter(6.0, &[(6.0, -14.0, "v10.5a3 3.5 0 0 1-6 0")]),
        'K' => letter(8.5, &[(0.0, 0.0, "v-14"), (8.0, -14.0, "l-8 8.5"), (3.0, -8.7, "l5.5 8.7")]),
        'L' => letter(7.0, &[(0.0, -14.0, "v14h7")]),
        'M' => letter(11.0, &[(0.0, 0.0, "v-14l5.5 9 5.5-9v14")]),
        'N' => letter(9.0, &[(0.0, 0.0, "v-14l9 14v-14")]),
        'O' => letter(10.8, &[RING]),
        'P' => letter(8.2, &[(0.0, 0.0, "v-14h4.4a3.9 3.9 0 0 1 0 7.8h-4.4")]),
        'Q' => letter(10.8, &[RING, (6.8, -3.0, "l4 4.2")]),
        'R' => {
            letter(8.6, &[(0.0, 0.0, "v-14h4.4a3.9 3.9 0 0 1 0 7.8h-4.4"), (4.2, -6.2, "l4.4 6.2")])
        }
        'S' => letter(
            8.0,
            &[(
                7.7,
                -11.6,
                "c-.7-1.6-2-2.4-3.7-2.4-2.1 0-3.7 1.3-3.7 3.4 0 4.5 7.7 2.6 7.7 7.2 0 2-1.7 3.4-4 3.4\
             -2 0-3.4-1-4-2.8",
            )],
        ),
        'T' => letter(9.0, &[(0.0, -14.0, "h9"), (4.5, -14.0, "v14")]),
        'U' => letter(9.0, &[(0.0, -14.0, "v9.2a4.5 4.8 0 0 0 9 0v-9.2")]),
        'V' => letter(10.0, &[(0.0, -14.0, "l5 14 5-14")]),
        'W' => letter(14.0, &[(0.0, -14.0, "l3.5 14 3.5-12 3.5 12 3.5-14")]),
        'X' => letter(9.0, &[(0.0, -14.0, "l9 14"), (9.0, -14.0, "l-9 14")]),
        'Y' => letter(9.0, &[(0.0, -14.0, "l4.5 7v7"), (9.0, -14.0, "l-4.5 7")]),
        'Z' => letter(8.5, &[(0.0, -14.0, "h8.5l-8.5 14h8.5")]),
        '0' => letter(8.0, &[(4.0, -14.0, "a4 7 0 1 0 0 14a4 7 0 1 0 0-14z")]),
        '1' => letter(6.0, &[(0.6, -11.2, "l3.2-2.8v14")]),
        '2' => letter(8.0, &[(0.4, -10.4, "a3.7 3.7 0 1 1 6.6 2.4l-6.8 8h7.8")]),
        '3' => letter(
            8.0,
            &[
                (0.5, -11.6, "c.6-1.5 1.8-2.4 3.5-2.4 2 0 3.4 1.3 3.4 3.3s-1.4 3.3-3.4 3.3h-1"),
                (4.0, -7.4, "c2.3 0 3.9 1.4 3.9 3.6 0 2.3-1.6 3.8-3.9 3.8-2 0-3.4-.9-4-2.7"),
            ],
        ),
        '4' => letter(8.4, &[(6.0, 0.0, "v-14l-6 9.6h8.4")]),
        '5' => letter(
            8.0,
            &[(
                7.2,
                -14.0,
                "h-5.8l-.8 6.2c.9-.7 2-1 3.2-1 2.5 0 4.2 1.7 4.2 4.2 0 2.7-1.8 4.6-4.3 4.6\
             -1.9 0-3.3-.9-3.9-2.6",
            )],
        ),
        '6' => letter(
            8.0,
            &[
                (4.0, -8.8, "a4 4.4 0 1 0 0 8.8a4 4.4 0 1 0 0-8.8z"),
                (0.0, -4.4, "c0-5 1.6-8.4 5.4-9.6"),
            ],
        ),
        '7' => letter(8.0, &[(0.0, -14.0, "h8l-5 14")]),
        '8' => letter(
            8.0,
            &[
                (4.0, -14.0, "a3.4 3.3 0 1 0 0 6.6a3.4 3.3 0 1 0 0-6.6z"),
                (4.0, -7.4, "a4 3.7 0 1 0 0 7.4a4 3.7 0 1 0 0-7.4z"),
            ],
        ),
        '9' => letter(
            8.0,
            &[
                (4.0, -14.0, "a4 4.4 0 1 0 0 8.8a4 4.4 0 1 0 0-8.8z"),
                (8.0, -9.6, "c0 5-1.6 8.4-5.4 9.6"),
            ],
        ),
        'a' => letter(7.8, &[RIGHT_BOWL, (7.8, -9.6, "v9.6")]),
        'b' => letter(7.8, &[LEFT_BOWL, (0.0, -14.0, "v14")]),
        'c' => letter(7.0, &[(6.9, -7.9, "a3.9 4.8 0 1 0 0 6.2")]),
        'd' => letter(7.8, &[RIGHT_BOWL, (7.8, -14.0, "v14")]),
        'e' => letter(7.8, &[(0.0, -4.8, "h7.8a3.9 4.8 0 1 0-1 3.2")]),
        'f' => letter(4.8, &[(5.0, -14.0, "h-.6c-1.7 0-2.6 1-2.6 2.8v11.2"), (0.0, -9.4, "h4.6")]),
        'g' => {
            letter(7.8, &[RIGHT_BOWL, (7.8, -9.6, "v9.6c0 2.6-1.5 4-3.9 4-1.6 0-2.8-.6-3.5-1.6")])
        }
        'h' => letter(7.2, &[(0.0, -14.0, "v14"), (0.0, -5.6, ARCH)]),
        'i' => letter(0.0, &[(0.0, -9.6, "v9.6"), (0.0, -13.4, DOT)]),
        'j' => letter(2.2, &[(2.2, -9.6, "v10.4c0 1.8-.8 2.8-2.6 2.8"), (2.2, -13.4, DOT)]),
        'k' => letter(6.9, &[(0.0, -14.0, "v14"), (6.5, -9.6, "l-6.5 6"), (2.4, -5.8, "l4.5 5.8")]),
        'l' => letter(0.0, &[(0.0, -14.0, "v14")]),
        'm' => letter(
            11.6,
            &[
                (0.0, 0.0, "v-9.6"),
                (0.0, -5.8, "c0-2.4 1.2-3.8 2.9-3.8s2.9 1.4 2.9 3.8v5.8"),
                (5.8, -5.8, "c0-2.4 1.2-3.8 2.9-3.8s2.9 1.4 2.9 3.8v5.8"),
            ],
        ),
        'n' => letter(7.2, &[(0.0, 0.0, "v-9.6"), (0.0, -5.6, ARCH)]),
        'o' => letter(7.8, &[LEFT_BOWL]),
        'p' => letter(7.8, &[LEFT_BOWL, (0.0, -9.6, "v13.4")]),
        'q' => letter(7.8, &[RIGHT_BOWL, (7.8, -9.6, "v13.4")]),
        'r' => letter(4.4, &[(0.0, 0.0, "v-9.6"), (0.0, -5.4, "c0-2.6 1.4-4.2 3.6-4.2h.8")]),
        's' => letter(
            6.2,
            &[(
                6.0,
                -7.9,
                "c-.5-1.1-1.5-1.7-2.9-1.7-1.7 0-2.9.9-2.9 2.4 0 3.1 6 1.7 6 4.7 0 1.5-1.3 2.5-3.1 2.5\
             -1.6 0-2.8-.7-3.3-1.9",
            )],
        ),
        't' => letter(4.8, &[(1.9, -12.8, "v10.2c0 1.8.8 2.6 2.4 2.6h.6"), (0.0, -9.4, "h4.6")]),
        'u' => {
            letter(7.2, &[(0.0, -9.6, "v5.6c0 2.5 1.5 4 3.6 4s3.6-1.5 3.6-4"), (7.2, -9.6, "v9.6")])
        }
        'v' => letter(7.4, &[(0.0, -9.6, "l3.7 9.6 3.7-9.6")]),
        'w' => letter(11.0, &[(0.0, -9.6, "l2.75 9.6 2.75-8.4 2.75 8.4 2.75-9.6")]),
        'x' => letter(7.0, &[(0.0, -9.6, "l7 9.6"), (7.0, -9.6, "l-7 9.6")]),
        'y' => letter(
            7.4,
            &[(0.0, -9.6, "l3.7 9.2"), (7.4, -9.6, "l-4.4 11.2c-.5 1.4-1.3 2.2-2.6 2.2h-.4")],
        ),
        'z' => letter(6.6, &[(0.0, -9.6, "h6.6l-6.6 9.6h6.6")]),
        '.' => letter(0.4, &[(0.2, -0.2, DOT)]),
        ',' => letter(1.2, &[(1.0, -0.4, "l-1 3")]),
        ':' => letter(0.4, &[(0.2, -0.2, DOT), (0.2, -8.4, DOT)]),
        ';' => letter(1.2, &[(1.0, -0.4, "l-1 3"), (1.0, -8.4, DOT)]),
        '!' => letter(0.4, &[(0.2, -0.2, DOT), (0.2, -14.0, "v9.6")]),
        '?' => letter(
            7.0,
            &[
                (3.4, -0.2, DOT),
                (0.2, -11.2, "c.3-1.8 1.6-2.8 3.3-2.8 2 0 3.4 1.2 3.4 3.1 0 2.9-3.5 3.2-3.5 6.3"),
            ],
        ),
        '-' | '\u{2010}' | '\u{2011}' => letter(5.0, &[(0.0, -5.2, "h5")]),
        '–' | '−' => letter(8.0, &[(0.0, -5.2, "h8")]),
        '—' => letter(12.0, &[(0.0, -5.2, "h12")]),
        '_' => letter(8.0, &[(0.0, 2.0, "h8")]),
        '+' => letter(8.0, &[(0.0, -5.6, "h8"), (4.0, -9.6, "v8")]),
        '=' => letter(8.0, &[(0.0, -7.4, "h8"), (0.0, -3.6, "h8")]),
        '<' => letter(7.0, &[(7.0, -9.6, "l-7 4 7 4")]),
        '>' => letter(7.0, &[(0.0, -9.6, "l7 4-7 4")]),
        '≤' => letter(7.0, &[(7.0, -11.0, "l-7 4 7 4"), (0.0, -0.4, "h7")]),
        '≥' => letter(7.0, &[(0.0, -11.0, "l7 4-7 4"), (0.0, -0.4, "h7")]),
        '(' => letter(3.0, &[(3.0, -15.0, "c-4 5-4 13 0 18")]),
        ')' => letter(3.0, &[(0.0, -15.0, "c4 5 4 13 0 18")]),
        '[' => letter(3.0, &[(3.0, -15.0, "h-3v18h3")]),
        ']' => letter(3.0, &[(0.0, -15.0, "h3v18h-3")]),
        '{' => letter(4.4, &[(4.4, -15.0, "c-5 0 0 8-4.4 9 4.4 1-.6 9 4.4 9")]),
        '}' => letter(4.4, &[(0.0, -15.0, "c5 0 0 8 4.4 9-4.4 1 .6 9-4.4 9")]),
        '/' => letter(6.4, &[(0.0, 2.0, "l6.4-17")]),
        '\\' => letter(6.4, &[(0.0, -15.0, "l6.4 17")]),
        '|' => letter(0.4, &[(0.2, -15.0, "v18")]),
        '\'' | '’' | '‘' => letter(0.4, &[(0.2, -14.0, "v3.4")]),
        '"' | '“' | '”' => letter(3.4, &[(0.0, -14.0, "v3.4"), (3.4, -14.0, "v3.4")]),
        '`' => letter(2.0, &[(0.0, -14.0, "l2 2.6")]),
        '^' => letter(6.0, &[(0.0, -10.4, "l3-3.6 3 3.6")]),
        '~' => letter(8.0, &[(0.0, -4.6, "c1.6-2.4 3.2-1.6 4-.6s2.4 1.8 4-.6")]),
        '*' => letter(
            6.0,
            &[(3.0, -14.0, "v6.4"), (0.2, -12.4, "l5.6 3.2"), (5.8, -12.4, "l-5.6 3.2")],
        ),
        '#' => letter(
            9.0,
            &[
                (3.0, -13.0, "l-1.5 13"),
                (7.5, -13.0, "l-1.5 13"),
                (0.6, -9.0, "h8.4"),
                (0.0, -4.4, "h8.4"),
            ],
        ),
        '%' => letter(
            11.0,
            &[
                (2.4, -14.0, "a2.4 3.2 0 1 0 0 6.4a2.4 3.2 0 1 0 0-6.4z"),
                (8.6, -6.4, "a2.4 3.2 0 1 0 0 6.4a2.4 3.2 0 1 0 0-6.4z"),
                (9.0, -14.0, "l-7 14"),
            ],
        ),
        '&' => letter(
            9.4,
            &[(
                9.4,
                0.0,
                "l-7.6-9.2c-1.8-2.4-.4-4.8 2-4.8 3.6 0 3.6 4.4.4 6-2.4 1.2-4.2 2-4.2 4.6\
             0 4.6 8 5 8.8-2.6",
            )],
        ),
        '@' => letter(
            12.6,
            &[
                (8.8, -5.0, "a2.6 3 0 1 1-5.2 0a2.6 3 0 1 1 5.2 0"),
                (8.8, -8.4, "v4c0 2.6 3.6 2.2 3.6-1.6a6 6.8 0 1 0-3.2 5.8"),
            ],
        ),
        '$' => letter(
            8.0,
            &[
                (
                    7.7,
                    -11.0,
                    "c-.7-1.4-2-2-3.7-2-2.1 0-3.7 1.1-3.7 3 0 3.9 7.7 2.2 7.7 6.2 0 1.8-1.7 3\
                 -4 3-2 0-3.4-.9-4-2.4",
                ),
                (4.0, -15.0, "v17"),
            ],
        ),
        '×' => letter(7.0, &[(0.0, -8.6, "l7 7"), (7.0, -8.6, "l-7 7")]),
        '·' => letter(0.4, &[(0.2, -5.6, DOT)]),
        '…' => letter(8.4, &[(0.2, -0.2, DOT), (4.2, -0.2, DOT), (8.2, -0.2, DOT)]),
        '→' => letter(10.0, &[(0.0, -5.6, "h10"), (6.4, -9.2, "l3.6 3.6-3.6 3.6")]),
        _ => letter(7.0, &[(0.0, 0.0, "v-12h7v12z")]),
    }
}

/// The width of a text, in the units of letters.
pub fn width(text: &str) -> f64 {
    let widths = text.chars().map(|character| shape(character).width + GAP);
    (widths.sum::<f64>() - GAP).max(0.0)
}

/// The strokes of a text that starts at the origin, as the data of one SVG path.
pub fn path(text: &str) -> String {
    let mut path = String::new();
    let mut x = 0.0;
    for character in text.chars() {
        let Letter { width, strokes } = shape(character);
        for (left, y, rest) in strokes {
            let _ = write!(path, "M{} {}{rest}", short(x + left), short(*y));
        }
        x += width + GAP;
    }
    path
}

/// A number with at most two digits after the point.
pub fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Breaks a text into lines that are no wider than `limit`, at spaces where there are any.
pub fn wrapped(text: &str, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}")) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.extend(broken(word, limit)),
        }
    }
    lines
}

/// A word in pieces that are no wider than `limit`, of at least one character each.
fn broken(word: &str, limit: f64) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for character in word.chars() {
        let Some(piece) = pieces.last_mut() else { break };
        let longer = format!("{piece}{character}");
        if piece.is_empty() || width(&longer) <= limit {
            *piece = longer;
        } else {
            pieces.push(character.to_string());
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_its_own_strokes() {
        let box_of_the_unknown = path("\u{fffd}");
        let mut seen = Vec::new();
        for character in (' '..='~').skip(1) {
            let strokes = path(&character.to_string());
            assert_ne!(strokes, box_of_the_unknown, "{character}");
            assert!(!seen.contains(&strokes), "{character}");
            seen.push(strokes);
        }
    }

    #[test]
    fn lines_are_no_wider_than_the_limit() {
        let text = "goal: at most 1 of 8 blocks left (2 colours)";
        let lines = wrapped(text, 150.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line) <= 150.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        let pieces = wrapped(&"x".repeat(40), 100.0);
        assert!(pieces.len() > 1 && pieces.iter().all(|piece| width(piece) <= 100.0));
        assert_eq!(pieces.concat(), "x".repeat(40));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.001, 2.504, 10.0].map(short), ["1", "0", "2.5", "10"]);
    }
}
