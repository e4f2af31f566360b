//! Describes the machine that plotgen runs on, and formats times as UTC.

use std::fs;
use std::time::SystemTime;

use super::record::Machine;

impl Machine {
    /// The machine that this process runs on.
    pub fn here() -> Machine {
        let names = rustix::system::uname();
        let word = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
        let (system, release) = (word(names.sysname()), word(names.release()));
        let distribution = entry("/etc/os-release", "PRETTY_NAME", '=');
        Machine {
            host: word(names.nodename()),
            processor: entry("/proc/cpuinfo", "model name", ':')
                .unwrap_or_else(|| word(names.machine())),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: entry("/proc/meminfo", "MemTotal", ':')
                .and_then(|text| text.split(' ').next()?.parse::<u64>().ok())
                .map_or(0, |kibibytes| kibibytes * 1024),
            system: match distribution {
                Some(distribution) => format!("{distribution}, {system} {release}"),
                None => format!("{system} {release}"),
            },
        }
    }
}

impl Machine {
    /// What this machine lacks to execute this many runs at a time, each of which may use this much
    /// memory: one sentence each.
    pub fn shortages(&self, workers: usize, memory: Option<u64>) -> Vec<String> {
        let mut shortages = Vec::new();
        if workers > self.cores {
            shortages.push(format!(
                "{workers} runs at a time share {} cores, so their wall times are not comparable",
                self.cores
            ));
        }
        let together = memory.map(|memory| u128::from(memory) * workers as u128);
        if let Some(together) = together.filter(|&together| together > u128::from(self.memory)) {
            let gigabytes = |bytes: u128| bytes as f64 / 1e9;
            shortages.push(format!(
                "{workers} runs at a time may use {:.1} GB of memory together, and this machine has \
                 {:.1} GB",
                gigabytes(together),
                gigabytes(u128::from(self.memory))
            ));
        }
        shortages
    }
}

/// The value of `key` in a file with one key and value per line.
fn entry(file: &str, key: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let value = |line: &str| {
        let (found, value) = line.split_once(separator)?;
        (found.trim() == key).then(|| value.trim().trim_matches('"').to_owned())
    };
    text.lines().find_map(value)
}

/// Formats a time as UTC, to the second. A clock that is set before 1970 counts as 1970.
pub fn utc(moment: SystemTime) -> String {
    humantime::format_rfc3339_seconds(moment.max(SystemTime::UNIX_EPOCH)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_workers_than_cores_and_more_memory_than_there_is_are_shortages() {
        let machine = Machine { cores: 2, memory: 16_000_000_000, ..Machine::here() };
        assert_eq!(machine.shortages(2, Some(8_000_000_000)), [""; 0]);
        assert_eq!(machine.shortages(2, None), [""; 0]);
        assert_eq!(
            machine.shortages(3, Some(8_000_000_000)),
            [
                "3 runs at a time share 2 cores, so their wall times are not comparable",
                "3 runs at a time may use 24.0 GB of memory together, and this machine has 16.0 GB",
            ]
        );
    }

    #[test]
    fn this_machine_has_a_name_and_a_processor() {
        let here = Machine::here();
        assert!(!here.host.is_empty() && !here.processor.is_empty() && !here.system.is_empty());
        assert!(here.cores > 0);
        assert_eq!(utc(SystemTime::UNIX_EPOCH), "1970-01-01T00:00:00Z");
        let before = SystemTime::UNIX_EPOCH - std::time::Duration::from_secs(86_400);
        assert_eq!(utc(before), "1970-01-01T00:00:00Z");
    }
}
