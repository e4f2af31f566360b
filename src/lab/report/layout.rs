//! The tables and figures that the section `report` of a campaign file asks for, in the form of a paper,
//! and the names that they use.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::results::Results;
use crate::game::yaml;

/// What the section `report` of a campaign file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "report: labels, tables, figures")]
pub struct Layout {
    /// What things are called.
    #[serde(default)]
    pub labels: Labels,
    /// The tables, in order.
    #[serde(default)]
    pub tables: Vec<TableLayout>,
    /// The figures, in order.
    #[serde(default)]
    pub figures: Vec<FigureLayout>,
}

/// What solvers, models, variants and configurations are called. What has no label keeps its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    expecting = "labels: solvers, models, variants, configurations"
)]
pub struct Labels {
    /// By the name of the solver.
    pub solvers: BTreeMap<String, String>,
    /// By the name of the model, without variants.
    pub models: BTreeMap<String, String>,
    /// By the variants of a model, in one word.
    pub variants: BTreeMap<String, String>,
    /// By the name of the configuration.
    pub configurations: BTreeMap<String, String>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table: name, form, title, models, solvers, variants, …"
)]
pub struct TableLayout {
    /// The name of its files.
    pub name: String,
    /// Its form.
    pub form: Form,
    /// Its number in the paper.
    pub number: Option<usize>,
    /// Its title.
    pub title: String,
    /// Explains how to read it.
    #[serde(default)]
    pub note: String,
    /// The models, in order; by default all.
    pub models: Option<Vec<String>>,
    /// The solvers, in order; by default all.
    pub solvers: Option<Vec<String>>,
    /// The variants, in order; by default all.
    pub variants: Option<Vec<String>>,
    /// The variants that the others are compared with; by default the first.
    pub base: Option<String>,
    /// The variant whose effect the form `effect` shows, e.g. no-search-order.
    pub effect: Option<String>,
}

/// How a table is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A block for each model, two side by side: solvers with instances solved and PAR2.
    Models,
    /// A block for each model: solvers as rows, variants as columns, as differences from the base.
    Variants,
    /// Models as rows, variants as columns: what adding another variant changes.
    Effect,
    /// Variants as columns: scores, and below them the differences from the base.
    Versions,
}

/// A cumulative plot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a figure: name, title, classes, configurations")]
pub struct FigureLayout {
    /// The name of its files.
    pub name: String,
    /// Its number in the paper.
    pub number: Option<usize>,
    /// Its title.
    pub title: String,
    /// The classes of levels that it shows; by default all.
    pub classes: Option<Vec<String>>,
    /// The configurations that it shows, by name; by default all.
    pub configurations: Option<Vec<String>>,
}

impl Layout {
    /// Reads the section `report` of a campaign file, and nothing else of it.
    ///
    /// # Errors
    /// If it is not such a section: where and why, in one sentence.
    pub fn read(text: &str) -> Result<Layout, String> {
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            report: Layout,
        }
        let file: File = yaml::read(text).map_err(|error| match error.place {
            Some((line, column)) => format!("line {line}, column {column}: {}", error.reason),
            None => error.reason,
        })?;
        file.report.check()?;
        Ok(file.report)
    }

    /// Checks what the types do not.
    ///
    /// # Errors
    /// If a name is no file name or is used twice, or a table lacks what its form needs.
    pub fn check(&self) -> Result<(), String> {
        let mut names = BTreeSet::new();
        let tables = self.tables.iter().map(|table| &*table.name);
        for name in tables.chain(self.figures.iter().map(|figure| &*figure.name)) {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            if name.is_empty() || name.len() > 60 || !name.bytes().all(is_plain) {
                return Err(format!(
                    "report: {name:?} is not a name: letters, digits and hyphens, at most 60"
                ));
            }
            if !names.insert(name) {
                return Err(format!("report: there are two tables or figures {name}"));
            }
        }
        let lacks_effect =
            |table: &&TableLayout| table.form == Form::Effect && table.effect.is_none();
        match self.tables.iter().find(lacks_effect) {
            Some(table) => Err(format!(
                "report: table {}: the form effect needs a variant, e.g. effect: no-search-order",
                table.name
            )),
            None => Ok(()),
        }
    }
}

