//! Parses human-readable quantities: times such as `60s`, `500ms` or `1h`, sizes such as `8GB` or
//! `64MiB`, numbers of threads.

use std::time::Duration;

/// Parses a duration. A number without a unit is in seconds.
///
/// # Errors
/// If `text` is not a duration.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let wrong = || format!("{text:?} is not a time such as 60, 500ms, 90s, 5m or 1h");
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

/// Parses a duration that must have a unit.
///
/// # Errors
/// If `text` is not a duration with a unit.
pub fn duration_with_unit(text: &str) -> Result<Duration, String> {
    let time = duration(text)?;
    if split(text).1.is_empty() {
        return Err(format!("{text:?} needs a unit, e.g. {text}s or {text}m"));
    }
    Ok(time)
}

/// Parses a size in bytes. Units are powers of 1000 (`GB`) or of 1024 (`GiB`). A number without a
/// unit could be bytes or gigabytes, so it is refused.
///
/// # Errors
/// If `text` is not a size of at least one byte and at most 9 PB.
pub fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text);
    if unit.is_empty() && number.parse::<f64>().is_ok() {
        return Err(format!("{text:?} needs a unit, e.g. {text}MB or {text}GB"));
    }
    let factor = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1_048_576.0,
        "gib" => 1_073_741_824.0,
        _ => f64::NAN,
    };
    let bytes = number.parse::<f64>().unwrap_or(f64::NAN) * factor;
    if (1.0..=9e15).contains(&bytes) {
        Ok(bytes as usize)
    } else {
        Err(format!("{text:?} is not a size such as 64MB, 8GB or 512MiB"))
    }
}

/// Parses a number of threads.
///
/// # Errors
/// If `text` is not a number from 1 to 1024.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1024).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number of threads from 1 to 1024"))
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_parsed_with_their_units() {
        for (text, milliseconds) in [
            ("60", 60_000),
            ("60s", 60_000),
            ("0.5s", 500),
            ("20ms", 20),
            ("2m", 120_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(duration(text).unwrap().as_millis(), milliseconds, "{text}");
        }
        for text in ["", "s", "-1", "1d", "1 s", "nan", "1e400"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_parsed_with_their_units() {
        for (text, size) in [
            ("1000B", 1000),
            ("8GB", 8_000_000_000),
            ("64mb", 64_000_000),
            ("1KiB", 1024),
            ("1.5k", 1500),
        ] {
            assert_eq!(bytes(text), Ok(size));
        }
        for text in ["", "GB", "0B", "-1", "8 GB", "8XB", "99999999TB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_bare_number_is_refused_where_it_could_mean_anything() {
        assert_eq!(bytes("8").unwrap_err(), "\"8\" needs a unit, e.g. 8MB or 8GB");
        assert_eq!(duration_with_unit("30").unwrap_err(), "\"30\" needs a unit, e.g. 30s or 30m");
        assert_eq!(duration_with_unit("30s"), duration("30"));
    }
}
