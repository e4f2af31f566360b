//! The rendered models are those that real solvers have verified: a template may change only together
//! with a run of scripts/verify-models, which writes both.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use plotgen::game::Language;
use plotgen::games;
use plotgen::games::plotting::models::variants::Variants;
use plotgen::lab::fingerprint::fingerprint;
use serde_json::Value;

/// The folders of models/, with the language of each and the solvers that must have verified it. `plans`:
/// the numbers of its best plans.
const FOLDERS: [(&str, Language, &[&str]); 17] = [
    ("plotting/direct", Language::Pddl, &["direct fast-downward", "direct symk"]),
    ("plotting/granular", Language::Pddl, &["granular fast-downward", "granular symk"]),
    ("plotting/lean", Language::Pddl, &["lean fast-downward", "lean symk"]),
    ("plotting/lean-pairs", Language::Pddl, &["lean-pairs fast-downward", "lean-pairs symk"]),
    (
        "plotting/minizinc",
        Language::MiniZinc,
        &["a minizinc-gecode", "a minizinc-chuffed", "s minizinc-gecode", "s minizinc-chuffed"],
    ),
    (
        "plotting/essence-prime",
        Language::EssencePrime,
        &["a savilerow-kissat", "s savilerow-kissat"],
    ),
    ("plotting/cp-sat", Language::CpSat, &["a ortools"]),
    (
        "swaps/six",
        Language::Pddl,
        &["six fast-downward", "six symk", "six enhsp", "six semantics plans", "six symk plans"],
    ),
    (
        "swaps/lean",
        Language::Pddl,
        &[
            "lean fast-downward",
            "lean symk",
            "lean enhsp",
            "lean semantics plans",
            "lean symk plans",
        ],
    ),
    ("swaps/numeric", Language::Pddl, &["numeric enhsp", "numeric semantics plans"]),
    (
        "swaps/minizinc",
        Language::MiniZinc,
        &[
            "two-phase minizinc-gecode",
            "two-phase minizinc-chuffed",
            "two-phase minizinc-gecode plans",
            "two-phase minizinc-chuffed plans",
        ],
    ),
    (
        "swaps/essence-prime",
        Language::EssencePrime,
        &["two-phase savilerow-kissat", "two-phase savilerow-kissat plans"],
    ),
    ("swaps/cp-sat", Language::CpSat, &["two-phase ortools", "two-phase ortools plans"]),
    ("2248/cells", Language::Pddl, &["cells fast-downward", "cells symk"]),
    ("2248/minizinc", Language::MiniZinc, &["paths minizinc-gecode", "paths minizinc-chuffed"]),
    ("2248/essence-prime", Language::EssencePrime, &["paths savilerow-kissat"]),
    ("2248/cp-sat", Language::CpSat, &["paths ortools"]),
];

/// The variants that each constraint model of Plotting must have been verified with.
const VARIANTS: [&str; 11] = [
    "plain",
    "sum",
    "count",
    "cell",
    "dead-end",
    "colours-kept",
    "empty-row",
    "empty-row-last",
    "monochrome",
    "no-search-order",
    "count-dead-end-colours-kept-empty-row-last-monochrome-no-search-order",
];

/// The forms of Plotting's models for the arcade, in the languages that have them.
const ARCADE: [&str; 3] = ["lives", "score", "lives-score"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).collect()
}

fn variants(evidence: &Value) -> Option<Variants> {
    serde_json::from_value(evidence["variants"].clone()).ok()
}

/// The files that stand for the model of a game that the evidence is about.
fn specimens(game: &str, evidence: &Value, language: Language) -> Vec<(String, String)> {
    let name = evidence["model"].as_str().unwrap();
    let word = match variants(evidence) {
        Some(variants) => format!("{name}+{variants}"),
        None => name.to_owned(),
    };
    let game = games::ALL.iter().find(|other| other.name() == game).unwrap();
    game.encoding(&word, &[], language).unwrap().specimens()
}

#[test]
fn the_models_are_those_that_real_solvers_have_verified() {
    for (name, language, expected) in FOLDERS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
        let (game, _) = name.split_once('/').unwrap();
        let mut rendered = BTreeSet::new();
        let mut verified = BTreeSet::new();
        for file in files(&folder.join("evidence")) {
            let evidence: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            let file = file.display();
            let specimens = specimens(game, &evidence, language);
            let hash = fingerprint(specimens.iter().map(|(_, text)| text.as_str()));
            assert_eq!(evidence["model_sha256"], hash, "{file}: run scripts/verify-models");
            assert_eq!(evidence["agree"], evidence["count"], "{file}");
            assert!(evidence["count"].as_u64().unwrap() > 0, "{file}");
            rendered.extend(specimens);
            let by = [&evidence["model"], &evidence["solver"]].map(|word| word.as_str().unwrap());
            let with = variants(&evidence).map(|variants| format!(" {variants}"));
            let plans = if evidence["plans"].is_null() { "" } else { " plans" };
            verified.insert(by.join(" ") + &with.unwrap_or_default() + plans);
        }
        for kept in files(&folder) {
            let specimen = rendered.iter().find(|(name, _)| kept.ends_with(name));
            let text = specimen.map(|(_, text)| text.as_str());
            let found = fs::read_to_string(&kept).unwrap();
            assert_eq!(text, Some(found.as_str()), "{}: run scripts/verify-models", kept.display());
        }
        let has_variants = game == "plotting" && language != Language::Pddl;
        let needed = expected.iter().flat_map(|by| {
            // Chuffed has not been run on these yet.
            let arcade =
                has_variants && ["gecode", "ortools"].iter().any(|name| by.ends_with(name));
            let words = if has_variants { &VARIANTS } else { &[""][..] };
            let words = words.iter().chain(if arcade { &ARCADE[..] } else { &[] });
            words.map(move |word| format!("{by} {word}").trim_end().to_owned())
        });
        for needed in needed {
            assert!(verified.contains(&needed), "no evidence of {needed} in {name}: {verified:?}");
        }
    }
}
