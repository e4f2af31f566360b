//! The layers hold: `game` ← `games`, `game` ← `lab`, with `view` and `cli` on top. A path in the code
//! that points the wrong way is rejected.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// Where a layer's files are, the modules of the crate that they may use, and why.
struct Layer {
    folder: &'static str,
    may_use: &'static [&'static str],
}

const LAYERS: [Layer; 8] = [
    Layer { folder: "game", may_use: &["game"] },
    Layer { folder: "games/g2248", may_use: &["game", "games::g2248"] },
    Layer { folder: "games/plotting", may_use: &["game", "games::plotting"] },
    Layer { folder: "games/swaps", may_use: &["game", "games::swaps"] },
    Layer { folder: "lab", may_use: &["game", "lab"] },
    Layer { folder: "view", may_use: &["game", "games", "lab", "view"] },
    // A game's own commands may use the game; no other command knows one by name.
    Layer { folder: "cli/plotting", may_use: &["game", "games::plotting", "lab", "view", "cli"] },
    Layer { folder: "cli", may_use: &["game", "lab", "view", "cli"] },
];

/// The one file of the command line that may use the list of games.
const REGISTRY: &str = "cli/games.rs";

/// The paths below `crate::` in a line of code, without comments.
fn crate_paths(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.split("crate::").skip(1).map(|rest| {
        let is_path = |letter: char| letter.is_alphanumeric() || "_:".contains(letter);
        rest.split(|letter| !is_path(letter)).next().unwrap_or_default()
    })
}

fn is_allowed(path: &str, layer: &Layer) -> bool {
    let is_below = |module: &&str| {
        path == *module || path.strip_prefix(*module).is_some_and(|rest| rest.starts_with("::"))
    };
    layer.may_use.iter().any(is_below)
}

/// What a file uses that it must not.
fn violations(file: &str, text: &str) -> Vec<String> {
    if !file.contains('/') || file == "games/mod.rs" {
        return Vec::new();
    }
    let Some(layer) = LAYERS.iter().find(|layer| Path::new(file).starts_with(layer.folder)) else {
        return vec![format!("src/{file}: is in no layer that this test knows")];
    };
    let lines = text.lines().enumerate();
    lines
        .flat_map(|(index, line)| crate_paths(line).map(move |path| (index + 1, path)))
        .filter(|(_, path)| !is_allowed(path, layer))
        .filter(|(_, path)| !(file == REGISTRY && (*path == "games" || *path == "games::ALL")))
        .map(|(line, path)| format!("src/{file}:{line}: {} must not use {path}", layer.folder))
        .collect()
}

#[test]
fn no_use_points_the_wrong_way() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    let mut files = 0;
    for entry in WalkDir::new(&source) {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let file = entry.path().strip_prefix(&source).unwrap().to_string_lossy().into_owned();
            all.extend(violations(&file, &fs::read_to_string(entry.path()).unwrap()));
            files += 1;
        }
    }
    assert!(files > 100, "only {files} files were read");
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn a_use_that_points_the_wrong_way_is_found() {
    for (file, line) in [
        ("game/case.rs", "use crate::lab::outcome::Outcome;"),
        ("game/case.rs", "    fn f() -> crate::games::plotting::level::Level {"),
        ("games/plotting/level.rs", "use crate::lab::files;"),
        ("games/plotting/level.rs", "use crate::games::swaps::Level;"),
        ("lab/verify.rs", "use crate::games::plotting::level::Level;"),
        ("lab/verify.rs", "use crate::view::text;"),
        ("view/text.rs", "use crate::cli::Output;"),
        ("cli/show.rs", "use crate::games::plotting::level::Level;"),
    ] {
        assert_eq!(violations(file, line).len(), 1, "{file}: {line}");
    }
    for (file, line) in [
        ("lab/verify.rs", "// see crate::games::plotting"),
        ("cli/plotting/shots.rs", "use crate::games::plotting::rules::Shot;"),
        ("cli/games.rs", "use crate::games;"),
    ] {
        assert!(violations(file, line).is_empty(), "{file}: {line}");
    }
}
