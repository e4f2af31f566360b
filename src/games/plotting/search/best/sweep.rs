//! The search: from the positions with the most blocks to those with the fewest.
//!
//! Every shot removes a block. So once all positions with more blocks have been expanded, the best
//! way to each position with b blocks is known, and each needs to be expanded once. Positions that
//! cannot beat the best plan by their [`ceiling`] are dropped.
//!
//! First, *beams* keep only the most promising positions of each layer, each beam ten times as many
//! as the one before, and find good plans. If a beam dropped nothing that could beat its best plan,
//! it is the whole search already. The last pass keeps everything. When its memory is used up, what
//! is left of the layer is put off, and the positions below it are finished first. Then only
//! positions that are reached in both parts are expanded twice.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::super::packed::{Field, Packed};
use super::super::word::Word;
use super::ceiling::ceiling;
use super::layer::{Key, Layer, NO_PARENT, Way};
use super::{Best, Budget, Found, Terms};
use crate::games::plotting::level::Level;
use crate::games::plotting::round::Step;

/// The positions of a layer that the first beam keeps, how much wider each next one is, and the widest.
const FIRST_BEAM: usize = 1_000;
const WIDER: usize = 10;
const WIDEST_BEAM: usize = 100_000;

/// The positions expanded between two looks at the memory, and those that a thread takes at once.
const BATCH: usize = 1 << 16;
const CHUNK: usize = 256;

/// Some more than the bytes of a position in a hash table that is filled as much as usual.
const SPARE_ROOM: usize = 2;

type Place<W, const P: usize> = (Key<W, P>, Way);

/// Searches a level. `None` if a thread died.
pub(super) fn search<W: Word, const P: usize>(
    level: &Level,
    terms: &Terms,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&Best),
) -> Option<Found> {
    let field = Field::<W>::new(level);
    let blocks = level.board().blocks();
    let mut sweep = Sweep::<W, P> {
        terms,
        budget,
        best: Mutex::new(None),
        value: AtomicI32::new(i32::MIN),
        visited: AtomicU64::new(0),
        open: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        layers: (0..=blocks).map(|_| Layer::new()).collect(),
        ways: vec![Vec::new(); blocks + 1],
        field,
    };
    let starts = sweep.starts(level);
    let mut bound = starts.iter().map(|(_, way)| way.promise).max();
    let mut width = FIRST_BEAM;
    loop {
        let is_last = width > WIDEST_BEAM;
        let left = sweep.pass(&starts, (!is_last).then_some(width), better)?;
        let value = sweep.best_value();
        bound = match left {
            Some(left) if value.is_none_or(|value| left > value) => bound.min(Some(left)),
            Some(_) | None => value,
        };
        if bound == value || is_last || sweep.is_stopped() {
            break;
        }
        bound.inspect(|&bound| budget.show_bound(bound.into()));
        width *= WIDER;
    }
    let best = sweep.best.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(Found { best, bound, states: sweep.visited.into_inner() })
}

struct Sweep<'a, W, const P: usize> {
    field: Field<W>,
    terms: &'a Terms,
    budget: &'a Budget<'a>,
    best: Mutex<Option<Best>>,
    /// What the best plan earns.
    value: AtomicI32,
    visited: AtomicU64,
    /// The positions in the layers.
    open: AtomicUsize,
    stop: AtomicBool,
    /// By the number of blocks: the positions to be expanded, and the ways to those expanded.
    layers: Vec<Layer<W, P>>,
    ways: Vec<Vec<Way>>,
}

