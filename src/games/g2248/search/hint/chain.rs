//! An upper bound on the cells of a path in one component, from its articulation points.
//!
//! A path never comes back to an articulation point. So the blocks that it passes, the parts without such a
//! point, are a chain in the tree of blocks, and two blocks of a chain share one cell.

use super::field::Field;

/// No path in the component has more cells than this.
pub(super) fn cells_at_most(field: &Field, component: usize) -> usize {
    let mut tree = Tree::new(field);
    tree.visit(field.components[component].cells[0], usize::MAX);
    tree.longest
}

/// No path that ends in this cell and stays in its component has more cells than this.
pub(super) fn cells_at_most_to(field: &Field, end: usize) -> usize {
    1 + Tree::new(field).visit(end, usize::MAX)
}

struct Tree<'a> {
    field: &'a Field,
    /// When the search came to each cell, from 1.
    entered: Vec<usize>,
    /// The earliest cell that the search reached from below each cell.
    lowest: Vec<usize>,
    clock: usize,
    /// The cells whose block is not known yet; with each the longest chain that ends in it from below.
    open: Vec<(usize, usize)>,
    longest: usize,
}

impl<'a> Tree<'a> {
    fn new(field: &'a Field) -> Tree<'a> {
        let (entered, lowest) = (vec![0; field.size()], vec![0; field.size()]);
        Tree { field, entered, lowest, clock: 0, open: Vec::new(), longest: 1 }
    }

    /// Visits a cell and everything below it. Returns the cells of the longest chain below this cell,
    /// without the cell itself.
    fn visit(&mut self, cell: usize, parent: usize) -> usize {
        self.clock += 1;
        self.entered[cell] = self.clock;
        self.lowest[cell] = self.clock;
        let mut below = 0;
        for at in 0..self.field.equal[cell].len() {
            let other = self.field.equal[cell][at];
            if other == parent {
                continue;
            }
            if self.entered[other] > 0 {
                self.lowest[cell] = self.lowest[cell].min(self.entered[other]);
                continue;
            }
            let height = self.open.len();
            let chain = self.visit(other, cell);
            self.open.push((other, chain));
            self.lowest[cell] = self.lowest[cell].min(self.lowest[other]);
            if self.lowest[other] >= self.entered[cell] {
                // The open cells above the height, and this cell, are a block.
                let block = self.open.split_off(height);
                let chain = self.close(&block);
                self.longest = self.longest.max(1 + below + chain);
                below = below.max(chain);
            }
        }
        below
    }

    /// The cells of the longest chain that leaves a block by the cell it hangs from, without that cell.
    fn close(&mut self, block: &[(usize, usize)]) -> usize {
        let mut chains: Vec<usize> = block.iter().map(|&(_, chain)| chain).collect();
        chains.sort_unstable_by(|one, other| other.cmp(one));
        let second = chains.get(1).copied().unwrap_or(0);
        self.longest = self.longest.max(1 + block.len() + chains[0] + second);
        block.len() + chains[0]
    }
}
