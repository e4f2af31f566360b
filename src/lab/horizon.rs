//! The horizon loop: a model that asks for a plan of a given length is asked about one length after the
//! other, until there is a plan and every shorter length is refuted, or until every length is refuted.
//!
//! Several lengths may be asked about in parallel. A plan cancels all longer lengths.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::attempt::Claim;
use super::process::{Limits, Usage};
use super::solvers::{AskError, Reply, Response, Statistics, Stop};

/// The lengths to ask a solver about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizons {
    /// The shortest.
    pub first: usize,
    /// The longest.
    pub last: usize,
    /// The number of lengths to ask about in parallel.
    pub at_once: usize,
}

/// One length: its result and what it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// The length: a number of steps, or a value.
    #[serde(rename = "length", alias = "steps")]
    pub steps: usize,
    /// The result.
    pub result: PhaseResult,
    /// Wall time.
    pub seconds: f64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Memory.
    pub peak_memory: u64,
    /// What the solver reports about its work.
    #[serde(flatten)]
    pub statistics: Statistics,
}

/// The result of one length.
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
    /// It was cancelled because a shorter plan was found.
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

/// The result of the loop.
#[derive(Clone, Debug)]
pub(super) struct LoopResult {
    /// The claim about the lengths asked about: an optimal plan is the shortest among them.
    pub(super) claim: Claim,
    /// Every length asked about below this is refuted.
    pub(super) refuted_below: usize,
    /// The resources it took.
    pub(super) usage: Usage,
    /// Each length, in ascending order.
    pub(super) phases: Vec<Phase>,
}

/// Decides one length, given its limits and a flag that cancels it.
pub(super) type Decide<'a> =
    dyn Fn(usize, Limits, &AtomicBool) -> Result<Reply, AskError> + Sync + 'a;

impl Horizons {
    /// Asks about the lengths; the limits are for all of them together.
    pub(super) fn run(
        &self,
        limits: Limits,
        decide: &Decide<'_>,
        note: &(dyn Fn(&Phase) + Sync),
    ) -> Result<LoopResult, AskError> {
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
    /// The lengths being decided, and the flag that cancels each.
    running: BTreeMap<usize, Arc<AtomicBool>>,
    phases: BTreeMap<usize, Phase>,
    /// Why lengths could not be decided.
    trouble: BTreeMap<usize, Claim>,
    error: Option<AskError>,
    cpu: Duration,
}

impl Progress {
    /// Cancels all lengths from this one up, running or not started.
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

    /// The next length to decide, with its limits.
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
        let result = match reply.response {
            Response::Plan { text, .. } => {
                if progress.plan.as_ref().is_none_or(|(shortest, _)| steps < *shortest) {
                    progress.plan = Some((steps, text));
                }
                progress.cancel_from(steps + 1);
                PhaseResult::Plan
            }
            Response::NoPlan => PhaseResult::Refuted,
            Response::Stopped { by: Stop::User, .. } if is_cancelled => PhaseResult::Cancelled,
            Response::Stopped { by, best } => {
                progress.trouble.insert(steps, Claim::Stopped { by, best });
                progress.cancel_from(steps + 1);
                match by {
                    Stop::User => PhaseResult::Interrupted,
                    Stop::Time | Stop::Memory => PhaseResult::Stopped,
                }
            }
            Response::Crashed(how) => {
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

    fn finish(self) -> Result<LoopResult, AskError> {
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
                Claim::Stopped { by, best: vec![best] }
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
        // Lengths that ran in parallel may have peaked at the same time.
        let mut peaks: Vec<u64> = phases.values().map(|phase| phase.peak_memory).collect();
        peaks.sort_unstable_by(|a, b| b.cmp(a));
        let peak_memory = peaks.iter().take(self.horizons.at_once.max(1)).sum();
        let usage = Usage { wall: usage_wall, cpu, peak_memory };
        Ok(LoopResult { claim, refuted_below, usage, phases: phases.into_values().collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the loop with a solver that takes a while for every length unless it is cancelled, and that
    /// finds plans of the given lengths.
    fn run_loop(horizons: Horizons, plans: &[usize], stops: &[usize]) -> LoopResult {
        let decide = |steps: usize, _: Limits, cancelled: &AtomicBool| {
            let start = Instant::now();
            let takes = Duration::from_millis(if plans.contains(&steps) { 20 } else { 60 });
            let mut response = match (plans.contains(&steps), stops.contains(&steps)) {
                (true, _) => Response::Plan { text: steps.to_string(), is_final: true },
                (_, true) => Response::Stopped { by: Stop::Memory, best: Vec::new() },
                (_, _) => Response::NoPlan,
            };
            while start.elapsed() < takes {
                if cancelled.load(Ordering::Relaxed) {
                    response = Response::Stopped { by: Stop::User, best: Vec::new() };
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            let usage = Usage { wall: start.elapsed(), cpu: takes, peak_memory: 1 };
            Ok(Reply { response, bound: None, usage, statistics: Statistics::default() })
        };
        horizons.run(Limits::default(), &decide, &|_| ()).unwrap()
    }

    fn results(result: &LoopResult) -> Vec<(usize, &'static str)> {
        result.phases.iter().map(|phase| (phase.steps, phase.result.word())).collect()
    }

    #[test]
    fn lengths_are_refuted_until_a_plan_is_found() {
        let result = run_loop(Horizons { first: 2, last: 9, at_once: 1 }, &[4, 5], &[]);
        assert_eq!(results(&result), [(2, "refuted"), (3, "refuted"), (4, "plan")]);
        let plan = Claim::Plan { text: "4".into(), length: Some(4), optimal: true };
        assert_eq!(result.claim, plan);
        assert_eq!(result.refuted_below, 4);
    }

    #[test]
    fn without_a_plan_every_length_is_refuted() {
        let result = run_loop(Horizons { first: 0, last: 2, at_once: 2 }, &[], &[]);
        assert_eq!((result.claim, result.refuted_below), (Claim::Refuted, 3));
        assert_eq!(result.usage.peak_memory, 2);
    }

    #[test]
    fn a_plan_cancels_longer_lengths_and_waits_for_shorter_ones() {
        let result = run_loop(Horizons { first: 1, last: 9, at_once: 3 }, &[2], &[]);
        assert_eq!(results(&result), [(1, "refuted"), (2, "plan"), (3, "cancelled")]);
        assert!(matches!(result.claim, Claim::Plan { length: Some(2), optimal: true, .. }));
    }

    #[test]
    fn a_plan_above_an_undecided_length_is_only_the_best_so_far() {
        let result = run_loop(Horizons { first: 1, last: 9, at_once: 3 }, &[3], &[2]);
        assert_eq!(result.claim, Claim::Stopped { by: Stop::Memory, best: vec!["3".into()] });
        assert_eq!(result.refuted_below, 2);
    }
}
