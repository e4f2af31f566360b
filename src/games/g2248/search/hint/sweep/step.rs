//! One step of a sweep: all ways in which a path can use a new cell.

use super::Sweep;
use super::frontier::{
    CLOSED, END, Far, Fate, LABEL, Layer, OPEN, Origin, SLOTS, START, State, link,
};

/// The steps from a new cell to earlier ones, as bits.
pub(super) const BACK: u8 = 1;
pub(super) const CORNER: u8 = 2;
pub(super) const UP: u8 = 4;
pub(super) const AHEAD: u8 = 8;
const CHOICES: [u8; 11] = [0, 1, 2, 4, 8, 3, 5, 9, 6, 10, 12];

/// The passing of one place.
pub(super) struct Step {
    place: usize,
    /// The column in the lane.
    at: usize,
    /// The cell of the component at the place.
    cell: Option<usize>,
    /// The cells of the slots.
    slots: [usize; SLOTS],
    is_last_of_lane: bool,
    /// The slots whose cells no later cell touches.
    closing: Vec<usize>,
    corner: usize,
    new: usize,
}

impl Step {
    pub(super) fn new(sweep: &Sweep<'_>, place: usize) -> Step {
        let at = place % sweep.across;
        let (corner, new) = (sweep.across, sweep.across + 1);
        let cell = |place: usize| sweep.cells.get(place).copied().flatten();
        let mut slots = [usize::MAX; SLOTS];
        for (column, slot) in slots.iter_mut().enumerate().take(sweep.across) {
            let back = if column < at { at - column } else { at + sweep.across - column };
            *slot = place.checked_sub(back).and_then(cell).unwrap_or(usize::MAX);
        }
        if at > 0 {
            let behind = place.checked_sub(sweep.across + 1);
            slots[corner] = behind.and_then(cell).unwrap_or(usize::MAX);
        }
        slots[new] = cell(place).unwrap_or(usize::MAX);
        let is_last_of_lane = at + 1 == sweep.across;
        let mut closing: Vec<usize> = Vec::new();
        if cell(place).is_some() {
            let columns =
                sweep.steps_back(place).map(|(step, other)| (other, slot_of(step, at, corner)));
            let touched = columns.chain([(place, new)]);
            closing = touched
                .filter(|&(other, _)| sweep.last_touch[other] <= place)
                .map(|(_, slot)| slot)
                .collect();
        }
        Step { place, at, cell: cell(place), slots, is_last_of_lane, closing, corner, new }
    }

    /// All ways on from a state.
    pub(super) fn advance(
        &self,
        sweep: &mut Sweep<'_>,
        state: &State,
        from: u32,
        layer: usize,
        next: &mut Layer,
    ) {
        let choices = if self.cell.is_some() { &CHOICES[..] } else { &CHOICES[..1] };
        for &steps in choices {
            let mut child = state.clone();
            let origin = Origin { before: from, steps };
            match self.take_steps(sweep, &mut child, steps) {
                Fate::Dead => {}
                Fate::Complete => sweep.complete(&child, layer, origin),
                Fate::Open => self.settle(sweep, child, layer, origin, next),
            }
        }
    }

    /// Joins the new cell to earlier ones.
    fn take_steps(&self, sweep: &Sweep<'_>, state: &mut State, steps: u8) -> Fate {
        let Some(cell) = self.cell else { return Fate::Open };
        if steps == 0 {
            state.slots[self.new] = OPEN;
            return Fate::Open;
        }
        let mut ends = [0; 2];
        let mut count = 0;
        for step in [BACK, CORNER, UP, AHEAD] {
            if steps & step == 0 {
                continue;
            }
            let slot = slot_of(step, self.at, self.corner);
            let is_outside = step == BACK && self.at == 0 || step == AHEAD && self.is_last_of_lane;
            if is_outside || state.slots[slot] == CLOSED {
                return Fate::Dead;
            }
            ends[count] = slot;
            count += 1;
        }
        let [one, two] = ends;
        if count == 2 && state.slots[one] >= LABEL && state.slots[one] == state.slots[two] {
            return Fate::Dead;
        }
        state.value += sweep.unit;
        state.tally += sweep.mark(cell);
        let far = self.far_end(sweep, state, one);
        let other = if count == 2 { self.far_end(sweep, state, two) } else { Far::Slot(self.new) };
        link(state, far, other)
    }

