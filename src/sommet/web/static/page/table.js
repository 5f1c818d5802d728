/** The table page: one connection, one board, and everything round it. */

import { SommetBoard } from "../board/sommet-board.js";
import { Pacing, speak } from "./board_controls.js";
import { Controls } from "./controls.js";
import { could, refusal, say } from "./i18n.js";
import { Moves, scored, sentence, Talk } from "./move_list.js";
import { Bell, Sound } from "./notifications.js";
import { changed } from "./patch.js";
import { Players, wait } from "./players.js";
import { deed, lookedAt, Replay, tryHere, typed, where } from "./replay.js";
import { Ending, headline } from "./result.js";
import { addSalts, Curtain, OwnSecret } from "./secrets.js";
import { confirms } from "./settings.js";
import { Link, Refusal } from "./socket.js";
import { Words } from "./status_line.js";
import { Turn } from "./turn.js";

/** @import { Answer, Frame, Happened, HintGiven, Scene, TableCard, ToldMove } from "./protocol.js" */

/** @param {string} id @returns {any} */
export const part = (id) => document.getElementById(id);

/** How many events may wait to be shown before they are no longer animated. */
const BEHIND = 3;
/** Seconds of thought that are worth a word. */
const LONG = 3;

/** Milliseconds after which a page that has renewed itself may do so again. */
const RENEWED = 60_000;

/** @param {string} words */
const sentenceLike = (words) => (!words || /[.!?…]$/.test(words) ? words : `${words}.`);

/** The server is newer than this page: come back with its scripts, but not again and again. */
function renew() {
  const last = Number(sessionStorage.getItem("renewed") ?? 0);
  if (Date.now() - last < RENEWED) return;
  sessionStorage.setItem("renewed", String(Date.now()));
  location.reload();
}

class Table {
  constructor() {
    const room = part("table");
    this.id = room.dataset.id;
    this.game = document.title.split(" · ")[0];
    this.board = /** @type {SommetBoard} */ (part("board"));
    this.link = new Link(this.id);
    this.players = new Players(part("players"), this.board);
    this.sound = new Sound();
    /** @type {Frame|null} */
    this.frame = null;
    /** @type {{ seats: number[], viewer: number|null }} */
    this.you = { seats: [], viewer: null };
    /** @type {string[]} */
    this.moves = [];
    /** Who made each move, and what it did. @type {ToldMove[]} */
    this.told = [];
    /** What happened last, in words. */
    this.news = "";
    /** What does not change at this table. @type {TableCard|null} */
    this.card = null;
    /** The kind of clock that was agreed. */
    this.clock = "";
    /** For about how many seconds a bot thinks; 0 when none does. */
    this.thinking = 0;
    this.peeking = false;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.waiting = 0;
    const name = (/** @type {number} */ seat) => this.players.name(seat);
    this.talk = new Talk(part("said"), name);
    this.turn = new Turn(this.board, this.link, {
      scene: () => this.frame?.board?.scene,
      whole: () => this.frame?.board?.whole ?? [],
      position: () => this.frame?.position ?? 0,
      seat: () => this.you.viewer,
      idles: () => this.idles(),
      drawn: (scene) => this.masked(scene),
      asksFirst: confirms,
      changed: () => this.tell(),
      trouble: (error) => this.trouble(error),
    });
    this.replay = new Replay(this.board, {
      table: this.id,
      seat: () => this.you.viewer,
      count: () => this.moves.length,
      live: () => this.stand(),
      moved: () => this.moved(),
      rules: () => typed(this.card),
      trouble: (words) => { part("refused").textContent = words; },
    });
    this.list = new Moves(part("moves"), (move) => this.replay.go(move), (move) => this.replay.point(move));
    this.secret = new OwnSecret(this, part("own-secret"));
    this.curtain = new Curtain(this);
    this.bell = new Bell(part("call-me"), part("bell"), {
      waits: () => this.waits,
      trouble: (words) => { part("refused").textContent = words; },
    });
    this.pacing = new Pacing(this.board);
    this.ending = new Ending(this);
    this.words = new Words(part("now").closest(".saying"));
    this.controls = new Controls(this);
    speak(this.board);
    this.players.ticked = () => this.sound.play("tick");
    this.board.addEventListener("landed", (event) => {
      this.sound.play(/** @type {CustomEvent} */ (event).detail.kind);
    });
    this.link.addEventListener("message", (event) => {
      const message = /** @type {CustomEvent} */ (event).detail;
      this.waiting += 1;
      this.queue = this.queue.then(() => this.hear(message)).catch((error) => this.trouble(error))
        .finally(() => { this.waiting -= 1; });
    });
    this.link.addEventListener("state", (event) => {
      this.connection(/** @type {CustomEvent} */ (event).detail);
    });
    this.link.connect();
  }

  // --- what comes in ----------------------------------------------------------------------

