/**
 * The worker behind a page's local table: it runs Python, stores what happens, and lets bots think
 * between the page's messages. `page/local_worker.js` is its other end.
 */

import { loadPython } from "./python.js";
import { claimGame, storeGame } from "./storage.js";

/** @import { SavedGame } from "./storage.js" */

/**
 * What the page sends: first `start`; then `open` for a table that is stored, messages of the table's
 * socket, and requests as to the server. `open` and `request` are answered under their id.
 * @typedef {{ kind: "start", base: string, language: string }
 *   | { kind: "open", id: number, table: string, takeOver: boolean }
 *   | { kind: "send", text: string }
 *   | { kind: "request", id: number, method: string, address: string, body: unknown }} FromPage
 */

/**
 * What the page receives. `lost` says that another tab has taken over the table.
 * @typedef {{ kind: "loading", part: number }
 *   | { kind: "ready" }
 *   | { kind: "failed", code: "not_loaded"|"old_browser"|"broken"|"not_stored" }
 *   | { kind: "message", message: any }
 *   | { kind: "answer", id: number, status: number, body: any }
 *   | { kind: "lost" }} ToPage
 */

/** @typedef {{ kind: "save", game: SavedGame } | { kind: "load", files: string[] } | ToPage} Output */

/** Marks the games that this worker has opened. */
const OWNER = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
/** The requests that create a table. */
const NEW_TABLES = ["tables", "tables/import"];
/** The longest time of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** Milliseconds between two steps of the progress that are reported. */
const PROGRESS_INTERVAL_MS = 50;

/** @param {ToPage} message */
const tell = (message) => postMessage(message);

/** Let messages in between two slices of a thought: a timer would wait for four milliseconds. */
const { port1, port2 } = new MessageChannel();
const nextTask = () => new Promise((resolve) => {
  port1.onmessage = () => resolve(undefined);
  port2.postMessage(undefined);
});

class Host {
  /** @param {any} python the host and the function that takes requests
   * @param {(name: string) => Promise<void>} loadFile */
  constructor([host, receiveRequest], loadFile) {
    this.host = host;
    this.receiveRequest = receiveRequest;
    this.loadFile = loadFile;
    /** What was stored and sent, in order. @type {Promise<void>} */
    this.outbox = Promise.resolve();
    this.isWorking = false;
    /** @type {number|undefined} */
    this.timer = undefined;
    /** The id of the request that creates a table. */
    this.creating = 0;
    /** Gives back the lock on the open table. @type {() => void} */
    this.unlock = () => {};
  }

  /** @param {FromPage} message */
  async receive(message) {
    switch (message.kind) {
      case "open":
        await this.open(message);
        break;
      case "send":
        this.host.receive(message.text);
        break;
      case "request":
        this.request(message);
        break;
    }
    await this.work();
  }

  /** @param {{ id: number, method: string, address: string, body: unknown }} message */
  request({ id, method, address, body }) {
    if (NEW_TABLES.includes(address)) this.creating = id;
    const { pathname, searchParams } = new URL(address, "http://host/");
    const path = decodeURIComponent(pathname.slice(1));
    const query = Object.fromEntries(searchParams);
    this.receiveRequest(this.host, JSON.stringify({ id, method, path, query, body }));
  }

  /** Open a stored table, unless another tab has it. @param {FromPage & { kind: "open" }} message */
  async open({ id, table, takeOver }) {
    if (!await this.lock(table, takeOver)) {
      tell({ kind: "answer", id, status: 423, body: { code: "opened_elsewhere", words: "" } });
      return;
    }
    const found = await claimGame(table, OWNER);
    const saved = found?.saved;
    if (saved) this.request({ id, method: "POST", address: "tables/restore", body: { saved } });
    else tell({ kind: "answer", id, status: 404, body: { code: "no_such_table", words: "" } });
  }

  /** Hold a table for this tab alone. @param {string} table @param {boolean} takeOver from another tab
   * @returns {Promise<boolean>} whether it's ours */
  lock(table, takeOver) {
    this.unlock();
    // Without a secure connection there are no locks; storing still notices another tab.
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      const options = takeOver ? { steal: true } : { ifAvailable: true };
      navigator.locks.request(`sommet table ${table}`, options, (lock) => {
        resolve(!!lock);
        return lock && new Promise((release) => { this.unlock = () => release(undefined); });
      }).catch(() => this.lose());
    });
  }

  /** Another tab has taken over. */
  lose() {
    tell({ kind: "lost" });
    close();
  }

  /** Work until nothing is left to do now. */
  async work() {
    if (this.isWorking) return;
    this.isWorking = true;
    clearTimeout(this.timer);
    while (this.host.work()) {
      this.forward();
      await nextTask();
    }
    this.forward();
    this.isWorking = false;
    const { due } = this.host;
    if (due !== undefined) this.timer = setTimeout(() => this.work(), Math.min(1000 * due, MAX_DELAY_MS));
  }

  /** Store what has happened, then send what there is to send. */
  forward() {
    /** @type {Output[]} */
    const outputs = JSON.parse(this.host.take());
    for (const output of outputs) {
      this.outbox = this.outbox.then(() => this.put(output)).catch((error) => {
        console.error(error);
        tell({ kind: "failed", code: "not_stored" });
      });
    }
  }

  /** Load files and go on: without one that can't be had, a player is weaker.
   * @param {string[]} files */
  async load(files) {
    await Promise.allSettled(files.map(this.loadFile));
    this.host.loaded();
    await this.work();
  }

  /** @param {Output} output */
  async put(output) {
    if (output.kind === "save") {
      if (!await storeGame(output.game, OWNER)) this.lose();
      return;
    }
    if (output.kind === "load") {
      this.load(output.files);
      return;
    }
    if (output.kind === "answer" && output.id === this.creating && output.status === 200) {
      await this.lock(output.body.id, true);
    }
    tell(output);
  }
}

/** @type {Promise<Host>} */
let host;
let isReady = false;

onmessage = async ({ data }) => {
  /** @type {FromPage} */
  const message = data;
  try {
    if (message.kind === "start") {
      host = start(message);
      await host;
      isReady = true;
      tell({ kind: "ready" });
    } else await (await host).receive(message);
  } catch (error) {
    console.error(error);
    tell({ kind: "failed", code: isReady ? "broken" : globalThis.WebAssembly ? "not_loaded" : "old_browser" });
  }
};

/** @param {FromPage & { kind: "start" }} message */
async function start({ base, language }) {
  let told = 0;
  const { create, loadFile } = await loadPython(base, (part) => {
    if (performance.now() - told < PROGRESS_INTERVAL_MS) return;
    told = performance.now();
    tell({ kind: "loading", part });
  });
  return new Host(create(language), loadFile);
}
