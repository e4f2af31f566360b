//! Levels that are peculiar, and all plans that a level has.

use std::collections::BTreeSet;

use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::rules::{Position, Shot, shoot};

/// What a level can have, and what models have got wrong.
pub(crate) const PECULIAR: [&str; 9] = [
    // A block falls into a cell of its colour below the fired row.
    r#"{"grid": ["GR", "RR", "RR"], "goal": 1}"#,
    // The shot goes on where it meets its colour in the last column.
    r#"{"grid": ["RGG", "RGB"], "goal": 6}"#,
    r#"{"grid": ["..G", "R.G", "RRG"], "goal": 3, "hand": "G"}"#,
    // The row above the blocks may be fired along, the last column may not be fired down.
    r#"{"grid": ["...", "RRG", "GRG"], "goal": 3, "firing": {"rows": [1, 3], "columns": [1]}}"#,
    r#"{"grid": ["..R", "RGR", "RGR", "GGR"], "goal": 3, "hand": "R"}"#,
    r#"{"grid": ["RRGR"], "goal": 2}"#,
    r#"{"grid": ["R", "R", "G", "R"], "goal": 2}"#,
    r#"{"grid": ["RR", "RR"], "goal": 0}"#,
    // Nothing may be fired at.
    r#"{"grid": ["RG"], "goal": 2, "firing": {"rows": [], "columns": []}}"#,
];

/// Every plan of a length, by the rules.
pub(crate) fn plans(level: &Level, length: usize) -> BTreeSet<String> {
    let mut games: Vec<(Vec<String>, Position)> = vec![(Vec::new(), level.start().clone())];
    for _ in 0..length {
        let after = |(shots, position): &(Vec<String>, Position)| {
            let allowed = Shot::all(level.board()).filter(|&shot| level.firing().allows(shot));
            let fired = allowed.filter_map(|shot| shoot(position, shot).ok());
            let longer = |shot: Shot| [&shots[..], &[shot.to_string()]].concat();
            fired.map(|effect| (longer(effect.shot), effect.after)).collect::<Vec<_>>()
        };
        games = games.iter().flat_map(after).collect();
    }
    let plans = games.iter().filter(|(_, position)| level.is_met_by(&position.board));
    plans.map(|(shots, _)| shots.join(" ")).collect()
}
