//! Positions packed into bit planes, with shots as a few word operations on them.
//!
//! Cells are numbered column by column, from the floor up: the block at height y of column j is bit
//! j · stride + y. A colour is a code from 1 to k, spread in binary over the planes; code 0 is an
//! empty cell. If the board fits, each column starts at a byte boundary, so that the bounds can
//! count in bytes.
//!
//! One more code, [`Field::single`], stands for every colour that has one block left in the game,
//! with that block on the board. Such colours are interchangeable. None of their blocks can ever be
//! consumed: only a hand of the same colour could do so, but the hand can get the colour only by
//! picking up its last block, and then no block is left to shoot at. So positions that differ
//! only in these colours have the same plans, and are treated as one position.

use super::word::Word;
use crate::games::plotting::board::{Board, Colour, MAX_COLOURS, MAX_SIDE, Place};
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::{Hand, Position, Shot};

/// The number of codes: one for each colour, one for an empty cell, and one for a single block.
pub const CODES: usize = MAX_COLOURS + 2;

/// The constant part of a game: the geometry of the board and the allowed shots.
#[derive(Clone, Debug)]
pub struct Field<W> {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
    /// Bits from one column to the next.
    pub stride: u32,
    /// Colours in the game.
    pub colours: usize,
    /// The code of a block that is the only one of its colour in the game.
    pub single: u8,
    /// The code that the last block of each colour gets when a shot leaves it on the board. This is
    /// `single`, or the colour's own code if single blocks are to be distinguished.
    last_block: [u8; CODES],
    /// The cells of each column.
    column: [W; MAX_SIDE],
    /// The cells at each height.
    level: [W; MAX_SIDE],
    /// The cells of the last column.
    pub last: W,
    /// The cells of all other columns.
    pub others: W,
    /// The lowest cells of all columns.
    floor: W,
    /// Whether shots along the row at each height, and down each column, are allowed.
    row_allowed: [bool; MAX_SIDE],
    column_allowed: [bool; MAX_SIDE],
    column_of: [u8; 256],
    height_of: [u8; 256],
}

impl<W: Word> Field<W> {
    /// The field of a level, whose board must fit into the word.
    pub fn new(level: &Level) -> Field<W> {
        let board = level.board();
        let (rows, columns) = (board.rows() as u32, board.columns() as u32);
        let bytes_fit = W::BITS == 64 && rows <= 8 && columns <= 8;
        let stride = if bytes_fit { 8 } else { rows };
        assert!(stride * columns <= W::BITS, "the board does not fit into the word");
        let colours = board.colours().len();
        let mut field = Field {
            rows,
            columns,
            stride,
            colours,
            single: colours as u8 + 1,
            last_block: [colours as u8 + 1; CODES],
            column: [W::ZERO; MAX_SIDE],
            level: [W::ZERO; MAX_SIDE],
            last: W::ZERO,
            others: W::ZERO,
            floor: W::ZERO,
            row_allowed: [false; MAX_SIDE],
            column_allowed: [false; MAX_SIDE],
            column_of: [0; 256],
            height_of: [0; 256],
        };
        for column in 0..columns {
            for height in 0..rows {
                let bit = column * stride + height;
                field.column[column as usize] = field.column[column as usize] | W::bit(bit);
                field.level[height as usize] = field.level[height as usize] | W::bit(bit);
                field.column_of[bit as usize] = column as u8;
                field.height_of[bit as usize] = height as u8;
            }
            field.floor = field.floor | W::bit(column * stride);
            let shot = Shot::Column(column as usize + 1);
            field.column_allowed[column as usize] = level.firing().allows(shot);
        }
        field.last = field.column[columns as usize - 1];
        field.others =
            field.column[..columns as usize - 1].iter().fold(W::ZERO, |all, &one| all | one);
        for height in 0..rows {
            field.row_allowed[height as usize] = level.firing().allows(field.row_shot(height));
        }
        field
    }

