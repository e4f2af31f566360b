//! `plotgen pddl`: levels as planning problems, and the domains that they belong to.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::folder::{NewFile, OutArg, file_stem};
use super::input::{self, GoalArg};
use super::{Exit, Failure, Output};
use crate::plotting::models::pddl::Model;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen pddl --granular level.json > problem.pddl
  $ plotgen pddl --granular --domain > domain.pddl
  $ plotgen pddl --direct instances/*.json --out DIR
  $ fast-downward --plan-file sas_plan domain.pddl problem.pddl --search 'astar(blind())'
  $ plotgen validate level.json sas_plan

Direct has one action a shot (Section 4.1 of the article), Granular one for each step of the shot
block and each fall (Section 4.2). Each has one domain for all levels. In both the cost of a plan is
its number of shots. Initial hand, firing restrictions and any goal are part of the problem.

With --out, domain.pddl and NAME.pddl for each level are written into the folder. No file that
says something else is overwritten without --force.

--json: one object with model, domain, and problems, a list of level, and file (with --out) or text.";

/// Write levels as PDDL problems, or the domain that they belong to
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required_unless_present_any = ["domain", "specimens"])]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    model: ModelArg,

    #[command(flatten)]
    goal: GoalArg,

    /// Write the domain, which is the same for every level
    #[arg(long, conflicts_with_all = ["levels", "goal", "out"])]
    domain: bool,

    /// Write the files that stand for the model in models/
    #[arg(long, hide = true, requires = "out", conflicts_with_all = ["levels", "domain", "goal"])]
    specimens: bool,

    #[command(flatten)]
    folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ModelArg {
    /// The Direct model
    #[arg(long)]
    direct: bool,

    /// The Granular model
    #[arg(long)]
    granular: bool,
}

impl ModelArg {
    fn model(&self) -> Model {
        if self.direct { Model::Direct } else { Model::Granular }
    }
}

#[derive(Serialize)]
struct Problem {
    level: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    model: Model,
    domain: String,
    problems: Vec<Problem>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let model = args.model.model();
    if let (true, Some(folder)) = (args.specimens, &args.folder.out) {
        let file = |(name, text)| NewFile { name, text };
        let files: Vec<NewFile> = model.specimens().into_iter().map(file).collect();
        args.folder.write(folder, &files)?;
        return Ok(Exit::Yes);
    }
    let mut problems = Vec::with_capacity(args.levels.len());
    for path in &args.levels {
        for file in input::level_files(path)? {
            let level = args.goal.read(&file)?.level;
            let text = Some(model.problem(&level));
            problems.push(Problem { level: level.name().to_owned(), file: None, text });
        }
    }
    if args.folder.out.is_none() && !args.json && problems.len() > 1 {
        return Err(Failure::bad_input("several levels need --out DIR"));
    }
    if let Some(folder) = &args.folder.out {
        store(args, &mut problems, folder)?;
    }
    if args.json {
        out.json(&Answer { model, domain: model.domain(), problems })?;
    } else if let Some(folder) = &args.folder.out {
        let problems = counted(problems.len(), "problem");
        writeln!(out, "domain.pddl and {problems} written to {}", folder.display())?;
    } else if args.domain {
        out.write_all(model.domain().as_bytes())?;
    } else {
        for problem in problems {
            out.write_all(problem.text.unwrap_or_default().as_bytes())?;
        }
    }
    Ok(Exit::Yes)
}

/// Puts the domain and each problem into a file of its own.
fn store(args: &Args, problems: &mut [Problem], folder: &Path) -> Result<(), Failure> {
    let domain = args.model.model().domain();
    let mut files = vec![NewFile { name: "domain.pddl".to_owned(), text: domain }];
    files.extend(problems.iter_mut().map(|problem| NewFile {
        name: format!("{}.pddl", file_stem(&problem.level)),
        text: problem.text.take().unwrap_or_default(),
    }));
    args.folder.write(folder, &files)?;
    for (problem, file) in problems.iter_mut().zip(&files[1..]) {
        problem.file = Some(folder.join(&file.name));
    }
    Ok(())
}
