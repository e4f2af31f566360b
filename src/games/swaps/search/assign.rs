//! The cheapest assignment of tiles to places, extended place by place (the Hungarian method).

/// Room for the work on an assignment, to be used again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    least: Vec<i32>,
    before: Vec<usize>,
    is_used: Vec<bool>,
}

/// Places, each assigned to a tile of its own, at the least total cost.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The place that each tile is assigned to, counted from 1; 0: none. The first entry is scratch.
    place_of: Vec<usize>,
    tile_price: Vec<i32>,
    place_price: Vec<i32>,
    /// The least total cost.
    pub total: i32,
}

impl Assignment {
    /// No places yet, for this many tiles.
    pub fn new(tiles: usize) -> Assignment {
        Assignment {
            place_of: vec![0; tiles + 1],
            tile_price: vec![0; tiles + 1],
            place_price: vec![0],
            total: 0,
        }
    }

    /// The number of tiles without a place.
    pub fn left(&self) -> usize {
        self.place_of.len() - self.place_price.len()
    }

    /// The least cost of all assignments of the places so far and one more. There must be a tile left.
    /// `costs` has for each place what each tile costs there.
    pub fn add<R: AsRef<[i32]>>(&mut self, scratch: &mut Scratch, costs: &[R]) {
        let tiles = self.place_of.len() - 1;
        self.place_price.push(0);
        self.place_of[0] = self.place_price.len() - 1;
        let Scratch { least, before, is_used } = scratch;
        least.clear();
        least.resize(tiles + 1, i32::MAX);
        before.clear();
        before.resize(tiles + 1, 0);
        is_used.clear();
        is_used.resize(tiles + 1, false);
        let mut tile = 0;
        loop {
            is_used[tile] = true;
            let place = self.place_of[tile];
            let price = self.place_price[place];
            let (mut step, mut next) = (i32::MAX, 0);
            let others = least[1..].iter_mut().zip(&mut before[1..]).zip(&self.tile_price[1..]);
            let others = others.zip(&is_used[1..]).zip(costs[place - 1].as_ref()).enumerate();
            for (index, ((((least, before), tile_price), is_used), cost)) in others {
                if *is_used {
                    continue;
                }
                let rest = cost - price - tile_price;
                if rest < *least {
                    *least = rest;
                    *before = tile;
                }
                if *least < step {
                    (step, next) = (*least, index + 1);
                }
            }
            for other in 0..=tiles {
                if is_used[other] {
                    self.place_price[self.place_of[other]] += step;
                    self.tile_price[other] -= step;
                } else if other > 0 {
                    least[other] -= step;
                }
            }
            tile = next;
            if self.place_of[tile] == 0 {
                break;
            }
        }
        while tile != 0 {
            self.place_of[tile] = self.place_of[before[tile]];
            tile = before[tile];
        }
        // The price of the scratch tile has sunk by the cost of every extension.
        self.total = -self.tile_price[0];
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least cost by trying everything.
    fn least(costs: &[Vec<i32>], taken: u32) -> i32 {
        let Some((first, rest)) = costs.split_first() else { return 0 };
        let free = (0..first.len()).filter(|tile| taken >> tile & 1 == 0);
        free.map(|tile| first[tile] + least(rest, taken | 1 << tile)).min().unwrap()
    }

    proptest! {
        #[test]
        fn no_assignment_is_cheaper(costs in prop::collection::vec(prop::collection::vec(-9..30i32, 5), 0..=5)) {
            let (mut assignment, mut scratch) = (Assignment::new(5), Scratch::default());
            for places in 0..costs.len() {
                assignment.add(&mut scratch, &costs);
                prop_assert_eq!(assignment.total, least(&costs[..=places], 0));
            }
            prop_assert_eq!(assignment.left(), 5 - costs.len());
        }
    }
}
