//! `plotgen conjecture`.

use serde_json::{Value, json};

use crate::harness::{Folder, assert_refused, run, run_with};

fn answer(arguments: &[&str]) -> Value {
    run(&[&["conjecture", "--json"], arguments].concat()).json()
}

#[test]
fn the_first_counterexamples_are_those_of_figures_9_and_10() {
    for (name, grid, goal, shots) in [
        ("monochrome-left", ["RRRG", "RGRR"], 1, ["c1", "r1", "r2", "c4"]),
        ("monochrome-right", ["RGRR", "RGRB"], 2, ["c3", "r2", "r1", "r2"]),
    ] {
        let told = answer(&[name, "--size", "2x4", "--colours", "2..4"]);
        assert_eq!(told["holds"], false);
        let found = &told["counterexamples"][0];
        assert_eq!((&found["grid"], &found["goal"]), (&json!(grid), &json!(goal)));
        assert_eq!((&found["optimum"], &found["restricted"]), (&json!(4), &json!(5)));
        assert_eq!((&found["forbidden"], &found["shots"]), (&json!([shots[0]]), &json!(shots)));
    }
    let told = run(&["conjecture", "monochrome-left", "--size", "2x4", "--colours", "2..4"]);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("   R     .  R  R  G |  after c1, 6 blocks left\n"), "{}", told.out);
}

#[test]
fn the_conjectures_about_prefixes_fail_on_the_smallest_boards() {
    for (name, forbidden) in [("prefix-left", "c1"), ("prefix-right", "c2")] {
        let told = answer(&[name, "--size", "2x2", "2x3", "3x2", "--colours", "2..4"]);
        assert_eq!(told["holds"], false, "{name}");
        assert_eq!(told["counterexamples"][0]["forbidden"], json!([forbidden]), "{name}");
    }
}

#[test]
fn a_counterexample_survives_solving_without_the_forbidden_shot() {
    let told = answer(&["prefix-left", "--size", "2x4", "--colours", "3", "--every"]);
    let all = told["counterexamples"].as_array().unwrap();
    assert!(all.len() > 10, "{told}");
    for found in all.iter().take(10) {
        let level = json!({"name": "found", "grid": found["grid"], "goal": found["goal"]});
        let solved = run_with(&["solve", "-", "--json"], level.to_string().as_bytes()).json();
        assert_eq!(solved["length"], found["optimum"]);
        // Every first shot but the forbidden one, and from there the optimum.
        let begun = run_with(&["shots", "-", "--json"], level.to_string().as_bytes()).json();
        let others = begun["moves"].as_array().unwrap().iter().filter_map(|step| {
            if json!([step["shot"]]) == found["forbidden"] {
                return None;
            }
            let goal = found["goal"].as_u64().unwrap().min(step["blocks"].as_u64().unwrap());
            let after = json!({
                "name": "after", "grid": step["grid"], "hand": step["hand"], "goal": goal
            });
            let rest = run_with(&["solve", "-", "--json"], after.to_string().as_bytes());
            // A hand without a block of its colour on the board is no level: the game has ended there.
            let length = if rest.code == 2 { None } else { rest.json()["length"].as_u64() };
            let has_ended = step["blocks"].as_u64() <= found["goal"].as_u64();
            (if has_ended { Some(0) } else { length }).map(|length| length + 1)
        });
        assert_eq!(json!(others.min()), found["restricted"], "{found}");
    }
}

#[test]
fn the_sound_rules_hold_on_every_small_board_and_the_misprinted_one_does_not() {
    for rule in ["empty-row", "last-column", "monochrome-order", "dead-end", "k-blocks"] {
        let arguments = [rule, "--size", "2x2", "2x3", "3x2", "3x3", "--colours", "1..4"];
        let told = answer(&arguments);
        assert_eq!((&told["holds"], &told["boards"]), (&json!(true), &json!(11_440)), "{rule}");
        assert!(told["cases"].as_u64().unwrap() > 1000, "{rule} says nothing: {told}");
    }
    let told =
        run(&["conjecture", "monochrome-order-as-printed", "--size", "2x3", "--colours", "2"]);
    assert_eq!(told.code, 1, "{}", told.out);
}

