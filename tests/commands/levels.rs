//! Levels, shots and plans: show, simulate, shots, validate, convert, completions, man.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use assert_cmd::assert::OutputAssertExt;
use serde_json::{Value, json};

use crate::harness::{FIGURE_9, Folder, assert_refused, plotgen, run, run_with};

#[test]
fn show_draws_the_level() {
    let shown = run_with(&["show", "-"], FIGURE_9.as_bytes());
    assert_eq!(shown.code, 0);
    assert_eq!(
        shown.out,
        "figure-9\n   1   R  R  R  G |\n   2   R  G  R  R |\n      ------------+\n       1  2  3  4 \n\
         hand: wildcard\ngoal: at most 1 of 8 blocks left (2 colours)\n"
    );
}

#[test]
fn show_uses_colour_only_where_it_is_wanted() {
    let folder = Folder::new();
    assert!(!run(&["show", &folder.level()]).out.contains('\u{1b}'));
    assert!(run(&["show", "--color", "always", &folder.level()]).out.contains("\u{1b}[41m"));
    let plain = run(&["--color", "never", "show", &folder.level()]);
    assert!(!plain.out.contains('\u{1b}'));
}

#[test]
fn show_tells_of_hand_firing_and_lemma_1() {
    let level =
        r#"{"grid": ["RG","BR"], "goal": 1, "hand": "G", "firing": {"rows": [], "columns": [1]}}"#;
    let shown = run_with(&["show", "-"], level.as_bytes()).out;
    for line in [
        "stdin",
        "hand:  G ",
        "firing: rows none; columns 1",
        "unsolvable: 3 colours never get below 2 blocks (Lemma 1)",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
}

#[test]
fn show_answers_with_an_object() {
    let shown = run_with(&["show", "-", "--json"], FIGURE_9.as_bytes()).json();
    let expected = json!({
        "name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1, "rows": 2, "columns": 4,
        "blocks": 8, "colours": 2, "fewest_blocks": 1, "longest_plan": 7
    });
    assert_eq!(shown, expected);
}

#[test]
fn a_goal_on_the_command_line_overrides_that_of_the_level() {
    let folder = Folder::new();
    assert!(run(&["show", &folder.level(), "--goal", "3"]).out.contains("at most 3 of 8"));
    let plan = folder.file("plan", "c1");
    assert_eq!(run(&["validate", &folder.level(), &plan]).code, 1);
    assert_eq!(run(&["validate", &folder.level(), &plan, "--goal", "6"]).code, 0);
    assert_refused(
        &run(&["show", &folder.level(), "--goal", "9"]),
        "error: --goal 9: figure-9: the board has only 8 blocks",
    );
}

#[test]
fn simulate_tells_each_shot() {
    let folder = Folder::new();
    let played = run(&["simulate", &folder.level(), "c1", "r1", "r2", "c4"]);
    assert_eq!(played.code, 0);
    for line in [
        "shot 1: c1 consumes 2 blocks of R (1,1 2,1), reaches the floor; hand R, 6 blocks left",
        "shot 2: r1 consumes 2 blocks of R (1,2 1,3), swaps R for G at 1,4; hand G, 4 blocks left",
        "goal met after 4 shots",
    ] {
        assert!(played.out.lines().any(|shown| shown == line), "{line}: {}", played.out);
    }
}

#[test]
fn simulate_stops_at_a_null_shot() {
    let folder = Folder::new();
    let played = run(&["simulate", &folder.level(), "c1", "c2", "c1"]);
    assert_eq!(played.code, 1);
    assert!(
        played.out.ends_with("shot 3, c1: there is no block on its way: a null shot\n"),
        "{}",
        played.out
    );
}

#[test]
fn simulate_answers_with_an_object() {
    let folder = Folder::new();
    let played = run(&["simulate", &folder.level(), "r2", "c2", "--json"]).json();
    assert_eq!(played["moves"][0]["consumed"], json!([{"row": 2, "column": 1}]));
    assert_eq!(
        played["moves"][0]["swap"],
        json!({"row": 2, "column": 2, "left": "R", "taken": "G"})
    );
    let fall =
        json!([{"from": {"row": 1, "column": 1}, "to": {"row": 2, "column": 1}, "colour": "R"}]);
    assert_eq!(played["moves"][0]["falls"], fall);
    assert_eq!(played["moves"][0]["grid"], json!([".RRG", "RRRR"]));
    assert_eq!(
        (&played["error"]["shot"], &played["error"]["reason"]),
        (&json!(2), &json!("null-shot"))
    );
}

#[test]
fn shots_lists_what_is_not_null() {
    let folder = Folder::new();
    let listed = run(&["shots", &folder.level(), "--after", "c1", "r1"]);
    assert_eq!(
        listed.out,
        "r2 consumes 1 block of G (2,2), swaps G for R at 2,3; hand R, 3 blocks left\n\
         c2 consumes 1 block of G (2,2), reaches the floor; hand G, 3 blocks left\n2 of 6 shots\n"
    );
    assert_eq!(
        run(&["shots", &folder.level(), "--json"]).json()["moves"].as_array().unwrap().len(),
        6
    );
}

#[test]
fn shots_says_no_at_a_dead_end() {
    let dead =
        r#"{"grid": ["R."], "goal": 0, "hand": "R", "firing": {"rows": [], "columns": [2]}}"#;
    let listed = run_with(&["shots", "-"], dead.as_bytes());
    assert_eq!((listed.code, listed.out.as_str()), (1, "0 of 3 shots\n"));
}

#[test]
fn validate_accepts_a_plan_as_text_and_as_json() {
    let folder = Folder::new();
    for plan in [
        "c1 r1 r2 c4",
        "# the plan\nc1\nr1\nr2\nc4\n",
        r#"["c1","r1","r2","c4"]"#,
        r#"{"shots":["c1","r1","r2","c4"]}"#,
    ] {
        let judged = run_with(&["validate", &folder.level(), "-"], plan.as_bytes());
        assert_eq!(
            (judged.code, judged.out.as_str()),
            (0, "valid: 4 shots, 1 block left, the goal is 1\n"),
            "{plan}"
        );
    }
}

#[test]
fn validate_says_that_a_plan_goes_on_after_the_goal() {
    let folder = Folder::new();
    let judged = run_with(&["validate", &folder.level(), "-", "--goal", "6"], b"c1 r1");
    assert_eq!(judged.code, 0);
    assert!(judged.out.contains("The goal is met after 1 shot already."));
}

#[test]
fn validate_explains_a_null_shot_in_the_words_of_the_game() {
    let folder = Folder::new();
    let judged = run_with(&["validate", &folder.level(), "-"], b"c1\nr1\n\nc4\n");
    assert_eq!(judged.code, 1);
    assert_eq!(
        judged.out,
        "invalid: shot 3, c4: the first block hit is R at row 1, column 4, the hand is G: a null shot (line 4)\n   \
         1   .  .  .  R |\n   2   .  G  R  R |\n      ------------+\n       1  2  3  4 \nhand:  G \n\
         4 blocks left, the goal is 1: 3 too many\n"
    );
}

#[test]
fn validate_answers_with_an_object() {
    let folder = Folder::new();
    let judged = run_with(&["validate", &folder.level(), "-", "--json"], b"c1 r1\nc4").json();
    assert_eq!(judged["valid"], json!(false));
    assert_eq!(
        (&judged["length"], &judged["blocks"], &judged["goal"]),
        (&json!(3), &json!(4), &json!(1))
    );
    let error = &judged["error"];
    assert_eq!(
        (&error["shot"], &error["line"], &error["reason"]),
        (&json!(3), &json!(2), &json!("null-shot"))
    );
    let judged = run_with(&["validate", &folder.level(), "-", "--json"], b"c1 r1 r2 c4").json();
    assert_eq!((&judged["valid"], &judged["error"]), (&json!(true), &Value::Null));
}

#[test]
fn validate_refuses_what_is_not_a_plan() {
    let folder = Folder::new();
    let judge = |plan: &[u8], form: &[&str]| {
        run_with(&[&["validate", &folder.level(), "-"], form].concat(), plan)
    };
    assert_refused(&judge(b"c1\nup", &[]), "standard input: line 2: \"up\" is not a shot");
    let huge = "r99999999999999999999";
    assert_refused(&judge(huge.as_bytes(), &[]), "\"r99999999999999999999\" is not a shot");
    assert_refused(
        &judge(b"c1\nr3", &[]),
        "standard input: line 2: r3 is outside the board, which has 2 rows and 4 columns",
    );
    assert_refused(
        &judge(b"[\"c1\"", &[]),
        "standard input: line 1, column 5: EOF while parsing a list",
    );
    assert_refused(
        &judge(b"c1", &["--format", "json"]),
        "standard input: line 1, column 1: expected",
    );
    assert_refused(&judge(b"c1 \xff", &[]), "standard input: line 1: not UTF-8 text");
    assert_refused(
        &run(&["validate", "-", "-"]),
        "only one of the level and the plans can be standard input",
    );
}

#[test]
fn a_plan_of_a_million_shots_is_judged_at_its_first_null_shot() {
    let folder = Folder::new();
    let text = folder.file("plan.txt", "c1 \n".repeat(1_000_000));
    let list = folder.file("plan.json", format!("[{}\"c1\"]", "\"c1\",\n".repeat(999_999)));
    for plan in [text, list] {
        let judged = run(&["validate", &folder.level(), &plan, "--json"]).json();
        assert_eq!((&judged["length"], &judged["error"]["line"]), (&json!(1_000_000), &json!(2)));
    }
}

#[test]
fn convert_goes_round_through_every_form() {
    let folder = Folder::new();
    let to = |file: &str, arguments: &[&str]| {
        let converted = run(&[&["convert", file, "--to"], arguments].concat());
        assert_eq!(converted.code, 0, "{}", converted.err);
        converted.out
    };
    let drawing = folder.file("level.prob", to(&folder.level(), &["prob"]));
    let parameters = folder.file("level.param", to(&drawing, &["param", "--steps", "4"]));
    assert!(fs::read_to_string(&parameters).unwrap().contains("letting noSteps be 4"));
    let back: Value = serde_json::from_str(&to(&parameters, &["json"])).unwrap();
    assert_eq!(back, json!({"name": "level", "grid": ["RRRG", "RGRR"], "goal": 1}));
}

#[test]
fn convert_writes_many_levels_into_a_folder() {
    let folder = Folder::new();
    let other = folder.file("other.json", FIGURE_9.replace("figure-9", "a/b ../c"));
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    let convert = |extra: &[&str]| {
        run(&[&["convert", &folder.level(), &other, "--to", "prob", "--out", &out], extra].concat())
    };
    assert_eq!(convert(&[]).out, format!("2 files written to {out}\n"));
    let mut names: Vec<PathBuf> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(
        names[0].ends_with("a_b_.._c.prob") && names[1].ends_with("figure-9.prob"),
        "{names:?}"
    );
    assert_eq!(convert(&[]).code, 0, "the same once more is no conflict");
    assert_refused(
        &convert(&["--goal", "2"]),
        "figure-9.prob: already exists with different content",
    );
    assert_eq!(convert(&["--goal", "2", "--force"]).code, 0);
}

#[test]
fn convert_writes_nothing_when_one_level_is_bad() {
    let folder = Folder::new();
    let bad = folder.file("bad.json", "{");
    let out = folder.path().join("out");
    let converted =
        run(&["convert", &folder.level(), &bad, "--to", "json", "--out", out.to_str().unwrap()]);
    assert_refused(&converted, "bad.json: line 1, column 1: EOF");
    assert!(!out.exists());
    let twice = run(&[
        "convert",
        &folder.level(),
        &folder.level(),
        "--to",
        "json",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_refused(&twice, "two files would both go there");
    assert!(!out.exists());
}

#[test]
fn convert_refuses_what_the_form_cannot_say() {
    let hand = r#"{"grid": ["RG"], "goal": 1, "hand": "G"}"#;
    assert_refused(
        &run_with(&["convert", "-", "--to", "prob"], hand.as_bytes()),
        "cannot say what the hand holds",
    );
    assert_refused(
        &run_with(&["convert", "-", "--to", "param"], hand.as_bytes()),
        "--to param needs --steps N",
    );
    assert_refused(
        &run_with(&["convert", "-", "--to", "prob", "--steps", "3"], hand.as_bytes()),
        "--steps goes with --to param only",
    );
    let param = run_with(&["convert", "-", "--to", "param", "--steps", "1"], hand.as_bytes()).out;
    assert!(param.contains("letting initHand be 2"), "{param}");
}

#[test]
fn bad_levels_are_refused_in_one_sentence() {
    let folder = Folder::new();
    let grid = |grid: &str| format!("{{\"grid\": {grid}, \"goal\": 1}}");
    for (name, content, sentence) in [
        ("empty", String::new(), "it is empty"),
        ("blank", " \n ".to_owned(), "it is empty"),
        ("truncated", FIGURE_9[..30].to_owned(), "line 1, column 30: EOF"),
        ("deep", "[".repeat(100_000), "line 1, column 1: expected a level, an object"),
        ("deep-inside", "{\"grid\":".repeat(100_000), "line 1, column 800000: EOF"),
        ("key", FIGURE_9.replace("goal", "gaol"), "unknown field `gaol`"),
        ("ragged", grid(r#"["RR", "R"]"#), "grid row 2: 1 cells, but row 1 has 2"),
        ("no-grid", grid("[]"), "grid: it is empty"),
        (
            "floating",
            grid(r#"["R", "."]"#),
            "grid row 1, column 1: the block R floats over an empty cell",
        ),
        ("negative", FIGURE_9.replace("1}", "-1}"), "goal: -1 is outside 0 to 8"),
        ("huge", FIGURE_9.replace("1}", "99999999999999999999}"), "invalid type: floating point"),
        (
            "hand",
            FIGURE_9.replace("1}", "1, \"hand\": \"B\"}"),
            "hand: the colour B is not on the board",
        ),
        (
            "wide",
            grid(&format!("[\"{}\"]", "R".repeat(17))),
            "grid: 1 rows of 17 cells, the limit is 16×16",
        ),
        ("prose", "Dear planner,\n".to_owned(), "line 1: not a level in any known form"),
    ] {
        let file = folder.file(name, content);
        for command in [
            vec!["show", &file],
            vec!["shots", &file],
            vec!["simulate", &file, "r1"],
            vec!["convert", &file, "--to", "json"],
            vec!["validate", &file, &file],
        ] {
            assert_refused(&run(&command), &format!("{file}: "));
            assert_refused(&run(&command), sentence);
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_refused_in_one_sentence() {
    let folder = Folder::new();
    let missing = folder.path().join("missing.json").to_str().unwrap().to_owned();
    assert_refused(
        &run(&["show", &missing]),
        "missing.json: cannot be read: there is no such file",
    );
    assert_refused(
        &run(&["show", folder.path().to_str().unwrap()]),
        "cannot be read: it is a folder",
    );
    let latin = folder.file("latin.json", b"{\n\"name\": \"caf\xe9\"}");
    assert_refused(&run(&["show", &latin]), "latin.json: line 2: not UTF-8 text");
    let large = folder.path().join("large.json");
    fs::File::create(&large).unwrap().set_len(200 << 20).unwrap();
    let large = large.to_str().unwrap();
    assert_refused(
        &run(&["show", large]),
        "large.json: is larger than 4 MiB, too large for a level",
    );
    assert_refused(
        &run(&["validate", &folder.level(), large]),
        "large.json: is larger than 64 MiB, too large for a plan",
    );
    assert_refused(&run(&["show", "/dev/zero"]), "/dev/zero: is larger than 4 MiB");
}

#[test]
fn shots_that_do_not_exist_are_refused_by_name() {
    let folder = Folder::new();
    assert_refused(&run(&["simulate", &folder.level(), "r1", "up"]), "\"up\" is not a shot");
    assert_refused(
        &run(&["simulate", &folder.level(), "c5"]),
        "c5 is outside the board, which has 2 rows and 4 columns",
    );
    assert_refused(
        &run(&["shots", &folder.level(), "--after", "c1", "c1"]),
        "--after: shot 2, c1: there is no block on its way",
    );
}

#[test]
fn wrong_usage_has_exit_code_2() {
    plotgen().arg("shoot").assert().code(2);
    plotgen().args(["show"]).assert().code(2);
    plotgen().args(["show", "x", "--goal", "-1"]).assert().code(2);
}

#[test]
fn every_command_has_a_help_text_with_an_example() {
    for command in ["show", "simulate", "shots", "validate", "convert", "completions", "man"] {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.out.contains("Example") && help.out.contains("$ "), "{}", help.out);
    }
}

#[test]
fn completions_and_manual_pages_name_every_command() {
    let commands = ["show", "simulate", "shots", "validate", "convert"];
    for text in
        [run(&["completions", "bash"]).out, run(&["completions", "zsh"]).out, run(&["man"]).out]
    {
        assert!(commands.iter().all(|command| text.contains(command)));
    }
    assert!(run(&["man", "validate"]).out.contains(".TH plotgen-validate"));
    for command in [&["man", "bench-run"][..], &["man", "bench", "run"]] {
        assert!(run(command).out.contains(".TH plotgen-bench-run"), "{command:?}");
    }
    assert_refused(&run(&["man", "nothing"]), "there is no command \"nothing\"");
    assert_refused(&run(&["man", "bench", "nothing"]), "there is no command \"bench-nothing\"");
}

#[test]
fn completions_offer_names_of_solvers_models_and_variants_and_nothing_hidden() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).out;
        for word in ["fast-downward", "savilerow-kissat", "granular", "dead-end", "empty-row"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        for hidden in ["bench__one", "subcmd__one", "unsettled"] {
            assert!(!script.contains(hidden), "{shell}: {hidden}");
        }
    }
}

/// Commands that print an answer about the level in `LEVEL`, some of them no.
const ANSWERS: [&str; 14] = [
    "--help",
    "--version",
    "solve --help",
    "completions bash",
    "man",
    "show LEVEL",
    "show LEVEL --json",
    "simulate LEVEL c1 r1",
    "validate LEVEL PLAN",
    "validate LEVEL PLAN --json",
    "solve LEVEL LEVEL",
    "solve LEVEL --json",
    "pddl --lean LEVEL",
    "generate --size 2x2 --colours 2 --all",
];

fn answering(words: &str, folder: &Folder) -> Command {
    let (level, plan) = (folder.level(), folder.file("plan", "c1 c1"));
    let word = |word: &str| match word {
        "LEVEL" => level.clone(),
        "PLAN" => plan.clone(),
        word => word.to_owned(),
    };
    let mut command = plotgen();
    command.args(words.split(' ').map(word));
    command
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::new();
    for words in ANSWERS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = answering(words, &folder).stdout(writer).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), complaint.as_str()), (Some(0), ""), "{words}");
    }
}

#[test]
fn a_closed_standard_error_changes_nothing() {
    let mut child = plotgen().args(["show", "nowhere"]).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_one_sentence_and_exit_code_2() {
    let folder = Folder::new();
    for words in ANSWERS {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = answering(words, &folder).stdout(full).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        let sentence = "error: the answer cannot be written: no space left on device\n";
        assert_eq!((output.status.code(), complaint.as_str()), (Some(2), sentence), "{words}");
    }
}

#[test]
fn errors_and_answers_cannot_act_on_the_terminal() {
    let folder = Folder::new();
    let hostile = "\u{1b}[2J\u{9b}31m\u{202e}\n\u{7}";
    let escaped = r"\u{1b}[2J\u{9b}31m\u{202e}\n\u{7}";
    let file = folder.file(&format!("{hostile}.json"), "{");
    let told = run(&["show", &file]);
    assert!(told.err.contains(escaped), "{}", told.err);
    assert_refused(&told, "line 1, column 1");
    let long = format!("({}{})", hostile.replace('\n', ""), "x".repeat(1 << 20));
    for (name, text) in [("a.pddl", long.as_str()), ("a.param", "letting \u{1b}[31m be 3")] {
        let told = run(&["show", &folder.file(name, text)]);
        assert_refused(&told, name);
        assert!(told.err.len() < 4000 && !told.err.trim().contains(char::is_control));
    }
    let named = FIGURE_9.replace("figure-9", "\u{202e}9-erugif");
    let shown = run_with(&["show", "-"], named.as_bytes());
    assert!(shown.out.starts_with(r"\u{202e}9-erugif"), "{}", shown.out);
    let plan = folder.file("plan", format!("(shoot-row {})", "\u{202e}".repeat(1 << 20)));
    let told = run(&["validate", &folder.level(), &plan, "--format", "direct"]);
    assert!(told.code != 0 && told.err.len() + told.out.len() < 20_000, "{}", told.code);
    assert!(!(told.err + &told.out).contains('\u{202e}'));
}
