/** Buttons and forms of the table page. */

import { Analysis } from "./analysis.js";
import { connectViewButtons } from "./board_controls.js";
import { say } from "./i18n.js";
import { pageAddress, ROOT } from "./root.js";
import { guideFirstGame } from "./status_line.js";
import { keepUnfinishedTurn } from "./turn.js";

/** @import { ClientMessage, Invitation } from "./protocol.js" */
/** @import { WithoutId } from "./socket.js" */
/** @import { Table } from "./table.js" */

/** Ask for confirmation in a dialog; the answer that loses nothing is the default.
 * @param {string} question @param {string} yes @param {string} no @returns {Promise<boolean>} */
function askToConfirm(question, yes, no) {
  const dialog = document.createElement("dialog");
  const [words, form] = [document.createElement("p"), document.createElement("form")];
  words.textContent = question;
  form.method = "dialog";
  form.className = "row";
  for (const [value, text] of [["", no], ["yes", yes]]) {
    const button = document.createElement("button");
    button.value = value;
    button.textContent = text;
    button.className = value ? "quiet" : "main";
    form.append(button);
  }
  dialog.append(words, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
  });
}

/** Seconds without a move after which a player can be called in a game without a clock. */
const SILENCE_S = 86_400;
/** Milliseconds after which the silence is looked at again. */
const SILENCE_CHECK_MS = 60_000;

/** How many tools are shown next to "More". */
const MAX_TOOLS = 3;

/** The row of tools below the board: the most useful ones now, and a "More" menu for the rest. */
class ToolRow {
  /** @param {HTMLElement} tools the element with the row, the button and its menu */
  constructor(tools) {
    this.tools = tools;
    const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (tools.querySelector(`#${id}`));
    this.row = find("turn-bar");
    this.more = find("more");
    this.menu = find("menu");
    this.overflow = find("others");
    /** All tools, the most important first. */
    this.all = /** @type {HTMLElement[]} */ ([...this.row.children]);
    this.more.addEventListener("click", () => this.open(!this.opened));
    // Choosing a tool closes the menu; the view buttons leave it open.
    this.overflow.addEventListener("click", () => this.open(false));
    document.addEventListener("pointerdown", ({ target }) => {
      if (this.opened && target instanceof Node && !this.menu.contains(target) && !this.more.contains(target)) {
        this.open(false);
      }
    });
    tools.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.opened) return;
      this.open(false);
      this.more.focus();
    });
    const changes = new MutationObserver(() => this.arrange());
    for (const tool of this.all) changes.observe(tool, { attributeFilter: ["hidden"] });
    this.arrange();
  }

  get opened() {
    return this.tools.classList.contains("open");
  }

  /** @param {boolean} open */
  open(open) {
    this.tools.classList.toggle("open", open);
    this.more.setAttribute("aria-expanded", String(open));
  }

  /** Put the first visible tools into the row. Those that stay aren't moved: one may have the focus. */
  arrange() {
    const useful = this.all.filter(({ hidden }) => !hidden);
    const [first, rest] = [useful.slice(0, MAX_TOOLS), useful.slice(MAX_TOOLS)];
    for (const [place, tools] of /** @type {[HTMLElement, HTMLElement[]][]} */ (
      [[this.row, first], [this.overflow, rest]])) {
      const current = [...place.children].filter((tool) => tools.includes(/** @type {HTMLElement} */ (tool)));
      if (String(current.map(({ id }) => id)) !== String(tools.map(({ id }) => id))) place.append(...tools);
    }
  }
}

/** @typedef {"accept_draw"|"decline_draw"|"accept_takeback"|"decline_takeback"|"rematch"|
 *   "decline_rematch"} Reply */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

