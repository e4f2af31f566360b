//! Makes help texts fit the width of the terminal.

use clap::Command;
use clap::builder::StyledStr;

/// Joins the lines of each paragraph in the help of a command and its subcommands, so that clap
/// wraps them at the width of the terminal.
pub(super) fn flowing(command: Command) -> Command {
    let text = |text: Option<&StyledStr>| text.map(|text| paragraphs(&text.to_string()));
    let short = text(command.get_after_help());
    let long = text(command.get_after_long_help());
    let command = short.into_iter().fold(command, Command::after_help);
    let command = long.into_iter().fold(command, Command::after_long_help);
    command.mut_subcommands(flowing)
}

/// Joins the lines of each paragraph. Indented lines stay as they are.
fn paragraphs(text: &str) -> String {
    let is_flowing = |line: &str| line.starts_with(|first: char| !first.is_whitespace());
    let mut joined = String::with_capacity(text.len());
    let mut previous = "";
    for line in text.lines() {
        if !joined.is_empty() {
            joined.push(if is_flowing(previous) && is_flowing(line) { ' ' } else { '\n' });
        }
        joined.push_str(line);
        previous = line;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraph_lines_are_joined_but_indented_lines_are_not() {
        let text = "Examples:\n  $ plotgen a\n  $ plotgen b\n\nThis goes\non.\n\nTable:\n  x  y";
        let flowing = "Examples:\n  $ plotgen a\n  $ plotgen b\n\nThis goes on.\n\nTable:\n  x  y";
        assert_eq!(paragraphs(text), flowing);
    }
}
