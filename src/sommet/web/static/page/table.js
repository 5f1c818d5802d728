/** The table page: one connection, one board, and everything around it. */

import { SommetBoard } from "../board/sommet-board.js";
import { labelBoard, MovePacing } from "./board_controls.js";
import { Controls } from "./controls.js";
import { adviceText, refusalText, say } from "./i18n.js";
import { Chat, describeEvent, MoveList, showScore } from "./move_list.js";
import { Sound, TurnNotifications } from "./notifications.js";
import { apply, listSolids } from "./patch.js";
import { Players, startWaitTimer } from "./players.js";
import { describeMove, describePlace, describeShownMove, gameAndOptions, linkToFreeBoard, Replay } from "./replay.js";
import { headline, ResultCard } from "./result.js";
import { tableAddress } from "./root.js";
import { OwnSecret, PassAndPlay, sendSalts } from "./secrets.js";
import { confirmsTurns } from "./settings.js";
import { Refusal, TableSocket } from "./socket.js";
import { StatusLine } from "./status_line.js";
import { Turn } from "./turn.js";

/** @import { ServerMessage, Frame, Happened, HintGiven, Scene, TableCard, DescribedMove, Refused } from "./protocol.js" */

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** With more events than this waiting, moves are no longer animated. */
const MAX_ANIMATED_BACKLOG = 3;
/** Seconds of thinking after which the status says so. */
const LONG_THINKING_S = 3;

/** Milliseconds before the page may reload itself again. */
const RELOAD_INTERVAL_MS = 60_000;

/** @param {string} words */
const endSentence = (words) => (!words || /[.!?…]$/.test(words) ? words : `${words}.`);

/** Reload because the server is newer than this page, but not over and over. */
function reloadPage() {
  const last = Number(sessionStorage.getItem("renewed") ?? 0);
  if (Date.now() - last < RELOAD_INTERVAL_MS) return;
  sessionStorage.setItem("renewed", String(Date.now()));
  location.reload();
}

class Table {
  constructor() {
    const root = byId("table");
    this.id = root.dataset.id;
    this.game = document.title.split(" · ")[0];
    this.board = /** @type {SommetBoard} */ (byId("board"));
    this.socket = new TableSocket(this.id);
    this.players = new Players(byId("players"), this.board);
    this.sound = new Sound();
    /** @type {Frame|null} */
    this.frame = null;
    /** @type {{ seats: number[], viewer: number|null }} */
    this.you = { seats: [], viewer: null };
    /** @type {string[]} */
    this.moves = [];
    /** Who made each move, and its description. @type {DescribedMove[]} */
    this.descriptions = [];
    /** The last event as a sentence. */
    this.news = "";
    /** The event that ended the game; what happens later is reported after the result. */
    this.lastNews = "";
    /** The table's fixed settings. @type {TableCard|null} */
    this.card = null;
    /** The kind of clock. */
    this.clock = "";
    /** How long a bot will think, in seconds; 0 when none does. */
    this.thinking = 0;
    this.peeking = false;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.backlog = 0;
    /** The last refusal that no request of ours asked for. @type {Refused|null} */
    this.refusal = null;
    const name = (/** @type {number} */ seat) => this.players.name(seat);
    this.chat = new Chat(byId("messages"), name);
    this.turn = new Turn(this.board, this.socket, {
      scene: () => this.scene,
      completingSteps: () => this.frame?.board?.finishing_steps ?? [],
      position: () => this.frame?.position ?? 0,
      seat: () => this.you.viewer,
      explainIdle: () => this.explainIdle(),
      cover: (scene) => this.coverSecrets(scene),
      needsConfirmation: confirmsTurns,
      changed: () => this.showStatus(),
      showError: (error) => this.showError(error),
    });
    this.replay = new Replay(this.board, {
      table: this.id,
      seat: () => this.you.viewer,
      count: () => this.moves.length,
      showLive: () => this.showLive(),
      positionChanged: () => this.replayMoved(),
      rules: () => gameAndOptions(this.card),
      showError: (words) => { byId("refused").textContent = words; },
    });
    this.moveList = new MoveList(
      byId("moves"), (move) => this.replay.go(move), (move) => this.replay.highlightMove(move),
    );
    this.secret = new OwnSecret(this, byId("own-secret"));
    this.passAndPlay = new PassAndPlay(this);
    this.notifications = new TurnNotifications(byId("allow-notifications"), byId("toggle-notifications"), {
      isWaiting: () => this.waitsForPerson,
      showError: (words) => { byId("refused").textContent = words; },
    });
    this.pacing = new MovePacing(this.board);
    this.resultCard = new ResultCard(this);
    this.statusLine = new StatusLine(byId("now").closest(".status"));
    this.controls = new Controls(this);
    labelBoard(this.board);
    this.players.onLowTime = () => this.sound.play("tick");
    this.board.addEventListener("landed", (event) => {
      this.sound.play(/** @type {CustomEvent} */ (event).detail.kind);
    });
    this.socket.addEventListener("message", (event) => {
      const message = /** @type {CustomEvent} */ (event).detail;
      this.backlog += 1;
      this.queue = this.queue.then(() => this.receive(message)).catch((error) => this.showError(error))
        .finally(() => { this.backlog -= 1; });
    });
    this.socket.addEventListener("state", (event) => {
      this.showConnection(/** @type {CustomEvent} */ (event).detail);
    });
    this.socket.connect();
  }

