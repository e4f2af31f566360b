//! validate with what planners write.

use serde_json::{Value, json};

use crate::harness::{Folder, assert_refused, run, run_with};

const DIRECT: &str = "(shoot-column c1 r2 red)
(shoot-partial-row r1 c3 red)
(shoot-partial-row r2 c2 green)
(shoot-column c4 r2 red)
; cost = 4 (general cost)
";

pub(crate) const GRANULAR: &str = "(shooting_column loc_2_4)
(vertical_wildcard_taking loc_2_4 loc_2_3 red)
(vertical_bullet_advancing_absorbing loc_2_4 loc_2_3 red n8 n7)
(vertical_bullet_advancing_absorbing loc_2_3 loc_2_2 red n7 n6)
(vertical_bullet_advancing_reaching_end loc_2_2 loc_2_1)
(shooting_row loc_1_3)
(horizontal_bullet_advancing_non_absorbing loc_1_3 loc_2_3)
(horizontal_bullet_advancing_absorbing loc_2_3 loc_3_3 red n6 n5)
(horizontal_bullet_advancing_absorbing loc_3_3 loc_4_3 red n5 n4)
(horizontal_bullet_bouncing loc_4_3 loc_5_3 red green)
(shooting_row loc_1_2)
(horizontal_bullet_advancing_non_absorbing loc_1_2 loc_2_2)
(horizontal_bullet_advancing_absorbing loc_2_2 loc_3_2 green n4 n3)
(horizontal_bullet_bouncing loc_3_2 loc_4_2 green red)
(shooting_column loc_5_4)
(vertical_bullet_advancing_absorbing loc_5_4 loc_5_3 red n3 n2)
(vertical_bullet_advancing_absorbing loc_5_3 loc_5_2 red n2 n1)
(vertical_bullet_advancing_reaching_end loc_5_2 loc_5_1)
; cost = 4 (general cost)
";

/// The actions as another planner would print them.
fn stamped(plan: &str) -> String {
    let actions = plan.lines().filter(|line| line.starts_with('('));
    let lines = actions
        .enumerate()
        .map(|(index, action)| format!("{index}.000: {} [1.000]\r\n", action.to_ascii_uppercase()));
    lines.collect()
}

#[test]
fn validate_recognises_the_plans_of_both_models() {
    let folder = Folder::new();
    for plan in [DIRECT, GRANULAR, &stamped(DIRECT), &stamped(GRANULAR)] {
        let judged = run_with(&["validate", &folder.level(), "-"], plan.as_bytes());
        assert_eq!(
            (judged.code, judged.out.as_str()),
            (0, "valid: 4 shots, 1 block left, the goal is 1\n"),
            "{plan}{}",
            judged.err
        );
    }
}

#[test]
fn validate_names_the_line_the_action_what_held_and_what_should_have() {
    let folder = Folder::new();
    let plan = GRANULAR.replace("bouncing loc_4_3 loc_5_3", "bouncing loc_2_2 loc_3_2");
    let judged = run_with(&["validate", &folder.level(), "-"], plan.as_bytes());
    assert_eq!(judged.code, 1);
    assert_eq!(
        judged.out,
        "invalid: line 10, horizontal_bullet_bouncing loc_2_2 loc_3_2 red green: \
         there is no bullet at loc_2_2, the bullet is at loc_4_3; a bullet should be at loc_2_2\n\
         before shot 2, r1:\n   \
         1   .  R  R  G |\n   2   .  G  R  R |\n      ------------+\n       1  2  3  4 \nhand:  R \n\
         6 blocks left, the goal is 1: 5 too many\n\
         Its shots alone, c1 r1 r2 c4, solve the level.\n"
    );
}

