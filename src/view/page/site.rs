//! The files of the playground: a page, its styles and scripts, the module and the levels of its gallery.
//! They work from any folder, without a server: what a browser would not read from a disk is in scripts.

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use crate::game::AnyLevel;

/// The scripts, in the order in which they are loaded.
const SCRIPTS: [(&str, &str); 12] = [
    ("engine.js", include_str!("../../../templates/page/engine.js")),
    ("solver.js", include_str!("../../../templates/page/solver.js")),
    ("game.js", include_str!("../../../templates/page/game.js")),
    ("board.js", include_str!("../../../templates/page/board.js")),
    ("input.js", include_str!("../../../templates/page/input.js")),
    ("judge.js", include_str!("../../../templates/page/judge.js")),
    ("replay.js", include_str!("../../../templates/page/replay.js")),
    ("editor.js", include_str!("../../../templates/page/editor.js")),
    ("export.js", include_str!("../../../templates/page/export.js")),
    ("gallery.js", include_str!("../../../templates/page/gallery.js")),
    ("settings.js", include_str!("../../../templates/page/settings.js")),
    ("main.js", include_str!("../../../templates/page/main.js")),
];

const STYLES: &str = include_str!("../../../templates/page/page.css");

/// What runs in the worker: the engine, and this.
const WORKER: &str = include_str!("../../../templates/page/worker.js");

/// The levels of the gallery unless others are given.
pub const LEVELS: &str = include_str!("../../../templates/page/levels.jsonl");

/// A file of the page.
pub struct PageFile {
    /// Its name.
    pub name: &'static str,
    /// Its content.
    pub text: String,
}

#[derive(Template)]
#[template(path = "page/index.html")]
struct Index<'a> {
    title: &'a str,
    scripts: Vec<&'static str>,
}

/// A level in the gallery.
#[derive(Serialize)]
struct Card {
    level: String,
    name: String,
    game: &'static str,
    about: String,
}

/// The files of a page with these levels. `module` is the WebAssembly module.
pub fn files(title: &str, levels: &[impl AsRef<dyn AnyLevel>], module: &[u8]) -> Vec<PageFile> {
    let cards: Vec<Card> = levels.iter().map(|level| card(level.as_ref())).collect();
    let names = ["module.js", "levels.js"].into_iter();
    let scripts = names.chain(SCRIPTS.iter().map(|(name, _)| *name)).collect();
    let index = Index { title, scripts }.render().expect("writing to a string does not fail");
    let worker = format!("{}\n{WORKER}", SCRIPTS[0].1);
    let module = format!(
        "\"use strict\";\nconst MODULE = \"{}\";\nconst WORKER = {};\n",
        STANDARD.encode(module),
        literal(&worker)
    );
    let levels = format!("\"use strict\";\nconst LEVELS = {};\n", literal(&cards));
    let made = [
        ("index.html", index + "\n"),
        ("page.css", STYLES.to_owned()),
        ("module.js", module),
        ("levels.js", levels),
    ];
    let copied = SCRIPTS.iter().map(|&(name, text)| (name, text.to_owned()));
    made.into_iter().chain(copied).map(|(name, text)| PageFile { name, text }).collect()
}

/// A value as a literal of JavaScript.
fn literal(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("the keys are strings")
}

fn card(level: &dyn AnyLevel) -> Card {
    let portrait = level.portrait();
    let start = level.start().picture().lines.len();
    let rules = portrait.lines.get(start..).unwrap_or_default();
    let about = rules.first().map(|line| super::position::line(line)).unwrap_or_default();
    Card { level: level.line(), name: level.name(), game: level.game().name(), about }
}
