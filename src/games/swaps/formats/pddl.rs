//! Reads PDDL problems as levels: the published ones, and those of our Six model.
//!
//! ```text
//! (:objects ra rb - row c1 c2 - col g h x - tile)
//! (:init (tile_at ra c1 g) (tile_at ra c2 h) … (empty x) (movable g) (magically-disappear g s)
//!        (adjacent-rows ra rb) (adjacent-columns c1 c2))
//! (:goal (and (tile_at ra c1 x) …))
//! ```
//!
//! Rows and columns are in the order of the objects. A tile is named by its first letter. Adjacency facts
//! that go one way only make a level [directed](crate::games::swaps::rules::Rules::is_directed), unless the
//! fact `(both-ways)` of our Six model says otherwise.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::level::ReadError;
use crate::game::pddl::expression::{self, Expression};
use crate::game::pddl::problem::{Fact, Problem};
use crate::games::swaps::board::{Board, Kind, MAX_SIDE};
use crate::games::swaps::level::{Cost, Level, LevelError, Target};

/// The fact of Six that pairs vanish in both directions, with adjacency facts that go one way.
const BOTH_WAYS: &str = "both-ways";

/// The predicates for vanishing pairs: the published files use the first, their documentation the second.
const VANISH: [&str; 2] = ["magically-disappear", "magically-disappears"];

/// Whether a text that is not JSON looks like a problem of swaps.
pub fn is_problem(text: &str) -> bool {
    text.trim_start().starts_with(['(', ';']) && text.to_ascii_lowercase().contains("(tile_at ")
}

/// Reads a level. `name` is used if the problem has no name.
///
/// # Errors
/// If the text is not such a problem, or does not describe a valid level.
pub fn read(text: &str, name: &str) -> Result<Level, ReadError> {
    let root = expression::read(text)?;
    let problem = Problem::of(&root, name)?;
    let goal = goal(&problem)?;
    let tiles = Tiles::of(&problem, &goal)?;
    let lines = Lines::of(&problem)?;
    let board = lines.grid(problem.facts("tile_at"), &tiles)?;
    let missing = |(row, column): Place| {
        let (row, column) = (lines.rows[row], lines.columns[column]);
        ReadError::new(format!("missing fact (tile_at {row} {column} …)"))
    };
    let rows = lines.texts(|cell| board.get(&cell).copied().ok_or_else(|| missing(cell)))?;
    let wanted = lines.grid(goal.iter(), &tiles)?;
    let target = lines.texts(|cell| Ok::<char, ReadError>(*wanted.get(&cell).unwrap_or(&'?')))?;
    let is_directed = lines.is_directed(&problem)?;
    let level = level(&problem, &tiles, &rows, &target).map_err(ReadError::new)?;
    Ok(level.with_cost(cost(&problem)?).with_direction(is_directed))
}

fn level(
    problem: &Problem<'_>,
    tiles: &Tiles<'_>,
    rows: &[String],
    target: &[String],
) -> Result<Level, LevelError> {
    let board = Board::from_rows(rows).map_err(LevelError::Tiles)?;
    let mut level = Level::new(problem.name, board)?.with_fixed(&tiles.fixed(problem))?;
    // Without a pair, the default stays where it cannot occur.
    let pairs = tiles.pairs(problem);
    let letters: Vec<char> = level.board().kinds().into_iter().map(Kind::letter).collect();
    if !pairs.is_empty() || Level::VANISH.chars().all(|letter| letters.contains(&letter)) {
        level = level.with_vanish(&pairs)?;
    }
    if target.concat().chars().any(|letter| letter != '.') {
        let target = Target::from_rows(target).map_err(LevelError::Target)?;
        level = level.with_target(Some(target))?;
    }
    Ok(level)
}

/// The facts of the goal.
fn goal<'a>(problem: &Problem<'a>) -> Result<Vec<Fact<'a>>, ReadError> {
    let parts = match problem.goal.head() {
        Some("and") => problem.goal.rest(),
        Some(_) | None => std::slice::from_ref(problem.goal),
    };
    let fact = |part: &'a Expression| {
        let fact = Fact::of(part).filter(|fact| fact.name == "tile_at");
        fact.ok_or_else(|| part.error("a goal of swaps has facts (tile_at …) only"))
    };
    parts.iter().map(fact).collect()
}

