//! PDDL as text: problems and plans, without the meaning that a model gives them.
//!
//! - [`expression`]: parenthesised expressions;
//! - [`problem`]: the parts of a problem;
//! - [`plan`]: the actions of a plan.

pub mod expression;
pub mod plan;
pub mod problem;
