//! Hints about large tables to the system and to the processor, which are both free to ignore them.

/// Asks the system to back a large table with large pages, so that random look-ups cause fewer page
/// misses. This is best done before the table is filled.
pub fn ask_for_large_pages<T>(table: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const PAGE: usize = 4096;
        let start = table.as_ptr() as usize;
        let (first, end) =
            (start.next_multiple_of(PAGE), (start + size_of_val(table)) / PAGE * PAGE);
        if first < end {
            let pages = table.as_ptr().map_addr(|_| first).cast_mut().cast();
            #[expect(unsafe_code, reason = "advice about memory that this process owns")]
            // SAFETY: the range consists of whole pages within one allocation, and this advice does
            // not change their content.
            let _ = unsafe { madvise(pages, end - first, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = table;
}

/// Asks the processor to load a value into its cache.
#[inline(always)]
pub fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "a prefetch hint for the address of a reference")]
    // SAFETY: the reference is valid, and a prefetch neither reads nor writes what it points to.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>((&raw const *what).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}
