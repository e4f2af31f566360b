//! Scenes as pixels.

use kurbo::{BezPath, PathEl};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::scene::{Figure, Item, Scene};
use super::tiles;

/// The most pixels of an image: those of 64 megabytes.
const MOST_PIXELS: f64 = 16e6;

/// A scene in pixels, `scale` of them for a unit of length; `None` if these are too many.
pub fn pixels(scene: &Scene, scale: f64) -> Option<Pixmap> {
    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
    if width * height > MOST_PIXELS {
        return None;
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32)?;
    let whole = Transform::from_scale(scale as f32, scale as f32);
    for item in &scene.items {
        draw(&mut pixmap, item, whole, item.pose.opacity);
    }
    Some(pixmap)
}

/// A scene as a PNG image; `None` if it is too large.
pub fn png(scene: &Scene, scale: f64) -> Option<Vec<u8>> {
    pixels(scene, scale)?.encode_png().ok()
}

fn draw(pixmap: &mut Pixmap, item: &Item, outer: Transform, opacity: f64) {
    let pose = item.pose;
    let place = Transform::from_translate(pose.x as f32, pose.y as f32)
        .pre_scale(pose.scale as f32, pose.scale as f32);
    let transform = outer.pre_concat(place);
    match &item.figure {
        Figure::Tile(tile) => draw_all(pixmap, &tiles::tile(tile), transform, opacity),
        Figure::Wildcard => draw_all(pixmap, &tiles::wildcard(), transform, opacity),
        Figure::Shape { path, fill } => {
            if let (Some(path), Some(paint)) = (outline(path), paint(fill, opacity)) {
                pixmap.fill_path(&path, &paint, FillRule::EvenOdd, transform, None);
            }
        }
        Figure::Line { path, stroke, width } => {
            if let (Some(path), Some(paint)) = (outline(path), paint(stroke, opacity)) {
                let stroke = Stroke {
                    width: *width as f32,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                pixmap.stroke_path(&path, &paint, &stroke, transform, None);
            }
        }
    }
}

fn draw_all(pixmap: &mut Pixmap, items: &[Item], outer: Transform, opacity: f64) {
    for item in items {
        draw(pixmap, item, outer, opacity);
    }
}

/// The data of an SVG path as a path.
fn outline(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    for element in BezPath::from_svg(data).ok()?.elements() {
        let xy = |point: &kurbo::Point| (point.x as f32, point.y as f32);
        match element {
            PathEl::MoveTo(to) => path.move_to(xy(to).0, xy(to).1),
            PathEl::LineTo(to) => path.line_to(xy(to).0, xy(to).1),
            PathEl::QuadTo(by, to) => path.quad_to(xy(by).0, xy(by).1, xy(to).0, xy(to).1),
            PathEl::CurveTo(by, then, to) => {
                path.cubic_to(xy(by).0, xy(by).1, xy(then).0, xy(then).1, xy(to).0, xy(to).1)
            }
            PathEl::ClosePath => path.close(),
        }
    }
    path.finish()
}

/// A colour written as `#rrggbb`.
fn paint(colour: &str, opacity: f64) -> Option<Paint<'static>> {
    let digits = colour.strip_prefix('#')?;
    let part = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(part(0)?, part(2)?, part(4)?, (255.0 * opacity).round() as u8);
    Some(paint)
}
