//! Which model a solver is given: the one place that decides it, from what the game offers and what the
//! solver reads and prefers.

use std::sync::Arc;

use super::solvers::solver::{check_search, check_seed};
use super::solvers::{Catalogue, Solver, native};
use crate::game::any::base_name;
use crate::game::{AnyGame, Encoding, Language};

/// A solver with its settings, as a user asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The solver.
    pub solver: String,
    /// The model, with or without variants; `None` for the best one for the solver.
    pub model: Option<String>,
    /// Variants of the model, by name and value; `None` for the model as it is.
    pub variants: Option<Vec<(String, String)>>,
    /// How a planner searches; `None` for its default.
    pub search: Option<String>,
    /// Further arguments for the solver.
    pub options: Vec<String>,
    /// The seed; `None` if the caller chooses one.
    pub seed: Option<u64>,
}

/// A solver, and the model it is given.
pub struct Choice {
    /// The solver.
    pub solver: Arc<dyn Solver>,
    /// The model; for the native solver, the level itself.
    pub encoding: Box<dyn Encoding>,
}

impl Choice {
    /// Chooses a model of a game for a solver.
    ///
    /// # Errors
    /// If there is no such solver, or it cannot be given what was asked for: why, in words.
    pub fn new(
        request: &Request,
        catalogue: &Catalogue,
        game: &dyn AnyGame,
    ) -> Result<Choice, String> {
        let solver = catalogue.named(&request.solver)?;
        let options = solver.check_options(&request.options);
        options.map_err(|reason| format!("options: {reason}"))?;
        check_seed(solver.as_ref(), request.seed)?;
        if solver.name() == native::NAME {
            if request.search.is_some() {
                return Err("search goes with an external solver only".to_owned());
            }
            if !game.has_oracle() {
                return Err(format!("{} has no native solver", game.name()));
            }
        } else {
            check_search(solver.as_ref(), request.search.as_deref())?;
        }
        let default = || default_model(solver.as_ref(), game);
        let model = request.model.clone().or_else(default);
        let variants: Vec<(&str, &str)> = request
            .variants
            .iter()
            .flatten()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let reader = (solver.name(), solver.language());
        let encoding = encoding(reader, model.as_deref(), &variants, game)?;
        Ok(Choice { solver, encoding })
    }
}

/// A model of a game for a solver with this name that reads this language.
///
/// # Errors
/// If the game has no such model: why, in words.
pub fn encoding(
    (solver, language): (&str, Language),
    model: Option<&str>,
    variants: &[(&str, &str)],
    game: &dyn AnyGame,
) -> Result<Box<dyn Encoding>, String> {
    if language == Language::Level {
        let misplaced = [(model.is_some(), "model"), (!variants.is_empty(), "variant")];
        return match misplaced.iter().find(|(is_given, _)| *is_given) {
            Some((_, key)) if solver == native::NAME => {
                Err(format!("{key} goes with an external solver only"))
            }
            Some((_, key)) => Err(format!("{solver} reads levels: it takes no {key}")),
            None => Ok(game.level_encoding()),
        };
    }
    let word = model.ok_or_else(|| {
        let language = language.words();
        format!("{solver} reads {language}: {} has no model in that language", game.name())
    })?;
    let has_model = |language: Language| {
        let models = game.models(language);
        models.iter().any(|entry| base_name(&entry.name) == base_name(word))
    };
    if !has_model(language) && Language::ALL.into_iter().any(has_model) {
        let (language, model) = (language.words(), base_name(word));
        return Err(format!(
            "{solver} reads {language}: there is no model {model} in that language"
        ));
    }
    game.encoding(word, variants, language)
}

/// The first model in the solver's language of the grain it prefers, or else the first.
fn default_model(solver: &dyn Solver, game: &dyn AnyGame) -> Option<String> {
    let models = game.models(solver.language());
    let preferred = models.iter().find(|entry| entry.grain == solver.prefers());
    preferred.or(models.first()).map(|entry| entry.name.clone())
}
