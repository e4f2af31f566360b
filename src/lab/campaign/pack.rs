//! Packs a campaign into one archive, from which a report can be made on another machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use tar::{Builder, Header};
use walkdir::WalkDir;

use super::folder::{FileError, Folder, at};
use super::machine::utc;
use super::record::{Machine, Record};

/// The summary of an archive in `about.json`, derived from the records.
#[derive(Serialize)]
struct About<'a> {
    plotgen: &'static str,
    packed: String,
    runs: usize,
    records: usize,
    /// The versions used of each solver.
    versions: BTreeMap<&'a str, BTreeSet<&'a str>>,
    machines: Vec<&'a Machine>,
}

impl<'a> About<'a> {
    fn of(records: &'a [Record], runs: usize) -> About<'a> {
        let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut machines: Vec<&Machine> = Vec::new();
        for record in records {
            let configuration = &record.configuration;
            versions.entry(&configuration.solver).or_default().insert(&configuration.version);
            if !machines.contains(&&record.machine) {
                machines.push(&record.machine);
            }
        }
        let packed = utc(SystemTime::now());
        let plotgen = env!("CARGO_PKG_VERSION");
        About { plotgen, packed, runs, records: records.len(), versions, machines }
    }
}

/// Packs the campaign file, the levels, the tasks, the records and the logs into an archive, which
/// is written atomically. Returns the number of records.
///
/// # Errors
/// If a file cannot be read or written.
pub fn pack(folder: &Folder, archive: &Path) -> Result<usize, FileError> {
    let records = folder.records()?.whole;
    let runs = folder.planned().map_or(records.len(), |planned| planned.len());
    let about = serde_json::to_vec_pretty(&About::of(&records, runs))
        .map_err(|error| at(archive)(error.into()))?;
    let name = folder.path().file_name().unwrap_or_default();
    let beside = archive.parent().filter(|path| !path.as_os_str().is_empty());
    let mut file = tempfile::Builder::new()
        .prefix(".packing-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(beside.unwrap_or(Path::new(".")))
        .map_err(at(archive))?;
    write(folder, Path::new(name), &records, &about, file.as_file_mut()).map_err(at(archive))?;
    file.persist(archive).map_err(|error| at(archive)(error.error))?;
    Ok(records.len())
}

fn write(
    folder: &Folder,
    name: &Path,
    records: &[Record],
    about: &[u8],
    file: &mut File,
) -> io::Result<()> {
    let mut archive = Builder::new(GzEncoder::new(file, Compression::default()));
    let mut header = Header::new_gnu();
    header.set_size(about.len() as u64);
    header.set_mode(0o644);
    archive.append_data(&mut header, name.join("about.json"), about)?;
    for path in [folder.marker(), folder.spec()] {
        if path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
            archive
                .append_path_with_name(&path, name.join(path.file_name().unwrap_or_default()))?;
        }
    }
    for part in ["levels", "runs", "records"] {
        let path = folder.path().join(part);
        if path.is_dir() {
            append(&mut archive, &path, &name.join(part))?;
        }
    }
    // Only logs of recorded runs: those of an active run may still grow.
    for record in records {
        let logs = Folder::logs(&record.run);
        let path = folder.path().join(&logs);
        if path.is_dir() {
            append(&mut archive, &path, &name.join(logs))?;
        }
    }
    let file = archive.into_inner()?.finish()?;
    file.flush()?;
    file.sync_all()
}

/// Appends the regular files of a folder, without hidden ones, which are still being written.
fn append<W: Write>(archive: &mut Builder<W>, from: &Path, to: &Path) -> io::Result<()> {
    for entry in WalkDir::new(from).sort_by_file_name() {
        let entry = entry?;
        let inside = entry.path().strip_prefix(from).expect("an entry is below its root");
        // An empty path would add a slash to the name.
        let target = if entry.depth() == 0 { to.to_owned() } else { to.join(inside) };
        if entry.file_type().is_dir() {
            archive.append_dir(target, entry.path())?;
        } else if entry.file_type().is_file()
            && !entry.file_name().to_string_lossy().starts_with('.')
        {
            archive.append_path_with_name(entry.path(), target)?;
        }
    }
    Ok(())
}
