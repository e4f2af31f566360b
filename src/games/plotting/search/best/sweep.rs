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

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::super::packed::{Field, Packed};
use super::super::word::Word;
use super::ceiling::ceiling;
use super::layer::{Key, Layer, NO_PARENT, Way};
use super::{Answer, Budget, Defect, Terms, checked};
use crate::games::plotting::level::{Level, Measure};
use crate::games::plotting::replay::ValidPlan;
use crate::games::plotting::round::Step;
use crate::games::plotting::rules::Hand;

/// The positions of a layer that the first beam keeps, how much wider each next one is, and the widest.
const FIRST_BEAM: usize = 100;
const WIDER: usize = 10;
const WIDEST_BEAM: usize = 100_000;

/// The most positions expanded between two looks at the memory, and those that a thread takes at once.
const BATCH: usize = 1 << 16;
const CHUNK: usize = 256;

/// The room that a hash table takes for a position, as a multiple of its size.
const SPARE_ROOM: usize = 2;

/// More positions than one opens on average in all layers below, while its own layer is expanded.
const OPENED_BY_ONE: usize = 64;

type Place<W, const P: usize> = (Key<W, P>, Way);

/// Searches a level whose goal is not met at the start.
pub(super) fn search<W: Word, const P: usize>(
    level: &Level,
    terms: &Terms,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&ValidPlan),
) -> Result<Answer, Defect> {
    let mut sweep = Sweep::<W, P>::new(level, terms, budget);
    let starts = starts(&sweep.field, level, terms);
    let mut bound = highest(&starts);
    let mut known = Known { level, better, best: None };
    let mut width = FIRST_BEAM;
    while bound.is_some() {
        let is_beam = width <= sweep.widest_beam();
        let left = sweep.pass(&starts, is_beam.then_some(width), &mut known)?;
        let earned = sweep.earned();
        // What the pass left out can still be worth something only if it promises more than the best plan.
        bound =
            left.filter(|&left| earned.is_none_or(|earned| left > earned)).min(bound).or(earned);
        if bound == earned || !is_beam || sweep.is_stopped() {
            break;
        }
        bound.inspect(|&bound| budget.show_bound(terms.value(bound)));
        width *= WIDER;
    }
    Ok(Answer {
        best: known.best,
        bound: bound.map(|bound| terms.value(bound)),
        states: sweep.visited.into_inner(),
    })
}

/// A value that no plan of a level can beat; `None` if it has no plan.
pub(super) fn bound<W: Word, const P: usize>(level: &Level, terms: &Terms) -> Option<i64> {
    let field = Field::<W>::new(level);
    highest(&starts::<W, P>(&field, level, terms)).map(|bound| terms.value(bound))
}

/// The positions to start from that can lead to the goal.
fn starts<W: Word, const P: usize>(
    field: &Field<W>,
    level: &Level,
    terms: &Terms,
) -> Vec<Place<W, P>> {
    let start = |position: Packed<W, P>| {
        let promise = ceiling(field, terms, &position, terms.lives)?;
        let way = Way { gain: 0, promise, parent: 0, layer: NO_PARENT, shot: 0, miss: false };
        Some((Key::new(&position, terms.lives, 0), way))
    };
    Packed::starts(field, level).into_iter().filter_map(start).collect()
}

fn highest<W, const P: usize>(places: &[Place<W, P>]) -> Option<i32> {
    places.iter().map(|(_, way)| way.promise).max()
}

/// What is known about a level so far.
struct Known<'a> {
    level: &'a Level,
    better: &'a mut dyn FnMut(&ValidPlan),
    best: Option<ValidPlan>,
}

impl Known<'_> {
    fn take(&mut self, steps: &[Step]) -> Result<(), Defect> {
        let plan = checked(self.level, steps)?;
        (self.better)(&plan);
        self.best = Some(plan);
        Ok(())
    }
}

