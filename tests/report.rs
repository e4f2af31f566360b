//! Tests reports: how figures are computed, and how the command handles good and broken records.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod records;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use plotgen::game::Objective;
use plotgen::lab::campaign::compare::{Change, Comparison};
use plotgen::lab::campaign::crosscheck::crosschecked;
use plotgen::lab::campaign::record::{Configuration, Record};
use plotgen::lab::outcome::Outcome::{self, Crashed, Missing, Solved, Timeout, Unsolvable, Wrong};
use plotgen::lab::report::difference::Difference;
use plotgen::lab::report::results::{Results, Standing};
use plotgen::view::report::table::{Entry, Table};
use plotgen::view::report::tables;
use serde_json::Value;

use self::records::{configuration, level, record, synthetic, write};

/// Invented runs: the name of each configuration, and its outcome and CPU seconds on each level.
fn invented(rows: &[(&str, &[(Outcome, f64)])]) -> Vec<Record> {
    let runs = rows.iter().flat_map(|(name, cells)| {
        cells.iter().enumerate().map(|(index, &(outcome, seconds))| {
            let size = index + 2;
            let level = level(&format!("level-{index}"), size, size);
            record(&level, &configuration(name), outcome, seconds)
        })
    });
    runs.collect()
}

fn index(results: &Results<'_>, name: &str) -> usize {
    results.configurations.iter().position(|c| c.name == name).unwrap()
}

fn cells(table: &Table) -> Vec<Vec<String>> {
    let row = |row: &Vec<Entry>| row.iter().map(|entry| entry.value.rounded()).collect();
    table.rows.iter().map(row).collect()
}

fn table(results: &Results<'_>, baseline: Option<usize>, name: &str) -> Table {
    tables::all(results, baseline).into_iter().find(|table| table.name == name).unwrap()
}

/// Three configurations with different strengths on three levels, with a limit of 60 s.
fn three_configurations() -> Vec<Record> {
    invented(&[
        ("alpha", &[(Solved, 1.0), (Unsolvable, 20.0), (Timeout, 60.0)]),
        ("beta", &[(Solved, 4.0), (Crashed, 0.5), (Solved, 30.0)]),
        ("gamma", &[(Wrong, 0.1), (Timeout, 60.0), (Timeout, 60.0)]),
    ])
}

#[test]
fn unanswered_and_wrong_runs_cost_twice_the_limit() {
    let records = three_configurations();
    let results = Results::new(&records);
    let standing = |name| {
        let Standing { levels, answered, par2, .. } = results.standing(index(&results, name));
        (levels, answered, par2.unwrap())
    };
    assert_eq!(standing("alpha"), (3, 2, 141.0));
    assert_eq!(standing("beta"), (3, 2, 154.0));
    assert_eq!(standing("gamma"), (3, 0, 360.0));
    let wall = results.standing(index(&results, "alpha")).par2_wall.unwrap();
    assert!((wall - (21.0 * 1.1 + 120.0)).abs() < 1e-9);
    assert_eq!(cells(&table(&results, None, "wrong"))[0][..2], ["gamma", "level-0"]);
    assert_eq!(tables::all(&results, None)[0].name, "wrong", "wrong answers come first");
}

#[test]
fn an_unanswered_run_without_a_limit_has_no_score() {
    let mut records = three_configurations();
    for run in &mut records {
        run.limits.cpu_seconds = None;
    }
    let results = Results::new(&records);
    assert_eq!(results.standing(0).par2, None);
    assert!(results.notes().iter().any(|note| note.contains("no PAR2")));
    for run in &mut records {
        run.limits.wall_seconds = Some(10);
    }
    assert_eq!(Results::new(&records).standing(0).par2, Some(41.0), "twice the wall limit");
}

#[test]
fn the_virtual_best_solver_uses_the_best_configuration_for_each_level() {
    let records = three_configurations();
    let results = Results::new(&records);
    let best = Standing::of(results.virtual_best(|_| true));
    assert_eq!((best.answered, best.par2), (3, Some(51.0)));
    let rows = cells(&table(&results, None, "virtual-best"));
    // Name, fastest, alone, solved without it, PAR2 without it.
    assert_eq!(rows[0], ["alpha", "2", "1", "2", "+201.96%"]);
    assert_eq!(rows[1], ["beta", "1", "1", "2", "+176.47%"]);
    assert_eq!(rows[2], ["gamma", "0", "0", "3", "0.00%"]);
    let summary = cells(&table(&results, None, "summary"));
    assert_eq!(summary[3][..4], ["virtual best", "3", "3", "51.0"]);
}

