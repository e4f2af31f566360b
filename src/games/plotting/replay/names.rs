//! The names that a plan uses for the colours of a level.
//!
//! A plan writes `red` or `c1` where the level has a letter. The first action that uses a name for
//! a known colour binds the name. From then on the name must stand for that colour and no other.

use crate::games::plotting::board::Colour;

/// Names that the models use for something other than the colour of a block.
const RESERVED: [&str; 5] = ["none", "wall", "bullet", "wildcard", "null"];

/// The names bound so far.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<(String, Colour)>);

impl Names {
    /// Checks that a name stands for a colour, and binds it if both are new.
    ///
    /// # Errors
    /// If the name or the colour is already bound otherwise, or if the name is reserved. The error
    /// says what should have been written.
    pub(super) fn bind(&mut self, name: &str, colour: Colour) -> Result<(), String> {
        match self.0.iter().find(|(known, bound)| known == name || *bound == colour) {
            Some((known, bound)) if known == name && *bound == colour => Ok(()),
            Some((known, bound)) if *bound == colour => {
                Err(format!("it should be called {known}, as before"))
            }
            Some((_, bound)) => Err(format!("{name} should be {bound}, as before")),
            None if RESERVED.contains(&name) => {
                Err(format!("{name} should not be used for a block"))
            }
            None => {
                self.0.push((name.to_owned(), colour));
                Ok(())
            }
        }
    }

    /// Describes a colour by its names in the plan and in the level: `red (R)`.
    pub(super) fn describe(&self, colour: Colour) -> String {
        match self.0.iter().find(|(_, bound)| *bound == colour) {
            Some((name, _)) => format!("{name} ({colour})"),
            None => colour.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_one_colour_and_a_colour_has_one_name() {
        let [red, green] = ['R', 'G'].map(|letter| Colour::from_letter(letter).unwrap());
        let mut names = Names::default();
        assert_eq!(names.describe(red), "R");
        assert_eq!(names.bind("c1", red), Ok(()));
        assert_eq!(names.bind("c1", red), Ok(()));
        assert_eq!(names.describe(red), "c1 (R)");
        assert_eq!(names.bind("c1", green), Err("c1 should be R, as before".to_owned()));
        assert_eq!(names.bind("c2", red), Err("it should be called c1, as before".to_owned()));
        assert_eq!(
            names.bind("bullet", green),
            Err("bullet should not be used for a block".to_owned())
        );
        assert_eq!(names.bind("c2", green), Ok(()));
        assert!(names.bind("c2", red).is_err() && names.bind("c1", green).is_err());
    }
}