#[test]
fn validate_says_the_same_as_data() {
    let folder = Folder::new();
    let judge = |plan: &str| {
        run_with(&["validate", &folder.level(), "-", "--json"], plan.as_bytes()).json()
    };
    let plan = GRANULAR.replace("n6 n5", "n5 n4");
    let judged = judge(&plan);
    assert_eq!(
        judged["error"],
        json!({
            "shot": 2,
            "line": 8,
            "action": "horizontal_bullet_advancing_absorbing loc_2_3 loc_3_3 red n5 n4",
            "reason": "counter-off",
            "held": "6 blocks are on the board, one is consumed",
            "expected": "the counts should be n6 n5, not n5 n4",
            "message": "line 8, horizontal_bullet_advancing_absorbing loc_2_3 loc_3_3 red n5 n4: \
                        6 blocks are on the board, one is consumed; \
                        the counts should be n6 n5, not n5 n4",
        })
    );
    assert_eq!(judged["shots_alone_valid"], json!(true));
    assert_eq!((&judged["grid"], &judged["blocks"]), (&json!([".RRG", ".GRR"]), &json!(6)));

    let judged = judge("(shoot-column c1 r2 red)\n(shoot-only-full-row r1 red)\n");
    assert_eq!(judged["error"]["reason"], "wrong-case");
    assert_eq!(judged["shots_alone_valid"], json!(false));

    let judged = judge("(shooting_row_4)\n");
    assert_eq!(judged["error"]["reason"], "outside-the-board");
    assert_eq!((&judged["length"], &judged["shots_alone_valid"]), (&json!(1), &Value::Null));

    let judged = judge("c1 r1");
    let error = &judged["error"];
    assert_eq!((&error["action"], &error["reason"]), (&Value::Null, &json!("goal-missed")));
    assert_eq!(error["held"], "4 blocks are left");
    assert_eq!(error["expected"], "at most 1 should be left");
}

#[test]
fn validate_refuses_unknown_actions_wrong_arguments_and_what_is_cut_off() {
    let folder = Folder::new();
    let judge = |plan: &str, form: &[&str]| {
        run_with(&[&["validate", &folder.level(), "-"], form].concat(), plan.as_bytes())
    };
    let cut = &GRANULAR[..GRANULAR.find(" n7 n6").unwrap()];
    for (plan, sentence) in [
        ("(shooting_row_2)\n(jump)", "line 2: \"jump\" is not an action of the Granular model"),
        ("(shoot-column c1 red)", "line 1: shoot-column takes 3 arguments, found 2"),
        (cut, "line 4: unclosed parenthesis"),
        ("(shoot-column c5 r2 red)", "line 1: c5 is outside the board"),
        ("(shoot-column c1 r2 red)\nr1", "line 2: expected an action in parentheses"),
    ] {
        assert_refused(&judge(plan, &[]), &format!("standard input: {sentence}"));
    }
    assert_refused(
        &judge(DIRECT, &["--format", "granular"]),
        "line 1: \"shoot-column\" is not an action of the Granular model",
    );
    assert_refused(
        &judge(GRANULAR, &["--format", "direct"]),
        "line 1: \"shooting_column\" is not an action of the Direct model",
    );
    assert_eq!(judge(DIRECT, &["--format", "direct"]).code, 0);
    assert_eq!(judge(GRANULAR, &["--format", "granular"]).code, 0);
}

#[test]
fn an_empty_plan_of_a_planner_is_the_empty_plan() {
    let folder = Folder::new();
    let plan = b"; cost = 0 (general cost)\n";
    assert_eq!(run_with(&["validate", &folder.level(), "-"], plan).code, 1);
    assert_eq!(run_with(&["validate", &folder.level(), "-", "--goal", "8"], plan).code, 0);
}

#[test]
fn every_reason_is_documented() {
    let documented = include_str!("../../docs/json.md");
    for departure in plotgen::games::plotting::replay::Departure::ALL {
        let row = format!("\n| `{}` |", departure.code());
        assert!(documented.contains(&row), "{}", departure.code());
    }
}

#[test]
fn a_plan_of_a_hundred_thousand_actions_is_judged() {
    let folder = Folder::new();
    let roulette = "(colour_roulette red)\n".to_owned();
    let plan = folder.file("sas_plan", roulette + &GRANULAR.repeat(5_600));
    let judged = run(&["validate", &folder.level(), &plan, "--json"]).json();
    assert_eq!(judged["length"], json!(22_400));
    assert_eq!(judged["error"]["reason"], "wrong-wildcard");
}
