//! Animations as GIF files: small, because a frame has only the pixels that changed, and time without
//! movement is one frame.

use std::collections::HashMap;

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use tiny_skia::Pixmap;

use super::raster::pixels;
use super::scene::Scene;

/// The time between two frames of a movement, in hundredths of a second.
const STEP: f64 = 6.0;

/// The colours of a file, besides the transparent one.
const COLOURS: usize = 255;
const TRANSPARENT: u8 = COLOURS as u8;

type Colour = [u8; 3];

/// What changes in a frame: a box of pixels, and when. Pixels that stay are `None`.
struct Change {
    /// In hundredths of a second.
    time: u32,
    left: usize,
    top: usize,
    width: usize,
    pixels: Vec<Option<Colour>>,
}

/// An animated scene as a GIF file that loops; `None` if it is too large.
pub fn gif(scene: &Scene, scale: f64) -> Option<Vec<u8>> {
    let (size, changes) = changes(scene, scale)?;
    let palette = Palette::of(&changes);
    let end = (scene.duration * 100.0).round() as u32;
    let mut file = Vec::new();
    write(&mut file, size, &changes, &palette, end).ok()?;
    Some(file)
}

/// The times of the frames, in hundredths of a second.
fn times(scene: &Scene) -> Vec<u32> {
    let mut times = vec![0];
    for (from, to) in scene.movements() {
        let (from, to) = (from * 100.0, to * 100.0);
        let steps = ((to - from) / STEP).ceil().max(1.0);
        for step in 0..=steps as u32 {
            times.push((from + (to - from) * f64::from(step) / steps).round() as u32);
        }
    }
    times.sort_unstable();
    times.dedup();
    // What happens at the very end is the start of the next round.
    times.retain(|&time| f64::from(time) < scene.duration * 100.0 - 1.0);
    times
}

/// The size of the image, and the frames in which something changes.
fn changes(scene: &Scene, scale: f64) -> Option<((usize, usize), Vec<Change>)> {
    let mut last: Option<Vec<Colour>> = None;
    let mut changes: Vec<Change> = Vec::new();
    let mut size = (0, 0);
    for time in times(scene) {
        // A jump has happened by the time that is named.
        let still = scene.at(f64::from(time) / 100.0 + 1e-6);
        let pixmap = pixels(&still, scale)?;
        size = (pixmap.width() as usize, pixmap.height() as usize);
        let frame = on_white(&pixmap);
        changes.extend(change(time, last.as_deref(), &frame, size.0));
        last = Some(frame);
    }
    Some((size, changes))
}

/// The colours of an image on white paper.
fn on_white(pixmap: &Pixmap) -> Vec<Colour> {
    let opaque = |pixel: &tiny_skia::PremultipliedColorU8| {
        let paper = 255 - pixel.alpha();
        [pixel.red(), pixel.green(), pixel.blue()].map(|part| part.saturating_add(paper))
    };
    pixmap.pixels().iter().map(opaque).collect()
}

/// What changes from one frame to the next; `None` if nothing does.
fn change(time: u32, last: Option<&[Colour]>, frame: &[Colour], columns: usize) -> Option<Change> {
    let Some(last) = last else {
        let pixels = frame.iter().copied().map(Some).collect();
        return Some(Change { time, left: 0, top: 0, width: columns, pixels });
    };
    let changed = |index: &usize| last[*index] != frame[*index];
    let places = (0..frame.len()).filter(changed).map(|index| (index / columns, index % columns));
    let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
    for (row, column) in places {
        (top, bottom) = (top.min(row), bottom.max(row));
        (left, right) = (left.min(column), right.max(column));
    }
    if top == usize::MAX {
        return None;
    }
    let cells =
        (top..=bottom).flat_map(|row| (left..=right).map(move |column| row * columns + column));
    let pixels = cells.map(|index| changed(&index).then(|| frame[index])).collect();
    Some(Change { time, left, top, width: right - left + 1, pixels })
}

/// The colours of a file. The most frequent ones are kept exactly, so that plain areas are plain; any
/// other becomes the nearest of them.
struct Palette {
    colours: Vec<Colour>,
    index: HashMap<Colour, u8>,
}

impl Palette {
    fn of(changes: &[Change]) -> Palette {
        let mut counts: HashMap<Colour, u64> = HashMap::new();
        for colour in changes.iter().flat_map(|change| change.pixels.iter().flatten()) {
            *counts.entry(*colour).or_default() += 1;
        }
        let mut all: Vec<(Colour, u64)> = counts.into_iter().collect();
        all.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours: Vec<Colour> = all.iter().take(COLOURS).map(|&(colour, _)| colour).collect();
        let index = all.iter().map(|&(colour, _)| (colour, nearest(&colours, colour))).collect();
        Palette { colours, index }
    }

    fn code(&self, pixel: Option<Colour>) -> u8 {
        pixel.and_then(|colour| self.index.get(&colour)).copied().unwrap_or(TRANSPARENT)
    }
}

fn nearest(colours: &[Colour], wanted: Colour) -> u8 {
    let distance = |colour: &Colour| -> u32 {
        let parts = colour.iter().zip(wanted);
        parts.map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let all = colours.iter().enumerate();
    all.min_by_key(|(_, colour)| distance(colour)).map_or(0, |(index, _)| index as u8)
}

fn write(
    file: &mut Vec<u8>,
    (width, height): (usize, usize),
    changes: &[Change],
    palette: &Palette,
    end: u32,
) -> Result<(), EncodingError> {
    let mut colours: Vec<u8> = palette.colours.iter().flatten().copied().collect();
    colours.resize(3 * (COLOURS + 1), 0);
    let mut encoder = Encoder::new(file, width as u16, height as u16, &colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let ends = changes.iter().skip(1).map(|next| next.time).chain([end]);
    for (change, end) in changes.iter().zip(ends) {
        let pixels: Vec<u8> = change.pixels.iter().map(|&pixel| palette.code(pixel)).collect();
        let mut frame = Frame {
            delay: u16::try_from(end - change.time).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: change.left as u16,
            top: change.top as u16,
            width: change.width as u16,
            height: (pixels.len() / change.width) as u16,
            buffer: pixels.into(),
            ..Frame::default()
        };
        frame.make_lzw_pre_encoded();
        encoder.write_lzw_pre_encoded_frame(&frame)?;
    }
    Ok(())
}
