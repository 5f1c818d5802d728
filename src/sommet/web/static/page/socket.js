/**
 * The connection to a table: a WebSocket that reconnects by itself and sends pending requests again (the
 * server executes each one once).
 *
 * Events: "message" (detail: the message), "state" (detail: "open", "lost", "refused").
 */

import { ROOT, tableAddress } from "./root.js";

/** @import { ServerMessage, ClientMessage, Refused } from "./protocol.js" */

/** Seconds before each reconnection attempt; the last value repeats. */
const RETRY_DELAYS_S = [0.3, 1, 2, 4, 8];
/** Milliseconds of silence after which the connection counts as dead: the server sends pings. */
const SILENCE_TIMEOUT_MS = 40_000;
/** The close code with which the server rejects us: reconnecting wouldn't help. */
const CLOSE_POLICY_VIOLATION = 1008;
/** The version of the message protocol. */
const PROTOCOL_VERSION = 4;

/** A request that the server refused. */
export class Refusal extends Error {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refused.words);
    this.refused = refused;
  }
}

/**
 * A message without its id, which the socket adds.
 * @template M
 * @typedef {M extends { id: string } ? Omit<M, "id"> : never} WithoutId
 */

let requestCount = 0;

/** Messages to and from a table, whatever carries them: requests find their answers. */
export class TableMessages extends EventTarget {
  constructor() {
    super();
    /** The number of the last event received. @type {number|undefined} */
    this.sequence = undefined;
    /** The seat whose frame we hold; undefined for a spectator's. @type {number|undefined} */
    this.frameViewer = undefined;
    /** The seat whose view we want, if we hold several. @type {number|undefined} */
    this.viewSeat = undefined;
    /** @type {Map<string, { text: string, resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    this.pending = new Map();
    /** Whether the connection is down. */
    this.lost = false;
  }

  /** Send a message if there is a connection; it's sent again after the next hello. @param {string} _text */
  send(_text) {}

  /** The address of a table's page. @param {string} table */
  pageOf(table) {
    return tableAddress(table);
  }

  /** Greet the table, and send what has no answer yet. */
  sendAll() {
    const { sequence: after, frameViewer: viewer, viewSeat: view_as } = this;
    this.send(JSON.stringify({ kind: "hello", version: PROTOCOL_VERSION, after, viewer, view_as }));
    for (const { text } of this.pending.values()) this.send(text);
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (message.kind === "you") this.setState("open");
    const id = "id" in message ? message.id : undefined;
    const waiting = id && this.pending.get(id);
    if (waiting) {
      this.pending.delete(id);
      if (message.kind === "refused") waiting.reject(new Refusal(message.refused));
      else waiting.resolve(message);
      return;
    }
    this.tell("message", message);
  }

  /** @param {"open"|"lost"|"refused"} state */
  setState(state) {
    this.lost = state !== "open";
    this.tell("state", state);
  }

  /** @param {string} kind @param {any} detail */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /** Send a request; the promise resolves to its answer and rejects with a `Refusal`.
   * @param {WithoutId<ClientMessage>} message @returns {Promise<any>} */
  request(message) {
    const id = `${Date.now().toString(36)}-${(requestCount += 1)}-${Math.random().toString(36).slice(2, 8)}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resolve, reject });
      this.send(text);
    });
  }
}

export class TableSocket extends TableMessages {
  /** @param {string} table */
  constructor(table) {
    super();
    this.address = new URL(`${ROOT}live/${table}`, location.href).href.replace("http", "ws");
    this.attempts = 0;
    this.receivedAt = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.setState("lost"));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.connect();
    });
    setInterval(() => {
      if (this.socket && Date.now() - this.receivedAt > SILENCE_TIMEOUT_MS) this.socket.close();
    }, 5000);
  }

  connect() {
    clearTimeout(this.timer);
    const now = this.socket?.readyState;
    if (now === WebSocket.OPEN) this.setState("open");
    if (now === WebSocket.OPEN || now === WebSocket.CONNECTING) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.receivedAt = Date.now();
    socket.onopen = () => this.sendAll();
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (code === CLOSE_POLICY_VIOLATION) {
        this.setState("refused");
        return;
      }
      this.setState("lost");
      const delay = RETRY_DELAYS_S[Math.min(this.attempts, RETRY_DELAYS_S.length - 1)];
      this.attempts += 1;
      this.timer = setTimeout(() => this.connect(), delay * 1000 * (0.8 + 0.4 * Math.random()));
    };
  }

  /** @param {string} text */
  send(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.receivedAt = Date.now();
    if (message.kind === "ping") {
      this.socket?.send(JSON.stringify({ kind: "pong", id: message.id }));
      return;
    }
    if (message.kind === "you") this.attempts = 0;
    super.receive(message);
  }
}
