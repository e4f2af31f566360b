//! `plotgen draw`: pictures of levels and of plans.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use super::input::{LevelArg, at_fault, unwritable};
use super::plan_form::PlanForm;
use super::{Exit, Failure, Output, output};
use crate::game::AnyLevel;
use crate::game::plan::Replay;
use crate::lab::files;
use crate::view::drawing::film::Film;
use crate::view::drawing::scene::Scene;
use crate::view::drawing::{gif, raster, svg};

const EXAMPLE: &str = "\
Examples:
  $ plotgen draw level.json > level.svg
  $ plotgen solve level.json | plotgen draw level.json - --gif plan.gif
  $ plotgen draw level.json plan.txt > plan.svg
  $ plotgen draw level.json plan.txt --film > figure.svg
  $ plotgen draw level.json plan.txt --png 3 --scale 2 > after-3.png
  $ plotgen draw instances/swaps/document-1.json > document-1.svg

Without a plan, the level is drawn as an SVG file. With one, in any form that validate reads, the default is
an animated SVG file: it has no scripts and no fonts, plays in any browser and on any web page, and is still
for people who ask their system for less motion. --film puts all positions side by side, each with the next
step marked: a figure for a paper. Marks tell the kinds of blocks apart without colours. The same input always
gives the same file.

A plan that is not valid is drawn up to its flaw, which is the last thing shown; the flaw is also reported
as an error.

Exit code: 0 drawn, 1 drawn, but the plan is not valid.";

/// Draw a level, or a plan as an animation or a strip of boards
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// The plan; - is standard input
    #[arg(value_name = "PLAN")]
    plan: Option<PathBuf>,

    #[command(flatten)]
    form: PlanForm,

    #[command(flatten)]
    kind: Kind,

    /// Pixels per unit of length of a PNG or GIF image; a block is 40 units wide
    #[arg(long, value_name = "N", value_parser = scale)]
    scale: Option<f64>,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE", conflicts_with = "gif")]
    out: Option<PathBuf>,
}

/// What to draw.
#[derive(clap::Args)]
#[group(multiple = false)]
struct Kind {
    /// An SVG file: the level, or the plan as an animation (default)
    #[arg(long)]
    svg: bool,

    /// A PNG image of the position after this many steps of the plan; 0 is the start
    #[arg(long, value_name = "FRAME")]
    png: Option<usize>,

    /// A GIF animation of the plan, written to this file; - is standard output
    #[arg(long, value_name = "FILE", requires = "plan")]
    gif: Option<PathBuf>,

    /// An SVG file with all positions of the plan side by side
    #[arg(long, requires = "plan")]
    film: bool,
}

fn scale(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.1..=20.0).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number from 0.1 to 20"))
}

/// The scale of images unless another is given: that of sharp screens, and that of small files.
const PNG_SCALE: f64 = 2.0;
const GIF_SCALE: f64 = 1.0;

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    if args.level.is_stdin() && args.plan.as_deref().is_some_and(files::is_stdin) {
        let sentence = "only one of the level and the plan can be standard input";
        return Err(Failure::bad_input(sentence));
    }
    let level = args.level.read()?;
    let replay = args.replay(level.as_ref())?;
    let film = Film::of(level.as_ref(), &replay);
    let flaw = replay.finding.as_ref().err().filter(|_| args.plan.is_some());
    let drawn = args.drawn(&film)?;
    args.write(&drawn, out)?;
    let Some(flaw) = flaw else { return Ok(Exit::Yes) };
    output::note(format_args!("the plan is not valid: {}", flaw.message));
    Ok(Exit::No)
}

impl Args {
    /// The plan, replayed; the empty one if there is none.
    fn replay(&self, level: &dyn AnyLevel) -> Result<Replay, Failure> {
        let dialect = self.form.dialect(level)?;
        match &self.plan {
            None => level.replay_steps(&[]).map_err(Failure::bad_input),
            Some(plan) => {
                let text = files::plan_text(plan)?;
                level.replay(&text, dialect).map_err(|error| at_fault(plan, error))
            }
        }
    }

    /// The file.
    fn drawn(&self, film: &Film) -> Result<Vec<u8>, Failure> {
        if let Some(frame) = self.kind.png {
            let scene = film.frame(frame).ok_or_else(|| no_frame(frame, film))?;
            return image(raster::png(&scene, self.scale.unwrap_or(PNG_SCALE)));
        }
        if self.kind.gif.is_some() {
            return image(gif::gif(&film.animation(), self.scale.unwrap_or(GIF_SCALE)));
        }
        let scene: Option<Scene> = match (&self.plan, self.kind.film) {
            (_, true) => Some(film.strip()),
            (Some(_), false) => Some(film.animation()),
            (None, false) => film.frame(0),
        };
        let scene = scene.ok_or_else(|| no_frame(0, film))?;
        Ok(svg::svg(&scene).into_bytes())
    }

    fn write(&self, drawn: &[u8], out: &mut Output) -> Result<(), Failure> {
        let is_image = self.kind.png.is_some() || self.kind.gif.is_some();
        let file = self.out.as_ref().or(self.kind.gif.as_ref());
        match file.filter(|file| !files::is_stdin(file)) {
            Some(file) => std::fs::write(file, drawn).map_err(|error| unwritable(file, &error)),
            None if is_image && io::stdout().is_terminal() => Err(Failure::bad_input(
                "an image is not for a terminal: redirect the output to a file, or name one with --out",
            )),
            None => Ok(out.bytes(drawn)?),
        }
    }
}

fn no_frame(frame: usize, film: &Film) -> Failure {
    let steps = film.noun.count(film.steps.len() as i128);
    Failure::BadInput(format!("--png {frame}: only {steps} can be played"))
}

fn image(drawn: Option<Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let sentence = "the image would have too many pixels: choose a smaller --scale";
    drawn.ok_or_else(|| Failure::bad_input(sentence))
}
