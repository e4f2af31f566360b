//! Solvers that a user declares, in a campaign file or in a file of their own.
//!
//! - [`declaration`]: what can be declared;
//! - `template`: words of a command with placeholders;
//! - `answer`: what the solver left, read as its declaration says.
//!
//! A declared solver is a [`Solver`] like the built-in ones: the same limits, records, replay and
//! cross-checks apply. Its declaration names a program, so it comes from files that the user names, and
//! never from the folder of a campaign.

mod answer;
pub mod declaration;
mod template;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf, absolute};
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use self::declaration::{Declaration, Optimal, PlanSource, Reads};
use self::template::{Placeholder, Template};
use super::finding::{self, Found, Missing};
use super::minizinc::MiniZinc;
use super::{Call, Exited, Response, Solver, Statistics, Tool};
use crate::game::Language;
use crate::game::language::{DATA, MINIZINC, TextFile};
use crate::lab::fingerprint::{fingerprint, hash};
use crate::lab::foreign::{self, Unusable};

/// The file that `{plan}` stands for.
const PLAN: &str = "plan";

/// Our script that runs a solver for FlatZinc.
const FLATZINC_SCRIPT: &str = "flatzinc.sh";

/// The shell that runs it.
const SHELL: &str = "/bin/sh";

/// The largest program that identifies itself by a hash of its file.
const MOST_PROGRAM: u64 = 1 << 30;

/// The longest version that is kept.
const LONGEST_VERSION: usize = 100;

/// A limit for solvers where there is none: about 24 days, or a tebibyte.
const NO_LIMIT_MILLISECONDS: u64 = i32::MAX as u64;
const NO_LIMIT_MEBIBYTES: u64 = 1 << 20;

/// What identifies the declaration of a solver. It does not say what is executed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DeclaredAs {
    /// The language it reads.
    pub reads: Language,
    /// A hash of the declaration.
    pub digest: String,
}

/// A declared solver.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    name: String,
    /// The folder of the file that declares it.
    here: PathBuf,
    declaration: Declaration,
}

impl Declared {
    /// The solver that a file declares.
    ///
    /// # Errors
    /// If the name is not possible, or the declaration contradicts itself: why, in words.
    pub fn new(name: &str, declaration: Declaration, file: &Path) -> Result<Declared, String> {
        check_name(name)?;
        declaration.check()?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let here = absolute(folder).or_else(|_| env::current_dir()).unwrap_or_default();
        Ok(Declared { name: name.to_owned(), here, declaration })
    }

    /// What identifies the declaration, wherever its file is.
    pub fn identity(&self) -> DeclaredAs {
        let text = serde_json::to_string(&self.declaration).unwrap_or_default();
        let digest = fingerprint([self.name.as_str(), &text])[..16].to_owned();
        DeclaredAs { reads: self.declaration.reads.language(), digest }
    }

    /// The declaration, for people to read.
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// The environment variable that may hold the path of its program.
    pub fn variable(&self) -> String {
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        format!(
            "PLOTGEN_{}",
            self.name.to_ascii_uppercase().chars().map(letter).collect::<String>()
        )
    }

    /// The first word of its command, as it is written.
    pub fn program(&self) -> String {
        self.declaration.command[0].to_string()
    }

    /// How to install it, if the declaration says so.
    pub fn installation(&self) -> Option<&str> {
        self.declaration.installation.as_deref()
    }

    fn here(&self, word: &Template) -> String {
        word.fill(&|_| self.here.display().to_string())
    }

    /// The program that a command begins with.
    fn locate(&self, command: &[Template]) -> Result<PathBuf, Missing> {
        let first = &command[0];
        if *first == self.declaration.command[0]
            && let Some(path) = env::var_os(self.variable()).filter(|value| !value.is_empty())
        {
            return Ok(path.into());
        }
        let word = self.here(first);
        let program = if word.contains('/') {
            let path = self.here.join(&word);
            which::which(&path).is_ok().then_some(path)
        } else {
            finding::named(&word).into_iter().next()
        };
        program.ok_or_else(|| {
            let installation = self.installation();
            let how = installation.map_or(String::new(), |how| format!(": install it with {how}"));
            Missing::Declared(format!(
                "{word} is not on this machine, or is not executable{how}{} set {} to its path",
                if installation.is_some() { ", or" } else { ";" },
                self.variable()
            ))
        })
    }

