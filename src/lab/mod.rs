//! The lab: solvers run as processes, limited and measured. It knows no game.
//!
//! - [`case`]: a level, as far as the lab has to know it;
//! - [`process`]: a child process under limits;
//! - [`solvers`]: the external solvers, how each is found, called and read;
//! - [`attempt`]: a solver at a level;
//! - [`horizon`]: a model that is asked for one length of plans after the other;
//! - [`outcome`]: what came of a run, once the solver's claim was checked;
//! - [`verify`]: a solver and a model against the truth;
//! - [`campaign`]: many runs, each with a record;
//! - [`quantity`]: times and sizes as people write them;
//! - [`report`]: the figures of a campaign, computed from its records;
//! - [`ledger`]: what is finished, for work that may be interrupted.

pub mod attempt;
pub mod campaign;
pub mod case;
pub mod horizon;
pub mod ledger;
pub mod outcome;
pub mod process;
pub mod quantity;
pub mod report;
pub mod solvers;
pub mod verify;
