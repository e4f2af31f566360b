//! Orders names the way people expect, with numbers by value.

use std::cmp::Ordering;
use std::path::Path;

/// Compares two paths like [`natural_order`], without their extensions first: `a` comes before `a-2`.
pub fn natural_path_order(a: &Path, b: &Path) -> Ordering {
    let bare = |path: &Path| path.with_extension("").to_string_lossy().into_owned();
    natural_order(&bare(a), &bare(b)).then_with(|| a.cmp(b))
}

/// Compares two names, with the numbers in them by value: `l9` comes before `l10`.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let digits =
            |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let order = match (digits(left), digits(right)) {
            (0, _) | (_, 0) => match (left.chars().next(), right.chars().next()) {
                (Some(first), Some(second)) => {
                    left = &left[first.len_utf8()..];
                    right = &right[second.len_utf8()..];
                    first.cmp(&second)
                }
                (first, second) => return first.cmp(&second).then_with(|| a.cmp(b)),
            },
            (first, second) => {
                let number = |text: &'_ str| text.trim_start_matches('0').to_owned();
                let (one, other) = (number(&left[..first]), number(&right[..second]));
                (left, right) = (&left[first..], &right[second..]);
                one.len().cmp(&other.len()).then(one.cmp(&other))
            }
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_compared_by_value() {
        let mut names = ["l10", "l9", "l09", "k11", "l"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["k11", "l", "l09", "l9", "l10"]);
    }
}
