//! Tests reports: how figures are computed, and how the command handles good and broken records.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod aloud;
mod records;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use plotgen::game::Objective;
use plotgen::lab::campaign::compare::{Change, Comparison};
use plotgen::lab::campaign::crosscheck::crosschecked;
use plotgen::lab::campaign::record::{Conditions, Configuration, Record};
use plotgen::lab::outcome::Outcome::{self, Crashed, Missing, Solved, Timeout, Unsolvable, Wrong};
use plotgen::lab::report::difference::Difference;
use plotgen::lab::report::results::{Results, Standing};
use plotgen::view::report::table::{Entry, Table};
use plotgen::view::report::tables;
use serde_json::Value;

use self::aloud::skipped;
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
    assert_eq!(summary[3][..5], ["virtual best", "3", "3", "3", "51.0"]);
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
fn each_clock_has_its_own_limit() {
    let mut records = invented(&[("alpha", &[(Timeout, 1.0)])]);
    (records[0].limits.cpu_seconds, records[0].limits.wall_seconds) = (Some(1), Some(2));
    let results = Results::new(&records);
    let standing = results.standing(0);
    assert_eq!((standing.par2, standing.par2_wall), (Some(2.0), Some(4.0)));
}

#[test]
fn a_missing_solver_has_no_score_and_is_listed_as_not_run() {
    let mut records = invented(&[
        ("alpha", &[(Solved, 1.0), (Timeout, 60.0)]),
        ("beta", &[(Missing, 0.0), (Missing, 0.0)]),
    ]);
    for record in records.iter_mut().filter(|record| record.outcome == Missing) {
        record.remark = Some("beta is not on this machine".to_owned());
    }
    let results = Results::new(&records);
    assert!(results.progress.is_complete(), "the others are complete without it");
    let names: Vec<&str> = results.configurations.iter().map(|c| &*c.name).collect();
    assert_eq!(names, ["alpha"]);
    for table in tables::all(&results, None) {
        let is_listed = cells(&table).iter().flatten().any(|text| text == "beta")
            || table.columns.iter().any(|column| column.heading == "beta");
        assert_eq!(is_listed, table.name == "not-run", "{}", table.name);
    }
    let not_run = cells(&table(&results, None, "not-run"));
    assert_eq!(not_run, [["beta", "2", "beta is not on this machine"]]);
    assert!(results.notes().iter().any(|note| note == "Not run, and without a score: beta."));
}

