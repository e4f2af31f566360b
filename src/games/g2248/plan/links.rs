//! Reads plans as links, in any order: `1:1,1>1,2` says that the path of move 1 goes from 1,1 to 1,2. CP-SAT
//! has a variable for each. Other dialects put their paths together here.

use std::collections::BTreeMap;

use crate::game::level::ReadError;
use crate::game::listed;
use crate::game::plan::Planned;
use crate::games::g2248::board::Cell;
use crate::games::g2248::path::Path;
use crate::games::g2248::rules::Move;

/// A link of the path of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The number of the move.
    pub(super) step: usize,
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// The line of the text.
    pub(super) line: usize,
}

/// Whether a text begins with a link.
pub(super) fn is_list(text: &str) -> bool {
    listed::text(text).next().is_some_and(|(line, word)| link(line, word).is_some())
}

pub(super) fn read(text: &str) -> Result<Vec<Planned<Move>>, ReadError> {
    let read = |(line, word): (usize, &str)| {
        let reason = || format!("{word:?} is not a link of a path, e.g. 1:1,1>1,2");
        link(line, word).ok_or_else(|| ReadError::on_line(line, reason()))
    };
    joined(listed::text(text).map(read).collect::<Result<_, _>>()?)
}

fn link(line: usize, word: &str) -> Option<Link> {
    let (step, cells) = word.split_once(':')?;
    let (from, to) = cells.split_once('>')?;
    Some(Link { step: step.parse().ok()?, from: from.parse().ok()?, to: to.parse().ok()?, line })
}

/// The moves that links make up, in the order of their numbers.
pub(super) fn joined(links: Vec<Link>) -> Result<Vec<Planned<Move>>, ReadError> {
    let mut moves: BTreeMap<usize, Vec<Link>> = BTreeMap::new();
    for link in links {
        moves.entry(link.step).or_default().push(link);
    }
    let step = |links: Vec<Link>| {
        let line = links[0].line;
        let path = path(&links).map_err(|reason| ReadError::on_line(line, reason))?;
        Ok(Planned::on_line(Move::Join(path), line))
    };
    moves.into_values().map(step).collect()
}

/// The path that the links of a move make up.
fn path(links: &[Link]) -> Result<Path, String> {
    let number = links[0].step;
    let is_first = |link: &&Link| links.iter().all(|other| other.to != link.from);
    let first = links.iter().find(is_first);
    let first = first.ok_or_else(|| format!("the links of move {number} make a circle"))?;
    let mut cells = vec![first.from];
    let mut left: Vec<&Link> = links.iter().collect();
    while let Some(index) = left.iter().position(|link| Some(&link.from) == cells.last()) {
        cells.push(left.remove(index).to);
    }
    if !left.is_empty() {
        return Err(format!("the links of move {number} are not one path"));
    }
    Path::new(cells).map_err(|error| format!("move {number}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;

    #[test]
    fn links_in_any_order_make_paths() {
        let text = "2:2,1>2,2 1:1,2>1,3\n1:1,1>1,2";
        assert_eq!(plan(text).unwrap().to_string(), "1,1-1,2-1,3 2,1-2,2");
    }

    #[test]
    fn links_that_are_not_one_path_are_rejected() {
        for (text, expected) in [
            ("1:1,1>1,2 up", "line 1: \"up\" is not a link of a path"),
            ("1:1,1>1,2 1:1,2>1,1", "line 1: the links of move 1 make a circle"),
            ("1:1,1>1,2\n2:1,1>1,2 2:2,1>2,2", "line 2: the links of move 2 are not one path"),
            ("1:1,1>1,3", "line 1: move 1: cell 2 of the path, 1,3, does not touch"),
            ("1:1,3>1,4", "line 1: 1,4 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
