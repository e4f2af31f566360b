//! The conditions of a run that its times depend on: where it was pinned, and what else the machine did.

use serde::{Deserialize, Serialize};

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
    /// other runs.
    pub others: Option<f64>,
    /// The share of the time that the host of a virtual machine took from it, from 0 to 1.
    pub stolen: Option<f64>,
    /// The frequency at the end of the run in MHz: of the processor it was pinned to, or the mean.
    pub megahertz: Option<f64>,
    /// How often processors were slowed down because of heat during the run.
    pub throttled: Option<u64>,
}
