//! Hints: what to play next in a position, and why.

/// A kind of hint that a game offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintKind {
    /// Its name, which is an option of the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What it recommends.
    pub answer: Answer,
}

/// What a hint recommends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The first step of a best plan.
    Plan,
    /// The best single step.
    Step {
        /// What its value measures.
        measure: &'static str,
        /// What a proof of it says.
        proof: &'static str,
    },
}

impl HintKind {
    /// The first step of a best plan.
    pub const PLAN: HintKind =
        HintKind { name: "plan", about: "The first step of a best plan", answer: Answer::Plan };
}
