//! A headless Chromium, driven through chromedriver's HTTP interface (WebDriver).

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::aloud::skipped;

/// A browser with one window.
pub(crate) struct Browser {
    driver: Child,
    session: String,
}

impl Browser {
    /// Starts a browser. If none is installed, the test is skipped with a message.
    pub(crate) fn start() -> Option<Browser> {
        let (Ok(driver), Ok(chromium)) = (which::which("chromedriver"), which::which("chromium"))
        else {
            skipped(
                "the page in a browser: chromium and chromedriver are not on PATH \
                 (scripts/setup-solvers chromium)",
            );
            return None;
        };
        let mut driver =
            Command::new(driver).arg("--port=0").stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned())
        });
        let mut browser =
            Browser { driver, session: format!("http://127.0.0.1:{}/session", port.unwrap()) };
        // Containers offer neither namespaces for the sandbox nor much shared memory. The sandbox
        // is not needed because the pages are our own.
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--window-size=1400,1000",
        ];
        let started = browser.post(
            "",
            json!({"capabilities": {"alwaysMatch": {
                "goog:chromeOptions": {"binary": chromium, "args": arguments},
                "goog:loggingPrefs": {"browser": "ALL"},
            }}}),
        );
        browser.session += &format!("/{}", started["sessionId"].as_str().unwrap());
        Some(browser)
    }

    fn post(&self, path: &str, body: Value) -> Value {
        let url = format!("{}{path}", self.session);
        let response =
            minreq::post(&url).with_json(&body).unwrap().with_timeout(120).send().unwrap();
        let answer: Value = response.json().unwrap();
        assert_eq!(response.status_code, 200, "{url} {body}: {answer}");
        answer["value"].clone()
    }

    /// Opens a file and waits until it is loaded.
    pub(crate) fn open(&self, file: &Path) {
        self.visit(&format!("file://{}", file.display()));
    }

    /// Opens an address and waits until it is loaded.
    pub(crate) fn visit(&self, address: &str) {
        self.post("/url", json!({"url": address}));
    }

    /// Gives the window's content another size.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": size});
        self.post("/goog/cdp/execute", command);
    }

    /// Presses keys one after the other, wherever the focus is.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let press = |key: &&str| {
            [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
        };
        let actions: Vec<Value> = keys.iter().flat_map(press).collect();
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.post("/actions", json!({"actions": [keyboard]}));
    }

    /// Drags the mouse over spots of a board, and does something before the button is released.
    pub(crate) fn drag(&self, spots: &[&str], before_release: impl Fn(&Browser)) {
        self.script(&format!(
            "document.querySelector('[data-spot=\"{}\"]').scrollIntoView({{ block: 'center' }})",
            spots[0]
        ));
        let place = |spot: &&str| {
            let at = self.script(&format!(
                "const box = document.querySelector('[data-spot=\"{spot}\"]').getBoundingClientRect(); \
                 return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]"
            ));
            json!({"type": "pointerMove", "x": at[0], "y": at[1], "duration": 20})
        };
        let mut moves: Vec<Value> = spots.iter().map(place).collect();
        moves.insert(1, json!({"type": "pointerDown", "button": 0}));
        self.mouse(&moves);
        before_release(self);
        self.mouse(&[json!({"type": "pointerUp", "button": 0})]);
    }

    fn mouse(&self, actions: &[Value]) {
        let mouse = json!({
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": actions,
        });
        self.post("/actions", json!({"actions": [mouse]}));
    }

    /// Runs a script and returns its result.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({"script": script, "args": []}))
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&self, expression: &str) {
        let start = Instant::now();
        while self.script(&format!("return {expression}")) != true {
            assert!(start.elapsed() < Duration::from_secs(20), "never: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Scrolls to an element.
    pub(crate) fn show(&self, id: &str) {
        self.script(&format!("document.getElementById('{id}').scrollIntoView()"));
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", json!({"using": "css selector", "value": selector}));
        found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned()
    }

    /// Clicks an element like a user. Fails if it is hidden or covered.
    pub(crate) fn click(&self, selector: &str) {
        self.post(&format!("/element/{}/click", self.element(selector)), json!({}));
    }

    /// Clears a field and types into it.
    pub(crate) fn enter(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("/element/{element}/clear"), json!({}));
        self.post(&format!("/element/{element}/value"), json!({"text": text}));
    }

    /// Moves the mouse to a position in the window.
    pub(crate) fn point(&self, x: i64, y: i64) {
        self.mouse(&[json!({"type": "pointerMove", "x": x, "y": y, "duration": 0})]);
    }

    /// Sets the preferred colour scheme, `light` or `dark`.
    pub(crate) fn prefer(&self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        let parameters = json!({"features": features});
        self.post(
            "/goog/cdp/execute",
            json!({"cmd": "Emulation.setEmulatedMedia", "params": parameters}),
        );
    }

    /// A screenshot of the window, as PNG.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let answer: Value =
            minreq::get(format!("{}/screenshot", self.session)).send().unwrap().json().unwrap();
        bytes(answer["value"].as_str().unwrap())
    }

    /// Script errors and other messages that the browser logged since the last call.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({"type": "browser"}));
        let entries = log.as_array().unwrap().iter();
        entries
            .filter(|entry| ["SEVERE", "WARNING"].contains(&entry["level"].as_str().unwrap()))
            .map(|entry| entry["message"].to_string())
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ending the session makes the driver close the browser.
        let _ = minreq::delete(&self.session).with_timeout(20).send();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Decodes base64.
fn bytes(text: &str) -> Vec<u8> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for letter in text.trim_end_matches('=').chars() {
        bits = bits << 6 | LETTERS.find(letter).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
