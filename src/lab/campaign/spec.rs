//! The campaign file: which levels, which configurations of solvers, under which limits.
//!
//! What only a game understands, the calls of its level generator and the names of its models and
//! variants, is kept as it is written; [`super::build`] passes it on to the game.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::arguments::ArgumentLists;
use super::order::Order;
use crate::game::values::{Many, text};
use crate::game::yaml;
use crate::lab::choice::Request;
use crate::lab::quantity;
use crate::lab::report::layout::Layout;
use crate::lab::solvers::catalogue::Declarations;

/// A campaign as its file describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a campaign: levels, configurations, limits")]
pub struct Spec {
    /// The game; by default the levels decide.
    pub game: Option<String>,
    /// Solvers that are not built in.
    #[serde(default)]
    pub solvers: Declarations,
    /// The levels.
    #[serde(deserialize_with = "some")]
    pub levels: Vec<Levels>,
    /// The configurations; each entry may stand for several.
    #[serde(deserialize_with = "some")]
    pub configurations: Vec<Configurations>,
    /// The limits of each run.
    #[serde(default)]
    pub limits: SpecLimits,
    /// The number of runs of each configuration at each level.
    #[serde(default = "once")]
    pub repetitions: NonZeroUsize,
    /// The order of the runs.
    #[serde(default)]
    pub order: Order,
    /// The number of runs at a time.
    #[serde(default = "once")]
    pub workers: NonZeroUsize,
    /// Whether each run is pinned to a core of its own, where the machine has enough.
    #[serde(default = "yes")]
    pub pin: bool,
    /// The tables and figures of its report.
    #[serde(default)]
    pub report: Layout,
}

/// Some of the levels.
#[derive(Clone, Debug)]
pub enum Levels {
    /// Files whose names match a pattern.
    Glob(String),
    /// A call of the game's level generator.
    Generate(serde_yaml::Value),
}

/// Configurations: all combinations of the listed values.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a configuration: solver, model, variant, search, options, seed, name"
)]
pub struct Configurations {
    /// Its name in reports, if it is only one configuration.
    pub name: Option<String>,
    /// The solvers.
    solver: Many<String>,
    /// The models; by default the best one for the solver.
    model: Option<Many<String>>,
    /// The variants of the models, by name, each with one or several values.
    variant: Option<BTreeMap<String, Many<Scalar>>>,
    /// How planners search.
    search: Option<Many<String>>,
    /// Further arguments for the solver.
    #[serde(default)]
    options: ArgumentLists,
    /// The seeds; by default the number of the repetition.
    seed: Option<Many<u64>>,
}

impl Configurations {
    /// The number of combinations, if a `usize` can hold it.
    pub fn count(&self) -> Option<usize> {
        let variants = self.variant.iter().flat_map(BTreeMap::values).map(|list| list.0.len());
        let lists = [
            self.solver.0.len(),
            self.model.as_ref().map_or(1, |list| list.0.len()),
            self.search.as_ref().map_or(1, |list| list.0.len()),
            self.options.0.len(),
            self.seed.as_ref().map_or(1, |list| list.0.len()),
        ];
        lists.into_iter().chain(variants).try_fold(1, usize::checked_mul)
    }

    /// Each combination. `order` lists the names of variants: the values of the last one vary fastest.
    ///
    /// # Errors
    /// If there is a variant that is not in the list.
    pub fn each(&self, order: &[&str]) -> Result<Vec<Request>, String> {
        fn or_none<T: Clone>(list: Option<&Many<T>>) -> Vec<Option<T>> {
            list.map_or(vec![None], |list| list.0.iter().cloned().map(Some).collect())
        }
        let variants = match &self.variant {
            Some(lists) => combinations(lists, order)?.into_iter().map(Some).collect(),
            None => vec![None],
        };
        let mut all = Vec::new();
        for solver in &self.solver.0 {
            for model in or_none(self.model.as_ref()) {
                for variants in &variants {
                    for search in or_none(self.search.as_ref()) {
                        for options in &self.options.0 {
                            for seed in or_none(self.seed.as_ref()) {
                                all.push(Request {
                                    solver: solver.clone(),
                                    model: model.clone(),
                                    variants: variants.clone(),
                                    search: search.clone(),
                                    options: options.clone(),
                                    seed,
                                });
                            }
                        }
                    }
                }
            }
        }
        Ok(all)
    }
}

