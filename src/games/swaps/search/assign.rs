//! The cheapest assignment of tiles to places, extended place by place (the Hungarian method).

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
    /// `cost` is what a tile costs in a place, both counted from 0.
    pub fn add(&mut self, cost: impl Fn(usize, usize) -> i32) {
        let tiles = self.place_of.len() - 1;
        self.place_price.push(0);
        self.place_of[0] = self.place_price.len() - 1;
        let mut least = vec![i32::MAX; tiles + 1];
        let mut before = vec![0; tiles + 1];
        let mut is_used = vec![false; tiles + 1];
        let mut tile = 0;
        loop {
            is_used[tile] = true;
            let place = self.place_of[tile];
            let mut step = i32::MAX;
            let mut next = 0;
            for other in (1..=tiles).filter(|&other| !is_used[other]) {
                let price = self.place_price[place] + self.tile_price[other];
                let rest = cost(place - 1, other - 1) - price;
                if rest < least[other] {
                    least[other] = rest;
                    before[other] = tile;
                }
                if least[other] < step {
                    step = least[other];
                    next = other;
                }
            }
            for other in 0..=tiles {
                if is_used[other] {
                    self.place_price[self.place_of[other]] += step;
                    self.tile_price[other] -= step;
                } else if least[other] < i32::MAX {
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
            let mut assignment = Assignment::new(5);
            for places in 0..costs.len() {
                assignment.add(|place, tile| costs[place][tile]);
                prop_assert_eq!(assignment.total, least(&costs[..=places], 0));
            }
            prop_assert_eq!(assignment.left(), 5 - costs.len());
        }
    }
}
