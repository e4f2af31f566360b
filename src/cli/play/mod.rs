//! `plotgen play`: a level on the terminal, played by hand.
//!
//! - [`session`]: the game, without a terminal;
//! - [`screen`]: what the player sees;
//! - [`terminal`]: single keys, and the terminal as it was afterwards;
//! - [`advice`]: best plans, searched for in the background.

mod advice;
mod screen;
mod session;
mod terminal;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::size;

use self::advice::Advice;
use self::screen::{Surroundings, screen};
use self::session::{Arrow, Cursor, Session};
use self::terminal::Terminal;
use super::input::LevelArg;
use super::{Exit, Failure, Output, interrupt};
use crate::game::hint::{Answer, HintKind};
use crate::game::motion::Aim;
use crate::game::search::{Finding, SearchResult};

const EXAMPLE: &str = "\
Example:
  $ plotgen play level.json

In Plotting, the arrows choose the row or the column to fire along; in the other games, they move over the
cells, and Space and Enter pick those of a step, in order. What the step would do is shown before it is
played. A step can also be typed after a colon, as in a plan: : r2 Enter.

  arrows     aim            Enter       play the step
  Space      pick a cell    Backspace   drop the cells picked
  u          undo           r           redo
  s          start over     h           hint: the next step of a best plan
  : STEP     type a step    q, Ctrl-C   quit

The fewest steps are searched for while you play, with a proof. In the end, the steps played are printed as a
plan, which validate and draw can read.";

/// Play a level in the terminal, with undo, hints and the optimum
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,
}

/// How long to wait for a key before looking whether a search has ended.
const PATIENCE: Duration = Duration::from_millis(100);

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    for (stream, is_terminal) in [
        ("standard input", io::stdin().is_terminal()),
        ("standard output", io::stdout().is_terminal()),
    ] {
        if !is_terminal {
            return Err(Failure::BadInput(format!("a game needs a terminal: {stream} is none")));
        }
    }
    let level = args.level.read()?;
    interrupt::flag();
    let mut game = Game::new(Session::new(level), out.has_colour());
    game.run()?;
    let Game { session, .. } = game;
    let result = match (session.is_goal_met(), session.position().is_won()) {
        (true, _) => "goal met".to_owned(),
        (false, true) => session.objective.tell(session.value(), session.measure),
        (false, false) => "goal not met".to_owned(),
    };
    out.line(format_args!("# {}: {}, {result}", session.level.name(), session.length()))?;
    if !session.words().is_empty() {
        writeln!(out, "{}", session.words().join(" "))?;
    }
    Ok(Exit::Yes)
}

/// A game on a terminal.
struct Game {
    session: Session,
    has_colour: bool,
    /// The search for the best plan from the start, if there is a goal to plan for.
    best: Option<Advice>,
    /// The search for a hint, if the player asked for one, and its kind.
    hint: Option<(Advice, &'static HintKind)>,
    /// The step being typed.
    typed: Option<String>,
    is_over: bool,
}

impl Game {
    fn new(session: Session, has_colour: bool) -> Game {
        let has_goal = session.level.check_goal().is_ok();
        let best = has_goal.then(|| Advice::about(session.level.clone()));
        Game { session, has_colour, best, hint: None, typed: None, is_over: false }
    }

    /// Plays until the player quits.
    fn run(&mut self) -> io::Result<()> {
        let mut terminal = Terminal::open()?;
        while !self.is_over && !interrupt::is_set() {
            self.take_hint();
            terminal.show(&self.screen()?)?;
            while !event::poll(PATIENCE)? {
                let has_ended = self.best.as_mut().is_some_and(Advice::has_just_ended);
                if has_ended || self.take_hint() || interrupt::is_set() {
                    break;
                }
            }
            while event::poll(Duration::ZERO)? {
                if let Event::Key(key) = event::read()? {
                    self.press(key);
                }
            }
        }
        Ok(())
    }

    fn screen(&mut self) -> io::Result<Vec<String>> {
        let (width, height) = size()?;
        let around =
            Surroundings { optimum: self.optimum(), end: self.end(), typed: self.typed.as_deref() };
        let size = (usize::from(width), usize::from(height));
        Ok(screen(&self.session, &around, size, self.has_colour))
    }

    fn press(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.is_over |= matches!(key.code, KeyCode::Char('c' | 'd'));
            return;
        }
        match self.typed.take() {
            Some(typed) => self.type_on(typed, key.code),
            None => self.act(key.code),
        }
    }