  // --- incoming messages ----------------------------------------------------------------------

  /** @param {ServerMessage} message */
  async receive(message) {
    let before = "";
    switch (message.kind) {
      case "you":
        before = JSON.stringify(this.you);
        this.you = { seats: message.seats ?? [], viewer: message.viewer ?? null };
        // On a shared screen, the board isn't turned towards a seat.
        this.board.seat = this.you.seats.length === 1 ? this.you.viewer : null;
        this.socket.viewSeat = this.you.seats.length > 1 ? this.you.viewer ?? undefined : undefined;
        sendSalts(this.socket, this.frame, this.you.seats);
        if (this.frame && message.patch) {
          this.frame = apply(this.frame, message.patch);
          this.socket.frameViewer = this.you.viewer ?? undefined;
        }
        if (JSON.stringify(this.you) !== before) this.refresh();
        break;
      case "welcome":
        this.players.serverOffset = message.now - Date.now() / 1000;
        this.clock = message.table.clock.kind;
        this.card = message.table;
        startWaitTimer(this.players.serverOffset);
        if (message.sequence !== this.socket.sequence) this.news = this.lastNews = "";
        this.socket.sequence = message.sequence;
        this.frame = message.frame;
        this.socket.frameViewer = this.you.viewer ?? undefined;
        sendSalts(this.socket, this.frame, this.you.seats);
        this.moves = message.moves ?? [];
        this.descriptions = message.descriptions ?? [];
        this.players.show(this.frame, this.you.seats);
        showScore(byId("score"), message.table.score ?? [], (seat) => this.players.name(seat));
        this.moveList.setNotes(message.other_events ?? [], (event) =>
          describeEvent(event, (seat) => this.players.name(seat), this.you.seats));
        this.news ||= this.describeMove(this.moves.length);
        if (this.frame.stage === "over") this.lastNews ||= this.news;
        this.refresh();
        this.chat.show(message.chat ?? []);
        this.openLinkedMove();
        break;
      case "happened":
        await this.applyEvent(message);
        break;
      case "present":
        this.players.present = message.seats;
        byId("watching").textContent = message.spectators
          ? say("table", "watching", { count: message.spectators }) : "";
        this.refresh(false);
        break;
      case "thinking":
        this.thinking = Math.max(1, Math.round(message.seconds ?? 0));
        this.showStatus();
        break;
      case "refused":
        this.showError(new Refusal(message.refused));
        this.refusal = message.refused;
        if (message.refused.code === "old_page") reloadPage();
        break;
    }
  }