    /// The field of a level on which positions are what a player sees: colours with one block left
    /// remain distinct.
    pub fn telling_singles_apart(level: &Level) -> Field<W> {
        Field { last_block: std::array::from_fn(|code| code as u8), ..Field::new(level) }
    }

    fn row_shot(&self, height: u32) -> Shot {
        Shot::Row((self.rows - height) as usize)
    }

    /// The shot with this number.
    pub fn shot(&self, number: u8) -> Shot {
        match u32::from(number).checked_sub(MAX_SIDE as u32) {
            Some(column) => Shot::Column(column as usize + 1),
            None => self.row_shot(number.into()),
        }
    }

    /// Whether each column occupies a byte of its own.
    #[inline(always)]
    pub fn columns_are_bytes(&self) -> bool {
        W::LIMBS == 1 && self.stride == 8
    }

    /// Whether shots along the row at a height are allowed.
    pub fn allows_row(&self, height: u32) -> bool {
        self.row_allowed[height as usize]
    }

    /// Whether shots down a column are allowed.
    pub fn allows_column(&self, index: u32) -> bool {
        self.column_allowed[index as usize]
    }

    /// The cells of the row at a height.
    pub fn row(&self, height: u32) -> W {
        self.level[height as usize]
    }

    /// The cells of one column.
    pub fn column(&self, index: u32) -> W {
        self.column[index as usize]
    }

    fn bit(&self, place: Place) -> u32 {
        (place.column as u32 - 1) * self.stride + self.rows - place.row as u32
    }
}

/// A position: a board, and a hand that holds a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed<W, const P: usize> {
    /// The codes of the cells in binary.
    pub planes: [W; P],
    /// The code of the colour in the hand.
    pub hand: u8,
    /// The blocks of each colour in the game, including the one in the hand. Not maintained for
    /// `single`.
    pub totals: [u16; CODES],
    /// The blocks on the board.
    pub blocks: u16,
}

/// The path of a shot of the hand's colour.
struct Flight<W> {
    /// The blocks consumed in columns other than the last. All are in one row; empty for shots down
    /// a column.
    along: W,
    /// The blocks consumed in the column that the shot goes down.
    down: W,
    /// The cell of the block that the shot swaps with.
    stop: Option<u32>,
}

/// Shots along rows are numbered by height; shots down columns follow from this number on.
const COLUMN_SHOTS: u8 = MAX_SIDE as u8;

impl<W: Word, const P: usize> Packed<W, P> {
    /// The positions that a level can start from: with a wildcard, one for each colour.
    ///
    /// A wildcard takes the colour of the first block that it hits, so its first shot equals that
    /// of a hand holding that colour. Conversely, a shot of such a hand that is not null hits that
    /// colour first.
    pub fn starts(field: &Field<W>, level: &Level) -> Vec<Packed<W, P>> {
        let board = level.board();
        let colours = board.colours();
        let code = |colour| {
            1 + colours.iter().position(|&other| other == colour).unwrap_or_default() as u8
        };
        let mut start = Packed {
            planes: [W::ZERO; P],
            hand: 0,
            totals: [0; CODES],
            blocks: board.blocks() as u16,
        };
        for (place, colour) in board.blocks_with_places() {
            start.set(field.bit(place), code(colour));
            start.totals[code(colour) as usize] += 1;
        }
        let hands: Vec<u8> = match level.hand() {
            Hand::Wildcard => (1..=field.colours as u8).collect(),
            Hand::Holding(colour) => vec![code(colour)],
        };
        hands.into_iter().map(|hand| start.holding(field, hand)).collect()
    }

    fn holding(mut self, field: &Field<W>, hand: u8) -> Packed<W, P> {
        self.hand = hand;
        self.totals[hand as usize] += 1;
        for code in 1..=field.colours as u8 {
            let cells = self.cells(code);
            if self.totals[code as usize] == 1 && !cells.is_zero() {
                self.set(cells.lowest(), field.last_block[code as usize]);
            }
        }
        self
    }