/// The tiles that a problem names: a letter for each, and `.` for the empty one.
struct Tiles<'a>(BTreeMap<&'a str, char>);

impl<'a> Tiles<'a> {
    fn of(problem: &Problem<'a>, goal: &[Fact<'a>]) -> Result<Tiles<'a>, ReadError> {
        let mut tiles = BTreeMap::new();
        for fact in problem.facts("empty") {
            let [tile] = fact.take("empty takes a tile")?;
            tiles.insert(tile, '.');
        }
        let pairs = VANISH.iter().flat_map(|name| problem.facts(name));
        for fact in pairs {
            let named: [&str; 2] = fact.take(&format!("{} takes two tiles", fact.name))?;
            named.into_iter().try_for_each(|tile| Tiles::add(&mut tiles, tile, fact.at))?;
        }
        for fact in problem.facts("movable") {
            let [tile] = fact.take("movable takes a tile")?;
            Tiles::add(&mut tiles, tile, fact.at)?;
        }
        for fact in problem.facts("tile_at").chain(goal) {
            let [_, _, tile] = fact.take("tile_at takes a row, a column and a tile")?;
            Tiles::add(&mut tiles, tile, fact.at)?;
        }
        Ok(Tiles(tiles))
    }

    fn add(
        tiles: &mut BTreeMap<&'a str, char>,
        tile: &'a str,
        at: &Expression,
    ) -> Result<(), ReadError> {
        if tiles.contains_key(tile) {
            return Ok(());
        }
        let letter = tile.chars().next().map_or('.', |first| first.to_ascii_uppercase());
        if Kind::from_letter(letter).is_none() {
            let reason = format!("{tile} is not a tile: its first letter should name its kind");
            return Err(at.error(&reason));
        }
        if tiles.values().any(|&known| known == letter) {
            let reason = format!("{tile} is not the only tile whose name starts with {letter}");
            return Err(at.error(&reason));
        }
        tiles.insert(tile, letter);
        Ok(())
    }

    /// The kinds that are not movable.
    fn fixed(&self, problem: &Problem<'_>) -> Vec<Kind> {
        let movable: Vec<&str> =
            problem.facts("movable").flat_map(|fact| fact.arguments.clone()).collect();
        let fixed = self.0.iter().filter(|(tile, _)| !movable.contains(*tile));
        fixed.filter_map(|(_, &letter)| Kind::from_letter(letter)).collect()
    }

    /// The vanishing pairs.
    fn pairs(&self, problem: &Problem<'_>) -> Vec<String> {
        let facts = VANISH.iter().flat_map(|name| problem.facts(name));
        facts.map(|fact| fact.arguments.iter().map(|tile| self.0[tile]).collect()).collect()
    }
}

/// A cell by the indices of its row and its column.
type Place = (usize, usize);

/// The names of the rows and of the columns, in order.
struct Lines<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
}

impl<'a> Lines<'a> {
    fn of(problem: &Problem<'a>) -> Result<Lines<'a>, ReadError> {
        let (mut rows, mut columns) = (BTreeSet::new(), BTreeSet::new());
        for fact in problem.facts("tile_at") {
            let [row, column, _] = fact.take("tile_at takes a row, a column and a tile")?;
            rows.insert(row);
            columns.insert(column);
        }
        if rows.is_empty() {
            return Err(ReadError::new("not a problem of swaps: there is no fact (tile_at …)"));
        }
        let in_order = |names: &BTreeSet<&'a str>| -> Result<Vec<&'a str>, ReadError> {
            let listed: Vec<&str> =
                problem.objects.iter().copied().filter(|name| names.contains(name)).collect();
            match names.iter().find(|name| !listed.contains(name)) {
                Some(name) => Err(ReadError::new(format!("{name} is not among the objects"))),
                None if names.len() > MAX_SIDE || listed.len() != names.len() => {
                    let reason = format!("the objects are not at most {MAX_SIDE} rows and columns");
                    Err(ReadError::new(reason))
                }
                None => Ok(listed),
            }
        };
        Ok(Lines { rows: in_order(&rows)?, columns: in_order(&columns)? })
    }

    /// The letters that facts give to cells.
    fn grid<'f>(
        &self,
        facts: impl Iterator<Item = &'f Fact<'a>>,
        tiles: &Tiles<'_>,
    ) -> Result<BTreeMap<Place, char>, ReadError>
    where
        'a: 'f,
    {
        let mut grid = BTreeMap::new();
        let index = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        for fact in facts {
            let [row, column, tile] = fact.take("tile_at takes a row, a column and a tile")?;
            let place = index(&self.rows, row).zip(index(&self.columns, column));
            let place = place.ok_or_else(|| {
                fact.at
                    .error(&format!("{row} and {column} are not a row and a column of the board"))
            })?;
            if grid.insert(place, tiles.0[tile]).is_some() {
                return Err(fact.at.error(&format!("{row} {column} has two tiles")));
            }
        }
        Ok(grid)
    }

