//! How far the search for one level is, in words, for the terminal.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::game::search::{FoundPlan, Meter};
use crate::game::{AnyLevel, Measure, Objective};
use crate::lab::horizon::Phase;

/// The callbacks for the time while a level is solved.
pub(super) struct Watched<'a> {
    /// Called by the native solver with better and better plans.
    pub(super) better: &'a mut dyn FnMut(&FoundPlan),
    /// Called with each length that an external solver decides.
    pub(super) note: &'a (dyn Fn(&Phase) + Sync),
    /// Where the native solver shows how far it is.
    pub(super) meter: Option<&'a Meter>,
}

/// What is known so far.
pub(super) struct Watch {
    pub(super) meter: Meter,
    objective: Objective,
    measure: Measure,
    /// The most steps that a plan can have.
    most: Option<usize>,
    /// The best plan, and the latest length decided, in words.
    news: Mutex<News>,
}

#[derive(Default)]
struct News {
    best: Option<String>,
    asked: Option<String>,
}

impl Watch {
    pub(super) fn new(level: &dyn AnyLevel) -> Watch {
        Watch {
            meter: Meter::default(),
            objective: level.objective(),
            measure: level.measure(),
            most: level.longest_plan(),
            news: Mutex::default(),
        }
    }

    fn tell(&self, change: impl FnOnce(&mut News)) {
        change(&mut self.news.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// A better plan was found.
    pub(super) fn found(&self, value: String) {
        self.tell(|news| news.best = Some(value));
    }

    /// A length was decided.
    pub(super) fn asked(&self, phase: &Phase) {
        let length = self.objective.tell_horizon(phase.steps as i64, self.measure);
        let most = self.most.map(|most| format!(" of at most {most}")).unwrap_or_default();
        let words = format!("{length}{most}: {}", phase.result.word());
        self.tell(|news| news.asked = Some(words));
    }

    /// All of it, after this time.
    pub(super) fn words(&self, elapsed: Duration) -> String {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let mut words = String::new();
        if self.meter.bound() > 0 {
            let bound = self.objective.tell(self.meter.bound(), self.measure);
            words += &format!(" · bound: {bound}");
        }
        if let Some(best) = &news.best {
            words += &format!(" · best plan: {best}");
        }
        if let Some(asked) = &news.asked {
            words += &format!(" · {asked}");
        }
        let states = self.meter.states();
        if states > 0 {
            let rate = states as f64 / elapsed.as_secs_f64().max(0.001);
            words += &format!(" · {rate:.0} states/s");
        }
        words
    }
}
