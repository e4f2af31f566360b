//! The records of a campaign for commands that read them.

use crate::cli::{Failure, output};
use crate::lab::campaign::crosscheck::crosschecked;
use crate::lab::campaign::folder::{Damaged, Folder, Records};
use crate::lab::campaign::record::Record;
use crate::view::text::counted;

/// What becomes of damaged records in commands that only read.
pub(super) const LEFT_OUT: &str = "left out; plotgen bench run repeats what is damaged";

/// The cross-checked records of a campaign, and the number of damaged ones, which are left out with a
/// warning.
pub(super) fn read(folder: &Folder) -> Result<(Vec<Record>, usize), Failure> {
    let Records { whole, damaged } = folder.records()?;
    warn(&damaged, LEFT_OUT);
    Ok((crosschecked(whole), damaged.len()))
}

/// Warns about damaged records, and says what becomes of them.
pub(super) fn warn(damaged: &[Damaged], fate: &str) {
    if let Some(Damaged { run, reason }) = damaged.first() {
        let count = counted(damaged.len(), "damaged record");
        output::warn(&format!("{count} {fate} (records/{run}.json: {reason})"));
    }
}
