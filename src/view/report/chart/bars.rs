//! Draws stacked bars, each the full width of the chart.

use super::drawing::{Bar, CHARACTER, Drawing, Text, WIDTH, shorten};
use super::{Chart, Hint, Point, pgf};
use crate::view::report::table::format_seconds;

/// A chart of stacked bars, one below the other.
pub(crate) struct StackedBars {
    /// The names of the parts.
    pub(crate) parts: &'static [&'static str],
    pub(crate) bars: Vec<StackedBar>,
}

/// A bar and the seconds of its parts.
pub(crate) struct StackedBar {
    /// Written above the bar, on the left.
    pub(crate) name: String,
    /// Written above the bar, on the right.
    pub(crate) note: String,
    pub(crate) parts: Vec<f64>,
}

impl StackedBars {
    /// Draws the chart.
    pub(crate) fn finish(self, name: &str, title: &str, caption: String) -> Chart {
        let pgf = pgf::bars(&self);
        let (left, right) = (14.0, WIDTH - 14.0);
        let mut texts = Vec::new();
        let mut bars = Vec::new();
        let mut points = Vec::new();
        let mut x = left;
        for (index, part) in self.parts.iter().enumerate() {
            bars.push(Bar { x, y: 10.0, width: 22.0, height: 12.0, shade: index });
            texts.push(Text::start(x + 28.0, 20.5, (*part).to_owned()));
            x += 28.0 + part.chars().count() as f64 * CHARACTER + 22.0;
        }
        let mut y = 36.0;
        for StackedBar { name, note, parts } in self.bars {
            texts.push(Text::start(left, y + 12.0, shorten(&name, 40)));
            texts.push(Text::end(right, y + 12.0, note));
            let whole = parts.iter().sum::<f64>().max(f64::MIN_POSITIVE);
            let mut x = left;
            for (index, part) in parts.iter().enumerate() {
                let width = part / whole * (right - left);
                if width > 0.0 {
                    bars.push(Bar { x, y: y + 18.0, width, height: 16.0, shade: index });
                    let hint = format!(
                        "{name}\n{}: {} s, {:.1}%",
                        self.parts[index],
                        format_seconds(*part),
                        100.0 * part / whole
                    );
                    points.push(Point(x + width / 2.0, y + 26.0, Hint::Text(hint)));
                }
                x += width;
            }
            y += 46.0;
        }
        let drawing = Drawing { title, width: WIDTH, height: y, texts, bars, ..Drawing::default() };
        let svg = drawing.svg();
        Chart { name: name.to_owned(), title: title.to_owned(), caption, svg, pgf, points }
    }
}
