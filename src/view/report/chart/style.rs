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

/// Ten colours that remain distinct for colour-blind readers and have enough contrast on paper, found by
/// search for the greatest least distance; and the grey of thin lines. The page has others of its own.
const COLOURS: [&str; 11] = [
    "#4521fc", "#079200", "#51003b", "#11a2b4", "#0c0b87", "#005a69", "#8b78ff", "#8a3502",
    "#fd4e79", "#b108ae", "#555555",
];

/// The number of colours of series.
const SERIES: usize = COLOURS.len() - 1;

/// Values of the SVG attribute `stroke-dasharray`.
const DASHES: [&str; 5] = ["none", "7 3", "2 2.5", "9 3 2 3", "14 3"];

impl Style {
    /// The number of the CSS class that the page recolours.
    pub(super) fn class(self) -> usize {
        match self {
            Style::Nth(index) => index % SERIES,
            Style::Thin => SERIES,
            Style::Dots => 0,
        }
    }

    /// The colour on paper.
    pub(super) fn colour(self) -> &'static str {
        COLOURS[self.class()]
    }

    pub(super) fn dash(self) -> &'static str {
        match self {
            Style::Nth(index) => DASHES[dash(index)],
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
                ["solid", "dashed", "densely dotted", "dash dot", "loosely dashed"][dash(index)]
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

/// The number of the dashes of the n-th series. Colours and marks repeat together after 30.
fn dash(index: usize) -> usize {
    (index + index / 30) % DASHES.len()
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
    fn a_hundred_and_fifty_series_look_different() {
        let look = |index| {
            let style = Style::Nth(index);
            (style.class(), style.dash(), style.mark(0.0, 0.0))
        };
        let looks: HashSet<_> = (0..150).map(look).collect();
        assert_eq!(looks.len(), 150);
    }

    type Matrix = [[f64; 3]; 3];

    const SEEN: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    /// What is seen without the cones for long waves: Machado, Oliveira and Fernandes, 2009.
    const PROTANOPIA: Matrix = [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ];

    /// What is seen without the cones for middle waves.
    const DEUTERANOPIA: Matrix = [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ];

    fn times(matrix: &Matrix, colour: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum())
    }

    /// Linear red, green and blue.
    fn linear(colour: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The colour in OKLab, where distances are those that people see.
    fn lab(colour: [f64; 3]) -> [f64; 3] {
        let cones = times(
            &[
                [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
                [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
                [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
            ],
            colour.map(|part| part.clamp(0.0, 1.0)),
        );
        times(
            &[
                [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
                [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
                [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
            ],
            cones.map(f64::cbrt),
        )
    }

    /// The least distance between two of the colours for people who see like this.
    fn least_distance(colours: &[String], sight: &Matrix) -> f64 {
        let colours: Vec<[f64; 3]> =
            colours.iter().map(|colour| lab(times(sight, linear(colour)))).collect();
        let distance = |a: &[f64; 3], b: &[f64; 3]| {
            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        let pairs = colours.iter().enumerate();
        let all = pairs.flat_map(|(at, one)| colours[at + 1..].iter().map(move |two| (one, two)));
        all.map(|(one, two)| distance(one, two)).fold(f64::INFINITY, f64::min)
    }

    /// The colours of series in a part of the style sheet of the page.
    fn page_colours(css: &str) -> Vec<String> {
        let colour = |index: usize| {
            let start = format!("--s{index}: ");
            let at = css.find(&start).unwrap() + start.len();
            css[at..at + 7].to_owned()
        };
        (0..SERIES).map(colour).collect()
    }

    #[test]
    fn ten_colours_are_distinct_also_for_colour_blind_readers() {
        let css = include_str!("../../../../templates/report/report.css");
        let (light, dark) = css.split_once("prefers-color-scheme: dark").unwrap();
        let paper: Vec<String> = COLOURS[..SERIES].iter().map(|&c| c.to_owned()).collect();
        assert_eq!(page_colours(light), paper);
        for colours in [paper, page_colours(dark)] {
            for (sight, least) in [(SEEN, 0.19), (PROTANOPIA, 0.115), (DEUTERANOPIA, 0.115)] {
                let distance = least_distance(&colours, &sight);
                assert!(distance >= least, "{distance} {colours:?}");
            }
        }
    }

    #[test]
    fn every_colour_stands_out_from_its_background() {
        let luminance = |colour: &str| {
            let [red, green, blue] = linear(colour);
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let contrast = |one: &str, other: &str| {
            let (one, other) = (luminance(one), luminance(other));
            (one.max(other) + 0.05) / (one.min(other) + 0.05)
        };
        let css = include_str!("../../../../templates/report/report.css");
        let (_, dark) = css.split_once("prefers-color-scheme: dark").unwrap();
        assert!(COLOURS.iter().all(|colour| contrast(colour, "#ffffff") >= 3.0));
        assert!(page_colours(dark).iter().all(|colour| contrast(colour, "#1c1e21") >= 3.0));
    }
}
