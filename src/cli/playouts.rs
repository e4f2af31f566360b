//! Whole games played with a policy, and statistics of their scores.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use clap::builder::PossibleValue;
use serde::Serialize;

use super::{Exit, Failure, Output, games, interrupt, limits, progress};
use crate::game::AnyLevel;
use crate::game::policy::{Ending, Playout, Policy};
use crate::view::text::{counted, score};

/// How to play whole games.
#[derive(clap::Args)]
pub(super) struct PolicyArgs {
    /// Play whole games with this policy, without regard to the goal, and report scores and lengths
    #[arg(long, value_name = "NAME", value_parser = policies(), conflicts_with = "steps")]
    policy: Option<String>,

    /// With --policy: play this many games [default: 100]
    #[arg(long, value_name = "N", requires = "policy", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,

    /// With --policy: end a game after this many moves [default: 1000]
    #[arg(long, value_name = "N", requires = "policy", value_parser = clap::value_parser!(u32).range(1..=50_000))]
    moves: Option<u32>,

    /// With --policy: the seed of the first game; the next game has the next seed [default: 0]
    #[arg(long, value_name = "N", requires = "policy")]
    seed: Option<u64>,

    /// With --policy: play with this many threads [default: one per core]
    #[arg(long, value_name = "N", requires = "policy", value_parser = limits::threads)]
    threads: Option<usize>,
}

/// The policies of all games.
fn policies() -> Vec<PossibleValue> {
    let all = games::all().iter().flat_map(|game| game.policies());
    games::choices(all.map(|policy| (policy.name, policy.about)))
}

/// Statistics of the games of a policy.
#[derive(Serialize)]
struct Report<'a> {
    level: &'a str,
    policy: &'a str,
    games: usize,
    /// The number of games asked for; more than were played if Ctrl-C ended them.
    asked: usize,
    seed: u64,
    /// The most moves of a game.
    limit: usize,
    score: Spread,
    /// The numbers of moves of the games.
    game_length: Spread,
    /// The games that ended because no move was left.
    over: usize,
    /// The seed of the game with the best score.
    best_seed: u64,
}

/// The distribution of a number.
#[derive(Serialize)]
struct Spread {
    mean: f64,
    /// The standard deviation.
    deviation: f64,
    least: u64,
    quartiles: [u64; 3],
    best: u64,
}

impl Spread {
    /// The distribution of these numbers, of which there is at least one.
    fn of(numbers: impl Iterator<Item = u64>) -> Spread {
        let mut sorted: Vec<u64> = numbers.collect();
        sorted.sort_unstable();
        let count = sorted.len() as f64;
        let mean = sorted.iter().map(|&number| number as f64).sum::<f64>() / count;
        let squares = sorted.iter().map(|&number| (number as f64 - mean).powi(2)).sum::<f64>();
        let at = |quarter: usize| sorted[(sorted.len() - 1) * quarter / 4];
        Spread {
            mean,
            deviation: (squares / count).sqrt(),
            least: at(0),
            quartiles: [at(1), at(2), at(3)],
            best: at(4),
        }
    }
}

impl PolicyArgs {
    /// The policy that is asked for.
    fn policy(&self, level: &dyn AnyLevel) -> Result<Option<&'static Policy>, Failure> {
        let Some(name) = &self.policy else { return Ok(None) };
        let game = level.game();
        let policy = game.policies().iter().find(|policy| policy.name == name);
        policy.map(Some).ok_or_else(|| {
            Failure::BadInput(format!("--policy {name}: {} has no such policy", game.name()))
        })
    }

    /// Plays the games if a policy is named, and reports on them.
    pub(super) fn run(
        &self,
        level: &dyn AnyLevel,
        json: bool,
        out: &mut Output,
    ) -> Result<Option<Exit>, Failure> {
        let Some(policy) = self.policy(level)? else { return Ok(None) };
        // From here on Ctrl-C ends the games, and those that are over are still reported on.
        interrupt::flag();
        let seed = self.seed.unwrap_or_default();
        let limit = self.moves.unwrap_or(1000) as usize;
        let asked = self.games.unwrap_or(100) as usize;
        let played = self.play(level, policy, seed, limit, asked);
        let Some(&(best_seed, _)) = played.iter().max_by_key(|(seed, game)| (game.score, !seed))
        else {
            return Err(Failure::NotKnown("interrupted before a game was over".to_owned()));
        };
        let is_over = |game: &&(u64, Playout)| game.1.ending == Ending::Over;
        let report = Report {
            level: &level.name(),
            policy: policy.name,
            games: played.len(),
            asked,
            seed,
            limit,
            score: Spread::of(played.iter().map(|(_, game)| game.score)),
            game_length: Spread::of(played.iter().map(|(_, game)| game.moves as u64)),
            over: played.iter().filter(is_over).count(),
            best_seed,
        };
        if json {
            out.json(&report)?;
        } else {
            tell(&report, out)?;
        }
        Ok(Some(if played.len() == asked { Exit::Yes } else { Exit::NotKnown }))
    }

    /// The games that were played to their end, each with its seed, in the order of their seeds. They are the
    /// same whatever the number of threads.
    fn play(
        &self,
        level: &dyn AnyLevel,
        policy: &Policy,
        seed: u64,
        limit: usize,
        asked: usize,
    ) -> Vec<(u64, Playout)> {
        let bar = progress::bar(asked, "games");
        let next = AtomicUsize::new(0);
        let threads = self.threads.unwrap_or_else(limits::all_threads).min(asked);
        let (sender, receiver) = mpsc::channel();
        let mut played: Vec<(usize, Playout)> = std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(game) = Some(next.fetch_add(1, Ordering::Relaxed))
                        .filter(|game| *game < asked && !interrupt::is_set())
                    {
                        let seed = seed.wrapping_add(game as u64);
                        let playout = level.playout(policy, seed, limit, &interrupt::is_set);
                        if let Some(playout) = playout
                            && sender.send((game, playout)).is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            receiver.into_iter().inspect(|_| bar.inc(1)).collect()
        });
        bar.finish_and_clear();
        played.sort_unstable_by_key(|(game, _)| *game);
        let with_seed = |(game, playout)| (seed.wrapping_add(game as u64), playout);
        played.into_iter().map(with_seed).collect()
    }
}

/// Writes a report as text.
fn tell(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    let games = match report.asked {
        asked if asked == report.games => counted(asked, "game"),
        asked => format!("interrupted after {} of {}", report.games, counted(asked, "game")),
    };
    out.line(format_args!("{}: {games} by {}", report.level, report.policy))?;
    writeln!(
        out,
        "{:>6} {:>12} {:>12} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "", "mean", "deviation", "least", "quarter", "median", "quarter", "best"
    )?;
    for (name, spread) in [("score", &report.score), ("moves", &report.game_length)] {
        let [first, median, third] = spread.quartiles;
        writeln!(
            out,
            "{name:>6} {:>12} {:>12} {:>10} {first:>10} {median:>10} {third:>10} {:>10}",
            rounded(spread.mean),
            rounded(spread.deviation),
            spread.least,
            spread.best
        )?;
    }
    match report.games - report.over {
        0 => writeln!(out, "no move was left at the end of each game")?,
        cut => writeln!(
            out,
            "no move was left at the end of {}; {} ended at the limit of {} moves",
            counted(report.over, "game"),
            counted(cut, "game"),
            report.limit
        )?,
    }
    writeln!(out, "the best game has seed {}", report.best_seed)
}

/// A number with one digit after the point, if it is not whole.
fn rounded(number: f64) -> String {
    score((number * 10.0).round() / 10.0)
}
