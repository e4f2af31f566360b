//! Keeps the files of a finished run: the solver's output, or all files if the run failed or its
//! answer was wrong. Large files are compressed; huge ones lose their middle.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use walkdir::WalkDir;

use crate::lab::process::{STDERR, STDOUT};

/// Files larger than this many bytes are compressed.
const LARGE: u64 = 64 << 10;
/// Of files larger than this many bytes, only the beginning and the end are kept.
const HUGE: u64 = 64 << 20;
/// Number of bytes kept at each end of a huge file.
const PART: u64 = 4 << 20;

/// Which files are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// Standard output and standard error.
    Printed,
    /// All files.
    Everything,
}

/// Moves the files to keep from the folder of a run to `to`, on the same file system. Creates `to`
/// only if there is something to keep; returns whether there was.
pub(super) fn keep(from: &Path, to: &Path, which: Kept) -> io::Result<bool> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    let mut any = false;
    for entry in WalkDir::new(from).min_depth(1) {
        let entry = entry?;
        let name = entry.file_name();
        let is_printed = name == STDOUT || name == STDERR;
        if !entry.file_type().is_file() || which == Kept::Printed && !is_printed {
            continue;
        }
        let size = entry.metadata()?.len();
        if size == 0 {
            continue;
        }
        let inside = entry.path().strip_prefix(from).expect("an entry is below its root");
        let target = to.join(inside);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        any = true;
        if size > LARGE {
            let compressed = format!("{}.gz", name.to_string_lossy());
            compress(entry.path(), &target.with_file_name(compressed), size)?;
        } else {
            fs::rename(entry.path(), &target)?;
        }
    }
    Ok(any)
}

fn compress(from: &Path, to: &Path, size: u64) -> io::Result<()> {
    let mut source = BufReader::new(File::open(from)?);
    let mut target = GzEncoder::new(File::create(to)?, Compression::fast());
    if size > HUGE {
        io::copy(&mut source.by_ref().take(PART), &mut target)?;
        write!(target, "\n… {} bytes omitted …\n", size - 2 * PART)?;
        source.seek(SeekFrom::Start(size - PART))?;
        io::copy(&mut source.take(PART), &mut target)?;
    } else {
        io::copy(&mut source, &mut target)?;
    }
    target.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use flate2::read::GzDecoder;

    use super::*;

    fn unpacked(file: &Path) -> Vec<u8> {
        let mut bytes = Vec::new();
        GzDecoder::new(File::open(file).unwrap()).read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn output_is_kept_and_on_request_all_files() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir_all(from.join("04")).unwrap();
        let large = b"large\n".repeat(20_000);
        for (name, bytes) in
            [("stdout", &b"output"[..]), ("stderr", b""), ("plan", b"c1"), ("04/stdout", &large)]
        {
            fs::write(from.join(name), bytes).unwrap();
        }
        assert!(keep(&from, &to, Kept::Printed).unwrap());
        assert_eq!(fs::read(to.join("stdout")).unwrap(), b"output");
        assert_eq!(unpacked(&to.join("04/stdout.gz")), large);
        assert!(!to.join("stderr").exists() && !to.join("plan").exists());
        assert!(keep(&from, &to, Kept::Everything).unwrap());
        assert_eq!(fs::read(to.join("plan")).unwrap(), b"c1");
        assert!(!to.join("stdout").exists(), "earlier files are removed");
        let empty = tempfile::tempdir().unwrap();
        assert!(!keep(empty.path(), &to, Kept::Everything).unwrap());
        assert!(!to.exists());
    }

    #[test]
    fn the_middle_of_a_huge_file_is_omitted() {
        let folder = tempfile::tempdir().unwrap();
        let from = folder.path().join("from");
        fs::create_dir(&from).unwrap();
        let mut file = File::create(from.join("stdout")).unwrap();
        file.write_all(b"first").unwrap();
        file.set_len(HUGE + 5).unwrap();
        file.seek(SeekFrom::End(0)).unwrap();
        file.write_all(b"last").unwrap();
        let to = folder.path().join("to");
        keep(&from, &to, Kept::Printed).unwrap();
        let kept = unpacked(&to.join("stdout.gz"));
        assert!(kept.starts_with(b"first") && kept.ends_with(b"last"));
        assert!((2 * PART..3 * PART).contains(&(kept.len() as u64)));
    }
}
