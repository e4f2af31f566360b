//! Options that replace a part of a level, one for each that a game declares.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use clap::{Arg, ArgGroup, ArgMatches, Command, FromArgMatches};

use super::{Failure, games};
use crate::game::any::BoxedLevel;
use crate::game::level::LevelOption;

/// The parts of levels that the command line replaces.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelOptions {
    /// The names and values that were given.
    given: Vec<(&'static str, String)>,
}

impl LevelOptions {
    /// The group of all these options.
    pub(super) const GROUP: &str = "level-options";

    fn id(option: &LevelOption) -> String {
        format!("level-{}", option.name)
    }

    /// The options by name, each with what it is in every game that has it.
    fn all() -> Vec<Vec<&'static LevelOption>> {
        let options = games::all().iter().flat_map(|game| game.level_options());
        games::by_name(options, |option| option.name)
    }

    /// These options once for each combination of the numbers in values that are ranges, such as `0..2`,
    /// each with the numbers by name. Without a range these are the options themselves.
    pub(super) fn each(&self) -> Result<Vec<(LevelOptions, Numbers)>, Failure> {
        let mut all = vec![(LevelOptions::default(), Numbers::new())];
        for (name, value) in &self.given {
            let range = range(value)
                .map_err(|reason| Failure::BadInput(format!("--{name} {value}: {reason}")))?;
            let values: Vec<(String, Option<u64>)> = match range {
                Some(range) => range.map(|number| (number.to_string(), Some(number))).collect(),
                None => vec![(value.clone(), None)],
            };
            let with = |(options, numbers): &(LevelOptions, Numbers)| {
                let (options, numbers) = (options.clone(), numbers.clone());
                let extended = values.iter().map(move |(value, number)| {
                    let (mut options, mut numbers) = (options.clone(), numbers.clone());
                    options.given.push((name, value.clone()));
                    numbers.extend(number.map(|number| (*name, number)));
                    (options, numbers)
                });
                extended.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        Ok(all)
    }

    /// The level with the parts that the command line gives.
    pub(super) fn apply(&self, mut level: BoxedLevel) -> Result<BoxedLevel, Failure> {
        for (name, value) in &self.given {
            level = level.with_option(name, value).map_err(|error| {
                Failure::BadInput(format!("--{name} {value}: {}: {error}", level.name()))
            })?;
        }
        Ok(level)
    }
}

/// The numbers from ranges, by the name of their option.
pub(super) type Numbers = BTreeMap<&'static str, u64>;

/// The most levels that a range makes of one.
const LONGEST_RANGE: u64 = 1000;

/// The range that a value is, if it is one: `0..2` with both ends.
fn range(value: &str) -> Result<Option<RangeInclusive<u64>>, String> {
    let Some((first, last)) = value.split_once("..") else { return Ok(None) };
    let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>()) else {
        return Ok(None);
    };
    if first > last {
        return Err(format!("the range ends below {first}"));
    }
    if last - first >= LONGEST_RANGE {
        return Err(format!("the range has more than {LONGEST_RANGE} numbers"));
    }
    Ok(Some(first..=last))
}

impl FromArgMatches for LevelOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LevelOptions, clap::Error> {
        let value = |option: &LevelOption| matches.get_one::<String>(&LevelOptions::id(option));
        let options = LevelOptions::all().into_iter().map(|same| same[0]);
        let given = options.filter_map(|option| Some((option.name, value(option)?.clone())));
        Ok(LevelOptions { given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = LevelOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for LevelOptions {
    fn augment_args(mut command: Command) -> Command {
        let options = LevelOptions::all();
        for same in &options {
            let argument = Arg::new(LevelOptions::id(same[0])).long(same[0].name);
            let value = games::joined(same.iter().map(|option| option.value), "|");
            let about = games::joined(same.iter().map(|option| option.about), ". ");
            command = command.arg(argument.value_name(value).help(about));
        }
        let ids: Vec<String> = options.iter().map(|same| LevelOptions::id(same[0])).collect();
        command.group(ArgGroup::new(LevelOptions::GROUP).multiple(true).args(ids))
    }

    fn augment_args_for_update(command: Command) -> Command {
        LevelOptions::augment_args(command)
    }
}
