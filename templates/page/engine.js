"use strict";
// The module: loaded once for the page and once for its worker, and asked in JSON.

/** A request that cannot be met; its message is a sentence for the player. */
class Refusal extends Error {}

class Engine {
  /** @param {WebAssembly.Module} module @param {(progress: string) => void} tell */
  constructor(module, tell) {
    this.module = module;
    this.tell = tell;
    this.exports = this.start();
  }

  /** @returns {Exports} */
  start() {
    const host = {
      now: () => performance.now() / 1000,
      tell: (/** @type {number} */ at, /** @type {number} */ length) => this.tell(this.text(at, length)),
    };
    const instance = new WebAssembly.Instance(this.module, { page: host });
    return /** @type {any} */ (instance.exports);
  }

  /** @param {number} at @param {number} length */
  text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }

  /**
   * Answers a request, or throws a Refusal.
   * @param {object} request
   * @returns {any}
   */
  ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    let reply;
    try {
      const at = this.exports.room(bytes.length);
      new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
      const packed = this.exports.ask(at, bytes.length);
      const [start, length] = [Number(packed & 0xffffffffn), Number(packed >> 32n)];
      reply = JSON.parse(this.text(start, length));
      this.exports.done(start, length);
    } catch (error) {
      // The module stopped in the middle of something: what it holds cannot be trusted any more.
      this.exports = this.start();
      throw new Refusal("this request was too much for the module, which was restarted");
    }
    if (reply.error !== undefined) throw new Refusal(reply.error);
    return reply.answer;
  }
}
