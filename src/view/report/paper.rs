//! The tables and figures that a campaign file asks for, in the form of a paper: with groups of rows and
//! columns, and names of its own. They go by the section `report` of the file alone.

use askama::Template;

use super::chart::{Chart, Style};
use super::plots::{CumulativeLine, cumulative_chart};
use super::render;
use super::table::{Best, Entry, Value, csv_text, mark_best};
use crate::lab::report::layout::{FigureLayout, Form, Layout, TableLayout, with_variant};
use crate::lab::report::results::{Cell, Results, Standing};

/// What the names of the files begin with.
pub(super) const PREFIX: &str = "paper-";

/// A table with groups of rows and columns.
pub struct Grid {
    /// The name of its files, without extension.
    pub name: String,
    /// Its number in the paper.
    pub number: Option<usize>,
    /// The title.
    pub title: String,
    /// Explains how to read the table, and says what is missing.
    pub note: String,
    /// What is missing from the campaign; empty if it is complete.
    missing: String,
    /// The alignment of each column: l or r.
    alignment: String,
    lines: Vec<Line>,
}

/// The text of a cell, its columns, and its classes.
type HtmlCell = (String, usize, String);

/// A line of a grid.
enum Line {
    /// A rule over the whole width.
    Rule,
    /// Cells, of which some may span several columns.
    Cells { cells: Vec<Spanning>, is_heading: bool },
}

/// A cell, and how many columns it spans.
struct Spanning {
    entry: Entry,
    span: usize,
}

impl Line {
    fn heading(cells: impl IntoIterator<Item = (String, usize)>) -> Line {
        let cell = |(text, span)| Spanning { entry: Value::Text(text).into(), span };
        Line::Cells { cells: cells.into_iter().map(cell).collect(), is_heading: true }
    }

    fn cells(entries: impl IntoIterator<Item = Entry>) -> Line {
        let cell = |entry| Spanning { entry, span: 1 };
        Line::Cells { cells: entries.into_iter().map(cell).collect(), is_heading: false }
    }

    /// Whether a cell of the line spans several columns.
    fn has_groups(&self) -> bool {
        match self {
            Line::Rule => false,
            Line::Cells { cells, .. } => cells.iter().any(|cell| cell.span > 1),
        }
    }

    /// The columns that each group with a text covers, from 1.
    fn groups(&self) -> Vec<(usize, usize)> {
        let Line::Cells { cells, .. } = self else { return Vec::new() };
        let mut column = 1;
        let mut groups = Vec::new();
        for cell in cells {
            if cell.span > 1 {
                groups.push((column, column + cell.span - 1));
            }
            column += cell.span;
        }
        groups
    }
}

impl Grid {
    /// The table as CSV, with the text of a group in its first column.
    pub(super) fn csv(&self) -> String {
        let rows = self.lines.iter().filter_map(|line| match line {
            Line::Rule => None,
            Line::Cells { cells, .. } => Some(padded(cells, Value::exact)),
        });
        csv_text(rows.map(|mut row| {
            row.extend((!self.missing.is_empty()).then(|| self.missing.clone()));
            row
        }))
    }

    /// The table as Markdown, whose first line is the heading.
    pub(super) fn markdown(&self) -> String {
        render(&MarkdownGrid { grid: self })
    }

    /// The table as LaTeX with the package `booktabs`.
    pub(super) fn latex(&self) -> String {
        render(&LatexGrid { grid: self })
    }

    /// The lines as HTML has them: whether it is a heading, and for each cell its text, its columns, and its
    /// classes.
    pub(super) fn rows(&self) -> Vec<(bool, Vec<HtmlCell>)> {
        let row = |line: &Line| match line {
            Line::Rule => None,
            Line::Cells { cells, is_heading } => {
                let mut columns = self.alignment.chars();
                let cell = |cell: &Spanning| {
                    let side = if columns.nth(cell.span - 1) == Some('r') { "n" } else { "" };
                    let best = if cell.entry.is_best { " best" } else { "" };
                    (cell.entry.value.rounded(), cell.span, format!("{side}{best}"))
                };
                Some((*is_heading, cells.iter().map(cell).collect()))
            }
        };
        self.lines.iter().filter_map(row).collect()
    }

    /// The lines of Markdown: a text for each column, and whether it is bold.
    fn texts(&self) -> impl Iterator<Item = Vec<(String, bool)>> {
        self.lines.iter().filter_map(|line| match line {
            Line::Rule => None,
            Line::Cells { cells, is_heading } => {
                let bold = |cell: &Spanning| cell.entry.is_best || *is_heading;
                let texts = cells.iter().flat_map(move |cell| {
                    let empty = std::iter::repeat_with(|| (String::new(), false));
                    let text = cell.entry.value.rounded();
                    let is_bold = bold(cell) && !text.is_empty();
                    std::iter::once((text, is_bold)).chain(empty.take(cell.span - 1))
                });
                Some(texts.collect())
            }
        })
    }
}

