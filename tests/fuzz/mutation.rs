//! Mutated texts, fed to a reader for a while.
//!
//! A target starts from seeds, most of them rendered by the program itself, and from texts that have
//! broken readers before. Mutated texts that are still read become seeds too, so that mutations pile up.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The longest that a reader may take for one input, on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// The largest input.
const LARGEST: usize = 1 << 20;

/// Texts that are hostile to one reader or another.
fn hostile() -> Vec<String> {
    let mut all: Vec<String> = [
        "$ letting fpRow be [0,1,2,0]\n$ letting fpCol be [1,0,0,4]\nletting fpRow be [0]\nletting fpCol be [1]\n",
        "% fpRow = [0,1,2,0];\n% fpCol = [1,0,0,4];\nfpRow = [0]; fpCol = [1];\n----------\n",
        "letting fpRow be 3\nletting hand be [1,2]\nletting fpCol be [0]\n",
        "fpRowAllowed = [1,1]; fpRow = [0,1]; fpCol = [1,0];\n----------\n==========\n",
        "\u{1b}[2J\u{9b}31m\u{202e}\u{2028}\0",
        "99999999999999999999999999 -9223372036854775808 18446744073709551616 1e999 0x7f 00",
        "\u{feff}{\"grid\": [\"R\\u0000\"], \"goal\": 1}",
        "&a [*a, *a]",
        "? ? ? - - - !!str &x |\n  text",
    ]
    .map(str::to_owned)
    .into();
    for open in ["[", "{", "(", "{\"a\":", "[[", "[|", "f(", "not ", "-", "- ", "? "] {
        all.push(open.repeat(80_000));
    }
    all.push("r1 ".repeat(100_000));
    all.push("x".repeat(LARGEST));
    all.push("a = 1;".repeat(50_000));
    all.push((0..50_000).map(|number| format!("a{number} = 1;\n")).collect());
    all
}

/// Numbers that readers get wrong.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "16",
    "17",
    "255",
    "65536",
    "2147483648",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "0.5",
    "00000000000000000000000000000000000000000000000001",
];

/// Words and signs that mean something to some reader.
const TOKENS: [&str; 24] = [
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "'",
    ",",
    ";",
    ":",
    "\n",
    "\0",
    "\u{1b}[31m",
    "\u{202e}",
    "$",
    "%",
    "#",
    "letting",
    "null",
    "true",
    "-",
    "..",
    "é",
];

struct Mutator(ChaCha8Rng);

impl Mutator {
    /// A number below a bound, which is not 0.
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn one<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A part of a text, often a short one.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let longest = (length - start).min(if self.below(4) == 0 { length } else { 32 });
        start..start + self.below(longest + 1)
    }

    fn mutated(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = self.one(seeds).clone();
        for _ in 0..1 + self.below(6) {
            self.mutate(&mut bytes, seeds);
        }
        bytes.truncate(LARGEST);
        bytes
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let at = self.below(bytes.len() + 1);
        let part = self.part(bytes.len());
        match self.below(12) {
            0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            1 if at < bytes.len() => bytes[at] = self.below(256) as u8,
            2 => drop(bytes.drain(part)),
            3 => {
                let copy = bytes[part].to_vec();
                let times = if self.below(50) == 0 { 2000 } else { 1 + self.below(3) };
                let times = times.min(LARGEST / copy.len().max(1));
                bytes.splice(at..at, copy.repeat(times));
            }
            4 => bytes.truncate(at),
            5 => {
                let other = self.one(seeds);
                let from = self.below(other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
            6 => {
                let other = self.one(seeds);
                let piece = other[self.part(other.len())].to_vec();
                bytes.splice(part, piece);
            }
            7 => drop(bytes.splice(at..at, self.one(&TOKENS).bytes())),
            8 | 9 => self.change_number(bytes, at),
            10 => self.swap_tokens(bytes),
            _ => self.nest(bytes, part),
        }
    }

    /// Replaces the number after a place.
    fn change_number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit) else { return };
        let start = at + start;
        let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let small = self.below(20).to_string();
        let number = if self.below(3) == 0 { self.one(&NUMBERS) } else { small.as_str() };
        bytes.splice(start..start + length, number.bytes());
    }

    fn swap_tokens(&mut self, bytes: &mut Vec<u8>) {
        let tokens: Vec<&[u8]> = bytes
            .chunk_by(|one, other| one.is_ascii_alphanumeric() && other.is_ascii_alphanumeric())
            .collect();
        if tokens.is_empty() {
            return;
        }
        let (one, other) = (self.below(tokens.len()), self.below(tokens.len()));
        let mut tokens = tokens;
        tokens.swap(one, other);
        *bytes = tokens.concat();
    }

    fn nest(&mut self, bytes: &mut Vec<u8>, part: std::ops::Range<usize>) {
        let (open, close) = *self.one(&[(b'[', b']'), (b'{', b'}'), (b'(', b')')]);
        let depth = if self.below(100) == 0 { 20_000 } else { 1 + self.below(140) };
        bytes.splice(part.end..part.end, vec![close; depth]);
        bytes.splice(part.start..part.start, vec![open; depth]);
    }
}

