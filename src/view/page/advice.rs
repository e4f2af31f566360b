//! What the native solvers know about a position: best plans, verdicts on moves, hints, and how hard a
//! level is. Every search ends after a given time with what it knows by then.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::Host;
use super::position::words;
use super::request::{Place, Refusal};
use crate::game::hint::Answer;
use crate::game::search::{Defect, Finding, FoundPlan, Meter, SearchResult};
use crate::game::words::Noun;
use crate::game::{AnyLevel, AnyPosition, Budget, Measure, Objective};

/// The memory of a search. Pages are given little.
const MEMORY: usize = 200_000_000;
/// How often a search reports, in seconds.
const REPORT: f64 = 0.2;
/// The greatest number of states that are counted.
const MOST_STATES: usize = 150_000;

/// A search with a time limit, which reports how far it is.
struct Watch<'a> {
    host: Host<'a>,
    end: f64,
    /// When it reported last, as the bits of a number of seconds.
    reported: AtomicU64,
    meter: Meter,
}

/// How far a search is.
#[derive(Serialize)]
struct Progress {
    states: u64,
    bound: i64,
    best: Option<i64>,
}

impl<'a> Watch<'a> {
    fn new(host: Host<'a>, seconds: f64) -> Watch<'a> {
        let now = (host.now)();
        let reported = AtomicU64::new(now.to_bits());
        Watch { host, end: now + seconds, reported, meter: Meter::default() }
    }

    fn is_over(&self) -> bool {
        let now = (self.host.now)();
        if now - f64::from_bits(self.reported.load(Ordering::Relaxed)) > REPORT {
            self.reported.store(now.to_bits(), Ordering::Relaxed);
            self.report(None);
        }
        now >= self.end
    }

    fn report(&self, best: Option<i64>) {
        let progress = Progress { states: self.meter.states(), bound: self.meter.bound(), best };
        if let Ok(text) = serde_json::to_string(&progress) {
            (self.host.tell)(&text);
        }
    }

    /// Solves a level: with the native solver of its game, or by the rules alone.
    fn solve(&self, level: &dyn AnyLevel) -> Result<SearchResult, Refusal> {
        let stop = || self.is_over();
        let budget = Budget { threads: 1, memory: MEMORY, stop: &stop, meter: Some(&self.meter) };
        let solved = level.solve(&budget, &mut |plan| self.report(Some(plan.value)));
        let result = solved.unwrap_or_else(|| Ok(level.explore(&budget)));
        result.map_err(|Defect(sentence)| Refusal(sentence))
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Outcome {
    /// It can be won, and the value is the best.
    Wins,
    /// It cannot be won.
    Loses,
    /// The time was over before there was an answer.
    Open,
}

/// The best plan from a position, as far as it is known.
#[derive(Serialize)]
pub struct Solution {
    outcome: Outcome,
    /// The value of the best plan known, with that of the steps before it that were asked about.
    value: Option<i64>,
    /// No plan has a better value.
    bound: Option<i64>,
    /// For a badge: `4`, `≥4`, `✕`.
    badge: String,
    /// In words.
    told: String,
    /// The plan.
    steps: Vec<String>,
    states: u64,
}

impl Solution {
    fn lost(states: u64, noun: Noun) -> Solution {
        Solution {
            outcome: Outcome::Loses,
            value: None,
            bound: None,
            badge: "✕".to_owned(),
            told: format!("no {} can win any more", noun.many),
            steps: Vec::new(),
            states,
        }
    }

    fn of(result: &SearchResult, extra: i64, level: &dyn AnyLevel) -> Solution {
        let (objective, measure) = (level.objective(), level.measure());
        let plan = result.finding.plan();
        let value = plan.map(|plan| plan.value + extra);
        let bound = result.bound.saturating_add(extra);
        let steps = plan.map(|plan| plan.steps.clone()).unwrap_or_default();
        let (outcome, badge, told) = match &result.finding {
            Finding::Unsolvable(_) => return Solution::lost(result.states, measure.step),
            Finding::Optimal(plan) => {
                let value = plan.value + extra;
                (Outcome::Wins, value.to_string(), objective.tell(value, measure))
            }
            Finding::Open { best, .. } => open(best.as_ref(), extra, bound, objective, measure),
        };
        let bound = (bound != i64::MAX).then_some(bound);
        Solution { outcome, value, bound, badge, told, steps, states: result.states }
    }
}

/// What is known when the time is over.
fn open(
    best: Option<&FoundPlan>,
    extra: i64,
    bound: i64,
    objective: Objective,
    measure: Measure,
) -> (Outcome, String, String) {
    let is_bounded = bound != i64::MAX && bound != 0;
    let (sign, side) =
        if objective.is_more_better() { ("≤", "at most") } else { ("≥", "at least") };
    let proved = if is_bounded {
        format!("{side} {}", objective.tell(bound, measure))
    } else {
        "nothing proved yet".to_owned()
    };
    let found = match best {
        Some(plan) => format!("best found {}", objective.tell(plan.value + extra, measure)),
        None => "none found yet".to_owned(),
    };
    let badge = if is_bounded { format!("{sign}{bound}") } else { "?".to_owned() };
    (Outcome::Open, badge, format!("{proved}, {found}"))
}

/// The best plan from a position, or after another step; then the value counts that step.
pub fn solved(
    place: &Place,
    word: Option<&str>,
    seconds: f64,
    host: Host<'_>,
) -> Result<Solution, Refusal> {
    let level = place.level()?;
    level.check_goal()?;
    let (position, _) = place.position(&level)?;
    judged(level.as_ref(), position.as_ref(), word, &Watch::new(host, seconds))
}

fn judged(
    level: &dyn AnyLevel,
    position: &dyn AnyPosition,
    word: Option<&str>,
    watch: &Watch<'_>,
) -> Result<Solution, Refusal> {
    let noun = level.game().step();
    let (after, value) = match word {
        None => (position.copy(), 0),
        Some(word) => {
            let outcome = position.play(word);
            let outcome = outcome.map_err(|fault| Refusal(format!("{word}: {}", fault.held)))?;
            (outcome.after, outcome.value)
        }
    };
    // A game that ends when the goal is met has nothing to gain from more steps.
    if after.is_won() && !level.objective().is_more_better() {
        let plan = FoundPlan { steps: Vec::new(), value: 0 };
        let result = SearchResult { finding: Finding::Optimal(plan), bound: 0, states: 0 };
        return Ok(Solution::of(&result, value, level));
    }
    let Some(rest) = after.resumed() else { return Ok(Solution::lost(0, noun)) };
    Ok(Solution::of(&watch.solve(rest.as_ref())?, value, level))
}

/// A step that is recommended.
#[derive(Serialize)]
pub struct Recommended {
    step: Option<String>,
    told: String,
}

/// What to play next.
pub fn hint(
    place: &Place,
    kind: &str,
    seconds: f64,
    host: Host<'_>,
) -> Result<Recommended, Refusal> {
    let level = place.level()?;
    let (position, _) = place.position(&level)?;
    let noun = level.game().step();
    let kinds = level.game().hints();
    let kind = kinds.iter().find(|known| known.name == kind);
    let kind = kind.ok_or_else(|| Refusal("there are no such hints".to_owned()))?;
    let none = |told: String| Ok(Recommended { step: None, told });
    if kind.answer == Answer::Plan {
        level.check_goal()?;
        if position.is_won() && !level.objective().is_more_better() {
            return none("the goal is met: there is nothing to play".to_owned());
        }
    }
    let lost = match kind.answer {
        Answer::Plan => format!("no {} from here wins: undo", noun.one),
        Answer::Step { .. } => format!("there is no such {}", noun.one),
    };
    let asked = position.hint(kind).filter(|_| position.has_moves());
    let Some(asked) = asked else { return none(lost) };
    let result = Watch::new(host, seconds).solve(asked.as_ref())?;
    let is_proved = matches!(result.finding, Finding::Optimal(_));
    match result.finding.plan() {
        None if matches!(result.finding, Finding::Unsolvable(_)) => none(lost),
        None => none("no hint in this time: the position is too large".to_owned()),
        Some(plan) => {
            let Some(step) = plan.steps.first() else {
                return none("there is nothing to gain from here".to_owned());
            };
            let proof = if is_proved { "proved best" } else { "the best found so far" };
            let told = match kind.answer {
                Answer::Plan => {
                    let rest = asked.objective().tell(plan.value, asked.measure());
                    format!("{step}: {rest} from here, {proof}")
                }
                Answer::Step { measure, .. } => {
                    format!("{step}: {measure} {}, {proof}", plan.value)
                }
            };
            Ok(Recommended { step: Some(step.clone()), told })
        }
    }
}

/// How hard a level is.
#[derive(Serialize)]
pub struct Difficulty {
    best: Solution,
    /// The first moves that are known to win, and all first moves; `None` if there are too many.
    first: Option<First>,
    /// The states that can be reached, and those from which the level cannot be won.
    states: Option<usize>,
    lost: Option<usize>,
}

/// First moves.
#[derive(Serialize)]
struct First {
    winning: usize,
    /// Whether a move may win is not always known in time.
    open: usize,
    moves: usize,
}

/// Measures a level.
pub fn difficulty(
    level: &dyn AnyLevel,
    seconds: f64,
    host: Host<'_>,
) -> Result<Difficulty, Refusal> {
    level.check_goal()?;
    let start = level.start();
    let best = judged(level, start.as_ref(), None, &Watch::new(host, seconds / 3.0))?;
    let first = match words(start.as_ref()) {
        Some(words) if !start.is_won() => {
            let each = seconds / 3.0 / words.len().max(1) as f64;
            let mut first = First { winning: 0, open: 0, moves: words.len() };
            for word in &words {
                let watch = Watch::new(host, each);
                match judged(level, start.as_ref(), Some(word), &watch)? {
                    Solution { outcome: Outcome::Wins, .. } | Solution { value: Some(_), .. } => {
                        first.winning += 1;
                    }
                    Solution { outcome: Outcome::Open, .. } => first.open += 1,
                    Solution { outcome: Outcome::Loses, .. } => {}
                }
            }
            Some(first)
        }
        Some(_) | None => None,
    };
    let watch = Watch::new(host, seconds / 3.0);
    let stop = || watch.is_over();
    let budget = Budget { threads: 1, memory: MEMORY, stop: &stop, meter: None };
    let survey = level.survey(MOST_STATES, &budget);
    let (states, lost) = (survey.map(|survey| survey.states), survey.map(|survey| survey.lost));
    Ok(Difficulty { best, first, states, lost })
}
