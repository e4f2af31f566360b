//! `plotgen bench pack`: packs a campaign into one archive.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::Serialize;

use crate::cli::input::at_fault;
use crate::cli::{Exit, Failure, Output};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::pack::pack;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench pack DIR
  $ tar -xzf DIR.tar.gz && plotgen bench report DIR

The archive contains the campaign file, the levels, the runs, the records, the logs, and about.json,
which lists the solver versions and the machines. You can pack a campaign while it is running.

--json: one object with archive, records and bytes.";

/// Pack a campaign into one archive, e.g. to report it on another machine
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Archive to write [default: DIR.tar.gz in the current folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite an existing archive
    #[arg(long)]
    force: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Archive {
    archive: PathBuf,
    records: usize,
    bytes: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let folder = Folder::open(&args.folder)?;
    let archive = args.out.clone().unwrap_or_else(|| {
        let mut name = folder.path().file_name().map_or_else(OsString::new, OsString::from);
        name.push(".tar.gz");
        name.into()
    });
    if archive.exists() && !args.force {
        return Err(at_fault(&archive, "already exists; use --force to overwrite it"));
    }
    let records = pack(&folder, &archive)?;
    let bytes = archive.metadata().map_or(0, |metadata| metadata.len());
    if args.json {
        out.json(&Archive { archive, records, bytes })?;
    } else {
        let kilobytes = bytes.div_ceil(1000);
        out.line(format_args!("{records} records, {kilobytes} kB, in {}", archive.display()))?;
    }
    Ok(Exit::Yes)
}