#[test]
fn an_incomplete_campaign_crowns_nobody_and_every_file_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = synthetic(80);
    records.remove(13);
    write(folder.path(), &records);
    let output = report(folder.path(), &["--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["planned"], &answer["remaining"]), (&Value::from(80), &Value::from(1)));
    let scores = answer["configurations"].as_array().unwrap();
    assert!(scores.iter().all(|score| score["levels"] == 9), "levels that all ran: {scores:?}");
    let names: Vec<&str> = scores.iter().map(|score| score["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted(), "by name, not ranked: {names:?}");
    let note = "Incomplete: 1 of 80 runs are missing.";
    for file in answer["files"].as_array().unwrap() {
        let name = file.as_str().unwrap();
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text.contains(note), "{name}");
        if name.starts_with("tables/") && name != "tables/wrong.tex" {
            assert!(!text.contains("\\textbf"), "{name} crowns somebody");
        }
    }
    let output = report(folder.path(), &[]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(&format!("{note} Nothing is ranked.")), "{text}");
}

#[test]
fn a_plan_that_is_not_proved_optimal_is_no_optimum() {
    let mut records = invented(&[
        ("exact", &[(Solved, 1.0), (Unsolvable, 2.0), (Timeout, 60.0)]),
        ("greedy", &[(Solved, 0.1), (Timeout, 60.0), (Solved, 0.2)]),
    ]);
    for record in records.iter_mut().filter(|record| record.configuration.name == "greedy") {
        (record.optimal, record.bound) = (false, None);
        record.value = record.value.map(|_| 14);
    }
    let results = Results::new(&records);
    let rows = cells(&table(&results, None, "summary"));
    // Name, levels, solved, optimal, PAR2, PAR2 with optima only.
    assert_eq!(rows[0][..6], ["exact", "3", "2", "2", "123", "123"]);
    assert_eq!(rows[1][..6], ["greedy", "3", "2", "0", "120", "360"]);
    let quality = cells(&table(&results, None, "quality"));
    // Name, levels with a plan, plans, as good as the best known, mean, worst, IPC score.
    assert_eq!(quality[0], ["exact", "2", "1", "1", "1.00", "1.00", "1.00"]);
    assert_eq!(quality[1], ["greedy", "2", "2", "1", "0.75", "0.50", "1.50"]);
    let matrix = table(&results, None, "matrix");
    assert_eq!(cells(&matrix)[0][2..], ["1.00", "0.100*"]);
    assert_eq!(cells(&matrix)[1][2..], ["∅ 2.00", "timeout"]);
    assert!(matrix.csv().contains("∅ 2,timeout") && matrix.csv().contains(",0.2*"));
    let values = cells(&table(&results, None, "matrix-values"));
    assert_eq!(values[0][2..], ["7", "≤14"]);
    assert_eq!(values[1][2..], ["∅", "timeout"]);
}

#[test]
fn a_greater_score_is_better_quality() {
    let mut records = invented(&[
        ("low", &[(Solved, 1.0)]),
        ("high", &[(Solved, 1.0)]),
        ("late", &[(Timeout, 60.0)]),
    ]);
    for (record, value) in records.iter_mut().zip([30, 40, 20]) {
        (record.objective, record.optimal) = (Objective::GreatestScore, false);
        record.value = Some(value);
    }
    let results = Results::new(&records);
    let rows = cells(&table(&results, None, "quality"));
    let score = |name: &str| rows.iter().find(|row| row[0] == name).unwrap()[6].clone();
    assert_eq!([score("low"), score("high"), score("late")], ["0.75", "1.00", "0.50"]);
}

#[test]
fn a_difference_is_only_called_one_if_it_is_more_than_chance() {
    let times = |factor: f64| -> Vec<(Outcome, f64)> {
        (1..=12).map(|level| (Solved, factor * f64::from(level))).collect()
    };
    let mixed: Vec<(Outcome, f64)> = (1..=12)
        .map(|level| (Solved, f64::from(level) + if level % 2 == 0 { 0.1 } else { -0.1 }))
        .collect();
    let records = invented(&[("fast", &times(0.5)), ("mixed", &mixed), ("slow", &times(1.0))]);
    let results = Results::new(&records);
    let rows = cells(&table(&results, None, "significance"));
    let better = |one: &str, other: &str| {
        let row = rows.iter().find(|row| row[..2] == [one, other]).unwrap();
        (row[3].clone(), row.last().unwrap().clone())
    };
    assert_eq!(better("fast", "slow"), ("12".to_owned(), "fast".to_owned()));
    let (_, shown) = rows
        .iter()
        .find(|row| row[..2].iter().all(|name| name != "fast"))
        .map(|row| (row[0].clone(), row.last().unwrap().clone()))
        .unwrap();
    assert_eq!(shown, "none shown");
    let again = cells(&table(&Results::new(&records), None, "significance"));
    assert_eq!(rows, again, "the bootstrap is deterministic");
}

#[test]
fn runs_csv_has_every_field_of_every_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = synthetic(16);
    records[3].seed = Some(7);
    records[3].steps = Some(vec!["r1".to_owned(), "c2".to_owned()]);
    records[3].statistics.details.insert("Plan length".to_owned(), "2 step(s)".to_owned());
    write(folder.path(), &records);
    assert!(report(folder.path(), &[]).status.success());
    let mut reader = csv::Reader::from_path(folder.path().join("runs.csv")).unwrap();
    let headings: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 16);
    let column = |name: &str| headings.iter().position(|heading| heading == name).unwrap();
    let row = rows.iter().find(|row| row[column("run")] == records[3].run).unwrap();
    for (name, expected) in [
        ("level.name", &*records[3].level.facts.name),
        ("configuration.name", &*records[3].configuration.name),
        ("seed", "7"),
        ("steps", "r1 c2"),
        ("details.Plan length", "2 step(s)"),
        ("limits.cpu_seconds", "60"),
        ("machine.processor", "a processor"),
        ("started", "2026-01-31T12:00:00Z"),
    ] {
        assert_eq!(&row[column(name)], expected, "{name}");
    }
}

