//! The campaign file: which levels, which configurations of solvers, under which limits.
//!
//! What a game adds to it, its generator of levels, its models and their variants, are the type
//! parameters. Whatever is wrong with a file is told with its line and column.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::de::value::{BoolDeserializer, MapAccessDeserializer, StrDeserializer, U64Deserializer};
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::game::yaml;
use crate::lab::quantity;
use crate::lab::solvers::{self, native};

/// A campaign as its file says it: `G` is a call of the game's generator, `M` a model of it, `V` lists of
/// its variants.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a campaign: levels, configurations, limits",
    bound = "G: DeserializeOwned, M: DeserializeOwned, V: DeserializeOwned"
)]
pub struct Spec<G, M, V> {
    /// The levels.
    #[serde(deserialize_with = "some")]
    pub levels: Vec<Levels<G>>,
    /// The configurations; each may stand for many.
    #[serde(deserialize_with = "some")]
    pub configurations: Vec<Configurations<M, V>>,
    /// What each run may use.
    #[serde(default)]
    pub limits: SpecLimits,
    /// How often each is run.
    #[serde(default = "once")]
    pub repetitions: NonZeroUsize,
    /// The order of the runs.
    #[serde(default)]
    pub order: Order,
    /// So many runs at once.
    #[serde(default = "once")]
    pub workers: NonZeroUsize,
}

/// Some of the levels.
#[derive(Clone, Debug)]
pub enum Levels<G> {
    /// Files whose names match.
    Glob(String),
    /// Levels that are generated.
    Generate(G),
}

/// Configurations: all combinations of what is listed.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a configuration: solver, model, variant, search, options, name",
    bound = "M: DeserializeOwned, V: DeserializeOwned"
)]
pub struct Configurations<M, V> {
    /// What reports call it, if it is only one.
    pub name: Option<String>,
    /// The solvers.
    pub solver: Many<SolverName>,
    /// The models; the best for the solver if there is none.
    pub model: Option<Many<M>>,
    /// The variants of the models.
    pub variant: Option<V>,
    /// How planners search.
    pub search: Option<Many<String>>,
    /// More arguments for the solver: a list is one list of arguments, a list of lists several.
    #[serde(default)]
    pub options: Options,
}

/// One configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted<M, W> {
    /// What reports call it, if the file says so.
    pub name: Option<String>,
    /// The solver.
    pub solver: String,
    /// The model, if it was named.
    pub model: Option<M>,
    /// Its variants, if they were.
    pub variants: Option<W>,
    /// How a planner searches.
    pub search: Option<String>,
    /// More arguments for the solver.
    pub options: Vec<String>,
}

impl<M: Copy, V> Configurations<M, V> {
    /// Each of the configurations; `variants` multiplies out those of the model.
    pub fn each<W: Copy>(&self, variants: impl Fn(&V) -> Vec<W>) -> Vec<Wanted<M, W>> {
        fn or_none<T: Clone>(list: Option<&Many<T>>) -> Vec<Option<T>> {
            list.map_or(vec![None], |list| list.0.iter().cloned().map(Some).collect())
        }
        let models = or_none(self.model.as_ref());
        let searches = or_none(self.search.as_ref());
        let variants: Vec<Option<W>> = match &self.variant {
            Some(lists) => variants(lists).into_iter().map(Some).collect(),
            None => vec![None],
        };
        let mut all = Vec::new();
        for SolverName(solver) in &self.solver.0 {
            for &model in &models {
                for &variants in &variants {
                    for search in &searches {
                        for options in &self.options.0 {
                            all.push(Wanted {
                                name: self.name.clone(),
                                solver: solver.clone(),
                                model,
                                variants,
                                search: search.clone(),
                                options: options.clone(),
                            });
                        }
                    }
                }
            }
        }
        all
    }
}

/// What each run may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "limits: time, cpu, memory")]
pub struct SpecLimits {
    /// Wall time.
    #[serde(default, deserialize_with = "seconds")]
    pub time: Option<u64>,
    /// Processor time of the whole process tree.
    #[serde(default, deserialize_with = "seconds")]
    pub cpu: Option<u64>,
    /// Bytes over the whole process tree.
    #[serde(default, deserialize_with = "bytes")]
    pub memory: Option<u64>,
}

/// The order of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they are listed, level by level.
    #[default]
    Listed,
    /// At random, by this seed.
    Shuffled(u64),
}

impl Order {
    /// Puts things into this order.
    pub fn arrange<T>(self, things: &mut [T]) {
        let Order::Shuffled(seed) = self else { return };
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        for last in (1..things.len()).rev() {
            things.swap(last, (generator.next_u64() % (last as u64 + 1)) as usize);
        }
    }
}

/// The name of a solver that there is, on this machine or elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverName(pub String);

/// One, or a list of some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Many<T>(pub Vec<T>);

/// Lists of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options(pub Vec<Vec<String>>);

