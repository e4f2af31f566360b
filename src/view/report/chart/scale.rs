//! Maps the values of an axis to positions and chooses its ticks.

/// An axis.
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) scale: Scale,
}

/// How values map to positions from 0 to 1.
#[derive(Clone, Copy)]
pub(crate) enum Scale {
    Linear {
        min: f64,
        max: f64,
    },
    /// Logarithmic, with ticks at powers of ten. `has_off_scale` reserves a band beyond the end of
    /// the axis for points that have no value.
    Log {
        min: f64,
        max: f64,
        has_off_scale: bool,
    },
}

/// The position where values end if the axis has an off-scale band.
pub(super) const AXIS_END: f64 = 0.88;

/// The position of points in the off-scale band.
pub(super) const OFF_SCALE: f64 = 0.95;

/// The shortest time that is drawn, in seconds. Clocks count milliseconds.
const SHORTEST: f64 = 0.001;

impl Scale {
    /// A linear scale from 0 to the largest of `values`.
    pub(crate) fn from_zero(values: impl Iterator<Item = f64>) -> Scale {
        Scale::Linear { min: 0.0, max: values.fold(1.0, f64::max) * 1.02 }
    }

    /// A linear scale from the smallest to the largest of `values`.
    pub(crate) fn around(values: impl Iterator<Item = f64> + Clone) -> Scale {
        let (min, max) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max));
        let room = ((max - min) * 0.04).max(0.5);
        Scale::Linear { min: min.min(max) - room, max: max + room }
    }

    /// A logarithmic scale for times. It starts at a power of ten, at one millisecond or more, and
    /// ends at the limit if there is one.
    pub(crate) fn times(
        times: impl Iterator<Item = f64> + Clone,
        limit: Option<f64>,
        has_off_scale: bool,
    ) -> Scale {
        let longest = times.clone().chain(limit).fold(SHORTEST, f64::max);
        let shortest = times.fold(longest, f64::min).max(SHORTEST);
        let min = 10f64.powf(shortest.log10().floor());
        let max = if limit.is_some() { longest } else { 10f64.powf(longest.log10().ceil()) };
        Scale::Log { min, max: max.max(min * 10.0), has_off_scale }
    }

    /// The position of a value, from 0 to 1.
    pub(super) fn position(self, value: f64) -> f64 {
        match self {
            Scale::Linear { min, max } => (value - min) / (max - min),
            Scale::Log { min, max, has_off_scale } => {
                let position = (value.clamp(min, max) / min).log10() / (max / min).log10();
                position * if has_off_scale { AXIS_END } else { 1.0 }
            }
        }
    }

    /// The labelled ticks: position and label.
    pub(super) fn ticks(self) -> Vec<(f64, String)> {
        match self {
            Scale::Linear { min, max } => {
                let step = round_step((max - min) / 5.0);
                let first = (min / step).ceil() as i64;
                let last = (max / step).floor() as i64;
                (first..=last)
                    .map(|n| n as f64 * step)
                    .map(|value| (self.position(value), value.to_string()))
                    .collect()
            }
            Scale::Log { min, max, .. } => {
                let first = min.log10().round() as i32;
                let last = (max.log10() + 1e-9).floor() as i32;
                let every = if last - first > 6 { 2 } else { 1 };
                let powers = (first..=last).step_by(every).map(|n| 10f64.powi(n));
                powers.map(|value| (self.position(value), decimal(value))).collect()
            }
        }
    }

    /// The positions of the unlabelled ticks between the powers of ten.
    pub(super) fn minor_ticks(self) -> Vec<f64> {
        match self {
            Scale::Linear { .. } => Vec::new(),
            Scale::Log { min, max, .. } => {
                let decades = (min.log10().round() as i32)..=(max.log10().ceil() as i32);
                let between =
                    decades.flat_map(|n| (2..10).map(move |m| f64::from(m) * 10f64.powi(n)));
                between.filter(|&value| value < max).map(|value| self.position(value)).collect()
            }
        }
    }

    /// Whether the axis has a band for points without a value.
    pub(super) fn has_off_scale(self) -> bool {
        matches!(self, Scale::Log { has_off_scale: true, .. })
    }
}

/// A power of ten without an exponent, e.g. 0.001.
fn decimal(value: f64) -> String {
    if value < 1.0 {
        format!("{value:.0$}", (-value.log10()).round() as usize)
    } else {
        value.to_string()
    }
}

/// Rounds `step` up to the next of 1, 2, 5, 10, 20, …
fn round_step(step: f64) -> f64 {
    let unit = 10f64.powf(step.log10().floor()).max(1.0);
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * unit)
        .into_iter()
        .find(|&s| s >= step)
        .unwrap_or(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn a_time_scale_has_ticks_at_powers_of_ten_and_an_off_scale_band() {
        let scale = Scale::times([0.02, 3.0].into_iter(), Some(60.0), true);
        assert_eq!(labels(scale), ["0.01", "0.1", "1", "10"]);
        assert!((scale.position(60.0) - AXIS_END).abs() < 1e-9);
        assert_eq!(scale.position(0.0), 0.0);
    }

    #[test]
    fn a_linear_scale_has_round_ticks() {
        assert_eq!(labels(Scale::from_zero([522.0].into_iter())), ["0", "200", "400"]);
    }

    #[test]
    fn scales_without_values_or_with_a_single_value_work() {
        let empty = std::iter::empty::<f64>;
        for scale in [
            Scale::times(empty(), None, false),
            Scale::from_zero(empty()),
            Scale::around(empty()),
            Scale::around([7.0].into_iter()),
        ] {
            assert!(scale.position(7.0).is_finite());
            assert!(scale.ticks().len() < 20);
        }
    }
}
