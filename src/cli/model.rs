//! Which external solver, with which model, and how.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, FromArgMatches};

use super::{Failure, games, interrupt};
use crate::game::any::{BoxedLevel, base_name};
use crate::game::model::Variant;
use crate::game::{AnyGame, Case, Encoding, Language};
use crate::lab::choice::{self, Request};
use crate::lab::solvers::{Catalogue, Installed, finding, native};

/// The names of the models of all games in some languages.
pub(super) fn names(languages: &[Language]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for &game in games::all() {
        for entry in languages.iter().flat_map(|&language| game.models(language)) {
            let name = base_name(&entry.name).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The languages of external solvers.
const LANGUAGES: [Language; 4] =
    [Language::Pddl, Language::EssencePrime, Language::MiniZinc, Language::CpSat];

/// Takes any word, which is checked later, and offers some words to completions.
#[derive(Clone)]
pub(super) struct Suggested(pub(super) fn() -> Vec<String>);

/// Names of solvers; MiniZinc may have more.
pub(super) const SOLVERS: Suggested = Suggested(|| {
    let external = Catalogue::default().all().into_iter().map(|solver| solver.name().to_owned());
    std::iter::once(native::NAME.to_owned()).chain(external).collect()
});

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The model that a solver is given, and its other settings.
#[derive(clap::Args)]
pub(super) struct ModelArgs {
    /// The model that an external solver is given, with variants after a + if there are any, e.g.
    /// a+dead-end [default: the best one for the solver]
    #[arg(long, value_name = "MODEL", value_parser = Suggested(|| names(&LANGUAGES)))]
    pub(super) model: Option<String>,

    /// How an external planner searches, e.g. 'astar(hmax())' or lama-first [default: optimally]
    #[arg(long, value_name = "SEARCH")]
    pub(super) search: Option<String>,

    /// A further argument for an external solver, e.g. --solver-option=-sat-polarity; may be repeated
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(super) solver_option: Vec<String>,

    #[command(flatten)]
    pub(super) variants: VariantArgs,
}

impl ModelArgs {
    /// The option that was given although it goes with external solvers only.
    pub(super) fn misplaced(&self) -> Option<&'static str> {
        let given = [
            (self.model.is_some(), "--model"),
            (self.search.is_some(), "--search"),
            (!self.solver_option.is_empty(), "--solver-option"),
            (!self.variants.given.is_empty(), "a variant of a model"),
        ];
        given.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }
}

/// The variants of models on the command line: an option for each that a game has.
#[derive(Clone, Debug, Default)]
pub(super) struct VariantArgs {
    /// The names and values that were given.
    pub(super) given: Vec<(String, String)>,
}

impl VariantArgs {
    /// The group of all their options.
    pub(super) const GROUP: &str = "variants";

    fn id(variant: &Variant) -> String {
        format!("variant-{}", variant.name)
    }

    fn off_id(variant: &Variant) -> String {
        format!("variant-no-{}", variant.name)
    }

    fn all() -> Vec<&'static Variant> {
        let mut all: Vec<&'static Variant> = Vec::new();
        for variant in games::all().iter().flat_map(|game| game.variants()) {
            if all.iter().all(|known| known.name != variant.name) {
                all.push(variant);
            }
        }
        all
    }

    /// The names and values, borrowed.
    pub(super) fn pairs(&self) -> Vec<(&str, &str)> {
        self.given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }
}

impl FromArgMatches for VariantArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<VariantArgs, clap::Error> {
        let mut given = Vec::new();
        for variant in VariantArgs::all() {
            let mut set = |value: String| given.push((variant.name.to_owned(), value));
            if !variant.is_flag() {
                if let Some(value) = matches.get_one::<String>(&VariantArgs::id(variant)) {
                    set(value.clone());
                }
            } else if matches.get_flag(&VariantArgs::id(variant)) {
                set("true".to_owned());
            } else if variant.is_default && matches.get_flag(&VariantArgs::off_id(variant)) {
                set("false".to_owned());
            }
        }
        Ok(VariantArgs { given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = VariantArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for VariantArgs {
    fn augment_args(mut command: Command) -> Command {
        let mut ids = Vec::new();
        for variant in VariantArgs::all() {
            let argument = Arg::new(VariantArgs::id(variant))
                .long(variant.name)
                .help(variant.about)
                .help_heading("Variants of some models (none changes an answer)");
            let argument = if variant.is_flag() {
                argument.action(ArgAction::SetTrue)
            } else {
                let values = variant.values.iter();
                let values = values.map(|(value, about)| PossibleValue::new(*value).help(*about));
                let values: Vec<PossibleValue> = values.collect();
                argument.value_name("HOW").value_parser(values)
            };
            ids.push(VariantArgs::id(variant));
            if variant.is_default {
                let off = Arg::new(VariantArgs::off_id(variant))
                    .long(format!("no-{}", variant.name))
                    .help(format!("Without --{}", variant.name))
                    .help_heading("Variants of some models (none changes an answer)")
                    .action(ArgAction::SetTrue);
                command =
                    command.arg(argument.overrides_with(VariantArgs::off_id(variant))).arg(off);
                ids.push(VariantArgs::off_id(variant));
            } else {
                command = command.arg(argument);
            }
        }
        command.group(ArgGroup::new(VariantArgs::GROUP).multiple(true).args(ids))
    }

    fn augment_args_for_update(command: Command) -> Command {
        VariantArgs::augment_args(command)
    }
}

/// An installed external solver, and the model it is given.
pub(super) struct Choice {
    pub(super) installed: Installed,
    pub(super) encoding: Box<dyn Encoding>,
    pub(super) search: Option<String>,
    pub(super) options: Vec<String>,
    pub(super) seed: u64,
}

impl Choice {
    /// The levels in the chosen model, which must be able to express them.
    pub(super) fn cases<'a>(
        &'a self,
        levels: &'a [BoxedLevel],
    ) -> Result<Vec<Box<dyn Case + 'a>>, Failure> {
        let case = |level: &'a BoxedLevel| {
            self.encoding.check(level.as_ref()).map_err(Failure::bad_input)?;
            Ok(self.encoding.case(level.as_ref()))
        };
        levels.iter().map(case).collect()
    }

    /// The solver of this name, which may be the native one, with the model of the arguments.
    pub(super) fn new(
        name: &str,
        args: &ModelArgs,
        seed: Option<u64>,
        catalogue: &Catalogue,
        game: &dyn AnyGame,
    ) -> Result<Choice, Failure> {
        let variants = &args.variants.given;
        let request = Request {
            solver: name.to_owned(),
            model: args.model.clone(),
            variants: (!variants.is_empty()).then(|| variants.clone()),
            search: args.search.clone(),
            options: args.solver_option.clone(),
            seed,
        };
        let choice::Choice { solver, encoding } =
            choice::Choice::new(&request, catalogue, game).map_err(Failure::BadInput)?;
        let installed = finding::find(solver, interrupt::flag())
            .map_err(|missing| Failure::Solver(format!("{name}: {missing}")))?;
        let Request { search, options, .. } = request;
        Ok(Choice { installed, encoding, search, options, seed: seed.unwrap_or(1) })
    }

    /// The solver's name.
    pub(super) fn name(&self) -> &str {
        self.installed.solver.name()
    }

    /// How it searches, if it has a choice.
    pub(super) fn search(&self) -> Option<String> {
        let default = || self.installed.solver.default_search().map(str::to_owned);
        self.search.clone().or_else(default)
    }
}

/// The one game of some levels.
pub(super) fn game_of(
    levels: &[crate::game::any::BoxedLevel],
) -> Result<&'static dyn AnyGame, Failure> {
    let Some(first) = levels.first() else {
        return Err(Failure::bad_input("there are no levels"));
    };
    let game = first.game();
    match levels.iter().find(|level| level.game().name() != game.name()) {
        None => Ok(game),
        Some(other) => Err(Failure::BadInput(format!(
            "{} is a level of {}, {} of {}: an external solver takes levels of one game at a time",
            first.name(),
            game.name(),
            other.name(),
            other.game().name()
        ))),
    }
}