impl Default for Options {
    fn default() -> Options {
        Options(vec![Vec::new()])
    }
}

/// Reads a campaign file.
///
/// # Errors
/// If it is none: where and why, in a sentence.
pub fn read<G, M, V>(text: &str) -> Result<Spec<G, M, V>, String>
where
    G: DeserializeOwned,
    M: DeserializeOwned,
    V: DeserializeOwned,
{
    yaml::read(text).map_err(|error| match error.place {
        Some((line, column)) => format!("line {line}, column {column}: {}", error.reason),
        None => error.reason,
    })
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
        let time = quantity::duration(text)?;
        if time.is_zero() || time != Duration::from_secs(time.as_secs()) {
            return Err(format!("{text:?} is not a number of whole seconds"));
        }
        Ok(Some(time.as_secs()))
    })
}

fn bytes<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u64>, D::Error> {
    text(source, |text| quantity::bytes(text).map(|bytes| Some(bytes as u64)))
}

/// Reads a text; a number is taken as it is written. What `parse` says of it is told with its place.
///
/// # Errors
/// If it is none, or `parse` finds fault with it.
pub fn text<'de, D: Deserializer<'de>, T>(
    source: D,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    struct Reader<P>(P);
    impl<T, P: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Reader<P> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text or a number")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.0)(text).map_err(E::custom)
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }
    }
    source.deserialize_any(Reader(parse))
}

/// An argument for a solver.
struct Argument(String);

impl<'de> Deserialize<'de> for Argument {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Argument, D::Error> {
        text(source, |text| Ok(Argument(text.to_owned())))
    }
}

