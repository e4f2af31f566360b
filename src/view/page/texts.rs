//! Texts: plans that the player pastes, and levels written in every form and model.

use serde::Serialize;

use super::request::Refusal;
use crate::game::language::Language;
use crate::game::level::Form;
use crate::game::{AnyLevel, TextFile};
use crate::view::text::sentence;

/// A plan that was read and replayed.
#[derive(Serialize)]
pub struct Replayed {
    /// The steps that could be played, each with what it does.
    steps: Vec<String>,
    stories: Vec<String>,
    valid: bool,
    /// What comes of it, in the words of `validate`.
    sentence: String,
    remarks: Vec<String>,
}

/// Replays a plan in any form.
pub fn replayed(level: &dyn AnyLevel, text: &str) -> Result<Replayed, Refusal> {
    let replay = level.replay(text, None)?;
    let (valid, found) = match &replay.finding {
        Ok(judged) => (true, format!("valid: {}", sentence(&judged.words))),
        Err(flaw) => (false, format!("invalid: {}", sentence(&flaw.sentence()))),
    };
    Ok(Replayed {
        steps: replay.played.iter().map(|step| step.word.clone()).collect(),
        stories: replay.played.iter().map(|step| step.story.clone()).collect(),
        valid,
        sentence: found,
        remarks: replay.remarks.iter().map(|remark| sentence(remark)).collect(),
    })
}

/// A form or model that a level can be written in.
#[derive(Serialize)]
pub struct FormView {
    form: String,
    label: String,
    about: &'static str,
}

const LANGUAGES: [(Language, &str); 3] = [
    (Language::Pddl, "pddl"),
    (Language::EssencePrime, "eprime"),
    (Language::MiniZinc, "minizinc"),
];

/// All forms and models of a game.
pub fn forms(level: &dyn AnyLevel) -> Vec<FormView> {
    let game = level.game();
    let form = |form: &Form| FormView {
        form: form.name.to_owned(),
        label: if *form == Form::JSON { "JSON".to_owned() } else { form.name.to_owned() },
        about: form.about,
    };
    let mut all: Vec<FormView> = game.forms().iter().map(form).collect();
    for (language, word) in LANGUAGES {
        all.extend(game.models(language).into_iter().map(|model| FormView {
            form: format!("{word}:{}", model.name),
            label: format!("{}, model {}", language.words(), model.name),
            about: model.about,
        }));
    }
    all
}

/// A file that was written.
#[derive(Serialize)]
pub struct FileView {
    name: String,
    text: String,
}

/// A level in a form or model. `steps` is the number of steps to ask about; without it, as many as a plan
/// can have.
pub fn converted(
    level: &dyn AnyLevel,
    form: &str,
    steps: Option<usize>,
) -> Result<Vec<FileView>, Refusal> {
    let game = level.game();
    let steps = steps.or(level.longest_plan());
    let Some((language, model)) = form.split_once(':') else {
        let known = game.forms().iter().find(|known| known.name == form);
        let known = known.ok_or_else(|| Refusal(format!("{form:?} is not a form of level")))?;
        let text = level.write(known, steps.filter(|_| known.takes_steps))?;
        return Ok(vec![FileView { name: format!("{}.{form}", level.name()), text }]);
    };
    let language = LANGUAGES.iter().find(|(_, word)| *word == language);
    let (language, _) =
        language.ok_or_else(|| Refusal(format!("{form:?} is not a form of level")))?;
    let encoding = game.encoding(model, &[], *language)?;
    encoding.check(level)?;
    let case = encoding.case(level);
    let horizon = case.horizons().map(|range| *range.end());
    let files = case.files(steps.or(horizon).unwrap_or_default());
    let view = |TextFile { name, text }| FileView { name: name.to_owned(), text };
    Ok(files.into_iter().map(view).collect())
}