#[test]
fn an_answer_beats_a_timeout_even_if_it_took_more_cpu_time() {
    let mut records = invented(&[("parallel", &[(Solved, 25.0)]), ("single", &[(Timeout, 10.0)])]);
    for record in &mut records {
        (record.limits.cpu_seconds, record.limits.wall_seconds) = (None, Some(10));
    }
    let results = Results::new(&records);
    let best = Standing::of(results.virtual_best(|_| true));
    assert_eq!((best.answered, best.par2), (1, Some(25.0)));
    assert_eq!(cells(&table(&results, None, "virtual-best"))[0][..3], ["parallel", "1", "1"]);
    assert!(results.notes().iter().any(|note| note.contains("more CPU time")));
}

#[test]
fn each_clock_has_its_own_limit_and_missing_runs_have_no_memory() {
    let mut records = invented(&[("alpha", &[(Timeout, 1.0)]), ("beta", &[(Missing, 0.0)])]);
    for record in &mut records {
        (record.limits.cpu_seconds, record.limits.wall_seconds) = (Some(1), Some(2));
    }
    records[0].peak_memory = 1 << 20;
    records[1].peak_memory = 0;
    let results = Results::new(&records);
    let standing = results.standing(0);
    assert_eq!((standing.par2, standing.par2_wall), (Some(2.0), Some(4.0)));
    let summary = cells(&table(&results, None, "summary"));
    assert_eq!((&*summary[0][5], &*summary[1][5]), ("1 MB", "–"));
}

#[test]
fn levels_that_differ_only_in_name_are_distinct() {
    let mut records = invented(&[("alpha", &[(Solved, 1.0), (Timeout, 60.0)])]);
    records[1].level.hash = records[0].level.hash.clone();
    let results = Results::new(&records);
    assert_eq!((results.levels.len(), results.repetitions()), (2, 1));
}

#[test]
fn a_report_removes_files_of_an_earlier_report_and_nothing_else() {
    let campaign = tempfile::tempdir().unwrap();
    let root = campaign.path();
    let mut records = three_configurations();
    write(root, &records);
    assert!(report(root, &["--baseline", "alpha", "--scatter", "alpha,beta"]).status.success());
    let own = root.join("tables/own.md");
    fs::write(&own, "mine").unwrap();
    for name in ["tables/wrong.md", "tables/differences.csv", "plots/scatter-alpha-beta.svg"] {
        assert!(root.join(name).exists(), "{name}");
    }
    for record in &mut records {
        record.outcome = Solved;
    }
    write(root, &records);
    assert!(report(root, &["--scatter", "beta,gamma"]).status.success());
    for name in ["tables/wrong.md", "tables/differences.csv", "plots/scatter-alpha-beta.svg"] {
        assert!(!root.join(name).exists(), "{name}");
    }
    assert!(own.exists());
}

#[test]
fn differences_from_a_baseline_cover_the_levels_that_both_ran() {
    let records = three_configurations();
    let results = Results::new(&records);
    let difference = |results: &Results<'_>| {
        Difference::new(results, index(results, "beta"), index(results, "alpha"))
    };
    let all = difference(&results);
    assert_eq!((all.levels, all.gained, all.lost, all.faster, all.slower), (3, 1, 1, 0, 1));
    assert_eq!((all.answered(), all.par2), (0, (Some(154.0), Some(141.0))));
    let rows = cells(&table(&results, Some(index(&results, "alpha")), "differences"));
    assert_eq!(rows[0], ["beta", "3", "0", "1", "1", "0", "1", "+9.22%", "+9.99%"]);
    // Leave out beta's run on the level that only beta solves.
    let fewer: Vec<Record> =
        records.iter().filter(|record| record.run != "level-2 beta 1").cloned().collect();
    let results = Results::new(&fewer);
    assert_eq!(difference(&results).levels, 2);
    assert_eq!(difference(&results).par2, (Some(124.0), Some(21.0)));
    assert!(results.notes()[0].starts_with("1 of 9 pairs"));
}

#[test]
fn the_median_of_repeated_runs_counts_unless_one_is_wrong() {
    let level = level("one", 3, 3);
    let runs = |outcomes: &[(Outcome, f64)]| {
        let run = |(index, &(outcome, seconds)): (usize, &(Outcome, f64))| Record {
            run: format!("run {index}"),
            repetition: index + 1,
            ..record(&level, &configuration("alpha"), outcome, seconds)
        };
        outcomes.iter().enumerate().map(run).collect::<Vec<_>>()
    };
    let median = |outcomes: &[(Outcome, f64)]| {
        let records = runs(outcomes);
        let results = Results::new(&records);
        let cell = results.cell(0, 0).unwrap();
        (cell.record.outcome, cell.record.cpu_seconds)
    };
    assert_eq!(median(&[(Solved, 9.0), (Solved, 1.0), (Solved, 3.0)]), (Solved, 3.0));
    assert_eq!(median(&[(Timeout, 60.0), (Solved, 1.0), (Solved, 3.0)]), (Solved, 3.0));
    assert_eq!(median(&[(Crashed, 0.1), (Solved, 1.0)]), (Crashed, 0.1));
    assert_eq!(median(&[(Solved, 1.0), (Wrong, 2.0), (Solved, 1.0)]), (Wrong, 2.0));
    let records = runs(&[(Solved, 1.0), (Solved, 2.0)]);
    assert!(Results::new(&records).notes()[0].contains("median"));
}

