"use strict";
// The worker: answers the requests that take time, one after the other.

/** @type {Engine | null} */
let engineOfWorker = null;
let job = 0;

self.onmessage = (event) => {
  const { module, id, request } = event.data;
  if (module) {
    engineOfWorker = new Engine(module, (text) => self.postMessage({ id: job, progress: JSON.parse(text) }));
    return;
  }
  job = id;
  try {
    self.postMessage({ id, answer: engineOfWorker?.ask(request) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
