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

/// The value of `key` in a file with one key and value per line.
fn entry(file: &str, key: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let value = |line: &str| {
        let (found, value) = line.split_once(separator)?;
        (found.trim() == key).then(|| value.trim().trim_matches('"').to_owned())
    };
    text.lines().find_map(value)
}

/// Formats a time as UTC, to the second.
pub fn utc(moment: SystemTime) -> String {
    humantime::format_rfc3339_seconds(moment).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_a_name_and_a_processor() {
        let here = Machine::here();
        assert!(!here.host.is_empty() && !here.processor.is_empty() && !here.system.is_empty());
        assert!(here.cores > 0);
        assert_eq!(utc(SystemTime::UNIX_EPOCH), "1970-01-01T00:00:00Z");
    }
}
