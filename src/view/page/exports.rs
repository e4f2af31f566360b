//! The functions of the WebAssembly module: a request is written into memory that the module hands out,
//! and the answer is read from there.

use super::{Host, answer};

#[link(wasm_import_module = "page")]
#[expect(unsafe_code, reason = "functions that the page provides")]
unsafe extern "C" {
    /// Seconds since some time in the past.
    safe fn now() -> f64;
    /// Takes a report of a search: UTF-8 at this address, of this length.
    fn tell(text: *const u8, length: usize);
}

#[expect(unsafe_code, reason = "a call into the page")]
fn report(text: &str) {
    // SAFETY: the page reads as many bytes as the text has before it returns.
    unsafe { tell(text.as_ptr(), text.len()) };
}

/// Makes room for a request of this length, and returns its address.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "a function that the page calls by its name")]
extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0_u8; length].into_boxed_slice()).as_mut_ptr()
}

/// Answers the request in the room at this address, and gives the room back. The answer is UTF-8; its
/// address is in the lower half of what is returned, its length in the upper. [`done`] gives it back.
///
/// # Safety
/// `request` and `length` must be those of a call of [`room`] whose room has not been used yet.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "a function that the page calls by its name")]
unsafe extern "C" fn ask(request: *mut u8, length: usize) -> u64 {
    // SAFETY: `room` made this box; the caller promises that it is given back once.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(request, length)) };
    let request = String::from_utf8_lossy(&request);
    let reply = answer(&request, Host { now: &|| now(), tell: &report });
    let reply: &mut [u8] = Box::leak(reply.into_bytes().into_boxed_slice());
    (reply.len() as u64) << 32 | reply.as_mut_ptr() as u64
}

/// Gives back an answer.
///
/// # Safety
/// The address and the length must be those of an answer that has not been given back yet.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "a function that the page calls by its name")]
unsafe extern "C" fn done(reply: *mut u8, length: usize) {
    // SAFETY: `ask` made this box; the caller promises that it is given back once.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(reply, length)) });
}