    /// The rows as text, from the letter of each cell.
    fn texts<E>(&self, letter: impl Fn(Place) -> Result<char, E>) -> Result<Vec<String>, E> {
        let row = |row| (0..self.columns.len()).map(|column| letter((row, column))).collect();
        (0..self.rows.len()).map(row).collect()
    }

    /// Whether adjacency goes one way only.
    fn is_directed(&self, problem: &Problem<'_>) -> Result<bool, ReadError> {
        let rows = Ways::of(problem, "adjacent-rows", &self.rows)?;
        let columns = Ways::of(problem, "adjacent-columns", &self.columns)?;
        let is_directed = match (rows, columns) {
            (Ways::Either | Ways::Both, Ways::Either | Ways::Both) => false,
            (Ways::One, Ways::One | Ways::Either) | (Ways::Either, Ways::One) => true,
            (Ways::One, Ways::Both) | (Ways::Both, Ways::One) => {
                let reason = "the adjacency of rows and that of columns do not go the same ways";
                return Err(ReadError::new(reason));
            }
        };
        Ok(is_directed && problem.facts(BOTH_WAYS).next().is_none())
    }
}

/// The ways that adjacency facts go.
enum Ways {
    /// There is only one row or column.
    Either,
    /// From a row to the next one below, or from a column to the next one to the right.
    One,
    /// That, and back.
    Both,
}

impl Ways {
    fn of(problem: &Problem<'_>, name: &str, lines: &[&str]) -> Result<Ways, ReadError> {
        let mut found = BTreeSet::new();
        for fact in problem.facts(name) {
            let [one, other] = fact.take(&format!("{name} takes two names"))?;
            found.insert((one, other));
        }
        let forth: BTreeSet<(&str, &str)> =
            lines.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let both = forth.iter().flat_map(|&(one, other)| [(one, other), (other, one)]).collect();
        match found {
            _ if forth.is_empty() => Ok(Ways::Either),
            found if found == forth => Ok(Ways::One),
            found if found == both => Ok(Ways::Both),
            _ => Err(ReadError::new(format!(
                "the facts ({name} …) do not link each to the next one in the order of the objects"
            ))),
        }
    }
}

