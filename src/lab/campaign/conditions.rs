//! The conditions of a run that its times depend on: where it was pinned, and what else the machine did.

use std::fs;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::cores::Core;

/// What a machine did during a run, as far as the system says it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// The logical processor that the solver was pinned to; `None` if it was free to move.
    pub processor: Option<usize>,
    /// The other logical processors of that core, which the campaign leaves idle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub siblings: Vec<usize>,
    /// The load average over one minute when the run began.
    pub load: Option<f64>,
    /// How many processors everything else kept busy during the run, on average: other programs and
    /// other runs. `None` for a run that was too short to say.
    pub others: Option<f64>,
    /// The share of the time that the host of a virtual machine took from it, from 0 to 1.
    pub stolen: Option<f64>,
    /// The frequency at the end of the run in MHz: of the processor it was pinned to, or the mean.
    pub megahertz: Option<f64>,
    /// How often processors were slowed down because of heat during the run.
    pub throttled: Option<u64>,
}

/// The kernel counts time in hundredths of a second: over less time, the counts say too little.
const SHORTEST: Duration = Duration::from_millis(200);

/// Watches the machine from its making on.
pub struct Watch {
    core: Option<Core>,
    begun: Instant,
    load: Option<f64>,
    times: Option<Times>,
    throttled: Option<u64>,
}

impl Watch {
    /// Begins to watch. The run will be pinned to this core.
    pub fn new(core: Option<Core>) -> Watch {
        let throttled = throttled(core.as_ref());
        Watch { core, begun: Instant::now(), load: load(), times: Times::now(), throttled }
    }

    /// What the machine did since then, apart from a run that took this much processor time.
    pub fn conditions(self, own: Duration) -> Conditions {
        let elapsed = self.begun.elapsed();
        let times = self.times.zip(Times::now()).filter(|_| elapsed >= SHORTEST);
        let since = times.map(|(before, after)| after.since(&before));
        let now = throttled(self.core.as_ref());
        let megahertz = megahertz(self.core.as_ref().map(|core| core.processor));
        let (processor, siblings) = self.core.map(|core| (core.processor, core.siblings)).unzip();
        Conditions {
            processor,
            siblings: siblings.unwrap_or_default(),
            load: self.load,
            others: since.as_ref().map(|times| rounded(others(times, own, elapsed))),
            stolen: since.as_ref().and_then(Times::stolen).map(rounded),
            megahertz: megahertz.map(f64::round),
            throttled: self.throttled.zip(now).map(|(before, now)| now.saturating_sub(before)),
        }
    }
}

/// Watches the machine during a campaign, for what is not its own work.
pub struct Meter {
    begun: Instant,
    times: Option<Times>,
    own: Option<u64>,
}

impl Meter {
    /// Begins to measure.
    pub fn new() -> Meter {
        Meter { begun: Instant::now(), times: Times::now(), own: own_ticks() }
    }

    /// How many processors were busy with something else than this process and its children, on average;
    /// `None` if the time was too short to say.
    pub fn others(&self) -> Option<f64> {
        let elapsed = self.begun.elapsed();
        if elapsed < Duration::from_secs(2) {
            return None;
        }
        let times = Times::now()?.since(self.times.as_ref()?);
        let own = own_ticks()?.saturating_sub(self.own?);
        Some(others(&times, Duration::from_millis(own * MILLISECONDS_PER_TICK), elapsed))
    }
}

impl Default for Meter {
    fn default() -> Meter {
        Meter::new()
    }
}

/// The unit in which the kernel reports times to programs, on every system that plotgen runs on.
const MILLISECONDS_PER_TICK: u64 = 10;

/// The ticks of all processors.
struct Times {
    busy: u64,
    stolen: u64,
    all: u64,
}

impl Times {
    fn now() -> Option<Times> {
        Times::read(&fs::read_to_string("/proc/stat").ok()?)
    }

