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
#[derive(Clone, Debug)]
pub struct Place {
    /// The level.
    pub level: String,
    /// The steps.
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

/// What the page asks: the name of the request, and what it needs of the other fields. One type for all
/// requests, because reading many would be a large part of the module.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Request {
    ask: String,
    level: String,
    steps: Vec<String>,
    /// A step.
    word: Option<String>,
    aim: Option<Aim>,
    /// How long a search may take.
    seconds: f64,
    text: String,
    name: String,
    /// The kind of a hint.
    kind: String,
    form: String,
    /// The number of steps that a model asks about.
    horizon: Option<usize>,
    edit: Option<Edit>,
    value: String,
    game: String,
    date: String,
    seed: u64,
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

fn json(answer: impl Serialize) -> Result<Box<RawValue>, Refusal> {
    serde_json::value::to_raw_value(&answer).map_err(|error| Refusal(error.to_string()))
}

fn meet(request: Request, host: Host<'_>) -> Result<Box<RawValue>, Refusal> {
    let Request { ask, level, steps, word, aim, seconds, text, name, .. } = request;
    let place = Place { level, steps };
    match ask.as_str() {
        "games" => json(level::games()),
        "read" => {
            let levels = read(&text, &name)?;
            json(levels.iter().map(|level| level::described(level.as_ref())).collect::<Vec<_>>())
        }
        "position" => json(position::shown(&place)?),
        "thumbnail" => json(position::thumbnail(place.level()?.as_ref())),
        "preview" => json(position::preview(&place, word, aim)?),
        "step" => json(position::step(&place, &word.unwrap_or_default())?),
        "solve" => json(advice::solved(&place, word.as_deref(), seconds, host)?),
        "hint" => json(advice::hint(&place, &request.kind, seconds, host)?),
        "difficulty" => json(advice::difficulty(place.level()?.as_ref(), seconds, host)?),
        "replay" => json(texts::replayed(place.level()?.as_ref(), &text)?),
        "forms" => json(texts::forms(place.level()?.as_ref())),
        "convert" => {
            json(texts::converted(place.level()?.as_ref(), &request.form, request.horizon)?)
        }
        "edit" => {
            let edit = request.edit.ok_or_else(|| Refusal("there is no change".to_owned()))?;
            json(level::described(place.level()?.edited(&edit)?.as_ref()))
        }
        "option" => {
            json(level::described(place.level()?.with_option(&name, &request.value)?.as_ref()))
        }
        "rename" => {
            // Reading it again checks the name.
            let renamed = place.level()?.renamed(name.trim()).json();
            json(level::described(Place { level: renamed, ..place }.level()?.as_ref()))
        }
        "puzzle" => {
            let game = named(games::ALL, &request.game)?;
            let none = || Refusal(format!("{} has no puzzles", game.name()));
            json(level::described(game.puzzle(request.seed).ok_or_else(none)?.as_ref()))
        }
        "daily" => {
            let game = named(games::ALL, &request.game)?;
            json(level::described(level::daily(game, &request.date, request.seed)?.as_ref()))
        }
        _ => Err(Refusal(format!("the request is not understood: {ask:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const FIGURE_9: &str = r#"{"name":"figure-9","grid":["RRRG","RGRR"],"goal":1}"#;
    const START: &str = include_str!("../../../instances/2248/start.json");

    fn ask(request: &Value) -> Value {
        let host = Host { now: &|| 0.0, tell: &|_| () };
        serde_json::from_str(&answer(&request.to_string(), host)).unwrap()
    }

    fn solved(steps: &[&str], word: Option<&str>) -> Value {
        let request =
            json!({"ask": "solve", "level": FIGURE_9, "steps": steps, "word": word, "seconds": 5});
        ask(&request)["answer"].take()
    }

    #[test]
    fn every_move_has_a_verdict_that_counts_it() {
        let found = |word| {
            let solution = solved(&[], Some(word));
            (solution["outcome"].clone(), solution["value"].clone(), solution["badge"].clone())
        };
        assert_eq!(found("c1"), (json!("wins"), json!(4), json!("4")));
        assert_eq!(found("c2"), (json!("wins"), json!(5), json!("5")));
        assert_eq!(found("r1"), (json!("loses"), Value::Null, json!("✕")));
        let end = solved(&["c1", "r1", "r2"], Some("c4"));
        assert_eq!((&end["outcome"], &end["value"]), (&json!("wins"), &json!(1)));
    }

    #[test]
    fn a_search_that_is_cut_short_says_what_it_knows() {
        let large = include_str!("../../../instances/hard/9x9-c8-s1-1-g7.json");
        let seconds = std::sync::atomic::AtomicU64::new(0);
        let tick = || seconds.fetch_add(1, std::sync::atomic::Ordering::Relaxed) as f64;
        let told = std::sync::Mutex::new(Vec::new());
        let hear = |report: &str| told.lock().unwrap().push(report.to_owned());
        let request = json!({"ask": "solve", "level": large, "steps": [], "seconds": 20});
        let reply = answer(&request.to_string(), Host { now: &tick, tell: &hear });
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let solution = &reply["answer"];
        assert_eq!(solution["outcome"], "open", "{reply}");
        assert!(solution["told"].as_str().unwrap().starts_with("at least "), "{reply}");
        assert!(solution["badge"].as_str().unwrap().starts_with('≥'), "{reply}");
        assert!(told.lock().unwrap()[0].starts_with("{\"states\":"));
    }

    #[test]
    fn positions_have_what_the_page_shows() {
        let shown = ask(&json!({"ask": "position", "level": FIGURE_9, "steps": ["c1"]}));
        let shown = &shown["answer"];
        assert_eq!(
            (&shown["hand"], &shown["won"], &shown["told"]),
            (&json!("R"), &json!(false), &json!("1 shot"))
        );
        assert_eq!(shown["moves"][0]["word"], "r1");
        assert_eq!(shown["moves"][0]["aim"], json!({"row": 1}));
        let shown = ask(&json!({"ask": "position", "level": START, "steps": []}));
        let shown = &shown["answer"];
        assert_eq!(shown["moves"], Value::Null, "there are too many");
        assert_eq!(shown["buttons"], json!([{"word": "collapse", "legal": true}]));
        assert_eq!(shown["hints"][0]["label"], "maximum path");
        let cells =
            json!([{"row": 3, "column": 1}, {"row": 4, "column": 1}, {"row": 5, "column": 2}]);
        let preview = json!({"ask": "preview", "level": START, "aim": {"cells": cells}});
        let preview = ask(&preview);
        assert_eq!(preview["answer"]["coming"]["label"], "8", "{preview}");
    }

    #[test]
    fn the_difficulty_counts_first_moves_and_dead_ends() {
        let found = ask(&json!({"ask": "difficulty", "level": FIGURE_9, "seconds": 30}));
        let found = &found["answer"];
        assert_eq!(found["best"]["value"], 4);
        assert_eq!(found["first"], json!({"winning": 5, "open": 0, "moves": 6}));
        let (states, lost) = (found["states"].as_u64().unwrap(), found["lost"].as_u64().unwrap());
        assert!(0 < lost && lost < states, "{found}");
    }

    #[test]
    fn a_plan_stops_at_its_flaw() {
        let replay = |text: &str| ask(&json!({"ask": "replay", "level": FIGURE_9, "text": text}));
        let good = replay("c1 r1 r2 c4");
        assert_eq!(
            (&good["answer"]["valid"], &good["answer"]["steps"][3]),
            (&json!(true), &json!("c4"))
        );
        let bad = replay("c1 r1 r1");
        assert_eq!(bad["answer"]["steps"], json!(["c1", "r1"]));
        assert!(bad["answer"]["sentence"].as_str().unwrap().contains("a null shot"), "{bad}");
        assert!(replay("c9")["error"].as_str().unwrap().contains("outside the board"));
    }

    #[test]
    fn every_form_and_model_of_every_game_can_be_written_or_says_why_not() {
        for level in [FIGURE_9, r#"{"game":"swaps","tiles":["GHG","HHR","RRG"]}"#, START] {
            let forms = ask(&json!({"ask": "forms", "level": level}));
            for form in forms["answer"].as_array().unwrap() {
                let request = json!({"ask": "convert", "level": level, "form": form["form"]});
                let files = ask(&request);
                let is_written =
                    files["answer"][0]["text"].as_str().is_some_and(|text| !text.is_empty());
                assert!(is_written || files["error"].is_string(), "{form}: {files}");
            }
        }
    }

    #[test]
    fn puzzles_are_solvable_and_the_same_every_time() {
        let daily = |game: &str, date: &str, seed: u64| {
            let request = json!({"ask": "daily", "game": game, "date": date, "seed": seed});
            ask(&request)["answer"]["level"].clone()
        };
        for game in ["plotting", "swaps", "2248"] {
            let level = daily(game, "2026-11-19", 0);
            assert_eq!(level, daily(game, "2026-11-19", 0));
            assert_ne!(level, daily(game, "2026-11-20", 0));
            assert_ne!(level, daily(game, "2026-11-19", 1));
        }
        let level = daily("plotting", "2026-11-19", 0);
        let solution = ask(&json!({"ask": "solve", "level": level, "steps": [], "seconds": 5}));
        assert_eq!(solution["answer"]["outcome"], "wins");
        let wrong = ask(&json!({"ask": "daily", "game": "plotting", "date": "today", "seed": 0}));
        assert_eq!(wrong["error"], "\"today\" is not a date, e.g. 2026-11-19");
    }

    #[test]
    fn what_cannot_be_done_is_one_sentence() {
        for (request, reason) in [
            (json!({"ask": "position", "level": "{", "steps": []}), "line 1"),
            (json!({"ask": "position", "level": FIGURE_9, "steps": ["c1", "c1"]}), "shot 2, c1: "),
            (json!({"ask": "solve", "level": START, "steps": [], "seconds": 1}), "no goal"),
            (
                json!({"ask": "option", "level": FIGURE_9, "name": "goal", "value": "9"}),
                "only 8 blocks",
            ),
            (json!({"ask": "rename", "level": FIGURE_9, "name": " "}), "name: it is empty"),
            (json!({"ask": "puzzle", "game": "chess", "seed": 1}), "\"chess\" is not a game"),
            (json!({"ask": "dance"}), "the request is not understood"),
        ] {
            let reply = ask(&request);
            let error = reply["error"].as_str().unwrap_or_default();
            assert!(error.contains(reason) && !error.contains('\n'), "{request}: {reply}");
        }
    }
}