  /** @param {Happened} message */
  async applyEvent({ sequence, event, patch = {}, effects = [], description }) {
    if (!this.frame || sequence <= (this.socket.sequence ?? 0)) return;
    this.socket.sequence = sequence;
    const before = this.frame;
    const frame = apply(before, patch);
    const began = before.stage === "open" && frame.stage === "running";
    this.frame = frame;
    const news = describeEvent(event, (seat) => this.players.name(seat), this.you.seats, description);
    this.thinking = 0;
    if (event.kind === "said") this.chat.add(event);
    if (event.kind === "moved") {
      this.descriptions[this.moves.length] = { seat: event.seat, description: description ?? null };
      this.moves.push(event.move);
    }
    if (event.kind === "taken_back") this.moves.length -= event.moves;
    this.moveList.addNote(event, this.moves.length, news);
    if (event.kind === "rematched" && this.you.seats.length) {
      location.href = this.address(event.table);
      return;
    }
    const drawnEffects = this.turn.sent ? this.turn.drawnEffects : 0;
    if (frame.position !== before.position) this.turn.reset();
    if (began || frame.stage === "over" || event.kind === "taken_back") this.replay.clearCache();
    this.players.show(frame, this.you.seats);
    this.controls.showTurn();
    const { scene } = this;
    if (scene && frame.board !== before.board && this.replay.at === null) {
      if (drawnEffects) {
        await this.turn.animation;
        effects = effects.slice(drawnEffects);
      } else if (this.backlog <= MAX_ANIMATED_BACKLOG) await this.pacing.waitForPause();
      if (this.backlog > MAX_ANIMATED_BACKLOG) effects = [];
      await this.board.play(effects, this.coverSecrets(scene));
    }
    // The text changes once the pieces have landed.
    this.news = news || this.news;
    if (before.stage !== "over") this.lastNews = this.news;
    this.refresh(false);
    if (frame.stage === "over" && before.stage !== "over") await this.finishGame();
    this.passAndPlay.checkTurn();
  }

  /** The address of another table of this game. @param {string} id */
  address(id) {
    return tableAddress(id, this.card?.game ?? "");
  }

  /** Play the winning animation, then show the result card. */
  async finishGame() {
    this.board.classList.add("over");
    if (this.replay.at === null) await this.board.celebrate(this.frame?.board?.victory_effects ?? []);
    this.resultCard.show();
  }

  /** A move as a sentence; "" where there is none. @param {number} move from 1 */
  describeMove(move) {
    return describeMove(this.descriptions[move - 1] ?? {}, (seat) => this.players.name(seat));
  }

  /** Show the engine's hint. @param {HintGiven} hint */
  showHint({ move, description, position, path }) {
    const advice = adviceText(description);
    this.news = advice ? say("table", "advice", { deed: advice }) : say("table", "hint", { move });
    this.turn.showHint(position, path).catch((error) => this.showError(error));
    this.showStatus();
  }

  // --- display ----------------------------------------------------------------------

  /** The scene of the live position. */
  get scene() {
    const { board } = this.frame ?? {};
    return board && listSolids(board.scene);
  }

  /** The pieces whose faces are secret while the game runs. @returns {string[]} */
  get secrets() {
    return (this.frame?.stage === "running" && this.frame.board?.secrets) || [];
  }

  /** The scene with our own secret covered, unless we look at it. @param {Scene} scene */
  coverSecrets(scene) {
    const { secrets } = this;
    if (this.peeking || this.secret.isVisible || !secrets.length) return scene;
    const cover = (/** @type {import("../board/types.js").Solid} */ solid) =>
      secrets.includes(solid.id) ? { ...solid, colour: "?" } : solid;
    return { ...scene, solids: scene.solids.map(cover) };
  }

  /** Show the live position. */
  showLive() {
    const { scene } = this;
    if (scene && !this.resultCard.showFinalPosition()) this.board.show(this.coverSecrets(scene));
    this.showMoves();
  }

  refresh(board = true) {
    const { frame } = this;
    if (!frame) return;
    byId("table").dataset.stage = frame.stage;
    this.players.show(frame, this.you.seats);
    if (board && this.replay.at === null) this.showLive();
    this.showMoves();
    this.showStatus();
    this.controls.show();
    if (board) {
      if (frame.stage === "over") this.resultCard.show();
      this.passAndPlay.checkTurn();
    }
  }

  /** Go to the move in the page's address, if there is one. */
  openLinkedMove() {
    const move = new URLSearchParams(location.search).get("move");
    if (move !== null && this.replay.at === null) this.replay.go(Number(move));
  }

  /** The replay shows another position: update the page and its shareable address. */
  replayMoved() {
    const { at } = this.replay;
    if (at !== null && !this.turn.sent) this.turn.reset();
    this.showMoves();
    this.showStatus();
    if (at !== null && !this.replay.variation) this.controls.analysis.showMove(at);
    history.replaceState(null, "", location.pathname + (at === null ? "" : `?move=${at}`));
  }

  showMoves() {
    linkToFreeBoard(byId("try-here"), this.card, this.replay.at === null ? this.frame?.board?.view : this.replay.text);
    this.moveList.show(this.moves, this.replay.at ?? this.moves.length, (move) => this.describeMove(move));
    byId("table").classList.toggle("replaying", this.replay.at !== null);
  }