fn padded(cells: &[Spanning], text: fn(&Value) -> String) -> Vec<String> {
    let texts = cells.iter().flat_map(|cell| {
        let empty = std::iter::repeat_with(String::new).take(cell.span - 1);
        std::iter::once(text(&cell.entry.value)).chain(empty)
    });
    texts.collect()
}

#[derive(Template)]
#[template(path = "report/grid.md")]
struct MarkdownGrid<'a> {
    grid: &'a Grid,
}

#[derive(Template)]
#[template(path = "report/grid.tex")]
struct LatexGrid<'a> {
    grid: &'a Grid,
}

/// A figure of a paper.
pub struct Figure {
    /// The number in the paper.
    pub number: Option<usize>,
    /// The chart.
    pub chart: Chart,
}

/// The tables that a layout asks for.
pub(super) fn grids(results: &Results<'_>, layout: &Layout) -> Vec<Grid> {
    let grid = |table: &TableLayout| {
        let builder = Builder { results, layout, table };
        let (alignment, mut lines) = match table.form {
            Form::Models => builder.models(),
            Form::Variants => builder.variants(),
            Form::Effect => builder.effect(),
            Form::Versions => builder.versions(),
        };
        if !results.progress.is_complete() {
            for line in &mut lines {
                let Line::Cells { cells, .. } = line else { continue };
                cells.iter_mut().for_each(|cell| cell.entry.is_best = false);
            }
        }
        Grid {
            name: format!("{PREFIX}{}", table.name),
            number: table.number,
            title: table.title.clone(),
            note: note(results, &table.note),
            missing: results.progress.note().unwrap_or_default(),
            alignment,
            lines,
        }
    };
    layout.tables.iter().map(grid).collect()
}

/// A note, preceded by what is missing from the campaign.
fn note(results: &Results<'_>, note: &str) -> String {
    let missing = results.progress.note();
    let parts = missing.as_deref().into_iter().chain([note]);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The figures that a layout asks for.
pub(super) fn figures(results: &Results<'_>, layout: &Layout) -> Vec<Figure> {
    let figure = |figure: &FigureLayout| {
        let is_shown = |cell: &Cell<'_>| {
            let class = &results.levels[results.place(cell.run).0].facts.class;
            figure.classes.as_ref().is_none_or(|classes| classes.contains(class))
        };
        let chosen: Vec<usize> = match &figure.configurations {
            None => results.ranking(),
            Some(names) => {
                let find =
                    |name: &String| results.configurations.iter().position(|c| c.name == *name);
                names.iter().filter_map(find).collect()
            }
        };
        let line = |&index: &usize| {
            let name = layout.labels.configuration(&results.configurations[index].name);
            let cells = results.column(index).filter(is_shown);
            CumulativeLine::new(Style::Nth(index), name, cells)
        };
        let lines: Vec<CumulativeLine<'_>> = chosen.iter().map(line).collect();
        let levels = (0..results.levels.len()).filter(|&level| {
            let class = &results.levels[level].facts.class;
            let is_chosen = figure.classes.as_ref().is_none_or(|all| all.contains(class));
            results.is_common(level) && is_chosen
        });
        let caption = format!("Of {} levels.", levels.count());
        let name = format!("{PREFIX}{}", figure.name);
        let title = figure.title.clone();
        let chart = cumulative_chart(results, &lines, &name, title, caption);
        let chart = match results.progress.note() {
            Some(note) => chart.incomplete(&note),
            None => chart,
        };
        Figure { number: figure.number, chart }
    };
    layout.figures.iter().map(figure).collect()
}

/// What a table of the article calls its scores.
const MEASURES: [&str; 2] = ["Solved Instances", "PAR2 Score"];

struct Builder<'a> {
    results: &'a Results<'a>,
    layout: &'a Layout,
    table: &'a TableLayout,
}