fn number_from(variable: &str, default: f64) -> f64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

/// What is being tried, for the message if it fails.
#[derive(Default)]
struct Trial {
    input: Mutex<Vec<u8>>,
    number: AtomicU64,
}

impl Trial {
    /// Keeps the input that failed, and says where.
    fn keep(&self, name: &str) -> PathBuf {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
        let input = self.input.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        fs::write(&file, &*input).unwrap();
        file
    }
}

/// Feeds a reader with seeds, hostile texts and mutations of them, until the time is over. The reader
/// says whether it read the text; it fails the target if it panics or takes too long.
///
/// `PLOTGEN_FUZZ_SECONDS` is the time for each target, 2 by default; `PLOTGEN_FUZZ_SEED` the seed.
pub(crate) fn fuzz(
    name: &'static str,
    seeds: Vec<String>,
    read: impl Fn(&str) -> bool + Send + 'static,
) {
    let time = Duration::from_secs_f64(number_from("PLOTGEN_FUZZ_SECONDS", 2.0));
    let seed = number_from("PLOTGEN_FUZZ_SEED", 1.0) as u64;
    eprintln!("{name}: PLOTGEN_FUZZ_SEED={seed}");
    for seed in &seeds {
        assert!(read(seed), "a seed of {name} is not read: {seed}");
    }
    let trial = Arc::new(Trial::default());
    let tried = Arc::clone(&trial);
    let worker = thread::spawn(move || work(&tried, seeds, &read, time, seed));
    let mut last = (0, Instant::now());
    while !worker.is_finished() {
        thread::sleep(Duration::from_millis(50));
        let number = trial.number.load(Ordering::Relaxed);
        if number != last.0 {
            last = (number, Instant::now());
        }
        if last.1.elapsed() > LONGEST {
            panic!("{name}: input {number} takes too long: {}", trial.keep(name).display());
        }
    }
    match worker.join() {
        Ok((inputs, read, slowest)) => eprintln!(
            "{name}: {inputs} inputs, {read} of them read, in {:.0} s; the slowest took {slowest:.3} s",
            time.as_secs_f64()
        ),
        Err(_) => panic!("{name}: fails for the input in {}", trial.keep(name).display()),
    }
}

/// Tries inputs; their number, how many were read, and the seconds of the slowest.
fn work(
    trial: &Trial,
    seeds: Vec<String>,
    read: &impl Fn(&str) -> bool,
    time: Duration,
    seed: u64,
) -> (u64, u64, f64) {
    let mut mutator = Mutator(ChaCha8Rng::seed_from_u64(seed));
    let ours = seeds.len();
    let mut seeds: Vec<Vec<u8>> = seeds.into_iter().map(String::into_bytes).collect();
    // Long seeds are tried once, and take part only if they are not too long to be mutated quickly.
    let mut first: Vec<Vec<u8>> = hostile().into_iter().map(String::into_bytes).collect();
    seeds.extend(first.iter().filter(|text| text.len() < 1000).cloned());
    let most = seeds.len() + 300;
    let (start, mut inputs, mut accepted, mut slowest) = (Instant::now(), 0, 0, Duration::ZERO);
    while start.elapsed() < time || !first.is_empty() {
        let input = first.pop().unwrap_or_else(|| mutator.mutated(&seeds));
        trial.input.lock().unwrap().clone_from(&input);
        let begun = Instant::now();
        let is_read = read(&String::from_utf8_lossy(&input));
        slowest = slowest.max(begun.elapsed());
        inputs += 1;
        accepted += u64::from(is_read);
        trial.number.store(inputs, Ordering::Relaxed);
        if is_read && input.len() < 4000 {
            if seeds.len() < most {
                seeds.push(input);
            } else {
                let place = ours + mutator.below(seeds.len() - ours);
                seeds[place] = input;
            }
        }
    }
    (inputs, accepted, slowest.as_secs_f64())
}
