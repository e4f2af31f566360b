//! Tests pages in a real browser. Here, that of a report: sorting, filtering, hints and links; in [`page`],
//! the playground.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../aloud/mod.rs"]
mod aloud;
mod driver;
mod page;
#[path = "../records/mod.rs"]
mod records;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use plotgen::games::plotting::formats;
use plotgen::lab::campaign::record::Record;
use plotgen::lab::outcome::Outcome;
use serde_json::Value;

use self::driver::Browser;

fn report(campaign: &Path, records: &[Record]) {
    records::write(campaign, records);
    let output = Command::new(env!("CARGO_BIN_EXE_plotgen"))
        .args(["bench", "report", "--baseline", "native"])
        .arg(campaign)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The texts of a table column, for the rows that exist so far.
fn column(browser: &Browser, table: &str, number: usize) -> Vec<String> {
    let texts = browser.script(&format!(
        "return [...document.querySelectorAll('{table} tbody tr td:nth-child({number})')] \
         .map(td => td.textContent)"
    ));
    serde_json::from_value(texts).unwrap()
}

fn text(browser: &Browser, selector: &str) -> String {
    let text = browser.script(&format!("return document.querySelector('{selector}').textContent"));
    text.as_str().unwrap().to_owned()
}

#[test]
fn each_cell_of_a_report_of_real_runs_links_to_its_record() {
    let Some(browser) = Browser::start() else { return };
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/named");
    let names = ["figure-9", "figure-10", "figure-15", "figure-16a"];
    let read = |name: &&str| {
        let text = fs::read_to_string(instances.join(format!("{name}.json"))).unwrap();
        formats::read(&text, name).unwrap().level
    };
    let mut levels: Vec<_> = names.iter().map(read).collect();
    // By Lemma 1 this one has no plan.
    levels.push(levels[0].clone().with_goal(0).unwrap().renamed("impossible"));
    let campaign = tempfile::tempdir().unwrap();
    report(campaign.path(), &records::native(&levels));
    browser.open(&campaign.path().join("report.html"));

    assert_eq!(browser.complaints(), [""; 0]);
    assert_eq!(column(&browser, "#summary", 3), ["5"], "all are solved or proved unsolvable");
    browser.show("matrix");
    browser.wait_for("document.querySelectorAll('#matrix tbody tr').length > 0");
    let cells = browser.script(
        "return [...document.querySelectorAll('#matrix tbody tr')].map(tr => \
         [tr.cells[0].textContent, tr.querySelector('a').href, tr.querySelector('a').textContent])",
    );
    let cells: Vec<(String, String, String)> = serde_json::from_value(cells).unwrap();
    assert_eq!(cells.len(), 5);
    for (level, link, shown) in cells {
        // These runs have names with spaces.
        let file = link.strip_prefix("file://").unwrap().replace("%20", " ");
        let record: Record = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(record.level.facts.name, level);
        assert_eq!(
            shown.starts_with('∅'),
            record.outcome == Outcome::Unsolvable,
            "{level}: {shown}"
        );
    }
}

#[test]
fn a_report_of_10000_runs_can_be_sorted_filtered_and_hovered() {
    let Some(browser) = Browser::start() else { return };
    let campaign = tempfile::tempdir().unwrap();
    let records = records::synthetic(10_000);
    report(campaign.path(), &records);
    browser.open(&campaign.path().join("report.html"));
    if std::env::var_os("PLOTGEN_SCREENSHOTS").is_some() {
        let times = "const [load] = performance.getEntriesByType('navigation');
             const paint = performance.getEntriesByName('first-contentful-paint')[0];
             return [load.loadEventEnd, paint && paint.startTime]";
        let times = browser.script(times);
        let _ = writeln!(
            std::io::stderr(),
            "10,000 runs, ms to the end of loading and to the first paint: {times}"
        );
    }
    assert_eq!(browser.complaints(), [""; 0]);
    let fetched =
        browser.script("return performance.getEntriesByType('resource').map(e => e.name)");
    assert_eq!(fetched, Value::Array(Vec::new()), "the page loads nothing else");
    let made = "return document.querySelectorAll('#runs tbody tr').length";
    assert_eq!(browser.script(made), 0, "rows are created on scrolling");

    let wrong = records.iter().filter(|record| record.outcome == Outcome::Wrong).count();
    assert!(wrong > 1);
    assert_eq!(text(&browser, "main section h2"), format!("{wrong} answers are wrong"));

    let overview = browser.script(
        "return [...document.querySelectorAll('main > section, main > div')].map(part => part.id)",
    );
    assert_eq!((&overview[0], &overview[1]), (&"wrong".into(), &"overview".into()));
    tables_can_be_sorted(&browser, &records);
    levels_are_in_natural_order(&browser);
    headings_do_not_break_inside_words(&browser);
    every_colour_of_the_matrix_has_a_legend(&browser);
    tables_can_be_filtered(&browser, &records);
    plots_show_hints(&browser);
    both_colour_schemes_are_readable(&browser);
    assert_eq!(browser.complaints(), [""; 0]);
}

fn tables_can_be_sorted(browser: &Browser, records: &[Record]) {
    // A table that is part of the page.
    browser.click("#summary th:nth-child(5) button");
    let scores: Vec<f64> =
        column(browser, "#summary", 5).iter().map(|text| text.parse().unwrap()).collect();
    assert_eq!(scores.len(), 9);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // A table built from data: the largest value comes first, even if its row did not exist before.
    browser.show("runs");
    browser.wait_for("document.querySelectorAll('#runs tbody tr').length > 0");
    browser.click("#runs th:nth-child(7) button");
    let largest = records.iter().map(|record| record.peak_memory).max().unwrap();
    let shown = format!("{:.2} GB", largest as f64 / 1e9);
    browser.click("#runs th:nth-child(8) button");
    assert_eq!(column(browser, "#runs", 8)[0], shown);
    browser.click("#runs th:nth-child(8) button");
    let least = records.iter().map(|record| record.peak_memory).min().unwrap();
    assert_eq!(column(browser, "#runs", 8)[0], format!("{:.0} MB", least as f64 / 1e6));
    let rows = column(browser, "#runs", 1).len();
    assert!((1..=200).contains(&rows), "{rows} rows exist, but the window shows a few dozen");
    let scroll = "const s = document.querySelector('#runs .scroll'); s.scrollTop = s.scrollHeight";
    browser.script(scroll);
    // Scrolling adds rows.
    browser.wait_for(&format!("document.querySelectorAll('#runs tbody tr').length > {rows}"));
}

fn levels_are_in_natural_order(browser: &Browser) {
    browser.show("matrix");
    browser.wait_for("document.querySelectorAll('#matrix tbody tr').length > 0");
    let levels = column(browser, "#matrix", 1);
    let number = |name: &String| name.rsplit('-').next().unwrap().parse::<usize>().unwrap();
    let of_first_class: Vec<usize> = levels
        .iter()
        .take_while(|level| level.split('-').next() == levels[0].split('-').next())
        .map(number)
        .collect();
    assert!(of_first_class.len() > 2 && of_first_class.is_sorted(), "{levels:?}");
}

/// The words of headings whose letters stand on several lines.
const BROKEN_WORDS: &str = "
const broken = [];
for (const th of document.querySelectorAll('th')) {
  const walker = document.createTreeWalker(th, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const match of walker.currentNode.data.matchAll(/[A-Za-z0-9]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, match.index);
      range.setEnd(walker.currentNode, match.index + match[0].length);
      if (range.getClientRects().length > 1) broken.push(match[0]);
    }
  }
}
return broken;";

