//! The lab: solvers run as processes, limited, measured and checked. It knows no game, only the seam.
//!
//! - [`process`]: a child process under limits;
//! - [`solvers`]: the external solvers, how each is found, called and read;
//! - [`choice`]: which model a solver is given;
//! - [`conformance`]: the suite that every solver is put through;
//! - [`attempt`]: a solver at a level, its claim checked by replay;
//! - [`horizon`]: a model asked about one length of plans after the other;
//! - [`outcome`]: the outcomes of runs;
//! - [`verify`]: a solver and a model, compared with the truth;
//! - [`campaign`]: many runs, each with a record;
//! - [`report`]: the figures that the records of a campaign come to;
//! - [`files`]: level files and other input, read within limits;
//! - [`foreign`]: files that another program wrote, read with caution;
//! - [`fingerprint`]: hashes that identify texts;
//! - [`ledger`]: what is finished, for work that may be interrupted;
//! - [`natural`]: names in the order that people expect;
//! - [`quantity`]: times and sizes as people write them.

pub mod attempt;
pub mod campaign;
pub mod choice;
pub mod conformance;
pub mod files;
pub mod fingerprint;
pub mod foreign;
pub mod horizon;
pub mod ledger;
pub mod natural;
pub mod outcome;
pub mod process;
pub mod quantity;
pub mod report;
pub mod solvers;
pub mod verify;
