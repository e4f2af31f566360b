//! Levels as the lab sees them: a model to be given to a solver, and the judge of what comes back.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::formats::json;
use super::level::Level;
use super::models::variants::{Focus, Variants};
use super::models::{Model, ModelName, constraint, cp_sat, pddl, specimen_levels};
use super::plan::{Dialect, Plan};
use super::replay::{ValidPlan, replay};
use super::rules::Shot;
use super::search::{self, Budget, Outcome};
use crate::lab::campaign::record::LevelFacts;
use crate::lab::case::{Case, Truth};
use crate::lab::solvers::{
    DATA, DOMAIN, ESSENCE_PRIME, LEVEL, Language, MINIZINC, PARAMETERS, PROBLEM, PROTO, Solver,
    TextFile,
};
use crate::lab::verify::fingerprint;

/// A model in the language of a solver, with the text that is the same for all levels.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// Nothing if the level itself is what the solver reads.
    model: Option<Model>,
    kind: Kind,
    common: String,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Pddl(pddl::Model),
    Constraints(constraint::Language),
    CpSat(Variants),
    Level,
}

impl Encoding {
    /// A model in a language, if there is one.
    pub fn new(model: Model, language: Language) -> Option<Encoding> {
        let (kind, common) = match (model, language) {
            (Model::Pddl(model), Language::Pddl) => {
                (Kind::Pddl(model), model.domain().unwrap_or_default())
            }
            (Model::Constraints(focus, variants), Language::EssencePrime) => {
                let language = constraint::Language::EssencePrime;
                (Kind::Constraints(language), language.model(focus, variants))
            }
            (Model::Constraints(focus, variants), Language::MiniZinc) => {
                let language = constraint::Language::MiniZinc;
                (Kind::Constraints(language), language.model(focus, variants))
            }
            (Model::Constraints(Focus::Action, variants), Language::CpSat) => {
                (Kind::CpSat(variants), String::new())
            }
            (Model::Pddl(_) | Model::Constraints(..), _) => return None,
        };
        Some(Encoding { model: Some(model), kind, common })
    }

    /// The level as it is.
    pub fn level() -> Encoding {
        Encoding { model: None, kind: Kind::Level, common: String::new() }
    }

    /// The model that is asked for, or the best for a solver, with its variants.
    ///
    /// # Errors
    /// If there is no such model, or not in the solver's language.
    pub fn choose(
        name: Option<ModelName>,
        variants: Option<Variants>,
        solver: &dyn Solver,
    ) -> Result<(Model, Encoding), String> {
        let language = solver.language();
        let default = match language {
            // Symbolic search takes small steps more easily than whole shots.
            Language::Pddl if solver.name() == "symk" => ModelName::Granular,
            Language::Pddl => ModelName::Lean,
            Language::EssencePrime | Language::MiniZinc | Language::CpSat | Language::Level => {
                ModelName::A
            }
        };
        let model = name.unwrap_or(default).with(variants);
        let model = model.ok_or("variants go with the models a and s only")?;
        let encoding = Encoding::new(model, language).ok_or_else(|| {
            let (name, language) = (solver.name(), language.words());
            format!("{name} reads {language}: there is no model {model} in that language")
        })?;
        Ok((model, encoding))
    }

    /// What stands for the whole of it in `models/`: the names of files, and their texts.
    pub fn specimens(&self) -> Vec<(String, String)> {
        let ending = match self.kind {
            Kind::Pddl(model) => return model.specimens(),
            Kind::Constraints(language) => language.question_ending(),
            Kind::CpSat(_) => "textproto",
            Kind::Level => return Vec::new(),
        };
        // For CP-SAT each question is a model of its own.
        let variant = match self.kind {
            Kind::CpSat(variants) if variants != Variants::PLAIN => format!("-{variants}"),
            Kind::Level | Kind::Pddl(_) | Kind::Constraints(_) | Kind::CpSat(_) => String::new(),
        };
        let question = |level: Level| {
            let steps = *level.horizons().end();
            let name = format!("{}-{steps}{variant}.{ending}", level.name());
            self.files(&level, steps).pop().map(|file| (name, file.text))
        };
        let model = match (self.kind, self.model) {
            (Kind::Constraints(language), Some(Model::Constraints(focus, variants))) => {
                let name = language.model_file(focus);
                let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
                let name = match variants {
                    Variants::PLAIN => name.clone(),
                    variants => format!("{stem}-{variants}.{ending}"),
                };
                Some((name, self.common.clone()))
            }
            (_, _) => None,
        };
        model.into_iter().chain(specimen_levels().into_iter().filter_map(question)).collect()
    }

