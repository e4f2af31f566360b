//! Levels and plans of swaps, through whole commands.

use crate::harness::{Folder, Run, assert_refused, has, run, run_with, verify};

const DOCUMENT_1: &str = "instances/swaps/document-1.json";
const PLAN: &str = "1,2-1,3 2,3-3,3 1,3-2,3 1,1-1,3 2,1-2,3 3,1-3,3";

/// A problem in the form of the published ones.
const PUBLISHED: &str = "(define (problem CRUSH) (:domain CRUSH)
  (:objects rA - row c1 c2 c3 c4 - col G H R S X - tile)
  (:init (tile_at rA c1 G) (tile_at rA c2 G) (tile_at rA c3 S) (tile_at rA c4 G)
         (adjacent-columns c1 c2) (adjacent-columns c2 c3) (adjacent-columns c3 c4)
         (empty X) (movable G) (movable H) (movable R) (movable S) (magically-disappear G S))
  (:goal (and (tile_at rA c1 X) (tile_at rA c2 X) (tile_at rA c3 X) (tile_at rA c4 X))))";

fn show(level: &str) -> Run {
    run_with(&["show", "-"], level.as_bytes())
}

#[test]
fn a_level_is_shown_with_its_rules_and_its_goal() {
    let shown = show(
        r#"{"game": "swaps", "name": "x", "tiles": ["GSF", "HH."], "fixed": ["F"],
            "target": ["??.", "?.?"], "cost": "swaps", "directed": true}"#,
    );
    assert_eq!(
        shown.out,
        "x\n   1   G  S  F \n   2   H  H  . \n       1  2  3 \n5 tiles of 4 kinds\n\
         G moving onto S from above or from the left: S vanishes\n\
         directed, as in the published domain\nfixed: F\ngoal: reach ??./?.?, fewest swaps\n"
    );
    let json = run(&["show", DOCUMENT_1, "--json"]).json();
    assert_eq!(
        (&json["game"], &json["tile_count"], &json["kinds"]),
        (&"swaps".into(), &9.into(), &3.into())
    );
}

#[test]
fn a_published_problem_is_a_directed_level() {
    let shown = show(PUBLISHED);
    assert!(shown.out.contains("\ndirected, as in the published domain\n"), "{}", shown.out);
    let folder = Folder::new();
    let problem = folder.file("problem.pddl", PUBLISHED);
    let json = run(&["convert", &problem, "--to", "json", "--directed", "false"]).json();
    assert_eq!(json["tiles"], serde_json::json!(["GGSG"]));
    assert!(json.get("directed").is_none() && json.get("vanish").is_none(), "{json}");
    let converted = run(&["convert", &problem, "--to", "json", "--json"]).json();
    assert_eq!(converted["converted"][0]["from"], "pddl");
}

#[test]
fn options_replace_parts_of_a_level() {
    let shown = run(&["show", DOCUMENT_1, "--cost", "swaps", "--directed", "true"]).out;
    assert!(shown.contains("fewest swaps") && shown.contains("directed"), "{shown}");
    let plan = ["validate", DOCUMENT_1, "-"];
    let valid = run_with(&[&plan[..], &["--cost", "swaps"]].concat(), PLAN.as_bytes());
    assert_eq!(valid.out, "valid: 6 moves, cost 3\n");
    assert_refused(
        &run(&["show", DOCUMENT_1, "--goal", "3"]),
        "error: --goal 3: document-1: levels of swaps do not have the option goal",
    );
    assert_refused(
        &run(&["show", DOCUMENT_1, "--cost", "time"]),
        "error: --cost time: document-1: the cost is moves or swaps",
    );
    assert_refused(
        &run(&["show", DOCUMENT_1, "--directed", "1"]),
        "error: --directed 1: document-1: a level is directed or not: true or false",
    );
    let folder = Folder::new();
    assert_refused(
        &run(&["solve", &folder.level(), "--cost", "swaps"]),
        "error: --cost swaps: figure-9: levels of plotting do not have the option cost",
    );
}