export class Controls {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.invited = false;
    this.analysis = new Analysis(table, byId("plot"), byId("turning-points"));
    this.connectView();
    this.connectTurn();
    this.connectTable();
    this.connectGameOver();
    guideFirstGame(table);
    keepUnfinishedTurn(table);
    setInterval(() => this.showMissing(), SILENCE_CHECK_MS);
  }

  /** @param {WithoutId<ClientMessage>} message */
  send(message) {
    const { you, frame } = this.table;
    const seat = you.viewer ?? you.seats[0];
    // On a phone the result card covers the status line, so it shows errors itself.
    const place = byId(frame?.stage === "over" ? "result-error" : "refused");
    place.textContent = "";
    return this.table.socket.request(/** @type {WithoutId<ClientMessage>} */ ({ seat, ...message }))
      .catch((error) => this.table.showError(error, place));
  }

  connectView() {
    connectViewButtons(this.table.board);
    this.row = new ToolRow(byId("tools"));
  }

  connectTurn() {
    const { table } = this;
    byId("finish").addEventListener("click", () => table.turn.finish());
    byId("undo-step").addEventListener("click", () => table.turn.takeBack());
    byId("takeback").addEventListener("click", () => this.send({ kind: "ask_takeback" }));
    byId("hint").addEventListener("click", async () => {
      byId("hint").disabled = true;
      byId("hint").setAttribute("aria-busy", "true");
      table.news = say("table", "hinting");
      table.showStatus();
      try {
        table.showHint(await table.socket.request({ kind: "hint" }));
      } catch (error) {
        table.news = "";
        table.showStatus();
        table.showError(error);
      }
      byId("hint").disabled = false;
      byId("hint").removeAttribute("aria-busy");
    });
    byId("command").addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      const move = byId("typed").value.trim();
      if (!move) return;
      const { position = 0, turn } = table.frame ?? {};
      // On a shared screen, the next seat may be to move before its view is here.
      const seat = table.you.seats.find((each) => each === turn) ?? table.you.viewer;
      byId("move-error").textContent = "";
      try {
        const wasStep = table.isOurTurn && await table.turn.type(move);
        if (!wasStep) await table.socket.request({ kind: "play", position, seat, move });
        if (byId("typed").value.trim() === move) byId("typed").value = "";
      } catch (error) {
        table.showError(error, byId("move-error"));
        // Keep both the field and the error above it in view.
        byId("command").scrollIntoView({ block: "nearest" });
      }
    });
    for (const event of ["step", "touch", "back"]) {
      table.board.addEventListener(event, () => { byId("move-error").textContent = ""; });
    }
    byId("typing").addEventListener("toggle", () => {
      if (byId("typing").open) byId("typing").scrollIntoView({ block: "nearest" });
    });
    const peek = byId("peek");
    /** @param {boolean} on */
    const look = (on) => {
      if (table.peeking === on) return;
      table.peeking = on;
      peek.setAttribute("aria-pressed", String(on));
      if (table.replay.at === null && !table.turn.path.length) table.showLive();
    };
    peek.addEventListener("pointerdown", () => look(true));
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
      peek.addEventListener(end, () => look(false));
    }
    peek.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === " " || event.key === "Enter") look(true);
    });
    peek.addEventListener("keyup", () => look(false));
    peek.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  }

  connectTable() {
    byId("resign").addEventListener("click", () => {
      askToConfirm(say("table", "resign_sure"), say("table", "resign"), say("table", "play_on"))
        .then((yes) => yes && this.send({ kind: "resign" }));
    });
    byId("offer-draw")?.addEventListener("click", () => this.send({ kind: "offer_draw" }));
    byId("leave-table").addEventListener("click", async () => {
      await this.send({ kind: "stand" });
      location.href = pageAddress("");
    });
    byId("warn").addEventListener("click", () => this.send({ kind: "warn" }));
    byId("claim").addEventListener("click", () => this.send({ kind: "claim" }));
    byId("say").addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = byId("message").value.trim();
      if (text) await this.send({ kind: "say", text });
      byId("message").value = "";
    });
    const phrases = ["hello", "good_luck", "well_played", "thanks"];
    byId("phrases").append(...phrases.map((phrase) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.textContent = say("phrases", phrase);
      button.addEventListener("click", () => this.send({ kind: "say", phrase }));
      return button;
    }));
  }

  connectGameOver() {
    byId("analyse").addEventListener("click", () => {
      byId("analyse").hidden = true;
      this.analysis.run();
    });
    byId("close-analysis").addEventListener("click", () => {
      byId("table").classList.remove("analysing");
      byId("analyse").hidden = false;
      this.table.replay.go(null);
    });
    byId("rematch").addEventListener("click", () => {
      const next = this.table.frame?.next_table;
      if (next) location.href = this.table.address(next);
      else this.send({ kind: "rematch" });
    });
    byId("share").addEventListener("click", () => {
      this.copy(location.href);
    });
    byId("copy").addEventListener("click", () => this.copy(byId("invite-link").value));
  }

  /** @param {string} text */
  async copy(text) {
    const small = matchMedia("(pointer: coarse)").matches;
    if (small && navigator.share) {
      await navigator.share({ url: text }).catch(() => {});  // the player may cancel
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      this.table.news = say("table", "copied");
    } catch {
      this.table.news = text;
    }
    this.table.showStatus();
  }

  /** Show the actions that are possible now. */
  show() {
    const { frame, you } = this.table;
    if (!frame) return;
    const seated = you.seats.length > 0;
    const running = frame.stage === "running" && seated;
    const bots = frame.seats.filter(({ level }) => level).length;
    const people = frame.seats.length - bots > 1 && you.seats.length < frame.seats.length - bots;
    byId("resign").hidden = !running;
    if (byId("offer-draw")) byId("offer-draw").hidden = !running || !people;
    const moved = this.table.descriptions.slice(0, this.table.moves.length)
      .some(({ seat }) => you.seats.includes(seat));
    byId("takeback").hidden = !running || !moved || !!this.table.card?.secrets;
    this.showMissing();
    byId("say").hidden = byId("phrases").hidden = !seated || !people;
    byId("typing").hidden = !running;
    if (byId("sit")) byId("sit").hidden = frame.stage !== "open" || seated;
    byId("waiting-room").hidden = frame.stage !== "closed" &&
      !frame.seats.some(({ state }) => state === "free" || state === "invited");
    byId("leave-table").hidden = frame.stage !== "open" || !seated;
    byId("rematch").hidden = !seated || !!this.table.card?.daily;
    byId("next").hidden = seated || !frame.next_table;
    if (frame.next_table) byId("next").href = this.table.address(frame.next_table);
    this.showOffers();
    this.showInvitation();
    this.showTurn();
  }

  /** Show what can be done about a player who is away, or who doesn't move although no clock runs. */
  showMissing() {
    const { frame, players, waitsForPerson } = this.table;
    const silence = Date.now() / 1000 + players.serverOffset - (frame?.since ?? Infinity);
    const away = frame?.turn !== undefined && players.present[frame.turn] === false && this.table.clock !== "days";
    const missing = waitsForPerson && (away || silence > SILENCE_S);
    const called = frame?.warned === frame?.turn;
    byId("warn").hidden = !missing || called;
    byId("claim").hidden = !missing || !called;
  }

  /** Show the actions that are possible in this turn. */
  showTurn() {
    const { table } = this;
    const { path, mayEnd, sent } = table.turn;
    byId("undo-step").hidden = !path.length || sent;
    byId("finish").hidden = !mayEnd || sent;
    byId("peek").hidden = !table.secrets.length || table.secret.isVisible;
    table.secret.show();
    const bots = table.frame?.seats.some(({ level }) => level);
    const alone = table.you.seats.length === 1;
    const back = table.replay.at !== null;
    const refused = !!table.card?.daily;
    byId("hint").hidden = !table.isOurTurn || back || refused || !(bots || table.frame?.seats.length === 1) || !alone;
  }

  /** Show the other players' offers. */
  showOffers() {
    const { frame, you, players } = this.table;
    const running = frame?.stage === "running";
    /** @type {[number, string, Reply, Reply][]} */
    const open = [];
    if (running && frame.draw_offer !== undefined) {
      open.push([frame.draw_offer, "offers_draw", "accept_draw", "decline_draw"]);
    }
    if (running && frame.takeback_request !== undefined) {
      open.push([frame.takeback_request, "asks_takeback", "accept_takeback", "decline_takeback"]);
    }
    for (const seat of frame?.rematch_requests ?? []) open.push([seat, "wants_rematch", "rematch", "decline_rematch"]);
    const asked = open.filter(([seat]) => you.seats.length && !you.seats.includes(seat));
    byId("result-error").textContent = "";
    // A rematch is accepted with one button: the offer takes the place of "Play again".
    const offered = frame?.stage === "over" && !!asked.length;
    byId("rematch").hidden ||= offered;
    byId("result").classList.toggle("offered", offered);
    // On a phone the result card covers the status line, so offers move into the card.
    if (frame?.stage === "over") byId("rematch").parentElement.before(byId("offers"));
    // One offer at a time: the next one is shown once it's answered.
    byId("offers").replaceChildren(...asked.slice(0, 1).map(([seat, words, yes, no]) => {
      const line = document.createElement("p");
      line.append(say("table", words, { name: players.name(seat) }));
      const question = line.textContent;
      /** @type {[Reply, string][]} */
      const replies = [[yes, "accept"], [no, "decline"]];
      for (const [kind, answer] of replies) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = kind === yes ? "main" : "";
        button.textContent = say("table", answer);
        button.setAttribute("aria-label", `${button.textContent}: ${question}`);
        button.addEventListener("click", () => this.send({ kind }));
        line.append(button);
      }
      return line;
    }));
  }

  async showInvitation() {
    const { frame, you, id } = this.table;
    const waits = frame?.stage === "open" && you.seats.length > 0;
    byId("invite").hidden = !waits;
    if (!waits || this.invited) return;
    this.invited = true;
    const answer = await fetch(`${ROOT}api/tables/${id}/invitations`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: "{}",
    });
    if (!answer.ok) return;
    /** @type {Invitation} */
    const { link, qr } = await answer.json();
    byId("invite-link").value = link;
    const picture = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
    byId("qr").replaceChildren(document.importNode(picture, true));
  }
}
