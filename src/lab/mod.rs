//! The lab: solvers run as processes, limited and measured. It knows no game.

pub mod process;
