/** Buttons and forms of the table page. */

import { Analysis } from "./analysis.js";
import { looks } from "./board_controls.js";
import { say } from "./i18n.js";
import { lead } from "./status_line.js";
import { keepHalfway } from "./turn.js";

/** @import { Incoming, Invitation } from "./protocol.js" */
/** @import { Asked } from "./socket.js" */
/** @import { Table } from "./table.js" */

/** Whether somebody is sure: what loses nothing stands out and has the focus. @param {string} question @param {string} yes @param {string} no
 * @returns {Promise<boolean>} */
export function sure(question, yes, no) {
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

/** How many tools stand beside "More". */
const MOST = 3;

export class ToolRow {
  /** @param {HTMLElement} tools with the row, the button and its menu */
  constructor(tools) {
    this.tools = tools;
    const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (tools.querySelector(`#${id}`));
    this.row = find("turn-bar");
    this.more = find("more");
    this.menu = find("menu");
    this.others = find("others");
    /** Everything that may stand in the row, what matters most first. */
    this.all = /** @type {HTMLElement[]} */ ([...this.row.children]);
    this.more.addEventListener("click", () => this.open(!this.opened));
    // Whatever has been chosen from the menu is done; how to look at the board is tried out.
    this.others.addEventListener("click", () => this.open(false));
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

  /** The first of those that are of use stand in the row. One that stays is not touched: it may have
   * the focus. */
  arrange() {
    const useful = this.all.filter(({ hidden }) => !hidden);
    const [first, rest] = [useful.slice(0, MOST), useful.slice(MOST)];
    for (const [place, tools] of /** @type {[HTMLElement, HTMLElement[]][]} */ ([[this.row, first], [this.others, rest]])) {
      const there = [...place.children].filter((tool) => tools.includes(/** @type {HTMLElement} */ (tool)));
      if (String(there.map(({ id }) => id)) !== String(tools.map(({ id }) => id))) place.append(...tools);
    }
  }
}

/** @typedef {"accept_draw"|"decline_draw"|"accept_takeback"|"decline_takeback"|"rematch"|
 *   "decline_rematch"} Reply */

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);

export class Controls {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.invited = false;
    this.analysis = new Analysis(table, part("plot"), part("turned"));
    this.looks();
    this.turns();
    this.manners();
    this.afterwards();
    lead(table);
    keepHalfway(table);
  }

  /** @param {Asked<Incoming>} message */
  ask(message) {
    const { you } = this.table;
    const seat = you.viewer ?? you.seats[0];
    return this.table.link.ask(/** @type {Asked<Incoming>} */ ({ seat, ...message }))
      .catch((error) => this.table.trouble(error));
  }

  looks() {
    looks(this.table.board);
    this.row = new ToolRow(part("tools"));
  }

  turns() {
    const { table } = this;
    part("finish").addEventListener("click", () => table.turn.finish());
    part("undo-step").addEventListener("click", () => table.turn.takeBack());
    part("takeback").addEventListener("click", () => this.ask({ kind: "ask_takeback" }));
    part("hint").addEventListener("click", async () => {
      part("hint").disabled = true;
      part("hint").setAttribute("aria-busy", "true");
      table.news = say("table", "hinting");
      table.tell();
      try {
        table.advised(await table.link.ask({ kind: "hint" }));
      } catch (error) {
        table.news = "";
        table.tell();
        table.trouble(error);
      }
      part("hint").disabled = false;
      part("hint").removeAttribute("aria-busy");
    });
    part("command").addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      const move = part("typed").value.trim();
      if (!move) return;
      const position = table.frame?.position ?? 0;
      part("mistyped").textContent = "";
      try {
        await table.link.ask({ kind: "play", position, seat: table.you.viewer, move });
        if (part("typed").value.trim() === move) part("typed").value = "";
      } catch (error) {
        table.trouble(error, part("mistyped"));
        // The error stands above the field: both are seen at once.
        part("command").scrollIntoView({ block: "nearest" });
      }
    });
    part("typing").addEventListener("toggle", () => {
      if (part("typing").open) part("typing").scrollIntoView({ block: "nearest" });
    });
    const peek = part("peek");
    /** @param {boolean} on */
    const look = (on) => {
      if (table.peeking === on) return;
      table.peeking = on;
      peek.setAttribute("aria-pressed", String(on));
      if (table.replay.at === null && !table.turn.path.length) table.stand();
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

  manners() {
    part("resign").addEventListener("click", () => {
      sure(say("table", "resign_sure"), say("table", "resign"), say("table", "play_on"))
        .then((yes) => yes && this.ask({ kind: "resign" }));
    });
    part("offer-draw")?.addEventListener("click", () => this.ask({ kind: "offer_draw" }));
    part("stand").addEventListener("click", async () => {
      await this.ask({ kind: "stand" });
      location.href = "/";
    });
    part("warn").addEventListener("click", () => this.ask({ kind: "warn" }));
    part("claim").addEventListener("click", () => this.ask({ kind: "claim" }));
    part("say").addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = part("words-typed").value.trim();
      if (text) await this.ask({ kind: "say", text });
      part("words-typed").value = "";
    });
    const phrases = ["hello", "good_luck", "well_played", "thanks"];
    part("phrases").append(...phrases.map((phrase) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.textContent = say("phrases", phrase);
      button.addEventListener("click", () => this.ask({ kind: "say", phrase }));
      return button;
    }));
  }

  afterwards() {
    part("analyse").addEventListener("click", () => {
      part("analyse").hidden = true;
      this.analysis.run();
    });
    part("studied").addEventListener("click", () => {
      part("table").classList.remove("studying");
      part("analyse").hidden = false;
      this.table.replay.go(null);
    });
    part("rematch").addEventListener("click", () => {
      const next = this.table.frame?.next;
      if (next) location.href = `/tables/${next}`;
      else this.ask({ kind: "rematch" });
    });
    part("share").addEventListener("click", () => {
      this.copy(location.href);
    });
    part("copy").addEventListener("click", () => this.copy(part("invite-link").value));
  }

  /** @param {string} text */
  async copy(text) {
    const small = matchMedia("(pointer: coarse)").matches;
    if (small && navigator.share) {
      await navigator.share({ url: text }).catch(() => {});  // they may think better of it
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      this.table.news = say("table", "copied");
    } catch {
      this.table.news = text;
    }
    this.table.tell();
  }

  /** What can be done now, beside the board. */
  show() {
    const { frame, you, players } = this.table;
    if (!frame) return;
    const seated = you.seats.length > 0;
    const running = frame.stage === "running" && seated;
    const bots = frame.seats.filter(({ level }) => level).length;
    const people = frame.seats.length - bots > 1 && you.seats.length < frame.seats.length - bots;
    part("resign").hidden = !running;
    if (part("offer-draw")) part("offer-draw").hidden = !running || !people;
    const moved = this.table.told.slice(0, this.table.moves.length)
      .some(({ seat }) => you.seats.includes(seat));
    part("takeback").hidden = !running || !moved || !!this.table.card?.secrets;
    const { turn } = frame;
    const absent = running && turn !== undefined && !you.seats.includes(turn) &&
      !frame.seats[turn].level && players.present[turn] === false &&
      this.table.clock !== "days";
    part("warn").hidden = !absent || frame.warned === turn;
    part("claim").hidden = !absent || frame.warned !== turn;
    part("say").hidden = part("phrases").hidden = !seated || !people;
    part("typing").hidden = !running;
    if (part("sit")) part("sit").hidden = frame.stage !== "open" || seated;
    part("before").hidden = frame.stage !== "closed" &&
      !frame.seats.some(({ state }) => state === "free" || state === "invited");
    part("stand").hidden = frame.stage !== "open" || !seated;
    part("rematch").hidden = !seated || !!this.table.card?.daily;
    part("next").hidden = seated || !frame.next;
    part("next").href = `/tables/${frame.next}`;
    this.offers();
    this.invite();
    this.turn();
  }

  /** What can be done in this turn. */
  turn() {
    const { table } = this;
    const { path, mayEnd, sent } = table.turn;
    part("undo-step").hidden = !path.length || sent;
    part("finish").hidden = !mayEnd || sent;
    part("peek").hidden = !table.secrets.length || table.secret.plain;
    table.secret.show();
    const bots = table.frame?.seats.some(({ level }) => level);
    const alone = table.you.seats.length === 1;
    const back = table.replay.at !== null;
    const refused = !!table.card?.daily;
    part("hint").hidden = !table.ours || back || refused || !(bots || table.frame?.seats.length === 1) || !alone;
  }

  /** Questions that others ask. */
  offers() {
    const { frame, you, players } = this.table;
    const running = frame?.stage === "running";
    /** @type {[number, string, Reply, Reply][]} */
    const open = [];
    if (running && frame.drawing !== undefined) {
      open.push([frame.drawing, "offers_draw", "accept_draw", "decline_draw"]);
    }
    if (running && frame.asking !== undefined) {
      open.push([frame.asking, "asks_takeback", "accept_takeback", "decline_takeback"]);
    }
    for (const seat of frame?.wanting ?? []) open.push([seat, "wants_rematch", "rematch", "decline_rematch"]);
    const asked = open.filter(([seat]) => you.seats.length && !you.seats.includes(seat));
    // Once the game is over, the card of the end covers the words on a phone: questions stand in it.
    if (frame?.stage === "over") part("rematch").parentElement.before(part("offers"));
    // One question at a time: the next one comes when it is answered.
    part("offers").replaceChildren(...asked.slice(0, 1).map(([seat, words, yes, no]) => {
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
        button.addEventListener("click", () => this.ask({ kind }));
        line.append(button);
      }
      return line;
    }));
  }

  async invite() {
    const { frame, you, id } = this.table;
    const waits = frame?.stage === "open" && you.seats.length > 0;
    part("invite").hidden = !waits;
    if (!waits || this.invited) return;
    this.invited = true;
    const answer = await fetch(`/api/tables/${id}/invitations`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: "{}",
    });
    if (!answer.ok) return;
    /** @type {Invitation} */
    const { link, qr } = await answer.json();
    part("invite-link").value = link;
    const picture = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
    part("qr").replaceChildren(document.importNode(picture, true));
  }
}
