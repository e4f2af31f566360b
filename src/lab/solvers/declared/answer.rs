//! Reads what a declared solver left: its plans, what it says, and numbers.

use std::fs;
use std::path::Path;

use super::declaration::{AnyOf, Condition, Declaration, Optimal, PlanSource};
use crate::lab::foreign::Unusable;
use crate::lab::natural;
use crate::lab::process::{STDERR, STDOUT};
use crate::lab::solvers::response::{log, plan, whole};
use crate::lab::solvers::{Exited, Response, Statistics, Stop};

/// The line after each solution in the standard output of MiniZinc.
const SOLUTION_ENDS: &str = "----------";

/// The most plan files that are read: the last ones.
const MOST_PLANS: usize = 100;

/// What a solver printed.
struct Printed {
    output: String,
    errors: String,
}

impl Printed {
    fn read(directory: &Path) -> Result<Printed, Unusable> {
        Ok(Printed { output: log(directory, STDOUT)?, errors: log(directory, STDERR)? })
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.output.lines().chain(self.errors.lines())
    }
}

/// The answer of a solver that has ended.
pub(super) fn read(declaration: &Declaration, exit: &Exited<'_>) -> Result<Response, Unusable> {
    let printed = Printed::read(exit.directory)?;
    let mut plans = plans(declaration, exit.directory, &printed.output)?;
    let has_plan = !plans.is_empty();
    let holds = |condition: &Condition| holds(condition, exit.code, &printed, has_plan);
    let any = |conditions: &Option<AnyOf>| {
        conditions.as_ref().is_some_and(|conditions| conditions.0.iter().any(holds))
    };
    let minizinc = |line: &str| {
        declaration.reads.prints_as_minizinc() && printed.output.lines().any(|found| found == line)
    };
    let is_unsolvable = match &declaration.unsolvable {
        None => minizinc("=====UNSATISFIABLE====="),
        given => any(given),
    };
    let is_timeout = match &declaration.timeout {
        None => minizinc("=====UNKNOWN====="),
        given => any(given),
    };
    let is_solved = match &declaration.solved {
        None => exit.code == 0 && has_plan,
        given => any(given),
    };
    Ok(if any(&declaration.crashed) {
        Response::Crashed(exit.failure(""))
    } else if any(&declaration.memout) {
        Response::Stopped { by: Stop::Memory, best: plans }
    } else if is_timeout {
        Response::Stopped { by: Stop::Time, best: plans }
    } else if is_unsolvable && has_plan && !reads_all_output(declaration) {
        Response::Crashed("it says that there is no plan, but wrote one".to_owned())
    } else if is_unsolvable {
        Response::NoPlan
    } else if !is_solved {
        Response::Crashed(exit.failure("no answer by its declaration"))
    } else {
        let is_final = match &declaration.optimal {
            Optimal::Always(_) | Optimal::With(_) => true,
            Optimal::When(condition) => holds(condition),
        };
        match plans.pop() {
            Some(text) => Response::Plan { text, is_final },
            None => Response::Crashed("it says that it has a plan, but wrote none".to_owned()),
        }
    })
}

/// The plans that a solver has written so far, the last one last.
pub(super) fn best(declaration: &Declaration, directory: &Path) -> Result<Vec<String>, Unusable> {
    plans(declaration, directory, &log(directory, STDOUT)?)
}

fn holds(condition: &Condition, code: i32, printed: &Printed, has_plan: bool) -> bool {
    let Condition { exit, output, pattern, plan } = condition;
    let contains = |text: &String| printed.lines().any(|line| line.contains(text.as_str()));
    exit.as_ref().is_none_or(|codes| codes.0.iter().any(|known| i32::from(*known) == code))
        && output.as_ref().is_none_or(|texts| texts.0.iter().any(contains))
        && pattern.as_ref().is_none_or(|patterns| {
            patterns.0.iter().any(|pattern| printed.lines().any(|line| pattern.0.is_match(line)))
        })
        && plan.is_none_or(|plan| plan == has_plan)
}

/// Whether all that a solver prints is its plan, so that printing something says nothing.
fn reads_all_output(declaration: &Declaration) -> bool {
    let source = declaration.plan_source();
    source == PlanSource::default() && !declaration.reads.prints_as_minizinc()
}

fn plans(
    declaration: &Declaration,
    directory: &Path,
    output: &str,
) -> Result<Vec<String>, Unusable> {
    let source = declaration.plan_source();
    if source == PlanSource::default() && declaration.reads.prints_as_minizinc() {
        return Ok(solutions(output));
    }
    let texts = match &source.file {
        None => vec![output.to_owned()],
        Some(name) => {
            let names = names(directory, &name.0);
            let last = &names[names.len().saturating_sub(MOST_PLANS)..];
            let texts = last.iter().map(|name| plan(directory, name));
            texts.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
        }
    };
    Ok(texts.iter().flat_map(|text| split(&source, text)).collect())
}