  /** @param {Answer} message */
  async hear(message) {
    switch (message.kind) {
      case "you":
        this.you = { seats: message.seats ?? [], viewer: message.viewer ?? null };
        // Round one screen everyone looks at the same table.
        this.board.seat = this.you.seats.length === 1 ? this.you.viewer : null;
        this.link.lift = this.you.seats.length > 1 ? this.you.viewer ?? undefined : undefined;
        addSalts(this.link, this.frame, this.you.seats);
        break;
      case "welcome":
        this.players.ahead = message.now - Date.now() / 1000;
        this.clock = message.table.clock.kind;
        this.card = message.table;
        wait(this.players.ahead);
        if (message.sequence !== this.link.sequence) this.news = "";
        this.link.sequence = message.sequence;
        this.frame = message.frame;
        addSalts(this.link, this.frame, this.you.seats);
        this.moves = message.moves ?? [];
        this.told = message.told ?? [];
        this.players.show(this.frame, this.you.seats);
        scored(part("score"), message.table.score ?? [], (seat) => this.players.name(seat));
        this.list.recall(message.between ?? [], (event) =>
          sentence(event, (seat) => this.players.name(seat), this.you.seats));
        this.news ||= this.telling(this.moves.length);
        this.shown();
        this.talk.show(message.said ?? []);
        this.arrive();
        break;
      case "happened":
        await this.happened(message);
        break;
      case "present":
        this.players.present = message.seats;
        part("watching").textContent = message.watching
          ? say("table", "watching", { count: message.watching }) : "";
        this.shown(false);
        break;
      case "thinking":
        this.thinking = Math.max(1, Math.round(message.seconds ?? 0));
        this.tell();
        break;
      case "refused":
        this.trouble(new Refusal(message.refused));
        if (message.refused.code === "old_page") renew();
        break;
    }
  }

  /** @param {Happened} message */
  async happened({ sequence, event, frame: whole, change = {}, effects = [], told }) {
    if (!this.frame || sequence <= (this.link.sequence ?? 0)) return;
    this.link.sequence = sequence;
    const before = this.frame;
    const frame = whole ? { ...whole, board: whole.board ?? before.board } : changed(before, change);
    const began = before.stage === "open" && frame.stage === "running";
    this.frame = frame;
    const news = sentence(event, (seat) => this.players.name(seat), this.you.seats, told);
    this.thinking = 0;
    if (event.kind === "said") this.talk.add(event);
    if (event.kind === "moved") {
      this.told[this.moves.length] = { seat: event.seat, told: told ?? null };
      this.moves.push(event.move);
    }
    if (event.kind === "taken_back") this.moves.length -= event.moves;
    this.list.note(event, this.moves.length, news);
    if (event.kind === "rematched" && this.you.seats.length) {
      location.href = `/tables/${event.table}`;
      return;
    }
    const sketched = this.turn.sent && this.turn.sketched;
    if (frame.position !== before.position) this.turn.reset();
    if (began || frame.stage === "over" || event.kind === "taken_back") this.replay.forget();
    this.players.show(frame, this.you.seats);
    this.controls.turn();
    const scene = frame.board?.scene;
    if (scene && frame.board !== before.board && this.replay.at === null) {
      if (sketched) {
        await this.turn.shown;
        effects = effects.filter(({ act }) => act === "reveal");
      } else if (this.waiting <= BEHIND) await this.pacing.breath();
      if (this.waiting > BEHIND) effects = [];
      await this.board.play(effects, this.masked(scene));
    }
    // Words follow the landing.
    this.news = news || this.news;
    this.shown(false);
    if (frame.stage === "over" && before.stage !== "over") await this.end();
    this.curtain.consider();
  }

  /** The game is over: the pieces that decided it rejoice, then the card lies on the cloth. */
  async end() {
    this.board.classList.add("over");
    if (this.replay.at === null) await this.board.cheer(this.frame?.board?.closing ?? []);
    this.ending.show();
  }

  /** What a move did, in words, as far as it is known. @param {number} move from 1 */
  telling(move) {
    return deed(this.told[move - 1] ?? {}, (seat) => this.players.name(seat));
  }

  /** Somebody asked what the machine would play. @param {HintGiven} hint */
  advised({ move, told, position, path }) {
    const deed = could(told);
    this.news = deed ? say("table", "advice", { deed }) : say("table", "hint", { move });
    this.turn.advise(position, path);
    this.tell();
  }

  // --- what is shown ----------------------------------------------------------------------

  /** Solids whose faces not everybody sees, while that matters. @returns {string[]} */
  get secrets() {
    return (this.frame?.stage === "running" && this.frame.board?.secrets) || [];
  }

  /** A scene with our own secret covered, unless we look at it. @param {Scene} scene */
  masked(scene) {
    const { secrets } = this;
    if (this.peeking || this.secret.plain || !secrets.length) return scene;
    const cover = (/** @type {import("../board/types.js").Solid} */ solid) =>
      secrets.includes(solid.id) ? { ...solid, colour: "?" } : solid;
    return { ...scene, solids: scene.solids.map(cover) };
  }

  /** The table as it stands. */
  stand() {
    const scene = this.frame?.board?.scene;
    if (scene && !this.ending.stand()) this.board.show(this.masked(scene));
    this.listed();
  }

