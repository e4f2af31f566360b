//! `plotgen page`: what is written, and how it fails. What the page does is tested in `tests/browser`.

use std::fs;

use crate::harness::{Folder, assert_refused, run};

/// An empty module: as much as this command looks at.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

#[test]
fn a_page_is_a_folder_of_files_that_need_no_server() {
    let folder = Folder::new();
    let (module, site) = (folder.path().join("empty.wasm"), folder.path().join("site"));
    fs::write(&module, MODULE).unwrap();
    let (module, out) = (module.to_str().unwrap(), site.to_str().unwrap());
    let written = run(&["page", &folder.level(), "--out", out, "--module", module, "--json"]);
    assert_eq!((written.code, written.err.as_str()), (0, ""));
    assert!(written.out.contains(r#""files":16,"levels":1"#), "{}", written.out);
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    for file in fs::read_dir(&site).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(name == "index.html" || index.contains(&format!("\"{name}\"")), "{name}");
    }
    for text in ["http:", "https:", "type=\"module\""] {
        assert!(!index.replace("http://www.w3.org", "").contains(text), "{text}");
    }
    let levels = fs::read_to_string(site.join("levels.js")).unwrap();
    assert!(levels.contains("figure-9") && levels.contains("goal: at most 1"), "{levels}");
    let script = fs::read_to_string(site.join("module.js")).unwrap();
    assert!(script.contains("const MODULE = \"AGFzbQEAAAA=\";"), "{script}");

    // Written again, the page is replaced; a folder with other things is left alone.
    assert_eq!(run(&["page", "--out", out, "--module", module]).code, 0);
    fs::write(site.join("notes.txt"), "mine").unwrap();
    let refused = run(&["page", "--out", out, "--module", module]);
    assert_refused(&refused, "the folder already contains other things (notes.txt)");
    assert_eq!(run(&["page", "--out", out, "--module", module, "--force"]).code, 0);
}

#[test]
fn a_page_without_its_module_or_with_a_faulty_level_is_not_written() {
    let folder = Folder::new();
    let site = folder.path().join("site");
    let out = site.to_str().unwrap();
    let refused = run(&["page", "--out", out, "--module", &folder.level()]);
    assert_refused(&refused, "it is not a WebAssembly module");
    let refused = run(&["page", "--out", out, "--module", "/nowhere/plotgen.wasm"]);
    assert_refused(&refused, "/nowhere/plotgen.wasm");
    let faulty = folder.path().join("faulty.json");
    fs::write(&faulty, r#"{"grid": ["RR", "R"], "goal": 1}"#).unwrap();
    let refused = run(&["page", faulty.to_str().unwrap(), "--out", out]);
    assert_refused(&refused, "faulty.json");
    assert!(!site.exists());
}
