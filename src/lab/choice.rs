//! Which model a solver is given: the one place that decides it, from what the game offers and what the
//! solver reads and prefers.

use std::sync::Arc;

use super::solvers::solver::check_search;
use super::solvers::{self, Solver};
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
    pub fn new(request: &Request, game: &dyn AnyGame) -> Result<Choice, String> {
        let solver = solvers::named(&request.solver)?;
        let options = solver.check_options(&request.options);
        options.map_err(|reason| format!("options: {reason}"))?;
        let language = solver.language();
        if language == Language::Level {
            let misplaced = [
                (request.model.is_some(), "model"),
                (request.variants.is_some(), "variant"),
                (request.search.is_some(), "search"),
            ];
            if let Some((_, key)) = misplaced.iter().find(|(is_given, _)| *is_given) {
                return Err(format!("{key} goes with an external solver only"));
            }
            if !game.has_oracle() {
                return Err(format!("{} has no native solver", game.name()));
            }
            return Ok(Choice { solver, encoding: game.level_encoding() });
        }
        check_search(solver.as_ref(), request.search.as_deref())?;
        let default = || default_model(solver.as_ref(), game);
        let word = request.model.clone().or_else(default).ok_or_else(|| {
            let (name, language) = (solver.name(), language.words());
            format!("{name} reads {language}: {} has no model in that language", game.name())
        })?;
        let variants = request.variants.iter().flatten();
        let variants: Vec<(&str, &str)> =
            variants.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let has_model = |language: Language| {
            let models = game.models(language);
            models.iter().any(|entry| base_name(&entry.name) == base_name(&word))
        };
        if !has_model(language) && Language::ALL.into_iter().any(has_model) {
            let (name, language, model) = (solver.name(), language.words(), base_name(&word));
            return Err(format!(
                "{name} reads {language}: there is no model {model} in that language"
            ));
        }
        let encoding = game.encoding(&word, &variants, language)?;
        Ok(Choice { solver, encoding })
    }
}

/// The first model in the solver's language of the grain it prefers, or else the first.
fn default_model(solver: &dyn Solver, game: &dyn AnyGame) -> Option<String> {
    let models = game.models(solver.language());
    let preferred = models.iter().find(|entry| entry.grain == solver.prefers());
    preferred.or(models.first()).map(|entry| entry.name.clone())
}
