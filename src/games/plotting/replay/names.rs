//! What a planner calls the colours of a level.
//!
//! A plan says `red` or `c1` where the level has a letter. The first action that names a colour
//! which the rules know binds the name, and from then on it stands for that colour and no other.

use crate::games::plotting::board::Colour;

/// Names that the models have for what is no colour of a block.
const RESERVED: [&str; 5] = ["none", "wall", "bullet", "wildcard", "null"];

/// The names bound so far.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<(String, Colour)>);

impl Names {
    /// Holds a name to a colour, and binds it if both are new.
    ///
    /// # Errors
    /// What the name should have been, if that is not its colour.
    pub(super) fn hold(&mut self, name: &str, colour: Colour) -> Result<(), String> {
        match self.0.iter().find(|(known, bound)| known == name || *bound == colour) {
            Some((known, bound)) if known == name && *bound == colour => Ok(()),
            Some((known, bound)) if *bound == colour => {
                Err(format!("it should be called {known}, as before"))
            }
            Some((_, bound)) => Err(format!("{name} should be {bound}, as before")),
            None if RESERVED.contains(&name) => Err(format!("{name} should not stand for a block")),
            None => {
                self.0.push((name.to_owned(), colour));
                Ok(())
            }
        }
    }

    /// A colour as the plan and the level call it: `red (R)`.
    pub(super) fn say(&self, colour: Colour) -> String {
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
        assert_eq!(names.say(red), "R");
        assert_eq!(names.hold("c1", red), Ok(()));
        assert_eq!(names.hold("c1", red), Ok(()));
        assert_eq!(names.say(red), "c1 (R)");
        assert_eq!(names.hold("c1", green), Err("c1 should be R, as before".to_owned()));
        assert_eq!(names.hold("c2", red), Err("it should be called c1, as before".to_owned()));
        assert_eq!(
            names.hold("bullet", green),
            Err("bullet should not stand for a block".to_owned())
        );
        assert_eq!(names.hold("c2", green), Ok(()));
        assert!(names.hold("c2", red).is_err() && names.hold("c1", green).is_err());
    }
}