    /// Makes a cell of the frontier an inner cell of its piece, and finds the other end of the piece.
    fn far_end(&self, sweep: &Sweep<'_>, state: &mut State, slot: usize) -> Far {
        let code = state.slots[slot];
        if code == OPEN {
            state.value += sweep.unit;
            state.tally += sweep.mark(self.slots[slot]);
            return Far::Slot(slot);
        }
        state.slots[slot] = CLOSED;
        match code {
            START => Far::Start,
            END => Far::End,
            label => {
                let other = state.slots.iter().position(|&code| code == label);
                Far::Slot(other.expect("every piece has two ends"))
            }
        }
    }

    /// Closes the cells that no later cell touches, moves on, and keeps what is still worth it.
    fn settle(
        &self,
        sweep: &mut Sweep<'_>,
        state: State,
        layer: usize,
        origin: Origin,
        next: &mut Layer,
    ) {
        let mut open = vec![state];
        for &slot in &self.closing {
            self.close(sweep, &mut open, slot, layer, origin);
        }
        if origin.steps & AHEAD != 0 {
            // The cell above could only be joined by a step that crosses this one.
            self.close(sweep, &mut open, self.at, layer, origin);
        }
        for mut state in open {
            state.slots[self.corner] = state.slots[self.at];
            state.slots[self.at] = state.slots[self.new];
            state.slots[self.new] = CLOSED;
            if sweep.potential(self.place + 1, &state).is_some_and(|value| value > sweep.best) {
                next.add(sweep.key(&state), state.value, origin);
            }
        }
    }

    /// Closes a slot in all states: its cell stays off the path, or becomes its start or its end.
    fn close(
        &self,
        sweep: &mut Sweep<'_>,
        open: &mut Vec<State>,
        slot: usize,
        layer: usize,
        origin: Origin,
    ) {
        for at in (0..open.len()).rev() {
            let code = open[at].slots[slot];
            if code == CLOSED {
                continue;
            }
            open[at].slots[slot] = CLOSED;
            if code == OPEN {
                continue;
            }
            let state = open.swap_remove(at);
            let has = |code: u8| state.slots.contains(&code);
            let other = state.slots.iter().position(|&other| other == code);
            let (start, end) =
                (sweep.question.starts[self.slots[slot]], sweep.question.ends[self.slots[slot]]);
            if let Some(gain) = start
                && code != START
                && !has(START)
            {
                self.finish(sweep, &state, gain, other, START, open, layer, origin);
            }
            if let Some(gain) = end
                && code != END
                && !has(END)
                && (code == START || !sweep.is_symmetric || has(START))
            {
                self.finish(sweep, &state, gain, other, END, open, layer, origin);
            }
        }
    }

    #[expect(clippy::too_many_arguments)]
    fn finish(
        &self,
        sweep: &mut Sweep<'_>,
        state: &State,
        gain: i64,
        other: Option<usize>,
        role: u8,
        open: &mut Vec<State>,
        layer: usize,
        origin: Origin,
    ) {
        let mut state = state.clone();
        state.value += gain;
        match other {
            // The piece has become the whole path.
            None => {
                if state.slots.iter().all(|&code| code <= OPEN) {
                    sweep.complete(&state, layer, origin);
                }
            }
            Some(other) => {
                state.slots[other] = role;
                open.push(state);
            }
        }
    }
}

/// The slot of the cell to which a step leads.
fn slot_of(step: u8, at: usize, corner: usize) -> usize {
    match step {
        BACK => at.wrapping_sub(1),
        CORNER => corner,
        UP => at,
        _ => at + 1,
    }
}
