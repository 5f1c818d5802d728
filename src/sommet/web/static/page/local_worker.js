/**
 * The page's end of the worker that plays without a server (`local/worker.js`). It's started when it's
 * first needed.
 *
 * Events: "loading" (detail: the part that has arrived, from 0 to 1), "ready", "failed" (detail: an object with its code),
 * "message" (detail: a message of the table's socket), "lost" (another tab has taken over the table).
 */

import { FILES } from "./root.js";

/** @import { FromPage, ToPage } from "../local/worker.js" */

/** A request without its id. @typedef {{ method: string, address: string, body?: unknown }
 *   | { table: string, takeOver: boolean }} Asked */

/** An answer, to be read like that of `fetch`. @typedef {{ ok: boolean, status: number,
 *   json: () => Promise<any>, text: () => Promise<string> }} Answered */

class LocalWorker extends EventTarget {
  constructor() {
    super();
    /** @type {Map<number, (answer: Answered) => void>} */
    this.pending = new Map();
    this.requests = 0;
    this.worker = new Worker(new URL("../local/worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = () => this.receive({ kind: "failed", code: "not_loaded" });
    const base = new URL(`${FILES}browser/`, location.href).href;
    this.post({ kind: "start", base, language: document.documentElement.lang });
  }

  /** @param {FromPage} message */
  post(message) {
    this.worker.postMessage(message);
  }

  /** @param {ToPage} message */
  receive(message) {
    if (message.kind === "answer") {
      const { id, status, body } = message;
      this.pending.get(id)?.({ ok: status < 400, status, json: async () => body, text: async () => body });
      this.pending.delete(id);
      return;
    }
    const detail = message.kind === "loading" ? message.part : message.kind === "message" ? message.message
      : message.kind === "failed" ? message : undefined;
    this.dispatchEvent(new CustomEvent(message.kind, { detail }));
  }

  /** @param {Asked} asked @returns {Promise<Answered>} */
  request(asked) {
    this.requests += 1;
    const id = this.requests;
    const answer = new Promise((resolve) => { this.pending.set(id, resolve); });
    if ("table" in asked) this.post({ kind: "open", id, ...asked });
    else this.post({ kind: "request", id, body: null, ...asked });
    return answer;
  }
}

/** @type {LocalWorker|undefined} */
let worker;

/** The page's only one. */
export const localWorker = () => (worker ??= new LocalWorker());
