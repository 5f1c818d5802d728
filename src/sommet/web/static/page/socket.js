/**
 * The connection to a table: it comes back by itself, tells the truth about its state, and sends
 * what was under way again (the server carries out each command once).
 *
 * Events: "message" (detail: the message), "state" (detail: "open", "lost", "refused").
 */

/** @import { Answer, Incoming, Refused } from "./protocol.js" */

/** Seconds between tries, one after the other; the last one again and again. */
const WAITS = [0.3, 1, 2, 4, 8];
/** Milliseconds of silence after which the connection is taken for dead: the server pings. */
const SILENCE = 40_000;
/** The server does not want us: coming back would not help. */
const POLICY = 1008;
/** Of the protocol that we speak. */
const VERSION = 2;

/** A command or question that the server refused. */
export class Refusal extends Error {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refused.words);
    this.refused = refused;
  }
}

/**
 * A message without its id, which the link gives it.
 * @template M
 * @typedef {M extends { id: string } ? Omit<M, "id"> : never} Asked
 */

let asked = 0;

export class Link extends EventTarget {
  /** @param {string} table */
  constructor(table) {
    super();
    this.address = `${location.protocol.replace("http", "ws")}//${location.host}/live/${table}`;
    /** The last event that has been seen. @type {number|undefined} */
    this.sequence = undefined;
    /** The seat whose view we want, if we hold several. @type {number|undefined} */
    this.lift = undefined;
    /** @type {Map<string, { text: string, resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    this.pending = new Map();
    this.tries = 0;
    /** Whether nothing that is sent arrives. */
    this.lost = false;
    this.heard = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.tell("lost"));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.connect();
    });
    setInterval(() => {
      if (this.socket && Date.now() - this.heard > SILENCE) this.socket.close();
    }, 5000);
  }

  connect() {
    clearTimeout(this.timer);
    const now = this.socket?.readyState;
    if (now === WebSocket.OPEN) this.tell("open");
    if (now === WebSocket.OPEN || now === WebSocket.CONNECTING) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      const { sequence: after, lift } = this;
      socket.send(JSON.stringify({ kind: "hello", version: VERSION, after, lift }));
      for (const { text } of this.pending.values()) socket.send(text);
    };
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (code === POLICY) {
        this.tell("refused");
        return;
      }
      this.tell("lost");
      const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
      this.tries += 1;
      this.timer = setTimeout(() => this.connect(), wait * 1000 * (0.8 + 0.4 * Math.random()));
    };
  }

  /** @param {Answer} message */
  hear(message) {
    this.heard = Date.now();
    if (message.kind === "ping") {
      this.socket?.send(JSON.stringify({ kind: "pong", id: message.id }));
      return;
    }
    if (message.kind === "you") {
      this.tries = 0;
      this.tell("open");
    }
    const id = "id" in message ? message.id : undefined;
    const waiting = id && this.pending.get(id);
    if (waiting) {
      this.pending.delete(id);
      if (message.kind === "refused") waiting.reject(new Refusal(message.refused));
      else waiting.resolve(message);
      return;
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** @param {"open"|"lost"|"refused"} state */
  tell(state) {
    this.lost = state !== "open";
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  /** Ask or command something; the promise is of the answer.
   * @param {Asked<Incoming>} message @returns {Promise<any>} */
  ask(message) {
    const id = `${Date.now().toString(36)}-${(asked += 1)}-${Math.random().toString(36).slice(2, 8)}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }
}