#[test]
fn repeated_runs_are_shown_with_their_quartiles_and_seeds() {
    let board = level("one", 3, 3);
    let run = |(index, seconds): (usize, f64)| Record {
        run: format!("run {index}"),
        repetition: index + 1,
        seed: Some(index as u64 % 2),
        ..record(&board, &configuration("alpha"), Solved, seconds)
    };
    let records: Vec<Record> = [4.0, 1.0, 3.0, 2.0].into_iter().enumerate().map(run).collect();
    let results = Results::new(&records);
    let rows = cells(&table(&results, None, "repetitions"));
    let expected = ["alpha", "one", "4", "4", "1.00", "1.75", "2.50", "3.25", "4.00", "+60.00%"];
    assert_eq!(rows, [expected]);
    let seeds = cells(&table(&results, None, "seeds"));
    assert_eq!(seeds[0][..4], ["alpha", "0", "1", "1"]);
    assert_eq!(seeds.len(), 2);
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &records);
    assert!(report(folder.path(), &[]).status.success());
    assert!(folder.path().join("plots/repetitions.svg").is_file());
}

/// The campaign file of a table of the article, and records of its configurations on some levels.
fn article(number: usize) -> (String, Vec<Record>) {
    let file = format!("{}/campaigns/table{number}.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(file).unwrap();
    let variants = [
        "sum",
        "sum-dead-end",
        "sum-empty-row",
        "sum-monochrome",
        "sum-dead-end-empty-row-monochrome",
    ];
    let mut models: Vec<(&str, String)> = Vec::new();
    for solver in ["savilerow-kissat", "savilerow-chuffed", "savilerow-ortools"] {
        for model in ["a", "s"] {
            for variant in variants {
                models.push((solver, format!("{model}+{variant}")));
                models.push((solver, format!("{model}+{variant}-no-search-order")));
            }
        }
        for variant in ["count-dead-end", "cell-dead-end", "dead-end"] {
            models.push((solver, format!("a+{variant}")));
        }
    }
    for solver in ["fast-downward", "symk"] {
        models.extend(["direct", "granular"].map(|model| (solver, model.to_owned())));
    }
    let boards = [level("a", 5, 6), level("b", 7, 7), level("c", 3, 3)];
    let runs = models.iter().enumerate().flat_map(|(index, (solver, model))| {
        let configuration = Configuration {
            solver: (*solver).to_owned(),
            model: Some(model.clone()),
            ..configuration(&format!("{solver}/{}", model.replace('+', "/")))
        };
        let is_solved = move |at: usize| !(index + at).is_multiple_of(7);
        let run = move |(at, board)| {
            let outcome = if is_solved(at) { Solved } else { Timeout };
            record(board, &configuration, outcome, 1.0 + (index * 3 + at) as f64 % 11.0)
        };
        boards.iter().enumerate().map(run).collect::<Vec<_>>()
    });
    let name = |(index, run): (usize, Record)| Record { run: format!("{index:064x}"), ..run };
    (text, runs.enumerate().map(name).collect())
}

#[test]
fn the_tables_of_the_article_come_out_in_their_form() {
    for (number, headings) in [
        (1, [",Model A,,,Model S,", "Solver,Instances,PAR2,Solver,Instances,PAR2"]),
        (2, [",Model A", "Solver,none,dead-end,empty,monochrome,all"]),
        (
            3,
            [
                "Removal of the custom search strategy in Chuffed",
                "Model,none,dead-end,empty,monochrome,all",
            ],
        ),
        (4, ["Relative performance from v1", ",v2,v3,v4"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (layout, records) = article(number);
        write(folder.path(), &records);
        fs::write(folder.path().join("layout.yaml"), layout).unwrap();
        let file = folder.path().join("layout.yaml");
        let output = report(folder.path(), &["--layout", file.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let name = |extension: &str| format!("tables/paper-table{number}.{extension}");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let csv = format!(",{}", read(&name("csv")));
        assert!(headings.iter().all(|heading| csv.contains(heading)), "{csv}");
        assert!(read(&name("tex")).contains(&format!("\\renewcommand{{\\thetable}}{{{number}}}")));
        let labels: &[&str] = match number {
            1 => &[
                "SAT",
                "Chuffed",
                "OR-Tools",
                "FD",
                "SymK",
                "Direct PDDL Model",
                "Granular PDDL Model",
            ],
            2 => &["SAT", "Chuffed", "OR-Tools", "Solved Instances", "PAR2 Score", "Model S"],
            3 => &["\nSolved Instances,A,", "\n,S,", "PAR2 Score"],
            _ => &["Instances solved", "PAR2 score"],
        };
        assert!(labels.iter().all(|label| csv.contains(label)), "{csv}");
        let figures: &[&str] = match number {
            1 => &["figure5", "figure6"],
            2 => &["figure13"],
            _ => &[],
        };
        for figure in figures {
            assert!(read(&format!("plots/paper-{figure}.svg")).contains("SAT A"), "{figure}");
        }
        if number == 1 {
            let largest = read("plots/paper-figure6.tex");
            assert!(largest.contains("ymax=2"), "of two levels: {largest}");
        }
    }
}

#[test]
fn the_notes_say_how_noisy_the_machine_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut records = synthetic(16);
    records[2].conditions =
        Some(Conditions { others: Some(1.5), throttled: Some(2), ..Conditions::default() });
    write(folder.path(), &records);
    let calibration = r#"{"runs": 20, "median_seconds": 0.5, "noise": 0.031, "task": "x"}"#;
    fs::write(folder.path().join("calibration.json"), calibration).unwrap();
    let answer: Value = serde_json::from_slice(&report(folder.path(), &["--json"]).stdout).unwrap();
    let notes = answer["notes"].to_string();
    for part in ["During 1 of 1 runs, everything else", "slowed down", "3.1% of that apart"] {
        assert!(notes.contains(part), "{notes}");
    }
}

#[test]
fn a_layout_with_a_mistake_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &synthetic(8));
    let file = folder.path().join("layout.yaml");
    fs::write(&file, "report:\n  tables: [{name: t, form: square, title: T}]\n").unwrap();
    let output = report(folder.path(), &["--layout", file.to_str().unwrap()]);
    assert_refused(&output, "unknown variant `square`");
    assert!(!folder.path().join("report.html").exists());
}

/// Runs a program in a folder; `None` if it is not installed.
fn tool(folder: &Path, name: &str, arguments: &[&str]) -> Option<Output> {
    let program = which::which(name).ok()?;
    Some(Command::new(program).args(arguments).current_dir(folder).output().unwrap())
}

#[test]
fn latex_compiles_all_tables_plots_and_macros() {
    let folder = tempfile::tempdir().unwrap();
    let (mut layout, mut records) = article(2);
    layout += "    - {name: empty, title: Of no level, classes: [9x9]}\n";
    let evil = "a_b & 50% #1 {x} \\end{document} ~^ <ä雪>";
    let other = configuration(evil);
    let boards: Vec<_> = (2..5).map(|size| level(&format!("[*{evil}{size}"), size, size)).collect();
    records.extend(boards.iter().map(|board| Record {
        remark: Some(evil.to_owned()),
        ..record(board, &other, Wrong, 3.0)
    }));
    let again = records[..9].to_vec();
    records.extend(again.into_iter().map(|record| Record {
        run: format!("{} again", record.run),
        repetition: 2,
        optimal: false,
        cpu_seconds: record.cpu_seconds * 2.0,
        ..record
    }));
    for record in &mut records {
        record.statistics.translation_seconds = Some(record.cpu_seconds / 3.0);
        record.statistics.search_seconds = Some(record.cpu_seconds / 3.0);
        record.statistics.expanded = Some(1234);
    }
    let kept = |record: &Record| {
        let name = &record.configuration.name;
        name.starts_with("savilerow-chuffed")
            || name.starts_with("savilerow-kissat/a")
            || name == evil
    };
    records.retain(kept);
    for (index, record) in records.iter_mut().enumerate() {
        record.run = format!("{index:064x}");
    }
    write(folder.path(), &records);
    fs::write(folder.path().join("layout.yaml"), layout).unwrap();
    let file = folder.path().join("layout.yaml");
    let output = report(folder.path(), &["--layout", file.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let compile = ["-interaction=nonstopmode", "-halt-on-error", "report.tex"];
    let Some(compiled) = tool(folder.path(), "pdflatex", &compile) else {
        skipped("LaTeX: pdflatex is not on PATH (scripts/setup-solvers latex)");
        return;
    };
    let log = String::from_utf8_lossy(&compiled.stdout);
    assert!(compiled.status.success(), "{}", &log[log.len().saturating_sub(3000)..]);
    assert!(!log.contains("Missing character") && !log.contains("Undefined"), "{log}");
    let Some(pictures) =
        tool(folder.path(), "pdftoppm", &["-r", "40", "-gray", "report.pdf", "page"])
    else {
        skipped("the pages of LaTeX as pictures: pdftoppm is not on PATH");
        return;
    };
    assert!(pictures.status.success());
    let pages = fs::read_dir(folder.path()).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        (path.extension()? == "pgm").then(|| fs::read(path).unwrap())
    });
    // Every page has some ink, and none is mostly black.
    let mut count = 0;
    for page in pages {
        let dark = page.iter().filter(|&&grey| grey < 200).count();
        assert!(dark > 60 && dark < page.len() / 3, "{dark} of {}", page.len());
        count += 1;
    }
    assert!(count > 5, "{count} pages");
}

#[test]
fn each_number_of_the_summary_is_a_latex_command() {
    let folder = tempfile::tempdir().unwrap();
    let records = three_configurations();
    write(folder.path(), &records);
    assert!(report(folder.path(), &["--baseline", "alpha"]).status.success());
    let macros = fs::read_to_string(folder.path().join("macros.tex")).unwrap();
    for line in [
        r"\newcommand{\PlotgenLevels}{3}",
        r"\newcommand{\PlotgenSolvedAlpha}{2}",
        r"\newcommand{\PlotgenPARTwoAlpha}{141}",
        r"\newcommand{\PlotgenSolvedVirtualBest}{3}",
        r"\newcommand{\PlotgenDifferencesPARTwoBeta}{+9.22\%}",
        r"\newcommand{\PlotgenWrongAnswers}{1}",
    ] {
        assert!(macros.lines().any(|other| other == line), "{line}\n{macros}");
    }
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
    assert!(results.notes()[0].starts_with("Incomplete: 1 of 9 runs are missing."));
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
    assert!(String::from_utf8_lossy(&output.stdout).contains("virtual best"));
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

/// Two campaigns, of which the second is slower by a factor on all levels.
fn slower(factor: f64, levels: usize) -> [tempfile::TempDir; 2] {
    let times = |factor: f64| -> Vec<(Outcome, f64)> {
        (1..=levels).map(|level| (Solved, factor * (0.3 + level as f64 / 10.0))).collect()
    };
    [1.0, factor].map(|factor| {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &invented(&[("alpha", &times(factor)), ("beta", &times(1.0))]));
        folder
    })
}

fn compare([before, after]: &[tempfile::TempDir; 2], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plotgen"));
    command.args(["bench", "compare"]).args([before.path(), after.path()]);
    command.args(arguments).output().unwrap()
}

#[test]
fn two_campaigns_are_compared_with_paired_tests_and_fail_on_what_is_asked() {
    // No run is twice as slow, but all of them are slower.
    let campaigns = slower(1.3, 12);
    for (what, code) in [("worse", 0), ("answer", 0), ("significant", 1), ("never", 0)] {
        let output = compare(&campaigns, &["--fail-on", what]);
        assert_eq!(output.status.code(), Some(code), "{what}: {output:?}");
    }
    let text = String::from_utf8(compare(&campaigns, &[]).stdout).unwrap();
    assert!(text.contains("alpha") && text.contains("+30.0% [+30.0%, +30.0%]"), "{text}");
    let answer: Value = serde_json::from_slice(&compare(&campaigns, &["--json"]).stdout).unwrap();
    let [alpha, beta] = &answer["configurations"].as_array().unwrap()[..] else { panic!() };
    assert_eq!((&alpha["verdict"], &alpha["losses"]), (&"worse".into(), &12.into()));
    // Of 12 levels all are slower: 2 / 2^12.
    let is_near = |key: &str, expected: f64| (alpha[key].as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(is_near("sign_test", 2.0 / 4096.0), "{alpha}");
    assert!(is_near("adjusted", 4.0 / 4096.0), "for two configurations: {alpha}");
    assert_eq!((&beta["verdict"], &beta["ties"]), (&"none shown".into(), &12.into()));
    // Where runs are worse one by one, the default says so, but three levels show nothing.
    let campaigns = slower(3.0, 3);
    for (what, code) in [("worse", 1), ("significant", 0), ("never", 0)] {
        assert_eq!(compare(&campaigns, &["--fail-on", what]).status.code(), Some(code), "{what}");
    }
}
