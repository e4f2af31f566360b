//! A ledger with one line of JSON per finished item, so that interrupted work can be resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// An open ledger, locked against other processes.
pub struct Ledger(Mutex<File>);

impl Ledger {
    /// Opens or creates a ledger, and returns it with its entries. Drops a last line that a crash
    /// cut short.
    ///
    /// # Errors
    /// If the file cannot be read or written, another process has it open, or a line is not an
    /// entry.
    pub fn open<T: DeserializeOwned>(path: &Path) -> io::Result<(Ledger, Vec<T>)> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::ResourceBusy, "another plotgen is writing to it")
            }
            TryLockError::Error(error) => error,
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let entry = |(index, line)| {
            let invalid = |_| io::Error::other(format!("line {}: not a valid entry", index + 1));
            serde_json::from_slice(line).map_err(invalid)
        };
        let entries = lines.enumerate().map(entry).collect::<io::Result<Vec<T>>>()?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Ledger(Mutex::new(file)), entries))
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// If the entry cannot be serialised or written.
    pub fn add(&self, entry: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reopened_ledger_keeps_its_entries_and_drops_a_partial_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger");
        let (ledger, before) = Ledger::open::<u32>(&path).unwrap();
        assert!(before.is_empty());
        ledger.add(&1).unwrap();
        ledger.add(&2).unwrap();
        drop(ledger);
        // A crash in the middle of a line.
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"34").unwrap();
        let (ledger, before) = Ledger::open::<u32>(&path).unwrap();
        assert_eq!(before, [1, 2]);
        ledger.add(&5).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "1\n2\n5\n");
    }

    #[test]
    fn a_ledger_in_use_and_a_file_that_is_not_a_ledger_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger");
        let open = Ledger::open::<u32>(&path).unwrap();
        assert_eq!(Ledger::open::<u32>(&path).err().unwrap().kind(), io::ErrorKind::ResourceBusy);
        drop(open);
        std::fs::write(&path, "something else\n").unwrap();
        assert!(Ledger::open::<u32>(&path).is_err());
    }
}
