//! Tests the playground in a real browser: levels played, judged, replayed, edited and shared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::aloud::skipped;
use crate::driver::Browser;
use crate::text;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn plotgen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plotgen")).args(arguments).output().unwrap()
}

/// The page in a folder, and a browser that shows it. Without the module, the test is skipped with a
/// message.
fn page(arguments: &[&str]) -> Option<(Browser, TempDir)> {
    let module = Path::new(ROOT).join("target/page/plotgen.wasm");
    if !module.is_file() {
        skipped("the page in a browser: its module is not built (scripts/page)");
        return None;
    }
    let browser = Browser::start()?;
    let folder = tempfile::tempdir().unwrap();
    let mut all = vec!["page", "--force", "--module", module.to_str().unwrap(), "--out"];
    all.push(folder.path().to_str().unwrap());
    all.extend(arguments);
    let output = plotgen(&all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    browser.open(&index(&folder));
    ready(&browser);
    // Waiting for animations would only take time; one test has them.
    browser.script("if (document.getElementById('set-motion').checked) document.getElementById('set-motion').click()");
    Some((browser, folder))
}

fn index(folder: &TempDir) -> PathBuf {
    folder.path().join("index.html")
}

fn ready(browser: &Browser) {
    browser.wait_for("document.body.classList.contains('is-ready')");
}

/// Opens a level of the gallery.
fn choose(browser: &Browser, name: &str) {
    browser.script(&format!(
        "[...document.querySelectorAll('#cards button')].find(card => \
         card.querySelector('b').textContent === '{name}').click()"
    ));
    assert_eq!(text(browser, "#level-name"), name);
}

/// Waits until the text of an element contains something.
fn wait_for_text(browser: &Browser, selector: &str, expected: &str) {
    browser.wait_for(&format!(
        "document.querySelector('{selector}').textContent.includes({})",
        serde_json::to_string(expected).unwrap()
    ));
}

fn fire(browser: &Browser, spots: &[&str]) {
    for spot in spots {
        browser.click(&format!("[data-spot={spot}]"));
    }
}

/// What a person cannot use, by the rules of axe-core.
fn barriers(browser: &Browser) -> Vec<String> {
    let axe = Path::new(ROOT).join(".solvers/node_modules/axe-core/axe.min.js");
    let Ok(axe) = fs::read_to_string(&axe) else {
        skipped(
            "the accessibility of the page: axe-core is not installed (scripts/setup-solvers axe)",
        );
        return Vec::new();
    };
    browser.script(&axe);
    browser.script(
        "window.found = null; axe.run({ preload: false }).then(result => { window.found = result.violations.flatMap(rule => \
         rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`)); })",
    );
    browser.wait_for("window.found !== null");
    serde_json::from_value(browser.script("return window.found")).unwrap()
}

#[test]
fn a_level_is_played_to_its_end_by_clicks_and_by_keys() {
    let Some((browser, _folder)) = page(&[]) else { return };
    choose(&browser, "figure-9");
    wait_for_text(&browser, "#optimum", "optimum: 4 shots");
    fire(&browser, &["column-1", "row-1", "row-2", "column-4"]);
    assert_eq!(text(&browser, "#so-far"), "4 shots");
    assert_eq!(text(&browser, "#end"), "Goal met after 4 shots. That is optimal.");
    browser.click("#restart");
    assert_eq!(text(&browser, "#so-far"), "0 shots");

    // The arrows choose among rows or columns, Enter fires, u undoes, r redoes.
    let (up, down, left, right, enter) =
        ("\u{e013}", "\u{e015}", "\u{e012}", "\u{e014}", "\u{e007}");
    browser.script("document.activeElement.blur()");
    browser.keys(&[right, enter]);
    assert_eq!(text(&browser, "#so-far"), "1 shot");
    browser.keys(&["u"]);
    assert_eq!(text(&browser, "#so-far"), "0 shots");
    browser.keys(&["r", down, up, enter]);
    assert_eq!(text(&browser, "#so-far"), "2 shots");
    browser.keys(&[down, enter, left, enter]);
    assert_eq!(text(&browser, "#end"), "Goal met after 4 shots. That is optimal.");
    let said = text(&browser, "#live");
    assert!(said.contains("The goal is met"), "{said}");

    // With animations the result is the same.
    browser.click("#restart");
    browser.script("document.getElementById('set-motion').click()");
    fire(&browser, &["column-1"]);
    browser.wait_for("!document.getElementById('stage').classList.contains('is-moving')");
    assert_eq!(text(&browser, "#so-far"), "1 shot");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn every_move_is_judged_and_a_losing_one_is_called_so() {
    let Some((browser, _folder)) = page(&[]) else { return };
    choose(&browser, "figure-9");
    browser.wait_for("document.querySelectorAll('#badges .badge').length === 6");
    let badges = browser.script(
        "return [...document.querySelectorAll('#moves .move')].map(move => \
         [move.dataset.word, move.querySelector('.badge').textContent].join(' '))",
    );
    let badges: Vec<String> = serde_json::from_value(badges).unwrap();
    assert_eq!(badges, ["r1 ✕", "r2 5", "c1 4", "c2 5", "c3 5", "c4 5"]);
    let label = browser.script("return document.querySelector('[data-spot=column-1]').ariaLabel");
    assert!(label.as_str().unwrap().starts_with("column 1: wins: 4 shots"), "{label}");

    fire(&browser, &["row-1"]);
    wait_for_text(&browser, "#verdict", "This shot loses");
    browser.click("#undo");
    browser.click("#hint");
    wait_for_text(&browser, "#hint-text", "Hint: c1: 4 shots from here, proved best.");
    browser.click("#solution");
    wait_for_text(&browser, "#hint-text", "A best plan, 4 shots: c1 r1 r2 c4.");
    for _ in 0..4 {
        browser.click("#redo");
    }
    assert_eq!(text(&browser, "#end"), "Goal met after 4 shots. That is optimal.");

    // Without the setting there are no badges.
    browser.click("#undo");
    browser.script("document.getElementById('set-judge').click()");
    assert_eq!(browser.script("return document.querySelectorAll('#badges .badge').length"), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_plan_is_stepped_through_up_to_its_flaw() {
    let Some((browser, _folder)) = page(&[]) else { return };
    choose(&browser, "figure-9");
    fire(&browser, &["column-2"]);
    browser.click("#tab-replay");
    let replay = |plan: &str| {
        browser.script(&format!(
            "document.getElementById('plan').value = {}",
            serde_json::to_string(plan).unwrap()
        ));
        browser.click("#plan-read");
    };
    replay("c1 r1 r2 c4");
    let sentence = text(&browser, "#replay-sentence");
    assert!(sentence.starts_with("Valid: 4 shots, 1 block left, the goal is 1"), "{sentence}");
    browser.click("#replay-next");
    assert_eq!(text(&browser, "#replay-at"), "after 1 of 4");
    browser.click("#replay-last");
    assert_eq!(text(&browser, "#end"), "Goal met after 4 shots. That is optimal.");

    // The sentence is that of validate.
    let plan = "c1\nr1\nr1\nr2";
    replay(plan);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.txt"), plan).unwrap();
    let level = format!("{ROOT}/instances/named/figure-9.json");
    let plan = folder.path().join("plan.txt");
    let output = plotgen(&["validate", &level, plan.to_str().unwrap()]);
    let validated = String::from_utf8(output.stdout).unwrap();
    let flaw = validated.lines().next().unwrap().strip_prefix("invalid: ").unwrap().to_owned();
    let sentence = text(&browser, "#replay-steps .flaw");
    assert!(sentence.contains(flaw.trim_end_matches('.')), "{sentence} / {flaw}");
    browser.click("#replay-last");
    assert_eq!(text(&browser, "#replay-at"), "after 2 of 2");

    // What is no plan at all leaves everything as it is.
    replay("c9");
    assert!(text(&browser, "#notice-text").contains("c9 is outside the board"));
    assert_eq!(text(&browser, "#so-far"), "2 shots");
    browser.click("#notice-close");
    browser.click("#replay-leave");
    assert_eq!(text(&browser, "#so-far"), "1 shot");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_level_is_painted_measured_exported_and_shared() {
    let Some((browser, folder)) = page(&[]) else { return };
    choose(&browser, "figure-9");
    browser.click("#tab-edit");
    browser.click("#brushes [aria-label=G]");
    browser.click("[data-spot='1-1']");
    wait_for_text(&browser, "#optimum", "optimum: ");
    let field = |id: &str, value: &str| {
        browser.script(&format!(
            "const field = document.getElementById('{id}'); field.value = '{value}'; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ));
    };
    field("option-goal", "9");
    assert!(text(&browser, "#notice-text").contains("The board has only 8 blocks"));
    field("option-goal", "2");
    field("edit-name", "mine");
    assert_eq!(text(&browser, "#level-name"), "mine");
    browser.click("#hands [aria-label=R]");
    browser.click("[data-spot=row-2]");
    browser.click("#measure");
    wait_for_text(&browser, "#difficulty", "dead ends: ");
    let level = browser.script("return game.level.level");
    let level = level.as_str().unwrap();
    assert_eq!(
        level,
        r#"{"name":"mine","grid":["GRRG","RGRR"],"goal":2,"hand":"R","firing":{"rows":[1],"columns":[1,2,3,4]}}"#
    );
    browser.click("#edit-undo");
    assert_eq!(text(&browser, "#rules").matches("firing").count(), 0);

    // The same text as the command line writes.
    let file = folder.path().join("mine.json");
    fs::write(&file, browser.script("return game.level.level").as_str().unwrap()).unwrap();
    browser.click("#tab-share");
    browser.script("document.getElementById('form').value = 'pddl:granular'");
    browser.click("#convert");
    let texts = browser
        .script("return [...document.querySelectorAll('#files textarea')].map(area => area.value)");
    let texts: Vec<String> = serde_json::from_value(texts).unwrap();
    let written = plotgen(&["pddl", "--granular", file.to_str().unwrap()]).stdout;
    assert_eq!(texts.last().unwrap(), &String::from_utf8(written).unwrap());

    // Opening the address restores the level and the steps.
    fire(&browser, &["column-2"]);
    let link = browser.script("return document.getElementById('link').value");
    browser.visit("about:blank");
    browser.visit(link.as_str().unwrap());
    ready(&browser);
    assert_eq!(
        (text(&browser, "#level-name"), text(&browser, "#so-far")),
        ("mine".into(), "1 shot".into())
    );

    // A broken link says so, and the page goes on.
    browser.script("location.hash = '#level=x&play=c1'");
    wait_for_text(&browser, "#notice-text", "This link is broken: it holds no level.");
    assert_eq!(text(&browser, "#level-name"), "mine");
    browser.script("location.hash = '#level=eyJncmlkIjpbIlJSIl0sImdvYWwiOjF9&play=c9'");
    wait_for_text(&browser, "#notice-text", "c9");
    assert_eq!(text(&browser, "#level-name"), "mine");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn cells_are_joined_by_dragging_and_swapped_by_keys() {
    let Some((browser, _folder)) = page(&[]) else { return };
    choose(&browser, "start");
    browser.drag(&["3-1", "4-1", "5-2"], |browser| {
        assert!(text(browser, "#story").contains("joins 3 blocks, sum 8, into 8"));
        assert_eq!(browser.script("return document.getElementById('coming').hidden"), false);
    });
    assert_eq!(text(&browser, "#so-far"), "1 move");
    assert!(text(&browser, "#lines").contains("score: 8"), "{}", text(&browser, "#lines"));
    browser.click("#undo");
    let own = |label: &str| {
        browser.script(&format!(
            "[...document.querySelectorAll('#own button')].find(one => \
             one.textContent.toLowerCase() === '{label}').click()"
        ));
    };
    own("maximum path");
    wait_for_text(&browser, "#hint-text", "sum 448, proved best");
    assert!(
        browser.script("return document.querySelectorAll('.spot.is-picked').length").as_u64()
            > Some(2)
    );
    own("maximum adjacent");
    wait_for_text(&browser, "#hint-text", "block 64, proved best");
    own("collapse");
    assert_eq!(text(&browser, "#so-far"), "1 move");
    // A path that is none leaves the board as it is, and says why.
    browser.drag(&["1-1", "1-2"], |_| ());
    assert_eq!(text(&browser, "#so-far"), "1 move");
    assert_ne!(text(&browser, "#notice-text"), "");

    choose(&browser, "document-1");
    wait_for_text(&browser, "#optimum", "optimum: 6 moves");
    let (right, enter) = ("\u{e014}", "\u{e007}");
    browser.script("document.activeElement.blur()");
    browser.keys(&[right, right, " ", right, enter]);
    assert_eq!(text(&browser, "#so-far"), "1 move");
    wait_for_text(&browser, "#verdict", "From here: 5 moves.");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn puzzles_are_the_same_for_everyone_and_wrong_levels_are_refused() {
    let Some((browser, _folder)) = page(&[]) else { return };
    browser.script("document.getElementById('daily-date').value = '2026-11-19'");
    for game in ["plotting", "swaps", "2248"] {
        browser.script(&format!("document.getElementById('daily-game').value = '{game}'"));
        browser.click("#daily-form .primary");
        assert_eq!(text(&browser, "#level-name"), "daily-2026-11-19");
        let shown = browser.script("return game.level.level");
        let request = format!(r#"{{"ask":"daily","game":"{game}","date":"2026-11-19","seed":0}}"#);
        let native = plotgen::view::page::answer(
            &request,
            plotgen::view::page::Host { now: &|| 0.0, tell: &|_| () },
        );
        let native: Value = serde_json::from_str(&native).unwrap();
        assert_eq!(native["answer"]["level"], shown, "{game}");
    }
    let open = |text: &str| {
        browser.script(&format!(
            "document.getElementById('open-text').value = {}",
            serde_json::to_string(text).unwrap()
        ));
        browser.click("#open-form .primary");
    };
    open(r#"{"grid": ["RR", "R"], "goal": 1}"#);
    assert!(text(&browser, "#notice-text").contains("row 2"), "{}", text(&browser, "#notice-text"));
    assert_eq!(text(&browser, "#level-name"), "daily-2026-11-19");
    open(&format!(r#"{{"grid": ["{}"], "goal": 1}}"#, "RG".repeat(10)));
    assert!(text(&browser, "#notice-text").contains("16"));
    open(r#"{"name": "fine", "grid": ["RR", "RG"], "goal": 1}"#);
    assert_eq!(
        (text(&browser, "#level-name"), text(&browser, "#notice-text")),
        ("fine".into(), String::new())
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn everyone_can_use_the_page_on_a_phone_and_in_the_dark() {
    let Some((browser, _folder)) = page(&[]) else { return };
    for (scheme, width) in [("light", 1200), ("dark", 360)] {
        browser.prefer(scheme);
        browser.resize(width, 800);
        for name in ["four-by-four-1", "document-1", "start"] {
            choose(&browser, name);
            browser.wait_for("solver.running === null");
            let wide = browser.script("return document.documentElement.scrollWidth <= innerWidth");
            assert_eq!(wide, true, "{name} does not fit into {width}");
            for tab in ["moves", "replay", "edit", "share"] {
                browser.click(&format!("#tab-{tab}"));
                assert_eq!(barriers(&browser), [""; 0], "{scheme}, {name}, {tab}");
            }
        }
        if let Some(folder) = std::env::var_os("PLOTGEN_SCREENSHOTS") {
            let file = PathBuf::from(folder).join(format!("page-{scheme}.png"));
            fs::write(file, browser.screenshot()).unwrap();
        }
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_pack_becomes_the_gallery() {
    let pack = format!("{ROOT}/instances/named");
    let Some((browser, _folder)) = page(&[&pack, "--title", "Figures of <the> article"]) else {
        return;
    };
    assert_eq!(text(&browser, "h1"), "Figures of <the> article");
    assert_eq!(browser.script("return LEVELS.length"), 12);
    choose(&browser, "figure-17");
    wait_for_text(&browser, "#optimum", "optimum: 10 shots");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_scripts_pass_the_type_checker() {
    let checker = Path::new(ROOT).join(".solvers/node_modules/typescript/bin/tsc");
    if !checker.is_file() {
        skipped(
            "the types of the page: TypeScript is not installed (scripts/setup-solvers typescript)",
        );
        return;
    }
    let output = Command::new("node")
        .arg(checker)
        .args(["--project", "templates/page/tsconfig.json"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
