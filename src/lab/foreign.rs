//! Reads files that another program wrote: a solver, or the author of a campaign folder.
//!
//! Such a file must be a regular file, and is read only up to a size limit. A pipe, a device or a
//! link could block the reader or never end.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;
use thiserror::Error;

use super::files::in_words;

/// A file that cannot be used, and why not.
#[derive(Debug, Error)]
#[error("the file {name} {reason}")]
pub struct Unusable {
    /// The name of the file, without its folder.
    name: String,
    reason: String,
}

impl Unusable {
    fn new(path: &Path, reason: impl Into<String>) -> Unusable {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Unusable { name, reason: reason.into() }
    }

    /// The reason, for a sentence that begins with the name of the file.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl From<Unusable> for io::Error {
    fn from(unusable: Unusable) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, unusable.reason)
    }
}

const IRREGULAR: &str = "is not a regular file";

/// The bytes of a file; `None` if it does not exist.
///
/// # Errors
/// If it is not a regular file, has more than `limit` bytes, or cannot be read.
pub fn bytes(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, Unusable> {
    let unreadable =
        |error: io::Error| Unusable::new(path, format!("cannot be read: {}", in_words(&error)));
    let file = match open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        // Links and sockets cannot be opened at all.
        Err(_) if is_special(path) => return Err(Unusable::new(path, IRREGULAR)),
        Err(error) => return Err(unreadable(error)),
    };
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(Unusable::new(path, IRREGULAR));
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(Unusable::new(path, format!("is larger than {}", size(limit))));
    }
    Ok(Some(bytes))
}

/// The text of a file; `None` if it does not exist.
///
/// # Errors
/// If the file cannot be used, or is not UTF-8.
pub fn text(path: &Path, limit: u64) -> Result<Option<String>, Unusable> {
    let Some(bytes) = bytes(path, limit)? else { return Ok(None) };
    String::from_utf8(bytes).map(Some).map_err(|_| Unusable::new(path, "is not UTF-8 text"))
}

/// Opens a file without following a link and without waiting for the other end of a pipe.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let flags = i32::try_from(flags.bits()).expect("the flags of open fit into an int");
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

fn is_special(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| !metadata.is_file())
}

fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{bytes} bytes")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    fn complaint(path: &Path) -> String {
        text(path, 1 << 20).unwrap_err().to_string()
    }

    #[test]
    fn a_regular_file_is_read_and_a_missing_one_is_not_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plan");
        assert_eq!(text(&file, 10).unwrap(), None);
        fs::write(&file, "r1 c2").unwrap();
        assert_eq!(text(&file, 5).unwrap().as_deref(), Some("r1 c2"));
    }

    #[test]
    fn pipes_links_devices_folders_and_sockets_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        fs::write(at("plan"), "r1").unwrap();
        symlink(at("plan"), at("link")).unwrap();
        fs::create_dir(at("folder")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        for name in ["pipe", "link", "folder", "socket"] {
            let told = complaint(&at(name));
            assert!(told.starts_with(&format!("the file {name} is not a regular file")), "{told}");
        }
        assert!(complaint(Path::new("/dev/zero")).contains("is not a regular file"));
    }

    #[test]
    fn a_file_above_the_limit_and_one_that_is_not_text_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plan");
        File::create(&file).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(complaint(&file), "the file plan is larger than 1 MiB");
        fs::write(&file, [0xff, 0xfe]).unwrap();
        assert_eq!(complaint(&file), "the file plan is not UTF-8 text");
    }
}