fn headings_do_not_break_inside_words(browser: &Browser) {
    assert_eq!(browser.script(BROKEN_WORDS), Value::Array(Vec::new()));
}

fn every_colour_of_the_matrix_has_a_legend(browser: &Browser) {
    let unexplained = browser.script(
        "const shown = new Set([...document.querySelectorAll('#matrix td.cell')].map(td => \
         td.classList[1]));
         const other = ['timeout', 'memout', 'interrupted', 'refuted', 'missing', 'absent'];
         return [...shown].filter(outcome => !document.querySelector('#matrix .legend .' + \
         (other.includes(outcome) ? 'other' : outcome)))",
    );
    assert_eq!(unexplained, Value::Array(Vec::new()));
}

fn tables_can_be_filtered(browser: &Browser, records: &[Record]) {
    let count =
        |is_wanted: &dyn Fn(&Record) -> bool| records.iter().filter(|r| is_wanted(r)).count();
    browser.enter("#runs input[type=search]", "chuffed DEAD");
    let expected = count(&|record| record.configuration.name == "minizinc-chuffed a dead-end");
    assert_eq!(text(browser, "#runs output"), format!("{expected} of 10000 runs"));
    browser.enter("#runs input[type=search]", "symk");
    browser.click("#runs .chips label:has([value=timeout])");
    let expected = count(&|r| r.configuration.name == "symk" && r.outcome == Outcome::Timeout);
    assert!(expected > 0);
    assert_eq!(text(browser, "#runs output"), format!("{expected} of 10000 runs"));
    assert!(column(browser, "#runs", 4).iter().all(|outcome| outcome == "timeout"));

    browser.show("matrix");
    browser.wait_for("document.querySelectorAll('#matrix tbody tr').length > 0");
    browser.enter("#matrix input", "7x7");
    assert!(text(browser, "#matrix output").ends_with(" of 1250 levels"));
    assert!(column(browser, "#matrix", 2).iter().all(|class| class == "7x7"));
    browser.enter("#matrix input", " ");
    browser.click("#matrix option[value=wrong]");
    let rows = column(browser, "#matrix", 1).len();
    let cells = "return [...document.querySelectorAll('#matrix tbody tr')] \
                 .every(tr => tr.querySelector('.wrong'))";
    assert!(rows > 0 && browser.script(cells) == true, "{rows} levels with a wrong answer");
}

