//! Marks on tiles, so that kinds can be told apart without their colours: a shape for each of the usual
//! letters, and the label itself for everything else. Two labels never have the same mark.

use super::letters;

/// How a mark is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A filled shape, centred on the origin, about 20 wide.
    Shape(&'static str),
    /// The label, as strokes.
    Label {
        /// The strokes, in the units of letters.
        path: String,
        /// The width of the text, in the same units.
        width: f64,
    },
}

impl Mark {
    /// The mark of the tiles with this label.
    pub fn of(label: &str) -> Mark {
        match shape(label) {
            Some(path) => Mark::Shape(path),
            None => Mark::Label { path: letters::path(label), width: letters::width(label) },
        }
    }
}

/// The shape for a label, if it has one.
fn shape(label: &str) -> Option<&'static str> {
    Some(match label {
        // A disc.
        "R" => "M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z",
        // A triangle.
        "G" => "M0-9.5l10 17h-20z",
        // A square.
        "B" => "M-7.5-7.5h15v15h-15z",
        // A star.
        "Y" => "M0-10.5l2.8 6.7 7.2.5-5.5 4.7 1.8 7.1-6.3-3.9-6.3 3.9 1.8-7.1-5.5-4.7 7.2-.5z",
        // A hexagon.
        "O" => "M-9.5 0l4.75-8.2h9.5l4.75 8.2-4.75 8.2h-9.5z",
        // A diamond.
        "V" => "M0-11l8 11-8 11-8-11z",
        // A ring.
        "C" => "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM-4.5 0a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0z",
        // A heart.
        "P" => {
            "M0 9.5c-6-4.5-9.5-8-9.5-12.5a5 5 0 0 1 9.5-2.2a5 5 0 0 1 9.5 2.2c0 4.5-3.5 8-9.5 12.5z"
        }
        // A cross.
        "W" => "M-3-9.5h6v6.5h6.5v6h-6.5v6.5h-6v-6.5h-6.5v-6h6.5z",
        // A saltire.
        "K" => {
            "M-8.7-5.2l3.5-3.5 5.2 5.2 5.2-5.2 3.5 3.5-5.2 5.2 5.2 5.2-3.5 3.5-5.2-5.2-5.2 5.2-3.5-3.5 5.2-5.2z"
        }
        // A drop.
        "S" => "M0-11c3.5 5 7.3 8.3 7.3 12.7a7.3 7.3 0 0 1-14.6 0c0-4.4 3.8-7.7 7.3-12.7z",
        // Bars.
        "H" => "M-9-8.5h18v4.2h-18zM-9-2.1h18v4.2h-18zM-9 4.3h18v4.2h-18z",
        // A crescent.
        "N" => "M2.5-9.8a9.8 9.8 0 1 0 7.3 12.3a8 8 0 0 1-7.3-12.3z",
        // A triangle that stands on its tip.
        "T" => "M0 9.5l-10-17h20z",
        // A clover.
        "L" => {
            "M0-9.5a4.7 4.7 0 0 1 4.3 6.6a4.7 4.7 0 1 1-3.1 7.9l1.3 4.5h-5l1.3-4.5a4.7 4.7 0 1 1-3.1-7.9a4.7 4.7 0 0 1 4.3-6.6z"
        }
        // An hourglass.
        "M" => "M-8.5-9.5h17l-6.5 9.5 6.5 9.5h-17l6.5-9.5z",
        // A bolt.
        "A" => "M3-11l-10.5 12.5h6l-2 9.5 10.5-12.5h-6z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_labels_have_the_same_mark() {
        let letters = ('A'..='Z').chain('a'..='z').map(|letter| letter.to_string());
        let numbers = (1..3).map(|power| (1u64 << power).to_string());
        let mut seen: Vec<Mark> = Vec::new();
        for label in letters.chain(numbers) {
            let mark = Mark::of(&label);
            assert!(!seen.contains(&mark), "{label}");
            seen.push(mark);
        }
    }
}