/// All combinations of the values of variants, as lists of names and values.
fn combinations(
    lists: &BTreeMap<String, Many<Scalar>>,
    order: &[&str],
) -> Result<Vec<Vec<(String, String)>>, String> {
    if let Some(name) = lists.keys().find(|name| !order.contains(&name.as_str())) {
        return Err(format!("variant: there is no variant {name} ({})", order.join(", ")));
    }
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for &name in order {
        let Some(Many(values)) = lists.get(name) else { continue };
        let with = |chosen: &Vec<(String, String)>| {
            let chosen = chosen.clone();
            values.iter().map(move |Scalar(value)| {
                let mut chosen = chosen.clone();
                chosen.push((name.to_owned(), value.clone()));
                chosen
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    Ok(all)
}

/// The limits of each run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "limits: time, cpu, memory")]
pub struct SpecLimits {
    /// Seconds of wall time.
    #[serde(default, deserialize_with = "seconds")]
    pub time: Option<u64>,
    /// Seconds of CPU time over the whole process tree.
    #[serde(default, deserialize_with = "seconds")]
    pub cpu: Option<u64>,
    /// Bytes over the whole process tree.
    #[serde(default, deserialize_with = "bytes")]
    pub memory: Option<u64>,
}

/// A word, a number or a truth value, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scalar(String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Scalar, D::Error> {
        text(source, |text| Ok(Scalar(text.to_owned())))
    }
}

/// Reads a campaign file.
///
/// # Errors
/// If the text is not a campaign: where and why, in one sentence.
pub fn read(text: &str) -> Result<Spec, String> {
    let spec: Spec = yaml::read(text).map_err(|error| error.to_string())?;
    spec.report.check()?;
    Ok(spec)
}

fn yes() -> bool {
    true
}

fn once() -> NonZeroUsize {
    NonZeroUsize::MIN
}

/// A list that is not empty.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(source: D) -> Result<Vec<T>, D::Error> {
    let list = Vec::deserialize(source)?;
    if list.is_empty() { Err(D::Error::custom("the list is empty")) } else { Ok(list) }
}

fn seconds<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u64>, D::Error> {
    text(source, |text| {
        let time = quantity::duration_with_unit(text)?;
        if time.is_zero() || time != Duration::from_secs(time.as_secs()) {
            return Err(format!("{text:?} is not a number of whole seconds"));
        }
        Ok(Some(time.as_secs()))
    })
}

fn bytes<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u64>, D::Error> {
    text(source, |text| quantity::bytes(text).map(|bytes| Some(bytes as u64)))
}

impl<'de> Deserialize<'de> for Levels {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Levels, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Call {
            generate: serde_yaml::Value,
        }
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Levels;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a file name pattern, e.g. \"levels/*.json\", or {generate: …}")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Levels, E> {
                Ok(Levels::Glob(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Levels, A::Error> {
                let call = Call::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Levels::Generate(call.generate))
            }
        }
        source.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "levels: [\"*.json\"]\nconfigurations: [{solver: native}]\n";
    const ORDER: [&str; 2] = ["progress", "dead-end"];

    #[test]
    fn a_small_file_is_enough() {
        let spec = read(SMALL).unwrap();
        assert!(matches!(&spec.levels[..], [Levels::Glob(glob)] if glob == "*.json"));
        assert_eq!(spec.limits, SpecLimits::default());
        assert_eq!((spec.repetitions.get(), spec.workers.get()), (1, 1));
        assert_eq!(spec.order, Order::Listed);
    }

    #[test]
    fn lists_multiply_out() {
        let text = "levels: [{generate: 7}]\nconfigurations:\n\
            - {solver: [savilerow-kissat, minizinc-gecode], model: [a, s], variant: {dead-end: [true, false], progress: sum}}\n\
            - {solver: symk, search: [sym_bd(), sym_fw()], options: [[], [--debug, 3]]}\n\
            - {solver: native, options: [--threads, 2]}\n";
        let spec = read(text).unwrap();
        assert!(matches!(&spec.levels[..], [Levels::Generate(_)]));
        let each = |index: usize| spec.configurations[index].each(&ORDER).unwrap();
        assert_eq!((each(0).len(), spec.configurations[0].count()), (8, Some(8)));
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let variants = vec![pair("progress", "sum"), pair("dead-end", "false")];
        assert_eq!(each(0)[1].variants, Some(variants));
        assert_eq!(each(0)[2].model.as_deref(), Some("s"));
        assert_eq!((each(1).len(), spec.configurations[1].count()), (4, Some(4)));
        assert_eq!(each(1)[1].options, ["--debug", "3"]);
        assert_eq!(each(2).len(), 1);
        assert_eq!(each(2)[0].options, ["--threads", "2"]);
    }

    #[test]
    fn a_variant_that_the_game_does_not_have_is_refused() {
        let text = "levels: [a]\nconfigurations: [{solver: symk, variant: {deadend: true}}]\n";
        let error = read(text).unwrap().configurations[0].each(&ORDER).unwrap_err();
        assert_eq!(error, "variant: there is no variant deadend (progress, dead-end)");
    }

    #[test]
    fn limits_orders_and_numbers_are_read() {
        let more = "limits: {time: 1h, cpu: 30s, memory: 8GB}\nrepetitions: 3\n\
            order: {shuffled: 5}\nworkers: 2\n";
        let spec = read(&format!("{SMALL}{more}")).unwrap();
        let limits = SpecLimits { time: Some(3600), cpu: Some(30), memory: Some(8_000_000_000) };
        assert_eq!(spec.limits, limits);
        assert_eq!((spec.repetitions.get(), spec.workers.get()), (3, 2));
        assert_eq!(spec.order, Order::Shuffled(5));
    }

    #[test]
    fn an_error_names_its_place() {
        for (text, expected) in [
            (format!("{SMALL}speed: 3\n"), "line 3, column 1: unknown field `speed`"),
            (
                format!("{SMALL}limits: {{tim: 3}}\n"),
                "line 3, column 10: limits: unknown field `tim`",
            ),
            (
                format!("{SMALL}limits: {{time: 5x}}\n"),
                "line 3, column 16: limits.time: \"5x\" is not a time",
            ),
            (
                format!("{SMALL}limits: {{memory: 8}}\n"),
                "line 3, column 18: limits.memory: \"8\" needs a unit, e.g. 8MB or 8GB",
            ),
            (
                format!("{SMALL}limits: {{time: 60}}\n"),
                "line 3, column 16: limits.time: \"60\" needs a unit, e.g. 60s or 60m",
            ),
            (format!("{SMALL}limits: {{time: 500ms}}\n"), "is not a number of whole seconds"),
            (format!("{SMALL}repetitions: 0\n"), "line 3, column 14"),
            (
                format!("{SMALL}order: random\n"),
                "line 3, column 8: order: \"random\" is not an order",
            ),
            ("levels: []\n".to_owned(), "the list is empty"),
            (
                "levels: [a]\nconfigurations: [{solver: native, modle: a}]\n".to_owned(),
                "line 2, column 35: configurations[0]: unknown field `modle`",
            ),
            (
                "levels: [{make: 3}]\nconfigurations: [{solver: native}]\n".to_owned(),
                "line 1, column 11",
            ),
            ("levels: [\n".to_owned(), "line 2"),
            (String::new(), "missing field `levels`"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(expected), "{text}\nexpected {expected:?}, got {error:?}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