struct Sweep<'a, W, const P: usize> {
    field: Field<W>,
    terms: &'a Terms,
    budget: &'a Budget<'a>,
    /// The best plan, until it is reported.
    best: Mutex<Vec<Step>>,
    /// What the best plan earns.
    earned: AtomicI32,
    visited: AtomicU64,
    /// The positions in the layers.
    open: AtomicUsize,
    stop: AtomicBool,
    starts_with_wildcard: bool,
    /// Whether the budget ends the pass. The first beam takes milliseconds, and leaves a plan to show.
    heeds_budget: bool,
    /// By the number of blocks: the positions to be expanded, and the ways to those expanded.
    layers: Vec<Layer<W, P>>,
    ways: Vec<Vec<Way>>,
}

impl<'a, W: Word, const P: usize> Sweep<'a, W, P> {
    fn new(level: &Level, terms: &'a Terms, budget: &'a Budget<'a>) -> Self {
        let blocks = level.board().blocks();
        Sweep {
            field: Field::new(level),
            terms,
            budget,
            best: Mutex::default(),
            earned: AtomicI32::new(i32::MIN),
            visited: AtomicU64::new(0),
            open: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            starts_with_wildcard: level.hand() == Hand::Wildcard,
            heeds_budget: false,
            layers: (0..=blocks).map(|_| Layer::new()).collect(),
            ways: vec![Vec::new(); blocks + 1],
        }
    }

    fn earned(&self) -> Option<i32> {
        Some(self.least_to_beat()).filter(|&earned| earned != i32::MIN)
    }