#[test]
fn variants_are_columns_as_in_the_article() {
    let variant = |variants: &str, cells: [(Outcome, f64); 2]| {
        let configuration = Configuration {
            solver: "sat".to_owned(),
            model: Some(match variants {
                "plain" => "a".to_owned(),
                variants => format!("a+{variants}"),
            }),
            ..configuration(&format!("sat a {variants}"))
        };
        let run = move |(index, (outcome, seconds))| {
            record(&level(&format!("l{index}"), 3, 3), &configuration, outcome, seconds)
        };
        cells.into_iter().enumerate().map(run).collect::<Vec<_>>()
    };
    let runs = [
        variant("dead-end", [(Solved, 10.0), (Solved, 20.0)]),
        variant("plain", [(Solved, 10.0), (Timeout, 60.0)]),
    ];
    let records: Vec<Record> = runs.into_iter().flatten().collect();
    let results = Results::new(&records);
    let by_plain = table(&results, None, "variants");
    assert_eq!(by_plain.columns[2].heading, "plain");
    let rows = cells(&by_plain);
    assert_eq!(rows, [["Solved", "sat a", "1", "+1"], ["PAR2", "sat a", "130", "−76.92%"]]);
    let best: Vec<bool> = by_plain.rows[1].iter().map(|entry| entry.is_best).collect();
    assert_eq!(best, [false, false, false, true]);
    let by_dead_end = table(&results, Some(index(&results, "sat a dead-end")), "variants");
    assert_eq!(cells(&by_dead_end)[0], ["Solved", "sat a", "2", "−1"]);
}

#[test]
fn levels_with_the_same_name_get_distinct_labels_and_numbers_sort_by_value() {
    let mut runs: Vec<Record> = ["l10", "l9", "l9"]
        .map(|name| record(&level(name, 3, 3), &configuration("alpha"), Solved, 1.0))
        .into();
    runs[2].level.hash = "another one".to_owned();
    let results = Results::new(&runs);
    let labels: Vec<&str> = results.levels.iter().map(|level| &*level.label).collect();
    assert_eq!(labels, ["l9 (another )", "l9 (hash of )", "l10"]);
}

fn report(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plotgen"));
    command.args(["bench", "report"]).arg(folder).args(arguments).output().unwrap()
}