impl<'de> Deserialize<'de> for SolverName {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<SolverName, D::Error> {
        text(source, |name| {
            if name == native::NAME || solvers::named(name).is_some() {
                return Ok(SolverName(name.to_owned()));
            }
            let all = solvers::all();
            let names: Vec<&str> = all.iter().map(|solver| solver.name()).collect();
            Err(format!("{name:?} is not a solver (native, {})", names.join(", ")))
        })
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Many<T>, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = Many<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, or a list of values")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Many<T>, E> {
                T::deserialize(StrDeserializer::new(text)).map(|one| Many(vec![one]))
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Many<T>, E> {
                let source: BoolDeserializer<E> = flag.into_deserializer();
                T::deserialize(source).map(|one| Many(vec![one]))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Many<T>, E> {
                let source: U64Deserializer<E> = number.into_deserializer();
                T::deserialize(source).map(|one| Many(vec![one]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Many<T>, A::Error> {
                let mut all = Vec::new();
                while let Some(one) = list.next_element()? {
                    all.push(one);
                }
                if all.is_empty() {
                    Err(A::Error::custom("the list is empty"))
                } else {
                    Ok(Many(all))
                }
            }
        }
        source.deserialize_any(Reader(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Options, D::Error> {
        /// An argument, or a list of them.
        enum Entry {
            Argument(String),
            List(Vec<String>),
        }
        impl<'de> Deserialize<'de> for Entry {
            fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Entry, D::Error> {
                struct Reader;
                impl<'de> Visitor<'de> for Reader {
                    type Value = Entry;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("an argument, or a list of arguments")
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<Entry, E> {
                        Ok(Entry::Argument(text.to_owned()))
                    }

                    fn visit_u64<E: Error>(self, number: u64) -> Result<Entry, E> {
                        Ok(Entry::Argument(number.to_string()))
                    }

                    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Entry, A::Error> {
                        let mut all = Vec::new();
                        while let Some(Argument(one)) = list.next_element()? {
                            all.push(one);
                        }
                        Ok(Entry::List(all))
                    }
                }
                source.deserialize_any(Reader)
            }
        }
        let entries = some::<D, Entry>(source)?;
        let (mut arguments, mut lists) = (Vec::new(), Vec::new());
        for entry in entries {
            match entry {
                Entry::Argument(argument) => arguments.push(argument),
                Entry::List(list) => lists.push(list),
            }
        }
        match (arguments.is_empty(), lists.is_empty()) {
            (false, true) => Ok(Options(vec![arguments])),
            (true, _) => Ok(Options(lists)),
            (false, false) => {
                Err(D::Error::custom("either arguments, or lists of arguments, not both"))
            }
        }
    }
}

impl<'de, G: Deserialize<'de>> Deserialize<'de> for Levels<G> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Levels<G>, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Call<G> {
            generate: G,
        }
        struct Reader<G>(PhantomData<G>);
        impl<'de, G: Deserialize<'de>> Visitor<'de> for Reader<G> {
            type Value = Levels<G>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the names of files, as \"levels/*.json\", or {generate: …}")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Levels<G>, E> {
                Ok(Levels::Glob(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Levels<G>, A::Error> {
                let call = Call::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Levels::Generate(call.generate))
            }
        }
        source.deserialize_any(Reader(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Order, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Shuffled {
            shuffled: u64,
        }
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Order;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("listed, or {shuffled: SEED}")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Order, E> {
                match text {
                    "listed" => Ok(Order::Listed),
                    _ => Err(E::custom(format!(
                        "{text:?} is no order: listed, or {{shuffled: SEED}}"
                    ))),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Order, A::Error> {
                let Shuffled { shuffled } = Shuffled::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Order::Shuffled(shuffled))
            }
        }
        source.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Model {
        A,
        S,
    }

    #[derive(Clone, Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Variants {
        flag: Many<bool>,
    }

    type Read = Spec<u64, Model, Variants>;

    fn spec(text: &str) -> Result<Read, String> {
        read(text)
    }

    const SMALL: &str = "levels: [\"*.json\"]\nconfigurations: [{solver: native}]\n";

    #[test]
    fn a_small_file_says_enough() {
        let spec = spec(SMALL).unwrap();
        assert!(matches!(&spec.levels[..], [Levels::Glob(glob)] if glob == "*.json"));
        assert_eq!(spec.limits, SpecLimits::default());
        assert_eq!((spec.repetitions.get(), spec.workers.get()), (1, 1));
        assert_eq!(spec.order, Order::Listed);
    }

    #[test]
    fn lists_multiply_out() {
        let text = "levels: [{generate: 7}]\nconfigurations:\n\
            - {solver: [savilerow-kissat, minizinc-gecode], model: [a, s], variant: {flag: [true, false]}}\n\
            - {solver: symk, search: [sym_bd(), sym_fw()], options: [[], [--debug, 3]]}\n\
            - {solver: native, options: [--threads, 2]}\n";
        let spec = spec(text).unwrap();
        assert!(matches!(&spec.levels[..], [Levels::Generate(7)]));
        let each =
            |index: usize| spec.configurations[index].each(|lists: &Variants| lists.flag.0.clone());
        assert_eq!(each(0).len(), 8);
        assert_eq!(each(0)[1].variants, Some(false));
        assert_eq!(each(0)[2].model, Some(Model::S));
        assert_eq!(each(1).len(), 4);
        assert_eq!(each(1)[1].options, ["--debug", "3"]);
        assert_eq!(each(2).len(), 1);
        assert_eq!(each(2)[0].options, ["--threads", "2"]);
    }

    #[test]
    fn limits_orders_and_numbers_are_read() {
        let more = "limits: {time: 1h, cpu: 30, memory: 8GB}\nrepetitions: 3\n\
            order: {shuffled: 5}\nworkers: 2\n";
        let spec = spec(&format!("{SMALL}{more}")).unwrap();
        let limits = SpecLimits { time: Some(3600), cpu: Some(30), memory: Some(8_000_000_000) };
        assert_eq!(spec.limits, limits);
        assert_eq!((spec.repetitions.get(), spec.workers.get()), (3, 2));
        assert_eq!(spec.order, Order::Shuffled(5));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, told) in [
            (format!("{SMALL}speed: 3\n"), "line 3, column 1: unknown field `speed`"),
            (
                format!("{SMALL}limits: {{tim: 3}}\n"),
                "line 3, column 10: limits: unknown field `tim`",
            ),
            (
                format!("{SMALL}limits: {{time: 5x}}\n"),
                "line 3, column 16: limits.time: \"5x\" is not a time",
            ),
            (format!("{SMALL}limits: {{time: 500ms}}\n"), "is not a number of whole seconds"),
            (format!("{SMALL}repetitions: 0\n"), "line 3, column 14"),
            (format!("{SMALL}order: random\n"), "line 3, column 8: order: \"random\" is no order"),
            ("levels: []\n".to_owned(), "the list is empty"),
            (
                "levels: [a]\nconfigurations: [{solver: naive}]\n".to_owned(),
                "\"naive\" is not a solver",
            ),
            (
                "levels: [a]\nconfigurations: [{solver: native, modle: a}]\n".to_owned(),
                "line 2, column 35: configurations[0]: unknown field `modle`",
            ),
            (
                "levels: [a]\nconfigurations: [{solver: symk, model: b}]\n".to_owned(),
                "unknown variant `b`",
            ),
            (
                "levels: [a]\nconfigurations: [{solver: symk, variant: {flga: true}}]\n".to_owned(),
                "line 2, column 43",
            ),
            (
                "levels: [{make: 3}]\nconfigurations: [{solver: native}]\n".to_owned(),
                "line 1, column 11",
            ),
            ("levels: [\n".to_owned(), "line 2"),
            (String::new(), "missing field `levels`"),
        ] {
            let error = spec(&text).unwrap_err();
            assert!(error.contains(told), "{text}\nexpected {told:?}, got {error:?}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    #[test]
    fn a_seed_gives_an_order() {
        let shuffled = |seed| {
            let mut numbers: Vec<u32> = (0..100).collect();
            Order::Shuffled(seed).arrange(&mut numbers);
            numbers
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }
}