    /// The cells that hold a block.
    #[inline(always)]
    pub fn filled(&self) -> W {
        self.planes.iter().fold(W::ZERO, |filled, &plane| filled | plane)
    }

    /// The cells that hold this code.
    #[inline(always)]
    pub fn cells(&self, code: u8) -> W {
        let mut cells = !W::ZERO;
        for (index, &plane) in self.planes.iter().enumerate() {
            cells = cells & if code >> index & 1 == 1 { plane } else { !plane };
        }
        cells
    }

    /// The code at a cell.
    #[inline(always)]
    fn code(&self, cell: u32) -> u8 {
        let bit = W::bit(cell);
        let is_set = |plane: W| u8::from(!(plane & bit).is_zero());
        self.planes.iter().rev().fold(0, |code, &plane| code << 1 | is_set(plane))
    }

    #[inline(always)]
    fn set(&mut self, cell: u32, code: u8) {
        let bit = W::bit(cell);
        for (index, plane) in self.planes.iter_mut().enumerate() {
            *plane = if code >> index & 1 == 1 { *plane | bit } else { *plane & !bit };
        }
    }

    /// The position in the form that the rules use. The field must distinguish single blocks.
    /// `colours` are those of the level, in order of first occurrence.
    pub fn unpacked(&self, field: &Field<W>, colours: &[Colour]) -> Position {
        let letter = |place: Place| match self.code(field.bit(place)) {
            0 => '.',
            code => colours[usize::from(code) - 1].letter(),
        };
        let row = |row| {
            (1..=field.columns as usize).map(|column| letter(Place { row, column })).collect()
        };
        let rows: Vec<String> = (1..=field.rows as usize).map(row).collect();
        let board =
            Board::from_rows(&rows).expect("a packed position with blocks is a valid board");
        Position { board, hand: Hand::Holding(colours[usize::from(self.hand) - 1]) }
    }

    /// Whether a block of the hand's colour can be hit first, even if only by a shot that is not
    /// allowed.
    #[inline(always)]
    pub fn has_target(&self, field: &Field<W>) -> bool {
        let filled = self.filled();
        let own = self.cells(self.hand);
        !(self.tops(field, filled, own) | Self::firsts(field, filled, own)).is_zero()
    }

    /// Whether the hand holds the last block of its colour. Then no shot is possible, and the
    /// functions that generate shots must not be called.
    #[inline(always)]
    pub fn is_dead_end(&self, field: &Field<W>) -> bool {
        self.hand == field.single || self.totals[self.hand as usize] == 1
    }

    /// The number of blocks that lie on a block of another colour.
    pub fn colour_changes(&self, field: &Field<W>) -> u32 {
        let filled = self.filled();
        let mut differs = W::ZERO;
        for plane in self.planes {
            differs = differs | (plane ^ (plane & !field.floor).down(1));
        }
        (differs & filled & (filled & !field.floor).down(1)).count()
    }

    /// The number of rows whose first block has the hand's colour.
    pub fn open_rows(&self, field: &Field<W>) -> u32 {
        Self::firsts(field, self.filled(), self.cells(self.hand)).count()
    }

    /// Flies along the row at a height and, if nothing stops it, down the last column from that
    /// height.
    #[inline(always)]
    fn along_row(field: &Field<W>, filled: W, own: W, height: u32) -> Flight<W> {
        let row = field.level[height as usize];
        let foreign = filled & !own & row;
        if !foreign.is_zero() {
            let stop = foreign.lowest();
            return Flight { along: own & row & W::below(stop), down: W::ZERO, stop: Some(stop) };
        }
        let rest = field.last & W::below((field.columns - 1) * field.stride + height + 1);
        Flight { along: own & row & field.others, ..Self::down_cells(filled, own, rest) }
    }

    /// Flies down the cells of a column, or of its lower part.
    #[inline(always)]
    fn down_cells(filled: W, own: W, cells: W) -> Flight<W> {
        let foreign = filled & !own & cells;
        if foreign.is_zero() {
            return Flight { along: W::ZERO, down: own & cells, stop: None };
        }
        let stop = foreign.highest();
        Flight { along: W::ZERO, down: own & cells & !W::below(stop), stop: Some(stop) }
    }

