//! Pictures of positions and plans: one description for SVG files, PNG images and GIF animations.
//!
//! Everything is drawn from the seam's [`Picture`](crate::game::Picture) and
//! [`Stage`](crate::game::Stage); no game is known here. Tiles differ in their marks as well as in their
//! colours, and texts are drawn as strokes, so that no font is needed. The same input gives the same
//! bytes.
//!
//! - [`board`]: where the parts of a picture go;
//! - [`film`]: a plan as pictures; [`motion`]: as an animation;
//! - [`scene`]: shapes and tiles, at rest or moving; [`svg`]: written as a file;
//! - `raster`: as pixels, `gif`: as moving pixels (feature `cli`);
//! - [`tiles`], [`marks`], [`letters`], [`writing`] and [`colours`]: what the parts look like.

pub mod board;
pub mod colours;
pub mod film;
#[cfg(feature = "cli")]
pub mod gif;
pub mod letters;
pub mod marks;
pub mod motion;
#[cfg(feature = "cli")]
pub mod raster;
pub mod scene;
pub mod svg;
pub mod tiles;
pub mod writing;