    /// A key while a step is being typed. Backspace at its beginning gives up.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys mean nothing")]
    fn type_on(&mut self, mut typed: String, key: KeyCode) {
        match key {
            KeyCode::Enter => return self.play(typed.trim()),
            KeyCode::Esc => return,
            KeyCode::Backspace if typed.is_empty() => return,
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Char(letter) if !letter.is_control() => typed.push(letter),
            _ => {}
        }
        self.typed = Some(typed);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys mean nothing")]
    fn act(&mut self, key: KeyCode) {
        let session = &mut self.session;
        match key {
            KeyCode::Up => return session.turn(Arrow::Up),
            KeyCode::Down => return session.turn(Arrow::Down),
            KeyCode::Left => return session.turn(Arrow::Left),
            KeyCode::Right => return session.turn(Arrow::Right),
            KeyCode::Backspace | KeyCode::Esc => return session.drop_picked(),
            KeyCode::Char(':') => {
                self.typed = Some(String::new());
                return;
            }
            KeyCode::Char('h') => return self.ask(),
            KeyCode::Char('q') => {
                self.is_over = true;
                return;
            }
            KeyCode::Enter => session.fire(),
            KeyCode::Char(' ') => session.pick(),
            KeyCode::Char('u') => session.undo(),
            KeyCode::Char('r') => session.redo(),
            KeyCode::Char('s') => session.restart(),
            KeyCode::Char(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                if let Some(word) = session.position().buttons().get(index) {
                    session.play(word);
                }
            }
            _ => return,
        }
        // The position may be another now.
        self.hint = None;
    }

    fn play(&mut self, word: &str) {
        self.hint = None;
        if !word.is_empty() {
            self.session.play(word);
        }
    }

    /// Starts to search for a hint.
    fn ask(&mut self) {
        let noun = self.session.noun.one;
        if self.session.is_goal_met() {
            self.session.news = "the goal is met: no hint is needed".to_owned();
            return;
        }
        let position = self.session.position();
        let kind = self.kind_of_hint();
        let asked = kind.filter(|_| position.has_moves());
        let asked = asked.and_then(|kind| Some((Advice::about(position.hint(kind)?), kind)));
        self.session.news = match asked {
            Some(_) => "searching for a hint …".to_owned(),
            None if position.is_won() => format!("no {noun} is left"),
            None => format!("no {noun} from here wins: undo with u"),
        };
        self.hint = asked;
    }

    /// The next step of a best plan, or where there is nothing to plan for what the game has instead.
    fn kind_of_hint(&self) -> Option<&'static HintKind> {
        let kinds = self.session.level.game().hints();
        let plan = kinds.iter().find(|kind| **kind == HintKind::PLAN);
        plan.filter(|_| self.best.is_some()).or(kinds.first())
    }

    /// Shows a hint that has been found; whether there was one.
    fn take_hint(&mut self) -> bool {
        let Some((advice, kind)) = &mut self.hint else { return false };
        let (Some(result), kind) = (advice.result(), *kind) else { return false };
        let result = result.cloned();
        self.hint = None;
        self.session.news = self.hint_words(result.as_ref(), kind);
        true
    }

    fn hint_words(&mut self, result: Option<&SearchResult>, kind: &HintKind) -> String {
        let noun = self.session.noun;
        let (objective, measure) = (self.session.objective, self.session.measure);
        let Some(result) = result else { return "the search for a hint failed".to_owned() };
        match &result.finding {
            Finding::Unsolvable(_) => {
                format!("no {} from here wins: undo with u", noun.one)
            }
            Finding::Optimal(plan) | Finding::Open { best: Some(plan), .. } => {
                let Some(next) = plan.steps.first() else {
                    return "there is nothing to gain from here".to_owned();
                };
                self.session.point_at(next);
                match kind.answer {
                    Answer::Step { measure, .. } => {
                        format!("hint: {next}; its {measure} is {}", plan.value)
                    }
                    Answer::Plan => {
                        format!("hint: {next}; from here {}", objective.tell(plan.value, measure))
                    }
                }
            }
            Finding::Open { best: None, .. } => "no hint: the position is too large".to_owned(),
        }
    }

    /// The best value, as far as it is known.
    fn optimum(&mut self) -> String {
        let (objective, measure) = (self.session.objective, self.session.measure);
        let Some(best) = &mut self.best else { return String::new() };
        match best.result() {
            None => "optimum: searching …".to_owned(),
            Some(None) => "optimum: not known".to_owned(),
            Some(Some(result)) => match &result.finding {
                Finding::Optimal(plan) => {
                    format!("optimum: {}", objective.tell(plan.value, measure))
                }
                Finding::Unsolvable(_) => "unsolvable: no plan exists".to_owned(),
                Finding::Open { best, .. } => match best {
                    Some(plan) => format!("best known: {}", objective.tell(plan.value, measure)),
                    None => "optimum: not known".to_owned(),
                },
            },
        }
    }

    /// How the game ended, if it has, and whether well.
    fn end(&mut self) -> Option<(String, bool)> {
        let session = &self.session;
        let (objective, noun) = (session.objective, session.noun);
        let value = session.value();
        let is_stuck = !session.position().has_moves();
        let end = if session.is_goal_met() {
            Some(format!("Goal met after {}", session.length()))
        } else if is_stuck && session.position().is_won() {
            let told = objective.tell(value, session.measure);
            Some(format!("The game is over after {} with {told}", session.length()))
        } else {
            None
        };
        if let Some(end) = end {
            let best = match self.best.as_mut().and_then(Advice::result) {
                Some(Some(SearchResult { finding: Finding::Optimal(plan), .. })) => {
                    Some(plan.value)
                }
                Some(_) | None => None,
            };
            let rest = match best {
                Some(best) if !objective.is_better(best, value) => ": that is optimal".to_owned(),
                Some(best) => format!(": the optimum is {}", objective.tell(best, session.measure)),
                None => String::new(),
            };
            return Some((format!("{end}{rest}."), true));
        }
        is_stuck.then(|| {
            let shortfall = session.position().shortfall();
            (
                format!("No {} is left; {shortfall}. Undo with u, or start over with s.", noun.one),
                false,
            )
        })
    }
}

impl Session {
    /// Points at a step.
    fn point_at(&mut self, word: &str) {
        match self.position().aim(word) {
            Aim::Row(row) => self.cursor = Cursor::Row(row),
            Aim::Column(column) => self.cursor = Cursor::Column(column),
            Aim::Cells(cells) => {
                if let Some((&last, others)) = cells.split_last() {
                    self.picked = others.to_vec();
                    self.cursor = Cursor::Cell(last);
                }
            }
            Aim::Button => {}
        }
    }
}