impl Builder<'_> {
    fn text(text: impl Into<String>) -> Entry {
        Value::Text(text.into()).into()
    }

    fn standing(&self, solver: &str, model: &str, variants: Option<&str>) -> Option<Standing> {
        // A column may also be a configuration by its name.
        let named = || self.results.configurations.iter().position(|c| Some(&*c.name) == variants);
        let index = self.results.find(solver, model, variants).or_else(named)?;
        Some(self.results.standing(index)).filter(|standing| standing.levels > 0)
    }

    /// Instances solved, or the PAR2 score.
    fn score(standing: Option<Standing>, is_count: bool) -> Value {
        match standing {
            None => Value::Empty,
            Some(standing) if is_count => Value::Count(standing.answered),
            Some(standing) => Value::seconds(standing.par2),
        }
    }

    /// The difference from a base.
    fn change(standing: Option<Standing>, base: Option<Standing>, is_count: bool) -> Value {
        match (standing, base) {
            (Some(own), Some(base)) if is_count => {
                Value::Change(own.answered as i64 - base.answered as i64)
            }
            (Some(own), Some(base)) => Value::percent(own.par2, base.par2),
            (_, _) => Value::Empty,
        }
    }

    /// A block for each model, two side by side.
    fn models(&self) -> (String, Vec<Line>) {
        let labels = &self.layout.labels;
        let block = |model: &String| {
            let has_model = |solver: &&String| {
                let mut all = self.results.all_configurations();
                all.any(|c| c.solver == **solver && c.base_model() == Some(model))
            };
            let solvers = self.table.solvers(self.results);
            let variants = self.table.variants.as_ref().and_then(|all| all.first());
            let row = |solver: &String| {
                let variants = variants.map(String::as_str);
                let with = |variants| self.standing(solver, model, variants);
                // Models without variants stand beside those that have some.
                let standing = with(variants).or_else(|| with(Some("plain")));
                let scores = [Self::score(standing, true), Self::score(standing, false)];
                let [instances, par2] = scores.map(Entry::from);
                [Self::text(labels.solver(solver)), instances, par2]
            };
            let mut rows: Vec<[Entry; 3]> = solvers.iter().filter(has_model).map(row).collect();
            mark_best(rows.iter_mut().map(|row| &mut row[1]), Best::Most);
            mark_best(rows.iter_mut().map(|row| &mut row[2]), Best::Least);
            (labels.model(model).to_owned(), rows)
        };
        let models = self.table.models(self.results);
        let blocks: Vec<(String, Vec<[Entry; 3]>)> = models.iter().map(block).collect();
        let mut lines = Vec::new();
        for pair in blocks.chunks(2) {
            if !lines.is_empty() {
                lines.push(Line::Rule);
            }
            let filled = || (0..2).map(|side| pair.get(side));
            let title = |block: Option<&(String, _)>| {
                (block.map(|(title, _)| title.clone()).unwrap_or_default(), 3)
            };
            lines.push(Line::heading(filled().map(title)));
            let headings = filled().flat_map(|block| {
                let is_there = block.is_some();
                ["Solver", "Instances", "PAR2"]
                    .map(|text| (if is_there { text.to_owned() } else { String::new() }, 1))
            });
            lines.push(Line::heading(headings));
            lines.push(Line::Rule);
            let height = pair.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0);
            for at in 0..height {
                let cells = filled().flat_map(|block| {
                    let row = block.and_then(|(_, rows)| rows.get(at)).cloned();
                    row.unwrap_or_else(|| [(); 3].map(|()| Self::text("")))
                });
                lines.push(Line::cells(cells));
            }
        }
        ("lrrlrr".to_owned(), lines)
    }

    /// A block for each model: solvers as rows, variants as columns.
    fn variants(&self) -> (String, Vec<Line>) {
        let labels = &self.layout.labels;
        let variants = self.table.variants(self.results);
        let solvers = self.table.solvers(self.results);
        let mut lines = Vec::new();
        for model in self.table.models(self.results) {
            if !lines.is_empty() {
                lines.push(Line::Rule);
            }
            let (model, title) = (&model, labels.model(&model).to_owned());
            lines.push(Line::heading([(String::new(), 2), (title, variants.len())]));
            let names = variants.iter().map(|name| (labels.variants(name).to_owned(), 1));
            let start = [(String::new(), 1), ("Solver".to_owned(), 1)];
            lines.push(Line::heading(start.into_iter().chain(names)));
            for (measure, is_count) in MEASURES.into_iter().zip([true, false]) {
                lines.push(Line::Rule);
                for (at, solver) in solvers.iter().enumerate() {
                    let standing = |name: &String| self.standing(solver, model, Some(name));
                    let base = variants.first().and_then(standing);
                    let others = variants.iter().skip(1).map(standing);
                    let others = others.map(|own| Self::change(own, base, is_count));
                    let mut others: Vec<Entry> = others.map(Entry::from).collect();
                    let zero = if is_count { Value::Change(0) } else { Value::Percent(0.0) };
                    let mut zero = Entry::from(zero);
                    let best = if is_count { Best::Most } else { Best::Least };
                    mark_best(others.iter_mut().chain([&mut zero]), best);
                    let own = Entry { value: Self::score(base, is_count), is_best: zero.is_best };
                    let measure = if at == 0 { measure } else { "" };
                    let names = [measure, labels.solver(solver)].map(Self::text);
                    lines.push(Line::cells(names.into_iter().chain([own]).chain(others)));
                }
            }
        }
        (format!("ll{}", "r".repeat(variants.len())), lines)
    }

    /// Models as rows, variants as columns: the scores with another variant, and what it changes.
    fn effect(&self) -> (String, Vec<Line>) {
        let labels = &self.layout.labels;
        let variants = self.table.variants(self.results);
        let added = self.table.effect.as_deref().unwrap_or_default();
        let title = labels.variants(added).to_owned();
        let names = variants.iter().map(|name| (labels.variants(name).to_owned(), 1));
        let start = [(String::new(), 1), ("Model".to_owned(), 1)];
        let mut lines = vec![
            Line::heading([(String::new(), 2), (title, variants.len())]),
            Line::heading(start.into_iter().chain(names)),
        ];
        let solvers = self.table.solvers(self.results);
        let models = self.table.models(self.results);
        let rows = || solvers.iter().flat_map(|solver| models.iter().map(move |m| (solver, m)));
        for (measure, is_count) in MEASURES.into_iter().zip([true, false]) {
            lines.push(Line::Rule);
            for (at, (solver, model)) in rows().enumerate() {
                let cell = |name: &String| {
                    let base = self.standing(solver, model, Some(name));
                    let own = self.standing(solver, model, Some(&with_variant(name, added)));
                    let change = Self::change(own, base, is_count);
                    match own {
                        Some(own) if is_count && base.is_some() => {
                            Self::text(format!("{}({})", own.answered, change.rounded()))
                        }
                        Some(_) | None => change.into(),
                    }
                };
                let name = match solvers.len() {
                    1 => labels.model(model).to_owned(),
                    _ => format!("{} {}", labels.solver(solver), labels.model(model)),
                };
                let names = [if at == 0 { measure } else { "" }, &name].map(Self::text);
                lines.push(Line::cells(names.into_iter().chain(variants.iter().map(cell))));
            }
        }
        (format!("ll{}", "r".repeat(variants.len())), lines)
    }

    /// Variants as columns: scores, and below them the differences from the base.
    fn versions(&self) -> (String, Vec<Line>) {
        let labels = &self.layout.labels;
        let variants = self.table.variants(self.results);
        let solvers = self.table.solvers(self.results);
        let models = self.table.models(self.results);
        let mut lines = Vec::new();
        let pairs = solvers.iter().flat_map(|solver| models.iter().map(move |m| (solver, m)));
        for (solver, model) in pairs {
            let standing = |name: &String| self.standing(solver, model, Some(name));
            let base = variants.first().and_then(standing);
            let several = solvers.len() * models.len() > 1;
            let of = match several {
                true => format!(" ({}, {})", labels.solver(solver), labels.model(model)),
                false => String::new(),
            };
            let base_name = variants.first().map_or("", |name| labels.variants(name));
            let blocks = [
                (format!("Performance{of}"), false),
                (format!("Relative performance from {base_name}{of}"), true),
            ];
            for (title, is_relative) in blocks {
                if !lines.is_empty() {
                    lines.push(Line::Rule);
                }
                let others = || variants.iter().skip(1);
                let columns = variants.len().saturating_sub(1).max(1);
                lines.push(Line::heading([(String::new(), 1), (title, columns)]));
                let names = others().map(|name| (labels.variants(name).to_owned(), 1));
                lines.push(Line::heading(std::iter::once((String::new(), 1)).chain(names)));
                lines.push(Line::Rule);
                for (measure, is_count) in
                    ["Instances solved", "PAR2 score"].into_iter().zip([true, false])
                {
                    let value = |name: &String| match is_relative {
                        true => Self::change(standing(name), base, is_count),
                        false => Self::score(standing(name), is_count),
                    };
                    let mut entries: Vec<Entry> = others().map(value).map(Entry::from).collect();
                    let best = if is_count { Best::Most } else { Best::Least };
                    mark_best(entries.iter_mut(), best);
                    let name = Self::text(measure);
                    lines.push(Line::cells(std::iter::once(name).chain(entries)));
                }
            }
        }
        (format!("l{}", "r".repeat(variants.len().saturating_sub(1).max(1))), lines)
    }
}