    /// The version that it reports or, if the declaration does not say how, a hash of its program.
    fn version(&self, program: &Path, interrupted: &AtomicBool) -> Result<String, Missing> {
        let Some(command) = &self.declaration.version else { return self.hash(program) };
        let unfit = |reason: String| {
            Missing::Declared(format!("{} cannot be used: {reason}", program.display()))
        };
        let asked = self.locate(command)?;
        let arguments: Vec<String> = command[1..].iter().map(|word| self.here(word)).collect();
        let printed = finding::printed(&asked, &arguments, interrupted).map_err(unfit)?;
        let line = printed.lines().map(str::trim).find(|line| !line.is_empty());
        let line = line.ok_or_else(|| unfit("its version command prints nothing".to_owned()))?;
        Ok(line.chars().filter(|letter| !letter.is_control()).take(LONGEST_VERSION).collect())
    }

    /// A hash of the program and of the files beside the declaration that its command names.
    fn hash(&self, program: &Path) -> Result<String, Missing> {
        let path = which::which(program).unwrap_or_else(|_| program.to_owned());
        let path = path.canonicalize().unwrap_or(path);
        let named = self.declaration.command[1..]
            .iter()
            .filter(|word| word.placeholders().eq([Placeholder::Here]));
        let files = std::iter::once(path).chain(named.map(|word| self.here(word).into()));
        let mut hashes = Vec::new();
        for file in files.filter(|file: &PathBuf| file.is_file()) {
            let file = file.canonicalize().unwrap_or(file);
            let bytes = foreign::bytes(&file, MOST_PROGRAM);
            let bytes = bytes.map_err(|unusable| Missing::Declared(unusable.to_string()))?;
            hashes.push(hash(&bytes.unwrap_or_default()));
        }
        let whole = fingerprint(hashes.iter().map(String::as_str));
        Ok(format!("sha256 {}", &whole[..12]))
    }

    fn reads_flatzinc(&self) -> bool {
        self.declaration.reads == Reads::FlatZinc
    }
}

impl Declaration {
    /// Where the plans are.
    fn plan_source(&self) -> PlanSource {
        let source = self.plan.clone().unwrap_or_default();
        let mut words = self.command.iter().flat_map(Template::placeholders);
        if source.file.is_none() && words.any(|found| found == Placeholder::Plan) {
            return PlanSource { file: Some(declaration::FileName(PLAN.to_owned())), ..source };
        }
        source
    }
}

/// The longest name of a solver.
const LONGEST_NAME: usize = 64;

fn check_name(name: &str) -> Result<(), String> {
    let is_legal = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    if begins && name.len() <= LONGEST_NAME && name.chars().all(is_legal) {
        return Ok(());
    }
    Err(format!("{name:?} cannot be the name of a solver: use letters, digits, -, _ and ."))
}

impl Solver for Declared {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> String {
        self.declaration.about.clone().unwrap_or_else(|| "declared in a file".to_owned())
    }

    fn language(&self) -> Language {
        self.declaration.reads.language()
    }