  shown(board = true) {
    const { frame } = this;
    if (!frame) return;
    part("table").dataset.stage = frame.stage;
    this.players.show(frame, this.you.seats);
    if (board && this.replay.at === null) this.stand();
    this.listed();
    this.tell();
    this.controls.show();
    if (board) {
      if (frame.stage === "over") this.ending.show();
      this.curtain.consider();
    }
  }

  /** An address may name a move to look at. */
  arrive() {
    const move = new URLSearchParams(location.search).get("move");
    if (move !== null && this.replay.at === null) this.replay.go(Number(move));
  }

  /** Another move is looked at: the address says so, and can be shared. */
  moved() {
    const { at } = this.replay;
    if (at !== null && !this.turn.sent) this.turn.reset();
    this.listed();
    this.tell();
    if (at !== null && !this.replay.line) this.controls.analysis.near(at);
    history.replaceState(null, "", location.pathname + (at === null ? "" : `?move=${at}`));
  }

  listed() {
    tryHere(part("try-here"), this.card, this.replay.at === null ? this.frame?.board?.view : this.replay.text);
    this.list.show(this.moves, this.replay.at ?? this.moves.length, (move) => this.telling(move));
    part("table").classList.toggle("looking-back", this.replay.at !== null);
  }

  /** Whether it is our turn, with our view. */
  get ours() {
    const { frame, you } = this;
    return frame?.stage === "running" && you.viewer !== null && frame.turn === you.viewer;
  }

  /** Say why we cannot play, unless we do and look at the table as it stands; whether it was said. */
  idles() {
    const over = this.frame?.stage !== "running";
    if (this.you.viewer !== null && this.replay.at === null && !over) return false;
    const code = over ? "idle_over" : this.you.viewer === null ? "idle_watching" : "idle_past";
    part("refused").textContent = say("table", code);
    return true;
  }

  /** Whether we wait for somebody else, who is no machine. */
  get waits() {
    const { frame, you } = this;
    if (frame?.stage !== "running" || frame.turn === undefined || !you.seats.length) return false;
    return !you.seats.includes(frame.turn) && !frame.seats[frame.turn].level;
  }

  /** Say what happened and what is to be done. */
  tell() {
    const { frame } = this;
    if (!frame) return;
    part("refused").textContent = "";
    let state = "";
    if (frame.stage === "open") state = this.you.seats.length ? say("table", "waiting_seat") : "";
    else if (frame.stage === "closed") state = say("events", "closed");
    else if (this.replay.at !== null) state = where(this.replay, this.moves.length);
    else if (frame.stage === "running" && frame.turn !== undefined) {
      const name = this.players.name(frame.turn);
      const several = this.you.seats.length > 1;
      if (this.ours && this.turn.path.length && !this.turn.sent) {
        state = say("prompts", this.turn.asks);
      } else if (this.ours && !several) state = say("table", "your_turn");
      else {
        const thinks = this.thinking > LONG ? "thinking_long" : "thinking";
        state = say("table", this.thinking ? thinks : "turn_of", { name, seconds: this.thinking });
      }
    } else if (frame.board?.outcome) {
      const name = (/** @type {number} */ seat) => this.players.name(seat);
      state = headline(frame.board.outcome, this.you.seats, name);
    }
    const back = this.replay.at === null ? "" : lookedAt(this.replay, this.told, (seat) => this.players.name(seat));
    const news = sentenceLike(back || this.news);
    if (part("news").textContent !== news) part("news").textContent = news;
    if (part("now").textContent !== state) part("now").textContent = state;
    part("now").classList.toggle("ours", this.ours);
    this.words.fit();
    this.entitle(news);
    this.controls.turn();
  }

  /** The tab says whose turn it is; who looks elsewhere is called. @param {string} news */
  entitle(news) {
    const { frame } = this;
    let turn = "";
    if (this.ours) turn = `● ${say("table", "title_turn")} · `;
    else if (frame?.stage === "running" && frame.turn !== undefined) {
      turn = `${say("table", "title_other", { name: this.players.name(frame.turn) })} · `;
    }
    document.title = `${turn}${this.game} · Sommet`;
    const calls = this.ours && this.you.seats.length === 1;
    this.bell.look(calls, `${say("table", "title_turn")} · ${this.game}`, news);
  }

  /** @param {unknown} error @param {HTMLElement} [place] where it is said */
  trouble(error, place = part("refused")) {
    if (!(error instanceof Refusal)) {
      console.error(error);
      return;
    }
    place.textContent = refusal(error.refused);
  }

  /** @param {"open"|"lost"|"refused"} state */
  connection(state) {
    const banner = part("banner");
    if (state === "open") {
      if (!banner.hidden) this.news = say("table", "back");
      banner.hidden = true;
      return;
    }
    const codes = navigator.onLine ? ["no_connection", "no_connection_clock"] : ["offline", "offline_clock"];
    const code = codes[this.frame?.clocks?.ticking ? 1 : 0];
    banner.textContent = say("table", state === "refused" ? "no_way" : this.turn.sent ? "unsent" : code);
    banner.hidden = false;
  }
}

export { Table };

new Table();
