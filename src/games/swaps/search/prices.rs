//! A lower bound on the cost of all goals at once, by linear programming duality.
//!
//! Let each cell c and each tile t have a *price*, any number at all. A choice costs its base and the
//! ways of its tiles. Its *reduced cost* is that, minus the prices of its cells and of its tiles. A goal
//! uses each cell once and each tile once, so it costs the sum of all prices plus the reduced costs of its
//! choices. (If the target says `?` somewhere, some tiles are not used; then prices of tiles may not be
//! above 0, and the sum is still a lower limit.) If no reduced cost is negative, the sum of the prices is
//! a lower bound. What is more, a goal within a limit can only be made of choices whose reduced costs
//! fit between the two.
//!
//! Prices are improved step by step: for each cell take the cheapest choice; a cell or a tile that is taken
//! too often gets a lower price, one that is not taken a higher one. Any prices can be repaired: raise the
//! price of each cell by the least share of a reduced cost that falls to it. Then each choice of n cells
//! loses at most n of its own shares.

use super::choice::{Choice, Role, SCALE};
use super::field::{Fate, Field};

/// Rounds of improvement, and the length of the first and of the last step, as a part of a half swap.
const ROUNDS: u32 = 150;
const FIRST_STEP: f64 = 0.6;
const LAST_STEP: f64 = 0.01;

/// Prices of cells and of tiles, a tile being named by the cell in which it starts. All are scaled.
#[derive(Clone, Debug)]
pub struct Prices {
    /// The price of each cell.
    pub cells: Vec<i32>,
    /// The price of the tile that starts in each cell.
    pub tiles: Vec<i32>,
    /// The reduced cost of each choice; none is negative.
    pub reduced: Vec<i32>,
    /// The sum of all prices.
    pub total: i32,
}

/// The cheapest tiles for a choice.
struct Taken {
    cost: i32,
    tiles: [usize; 3],
}

struct Market<'a, const W: usize> {
    field: &'a Field,
    choices: &'a [Choice<W>],
    /// The tiles of each kind.
    of_kind: Vec<Vec<usize>>,
    tiles_may_be_left: bool,
}

impl Prices {
    /// Good prices for these choices; `None` if some cell has no choice.
    pub fn new<const W: usize>(field: &Field, choices: &[Choice<W>]) -> Option<Prices> {
        let mut of_kind = vec![Vec::new(); field.kinds()];
        for (cell, &kind) in field.start.iter().enumerate() {
            of_kind[kind as usize].push(cell);
        }
        let tiles_may_be_left = field.fates.contains(&Fate::Anything);
        let market = Market { field, choices, of_kind, tiles_may_be_left };
        let mut prices = vec![0.0; field.size()];
        let mut tile_prices = vec![0.0; field.size()];
        let mut best = market.repaired(&prices, &tile_prices)?;
        for round in 0..ROUNDS {
            let progress = f64::from(round) / f64::from(ROUNDS);
            let step = FIRST_STEP * (LAST_STEP / FIRST_STEP).powf(progress) * f64::from(SCALE);
            let next = market.improve(&mut prices, &mut tile_prices, step)?;
            if next.total > best.total {
                best = next;
            }
        }
        Some(best)
    }
}

