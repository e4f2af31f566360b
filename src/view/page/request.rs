//! What the page can ask, and where the answers come from.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Host, advice, level, position, texts};
use crate::game::any::{BoxedLevel, BoxedPosition, named, read_levels};
use crate::game::edit::Edit;
use crate::game::level::ReadError;
use crate::game::motion::Aim;
use crate::games;

/// Something that cannot be done, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Refusal {
        Refusal(error.to_string())
    }
}

impl From<String> for Refusal {
    fn from(sentence: String) -> Refusal {
        Refusal(sentence)
    }
}

/// A position of play: a level, as its file has it, and the steps played.
#[derive(Clone, Debug, Deserialize)]
pub struct Place {
    /// The level.
    pub level: String,
    /// The steps.
    #[serde(default)]
    pub steps: Vec<String>,
}

impl Place {
    /// The level.
    ///
    /// # Errors
    /// If the text is not a level.
    pub fn level(&self) -> Result<BoxedLevel, Refusal> {
        read(&self.level, "level")?.pop().ok_or_else(|| Refusal("there is no level".to_owned()))
    }

    /// The position after the steps, with the value of the steps.
    ///
    /// # Errors
    /// If a step cannot be played.
    pub fn position(&self, level: &BoxedLevel) -> Result<(BoxedPosition, i64), Refusal> {
        let (mut position, mut value) = (level.start(), 0);
        let noun = level.game().step().one;
        for (index, word) in self.steps.iter().enumerate() {
            let turn = position.play(word);
            let fault = |held: String| Refusal(format!("{noun} {}, {word}: {held}", index + 1));
            let turn = turn.map_err(|error| fault(error.held))?;
            value += turn.value;
            position = turn.after;
        }
        Ok((position, value))
    }
}

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Request {
    /// The games.
    Games,
    /// The levels in a text.
    Read { text: String, name: String },
    /// What a position looks like, and what can be played in it.
    Position(Place),
    /// A small picture of a level.
    Thumbnail { level: String },
    /// What a step would do.
    Preview {
        #[serde(flatten)]
        place: Place,
        word: Option<String>,
        aim: Option<Aim>,
    },
    /// What a step looks like.
    Step {
        #[serde(flatten)]
        place: Place,
        word: String,
    },
    /// The best plan from a position, or after another step.
    Solve {
        #[serde(flatten)]
        place: Place,
        word: Option<String>,
        seconds: f64,
    },
    /// What to play next.
    Hint {
        #[serde(flatten)]
        place: Place,
        kind: String,
        seconds: f64,
    },
    /// How hard a level is.
    Difficulty { level: String, seconds: f64 },
    /// A plan in any form, replayed.
    Replay { level: String, text: String },
    /// The forms and models that a level can be written in.
    Forms { level: String },
    /// A level in one of them.
    Convert { level: String, form: String, steps: Option<usize> },
    /// A level with a change.
    Edit { level: String, edit: Edit },
    /// A level with another value of an option.
    Option { level: String, name: String, value: String },
    /// A level under another name.
    Rename { level: String, name: String },
    /// A level that is drawn from a seed.
    Puzzle { game: String, seed: u64 },
    /// The puzzle of a day.
    Daily { game: String, date: String, seed: u64 },
}

/// An answer, as the page reads it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Reply {
    Answer(Box<RawValue>),
    Error(String),
}

/// Answers a request. A request that cannot be met is answered with `error`, a sentence.
pub fn answer(request: &str, host: Host<'_>) -> String {
    let asked: Result<Request, _> = serde_json::from_str(request);
    let reply = match asked {
        Err(error) => Reply::Error(format!("the request is not understood: {error}")),
        Ok(request) => match meet(request, host) {
            Ok(answer) => Reply::Answer(answer),
            Err(Refusal(sentence)) => Reply::Error(sentence),
        },
    };
    serde_json::to_string(&reply).expect("replies have only string keys")
}

/// Reads levels of any game.
///
/// # Errors
/// If the text has none.
pub fn read(text: &str, name: &str) -> Result<Vec<BoxedLevel>, Refusal> {
    let placed = read_levels(games::ALL, text, name)?;
    Ok(placed.into_iter().map(|one| one.reading.level).collect())
}

fn one(text: &str) -> Result<BoxedLevel, Refusal> {
    Place { level: text.to_owned(), steps: Vec::new() }.level()
}

fn json(answer: impl Serialize) -> Result<Box<RawValue>, Refusal> {
    serde_json::value::to_raw_value(&answer).map_err(|error| Refusal(error.to_string()))
}

fn meet(request: Request, host: Host<'_>) -> Result<Box<RawValue>, Refusal> {
    match request {
        Request::Games => json(level::games()),
        Request::Read { text, name } => {
            let levels = read(&text, &name)?;
            json(levels.iter().map(|level| level::described(level.as_ref())).collect::<Vec<_>>())
        }
        Request::Position(place) => json(position::shown(&place)?),
        Request::Thumbnail { level } => json(position::thumbnail(one(&level)?.as_ref())),
        Request::Preview { place, word, aim } => json(position::preview(&place, word, aim)?),
        Request::Step { place, word } => json(position::step(&place, &word)?),
        Request::Solve { place, word, seconds } => {
            json(advice::solved(&place, word.as_deref(), seconds, host)?)
        }
        Request::Hint { place, kind, seconds } => json(advice::hint(&place, &kind, seconds, host)?),
        Request::Difficulty { level, seconds } => {
            json(advice::difficulty(one(&level)?.as_ref(), seconds, host)?)
        }
        Request::Replay { level, text } => json(texts::replayed(one(&level)?.as_ref(), &text)?),
        Request::Forms { level } => json(texts::forms(one(&level)?.as_ref())),
        Request::Convert { level, form, steps } => {
            json(texts::converted(one(&level)?.as_ref(), &form, steps)?)
        }
        Request::Edit { level, edit } => {
            json(level::described(one(&level)?.edited(&edit)?.as_ref()))
        }
        Request::Option { level, name, value } => {
            json(level::described(one(&level)?.with_option(&name, &value)?.as_ref()))
        }
        Request::Rename { level, name } => {
            // Reading it again checks the name.
            let renamed = one(&level)?.renamed(name.trim()).json();
            json(level::described(one(&renamed)?.as_ref()))
        }
        Request::Puzzle { game, seed } => {
            let game = named(games::ALL, &game)?;
            let none = || Refusal(format!("{} has no puzzles", game.name()));
            json(level::described(game.puzzle(seed).ok_or_else(none)?.as_ref()))
        }
        Request::Daily { game, date, seed } => {
            let game = named(games::ALL, &game)?;
            json(level::described(level::daily(game, &date, seed)?.as_ref()))
        }
    }
}