/// What moves cost: a problem that does not say so counts them.
fn cost(problem: &Problem<'_>) -> Result<Cost, ReadError> {
    for expression in problem.init.iter().filter(|one| one.head() == Some("=")) {
        let [function, value] = expression.rest() else { continue };
        if function.head() != Some("match-cost") {
            continue;
        }
        return match value.word() {
            Some("0") => Ok(Cost::Swaps),
            Some("1") => Ok(Cost::Moves),
            Some(_) | None => Err(value.error("a match costs 0 or 1")),
        };
    }
    Ok(Cost::Moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form of the published problems.
    const PROBLEM: &str = "(define (problem CRUSH) (:domain CRUSH)
        (:objects rA rB - row c1 c2 - col G H S X - tile)
        (:init (tile_at rA c1 X) (tile_at rA c2 S)
               (tile_at rB c1 H) (tile_at rB c2 G)
               (adjacent-rows rA rB)
               (adjacent-columns c1 c2)
               (empty X) (movable G) (movable H) (movable S)
               (magically-disappear G S))
        (:goal (and (tile_at rA c1 X) (tile_at rA c2 X)
                    (tile_at rB c1 X) (tile_at rB c2 X))))";

    fn level(text: &str) -> String {
        serde_json::to_string(&read(text, "file").unwrap()).unwrap()
    }

    #[test]
    fn adjacency_that_goes_one_way_makes_a_level_directed() {
        let directed = r#"{"game":"swaps","name":"CRUSH","tiles":[".S","HG"],"directed":true}"#;
        assert_eq!(level(PROBLEM), directed);
        let both = PROBLEM
            .replace("(adjacent-rows rA rB)", "(adjacent-rows rA rB) (adjacent-rows rB rA)")
            .replace(
                "(adjacent-columns c1 c2)",
                "(adjacent-columns c1 c2) (adjacent-columns c2 c1)",
            );
        let undirected = r#"{"game":"swaps","name":"CRUSH","tiles":[".S","HG"]}"#;
        assert_eq!(level(&both), undirected);
        assert_eq!(level(&PROBLEM.replace("(empty X)", "(empty X) (both-ways)")), undirected);
    }

    #[test]
    fn pairs_fixed_kinds_targets_and_costs_are_read() {
        let text = PROBLEM
            .replace("(magically-disappear G S)", "(magically-disappears S H)\n(= (match-cost) 0)")
            .replace("(movable G) ", "")
            .replace("(tile_at rB c1 X) (tile_at rB c2 X)", "(tile_at rB c2 g)");
        assert_eq!(
            level(&text),
            r#"{"game":"swaps","name":"CRUSH","tiles":[".S","HG"],"vanish":["SH"],"fixed":["G"],"target":["..","?G"],"cost":"swaps","directed":true}"#
        );
    }

    #[test]
    fn without_a_pair_the_default_stays_where_it_cannot_occur() {
        let none = PROBLEM.replace("(magically-disappear G S)", "");
        assert!(level(&none).contains(r#""vanish":[]"#));
        assert!(!level(&none.replace("c2 G)", "c2 H)")).contains("vanish"));
    }

    #[test]
    fn an_invalid_problem_is_rejected_with_the_place_and_the_reason() {
        for (right, wrong, expected) in [
            ("(:goal", "(:gaol", "the problem has no (:goal …)"),
            ("(tile_at rB c1 H)", "", "missing fact (tile_at rb c1 …)"),
            ("(tile_at rB c1 H)", "(tile_at rB c1)", "line 4, column 16: tile_at takes a row"),
            ("(tile_at rB c1 H)", "(tile_at rA c1 H)", "line 4, column 16: ra c1 has two tiles"),
            ("(tile_at rB c1 H)", "(tile_at rB c1 1)", "line 4, column 16: 1 is not a tile"),
            ("(tile_at rB c1 H)", "(tile_at rB c1 hh)", "line 4, column 16: hh is not the only"),
            ("rA rB - row", "rA - row", "rb is not among the objects"),
            ("rA rB - row", "rB rA - row", "the facts (adjacent-rows …) do not link each to"),
            ("(adjacent-rows rA rB)", "", "the facts (adjacent-rows …) do not link each to"),
            (
                "(adjacent-rows rA rB)",
                "(adjacent-rows rA rB) (adjacent-rows rB rA)",
                "the adjacency of rows and that of columns do not go the same ways",
            ),
            ("(movable G)", "(movable G H)", "line 7, column 26: movable takes a tile"),
            ("(magically-disappear G S)", "(magically-disappear G G)", "vanish: \"GG\" is not a"),
            ("(and (tile_at rA c1 X)", "(and (not (x))", "line 9, column 21: a goal of swaps has"),
            ("(and (tile_at rA c1 X)", "(and (tile_at r9 c1 X)", "line 9, column 21: r9 and c1"),
            (
                "(empty X)",
                "(empty X) (= (match-cost) 2)",
                "line 7, column 42: a match costs 0 or 1",
            ),
        ] {
            let error = read(&PROBLEM.replace(right, wrong), "x").unwrap_err().to_string();
            assert!(error.starts_with(expected), "{wrong}: {error}");
        }
    }
}
