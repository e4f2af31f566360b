//! Campaigns: many runs of solvers on levels, each with a record.
//!
//! - [`spec`]: the campaign file;
//! - [`task`]: a run that is to be done;
//! - [`folder`]: the files of a campaign;
//! - [`run`]: a task done, and its record written;
//! - [`schedule`]: many of them, on this machine;
//! - [`slurm`]: many of them, on a cluster;
//! - [`record`]: what is known of a run;
//! - [`crosscheck`]: what the runs on a level say of each other;
//! - [`status`]: how far a campaign is;
//! - [`compare`]: two campaigns, run by run;
//! - [`pack`]: a campaign as one archive;
//! - [`machine`]: where runs run.

pub mod compare;
pub mod crosscheck;
pub mod folder;
mod logs;
pub mod machine;
pub mod pack;
pub mod record;
pub mod run;
pub mod schedule;
pub mod slurm;
pub mod spec;
pub mod status;
pub mod task;