fn label<'a>(labels: &'a BTreeMap<String, String>, name: &'a str) -> &'a str {
    labels.get(name).map_or(name, String::as_str)
}

impl Labels {
    /// What a solver is called.
    pub fn solver<'a>(&'a self, name: &'a str) -> &'a str {
        label(&self.solvers, name)
    }

    /// What a model is called.
    pub fn model<'a>(&'a self, name: &'a str) -> &'a str {
        label(&self.models, name)
    }

    /// What the variants of a model are called.
    pub fn variants<'a>(&'a self, name: &'a str) -> &'a str {
        label(&self.variants, name)
    }

    /// What a configuration is called.
    pub fn configuration<'a>(&'a self, name: &'a str) -> &'a str {
        label(&self.configurations, name)
    }
}

impl TableLayout {
    /// The models of the table.
    pub fn models(&self, results: &Results<'_>) -> Vec<String> {
        let all = || results.all_configurations().filter_map(|c| c.base_model());
        self.models.clone().unwrap_or_else(|| distinct(all()))
    }

    /// The solvers of the table.
    pub fn solvers(&self, results: &Results<'_>) -> Vec<String> {
        let has_model = |model: Option<&str>| {
            model.is_some_and(|model| match &self.models {
                Some(models) => models.iter().any(|other| other == model),
                None => true,
            })
        };
        let all = || {
            let with_model = results.all_configurations().filter(|c| has_model(c.base_model()));
            with_model.map(|c| &*c.solver)
        };
        self.solvers.clone().unwrap_or_else(|| distinct(all()))
    }

    /// The variants of the table, the base first.
    pub fn variants(&self, results: &Results<'_>) -> Vec<String> {
        let all = || results.all_configurations().filter_map(|c| c.variants());
        let mut variants = self.variants.clone().unwrap_or_else(|| distinct(all()));
        if let Some(base) = &self.base {
            variants.retain(|name| name != base);
            variants.insert(0, base.clone());
        }
        variants
    }
}

/// The distinct names, in the order in which they first occur.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        if !distinct.iter().any(|other| other == name) {
            distinct.push(name.to_owned());
        }
    }
    distinct
}

/// A word with another variant added to it.
pub fn with_variant(variants: &str, added: &str) -> String {
    if variants == "plain" { added.to_owned() } else { format!("{variants}-{added}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_names_its_errors() {
        let report = |text: &str| Layout::read(&format!("levels: [a]\nreport: {text}\n"));
        assert_eq!(Layout::read("levels: [a]\n"), Ok(Layout::default()));
        let table = "{name: t, form: effect, title: T}";
        for (text, expected) in [
            ("{lables: {}}", "line 2, column 10: report: unknown field `lables`"),
            ("{tables: [{name: ../t, form: models, title: T}]}", "\"../t\" is not a name"),
            ("{tables: [{name: t, form: round, title: T}]}", "unknown variant `round`"),
            (&format!("{{tables: [{table}]}}"), "table t: the form effect needs a variant"),
            ("{figures: [{name: f, title: A}, {name: f, title: B}]}", "two tables or figures f"),
        ] {
            let error = report(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn what_has_no_label_keeps_its_name() {
        let labels = "labels: {solvers: {savilerow-kissat: SAT}}";
        let layout = Layout::read(&format!("report: {{{labels}}}")).unwrap();
        assert_eq!(layout.labels.solver("savilerow-kissat"), "SAT");
        assert_eq!(layout.labels.solver("symk"), "symk");
        assert_eq!(with_variant("plain", "dead-end"), "dead-end");
    }
}