    /// The position after a flight that consumes at least one block.
    #[inline(always)]
    fn after(&self, field: &Field<W>, flight: &Flight<W>) -> Packed<W, P> {
        let mut next = *self;
        let hand = self.hand as usize;
        let consumed = flight.along.count() + flight.down.count();
        next.totals[hand] -= consumed as u16;
        next.blocks -= consumed as u16;
        if let Some(stop) = flight.stop {
            next.hand = self.code(stop);
            let is_last = next.totals[hand] == 1;
            next.set(stop, if is_last { field.last_block[hand] } else { self.hand });
        }
        if !flight.along.is_zero() {
            // In each column hit, the blocks above fall by one. Subtracting the bit of the hit from
            // the first bit of the next column leaves the bits from the hit to the top of its
            // column.
            let height = u32::from(field.height_of[flight.along.lowest() as usize]);
            let upwards = flight.along.up(field.stride - height).minus(flight.along);
            let above = upwards & !flight.along;
            for plane in &mut next.planes {
                *plane = (*plane & !upwards) | (*plane & above).down(1);
            }
        }
        if !flight.down.is_zero() {
            let lowest = flight.down.lowest();
            let by = flight.down.count();
            let upwards =
                field.column[field.column_of[lowest as usize] as usize] & !W::below(lowest);
            for plane in &mut next.planes {
                *plane = (*plane & !upwards) | ((*plane & upwards).down(by) & upwards);
            }
        }
        next
    }

    /// The blocks of the hand's colour that are on top of their columns.
    #[inline(always)]
    fn tops(&self, field: &Field<W>, filled: W, own: W) -> W {
        own & filled & !(filled & !field.floor).down(1)
    }

    /// The blocks of the hand's colour that are the first in their rows, from the left.
    #[inline(always)]
    fn firsts(field: &Field<W>, filled: W, own: W) -> W {
        let mut behind = filled.up(field.stride);
        let mut step = field.stride;
        while step < field.stride * field.columns {
            behind = behind | behind.up(step);
            step *= 2;
        }
        own & !behind
    }

    /// Visits the position after every shot that is allowed, not null and consumes at least `least`
    /// blocks, together with the number of the shot. Of several shots with the same effect only one
    /// is visited.
    ///
    /// If a row is empty, except perhaps for the top block of the last column, a shot along it
    /// meets the last column from its top, just like the shot down that column. One of these shots
    /// is enough: the one down the column or, if that is not allowed, the one along the lowest such
    /// row that is allowed.
    #[inline(always)]
    pub fn for_each_effect(
        &self,
        field: &Field<W>,
        least: u32,
        visit: impl FnMut(u8, Packed<W, P>),
    ) {
        self.for_each_effect_on(field, self.cells(self.hand), least, visit);
    }

    /// As [`for_each_effect`](Self::for_each_effect), if `own` are the blocks of the hand's colour.
    #[inline(always)]
    fn for_each_effect_on(
        &self,
        field: &Field<W>,
        own: W,
        least: u32,
        mut visit: impl FnMut(u8, Packed<W, P>),
    ) {
        let filled = self.filled();
        let mut fire = |number: u8, flight: Flight<W>| {
            if flight.along.count() + flight.down.count() >= least {
                visit(number, self.after(field, &flight));
            }
        };
        let mut tops = self.tops(field, filled, own);
        let top_of_last = tops & field.last;
        while !tops.is_zero() {
            let cell = tops.lowest();
            tops = tops & !W::bit(cell);
            let column = field.column_of[cell as usize];
            if field.column_allowed[column as usize] {
                fire(
                    COLUMN_SHOTS + column,
                    Self::down_cells(filled, own, field.column[column as usize]),
                );
            }
        }
        if !top_of_last.is_zero() && !field.column_allowed[field.columns as usize - 1] {
            let from = u32::from(field.height_of[top_of_last.lowest() as usize]);
            let is_free = |&height: &u32| {
                field.row_allowed[height as usize]
                    && (filled & field.level[height as usize] & field.others).is_zero()
            };
            if let Some(height) = (from..field.rows).find(is_free) {
                fire(height as u8, Self::along_row(field, filled, own, height));
            }
        }
        let mut firsts = Self::firsts(field, filled, own) & !top_of_last;
        while !firsts.is_zero() {
            let cell = firsts.lowest();
            firsts = firsts & !W::bit(cell);
            let height = field.height_of[cell as usize];
            if field.row_allowed[height as usize] {
                fire(height, Self::along_row(field, filled, own, height.into()));
            }
        }
    }

