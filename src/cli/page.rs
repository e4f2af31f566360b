//! `plotgen page`: the playground, as a folder of static files.

use std::env;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::folder::{self, Existing, NewFile};
use super::input::at_fault;
use super::{Exit, Failure, Output, games};
use crate::game::any::{BoxedLevel, read_levels};
use crate::lab::files::{self, in_words};
use crate::view::page::site;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ scripts/page --out site                  build the module, then write the page
  $ plotgen page --out site                  write the page with the module built before
  $ plotgen page instances/named --out site  with these levels in its gallery

Open site/index.html in a browser, from disk or from any web server. The page plays, judges, replays and edits
levels of every game. It loads nothing from the network.

The WebAssembly module is looked for in --module, $PLOTGEN_PAGE_MODULE, beside the program (plotgen.wasm) and
in target/page/ above the program or the working directory, where scripts/page puts it.

--json: one object with out, files, levels and module.

Exit code: 0 written, 2 no module, not a level, or the folder contains other things.";

/// Write a page that plays levels in a browser, and judges every move
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Levels for the gallery: files, or folders of levels [default: levels chosen for play]
    #[arg(value_name = "PACK")]
    packs: Vec<PathBuf>,

    /// The folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Write into a folder that contains other things, and overwrite files
    #[arg(long)]
    force: bool,

    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "plotgen playground")]
    title: String,

    /// The WebAssembly module
    #[arg(long, value_name = "FILE", env = "PLOTGEN_PAGE_MODULE")]
    module: Option<PathBuf>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    out: &'a Path,
    files: usize,
    levels: usize,
    module: &'a Path,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let levels = args.levels()?;
    let module_file = args.module()?;
    let module =
        std::fs::read(&module_file).map_err(|error| at_fault(&module_file, in_words(&error)))?;
    if !module.starts_with(b"\0asm") {
        return Err(at_fault(&module_file, "it is not a WebAssembly module"));
    }
    let files = site::files(&args.title, &levels, &module);
    let files: Vec<NewFile> = files
        .into_iter()
        .map(|file| NewFile { name: file.name.to_owned(), text: file.text })
        .collect();
    // A page of an earlier version is replaced; anything else in the folder is not ours.
    if !args.force {
        folder::check_others(&args.out, |name| files.iter().any(|file| file.name == name))?;
    }
    folder::write(&args.out, &files, Existing::Overwrite)?;
    let (count, kept) = (files.len(), levels.len());
    if args.json {
        out.json(&Written { out: &args.out, files: count, levels: kept, module: &module_file })?;
    } else {
        let index = args.out.join("index.html");
        let levels = counted(kept, "level");
        out.line(format_args!("{levels} written to {}; open it in a browser", index.display()))?;
    }
    Ok(Exit::Yes)
}

impl Args {
    fn levels(&self) -> Result<Vec<BoxedLevel>, Failure> {
        if self.packs.is_empty() {
            let levels = read_levels(games::all(), site::LEVELS, "level");
            let levels =
                levels.map_err(|error| Failure::Defect(format!("the gallery: {error}")))?;
            return Ok(levels.into_iter().map(|placed| placed.reading.level).collect());
        }
        let mut levels = Vec::new();
        for pack in &self.packs {
            let found = files::levels(games::all(), pack)?;
            levels.extend(found.into_iter().map(|(_, reading)| reading.level));
        }
        Ok(levels)
    }

    /// The file of the module.
    fn module(&self) -> Result<PathBuf, Failure> {
        if let Some(module) = &self.module {
            return Ok(module.clone());
        }
        let program = env::current_exe().ok();
        let beside = program.as_deref().and_then(Path::parent).map(|dir| dir.join("plotgen.wasm"));
        let above = program.iter().flat_map(|program| program.ancestors());
        let here = env::current_dir().ok();
        let above = above.chain(here.iter().flat_map(|dir| dir.ancestors()));
        let built = above.map(|dir| dir.join("target/page/plotgen.wasm"));
        beside.into_iter().chain(built).find(|file| file.is_file()).ok_or_else(|| {
            Failure::bad_input(
                "the WebAssembly module of the page is not built: run scripts/page, \
                 or name the module with --module FILE",
            )
        })
    }
}
