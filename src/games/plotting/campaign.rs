//! What a campaign file says in the words of this game: levels by a call of the generator, and the
//! variants of the constraint models.

use std::num::NonZeroUsize;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use super::formats::json;
use super::generate::{AllBoards, Colours, Draws, GenerateError, GoalRule, Size, levels, series};
use super::level::Level;
use super::models::variants::{EmptyRow, Progress, Variants};
use crate::lab::campaign::spec::{Many, text};

/// A call of the generator, as `plotgen generate` understands it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// Rows and columns.
    #[serde(deserialize_with = "parsed")]
    size: Size,
    /// The number of colours, or a range of them.
    #[serde(deserialize_with = "parsed")]
    colours: Colours,
    /// So many boards for each number of colours; one if nothing is said.
    count: Option<NonZeroUsize>,
    /// The seed of the draws.
    #[serde(default)]
    seed: u64,
    /// Every board instead.
    #[serde(default)]
    all: bool,
    /// The goals.
    #[serde(default)]
    goal: Goals,
}

#[derive(Clone, Debug)]
struct Goals(Vec<GoalRule>);

impl Default for Goals {
    fn default() -> Goals {
        Goals(vec![GoalRule::ColoursLessOne])
    }
}

impl<'de> Deserialize<'de> for Goals {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Goals, D::Error> {
        struct Goal(GoalRule);
        impl<'de> Deserialize<'de> for Goal {
            fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Goal, D::Error> {
                parsed(source).map(Goal)
            }
        }
        let Many(goals) = Many::<Goal>::deserialize(source)?;
        Ok(Goals(goals.into_iter().map(|Goal(rule)| rule).collect()))
    }
}

/// Reads what is written as one word or number.
fn parsed<'de, D, T>(source: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err = GenerateError>,
{
    text(source, |word| word.parse().map_err(|error: GenerateError| error.to_string()))
}

/// A campaign has no more levels than this from one call.
const MOST_LEVELS: usize = 100_000;

impl Generate {
    /// The levels.
    ///
    /// # Errors
    /// If there are none such.
    pub fn levels(&self) -> Result<Vec<Level>, GenerateError> {
        let mut all = Vec::new();
        if self.all {
            if self.count.is_some() {
                return Err(GenerateError::AllOrSome);
            }
            for (index, board) in AllBoards::new(self.size, &self.colours)?.enumerate() {
                if all.len() > MOST_LEVELS {
                    return Err(GenerateError::TooMany(MOST_LEVELS));
                }
                all.extend(levels(&format!("{}-{}", self.size, index + 1), &board, &self.goal.0)?);
            }
            return Ok(all);
        }
        for colours in self.colours.0.clone() {
            let name = series(self.size, colours, self.seed);
            let draws = Draws::new(self.size, colours, self.seed)?;
            let count = self.count.map_or(1, NonZeroUsize::get);
            if count > MOST_LEVELS {
                return Err(GenerateError::TooMany(MOST_LEVELS));
            }
            for (index, board) in draws.take(count).enumerate() {
                all.extend(levels(&format!("{name}-{}", index + 1), &board, &self.goal.0)?);
            }
        }
        Ok(all)
    }
}

/// Lists of variants of the constraint models.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VariantLists {
    progress: Option<Many<Progress>>,
    dead_end: Option<Many<bool>>,
    colours_kept: Option<Many<bool>>,
    empty_row: Option<Many<EmptyRow>>,
    monochrome: Option<Many<bool>>,
    search_order: Option<Many<bool>>,
}

impl VariantLists {
    /// All combinations; what is not listed is as in the plain model.
    pub fn each(&self) -> Vec<Variants> {
        fn vary<T: Copy>(
            all: Vec<Variants>,
            list: Option<&Many<T>>,
            set: impl Fn(&mut Variants, T),
        ) -> Vec<Variants> {
            let Some(Many(values)) = list else { return all };
            let mut varied = Vec::new();
            for variants in all {
                for &value in values {
                    let mut variants = variants;
                    set(&mut variants, value);
                    varied.push(variants);
                }
            }
            varied
        }
        let all = vec![Variants::PLAIN];
        let all = vary(all, self.progress.as_ref(), |one, value| one.progress = value);
        let all = vary(all, self.dead_end.as_ref(), |one, value| one.dead_end = value);
        let all = vary(all, self.colours_kept.as_ref(), |one, value| one.colours_kept = value);
        let all = vary(all, self.empty_row.as_ref(), |one, value| one.empty_row = value);
        let all = vary(all, self.monochrome.as_ref(), |one, value| one.monochrome = value);
        vary(all, self.search_order.as_ref(), |one, value| one.search_order = value)
    }
}

/// The levels, each once, however often it was named.
pub fn without_repetitions(levels: Vec<Level>) -> Vec<Level> {
    let mut seen = std::collections::HashSet::new();
    levels.into_iter().filter(|level| seen.insert(json::write_line(level))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::models::ModelName;
    use crate::lab::campaign::spec::{Levels, Spec, read};

    type Read = Spec<Generate, ModelName, VariantLists>;

    fn spec(generate: &str, variant: &str) -> Result<Read, String> {
        read(&format!(
            "levels:\n- {{generate: {generate}}}\nconfigurations:\n- {{solver: savilerow-kissat, \
             model: a, variant: {variant}}}\n"
        ))
    }

    #[test]
    fn levels_are_those_of_the_generator() {
        let call = "{size: 2x3, colours: 2, count: 2, seed: 7, goal: [half, colours-1, 1]}";
        let spec = spec(call, "{}").unwrap();
        let [Levels::Generate(generate)] = &spec.levels[..] else { panic!("one call") };
        let names: Vec<String> =
            generate.levels().unwrap().iter().map(|level| level.name().to_owned()).collect();
        let expected = ["2x3-c2-s7-1-g3", "2x3-c2-s7-1-g1", "2x3-c2-s7-2-g3", "2x3-c2-s7-2-g1"];
        assert_eq!(names, expected);
    }

    #[test]
    fn all_boards_can_be_listed() {
        let spec = spec("{size: 2x2, colours: 2..4, all: true}", "{}").unwrap();
        let [Levels::Generate(generate)] = &spec.levels[..] else { panic!("one call") };
        assert_eq!(generate.levels().unwrap().len(), 14);
    }

    #[test]
    fn variants_multiply_out() {
        let spec =
            spec("{size: 2x2, colours: 2}", "{progress: [sum, none], dead-end: [true, false]}");
        let each = spec.unwrap().configurations[0].each(VariantLists::each);
        let words: Vec<String> =
            each.iter().filter_map(|one| Some(one.variants?.to_string())).collect();
        assert_eq!(words, ["sum-dead-end", "sum", "dead-end", "plain"]);
        assert!(each.iter().all(|one| one.model == Some(ModelName::A)));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (generate, variant, told) in [
            ("{size: 2y2, colours: 2}", "{}", "\"2y2\" is not a size"),
            ("{size: 2x2, colours: 99}", "{}", "\"99\" is not a number of colours"),
            ("{size: 2x2, colours: 2, goal: lots}", "{}", "\"lots\" is not a rule for the goal"),
            (
                "{size: 2x2, colors: 2}",
                "{}",
                "line 2, column 26: levels[0].generate: unknown field `colors`",
            ),
            ("{size: 2x2, colours: 2}", "{progress: fast}", "unknown variant `fast`"),
            ("{size: 2x2, colours: 2}", "{deadend: true}", "unknown field `deadend`"),
        ] {
            let error = spec(generate, variant).unwrap_err();
            assert!(error.contains(told), "expected {told:?}, got {error:?}");
        }
    }
}
