//! The rendered models are those that real solvers have verified: a template may change only together
//! with a run of scripts/verify-models, which writes both.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use plotgen::game::Language;
use plotgen::games::plotting::models::Model;
use plotgen::games::plotting::models::variants::Variants;
use plotgen::lab::fingerprint::fingerprint;
use serde_json::Value;

/// The folders of models/plotting, with the language of each and the solvers that must have verified it.
const FOLDERS: [(&str, Language, &[&str]); 7] = [
    ("direct", Language::Pddl, &["direct fast-downward", "direct symk"]),
    ("granular", Language::Pddl, &["granular fast-downward", "granular symk"]),
    ("lean", Language::Pddl, &["lean fast-downward", "lean symk"]),
    ("lean-pairs", Language::Pddl, &["lean-pairs fast-downward", "lean-pairs symk"]),
    (
        "minizinc",
        Language::MiniZinc,
        &["a minizinc-gecode", "a minizinc-chuffed", "s minizinc-gecode", "s minizinc-chuffed"],
    ),
    ("essence-prime", Language::EssencePrime, &["a savilerow-kissat", "s savilerow-kissat"]),
    ("cp-sat", Language::CpSat, &["a ortools"]),
];

/// The variants that each constraint model must have been verified with.
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

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).collect()
}

fn variants(evidence: &Value) -> Option<Variants> {
    serde_json::from_value(evidence["variants"].clone()).ok()
}

fn model(evidence: &Value) -> Model {
    let name = evidence["model"].as_str().unwrap();
    match variants(evidence) {
        Some(variants) => format!("{name}+{variants}").parse().unwrap(),
        None => name.parse().unwrap(),
    }
}

#[test]
fn the_models_are_those_that_real_solvers_have_verified() {
    for (name, language, expected) in FOLDERS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/plotting").join(name);
        let mut rendered = BTreeSet::new();
        let mut verified = BTreeSet::new();
        for file in files(&folder.join("evidence")) {
            let evidence: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            let file = file.display();
            let specimens = model(&evidence).specimens(language);
            let hash = fingerprint(specimens.iter().map(|(_, text)| text.as_str()));
            assert_eq!(evidence["model_sha256"], hash, "{file}: run scripts/verify-models");
            assert_eq!(evidence["agree"], evidence["count"], "{file}");
            assert!(evidence["count"].as_u64().unwrap() > 0, "{file}");
            rendered.extend(specimens);
            let by = [&evidence["model"], &evidence["solver"]].map(|word| word.as_str().unwrap());
            let with = variants(&evidence).map(|variants| format!(" {variants}"));
            verified.insert(by.join(" ") + &with.unwrap_or_default());
        }
        for kept in files(&folder) {
            let specimen = rendered.iter().find(|(name, _)| kept.ends_with(name));
            let text = specimen.map(|(_, text)| text.as_str());
            let found = fs::read_to_string(&kept).unwrap();
            assert_eq!(text, Some(found.as_str()), "{}: run scripts/verify-models", kept.display());
        }
        let is_planning = language == Language::Pddl;
        let needed = expected.iter().flat_map(|by| {
            let words = if is_planning { &[""][..] } else { &VARIANTS };
            words.iter().map(move |word| format!("{by} {word}").trim_end().to_owned())
        });
        for needed in needed {
            assert!(verified.contains(&needed), "no evidence of {needed} in {name}: {verified:?}");
        }
    }
}