impl<W: Word, const P: usize> Sweep<'_, W, P> {
    fn best_value(&self) -> Option<i32> {
        Some(self.value.load(Ordering::Relaxed)).filter(|&value| value != i32::MIN)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn starts(&self, level: &Level) -> Vec<Place<W, P>> {
        let starts = Packed::<W, P>::starts(&self.field, level).into_iter();
        starts
            .filter_map(|position| {
                let promise = ceiling(&self.field, self.terms, &position, self.terms.lives)?;
                let way =
                    Way { gain: 0, promise, parent: 0, layer: NO_PARENT, shot: 0, miss: false };
                Some((Key::new(&position, self.terms.lives, 0), way))
            })
            .collect()
    }

    /// One pass through all layers. Returns the highest promise of the positions that were dropped or
    /// not expanded, except those dropped because of the best plan; `Err` never, `None` if a thread
    /// died.
    fn pass(
        &mut self,
        starts: &[Place<W, P>],
        width: Option<usize>,
        better: &mut dyn FnMut(&Best),
    ) -> Option<Option<i32>> {
        let mut left: Option<i32> = None;
        let mut put_off: Vec<(usize, Vec<Place<W, P>>)> = Vec::new();
        self.ways.iter_mut().for_each(Vec::clear);
        let top = self.layers.len() - 1;
        for &(key, way) in starts {
            self.layers[top].add(key, way);
            self.open.fetch_add(1, Ordering::Relaxed);
        }
        loop {
            let fullest = (0..=top).rev().find(|&blocks| !self.layers[blocks].is_empty());
            let (blocks, mut current) = match fullest {
                Some(blocks) => {
                    let value = self.value.load(Ordering::Relaxed);
                    let mut dropped = AtomicUsize::new(0);
                    let current = self.layers[blocks].drain(|way| {
                        dropped.fetch_add(1, Ordering::Relaxed);
                        way.promise > value
                    });
                    self.open.fetch_sub(*dropped.get_mut(), Ordering::Relaxed);
                    (blocks, current)
                }
                None => match put_off.pop() {
                    Some(job) => job,
                    None => break,
                },
            };
            self.rank(&mut current, width);
            if let Some(width) = width
                && current.len() > width
            {
                left = left.max(current[width..].iter().map(|(_, way)| way.promise).max());
                current.truncate(width);
            }
            self.ways[..blocks].iter_mut().for_each(Vec::clear);
            self.ways[blocks] = current.iter().map(|&(_, way)| way).collect();
            let mut done = 0;
            while done < current.len() {
                let end = current.len().min(done + BATCH);
                let before = self.value.load(Ordering::Relaxed);
                self.expand(blocks, &current, done..end)?;
                done = end;
                if self.value.load(Ordering::Relaxed) != before
                    && let Some(best) = &*self.best.lock().unwrap_or_else(PoisonError::into_inner)
                {
                    better(best);
                }
                self.budget.show_states(self.visited.load(Ordering::Relaxed));
                if self.is_stopped() {
                    let value = self.value.load(Ordering::Relaxed);
                    let rest = current.iter().map(|(_, way)| way.promise);
                    left = left.max(rest.max());
                    let off = put_off.iter().flat_map(|(_, places)| places);
                    left = left.max(off.map(|(_, way)| way.promise).max());
                    for layer in &mut self.layers {
                        left = left.max(layer.promise());
                        layer.drain(|_| false);
                    }
                    return Some(left.filter(|&left| left > value));
                }
                if done < current.len() && width.is_none() && self.is_full(&put_off) {
                    put_off.push((blocks, current.split_off(done)));
                    break;
                }
            }
        }
        Some(left)
    }

    fn is_full(&self, put_off: &[(usize, Vec<Place<W, P>>)]) -> bool {
        let off: usize = put_off.iter().map(|(_, places)| places.capacity()).sum();
        let ways: usize = self.ways.iter().map(Vec::capacity).sum();
        let open = self.open.load(Ordering::Relaxed) * SPARE_ROOM;
        (off + open) * size_of::<Place<W, P>>() + ways * size_of::<Way>() > self.budget.memory
    }

    /// Sorts positions of a layer, the most promising first.
    fn rank(&self, places: &mut [Place<W, P>], width: Option<usize>) {
        let merit = |(key, way): &Place<W, P>| {
            let position = key.position(&self.field);
            let order = position.colour_changes(&self.field) as i32;
            let open = position.open_rows(&self.field) as i32;
            (order * 2 - way.gain - open, -way.promise)
        };
        match width {
            Some(width) if places.len() > width => {
                places.sort_by_cached_key(merit);
            }
            Some(_) | None => {}
        }
    }

    /// Expands some positions of a layer, by all threads.
    fn expand(
        &mut self,
        blocks: usize,
        places: &[Place<W, P>],
        which: std::ops::Range<usize>,
    ) -> Option<()> {
        let next = AtomicUsize::new(which.start);
        let this = &*self;
        let work = || {
            loop {
                let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                if from >= which.end || this.is_stopped() {
                    return;
                }
                let to = which.end.min(from + CHUNK);
                for (index, place) in places[from..to].iter().enumerate() {
                    this.expand_one(blocks, place, (from + index) as u32);
                }
                this.visited.fetch_add((to - from) as u64, Ordering::Relaxed);
                if this.budget.is_spent() {
                    this.stop.store(true, Ordering::Relaxed);
                }
            }
        };
        if self.budget.threads <= 1 || which.len() <= 4 * CHUNK {
            work();
            return Some(());
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.budget.threads).map(|_| scope.spawn(work)).collect();
            let ends: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
            ends.into_iter().collect::<Result<Vec<()>, _>>().ok().map(|_| ())
        })
    }

    fn expand_one(&self, blocks: usize, (key, way): &Place<W, P>, index: u32) {
        if way.promise <= self.value.load(Ordering::Relaxed) {
            return;
        }
        let position = key.position(&self.field);
        let visit = |shot: u8, after: Packed<W, P>, lives: u8, miss: bool| {
            let way = Way {
                gain: way.gain + self.terms.gain(blocks - usize::from(after.blocks), miss),
                promise: 0,
                parent: index,
                layer: blocks as u16,
                shot,
                miss,
            };
            self.reach(&after, lives, key.shots, way);
        };
        let mut has_shot = false;
        if !position.is_dead_end(&self.field) {
            position.for_each_effect(&self.field, 1, |shot, after| {
                has_shot = true;
                visit(shot, after, key.lives, false);
            });
        }
        if !has_shot && key.lives > 0 {
            position.for_each_effect_of_a_new_hand(&self.field, |shot, after| {
                visit(shot, after, key.lives - 1, true);
            });
        }
    }

    /// Takes up a position after a shot.
    fn reach(&self, after: &Packed<W, P>, lives: u8, shots: u8, mut way: Way) {
        let blocks = u32::from(after.blocks);
        if blocks <= self.terms.goal {
            way.gain += self.terms.end(blocks);
            if way.gain > self.value.load(Ordering::Relaxed) {
                self.keep(way);
            }
            return;
        }
        let mut used = 0;
        if let Some(limit) = self.terms.shots {
            used = shots + 1;
            if used >= limit {
                return;
            }
        }
        if after.is_dead_end(&self.field) && lives == 0 {
            return;
        }
        let Some(ceiling) = ceiling(&self.field, self.terms, after, lives) else { return };
        way.promise = way.gain + ceiling;
        if way.promise > self.value.load(Ordering::Relaxed)
            && self.layers[blocks as usize].add(Key::new(after, lives, used), way)
        {
            self.open.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Keeps a plan if it is the best so far.
    #[cold]
    fn keep(&self, last: Way) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_some_and(|best| best.value >= last.gain) {
            return;
        }
        let mut steps = Vec::new();
        let mut way = last;
        while way.layer != NO_PARENT {
            steps.push(Step::Shot(self.field.shot(way.shot)));
            if way.miss {
                steps.push(Step::Miss);
            }
            way = self.ways[usize::from(way.layer)][way.parent as usize];
        }
        steps.reverse();
        *best = Some(Best { value: last.gain, steps });
        self.value.store(last.gain, Ordering::Relaxed);
    }
}