    /// None: it finds its programs itself.
    fn tools(&self) -> Vec<Tool<'_>> {
        Vec::new()
    }

    fn find(&self, interrupted: &AtomicBool) -> Result<Vec<Found>, Missing> {
        let program = self.locate(&self.declaration.command)?;
        let version = self.version(&program, interrupted)?;
        if !self.reads_flatzinc() {
            return Ok(vec![Found { program, version }]);
        }
        let minizinc = MiniZinc::native(interrupted).ok_or_else(|| {
            Missing::Declared(format!(
                "{} reads FlatZinc, and the MiniZinc that compiles it is not on this machine: \
                 install it with scripts/setup-solvers minizinc",
                self.name
            ))
        })?;
        let version = format!("{version}, compiled by MiniZinc {}", minizinc.version);
        Ok(vec![
            Found { program: SHELL.into(), version },
            minizinc,
            Found { program, version: String::new() },
        ])
    }

    fn declared(&self) -> Option<&Declared> {
        Some(self)
    }

    fn takes_seed(&self) -> bool {
        self.declaration.takes_seed()
    }

    fn is_anytime(&self) -> bool {
        self.declaration.anytime
    }

    fn default_search(&self) -> Option<&str> {
        self.declaration.search.as_deref()
    }

    fn is_optimal(&self, search: Option<&str>) -> bool {
        match &self.declaration.optimal {
            Optimal::Always(always) => *always,
            Optimal::With(searches) => {
                search.is_some_and(|search| searches.iter().any(|known| known == search))
            }
            Optimal::When(_) => true,
        }
    }

    fn own_files(&self) -> Vec<TextFile> {
        let script =
            || TextFile { name: FLATZINC_SCRIPT, text: include_str!("flatzinc.sh").to_owned() };
        self.reads_flatzinc().then(script).into_iter().collect()
    }

    fn environment(&self, _tools: &[Found]) -> Vec<(OsString, OsString)> {
        let variables = self.declaration.environment.iter();
        variables.map(|(name, value)| (name.into(), self.here(value).into())).collect()
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        let reads = self.declaration.reads;
        let milliseconds = call.limits.wall.map_or(NO_LIMIT_MILLISECONDS, |limit| {
            u64::try_from(limit.as_millis()).unwrap_or(NO_LIMIT_MILLISECONDS)
        });
        let milliseconds = milliseconds.clamp(1, NO_LIMIT_MILLISECONDS);
        let value = |placeholder: Placeholder| match placeholder {
            Placeholder::Domain
            | Placeholder::Problem
            | Placeholder::Model
            | Placeholder::Data
            | Placeholder::Level => reads.file(placeholder).unwrap_or_default().to_owned(),
            Placeholder::Plan => PLAN.to_owned(),
            Placeholder::Seed => call.seed.to_string(),
            Placeholder::Time => milliseconds.div_ceil(1000).to_string(),
            Placeholder::Milliseconds => milliseconds.to_string(),
            Placeholder::Memory => {
                let bytes = call.limits.memory;
                bytes.map_or(NO_LIMIT_MEBIBYTES, |bytes| (bytes >> 20).max(1)).to_string()
            }
            Placeholder::Search => call.search.unwrap_or_default().to_owned(),
            Placeholder::Options => call.options.join(" "),
            Placeholder::Here => self.here.display().to_string(),
        };
        let mut words: Vec<OsString> = Vec::new();
        if self.reads_flatzinc() {
            let program = |index: usize| call.tools[index].program.clone().into_os_string();
            let model = reads.file(Placeholder::Model).unwrap_or_default();
            words.extend([FLATZINC_SCRIPT.into(), program(1), MINIZINC.into(), DATA.into()]);
            words.extend([model.into(), program(2)]);
        }
        let mut has_options = false;
        for word in &self.declaration.command[1..] {
            if word.is(Placeholder::Options) {
                has_options = true;
                words.extend(call.options.iter().map(OsString::from));
            } else {
                words.push(word.fill(&value).into());
            }
        }
        if !has_options {
            words.extend(call.options.iter().map(OsString::from));
        }
        words
    }

    fn best(&self, directory: &Path) -> Result<Vec<String>, Unusable> {
        answer::best(&self.declaration, directory)
    }

    fn bound(&self, directory: &Path) -> Option<i64> {
        answer::bound(&self.declaration, directory)
    }

    fn read(&self, _call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        answer::read(&self.declaration, exit)
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        answer::statistics(&self.declaration, directory)
    }
}
