//! What the runs took: states, time and memory, compared on levels that all configurations answered.

use super::results::{Cell, Results};

/// A resource that runs take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// States or nodes of the search, as the solver reports them.
    Expanded,
    /// Seconds of searching, as the solver reports them.
    Search,
    /// Seconds of translating the model, as the solver reports them.
    Translation,
    /// CPU seconds of the process tree.
    Cpu,
    /// Wall seconds.
    Wall,
    /// Peak memory of the process tree in bytes.
    Memory,
}

impl Resource {
    /// All of them.
    pub const ALL: [Resource; 6] = [
        Resource::Expanded,
        Resource::Search,
        Resource::Translation,
        Resource::Cpu,
        Resource::Wall,
        Resource::Memory,
    ];

    /// What an answered run took of it, if that is known.
    pub fn of(self, cell: Cell<'_>) -> Option<f64> {
        let record = cell.record;
        let statistics = &record.statistics;
        if !record.is_answer() {
            return None;
        }
        match self {
            Resource::Expanded => statistics.expanded.map(|count| count as f64),
            Resource::Search => statistics.search_seconds,
            Resource::Translation => statistics.translation_seconds,
            Resource::Cpu => Some(record.cpu_seconds),
            Resource::Wall => Some(record.seconds),
            Resource::Memory => (record.peak_memory > 0).then_some(record.peak_memory as f64),
        }
    }

    /// The least value that counts: what is below it is not measured, and would spoil the mean.
    fn least(self) -> f64 {
        match self {
            Resource::Search | Resource::Translation | Resource::Cpu | Resource::Wall => 0.001,
            Resource::Expanded | Resource::Memory => 1.0,
        }
    }
}

/// What each configuration took of a resource.
pub struct Usage {
    resource: Resource,
    /// For each configuration, whether it reports the resource at all.
    reports: Vec<bool>,
    /// The levels on which the configurations are compared: those that every configuration that reports
    /// the resource answered.
    pub levels: Vec<usize>,
}

impl Usage {
    /// The use of a resource, on levels that all configurations ran.
    pub fn new(results: &Results<'_>, resource: Resource) -> Usage {
        let all = 0..results.configurations.len();
        let reports: Vec<bool> = all
            .clone()
            .map(|index| results.column(index).any(|cell| resource.of(cell).is_some()))
            .collect();
        let is_compared = |level: &usize| {
            let known = |index: usize| {
                results.cell(*level, index).is_some_and(|cell| resource.of(cell).is_some())
            };
            results.is_common(*level) && all.clone().all(|index| !reports[index] || known(index))
        };
        let levels = (0..results.levels.len()).filter(is_compared).collect();
        Usage { resource, reports, levels }
    }

    /// Whether any configuration reports the resource.
    pub fn is_reported(&self) -> bool {
        self.reports.contains(&true)
    }

    /// The geometric mean of what a configuration took on these levels of the comparison.
    pub fn mean(
        &self,
        results: &Results<'_>,
        configuration: usize,
        levels: &[usize],
    ) -> Option<f64> {
        if !self.reports[configuration] {
            return None;
        }
        let value = |&level: &usize| self.resource.of(results.cell(level, configuration)?);
        let values: Vec<f64> = levels.iter().filter_map(value).collect();
        let sum: f64 = values.iter().map(|value| value.max(self.resource.least()).ln()).sum();
        (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
    }
}
