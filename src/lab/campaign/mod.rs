//! Campaigns: many runs of solvers on levels, each with a record.
//!
//! - [`spec`]: the campaign file; [`arguments`] and [`order`] are parts of it;
//! - [`build`]: levels, solvers and tasks from a campaign file;
//! - [`task`]: a run to be done;
//! - [`programs`]: the solvers of a campaign, as they are found on this machine;
//! - [`folder`]: the files of a campaign;
//! - [`run`]: a task executed, and its record;
//! - [`schedule`]: many tasks, on this machine;
//! - [`slurm`]: many tasks, on a cluster;
//! - [`record`]: what is known about a run;
//! - [`conditions`]: what the times of a run depend on;
//! - [`calibrate`]: the noise of a machine;
//! - [`cores`]: which core each worker gets;
//! - [`crosscheck`]: what the runs on a level say about each other;
//! - [`status`]: the progress of a campaign;
//! - [`compare`]: two campaigns, run by run;
//! - [`pack`]: a campaign as one archive;
//! - [`machine`]: the machine that runs are made on.

pub mod arguments;
pub mod build;
pub mod calibrate;
pub mod compare;
pub mod conditions;
pub mod cores;
pub mod crosscheck;
pub mod folder;
mod logs;
pub mod machine;
pub mod order;
pub mod pack;
pub mod programs;
pub mod record;
pub mod run;
pub mod schedule;
pub mod slurm;
pub mod spec;
pub mod status;
pub mod task;
