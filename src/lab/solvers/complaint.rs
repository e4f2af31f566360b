//! Finds the line of a failed solver's output that says what went wrong.

/// The line that says what went wrong, if there is one: in what the solver printed to standard error,
/// or else to standard output, where only a line that is clearly an error counts.
pub(super) fn complaint<'a>(errors: &'a str, output: &'a str) -> Option<&'a str> {
    clear_error(errors).or_else(|| last_remark(errors)).or_else(|| clear_error(output))
}

/// The first line that is clearly an error. Places, stack traces and usage follow it.
fn clear_error(text: &str) -> Option<&str> {
    python_exception(text).or_else(|| remarks(text).find(|line| is_error(line)))
}

/// The exception that ended a Python program: the line after its last stack trace.
fn python_exception(text: &str) -> Option<&str> {
    let (_, trace) = text.rsplit_once("Traceback (most recent call last):\n")?;
    trace.lines().find(|line| !line.is_empty() && !line.starts_with(char::is_whitespace))
}

fn is_error(line: &str) -> bool {
    // `Expected` is how the translator of Fast Downward begins.
    let begins = ["ERROR", "Exception in thread ", "Expected "];
    let contains = ["error:", "exception:", "unrecognized option"];
    let lower = line.to_ascii_lowercase();
    begins.iter().any(|word| line.starts_with(word))
        || contains.iter().any(|word| lower.contains(word))
}

/// The last line that says more than that there was an error.
fn last_remark(text: &str) -> Option<&str> {
    remarks(text).filter(|line| *line != "Usage error occurred.").last()
}

/// The lines that may say what went wrong.
fn remarks(text: &str) -> impl Iterator<Item = &str> {
    let is_chatter = |line: &str| {
        let begins = ["WARNING", "Warning", "Picked up ", "note: "];
        line.is_empty() || begins.iter().any(|word| line.starts_with(word))
    };
    text.lines().map(str::trim).filter(move |line| !is_chatter(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what is taken from standard error.
    fn assert_taken(errors: &str, line: &str) {
        assert_eq!(complaint(errors, ""), Some(line), "{errors}");
    }

    #[test]
    fn fast_downward_names_the_cause_before_it_calls_it_a_usage_error() {
        assert_taken(
            "Traceback:\n  Start semantic analysis\n  -> Checking Plugin: astar\n  \
             -> Checking the 1. positional argument (eval)\n\n\
             No feature defined for FunctionCallNode 'blnd'.\nUsage error occurred.\n",
            "No feature defined for FunctionCallNode 'blnd'.",
        );
        assert_taken(
            "Traceback:\n  Start Syntactical Parsing: astar(blind()\n  \
             -> Parsing token after 1. argument: \n\nastar(blind()\n             ^\n\
             1 token(s) required, but 0 remain.\nUsage error occurred.\n",
            "1 token(s) required, but 0 remain.",
        );
        assert_taken(
            "usage: fast-downward.py [-h] [-v] [--show-aliases] [--run-all] [--translate]\n\
             \x20                       INPUT_FILE1 [INPUT_FILE2] [COMPONENT_OPTION ...]\n\
             fast-downward.py: error: unrecognized arguments: --nonsense\n",
            "fast-downward.py: error: unrecognized arguments: --nonsense",
        );
    }

    #[test]
    fn the_translator_of_fast_downward_complains_on_standard_output() {
        let end = "translate exit code: 31\n\nDriver aborting after translate\n\
                   INFO     Planner time: 0.10s\n";
        let start = "INFO     Running translator.\nParsing...\n";
        for (middle, line) in [
            (
                "Error: Could not parse domain file: domain.pddl\nReason: Missing ')'\n",
                "Error: Could not parse domain file: domain.pddl",
            ),
            (
                "Parsing problem\n\t->Parsing goal\n\t->Parsing condition\n\
                 Expected logical operator or predicate name\nGot: dune\n",
                "Expected logical operator or predicate name",
            ),
        ] {
            assert_eq!(complaint("", &format!("{start}{middle}{end}")), Some(line));
        }
        assert_eq!(complaint("", &format!("{start}{end}")), None);
    }

    #[test]
    fn the_last_exception_of_a_python_program_is_taken() {
        assert_taken(
            "Traceback (most recent call last):\n  File \"<string>\", line 2, in <module>\n\
             KeyError: 'k'\n\n\
             The above exception was the direct cause of the following exception:\n\n\
             Traceback (most recent call last):\n  File \"<string>\", line 3, in <module>\n\
             ValueError: a\nb\n",
            "ValueError: a",
        );
        assert_taken(
            "Traceback (most recent call last):\n  File \"ortools.py\", line 3, in <module>\n\
             KeyboardInterrupt\n",
            "KeyboardInterrupt",
        );
    }

    #[test]
    fn the_exception_of_a_java_program_is_taken_and_not_its_stack() {
        assert_taken(
            "Picked up JAVA_TOOL_OPTIONS: -Xss64m\n\
             Exception in thread \"main\" java.lang.IllegalStateException: cannot read\n\
             \tat A.main(A.java:1)\n\
             Caused by: java.lang.NumberFormatException: For input string: \"x\"\n\
             \tat java.base/java.lang.Integer.parseInt(Integer.java:668)\n\t... 1 more\n",
            "Exception in thread \"main\" java.lang.IllegalStateException: cannot read",
        );
        assert_taken(
            "WARNING: obsolete\nERROR: Failed when parsing parameter file: level.param\nbye\n",
            "ERROR: Failed when parsing parameter file: level.param",
        );
    }

    #[test]
    fn minizinc_names_the_place_and_its_usage_after_the_error() {
        assert_taken(
            "Warning: included file \"count.mzn\" overrides a global constraint file.\n\n\
             Error: type error: undefined identifier `y', did you mean `x'?\nbad.mzn:1.10\n",
            "Error: type error: undefined identifier `y', did you mean `x'?",
        );
        assert_taken(
            "minizinc: Unrecognized option or bad format `--nonsense'\nminizinc: MiniZinc driver.\n\
             Usage: minizinc  [<options>] [-I <include path>] <model>.mzn [<data>.dzn ...]\n\
             More info with \"minizinc --help\"\n",
            "minizinc: Unrecognized option or bad format `--nonsense'",
        );
    }

    #[test]
    fn the_native_solver_and_other_rust_programs_explain_themselves_before_they_give_advice() {
        assert_taken(
            "error: unexpected argument '-x' found\n\n  tip: to pass '-x' as a value, use '-- -x'\n\n\
             Usage: plotgen solve [OPTIONS] <LEVEL>...\n\nFor more information, try '--help'.\n",
            "error: unexpected argument '-x' found",
        );
        assert_taken(
            "\nthread 'main' (7) panicked at src/main.rs:1:13:\nindex out of bounds\n\
             note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
            "index out of bounds",
        );
    }

    #[test]
    fn without_an_error_the_last_line_is_taken() {
        assert_taken("starting\nSegmentation fault\n", "Segmentation fault");
        assert_eq!(complaint("", "all is well\n"), None);
    }
}
