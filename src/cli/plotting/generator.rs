//! `plotgen eprime --generator` and `--conjecture`: the article's models that generate boards.

use clap::ValueEnum;
use serde::Serialize;

use crate::cli::folder::Written;
use crate::cli::model::VariantArgs;
use crate::games::plotting::models::essence_prime::{self, Conjecture};

/// The options for the models that generate boards.
#[derive(clap::Args)]
pub(in crate::cli) struct GeneratorArgs {
    /// Write the model that generates boards
    #[arg(long, conflicts_with_all = ["levels", VariantArgs::GROUP])]
    generator: bool,

    /// Write the model that generates boards for testing a conjecture
    #[arg(long, value_name = "CONJECTURE", conflicts_with_all = ["levels", VariantArgs::GROUP])]
    conjecture: Option<ConjectureName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ConjectureName {
    /// Of two equal single-colour columns, one need not be the first shot
    Monochrome,
    /// Of two columns with the same prefix, one need not be the first shot
    Prefix,
}

impl From<ConjectureName> for Conjecture {
    fn from(name: ConjectureName) -> Conjecture {
        match name {
            ConjectureName::Monochrome => Conjecture::Monochrome,
            ConjectureName::Prefix => Conjecture::Prefix,
        }
    }
}

impl GeneratorArgs {
    /// The requested generator model, if any.
    pub(in crate::cli) fn generator(&self) -> Option<Generator> {
        let conjecture = self.conjecture.map(Conjecture::from);
        let is_requested = self.generator || conjecture.is_some();
        is_requested.then(|| Generator {
            conjecture,
            written: Written::Text(essence_prime::generator(conjecture)),
        })
    }
}

/// A model that generates boards.
#[derive(Serialize)]
pub(in crate::cli) struct Generator {
    conjecture: Option<Conjecture>,
    #[serde(flatten)]
    written: Written,
}

impl Generator {
    /// The text and its file name.
    pub(in crate::cli) fn text(&mut self) -> (String, &mut Written) {
        let name = match self.conjecture {
            None => "generator.eprime",
            Some(Conjecture::Monochrome) => "monochrome.eprime",
            Some(Conjecture::Prefix) => "prefix.eprime",
        };
        (name.to_owned(), &mut self.written)
    }
}
