"use strict";
// The worker from the page's side: jobs in groups, of which one can be given up when it is out of date.

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {string} group
 * @property {object} request
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {(progress: Progress) => void} report
 */

/** A job that was given up. */
class GivenUp extends Error {}

class Solver {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    this.url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    /** @type {Job[]} */
    this.jobs = [];
    /** @type {Job | null} */
    this.running = null;
    this.last = 0;
    /** @type {Map<string, any>} */
    this.known = new Map();
    this.worker = this.hire();
  }

  hire() {
    const worker = new Worker(this.url);
    worker.onmessage = (event) => this.hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.hear({ id: this.running?.id, error: "the search failed" });
    };
    worker.postMessage({ module: this.module });
    return worker;
  }

  /**
   * Asks the worker. Urgent jobs go first.
   * @param {string} group
   * @param {object} request
   * @param {{ isUrgent?: boolean, report?: (progress: Progress) => void }} [options]
   * @returns {Promise<any>}
   */
  ask(group, request, options = {}) {
    const key = JSON.stringify(request);
    if (this.known.has(key)) return Promise.resolve(this.known.get(key));
    return new Promise((resolve, reject) => {
      const remember = (/** @type {any} */ answer) => {
        if (this.known.size > 5000) this.known.clear();
        this.known.set(key, answer);
        resolve(answer);
      };
      const report = options.report ?? (() => {});
      const job = { id: ++this.last, group, request, resolve: remember, reject, report };
      if (options.isUrgent) this.jobs.unshift(job);
      else this.jobs.push(job);
      this.next();
    });
  }

  next() {
    if (this.running) return;
    this.running = this.jobs.shift() ?? null;
    if (this.running) this.worker.postMessage({ id: this.running.id, request: this.running.request });
  }

  /** @param {{ id?: number, answer?: any, error?: string, progress?: Progress }} message */
  hear({ id, answer, error, progress }) {
    const job = this.running;
    if (!job || job.id !== id) return;
    if (progress) return job.report(progress);
    this.running = null;
    if (error !== undefined) job.reject(new Refusal(error));
    else job.resolve(answer);
    this.next();
  }

  /** Gives up the jobs of some groups. @param {string[]} groups */
  giveUp(...groups) {
    const isOut = (/** @type {Job} */ job) => groups.includes(job.group);
    const out = this.jobs.filter(isOut);
    this.jobs = this.jobs.filter((job) => !isOut(job));
    if (this.running && isOut(this.running)) {
      out.push(this.running);
      this.running = null;
      this.worker.terminate();
      this.worker = this.hire();
    }
    for (const job of out) job.reject(new GivenUp());
    this.next();
  }
}