    /// Visits the position after every shot of a wildcard that takes the place of the block in the
    /// hand, which is lost.
    ///
    /// As at the start, such a shot is that of a hand that holds the colour it hits. A block that is
    /// the only one of its colour can be hit too. It goes into the hand, and the next block stops the
    /// shot.
    pub fn for_each_effect_of_a_new_hand(
        &self,
        field: &Field<W>,
        mut visit: impl FnMut(u8, Packed<W, P>),
    ) {
        let mut board = *self;
        if self.hand != field.single {
            let lost = self.hand as usize;
            board.totals[lost] -= 1;
            if board.totals[lost] == 1 {
                board.set(self.cells(self.hand).lowest(), field.last_block[lost]);
            }
        }
        for code in 1..=field.colours as u8 {
            if !board.cells(code).is_zero() {
                let mut armed = board;
                armed.hand = code;
                armed.totals[code as usize] += 1;
                armed.for_each_effect(field, 1, &mut visit);
            }
        }
        let mut singles = board.cells(field.single);
        board.hand = field.single;
        board.totals[field.single as usize] = 2;
        while !singles.is_zero() {
            let cell = W::bit(singles.lowest());
            singles = singles & !cell;
            board.for_each_effect_on(field, cell, 1, &mut visit);
        }
    }

