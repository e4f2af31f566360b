//! Runs the examples in the README and in the help texts and compares their output.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic and print")]

use std::path::Path;
use std::process::Command;

#[test]
fn the_examples_in_the_readme_print_the_output_shown() {
    trycmd::TestCases::new().case("README.md");
}

/// Runs a line in a shell, from the root of the project, with `plotgen` on PATH.
fn shell(line: &str) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_plotgen")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The examples in a help text: each line that starts with `$`, with the output shown below it, if
/// any.
fn examples(help: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in help.lines() {
        if let Some(command) = line.strip_prefix("  $ ") {
            examples.push((command.to_owned(), Vec::new()));
            inside = true;
        } else if inside && line.starts_with("  ") {
            let printed = &mut examples.last_mut().unwrap().1;
            printed.push(line[2..].trim_end().to_owned());
        } else {
            inside = false;
        }
    }
    examples
}

#[test]
fn the_examples_in_the_help_texts_print_the_output_shown() {
    let commands = shell("plotgen --help");
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut compared = 0;
    for command in commands.filter(|name| name.chars().all(char::is_alphabetic) && name.len() > 2) {
        for (line, expected) in examples(&shell(&format!("plotgen {command} --help"))) {
            if expected.is_empty() {
                continue;
            }
            compared += 1;
            let printed = shell(&line);
            let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
            // A first line `…` stands for omitted output.
            let (expected, printed) = match expected.split_first() {
                Some((first, rest)) if first == "…" => {
                    (rest, &printed[printed.len().saturating_sub(rest.len())..])
                }
                Some(_) | None => (&expected[..], &printed[..]),
            };
            assert_eq!(printed, expected, "plotgen {command} --help: {line}");
        }
    }
    assert!(compared >= 4, "only {compared} examples with output found");
}
