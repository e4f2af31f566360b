//! The models of the literature, rendered from a level: a context for each template.
//!
//! The text of a model is in `templates/`, nothing of it is here.
//!
//! - [`constraint`]: the constraint models, whatever their language;
//! - [`essence_prime`]: the constraint models in Essence Prime, and the generators of boards;
//! - [`minizinc`]: the constraint models in MiniZinc;
//! - [`pddl`]: the planning models, Direct and Granular;
//! - [`variants`]: what the constraint models can be varied in.

pub mod constraint;
pub mod essence_prime;
pub mod minizinc;
pub mod pddl;
pub mod variants;