#[test]
fn plans_are_played_and_judged() {
    let played = run(&["simulate", DOCUMENT_1, "1,2-1,3", "1,2-1,3"]);
    assert!(
        played.out.contains("\nmove 1: 1,2-1,3 swaps H and G; 9 tiles left\n"),
        "{}",
        played.out
    );
    let failed = run(&["simulate", DOCUMENT_1, "2,1-2,2"]);
    assert_eq!(failed.code, 1);
    assert!(failed.out.ends_with("\nmove 1, 2,1-2,2: both tiles are H\n"), "{}", failed.out);
    let folder = Folder::new();
    let plan = folder.file("plan", format!("# found\n{PLAN}\n"));
    assert_eq!(run(&["validate", DOCUMENT_1, &plan]).out, "valid: 6 moves\n");
    let early = folder.file("early", "1,2-1,3\n");
    let judged = run(&["validate", DOCUMENT_1, &early]);
    assert_eq!(judged.code, 1);
    assert!(judged.out.starts_with("invalid: after move 1: 9 tiles are left (line 1)\n"));
    let json = run(&["validate", DOCUMENT_1, &early, "--json"]).json();
    assert_eq!(json["error"]["reason"], "goal-missed");
    assert_eq!(json["tiles"], serde_json::json!(["GGH", "HHR", "RRG"]));
    let forced = run(&["validate", DOCUMENT_1, &plan, "--format", "granular"]);
    assert_refused(&forced, "error: --format granular: plans of swaps do not have this form");
}

