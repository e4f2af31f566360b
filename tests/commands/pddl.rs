//! `pddl`, and the models under `models/`.

use std::fs;
use std::path::Path;

use super::harness::{Folder, assert_refused, run, run_with};

#[test]
fn pddl_writes_the_problem_or_the_domain() {
    let folder = Folder::new();
    for (model, domain) in [
        ("--direct", "(define (domain plotting-direct)"),
        ("--granular", "(define (domain plotting-granular)"),
        ("--lean", "(define (domain plotting-lean-2x4)"),
        ("--lean-pairs", "(define (domain plotting-lean-pairs-2x4)"),
    ] {
        let problem = run(&["pddl", model, &folder.level()]);
        assert_eq!(problem.code, 0);
        assert!(problem.out.contains("\n(define (problem figure-9)\n"), "{}", problem.out);
        let level = folder.level();
        let which = if model.starts_with("--lean") { &[level.as_str()][..] } else { &[] };
        assert!(run(&[&["pddl", model, "--domain"], which].concat()).out.contains(domain));
        // What is written is a level again.
        let shown = run_with(&["show", "-", "--json"], problem.out.as_bytes()).json();
        assert_eq!(shown["grid"], serde_json::json!(["RRRG", "RGRR"]));
    }
}

#[test]
fn pddl_writes_into_a_folder_and_overwrites_nothing() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let other = folder.file("2 b.json", r#"{"name": "2 b", "grid": ["RG"], "goal": 1}"#);
    let arguments = ["pddl", "--granular", &folder.level(), &other, "--out", out];
    let told = run(&arguments);
    assert_eq!(told.out, format!("3 files written to {out}\n"));
    let problem = fs::read_to_string(Path::new(out).join("2_b.pddl")).unwrap();
    assert!(problem.starts_with("; 2 b: 1 rows"), "{problem}");
    assert!(problem.contains("(define (problem level-2-b)"), "{problem}");
    assert_eq!(run(&arguments).code, 0, "the same again is no conflict");
    let solved = run(&["solve", out, "--json"]);
    assert_eq!(solved.out.lines().count(), 2, "the domain is no level: {}", solved.err);
    let direct = ["pddl", "--direct", &folder.level(), "--out", out];
    assert_refused(&run(&direct), "domain.pddl: already exists with different content");
    assert_eq!(run(&[&direct[..], &["--force"]].concat()).code, 0);
    let answer = run(&["pddl", "--direct", &folder.level(), "--json"]).json();
    assert_eq!(answer["model"], "direct");
    assert!(answer["problems"][0]["text"].as_str().unwrap().contains("plotting-direct"));
}

#[test]
fn lean_has_a_domain_for_each_size_of_boards() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let small = folder.file("small.json", r#"{"name": "small", "grid": ["RG"], "goal": 1}"#);
    let other = folder.file("other.json", r#"{"name": "other", "grid": ["GG"], "goal": 0}"#);
    let levels = ["pddl", "--lean", &folder.level(), &small, &other];
    let told = run(&[&levels[..], &["--out", out.to_str().unwrap()]].concat());
    assert_eq!(told.out, format!("5 files written to {}\n", out.display()), "{}", told.err);
    for (domain, problem) in [("2x4", "figure-9"), ("1x2", "small"), ("1x2", "other")] {
        let text = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        assert!(text(&format!("{problem}.pddl")).contains(&format!("plotting-lean-{domain})")));
        let domain = text(&format!("domain-{domain}.pddl"));
        assert!(domain.contains("(:action finish"), "{domain}");
    }
    let answer = run(&[&levels[..], &["--json"]].concat()).json();
    assert_eq!(answer["model"], "lean");
    assert_eq!(answer["problems"][1]["domain"], "domain-1x2.pddl");
    let domains = answer["domains"].as_object().unwrap();
    assert_eq!(domains.len(), 2);
    assert!(domains["domain-1x2.pddl"].as_str().unwrap().contains("plotting-lean-1x2"));
}

#[test]
fn lean_gives_colours_two_gates_on_large_boards() {
    for (level, gate) in [("6x5-c5-1-g4", "g5"), ("7x7-c6-1-g5", "g4"), ("7x7-c6-1-g24", "g4")] {
        let problem = run(&["pddl", "--lean", &format!("instances/{level}.json")]).out;
        let is_large = level.starts_with("7x7");
        assert_eq!(problem.contains("(:domain plotting-lean-pairs-"), is_large, "{level}");
        assert_eq!(problem.contains("(own red g1) (own red g2)"), is_large, "{level}");
        assert!(problem.contains(&format!("{gate} - gate")), "{level}: {problem}");
    }
}

#[test]
fn a_level_makes_no_difference_to_a_domain_that_serves_all_levels() {
    let folder = Folder::new();
    for model in ["--direct", "--granular"] {
        let alone = run(&["pddl", model, "--domain"]);
        assert_eq!((alone.code, alone.out.starts_with(';')), (0, true), "{}", alone.err);
        let beside = run(&["pddl", model, "--domain", &folder.level(), &folder.level()]);
        assert_eq!(beside.out, alone.out);
    }
}

#[test]
fn pddl_refuses_what_it_cannot_do() {
    let folder = Folder::new();
    let several = run(&["pddl", "--direct", &folder.level(), &folder.level()]);
    assert_refused(&several, "several levels need --out DIR");
    assert_eq!(run(&["pddl", &folder.level()]).code, 2, "a model must be chosen");
    assert_eq!(run(&["pddl", "--direct", "--granular", &folder.level()]).code, 2);
    assert_eq!(run(&["pddl", "--direct"]).code, 2);
    assert_refused(&run(&["pddl", "--direct", "nowhere.json"]), "nowhere.json: cannot be read");
    let domain = run(&["pddl", "--lean", "--domain"]);
    assert_refused(&domain, "the domain of the lean model depends on the level");
}