    /// What a position has to promise more than; the least number as long as there is no plan.
    fn least_to_beat(&self) -> i32 {
        self.earned.load(Ordering::Relaxed)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The widest beam that fits into the memory. Each position may open some in several layers.
    fn widest_beam(&self) -> usize {
        let open = size_of::<Place<W, P>>() * SPARE_ROOM * OPENED_BY_ONE;
        WIDEST_BEAM.min(self.budget.memory / open).max(FIRST_BEAM)
    }

    fn batch(&self) -> usize {
        let open = size_of::<Place<W, P>>() * SPARE_ROOM * OPENED_BY_ONE;
        BATCH.min(self.budget.memory / open).max(CHUNK)
    }

    /// One pass through all layers, which keeps at most `width` positions of each if there is one.
    /// Returns the highest promise of the positions that were left out or not reached; those that
    /// cannot beat the best plan do not count.
    fn pass(
        &mut self,
        starts: &[Place<W, P>],
        width: Option<usize>,
        known: &mut Known<'_>,
    ) -> Result<Option<i32>, Defect> {
        self.heeds_budget = width != Some(FIRST_BEAM);
        self.ways.iter_mut().for_each(Vec::clear);
        let top = self.layers.len() - 1;
        for &(key, way) in starts {
            self.open(top, key, way);
        }
        let mut left_out: Option<i32> = None;
        let mut put_off: Vec<(usize, Vec<Place<W, P>>)> = Vec::new();
        while let Some((blocks, mut places)) = self.next_layer().or_else(|| put_off.pop()) {
            let is_tight = width.is_none() && self.held(&put_off) > self.budget.memory / 2;
            if is_tight || width.is_some_and(|width| places.len() > width) {
                self.rank(&mut places);
            }
            if let Some(width) = width
                && places.len() > width
            {
                left_out = left_out.max(highest(&places[width..]));
                places.truncate(width);
            }
            self.ways[..blocks].iter_mut().for_each(Vec::clear);
            self.ways[blocks] = places.iter().map(|&(_, way)| way).collect();
            let mut done = 0;
            while done < places.len() {
                let end = places.len().min(done + self.batch());
                self.expand(blocks, &places, done..end)?;
                done = end;
                let steps =
                    std::mem::take(self.best.get_mut().unwrap_or_else(PoisonError::into_inner));
                if !steps.is_empty() {
                    known.take(&steps)?;
                }
                self.budget.show_states(self.visited.load(Ordering::Relaxed));
                if self.is_stopped() {
                    left_out = left_out.max(highest(&places));
                    for (_, places) in &put_off {
                        left_out = left_out.max(highest(places));
                    }
                    for layer in &mut self.layers {
                        left_out = left_out.max(layer.promise());
                    }
                    return Ok(left_out);
                }
                let is_full = || self.held(&put_off) + bytes(&places) > self.budget.memory;
                if done < places.len() && width.is_none() && is_full() {
                    put_off.push((blocks, places.split_off(done)));
                }
            }
        }
        Ok(left_out)
    }

    fn open(&self, blocks: usize, key: Key<W, P>, way: Way) {
        if self.layers[blocks].add(key, way) {
            self.open.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Takes the positions with the most blocks, if there are any, with their number of blocks.
    fn next_layer(&mut self) -> Option<(usize, Vec<Place<W, P>>)> {
        let blocks = self.layers.iter_mut().rposition(|layer| !layer.is_empty())?;
        let least = self.least_to_beat();
        let (places, count) = self.layers[blocks].drain(|way| way.promise > least);
        self.open.fetch_sub(count, Ordering::Relaxed);
        Some((blocks, places))
    }

    /// The bytes that the search holds, about.
    fn held(&self, put_off: &[(usize, Vec<Place<W, P>>)]) -> usize {
        let open = self.open.load(Ordering::Relaxed) * SPARE_ROOM * size_of::<Place<W, P>>();
        let ways: usize = self.ways.iter().map(bytes).sum();
        open + ways + put_off.iter().map(|(_, places)| bytes(places)).sum::<usize>()
    }

    /// Sorts positions of a layer, the most promising first.
    fn rank(&self, places: &mut [Place<W, P>]) {
        places.sort_by_cached_key(|(key, way)| {
            let position = key.position(&self.field);
            let order = position.colour_changes(&self.field) as i32;
            let open = position.open_rows(&self.field) as i32;
            let (order, gain) = match self.terms.measure {
                Measure::Score => (order * 2 - open, way.gain / 100),
                Measure::Shots => (order * 2 - open, 3 * way.gain),
            };
            (order - gain, -way.promise)
        });
    }

    /// Expands some positions of a layer, by all threads.
    fn expand(
        &mut self,
        blocks: usize,
        places: &[Place<W, P>],
        which: Range<usize>,
    ) -> Result<(), Defect> {
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
                if this.heeds_budget && this.budget.is_spent() {
                    this.stop.store(true, Ordering::Relaxed);
                }
            }
        };
        if self.budget.threads <= 1 || which.len() <= 4 * CHUNK {
            work();
            return Ok(());
        }
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.budget.threads).map(|_| scope.spawn(work)).collect();
            // Join all threads before reporting that one of them died.
            let ends: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
            ends.into_iter().collect::<Result<(), _>>()
        })
        .map_err(|_| Defect::DeadThread)
    }

    fn expand_one(&self, blocks: usize, (key, way): &Place<W, P>, index: u32) {
        if way.promise <= self.least_to_beat() {
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
        // At the start a wildcard is one position for each colour: one of them without a shot does not mean
        // that the wildcard has none.
        let is_a_wildcards = way.layer == NO_PARENT && self.starts_with_wildcard;
        if !has_shot && key.lives > 0 && !is_a_wildcards {
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
            if way.gain > self.least_to_beat() {
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
        if way.promise > self.least_to_beat() {
            self.open(blocks as usize, Key::new(after, lives, used), way);
        }
    }

    /// Keeps a plan if it is the best so far.
    #[cold]
    fn keep(&self, last: Way) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if last.gain <= self.least_to_beat() {
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
        *best = steps;
        self.earned.store(last.gain, Ordering::Relaxed);
    }
}

fn bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}
