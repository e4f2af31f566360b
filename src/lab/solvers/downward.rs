//! What Fast Downward and the planners built on it share: the driver's arguments, exit codes, log.

use std::ffi::OsString;
use std::path::Path;

use super::response::{log, plan};
use super::{Call, Exited, Response, Statistics, Stop, Tool};
use crate::game::language::{DOMAIN, PROBLEM};
use crate::lab::foreign::Unusable;
use crate::lab::process::STDOUT;

/// The file that the planner writes its plan to.
const PLAN: &str = "sas_plan";

/// The driver script as the only tool of a planner. `version` extracts the version from the output
/// of `--version`, which includes that of Fast Downward.
pub(super) fn driver(
    name: &'static str,
    variable: &'static str,
    programs: &'static [&'static str],
    installation: &'static str,
    version: fn(&str) -> Option<String>,
) -> Vec<Tool<'static>> {
    let version = Box::new(version);
    let version_arguments: &[&[&str]] = &[&["--version"]];
    let lack = "it does not report its version".to_owned();
    vec![Tool { name, variable, programs, installation, version_arguments, version, lack }]
}

/// The driver's arguments for a search such as `astar(blind())` or an alias such as `lama-first`.
pub(super) fn arguments(call: &Call<'_>) -> Vec<OsString> {
    let search = call.search.unwrap_or_default();
    let mut arguments: Vec<String> = vec!["--plan-file".into(), PLAN.into()];
    if let Some(bytes) = call.limits.memory {
        // The driver's limit is on address space, in MiB, in addition to our own limit.
        let mebibytes = (bytes >> 20).max(1);
        arguments.extend(["--overall-memory-limit".into(), format!("{mebibytes}M")]);
    }
    arguments.extend(call.options.iter().cloned());
    let is_alias = !search.contains('(');
    if is_alias {
        arguments.extend(["--alias".into(), search.into()]);
    }
    arguments.extend([DOMAIN.into(), PROBLEM.into()]);
    if !is_alias {
        arguments.extend(["--search".into(), search.into()]);
    }
    arguments.into_iter().map(OsString::from).collect()
}

/// Interprets the exit code of the driver.
///
/// `is_complete`: whether the planner has exhausted the search space when it exits with code 12,
/// "search incomplete, no solution found".
pub(super) fn read(exit: &Exited<'_>, is_complete: bool) -> Result<Response, Unusable> {
    let best = || best(exit.directory);
    // A plan file that was being written when the planner was stopped need not be usable.
    let stopped =
        |by| Response::Stopped { by, best: best().unwrap_or_default().into_iter().collect() };
    Ok(match exit.code {
        // 1 to 3: a limit ended the search for better plans after at least one was found.
        0..=3 => match best()? {
            Some(text) => Response::Plan { text, is_final: exit.code == 0 },
            None => Response::Crashed(format!("it exited with {}, but wrote no plan", exit.code)),
        },
        10 | 11 => Response::NoPlan,
        12 if is_complete => Response::NoPlan,
        12 => Response::Crashed("it stopped without a plan and without a proof".to_owned()),
        20 | 22 | 24 => stopped(Stop::Memory),
        21 | 23 => stopped(Stop::Time),
        code => Response::Crashed(exit.failure(match code {
            30 | 32 | 35 => "a critical error",
            31 | 33 | 36 => "it does not accept its input",
            34 | 37 => "it does not support this task",
            _ => "",
        })),
    })
}

/// The cheapest plan that the planner wrote.
pub(super) fn best(directory: &Path) -> Result<Option<String>, Unusable> {
    let numbered = (1..).map(|number: usize| plan(directory, &format!("{PLAN}.{number}")));
    let numbered = numbered.map_while(Result::transpose).collect::<Result<Vec<_>, _>>()?;
    let cost = |plan: &String| -> u64 {
        let comment = plan.lines().rev().find_map(|line| line.strip_prefix("; cost = "));
        comment.and_then(|cost| cost.split(' ').next()?.parse().ok()).unwrap_or(u64::MAX)
    };
    Ok(numbered.into_iter().chain(plan(directory, PLAN)?).min_by_key(cost))
}

/// Statistics on translation and search, read from the log.
pub(super) fn statistics(directory: &Path) -> Statistics {
    parsed(&log(directory, STDOUT).unwrap_or_default())
}

fn parsed(log: &str) -> Statistics {
    // The number after the last occurrence of the label that is followed by one.
    let number = |label: &str| -> Option<&str> {
        let rest = |line| Some(str::split_once(line, label)?.1.trim_start());
        let is_number = |rest: &&str| rest.starts_with(|first: char| first.is_ascii_digit());
        let rest = log.lines().rev().filter_map(rest).find(is_number)?;
        rest.split(|letter: char| !letter.is_ascii_digit() && letter != '.').next()
    };
    let seconds = |label: &str| number(label)?.parse().ok();
    let count = |label: &str| number(label)?.parse().ok();
    Statistics {
        translation_seconds: seconds("Done! ["),
        search_seconds: seconds("Search time:"),
        expanded: count("] Expanded "),
        search_memory: count("Peak memory:").map(|kilobytes: u64| kilobytes.saturating_mul(1024)),
        ..Statistics::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_read_from_the_log() {
        let log = "\
Translator operators: 356
Done! [0.050s CPU, 0.095s wall-clock]
[t=0.004442s, 10680 KB] Plan length: 18 step(s).
[t=0.004442s, 10680 KB] Expanded 684 state(s).
[t=0.004442s, 10680 KB] Expanded until last jump: 353 state(s).
[t=0.004442s, 10680 KB] Search time: 0.000994s
Peak memory: 10680 KB
";
        assert_eq!(
            parsed(log),
            Statistics {
                translation_seconds: Some(0.05),
                search_seconds: Some(0.000994),
                expanded: Some(684),
                search_memory: Some(10680 * 1024),
                ..Statistics::default()
            }
        );
        assert_eq!(parsed("nothing"), Statistics::default());
    }
}