#[test]
fn a_conjecture_of_ones_own_is_read_from_a_file() {
    let folder = Folder::new();
    let file = folder.file(
        "mine.yaml",
        "name: mine\nsays: Never along the last row.\nrows: [row]\nwhere: row.number == board.rows\n\
         forbid: [row]\n",
    );
    let told = answer(&[&file, "--size", "2x2", "--colours", "1..3", "--every"]);
    assert_eq!(
        (&told["conjecture"], &told["says"]),
        (&json!("mine"), &json!("Never along the last row."))
    );
    assert_eq!(
        (&told["boards"], &told["matching"], &told["cases"]),
        (&json!(14), &json!(14), &json!(14))
    );
    let first = &told["counterexamples"][0];
    assert_eq!((&first["grid"], &first["goal"]), (&json!(["RG", "RG"]), &json!(1)));
    assert_eq!((&first["optimum"], &first["restricted"]), (&json!(3), &Value::Null));
    let text = std::fs::read(&file).unwrap();
    let first_only = run_with(&["conjecture", "-", "--size", "2x2", "--colours", "1..3"], &text);
    assert_eq!(first_only.code, 1, "{}", first_only.err);
    assert!(first_only.out.contains("the first counterexample among "), "{}", first_only.out);
}

#[test]
fn what_states_no_conjecture_is_refused_with_line_and_column() {
    let folder = Folder::new();
    let refused = |text: &str, sentence: &str| {
        let file = folder.file("mine.yaml", text);
        assert_refused(&run(&["conjecture", &file, "--size", "2x2", "--colours", "2"]), sentence);
    };
    refused("name: x\n  columns: [a\n", "mine.yaml: ");
    refused("name: x\n  columns: [a\n", "line 2, column");
    refused("name: x\nwhere: a\nforbid: [a]\ncolour: red\n", "unknown field `colour`");
    refused("name: x\nwhere: a\nforbid: [a]\ncolour: red\n", "line 4, column 1: ");
    refused(
        "name: x\ncolumns: [a]\nwhere: a.cell == 'R'\nforbid: [a]\n",
        "where: column 1: unknown name \"a.cell\"",
    );
    refused("name: x\ncolumns: [a]\nwhere: a.run >\nforbid: [a]\n", "where: column 8");
    refused(
        "name: x\ncolumns: [a, a]\nwhere: a.run > 1\nforbid: [a]\n",
        "\"a\" names two rows or columns",
    );
    refused(
        "name: x\ncolumns: [a-b]\nwhere: a.run > 1\nforbid: [a]\n",
        "columns: \"a-b\" is not a name",
    );
    refused(
        "name: x\ncolumns: [a]\nwhere: a.run > 1\nforbid: [b]\n",
        "forbid: \"b\" names no row or column",
    );
    refused("name: x\ncolumns: [a]\nwhere: a.run > 1\nforbid: []\n", "forbid: the list is empty");
    refused("name: x\ncolumns: [a]\nwhere: a.run\nforbid: [a]\n", "not true or false");
    refused("", "line 1, column 1: missing field `name`");
    refused("hi", "expected a conjecture");
    refused(
        "name: \"\"\ncolumns: [a]\nwhere: a.run > 1\nforbid: [a]\n",
        "line 1: name: \"\" is empty or has control characters",
    );
    refused(
        "name: x\ncolumns: [a]\nwhere: a.run > 0 }} x\nforbid: [a]\n",
        "line 3: where: column 11",
    );
    assert_refused(
        &run(&["conjecture", "unheard-of", "--size", "2x2", "--colours", "2"]),
        "\"unheard-of\" is neither a built-in conjecture nor a file; built-in conjectures: monochrome-left, ",
    );
    assert_refused(&run(&["conjecture", "empty-row"]), "--size and --colours are required");
}
