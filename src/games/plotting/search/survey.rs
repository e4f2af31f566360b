//! Exhaustive surveys of a game: all lengths that plans can have, and the number of plans of a
//! given length.
//!
//! Both search the game depth first and remember a result for each position.

use std::collections::HashMap;

use super::Budget;
use super::bound::Needs;
use super::packed::{Field, Packed};
use super::word::Word;
use crate::game::hash::Quickly;
use crate::game::search::Spent;
use crate::games::plotting::level::Level;

/// A set of plan lengths below 64 · N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths<const N: usize>([u64; N]);

impl<const N: usize> Lengths<N> {
    /// The empty set.
    pub const NONE: Lengths<N> = Lengths([0; N]);

    /// The set that contains only the length 0.
    pub fn zero() -> Lengths<N> {
        let mut zero = Lengths::NONE;
        zero.0[0] = 1;
        zero
    }

    /// All lengths plus one, for one more shot in front.
    #[must_use]
    pub fn longer(self) -> Lengths<N> {
        let mut carry = 0;
        Lengths(self.0.map(|word| {
            let moved = word << 1 | carry;
            carry = word >> 63;
            moved
        }))
    }

    /// The union of both sets.
    #[must_use]
    pub fn or(self, other: Lengths<N>) -> Lengths<N> {
        Lengths(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// The shortest length.
    pub fn least(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The longest length.
    pub fn most(self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * word + self.0[word].ilog2() as usize)
    }

    /// All lengths, in ascending order.
    pub fn list(self) -> Vec<usize> {
        (0..64 * N).filter(|&length| self.0[length / 64] >> (length % 64) & 1 == 1).collect()
    }
}

/// The lengths of all plans of a level in ascending order. A plan may continue after the goal is
/// met, as long as its shots are not null.
///
/// # Errors
/// If the budget runs out.
pub fn lengths(level: &Level, budget: &Budget<'_>) -> Result<Vec<usize>, Spent> {
    with_packed!(level, lengths_of, budget)
}

fn lengths_of<W: Word, const P: usize>(
    level: &Level,
    budget: &Budget<'_>,
) -> Result<Vec<usize>, Spent> {
    // A plan has at most one shot per block.
    if W::LIMBS == 1 {
        lengths_within::<W, P, 2>(level, budget)
    } else {
        lengths_within::<W, P, 5>(level, budget)
    }
}

fn lengths_within<W: Word, const P: usize, const N: usize>(
    level: &Level,
    budget: &Budget<'_>,
) -> Result<Vec<usize>, Spent> {
    let field = Field::new(level);
    let mut survey = Survey::<W, P, (), Lengths<N>>::new(&field, level, budget);
    let mut all = Lengths::NONE;
    for start in Packed::starts(&field, level) {
        all = all.or(survey.lengths(&start)?);
    }
    Ok(all.list())
}

/// The number of plans of exactly `shots` shots, capped at `u128::MAX`.
///
/// # Errors
/// If the budget runs out.
pub fn count(level: &Level, shots: usize, budget: &Budget<'_>) -> Result<u128, Spent> {
    with_packed!(level, count_of, budget, shots)
}

fn count_of<W: Word, const P: usize>(
    level: &Level,
    budget: &Budget<'_>,
    shots: usize,
) -> Result<u128, Spent> {
    if shots == 0 {
        return Ok(u128::from(level.is_met_by(level.board())));
    }
    if level.goal() < level.fewest_blocks() {
        return Ok(0);
    }
    let field = Field::new(level);
    let mut survey = Survey::<W, P, usize, u128>::new(&field, level, budget);
    let mut sum = 0u128;
    for start in Packed::starts(&field, level) {
        sum = sum.saturating_add(survey.count(&start, shots)?);
    }
    Ok(sum)
}

/// A search that remembers a value of type `V` for each position and extra key of type `K`.
struct Survey<'a, W, const P: usize, K, V> {
    field: &'a Field<W>,
    goal: u16,
    budget: &'a Budget<'a>,
    known: HashMap<([W; P], u8, K), V, Quickly>,
    most: usize,
    steps: u32,
}

impl<'a, W: Word, const P: usize, K: Copy + Eq + std::hash::Hash, V: Copy> Survey<'a, W, P, K, V> {
    fn new(field: &'a Field<W>, level: &Level, budget: &'a Budget<'a>) -> Self {
        // While a map grows, its old half is still allocated.
        let entry = size_of::<(([W; P], u8, K), V)>() + 1;
        let most = budget.memory / (entry * 3);
        Survey {
            field,
            goal: level.goal() as u16,
            budget,
            known: HashMap::default(),
            most,
            steps: 0,
        }
    }

    /// Fails once the budget is spent.
    fn check_budget(&mut self) -> Result<(), Spent> {
        self.steps = self.steps.wrapping_add(1);
        if self.known.len() > self.most {
            Err(Spent::Memory)
        } else if self.steps.is_multiple_of(1024) && self.budget.is_spent() {
            Err(Spent::Stopped)
        } else {
            Ok(())
        }
    }

    /// The positions after every shot, or only one for each distinct effect.
    fn next(&self, position: &Packed<W, P>, each: bool) -> Vec<Packed<W, P>> {
        let mut next = Vec::new();
        if each {
            position.for_each_shot(self.field, |_, after| next.push(after));
        } else {
            position.for_each_effect(self.field, 1, |_, after| next.push(after));
        }
        next
    }
}

impl<W: Word, const P: usize, const N: usize> Survey<'_, W, P, (), Lengths<N>> {
    fn lengths(&mut self, position: &Packed<W, P>) -> Result<Lengths<N>, Spent> {
        let key = (position.planes, position.hand, ());
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.check_budget()?;
        let mut all = if position.blocks <= self.goal { Lengths::zero() } else { Lengths::NONE };
        if !position.is_dead_end(self.field) {
            for next in self.next(position, false) {
                all = all.or(self.lengths(&next)?.longer());
            }
        }
        self.known.insert(key, all);
        Ok(all)
    }
}

impl<W: Word, const P: usize> Survey<'_, W, P, usize, u128> {
    fn count(&mut self, position: &Packed<W, P>, shots: usize) -> Result<u128, Spent> {
        if shots == 0 {
            return Ok(u128::from(position.blocks <= self.goal));
        }
        // Each shot removes at least one block, and a plan needs at least as many shots as the
        // bound says.
        let is_hopeless = || {
            let slack = usize::from(self.goal) + 1 - self.field.colours;
            position.blocks > self.goal
                && usize::from(Needs::of(self.field, position, slack as u32).total) > shots
        };
        if usize::from(position.blocks) < shots || position.is_dead_end(self.field) || is_hopeless()
        {
            return Ok(0);
        }
        let key = (position.planes, position.hand, shots);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.check_budget()?;
        let mut sum = 0u128;
        for next in self.next(position, true) {
            sum = sum.saturating_add(self.count(&next, shots - 1)?);
        }
        self.known.insert(key, sum);
        Ok(sum)
    }
}