    /// The files for a level; where the model has a horizon, for plans of so many shots.
    fn files(&self, level: &Level, steps: usize) -> Vec<TextFile> {
        let common = |name| TextFile { name, text: self.common.clone() };
        match self.kind {
            Kind::Pddl(model) => {
                let domain = match model {
                    pddl::Model::Direct | pddl::Model::Granular => common(DOMAIN),
                    pddl::Model::Lean | pddl::Model::LeanPairs => {
                        TextFile { name: DOMAIN, text: model.domain_of(level) }
                    }
                };
                vec![domain, TextFile { name: PROBLEM, text: model.problem(level) }]
            }
            Kind::Constraints(language) => {
                let (model, question) = match language {
                    constraint::Language::EssencePrime => (ESSENCE_PRIME, PARAMETERS),
                    constraint::Language::MiniZinc => (MINIZINC, DATA),
                };
                let text = language.question(level, steps);
                vec![common(model), TextFile { name: question, text }]
            }
            Kind::CpSat(variants) => {
                vec![TextFile { name: PROTO, text: cp_sat::model(level, steps, variants) }]
            }
            Kind::Level => vec![TextFile { name: LEVEL, text: json::write(level) }],
        }
    }

    fn dialect(&self) -> Dialect {
        match self.kind {
            Kind::Pddl(pddl::Model::Direct) => Dialect::Direct,
            Kind::Pddl(pddl::Model::Granular) => Dialect::Granular,
            Kind::Pddl(pddl::Model::Lean | pddl::Model::LeanPairs) => Dialect::Lean,
            Kind::Constraints(constraint::Language::EssencePrime) => Dialect::SavileRow,
            // What our output item, our script and our own solver print.
            Kind::Constraints(constraint::Language::MiniZinc) | Kind::CpSat(_) | Kind::Level => {
                Dialect::Text
            }
        }
    }
}

/// A level in a model.
#[derive(Clone, Copy, Debug)]
pub struct LevelCase<'a> {
    /// The level.
    pub level: &'a Level,
    /// The model.
    pub encoding: &'a Encoding,
}

impl Case for LevelCase<'_> {
    fn name(&self) -> &str {
        self.level.name()
    }

    fn files(&self, steps: usize) -> Vec<TextFile> {
        self.encoding.files(self.level, steps)
    }

    fn lengths(&self) -> RangeInclusive<usize> {
        self.level.horizons()
    }

    fn lower_bound(&self) -> Result<usize, String> {
        search::lower_bound(self.level).map_err(|defect| defect.to_string())
    }

    fn source(&self) -> TextFile {
        TextFile { name: LEVEL, text: json::write(self.level) }
    }

    fn truth(&self, limit: Option<Duration>, interrupted: &AtomicBool) -> Result<Truth, String> {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let budget = Budget { threads: 1, memory: 1 << 30, deadline, interrupted };
        let answer = search::solve(self.level, &budget, &mut |_| ());
        Ok(match answer.map_err(|defect| defect.to_string())?.outcome {
            Outcome::Solved(plan) => Truth::Optimum(plan.shots().len()),
            Outcome::Unsolvable(_) => Truth::Unsolvable,
            Outcome::NotKnown(_) => Truth::NotKnown,
        })
    }

    fn facts(&self) -> LevelFacts {
        let figures = self.level.figures();
        let numbers = [
            ("rows", figures.rows),
            ("columns", figures.columns),
            ("blocks", figures.blocks),
            ("colours", figures.colours),
            ("goal", self.level.goal()),
        ];
        let nameless = json::write_line(&self.level.renamed("level"));
        LevelFacts {
            name: self.level.name().to_owned(),
            hash: fingerprint([nameless.as_str()])[..16].to_owned(),
            class: format!("{}x{}", figures.rows, figures.columns),
            figures: numbers.map(|(name, number)| (name.to_owned(), number as u64)).into(),
        }
    }

    fn judge(&self, plan: &str) -> Result<Vec<String>, String> {
        self.replay(plan).map(|plan| plan.shots().iter().map(Shot::to_string).collect())
    }
}

impl LevelCase<'_> {
    /// Reads a solver's plan, which must be one of this model, and replays it.
    ///
    /// # Errors
    /// If it is not a plan for the level: why not, in words.
    pub fn replay(&self, text: &str) -> Result<ValidPlan, String> {
        let plan = Plan::read(text, self.encoding.dialect(), self.level.board())
            .map_err(|error| format!("its plan cannot be read: {error}"))?;
        replay(self.level, &plan).finding.map_err(|flaw| format!("its plan is not valid: {flaw}"))
    }
}