fn plots_show_hints(browser: &Browser) {
    for (id, expected) in [("cumulative", " s CPU, "), ("scaling", "blocks: median ")] {
        browser.show(id);
        let place = browser.script(&format!(
            "const figure = document.getElementById('{id}'), svg = figure.querySelector('svg'); \
             const points = data.charts[figure.dataset.chart]; \
             const [x, y] = points[Math.floor(points.length / 2)]; \
             const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); \
             return [Math.round(at.x), Math.round(at.y)]"
        ));
        let (x, y) = serde_json::from_value(place).unwrap();
        browser.point(x, y);
        assert_eq!(browser.script("return hint.hidden"), false);
        let hint = text(browser, "#hint");
        assert!(hint.contains(expected), "{id}: {hint}");
        browser.point(2, 2);
        assert_eq!(browser.script("return hint.hidden"), true);
    }
}

/// Computes contrast ratios of text and background, from 1 to 21. Text needs at least 4.5.
const CONTRAST: &str = "
const luminance = (colour) => {
  const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ordinary = document.querySelector('.card:not(.alarm)');
const card = luminance(getComputedStyle(ordinary).backgroundColor);
const contrast = (selector, property) => {
  const ink = luminance(getComputedStyle(document.querySelector(selector))[property]);
  return (Math.max(ink, card) + 0.05) / (Math.min(ink, card) + 0.05);
};
return [card, contrast('#summary td', 'color'), contrast('#summary .note', 'color'),
  contrast('#summary .files a', 'color'), contrast('svg.plot text', 'fill'),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(n => contrast(`svg.plot .s${n}`, 'stroke'))];";

fn both_colour_schemes_are_readable(browser: &Browser) {
    for (scheme, is_bright) in [("light", true), ("dark", false)] {
        browser.prefer(scheme);
        screenshots(browser, scheme);
        let figures: Vec<f64> = serde_json::from_value(browser.script(CONTRAST)).unwrap();
        assert_eq!(figures[0] > 0.5, is_bright, "{scheme}: {figures:?}");
        assert!(figures[1..5].iter().all(|&contrast| contrast >= 4.5), "{scheme}: {figures:?}");
        assert!(figures[5..].iter().all(|&contrast| contrast >= 3.0), "{scheme}: {figures:?}");
    }
}

/// Saves screenshots to the folder named by `PLOTGEN_SCREENSHOTS`, if it is set.
fn screenshots(browser: &Browser, scheme: &str) {
    let Some(folder) = std::env::var_os("PLOTGEN_SCREENSHOTS") else { return };
    for part in ["wrong", "overview", "summary", "plots", "tables", "matrix", "runs", "method"] {
        browser.show(part);
        browser.script("return new Promise(done => setTimeout(done, 300))");
        let file = Path::new(&folder).join(format!("{scheme}-{part}.png"));
        fs::write(file, browser.screenshot()).unwrap();
    }
}
