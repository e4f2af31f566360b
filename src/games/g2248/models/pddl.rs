//! Renders the planning model Cells: one PDDL domain, and a problem for a level whose goal is a number of
//! blocks.
//!
//! Cells are `r1c1`, … on the board and `q1c1`, … above it, where the numbers of a queue wait, the first to
//! come in lowest; `top-c1` ends a column. Numbers are `n2`, `n4`, …, sums `s4`, …, counts of blocks `b0`, ….

use askama::Template;

use super::paths::{Question, greatest_sum};
use super::rendered;
use crate::game::language::pddl_name;
use crate::games::g2248::board::{Cell, Number};
use crate::games::g2248::level::Level;

#[derive(Template)]
#[template(path = "2248/pddl/domain.pddl")]
struct Domain;

/// Renders the domain, the same for every level.
pub fn domain() -> String {
    rendered(&Domain)
}

#[derive(Template)]
#[template(path = "2248/pddl/problem.pddl")]
struct Problem {
    title: String,
    name: String,
    cells: Vec<String>,
    numbers: Vec<String>,
    amounts: Vec<String>,
    counts: Vec<String>,
    /// What the cells have, row by row from the top, as facts.
    board: Vec<Vec<String>>,
    blocks: String,
    /// What does not change about cells and about numbers, as facts.
    grid: Vec<String>,
    arithmetic: Vec<String>,
}

/// Renders the problem for a level.
pub fn problem(level: &Level) -> String {
    let joins = level.longest_plan().unwrap_or(0);
    let question = Question::of(level, joins);
    let most = greatest_sum(level, joins);
    let board = level.board();
    let rows = |row: &Vec<u8>, label: i64| {
        (1..).zip(row).map(|(column, &exponent)| fact(&name(label, column), exponent)).collect()
    };
    let labels = question.top()..;
    let counts = 0..=board.values().len();
    let goal = level.goal().map_or_else(String::new, |goal| format!(", {goal}"));
    rendered(&Problem {
        title: format!("{}: {board}{goal}, in the fewest moves", level.name()),
        name: pddl_name(level.name()),
        cells: cells(&question),
        numbers: (1..=question.greatest).map(number).collect(),
        amounts: (4..=most).step_by(2).map(amount).collect(),
        counts: counts.clone().map(count).collect(),
        board: question.rows.iter().zip(labels).map(|(row, label)| rows(row, label)).collect(),
        blocks: count(board.blocks()),
        grid: grid(level, &question),
        arithmetic: arithmetic(&question, most, counts.end()),
    })
}

fn fact(cell: &str, exponent: u8) -> String {
    match exponent {
        0 => format!("(hole {cell})"),
        exponent => format!("(has {cell} {})", number(exponent)),
    }
}

fn cells(question: &Question) -> Vec<String> {
    let rows = question.top()..=question.height as i64;
    let on_grid = rows.flat_map(|row| (1..=question.width).map(move |column| name(row, column)));
    on_grid.chain((1..=question.width).map(top)).collect()
}

fn grid(level: &Level, question: &Question) -> Vec<String> {
    let (height, first) = (question.height as i64, question.top());
    let on_board = |cell: Cell| name(cell.row as i64, cell.column);
    let mut facts: Vec<String> = Vec::new();
    for cell in level.board().cells() {
        for other in level.board().neighbours(cell) {
            facts.push(format!("(touch {} {})", on_board(cell), on_board(other)));
        }
    }
    facts.push(format!("(first-cell {})", name(height, 1)));
    for column in 1..=question.width {
        for row in (first..=height).rev() {
            let above = if row == first { top(column) } else { name(row - 1, column) };
            facts.push(format!("(above {} {above})", name(row, column)));
        }
        for from in first..height {
            for to in from + 1..=height {
                let kind = if from < 1 && to >= 1 { "comes-in" } else { "same-area" };
                facts.push(format!("({kind} {} {})", name(from, column), name(to, column)));
            }
        }
        facts.push(match column {
            last if last == question.width => format!("(last-column {})", top(column)),
            _ => format!("(next-column {} {})", top(column), name(height, column + 1)),
        });
    }
    facts
}

fn arithmetic(question: &Question, most: u64, blocks: &usize) -> Vec<String> {
    let mut facts = Vec::new();
    let worth = |exponent: u8| 1_u64 << exponent;
    for exponent in 1..=question.greatest {
        facts.push(format!("(follows {} {})", number(exponent), number(exponent)));
        if exponent < question.greatest {
            facts.push(format!("(follows {} {})", number(exponent), number(exponent + 1)));
        }
        if 2 * worth(exponent) <= most {
            facts.push(format!("(twice {} {})", number(exponent), amount(2 * worth(exponent))));
        }
    }
    for sum in (4..=most).step_by(2) {
        let rounded = Number::rounding(sum).exponent();
        if rounded <= question.greatest {
            facts.push(format!("(rounded {} {})", amount(sum), number(rounded)));
        }
        for exponent in (1..=question.greatest).filter(|&exponent| sum + worth(exponent) <= most) {
            let (plus, total) = (number(exponent), amount(sum + worth(exponent)));
            facts.push(format!("(plus {} {plus} {total})", amount(sum)));
        }
    }
    facts.extend(
        (1..=*blocks).map(|next| format!("(successor {} {})", count(next - 1), count(next))),
    );
    facts.extend((0..=question.target as usize).map(|few| format!("(few {})", count(few))));
    facts
}

/// A cell by its row, which is 0, -1, … above the board.
fn name(row: i64, column: usize) -> String {
    if row < 1 { format!("q{}c{column}", 1 - row) } else { format!("r{row}c{column}") }
}

fn top(column: usize) -> String {
    format!("top-c{column}")
}

fn number(exponent: u8) -> String {
    format!("n{}", 1_u64 << exponent)
}

fn amount(sum: u64) -> String {
    format!("s{sum}")
}

fn count(blocks: usize) -> String {
    format!("b{blocks}")
}