    /// Visits the position after every shot that is allowed and not null, including shots with the
    /// same effect.
    pub fn for_each_shot(&self, field: &Field<W>, mut visit: impl FnMut(u8, Packed<W, P>)) {
        let filled = self.filled();
        let own = self.cells(self.hand);
        let mut fire = |number: u8, flight: Flight<W>| {
            if !(flight.along | flight.down).is_zero() {
                visit(number, self.after(field, &flight));
            }
        };
        for height in (0..field.rows).filter(|&height| field.row_allowed[height as usize]) {
            fire(height as u8, Self::along_row(field, filled, own, height));
        }
        for column in (0..field.columns).filter(|&column| field.column_allowed[column as usize]) {
            let cells = field.column[column as usize];
            fire(COLUMN_SHOTS + column as u8, Self::down_cells(filled, own, cells));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::games::plotting::generate::{Draws, Size};
    use crate::games::plotting::level::Firing;
    use crate::games::plotting::rules::shoot;

    /// A position as text, with `*` for the only block of a colour and for a hand without a shot.
    fn unpacked<W: Word, const P: usize>(
        position: &Packed<W, P>,
        field: &Field<W>,
        colours: &[Colour],
    ) -> String {
        let letter = |code: u8| match usize::from(code) {
            0 => '.',
            _ if code == field.single => '*',
            code => colours[code - 1].letter(),
        };
        let row = |row: usize| -> String {
            let cell = |column| letter(position.code(field.bit(Place { row, column })));
            (1..=field.columns as usize).map(cell).collect()
        };
        let rows: Vec<String> = (1..=field.rows as usize).map(row).collect();
        let hand = if position.is_dead_end(field) { '*' } else { letter(position.hand) };
        assert_eq!(position.filled().count(), u32::from(position.blocks));
        format!("{hand} {}", rows.join("/"))
    }

    fn plain(position: &Position, colours: &[Colour]) -> String {
        let Hand::Holding(hand) = position.hand else { panic!("a wildcard after a shot") };
        let mut board = position.board.to_rows().join("/");
        for &colour in colours.iter().filter(|&&colour| colour != hand) {
            if position.board.count(colour) == 1 {
                board = board.replace(colour.letter(), "*");
            }
        }
        let hand = if position.board.count(hand) == 0 { '*' } else { hand.letter() };
        format!("{hand} {board}")
    }

    /// Plays a random game and compares every shot on the way. Returns the number of shots
    /// compared.
    fn compare<W: Word, const P: usize>(level: &Level, generator: &mut ChaCha8Rng) -> usize {
        let field = Field::<W>::new(level);
        let colours = level.board().colours();
        let mut compared = 0;
        for start in Packed::<W, P>::starts(&field, level) {
            let hand = Hand::Holding(colours[usize::from(start.hand) - 1]);
            let mut game = (start, Position { board: level.board().clone(), hand });
            loop {
                let mut expected: Vec<(Shot, Position)> = Shot::all(level.board())
                    .filter(|&shot| level.firing().allows(shot))
                    .filter_map(|shot| Some((shot, shoot(&game.1, shot).ok()?.after)))
                    .collect();
                if game.0.is_dead_end(&field) {
                    assert!(expected.is_empty());
                    break;
                }
                let mut found = Vec::new();
                game.0.for_each_shot(&field, |number, next| found.push((field.shot(number), next)));
                found.sort_by_key(|(shot, _)| *shot);
                assert_eq!(found.len(), expected.len());
                for ((shot, next), (expected, after)) in found.iter().zip(&expected) {
                    assert_eq!(shot, expected);
                    assert_eq!(unpacked(next, &field, &colours), plain(after, &colours));
                }
                compare_effects(&game.0, &field, &found);
                compared += found.len();
                if expected.is_empty() {
                    break;
                }
                let choice = generator.next_u32() as usize % expected.len();
                game = (found[choice].1, expected.swap_remove(choice).1);
            }
        }
        compared
    }

    /// Checks that the effects are exactly those of the shots.
    fn compare_effects<W: Word, const P: usize>(
        position: &Packed<W, P>,
        field: &Field<W>,
        shots: &[(Shot, Packed<W, P>)],
    ) {
        let mut effects = Vec::new();
        position.for_each_effect(field, 1, |number, next| {
            assert!(shots.contains(&(field.shot(number), next)));
            effects.push(next);
        });
        assert!(shots.iter().all(|(_, next)| effects.contains(next)));
    }

    fn random_level(size: Size, colours: usize, generator: &mut ChaCha8Rng) -> Level {
        let seed = generator.next_u64();
        let board: Board = Draws::new(size, colours, seed).unwrap().next().unwrap();
        let level = Level::new("random", board, 0).unwrap();
        if generator.next_u32().is_multiple_of(2) {
            return level;
        }
        let mut pick = |count: usize| -> Vec<usize> {
            (1..=count).filter(|_| !generator.next_u32().is_multiple_of(4)).collect()
        };
        let (rows, columns) = (pick(size.rows), pick(size.columns));
        let firing = Firing::only(level.board(), Some(&rows), Some(&columns)).unwrap();
        level.with_firing(firing)
    }

    #[test]
    fn packed_shots_follow_the_rules_on_boards_of_every_size() {
        let mut generator = ChaCha8Rng::seed_from_u64(1);
        let mut compared = 0;
        let sizes = (1..=16).flat_map(|rows| (1..=16).map(move |columns| Size { rows, columns }));
        for size in sizes {
            for colours in [1, 2, 3, 4, 6, 7, 14, 15].into_iter().filter(|&k| k <= size.cells()) {
                for _ in 0..2 {
                    let level = random_level(size, colours, &mut generator);
                    compared += with_packed!(&level, compare, &mut generator);
                }
            }
        }
        assert!(compared > 1_000_000, "{compared}");
    }
}
