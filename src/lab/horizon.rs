//! The horizon loop: a model that asks for a plan of exactly so many steps is asked for one length after
//! the other, until there is a plan and all that is shorter is refuted, or until all is refuted.
//!
//! Several lengths may be asked about at once. What a plan makes needless is cancelled.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::process::{Limits, Usage};
use super::solvers::{Answer, AskError, Claim, Reply, Statistics, Stop};

/// The lengths that a solver is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizons {
    /// The shortest.
    pub first: usize,
    /// The longest.
    pub last: usize,
    /// So many at once.
    pub at_once: usize,
}

/// One length: what came of it and what it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// The number of steps.
    pub steps: usize,
    /// What came of it.
    pub result: PhaseResult,
    /// Wall time.
    pub seconds: f64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Memory.
    pub peak_memory: u64,
    /// What the solver tells of its work.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// What came of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseResult {
    /// A plan.
    Plan,
    /// There is no plan of this length.
    Refuted,
    /// It was stopped by a limit.
    Stopped,
    /// It was stopped by the user.
    Interrupted,
    /// It was stopped because a plan made it needless.
    Cancelled,
    /// The solver failed.
    Crashed,
}

impl PhaseResult {
    /// The result as a word.
    pub fn word(self) -> &'static str {
        match self {
            PhaseResult::Plan => "plan",
            PhaseResult::Refuted => "refuted",
            PhaseResult::Stopped => "stopped",
            PhaseResult::Interrupted => "interrupted",
            PhaseResult::Cancelled => "cancelled",
            PhaseResult::Crashed => "crashed",
        }
    }
}

/// What came of the loop.
#[derive(Clone, Debug)]
pub(super) struct Looped {
    /// What is claimed of the lengths that were asked about: of a plan, that none of them is shorter.
    pub(super) claim: Claim,
    /// Below this all that was asked about is refuted.
    pub(super) refuted_below: usize,
    /// What it took.
    pub(super) usage: Usage,
    /// Each length, in ascending order.
    pub(super) phases: Vec<Phase>,
}

/// What decides one length: given the length, what it may use, and a flag that cancels it.
pub(super) type Decide<'a> =
    dyn Fn(usize, Limits, &AtomicBool) -> Result<Reply, AskError> + Sync + 'a;

impl Horizons {
    /// Goes through the lengths; the limits are for all of them together.
    pub(super) fn run(
        &self,
        limits: Limits,
        decide: &Decide<'_>,
        note: &(dyn Fn(&Phase) + Sync),
    ) -> Result<Looped, AskError> {
        let state = Loop {
            horizons: *self,
            limits,
            start: Instant::now(),
            progress: Mutex::new(Progress { next: self.first, ..Progress::default() }),
        };
        std::thread::scope(|scope| {
            for _ in 1..self.at_once {
                scope.spawn(|| state.work(decide, note));
            }
            state.work(decide, note);
        });
        state.finish()
    }
}

struct Loop {
    horizons: Horizons,
    limits: Limits,
    start: Instant,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    next: usize,
    /// The shortest plan so far, and its length.
    plan: Option<(usize, String)>,
    /// The lengths that are being decided, and what cancels each.
    running: BTreeMap<usize, Arc<AtomicBool>>,
    phases: BTreeMap<usize, Phase>,
    /// What stopped lengths that could not be decided.
    trouble: BTreeMap<usize, Claim>,
    error: Option<AskError>,
    cpu: Duration,
}

impl Progress {
    /// Cancels all from a length up, running or not begun.
    fn cancel_from(&mut self, steps: usize) {
        for (_, flag) in self.running.range(steps..) {
            flag.store(true, Ordering::Relaxed);
        }
        self.next = usize::MAX;
    }
}