impl<const W: usize> Market<'_, W> {
    /// The prices with those of the cells repaired, so that no reduced cost is negative.
    fn repaired(&self, cells: &[f64], tiles: &[f64]) -> Option<Prices> {
        let round = |prices: &[f64]| prices.iter().map(|price| price.round() as i32).collect();
        let (cells, tiles): (Vec<i32>, Vec<i32>) = (round(cells), round(tiles));
        let costs = self.costs(&tiles);
        self.repair(cells, tiles, &costs)
    }

    fn repair(&self, mut cells: Vec<i32>, tiles: Vec<i32>, costs: &[Taken]) -> Option<Prices> {
        let mut reduced = self.reduced(&cells, costs);
        let mut shares = vec![i32::MAX; cells.len()];
        for (choice, &cost) in self.choices.iter().zip(&reduced) {
            for &cell in &choice.list {
                shares[cell] = shares[cell].min(cost.div_euclid(choice.list.len() as i32));
            }
        }
        if shares.contains(&i32::MAX) {
            return None;
        }
        for (price, &share) in cells.iter_mut().zip(&shares) {
            *price += share;
        }
        self.lower(&mut reduced, &shares);
        // What is left of the reduced costs goes to the first cell that can have it.
        let mut at = vec![Vec::new(); cells.len()];
        for (index, choice) in self.choices.iter().enumerate() {
            choice.list.iter().for_each(|&cell| at[cell].push(index));
        }
        for (cell, choices) in at.iter().enumerate() {
            let more = choices.iter().map(|&index| reduced[index]).min().unwrap_or(0);
            cells[cell] += more;
            choices.iter().for_each(|&index| reduced[index] -= more);
        }
        let total = cells.iter().sum::<i32>() + tiles.iter().sum::<i32>();
        Some(Prices { cells, tiles, reduced, total })
    }

    fn lower(&self, reduced: &mut [i32], shares: &[i32]) {
        for (choice, cost) in self.choices.iter().zip(reduced) {
            *cost -= choice.list.iter().map(|&cell| shares[cell]).sum::<i32>();
        }
    }

    fn reduced(&self, cells: &[i32], costs: &[Taken]) -> Vec<i32> {
        let pairs = self.choices.iter().zip(costs);
        let of = |choice: &Choice<W>| choice.list.iter().map(|&cell| cells[cell]).sum::<i32>();
        pairs.map(|(choice, taken)| taken.cost - of(choice)).collect()
    }

    /// One round: changes the prices, and returns the repaired form of those before it.
    fn improve(&self, cells: &mut [f64], tiles: &mut [f64], step: f64) -> Option<Prices> {
        let round = |prices: &[f64]| prices.iter().map(|price| price.round() as i32).collect();
        let (whole_cells, whole_tiles): (Vec<i32>, Vec<i32>) = (round(cells), round(tiles));
        let costs = self.costs(&whole_tiles);
        let reduced = self.reduced(&whole_cells, &costs);
        let mut cheapest = vec![(i32::MAX, 0); cells.len()];
        for (index, (choice, &cost)) in self.choices.iter().zip(&reduced).enumerate() {
            let share = cost.div_euclid(choice.list.len() as i32);
            for &cell in &choice.list {
                cheapest[cell] = cheapest[cell].min((share, index));
            }
        }
        let mut cell_use = vec![0.0; cells.len()];
        let mut tile_use = vec![0.0; cells.len()];
        for &(_, index) in &cheapest {
            let choice = &self.choices[index];
            let part = 1.0 / choice.list.len() as f64;
            choice.list.iter().for_each(|&cell| cell_use[cell] += part);
            if choice.role != Role::Anything {
                let used = &costs[index].tiles[..choice.list.len()];
                used.iter().for_each(|&tile| tile_use[tile] += part);
            }
        }
        for (price, often) in cells.iter_mut().zip(&cell_use) {
            *price += step * (1.0 - often);
        }
        for (price, often) in tiles.iter_mut().zip(&tile_use) {
            *price += step * (1.0 - often);
            if self.tiles_may_be_left {
                *price = price.min(0.0);
            }
        }
        self.repair(whole_cells, whole_tiles, &costs)
    }

    /// The least cost of each choice with these prices of tiles, and the tiles that give it.
    fn costs(&self, prices: &[i32]) -> Vec<Taken> {
        let size = self.field.size();
        // For each cell and kind, its three cheapest tiles: of three different tiles for three cells,
        // none needs to be worse than the third.
        let mut to = vec![Vec::new(); size * self.field.kinds()];
        let mut beside = to.clone();
        let cost = |choice: &Choice<W>,
                    to: &mut Vec<Vec<(i32, usize)>>,
                    beside: &mut Vec<Vec<(i32, usize)>>| {
            let (kind, table) = match choice.role {
                Role::Tiles(kind) => (kind, to),
                Role::Gone { kind, .. } => (kind, beside),
                Role::Anything => return Taken { cost: choice.base, tiles: [0; 3] },
            };
            for &cell in &choice.list {
                let known = &mut table[cell * self.field.kinds() + kind];
                if known.is_empty() {
                    *known = cheapest(choice.ways(self.field, cell), &self.of_kind[kind], prices);
                }
            }
            let of = |cell: usize| &table[cell * self.field.kinds() + kind][..];
            let mut taken = match choice.list[..] {
                [one, two, three] => three_tiles(of(one), of(two), of(three)),
                _ => {
                    let (cost, tile) = of(choice.list[0])[0];
                    Taken { cost, tiles: [tile; 3] }
                }
            };
            taken.cost += choice.base;
            taken
        };
        self.choices.iter().map(|choice| cost(choice, &mut to, &mut beside)).collect()
    }
}

/// The three cheapest of these tiles, with what they cost.
fn cheapest(ways: &[u32], tiles: &[usize], prices: &[i32]) -> Vec<(i32, usize)> {
    let mut all: Vec<(i32, usize)> =
        tiles.iter().map(|&tile| (ways[tile] as i32 * SCALE - prices[tile], tile)).collect();
    if all.len() > 3 {
        all.select_nth_unstable(2);
        all.truncate(3);
    }
    all.sort_unstable();
    all
}

/// The cheapest three different tiles.
fn three_tiles(one: &[(i32, usize)], two: &[(i32, usize)], three: &[(i32, usize)]) -> Taken {
    let mut best = Taken { cost: i32::MAX, tiles: [0; 3] };
    for &(first, a) in one {
        for &(second, b) in two.iter().filter(|&&(_, b)| b != a) {
            for &(third, c) in three.iter().filter(|&&(_, c)| c != a && c != b) {
                if first + second + third < best.cost {
                    best = Taken { cost: first + second + third, tiles: [a, b, c] };
                }
            }
        }
    }
    best
}