  /** Whether it's our turn and we have our own view. */
  get isOurTurn() {
    const { frame, you } = this;
    return frame?.stage === "running" && you.viewer !== null && frame.turn === you.viewer;
  }

  /** Say why we can't play now. Returns false if we can. */
  explainIdle() {
    const over = this.frame?.stage !== "running";
    if (this.you.viewer !== null && this.replay.at === null && !over) return false;
    const code = over ? "idle_over" : this.you.viewer === null ? "idle_watching" : "idle_past";
    byId("refused").textContent = say("table", code);
    return true;
  }

  /** Whether we are waiting for another person. */
  get waitsForPerson() {
    const { frame, you } = this;
    if (frame?.stage !== "running" || frame.turn === undefined || !you.seats.length) return false;
    return !you.seats.includes(frame.turn) && !frame.seats[frame.turn].level;
  }

  /** Show what happened and what comes next. */
  showStatus() {
    const { frame } = this;
    if (!frame) return;
    byId("refused").textContent = "";
    let state = "";
    if (frame.stage === "open") state = this.you.seats.length ? say("table", "waiting_seat") : "";
    else if (frame.stage === "closed") state = say("events", "closed");
    else if (this.replay.at !== null) state = describePlace(this.replay, this.moves.length);
    else if (frame.stage === "running" && frame.turn !== undefined) {
      const name = this.players.name(frame.turn);
      const several = this.you.seats.length > 1;
      if (this.isOurTurn && this.turn.path.length && !this.turn.sent) {
        state = say("prompts", this.turn.prompt);
      } else if (this.isOurTurn && !several) state = say("table", "your_turn");
      else {
        const thinks = this.thinking > LONG_THINKING_S ? "thinking_long" : "thinking";
        state = say("table", this.thinking ? thinks : "turn_of", { name, seconds: this.thinking });
      }
    } else if (frame.board?.outcome) {
      const name = (/** @type {number} */ seat) => this.players.name(seat);
      state = headline(frame.board.outcome, this.you.seats, name);
    }
    const back = this.replay.at === null ? ""
      : describeShownMove(this.replay, this.descriptions, (seat) => this.players.name(seat));
    const news = endSentence(back || this.news);
    if (byId("news").textContent !== news) byId("news").textContent = news;
    if (byId("now").textContent !== state) byId("now").textContent = state;
    const isLater = frame.stage === "over" && this.replay.at === null && this.news !== this.lastNews;
    this.statusLine.putResultFirst(isLater);
    byId("now").classList.toggle("ours", this.isOurTurn);
    this.statusLine.fit();
    this.showTitle(news);
    this.controls.showTurn();
  }

  /** Show whose turn it is in the page's title, and notify if it's ours. @param {string} news */
  showTitle(news) {
    const { frame } = this;
    let turn = "";
    if (this.isOurTurn) turn = `● ${say("table", "title_turn")} · `;
    else if (frame?.stage === "running" && frame.turn !== undefined) {
      turn = `${say("table", "title_other", { name: this.players.name(frame.turn) })} · `;
    }
    document.title = `${turn}${this.game} · Sommet`;
    const calls = this.isOurTurn && this.you.seats.length === 1;
    this.notifications.update(calls, `${say("table", "title_turn")} · ${this.game}`, news);
  }

  /** @param {unknown} error @param {HTMLElement} [place] where it's shown */
  showError(error, place = byId("refused")) {
    if (!(error instanceof Refusal)) {
      console.error(error);
      return;
    }
    place.textContent = refusalText(error.refused);
  }

  /** @param {"open"|"lost"|"refused"} state */
  showConnection(state) {
    const banner = byId("banner");
    if (state === "open") {
      if (!banner.hidden) this.news = say("table", "back");
      banner.hidden = true;
      return;
    }
    const codes = navigator.onLine ? ["no_connection", "no_connection_clock"] : ["offline", "offline_clock"];
    const code = codes[this.frame?.clocks?.ticking ? 1 : 0];
    banner.textContent = say("table", this.turn.sent ? "unsent" : code);
    if (state === "refused") {
      this.queue.then(() => { // the reason may still be in the queue
        banner.textContent = this.refusal ? refusalText(this.refusal) : say("table", "no_way");
      });
    }
    banner.hidden = false;
  }
}

export { Table };

new Table();