/// The files in the working directory whose names match, in the order that people expect.
fn names(directory: &Path, pattern: &str) -> Vec<String> {
    let Ok(pattern) = glob::Pattern::new(pattern) else { return Vec::new() };
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| pattern.matches(name)).collect();
    names.sort_by(|a, b| natural::natural_order(a, b));
    names
}

/// The plans in a text, without those that have no step.
fn split(source: &PlanSource, text: &str) -> Vec<String> {
    let mut plans = Vec::new();
    // `None` outside of a plan.
    let mut open: Option<String> = source.begins.is_none().then(String::new);
    for line in text.lines() {
        if source.begins.as_ref().is_some_and(|pattern| pattern.0.is_match(line)) {
            let before = open.replace(String::new());
            plans.extend(before.filter(|_| source.ends.is_none()));
        } else if source.ends.as_ref().is_some_and(|pattern| pattern.0.is_match(line)) {
            plans.extend(open.take());
            open = source.begins.is_none().then(String::new);
        } else if let Some(plan) = &mut open {
            let kept = match &source.lines {
                Some(pattern) => pattern.find(line),
                None => Some(line),
            };
            plan.extend(kept.into_iter().flat_map(|line| [line, "\n"]));
        }
    }
    plans.extend(open.filter(|_| source.ends.is_none()));
    plans.retain(|plan| !plan.trim().is_empty());
    plans
}

/// The solutions in the standard output of MiniZinc, without its comments.
fn solutions(output: &str) -> Vec<String> {
    let mut solutions = Vec::new();
    let mut open = String::new();
    for line in output.lines() {
        if line == SOLUTION_ENDS {
            solutions.push(std::mem::take(&mut open));
        } else if !line.starts_with('%') && !line.starts_with("=====") {
            open.extend([line, "\n"]);
        }
    }
    solutions
}

/// The last number that a pattern of the declaration finds.
fn number(declaration: &Declaration, name: &str, printed: &Printed) -> Option<f64> {
    let number = declaration.numbers.get(name)?;
    let found = printed.lines().filter_map(|line| number.pattern.find(line));
    let values = found.filter_map(|text| text.trim().replace(',', "").parse::<f64>().ok());
    values.filter(|value| value.is_finite()).last().map(|value| value * number.scale)
}

/// The bound that a solver has proved.
pub(super) fn bound(declaration: &Declaration, directory: &Path) -> Option<i64> {
    declaration.numbers.get("bound")?;
    whole(number(declaration, "bound", &Printed::read(directory).ok()?)?)
}

/// The numbers that the declaration names: those that every record has, and others.
pub(super) fn statistics(declaration: &Declaration, directory: &Path) -> Statistics {
    let Ok(printed) = Printed::read(directory) else { return Statistics::default() };
    let number = |name: &str| number(declaration, name, &printed);
    let count = |name: &str| number(name).filter(|value| *value >= 0.0).map(|value| value as u64);
    let others = declaration.numbers.keys().filter(|name| !KNOWN.contains(&name.as_str()));
    Statistics {
        translation_seconds: number("translation_seconds"),
        search_seconds: number("search_seconds"),
        expanded: count("expanded"),
        search_memory: count("search_memory"),
        variables: count("variables"),
        constraints: count("constraints"),
        details: others
            .filter_map(|name| Some((name.clone(), number(name)?.to_string())))
            .collect(),
    }
}

/// The numbers that have a place of their own in a record.
const KNOWN: [&str; 7] = [
    "translation_seconds",
    "search_seconds",
    "expanded",
    "search_memory",
    "variables",
    "constraints",
    "bound",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> PlanSource {
        serde_yaml::from_str(text).unwrap()
    }

    #[test]
    fn each_plan_of_an_anytime_solver_is_split_from_its_output() {
        let text = "hello\nplan 1\n1: (a b)\nplan 2\n1: (c)\n2: (d)\n";
        let found = split(&source("{begins: '^plan', lines: '^\\d+: (.*)'}"), text);
        assert_eq!(found, ["(a b)\n", "(c)\n(d)\n"]);
        let text = "chatter\na\ndone\nb\n";
        assert_eq!(split(&source("{ends: done}"), text), ["chatter\na\n"]);
        assert_eq!(split(&source("{begins: x}"), text), [""; 0]);
        assert_eq!(split(&PlanSource::default(), "\n \n"), [""; 0]);
        assert_eq!(split(&source("{begins: '^<', ends: '^>'}"), "<\na\n>\nx\n<\nb\n"), ["a\n"]);
    }

    #[test]
    fn solutions_of_minizinc_are_whole_only_with_the_line_after_them() {
        let output = "%%%mzn-stat: nodes=3\nx = 1;\n----------\nx = 2;\n----------\n==========\nx";
        assert_eq!(solutions(output), ["x = 1;\n", "x = 2;\n"]);
    }
}