#[test]
fn a_level_is_solved_by_moves_or_by_swaps() {
    let solved = run(&["solve", DOCUMENT_1]);
    assert!(solved.out.starts_with("# document-1: 6 moves, proved optimal\n"), "{}", solved.out);
    let plan = run_with(&["validate", DOCUMENT_1, "-", "--optimal"], solved.out.as_bytes());
    assert_eq!(plan.out, "valid: 6 moves\nIt is optimal: no plan has fewer than 6 moves.\n");
    let solved = run(&["solve", DOCUMENT_1, "--cost", "swaps", "--json"]).json();
    assert_eq!((&solved["value"], &solved["objective"]), (&3.into(), &"least-cost".into()));
    assert!(solved.get("shots").is_none() && solved.get("moves").is_none(), "{solved}");
    let directed =
        run(&["solve", "instances/swaps/document-2.json", "--directed", "true", "--json"]);
    assert_eq!(directed.json()["value"], 10);
    let stuck = run_with(&["solve", "-"], br#"{"game": "swaps", "tiles": ["SGGG"]}"#);
    assert_eq!(stuck.code, 1, "{}", stuck.out);
}

#[test]
fn bad_levels_are_refused_in_one_sentence() {
    for (level, sentence) in [
        (r#""tiles": ["GG", "G"]"#, "tiles: row 2 has 1 cell, but row 1 has 2"),
        (r#""tiles": ["G1"]"#, "tiles: row 1, column 2: '1' is neither a capital letter nor '.'"),
        (r#""tiles": ["GG"], "tils": 1"#, "line 1, column 41: unknown field `tils`"),
        (r#""tiles": ["GG"], "target": ["G"]"#, "target: it is 1×1, the board is 1×2"),
        (r#""tiles": ["GG"], "target": ["G!"]"#, "target: row 1, column 2: '!' is neither"),
        (
            r#""tiles": ["GG"], "vanish": ["G"]"#,
            "vanish: \"G\" is not a pair of two different letters",
        ),
        (r#""tiles": ["GG"], "vanish": ["GG"]"#, "vanish: \"GG\" is not a pair"),
        (r#""tiles": ["GG"], "fixed": ["gg"]"#, "fixed: \"gg\" is not a kind"),
        (r#""name": "", "tiles": ["GG"]"#, "name: it is empty or contains a control character"),
        (
            r#""tiles": ["GG"], "cost": "time"}"#,
            "unknown variant `time`, expected `moves` or `swaps`",
        ),
        (r#""name": "x""#, "missing field `tiles`"),
    ] {
        let refused = show(&format!(r#"{{"game": "swaps", {level}}}"#));
        assert_refused(&refused, sentence);
    }
    let cut = PUBLISHED.replace("(tile_at rA c2 G) ", "");
    assert_refused(
        &show(&cut),
        "line 6, column 33: ra and c2 are not a row and a column of the board",
    );
    assert_refused(&run(&["shots", DOCUMENT_1]), "document-1 is a level of swaps: shots is for");
}

#[test]
fn bad_plans_are_refused_in_one_sentence() {
    for (plan, sentence) in [
        (
            "1,1-1,2\nup",
            "line 2: \"up\" is not a move: two cells, each as row,column, e.g. 1,1-1,2",
        ),
        (
            "1,1-2,2",
            "line 1: 1,1 and 2,2 are neither neighbours nor the ends of three cells in a line",
        ),
        ("1,3-1,4", "line 1: 1,4 is outside the board, which has 3 rows and 3 columns"),
        ("(jump)", "line 1: jump with 0 arguments is not an action of the models"),
        ("{\"plan\": []}", "the object has no list of steps"),
    ] {
        assert_refused(&run_with(&["validate", DOCUMENT_1, "-"], plan.as_bytes()), sentence);
    }
    assert_refused(&run(&["simulate", DOCUMENT_1, "r1"]), "\"r1\" is not a move");
}

#[test]
fn levels_are_generated_and_filtered() {
    let call = ["generate", "--game", "swaps", "--size", "4x4", "--kinds", "4", "--seed", "7"];
    let drawn = run(&[&call[..], &["--count", "100"]].concat());
    assert_eq!(drawn.out.lines().count(), 100);
    let first = drawn.out.lines().next().unwrap();
    assert_eq!(
        first,
        r#"{"game":"swaps","name":"4x4-k4-s7-1","tiles":["HSRG","RSHS","SRGS","GSHS"]}"#
    );
    assert_eq!(run(&[&call[..], &["--count", "100"]].concat()).out, drawn.out, "the seed decides");
    // The options alone tell the game.
    let solvable = ["generate", "--size", "2x3", "--kinds", "1..2", "--all", "--solvable"];
    let solvable = run(&solvable);
    assert!(solvable.out.contains(r#""tiles":["GGG","GGG"]"#), "{}", solvable.out);
    assert!(solvable.out.lines().count() < 60, "{}", solvable.out);
    let best =
        run(&["generate", "--size", "3x3", "--kinds", "3", "--count", "2", "--optimum", "5..6"]);
    assert_eq!(best.out.lines().count(), 2, "{}", best.err);
    let sampled = ["generate", "--size", "2x3", "--kinds", "1..3", "--all", "--sample", "7"];
    assert_eq!(run(&[&sampled[..], &["--seed", "3"]].concat()).out.lines().count(), 7);
}

#[test]
fn boards_that_cannot_be_made_are_refused_in_one_sentence() {
    let refused = |arguments: &[&str], sentence: &str| {
        assert_refused(&run(&[&["generate", "--game", "swaps"], arguments].concat()), sentence);
    };
    refused(
        &["--size", "3x3", "--kinds", "4", "--vanish", "none"],
        "a board with 4 kinds needs at least 12 tiles, but one of 3x3 with 0 holes has 9",
    );
    refused(&["--size", "3x3", "--kinds", "26"], "\"26\" is not a number or range of kinds");
    refused(
        &["--size", "3x3", "--kinds", "3", "--holes", "1"],
        "8 tiles cannot be removed by threes: use --holes 3, or kinds that vanish",
    );
    refused(&["--size", "3x3", "--kinds", "2", "--vanish", "G"], "vanish: \"G\" is not a pair");
    refused(
        &["--size", "3x3", "--kinds", "2", "--vanish", "AB", "CD"],
        "A, B, C, D vanish, make others vanish or are fixed: that is more than 2 kinds",
    );
    refused(&["--size", "3x3"], "--size and --kinds are required");
    refused(&["--size", "3x3", "--colours", "2"], "unknown field `colours`");
}

#[test]
fn a_campaign_of_swaps_is_run_and_reported() {
    if !has("fast-downward") {
        return;
    }
    let folder = Folder::new();
    let campaign = folder.file(
        "campaign.yaml",
        "game: swaps\nlevels: [{generate: {size: 2x3, kinds: 2, count: 2, seed: 1}}]\n\
         configurations: [{solver: fast-downward, model: [six, lean]}]\nlimits: {time: 60s}\n",
    );
    let home = folder.path().join("out");
    let home = home.to_str().unwrap();
    let told = run(&["bench", "run", &campaign, "--out", home, "--json"]);
    assert_eq!(told.json()["done"], 4, "{}", told.err);
    let report = run(&["bench", "report", home, "--json"]).json();
    assert_eq!(report["wrong"], serde_json::json!([]), "{report}");
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(page.contains("Time by tiles"), "tiles measure the size of a level");
}

#[test]
fn planners_agree_with_the_rules_on_every_small_board() {
    if !has("fast-downward") {
        return;
    }
    for (model, more) in
        [("six", &[][..]), ("six", &["--directed"]), ("lean", &["--cost", "swaps"])]
    {
        let all = ["--game", "swaps", "--all", "2x3", "--kinds", "2..3", "--sample", "12"];
        let solver = ["--solver", "fast-downward", "--model", model];
        let told = verify(&[&all[..], &solver, more].concat());
        assert!(told.contains("12 agree") || told.contains("12 of 12"), "{told}");
    }
}
