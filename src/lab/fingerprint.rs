//! Hashes that identify texts.

use sha2::{Digest, Sha256};

/// A hash of texts in their order, as hexadecimal digits. Where one text ends and the next begins
/// matters.
pub fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hexadecimal(&hash.finalize())
}

/// The hash of some bytes, as hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_differ_when_texts_do() {
        assert_eq!(fingerprint(["ab", "c"]), fingerprint(["ab", "c"]));
        assert_ne!(fingerprint(["ab", "c"]), fingerprint(["a", "bc"]));
        assert_eq!(fingerprint([]).len(), 64);
    }
}
