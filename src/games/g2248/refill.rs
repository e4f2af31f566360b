//! What fills the holes after a move: chance, queues, or nothing.

use super::board::{Board, Cell, Number};

/// SplitMix64: a small generator of random numbers that is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SplitMix64 {
    /// The state, which is the seed at first.
    pub state: u64,
}

impl SplitMix64 {
    /// The generator with this seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A draw below `bound`: the high 64 bits of the bound times the next number.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(bound) * u128::from(self.draw())) >> 64) as u64
    }
}

/// Where the numbers come from that fill the holes of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Nothing comes in.
    #[default]
    Nothing,
    /// Chance, from this seed.
    Seed(u64),
    /// For each column the numbers that come in from above, the first one into the lowest hole.
    Queues(Vec<Vec<Number>>),
}

/// How far a [`Source`] has been used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Supply {
    /// There is nothing to use.
    Nothing,
    /// The state of the generator.
    Chance(SplitMix64),
    /// For each column how many numbers of its queue have come in.
    Queues(Vec<usize>),
}

impl Source {
    /// The source before anything is used.
    pub fn start(&self) -> Supply {
        match self {
            Source::Nothing => Supply::Nothing,
            Source::Seed(seed) => Supply::Chance(SplitMix64::new(*seed)),
            Source::Queues(queues) => Supply::Queues(vec![0; queues.len()]),
        }
    }

    /// Whether what comes in depends on a seed.
    pub fn is_chance(&self) -> bool {
        matches!(self, Source::Seed(_))
    }

    /// The number of blocks that can come in; `None` if there is no end of them.
    pub fn blocks(&self) -> Option<usize> {
        match self {
            Source::Nothing => Some(0),
            Source::Seed(_) => None,
            Source::Queues(queues) => Some(queues.iter().map(Vec::len).sum()),
        }
    }

    /// The source that goes on where this one has been used so far.
    pub fn rest(&self, supply: &Supply) -> Source {
        match (self, supply) {
            (Source::Queues(queues), Supply::Queues(used)) => {
                let rest = |(queue, &used): (&Vec<Number>, &usize)| queue[used..].to_vec();
                Source::Queues(queues.iter().zip(used).map(rest).collect())
            }
            (_, Supply::Chance(generator)) => Source::Seed(generator.state),
            (Source::Nothing | Source::Seed(_) | Source::Queues(_), _) => self.clone(),
        }
    }

    /// The numbers of a column's queue that are still to come.
    pub fn waiting<'a>(&'a self, supply: &Supply, column: usize) -> &'a [Number] {
        match (self, supply) {
            (Source::Queues(queues), Supply::Queues(used)) => {
                &queues[column - 1][used[column - 1]..]
            }
            (Source::Nothing | Source::Seed(_) | Source::Queues(_), _) => &[],
        }
    }

    /// Fills the holes of a board after the fall, as far as the source goes.
    pub fn fill(&self, supply: &mut Supply, board: &mut Board) {
        match (self, supply) {
            (Source::Queues(queues), Supply::Queues(used)) => {
                for column in 1..=board.columns() {
                    fill_column(board, column, &queues[column - 1], &mut used[column - 1]);
                }
            }
            (_, Supply::Chance(generator)) => fill_by_chance(board, generator),
            (Source::Nothing | Source::Seed(_) | Source::Queues(_), _) => {}
        }
    }
}

/// Fills the holes of a column from its queue, the lowest hole first.
fn fill_column(board: &mut Board, column: usize, queue: &[Number], used: &mut usize) {
    for row in (1..=board.rows()).rev() {
        let cell = Cell { row, column };
        if board[cell].is_none() {
            let Some(&next) = queue.get(*used) else { return };
            board[cell] = Some(next);
            *used += 1;
        }
    }
}

/// The exponents that come in by chance are at most this much below the greatest on the board.
const DEPTH: u8 = 8;

/// Fills the holes row by row from the top left. With 2^M the greatest number, each gets 2^e, with e
/// uniform in max(1, M − 8) … M − 1.
fn fill_by_chance(board: &mut Board, generator: &mut SplitMix64) {
    // After a move there is a number of 4 or more.
    let Some(greatest) = board.greatest().map(Number::exponent).filter(|&power| power > 1) else {
        return;
    };
    let least = greatest.saturating_sub(DEPTH).max(1);
    let holes: Vec<Cell> = board.holes().collect();
    for hole in holes {
        let above = generator.below(u64::from(greatest - least)) as u8;
        board[hole] = Number::power(least + above);
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::*;

    #[test]
    fn draws_below_eight_from_seed_seven() {
        let mut generator = SplitMix64::new(7);
        let draws: Vec<u64> = (0..8).map(|_| generator.below(8)).collect();
        assert_eq!(draws, [3, 0, 7, 4, 3, 1, 3, 2]);
    }

    fn filled(source: &Source, text: &str) -> (String, Supply) {
        let (mut board, mut supply) = (board(text), source.start());
        source.fill(&mut supply, &mut board);
        (board.to_string(), supply)
    }

    #[test]
    fn chance_fills_holes_row_by_row_with_exponents_below_the_greatest() {
        // 512 is 2^9: exponents 1 to 8, one above the draws from seed 7.
        let (after, _) = filled(&Source::Seed(7), "0 0 0 0 / 0 0 512 0 / 2 2 2 0");
        assert_eq!(after, "16 2 256 32 / 16 4 512 16 / 2 2 2 8");
        // 4096 is 2^12: exponents 4 to 11.
        assert_eq!(filled(&Source::Seed(7), "0 0 0 4096").0, "128 16 2048 4096");
        // 4 is 2^2: only 2 comes in, and each hole takes a draw all the same.
        let (after, supply) = filled(&Source::Seed(7), "0 0 4");
        let mut generator = SplitMix64::new(7);
        let _ = (generator.draw(), generator.draw());
        assert_eq!((after.as_str(), supply), ("2 2 4", Supply::Chance(generator)));
    }

    #[test]
    fn queues_fill_the_lowest_hole_first_and_a_dry_queue_leaves_holes() {
        let queue = |text: &[u64]| text.iter().map(|&value| Number::of(value).unwrap()).collect();
        let source = Source::Queues(vec![queue(&[4, 8, 16]), queue(&[2]), queue(&[])]);
        let (after, supply) = filled(&source, "0 0 0 / 0 0 0 / 2 2 2");
        assert_eq!(after, "8 0 0 / 4 2 0 / 2 2 2");
        assert_eq!(source.waiting(&supply, 1), queue(&[16]));
        assert_eq!(supply, Supply::Queues(vec![2, 1, 0]));
    }

    #[test]
    fn without_seed_and_queues_nothing_comes_in() {
        assert_eq!(filled(&Source::Nothing, "0 2 / 2 4").0, "0 2 / 2 4");
    }
}
