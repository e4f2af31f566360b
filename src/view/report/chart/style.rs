//! Colours, dashes and marks of a series.

/// The look of a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// The look of the n-th series. Series differ by colour, dashes and marks.
    Nth(usize),
    /// A thin line without marks.
    Thin,
    /// Small marks without a line, for many points.
    Dots,
}

/// Colours that remain distinct for colour-blind readers and have enough contrast on paper.
const COLOURS: [&str; 7] =
    ["#0060a8", "#c34a00", "#00795a", "#9a3a86", "#8a6500", "#3d8fc4", "#333333"];

/// Values of the SVG attribute `stroke-dasharray`.
const DASHES: [&str; 5] = ["none", "7 3", "2 2.5", "9 3 2 3", "14 3"];

impl Style {
    /// The number of the CSS class that the page recolours.
    pub(super) fn class(self) -> usize {
        match self {
            Style::Nth(index) => index % COLOURS.len(),
            Style::Thin => COLOURS.len() - 1,
            Style::Dots => 0,
        }
    }

    /// The colour on paper.
    pub(super) fn colour(self) -> &'static str {
        COLOURS[self.class()]
    }

    pub(super) fn dash(self) -> &'static str {
        match self {
            Style::Nth(index) => DASHES[index % DASHES.len()],
            Style::Thin => "1 2",
            Style::Dots => "none",
        }
    }

    pub(super) fn width(self) -> &'static str {
        match self {
            Style::Nth(_) => "1.8",
            Style::Thin | Style::Dots => "1.2",
        }
    }

    /// The letter of a class, since LaTeX has no digits in names.
    pub(super) fn letter(class: usize) -> char {
        char::from(b'A' + u8::try_from(class).unwrap_or_default())
    }

    /// The dashes in the words of TikZ.
    pub(super) fn pgf_dash(self) -> &'static str {
        match self {
            Style::Nth(index) => {
                ["solid", "dashed", "densely dotted", "dash dot", "loosely dashed"][index % DASHES.len()]
            }
            Style::Thin => "dotted",
            Style::Dots => "solid",
        }
    }

    /// The mark in the words of `pgfplots`.
    pub(super) fn pgf_mark(self) -> &'static str {
        match self {
            Style::Nth(index) => match index % 6 {
                0 => "mark=*, mark size=1.3pt",
                1 => "mark=square, mark size=1.3pt, mark options={solid}",
                2 => "mark=triangle*, mark size=1.6pt, mark options={solid}",
                3 => "mark=diamond, mark size=1.6pt, mark options={solid}",
                4 => "mark=+, mark size=1.6pt, mark options={solid}",
                _ => "mark=x, mark size=1.6pt, mark options={solid}",
            },
            Style::Thin => "no marks",
            Style::Dots => "mark=*, mark size=0.8pt",
        }
    }

    /// Whether marks are filled with the background colour.
    pub(super) fn is_hollow(self) -> bool {
        matches!(self, Style::Nth(index) if index % 2 == 1)
    }

    /// The SVG path of a mark at a position.
    pub(super) fn mark(self, x: f64, y: f64) -> String {
        let index = match self {
            Style::Nth(index) => index,
            Style::Thin => return String::new(),
            Style::Dots => return circle(x, y, 2.2),
        };
        match index % 6 {
            0 => circle(x, y, 3.6),
            1 => format!("M{:.1} {:.1}h6.6v6.6h-6.6z", x - 3.3, y - 3.3),
            2 => format!("M{x:.1} {:.1}l4.2 7.4h-8.4z", y - 4.6),
            3 => format!("M{x:.1} {:.1}l4.6 4.6l-4.6 4.6l-4.6 -4.6z", y - 4.6),
            4 => format!("M{:.1} {y:.1}h8.4M{x:.1} {:.1}v8.4", x - 4.2, y - 4.2),
            _ => {
                let (left, top, bottom) = (x - 3.6, y - 3.6, y + 3.6);
                format!("M{left:.1} {top:.1}l7.2 7.2M{left:.1} {bottom:.1}l7.2 -7.2")
            }
        }
    }
}

fn circle(x: f64, y: f64, radius: f64) -> String {
    let across = 2.0 * radius;
    format!(
        "M{:.1} {y:.1}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0z",
        x - radius
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn two_hundred_series_look_different() {
        let look = |index| {
            let style = Style::Nth(index);
            (style.class(), style.dash(), style.mark(0.0, 0.0))
        };
        let looks: HashSet<_> = (0..200).map(look).collect();
        assert_eq!(looks.len(), 200);
    }
}