impl Loop {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().expect("no thread panics")
    }

    fn work(&self, decide: &Decide<'_>, note: &(dyn Fn(&Phase) + Sync)) {
        while let Some((steps, limits, flag)) = self.begin() {
            let reply = decide(steps, limits, &flag);
            self.end(steps, reply, flag.load(Ordering::Relaxed), note);
        }
    }

    /// The next length to be decided, with what it may use.
    fn begin(&self) -> Option<(usize, Limits, Arc<AtomicBool>)> {
        let mut progress = self.progress();
        let steps = progress.next;
        if steps > self.horizons.last {
            return None;
        }
        progress.next += 1;
        let flag = Arc::new(AtomicBool::new(false));
        progress.running.insert(steps, Arc::clone(&flag));
        let at_once = self.horizons.at_once.max(1) as u64;
        let limits = Limits {
            wall: self.limits.wall.map(|limit| limit.saturating_sub(self.start.elapsed())),
            cpu: self.limits.cpu.map(|limit| limit.saturating_sub(progress.cpu)),
            memory: self.limits.memory.map(|limit| limit / at_once),
            ..self.limits
        };
        Some((steps, limits, flag))
    }

    fn end(
        &self,
        steps: usize,
        reply: Result<Reply, AskError>,
        is_cancelled: bool,
        note: &(dyn Fn(&Phase) + Sync),
    ) {
        let mut progress = self.progress();
        progress.running.remove(&steps);
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) => {
                progress.error.get_or_insert(error);
                progress.cancel_from(0);
                return;
            }
        };
        progress.cpu += reply.usage.cpu;
        let result = match reply.answer {
            Answer::Plan { text, .. } => {
                if progress.plan.as_ref().is_none_or(|(shortest, _)| steps < *shortest) {
                    progress.plan = Some((steps, text));
                }
                progress.cancel_from(steps + 1);
                PhaseResult::Plan
            }
            Answer::None => PhaseResult::Refuted,
            Answer::Stopped { by: Stop::User, .. } if is_cancelled => PhaseResult::Cancelled,
            Answer::Stopped { by, best } => {
                progress.trouble.insert(steps, Claim::Stopped { by, best });
                progress.cancel_from(steps + 1);
                match by {
                    Stop::User => PhaseResult::Interrupted,
                    Stop::Time | Stop::Memory => PhaseResult::Stopped,
                }
            }
            Answer::Crashed(how) => {
                let how = format!("asked for a plan of length {steps}, {how}");
                progress.trouble.insert(steps, Claim::Crashed { how, best: None });
                progress.cancel_from(steps + 1);
                PhaseResult::Crashed
            }
        };
        let phase = Phase {
            steps,
            result,
            seconds: reply.usage.wall.as_secs_f64(),
            cpu_seconds: reply.usage.cpu.as_secs_f64(),
            peak_memory: reply.usage.peak_memory,
            statistics: reply.statistics,
        };
        note(&phase);
        progress.phases.insert(steps, phase);
    }

    fn finish(self) -> Result<Looped, AskError> {
        let usage_wall = self.start.elapsed();
        let Progress { plan, phases, trouble, error, cpu, .. } =
            self.progress.into_inner().expect("no thread panics");
        if let Some(error) = error {
            return Err(error);
        }
        let is_refuted =
            |steps: &usize| phases.get(steps).is_some_and(|it| it.result == PhaseResult::Refuted);
        let refuted_below =
            (self.horizons.first..=self.horizons.last).find(|steps| !is_refuted(steps));
        let refuted_below = refuted_below.unwrap_or(self.horizons.last + 1);
        let claim = match (plan, trouble.into_values().next()) {
            (Some((steps, text)), _) if steps == refuted_below => {
                Claim::Plan { text, length: Some(steps), optimal: true }
            }
            (Some((_, best)), Some(Claim::Stopped { by, .. })) => {
                Claim::Stopped { by, best: Some(best) }
            }
            (Some((_, best)), Some(Claim::Crashed { how, .. })) => {
                Claim::Crashed { how, best: Some(best) }
            }
            (_, Some(trouble)) => trouble,
            (Some((steps, text)), None) => {
                Claim::Plan { text, length: Some(steps), optimal: false }
            }
            (None, None) => Claim::Refuted,
        };
        // Those that ran together may have held their peaks together.
        let mut peaks: Vec<u64> = phases.values().map(|phase| phase.peak_memory).collect();
        peaks.sort_unstable_by(|a, b| b.cmp(a));
        let peak_memory = peaks.iter().take(self.horizons.at_once.max(1)).sum();
        let usage = Usage { wall: usage_wall, cpu, peak_memory };
        Ok(Looped { claim, refuted_below, usage, phases: phases.into_values().collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solver to which every length takes a while, unless it is cancelled; plans have these lengths.
    fn looped(horizons: Horizons, plans: &[usize], stops: &[usize]) -> Looped {
        let decide = |steps: usize, _: Limits, cancelled: &AtomicBool| {
            let start = Instant::now();
            let takes = Duration::from_millis(if plans.contains(&steps) { 20 } else { 60 });
            let mut answer = match (plans.contains(&steps), stops.contains(&steps)) {
                (true, _) => Answer::Plan { text: steps.to_string(), is_final: true },
                (_, true) => Answer::Stopped { by: Stop::Memory, best: None },
                (_, _) => Answer::None,
            };
            while start.elapsed() < takes {
                if cancelled.load(Ordering::Relaxed) {
                    answer = Answer::Stopped { by: Stop::User, best: None };
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            let usage = Usage { wall: start.elapsed(), cpu: takes, peak_memory: 1 };
            Ok(Reply { answer, usage, statistics: Statistics::default() })
        };
        horizons.run(Limits::default(), &decide, &|_| ()).unwrap()
    }

    fn results(looped: &Looped) -> Vec<(usize, &'static str)> {
        looped.phases.iter().map(|phase| (phase.steps, phase.result.word())).collect()
    }

    #[test]
    fn lengths_are_refuted_until_there_is_a_plan() {
        let looped = looped(Horizons { first: 2, last: 9, at_once: 1 }, &[4, 5], &[]);
        assert_eq!(results(&looped), [(2, "refuted"), (3, "refuted"), (4, "plan")]);
        let plan = Claim::Plan { text: "4".into(), length: Some(4), optimal: true };
        assert_eq!(looped.claim, plan);
        assert_eq!(looped.refuted_below, 4);
    }

    #[test]
    fn without_a_plan_all_is_refuted() {
        let looped = looped(Horizons { first: 0, last: 2, at_once: 2 }, &[], &[]);
        assert_eq!((looped.claim, looped.refuted_below), (Claim::Refuted, 3));
        assert_eq!(looped.usage.peak_memory, 2);
    }

    #[test]
    fn what_a_plan_makes_needless_is_cancelled_and_shorter_ones_are_waited_for() {
        let looped = looped(Horizons { first: 1, last: 9, at_once: 3 }, &[2], &[]);
        assert_eq!(results(&looped), [(1, "refuted"), (2, "plan"), (3, "cancelled")]);
        assert!(matches!(looped.claim, Claim::Plan { length: Some(2), optimal: true, .. }));
    }

    #[test]
    fn a_plan_above_a_length_that_is_not_decided_is_the_best_so_far() {
        let looped = looped(Horizons { first: 1, last: 9, at_once: 3 }, &[3], &[2]);
        assert_eq!(looped.claim, Claim::Stopped { by: Stop::Memory, best: Some("3".into()) });
        assert_eq!(looped.refuted_below, 2);
    }
}
