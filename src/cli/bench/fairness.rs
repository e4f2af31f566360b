//! What makes times comparable, before and after the runs: cores, the machine's other work, its noise.

use crate::cli::{Failure, Output, interrupt, output};
use crate::lab::campaign::calibrate::{Calibration, CalibrationError, calibrate, work};
use crate::lab::campaign::conditions::{Meter, load};
use crate::lab::campaign::cores::{self, Core};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::record::Machine;

/// The command that does the fixed task once.
const TASK: [&str; 2] = ["bench", "work"];

/// A load beyond the campaign's own that need not be mentioned.
const SMALL_LOAD: f64 = 0.5;

/// Processors that other programs may keep busy without a word.
const FEW_OTHERS: f64 = 0.2;

/// How the runs of a campaign are executed here.
pub(super) struct Fairness {
    /// The number of runs at a time.
    pub(super) workers: usize,
    /// The core of each worker; none if runs are not pinned.
    pub(super) cores: Vec<Core>,
    meter: Meter,
}

impl Fairness {
    /// Chooses the cores, and warns if other programs keep the machine busy.
    pub(super) fn new(workers: usize, pin: bool) -> Fairness {
        let cores = if pin { cores::for_workers(workers) } else { Ok(Vec::new()) };
        let cores = cores.unwrap_or_else(|why| {
            output::warn(&why);
            Vec::new()
        });
        let processors = Machine::here().cores;
        if let Some(load) = load().filter(|load| is_busy(*load, workers, processors)) {
            output::warn(&format!(
                "the machine is busier than this campaign: its load is {load:.2} on {processors} \
                 cores before {workers} at a time begin, so wall times are not comparable"
            ));
        }
        Fairness { workers, cores, meter: Meter::new() }
    }

    /// Warns if other programs kept the machine busy since then.
    pub(super) fn warn_of_others(&self) {
        if let Some(others) = self.meter.others().filter(|others| *others > FEW_OTHERS) {
            output::warn(&format!(
                "other programs kept {others:.1} cores busy on average while the campaign ran; the \
                 records say how many during each run, under conditions"
            ));
        }
    }

    /// Measures the noise of this machine, as the runs will meet it, and stores it.
    pub(super) fn calibrate(&self, folder: &Folder) -> Result<Calibration, Failure> {
        let program = std::env::current_exe().map_err(|error| {
            Failure::Solver(format!("the path of this program is not known: {error}"))
        })?;
        let measured = calibrate((&program, &TASK), self.workers, &self.cores, interrupt::flag());
        let calibration = measured.map_err(|error| match error {
            CalibrationError::File(error) => error.into(),
            CalibrationError::Interrupted => Failure::NotKnown("interrupted".to_owned()),
            CalibrationError::Start(_) | CalibrationError::Failed => {
                Failure::Solver(error.to_string())
            }
        })?;
        calibration.store(folder)?;
        Ok(calibration)
    }
}

/// Whether there is no room for the runs beside what the machine does already.
fn is_busy(load: f64, workers: usize, processors: usize) -> bool {
    load + workers as f64 > processors as f64 + SMALL_LOAD
}

/// Does the fixed task once, and prints its result.
#[derive(clap::Args)]
pub(super) struct WorkArgs {}

pub(super) fn do_work(out: &mut Output) -> Result<crate::cli::Exit, Failure> {
    out.line(format_args!("{:016x}", work()))?;
    Ok(crate::cli::Exit::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_busy_when_the_runs_do_not_fit_beside_its_load() {
        assert!(!is_busy(0.1, 2, 2));
        assert!(is_busy(0.6, 2, 2));
        assert!(!is_busy(1.4, 1, 2));
        assert!(is_busy(2.0, 1, 2));
    }
}