fn assert_refused(output: &Output, expected: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_command_writes_a_page_tables_and_plots_and_prints_the_figures() {
    let campaign = tempfile::tempdir().unwrap();
    let records = synthetic(400);
    write(campaign.path(), &records);
    let paper = campaign.path().join("paper");
    let arguments = ["--out", paper.to_str().unwrap(), "--baseline", "symk", "--json"];
    let output = report(campaign.path(), &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["levels"], 50);
    assert_eq!(answer["runs"], 400);
    assert_eq!(answer["baseline"], "symk");
    let checked = crosschecked(records);
    let count = |outcome| checked.iter().filter(|record| record.outcome == outcome).count();
    assert_eq!(answer["wrong"].as_array().unwrap().len(), count(Wrong));
    let configurations = answer["configurations"].as_array().unwrap();
    let sum = |key: &str| configurations.iter().map(|c| c[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("answered"), (count(Solved) + count(Unsolvable)) as u64);
    assert_eq!(sum("levels"), 400);
    for file in answer["files"].as_array().unwrap() {
        let text = fs::read_to_string(paper.join(file.as_str().unwrap())).unwrap();
        assert!(!text.is_empty(), "{file}");
        assert!(!text.contains("NaN") && !text.contains("inf "), "{file}");
    }
    for name in ["report.html", "tables/summary.tex", "tables/matrix.csv", "plots/cumulative.svg"] {
        assert!(paper.join(name).is_file(), "{name}");
    }
    let page = fs::read_to_string(paper.join("report.html")).unwrap();
    assert!(page.contains(r#""records":"../records/""#), "links point to the records");
    for resource in ["src=", "@import", "url(", "stylesheet", "fetch("] {
        assert!(!page.contains(resource), "the page must not load anything: {resource}");
    }
    assert!(!campaign.path().join("report.html").exists());
    let output = report(campaign.path(), &[]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("| virtual best | 50 |"));
    assert!(campaign.path().join("report.html").is_file());
}

#[test]
fn a_claim_refuted_by_another_run_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = invented(&[("alpha", &[(Unsolvable, 1.0)]), ("beta", &[(Solved, 4.0)])]);
    for record in records.iter_mut().filter(|record| record.outcome == Solved) {
        (record.value, record.bound) = (Some(4), Some(4));
    }
    write(folder.path(), &records);
    let output = report(folder.path(), &[]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("1 answer wrong"), "{text}{output:?}");
    let wrong = fs::read_to_string(folder.path().join("tables/wrong.md")).unwrap();
    assert!(wrong.contains("alpha") && wrong.contains("claimed unsolvable"), "{wrong}");
}

#[test]
fn names_that_look_like_markup_are_escaped() {
    let campaign = tempfile::tempdir().unwrap();
    let evil = "</script><script>alert(1)</script> & 50%_$";
    let run = Record {
        run: "run".to_owned(),
        remark: Some(evil.to_owned()),
        ..record(&level(evil, 3, 3), &configuration(evil), Wrong, 1.0)
    };
    write(campaign.path(), &[run]);
    assert!(report(campaign.path(), &[]).status.success());
    let text = |name: &str| fs::read_to_string(campaign.path().join(name)).unwrap();
    assert!(!text("report.html").contains("<script>alert"));
    assert!(!text("plots/cumulative.svg").contains("<script>"));
    assert!(text("tables/wrong.tex").contains(r"\& 50\%\_\$"));
}

#[test]
fn an_unreadable_record_is_named_and_left_out() {
    let campaign = tempfile::tempdir().unwrap();
    let root = campaign.path();
    assert_refused(&report(root, &[]), "there is no campaign in this folder");
    fs::create_dir(root.join("records")).unwrap();
    assert_refused(&report(root, &[]), "this campaign has no records");
    write(root, &synthetic(20));
    // A record that is still being written is ignored.
    fs::write(root.join("records/.half.json"), "{\"run\"").unwrap();
    assert!(report(root, &["--out", root.join("fine").to_str().unwrap()]).status.success());

    let broken = root.join("records/broken.json");
    let first = fs::read_to_string(root.join(format!("records/{:064x}.json", 0))).unwrap();
    for (text, reason) in [
        ("{\"run\": \"x\",\n \"level\"", "incomplete or invalid: EOF"),
        ("{\"run\": \"x\"}", "incomplete or invalid: missing field `level`"),
        (&first, "this is the record of another run, 0000"),
    ] {
        fs::write(&broken, text).unwrap();
        let reported = report(root, &["--out", root.join("rest").to_str().unwrap()]);
        let warning = String::from_utf8_lossy(&reported.stderr);
        assert!(reported.status.success(), "{warning}");
        assert!(warning.starts_with("warning: 1 damaged record left out"), "{warning}");
        assert!(warning.contains(&format!("records/broken.json: {reason}")), "{warning}");
    }
    fs::remove_file(&broken).unwrap();

    assert_refused(&report(root, &["--baseline", "nobody"]), "there is no configuration nobody");
    assert_refused(&report(root, &["--scatter", "native,nobody"]), "no configuration nobody");
    let message = "there is no figure weight; there are: blocks, columns, rows";
    assert_refused(&report(root, &["--by", "weight"]), message);
    fs::write(root.join("file"), "").unwrap();
    let out = root.join("file/in-it");
    assert_refused(
        &report(root, &["--out", out.to_str().unwrap()]),
        "file/in-it: cannot be written",
    );
    assert!(!root.join("report.html").exists() && !root.join("tables").exists());
}

#[test]
fn a_better_value_is_better_whichever_direction_the_objective_has() {
    for (objective, better, worse) in [
        (Objective::FewestSteps, 3, 4),
        (Objective::LeastCost, 3, 4),
        (Objective::GreatestScore, 4, 3),
    ] {
        let with = |value| {
            let run = record(&level("level", 3, 3), &configuration("solver"), Solved, 1.0);
            [Record { objective, value: Some(value), optimal: false, ..run }]
        };
        let change = |before, after| {
            let (before, after) = (with(before), with(after));
            Comparison::new(&before, &after, 2.0).pairs[0].change
        };
        assert_eq!(change(worse, better), Change::Better, "{objective}");
        assert_eq!(change(better, worse), Change::Worse, "{objective}");
        assert_eq!(change(better, better), Change::Same, "{objective}");
    }
}

#[test]
fn the_page_calls_the_value_of_a_plan_what_its_objective_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = invented(&[("alpha", &[(Solved, 1.0)])]);
    records[0].objective = Objective::GreatestScore;
    write(folder.path(), &records);
    assert!(report(folder.path(), &[]).status.success());
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("\"value\":\"score\""), "{page}");
}
