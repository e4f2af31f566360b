//! The parts of a PDDL problem: its name, its objects, its facts and its goal.

use super::expression::Expression;
use crate::game::level::ReadError;

/// A fact of the initial state, in lower case because PDDL is not case-sensitive.
pub struct Fact<'a> {
    /// The predicate.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: Vec<&'a str>,
    /// Where it is written.
    pub at: &'a Expression,
}

impl<'a> Fact<'a> {
    /// Reads a fact, which is a list of words. `(= (total-cost) 0)` is not a fact.
    pub fn of(expression: &'a Expression) -> Option<Fact<'a>> {
        let words: Vec<&str> =
            expression.list()?.iter().map(Expression::word).collect::<Option<_>>()?;
        let (&name, arguments) = words.split_first()?;
        Some(Fact { name, arguments: arguments.to_vec(), at: expression })
    }

    /// The `N` arguments.
    ///
    /// # Errors
    /// If the number of arguments is not `N`; `takes` is the message.
    pub fn take<const N: usize>(&self, takes: &str) -> Result<[&'a str; N], ReadError> {
        self.arguments.as_slice().try_into().map_err(|_| self.at.error(takes))
    }
}

/// A problem.
pub struct Problem<'a> {
    /// Its name, as written.
    pub name: &'a str,
    /// The domain that it names.
    pub domain: Option<&'a str>,
    /// The names of its objects, without their types, in order.
    pub objects: Vec<&'a str>,
    /// What is in the initial state.
    pub init: &'a [Expression],
    /// The facts of the initial state.
    pub facts: Vec<Fact<'a>>,
    /// The goal.
    pub goal: &'a Expression,
}

impl<'a> Problem<'a> {
    /// The parts of a problem; `fallback` is the name of one that has none.
    ///
    /// # Errors
    /// If the expression is not a problem.
    pub fn of(root: &'a Expression, fallback: &'a str) -> Result<Problem<'a>, ReadError> {
        let sections =
            root.list().filter(|items| items.first().and_then(Expression::word) == Some("define"));
        let sections = sections.ok_or_else(|| root.error("expected (define …)"))?;
        let section = |name: &str| sections.iter().find(|section| section.head() == Some(name));
        if section("domain").is_some() {
            return Err(root.error("this is a PDDL domain, not a problem"));
        }
        let missing = |what: &str| ReadError::new(format!("the problem has no {what}"));
        let name = section("problem").ok_or_else(|| missing("(problem NAME)"))?;
        let init = section(":init").ok_or_else(|| missing("(:init …)"))?;
        let goal = section(":goal").ok_or_else(|| missing("(:goal …)"))?;
        Ok(Problem {
            name: name.rest().first().and_then(Expression::original).unwrap_or(fallback),
            domain: section(":domain").and_then(|domain| domain.rest().first()?.word()),
            objects: section(":objects").map(names).unwrap_or_default(),
            init: init.rest(),
            facts: init.rest().iter().filter_map(Fact::of).collect(),
            goal: goal.rest().first().ok_or_else(|| goal.error("the goal is empty"))?,
        })
    }

    /// The facts of a predicate.
    pub fn facts(&self, name: &str) -> impl Iterator<Item = &Fact<'a>> {
        self.facts.iter().filter(move |fact| fact.name == name)
    }
}

/// The names in a list of objects: a word after a dash is a type.
fn names(objects: &Expression) -> Vec<&str> {
    let mut is_type = false;
    let mut names = Vec::new();
    for word in objects.rest().iter().filter_map(Expression::word) {
        if !is_type && word != "-" {
            names.push(word);
        }
        is_type = word == "-";
    }
    names
}