    fn read(text: &str) -> Option<Times> {
        let line = text.lines().next()?.strip_prefix("cpu ")?;
        let ticks: Vec<u64> =
            line.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        let at = |index: usize| ticks.get(index).copied().unwrap_or(0);
        // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user and nice.
        let [user, nice, system, idle, waiting, irq, soft_irq, stolen] = std::array::from_fn(at);
        let busy = user + nice + system + irq + soft_irq + stolen;
        Some(Times { busy, stolen, all: busy + idle + waiting })
    }

    fn since(&self, before: &Times) -> Times {
        Times {
            busy: self.busy.saturating_sub(before.busy),
            stolen: self.stolen.saturating_sub(before.stolen),
            all: self.all.saturating_sub(before.all),
        }
    }

    fn stolen(&self) -> Option<f64> {
        (self.all > 0).then(|| self.stolen as f64 / self.all as f64)
    }
}

/// How many processors were busy with something else than a run.
fn others(times: &Times, own: Duration, elapsed: Duration) -> f64 {
    let busy = (times.busy * MILLISECONDS_PER_TICK) as f64 / 1000.0;
    ((busy - own.as_secs_f64()) / elapsed.as_secs_f64()).max(0.0)
}

/// The load average over one minute.
pub fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// The ticks of this process and of the children that it has waited for.
fn own_ticks() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in brackets, and may have spaces.
    let fields = text.rsplit_once(')')?.1;
    let ticks = fields.split_whitespace().skip(11).take(4);
    ticks.map(|field| field.parse::<u64>().ok()).sum()
}

fn throttled(core: Option<&Core>) -> Option<u64> {
    let processor = core.map_or(0, |core| core.processor);
    let folder = format!("/sys/devices/system/cpu/cpu{processor}/thermal_throttle");
    fs::read_to_string(format!("{folder}/core_throttle_count")).ok()?.trim().parse().ok()
}

/// The frequency of a processor, or the mean of all.
fn megahertz(processor: Option<usize>) -> Option<f64> {
    let file = |processor: usize| {
        format!("/sys/devices/system/cpu/cpu{processor}/cpufreq/scaling_cur_freq")
    };
    let kilohertz = fs::read_to_string(file(processor.unwrap_or(0))).ok();
    if let Some(kilohertz) = kilohertz.and_then(|text| text.trim().parse::<f64>().ok()) {
        return Some(kilohertz / 1000.0);
    }
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let lines = text.lines().filter(|line| line.starts_with("cpu MHz"));
    let all: Vec<f64> =
        lines.filter_map(|line| line.split_once(':')?.1.trim().parse().ok()).collect();
    match processor {
        Some(processor) if processor < all.len() => Some(all[processor]),
        Some(_) | None if all.is_empty() => None,
        Some(_) | None => Some(all.iter().sum::<f64>() / all.len() as f64),
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_did_is_what_the_run_did_not() {
        let before = Times::read("cpu  100 0 50 1000 10 0 0 0 0 0\ncpu0 1 2\n").unwrap();
        let after = Times::read("cpu  250 0 100 1080 10 0 0 20 0 0\n").unwrap();
        let times = after.since(&before);
        // 150 + 50 + 20 ticks are 2.2 s, of which the run had 0.7 s, in one second.
        let others = others(&times, Duration::from_millis(700), Duration::from_secs(1));
        assert!((others - 1.5).abs() < 1e-9, "{others}");
        assert_eq!(times.stolen().map(rounded), Some(0.067));
        assert!(Times::read("intr 5").is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_run_that_waits_beside_work_of_others_sees_it() {
        let watch = Watch::new(None);
        let begun = Instant::now();
        let mut number = 0_u64;
        while begun.elapsed() < Duration::from_millis(600) {
            number = number.wrapping_mul(31).wrapping_add(1);
        }
        std::hint::black_box(number);
        let conditions = watch.conditions(Duration::ZERO);
        assert!(conditions.others.unwrap() > 0.3, "{conditions:?}");
        assert!(conditions.load.is_some() && own_ticks().unwrap() > 0);
    }
}
