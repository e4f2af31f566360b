//! The solvers that have a name: the built-in ones, and those that the user declares.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::declared::declaration::Declaration;
use super::declared::{Declared, DeclaredAs};
use super::minizinc::{self, MiniZinc};
use super::native::{self, Native};
use super::{Solver, built_in};
use crate::game::yaml;
use crate::lab::files::{self, InputError};

/// The most solvers that are declared at once.
const MOST: usize = 200;

/// The longest declaration, in bytes: it is an argument of the command that executes one run.
const LONGEST: usize = 64 << 10;

/// Declarations as they are written, by name.
pub type Declarations = BTreeMap<String, Declaration>;

/// A file that declares solvers. A campaign file is one too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a file of solvers: solvers: {NAME: …}")]
struct File {
    solvers: Declarations,
    #[serde(rename = "game")]
    _game: Option<IgnoredAny>,
    #[serde(rename = "levels")]
    _levels: Option<IgnoredAny>,
    #[serde(rename = "configurations")]
    _configurations: Option<IgnoredAny>,
    #[serde(rename = "limits")]
    _limits: Option<IgnoredAny>,
    #[serde(rename = "repetitions")]
    _repetitions: Option<IgnoredAny>,
    #[serde(rename = "order")]
    _order: Option<IgnoredAny>,
    #[serde(rename = "workers")]
    _workers: Option<IgnoredAny>,
    #[serde(rename = "pin")]
    _pin: Option<IgnoredAny>,
}

/// The solvers that have a name.
#[derive(Clone, Default)]
pub struct Catalogue(BTreeMap<String, Arc<Declared>>);

impl Catalogue {
    /// The built-in solvers, and those that these files declare.
    ///
    /// # Errors
    /// If a file cannot be used: where and why.
    pub fn with_files<'a>(
        paths: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Catalogue, InputError> {
        let mut catalogue = Catalogue::default();
        for path in paths {
            let text = files::small_text(path, "a file of solvers")?;
            let fault = |reason: String| InputError::new(path, reason);
            let file: File = yaml::read(&text).map_err(|error| fault(error.to_string()))?;
            catalogue.declare(file.solvers, path).map_err(fault)?;
        }
        Ok(catalogue)
    }

    /// Adds what a file declares.
    ///
    /// # Errors
    /// If a name is taken or a declaration is wrong: where and why, in words.
    pub fn declare(&mut self, declarations: Declarations, file: &Path) -> Result<(), String> {
        for (name, declaration) in declarations {
            let fault = |reason: String| format!("solvers.{name}: {reason}");
            let solver = Declared::new(&name, declaration, file).map_err(fault)?;
            if Catalogue::default().named(&name).is_ok() {
                return Err(fault("a built-in solver has this name".to_owned()));
            }
            if serde_json::to_string(&solver).map_or(0, |text| text.len()) > LONGEST {
                return Err(fault(format!("the declaration is longer than {LONGEST} bytes")));
            }
            let known = self.0.get(&name).map(|known| known.identity());
            if known.is_some_and(|known| known != solver.identity()) {
                return Err(fault("another file declares this solver differently".to_owned()));
            }
            self.0.insert(name, Arc::new(solver));
            if self.0.len() > MOST {
                return Err(format!("solvers: there are more than {MOST}"));
            }
        }
        Ok(())
    }

    /// Adds one solver.
    pub fn add(&mut self, solver: Declared) {
        self.0.insert(solver.name().to_owned(), Arc::new(solver));
    }

    /// The solvers that are declared.
    pub fn declared(&self) -> impl Iterator<Item = &Arc<Declared>> {
        self.0.values()
    }

    /// The external solvers that are always listed, the declared ones last.
    pub fn all(&self) -> Vec<Arc<dyn Solver>> {
        let declared = self.0.values().map(|solver| Arc::clone(solver) as Arc<dyn Solver>);
        built_in().into_iter().chain(declared).collect()
    }

    /// The solver of this name, the native one included. Any solver of MiniZinc has a name.
    ///
    /// # Errors
    /// If no solver has this name: a sentence that lists the solvers.
    pub fn named(&self, name: &str) -> Result<Arc<dyn Solver>, String> {
        if name == native::NAME {
            return Ok(Arc::new(Native));
        }
        let known = self.all().into_iter().find(|solver| solver.name() == name);
        let of_minizinc = || {
            let backend =
                name.strip_prefix(minizinc::PREFIX).filter(|backend| !backend.is_empty())?;
            Some(Arc::new(MiniZinc::with(backend)) as Arc<dyn Solver>)
        };
        known.or_else(of_minizinc).ok_or_else(|| {
            let all = self.all();
            let names: Vec<&str> = all.iter().map(|solver| solver.name()).collect();
            format!("{name:?} is not a solver (native, {})", names.join(", "))
        })
    }

    /// The solver of a run that was planned with a built-in solver, or with a declared one.
    ///
    /// # Errors
    /// If it is not known, or is declared differently: why, in words.
    pub fn planned(
        &self,
        name: &str,
        declared: Option<&DeclaredAs>,
    ) -> Result<Arc<dyn Solver>, String> {
        let Some(planned) = declared else { return Catalogue::default().named(name) };
        let solver = self.0.get(name).ok_or_else(|| {
            format!(
                "{name} is declared in the campaign's file: look at the command there, then name \
                 the file with --solvers FILE"
            )
        })?;
        if solver.identity() != *planned {
            return Err(format!("{name} is declared differently than when the run was planned"));
        }
        Ok(Arc::clone(solver) as Arc<dyn Solver>)
    }
}
