//! The output of MiniZinc, text or JSON stream, decoded once for all who read it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::level::ReadError;

/// What MiniZinc reported with `--json-stream`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// The last solution, and its line from 1.
    pub solution: Option<(String, usize)>,
    /// The last status.
    pub status: Option<String>,
    /// The last error.
    pub error: Option<String>,
    /// All statistics, the last value of each.
    pub statistics: BTreeMap<String, String>,
    /// The first line that is not a message, from 1.
    pub foreign_line: Option<usize>,
}

/// A message of the stream. Fields that nobody needs are left out.
#[derive(Deserialize)]
struct Message {
    #[serde(rename = "type")]
    kind: String,
    output: Option<Output>,
    status: Option<String>,
    message: Option<String>,
    #[serde(default)]
    statistics: BTreeMap<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Output {
    default: Option<String>,
    dzn: Option<String>,
}

/// Whether a text begins with a message of the stream.
pub fn is_stream(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    serde_json::from_str::<Message>(first).is_ok()
}

impl Stream {
    /// Reads a text message by message, one per line.
    pub fn read(text: &str) -> Stream {
        let mut stream = Stream::default();
        for (index, line) in text.lines().enumerate() {
            match serde_json::from_str(line) {
                Ok(message) => stream.take(message, index + 1),
                Err(_) => {
                    stream.foreign_line.get_or_insert(index + 1);
                }
            }
        }
        stream
    }

    fn take(&mut self, message: Message, line: usize) {
        if message.kind == "error" {
            self.error = message.message;
        }
        if message.kind == "solution" {
            let text = message.output.and_then(|output| output.default.or(output.dzn));
            self.solution = Some((text.unwrap_or_default(), line));
        }
        self.status = message.status.or(self.status.take());
        let words = message.statistics.into_iter().map(|(key, value)| {
            let text = value.as_str().map(str::to_owned);
            (key, text.unwrap_or_else(|| value.to_string()))
        });
        self.statistics.extend(words);
    }
}

/// The line that ends a solution in text output.
const END: &str = "----------";

/// Whether a text is the output of MiniZinc.
pub fn is_output(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.any(|line| line == END || (line.starts_with("=====") && line.ends_with("=====")))
        || is_stream(text)
}

/// A solution in the output of MiniZinc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The text of the solution.
    pub text: String,
    /// The line of the output where it starts, from 1.
    pub line: usize,
}

impl Solution {
    /// The last solution of an output, which is text or a JSON stream.
    ///
    /// # Errors
    /// If there is none.
    pub fn last(output: &str) -> Result<Solution, ReadError> {
        let (text, line) = if is_stream(output) { streamed(output)? } else { printed(output)? };
        Ok(Solution { text, line })
    }

    /// The text without comments, which run from `%` to the end of the line.
    pub fn code(&self) -> String {
        let code = |line: &str| line.split('%').next().unwrap_or_default().to_owned() + "\n";
        self.text.lines().map(code).collect()
    }
}

/// The last solution of a text output, and the line it starts on.
fn printed(output: &str) -> Result<(String, usize), ReadError> {
    let lines: Vec<&str> = output.lines().collect();
    let is_mark = |line: &&str| {
        let line = line.trim();
        line == END || line.starts_with("=====")
    };
    let Some(end) = lines.iter().rposition(|line| line.trim() == END) else {
        let status = lines.iter().rposition(is_mark).unwrap_or(0);
        let message = lines.get(status).map_or("", |line| line.trim()).trim_matches('=');
        return Err(no_solution(status + 1, message));
    };
    let start = lines[..end].iter().rposition(is_mark).map_or(0, |mark| mark + 1);
    Ok((lines[start..end].join("\n"), start + 1))
}

/// The last solution of a JSON stream, and its line.
fn streamed(output: &str) -> Result<(String, usize), ReadError> {
    let stream = Stream::read(output);
    if let Some(line) = stream.foreign_line {
        return Err(ReadError::on_line(line, "not a message of MiniZinc's JSON stream"));
    }
    let status = stream.status.unwrap_or_default();
    stream.solution.ok_or_else(|| no_solution(output.lines().count(), &status))
}

fn no_solution(line: usize, status: &str) -> ReadError {
    let reason = match status {
        "" => "the output contains no solution".to_owned(),
        status => format!("the output contains no solution, status {status}"),
    };
    ReadError::on_line(line, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_read_message_by_message() {
        let text = r#"{"type": "statistics", "statistics": {"flatTime": 0.25, "method": "satisfy"}}
{"type": "solution", "output": {"default": "c1\n"}, "sections": ["default"]}
{"type": "solution", "output": {"dzn": "x = 1;"}, "sections": ["dzn"]}
not a message
{"type": "status", "status": "ALL_SOLUTIONS"}"#;
        let stream = Stream::read(text);
        assert!(is_stream(text) && !is_stream("c1 r1"));
        assert_eq!(stream.solution, Some(("x = 1;".to_owned(), 3)));
        assert_eq!(stream.status.as_deref(), Some("ALL_SOLUTIONS"));
        assert_eq!(stream.statistics["flatTime"], "0.25");
        assert_eq!(stream.statistics["method"], "satisfy");
        assert_eq!((stream.error, stream.foreign_line), (None, Some(4)));
    }
}
