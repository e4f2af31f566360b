//! Calls of level generators on the command line: an option for each that a game's generator has.

use std::marker::PhantomData;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, FromArgMatches};
use serde_json::{Map, Value};

use super::{Failure, games};
use crate::game::AnyGame;
use crate::game::any::DrawCall;
use crate::game::draw::{DrawOption, DrawScope};

/// Which of the options a command offers.
pub(super) trait Scope {
    /// Besides those that every command offers.
    const SCOPE: DrawScope;
}

/// The options of the generators of all games.
pub(super) struct DrawArgs<S> {
    /// The keys and values of the call.
    given: Map<String, Value>,
    scope: PhantomData<S>,
}

impl<S: Scope> DrawArgs<S> {
    /// The group of all their options.
    pub(super) const GROUP: &str = "draw";

    fn id(option: &DrawOption) -> String {
        format!("draw-{}", option.name)
    }

    /// The options by name, each with what it is in every game that has it.
    fn options() -> Vec<Vec<&'static DrawOption>> {
        let options = games::all().iter().flat_map(|game| game.draw_options());
        let is_offered =
            |option: &&DrawOption| [DrawScope::Everywhere, S::SCOPE].contains(&option.scope);
        games::by_name(options.filter(is_offered), |option| option.name)
    }

    /// Whether an option was given.
    pub(super) fn is_given(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// Whether no option was given.
    pub(super) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The call of a game's generator, with further keys. Without a game it is a call of the first
    /// game that understands it.
    pub(super) fn call(
        &self,
        game: Option<&str>,
        further: impl FnOnce(&mut Map<String, Value>),
    ) -> Result<Box<dyn DrawCall>, Failure> {
        let candidates = match game {
            Some(game) => vec![games::named(game).map_err(Failure::BadInput)?],
            None => self.candidates(),
        };
        let mut call = self.given.clone();
        further(&mut call);
        let call = Value::Object(call);
        let mut reason = None;
        for game in candidates.iter().filter(|game| !game.draw_options().is_empty()) {
            match game.draw_call(&mut <dyn erased_serde::Deserializer<'_>>::erase(&call)) {
                Ok(call) => return Ok(call),
                Err(error) => reason = reason.or(Some(error)),
            }
        }
        Err(Failure::BadInput(reason.unwrap_or_else(|| "there is no level generator".to_owned())))
    }
}

impl<S: Scope> DrawArgs<S> {
    /// The games whose generators have all the options that were given; all games if there are none.
    fn candidates(&self) -> Vec<&'static dyn AnyGame> {
        let has = |game: &dyn AnyGame, name: &String| {
            game.draw_options().iter().any(|option| option.name == name)
        };
        let has_all =
            |game: &&&'static dyn AnyGame| self.given.keys().all(|name| has(**game, name));
        let candidates: Vec<_> = games::all().iter().filter(has_all).copied().collect();
        if candidates.is_empty() { games::all().to_vec() } else { candidates }
    }
}

impl<S: Scope> FromArgMatches for DrawArgs<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<DrawArgs<S>, clap::Error> {
        let mut given = Map::new();
        for option in Self::options().into_iter().map(|same| same[0]) {
            let id = Self::id(option);
            if option.value.is_none() {
                if matches.get_flag(&id) {
                    given.insert(option.name.to_owned(), Value::Bool(true));
                }
            } else if let Some(values) = matches.get_many::<String>(&id) {
                // A whole number is one, so that it can be read as one.
                let value =
                    |text: &String| text.parse::<u64>().map_or(text.as_str().into(), Value::from);
                let mut values: Vec<Value> = values.map(value).collect();
                let value =
                    if option.is_list { Value::Array(values) } else { values.swap_remove(0) };
                given.insert(option.name.to_owned(), value);
            }
        }
        Ok(DrawArgs { given, scope: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<S: Scope> clap::Args for DrawArgs<S> {
    fn augment_args(mut command: Command) -> Command {
        let mut ids = Vec::new();
        for same in Self::options() {
            let option = same[0];
            let about = games::joined(same.iter().map(|option| option.about), "; ");
            let argument = Arg::new(Self::id(option)).long(option.name).help(about);
            let value = games::joined(same.iter().filter_map(|option| option.value), "|");
            command = command.arg(match option.value {
                None => argument.action(ArgAction::SetTrue),
                Some(_) if option.is_list => {
                    argument.value_name(value).num_args(1..).action(ArgAction::Append)
                }
                Some(_) => argument.value_name(value),
            });
            ids.push(Self::id(option));
        }
        command.group(ArgGroup::new(Self::GROUP).multiple(true).args(ids))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
