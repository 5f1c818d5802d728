/** The list of moves and other events, the chat, and the match score. */

import { moveLabel, onHover } from "./evaluation.js";
import { describe, has, say } from "./i18n.js";

/** @import { Message, OtherEvent, PublicEvent, Said } from "./protocol.js" */

/** Hide rows that are cut off at either end of a list, except the current one.
 * @param {HTMLElement} list */
function hideCutRows(list) {
  const [above, below] = [list.scrollTop, list.scrollTop + list.clientHeight];
  const lines = /** @type {HTMLElement[]} */ ([...list.children]);
  const [first, last] = [above, below].map((edge) => lines.find((line) =>
    line.offsetTop < edge - 1 && line.offsetTop + line.offsetHeight > edge + 1 &&
    !line.querySelector("[aria-current]")));
  const top = first ? first.offsetTop + first.offsetHeight - above : 0;
  const bottom = last && last !== first ? below - last.offsetTop : 0;
  list.style.clipPath = top || bottom ? `inset(${top}px 0 ${bottom}px)` : "";
}

/** Keep cut-off rows hidden while the list scrolls or changes its size. @param {HTMLElement} list */
function avoidCutRows(list) {
  list.addEventListener("scroll", () => hideCutRows(list), { passive: true });
  new ResizeObserver(() => hideCutRows(list)).observe(list);
}

/** The events that are noted between moves. */
const NOTED_EVENTS = [
  "resigned", "flagged", "warned", "returned", "abandoned", "draw_offered", "draw_declined",
  "draw_agreed", "takeback_asked", "takeback_declined", "taken_back", "handed_over",
];

/** The code of the sentence for an event. @param {PublicEvent} event */
function eventCode(event) {
  if (event.kind === "moved" && event.stand_in) return "stood_in";
  if (event.kind === "closed" && event.why === "unmoved") return "closed_unmoved";
  if ("silent" in event && event.silent) return `${event.kind}_silent`;
  return event.kind;
}

/** An event as a sentence, or ""; a player with one seat is addressed directly.
 * @param {PublicEvent} event @param {(seat: number) => string} name @param {number[]} own our seats
 * @param {Message|null} [description] the description of a move */
export function describeEvent(event, name, own, description) {
  if (event.kind === "said" || event.kind === "opened") return "";
  if (event.kind === "salted" || event.kind === "dealt") return "";
  const code = eventCode(event);
  const who = "name" in event ? event.name : "seat" in event ? name(event.seat) : "";
  if (description && code === "moved") return describe(description, { name: who });
  const isOurs = own.length === 1 && "seat" in event && event.seat === own[0];
  if (isOurs && has("events", `you_${code}`)) return say("events", `you_${code}`);
  return say("events", code, {
    name: who,
    move: event.kind === "moved" ? event.move : "",
    seconds: event.kind === "handed_over" ? Math.round(event.lost) : 0,
  });
}

/** The move list: a sentence and the notation for each move, which can be clicked. Other events are
 * noted below the move they follow. */
export class MoveList {
  /** @param {HTMLElement} list @param {(move: number) => void} go
   * @param {(move: number|null) => void} highlight called with the move under the pointer, or null */
  constructor(list, go, highlight) {
    this.list = list;
    this.highlight = highlight;
    /** Notes, each with the number of moves before it. @type {[number, string][]} */
    this.notes = [];
    list.addEventListener("click", (event) => {
      const found = event.target instanceof Element && event.target.closest("button");
      if (found) go(Number(found.dataset.move));
    });
    new ResizeObserver(() => this.scrollToCurrent()).observe(list);
    avoidCutRows(list);
  }

  /** Replace all notes. @param {OtherEvent[]} all
   * @param {(event: PublicEvent) => string} words */
  setNotes(all, words) {
    this.notes = all.map(({ after, event }) => [after, words(event)]);
  }

  /** Add a note, if the event is one of those noted. @param {PublicEvent} event @param {number} moves so far
   * @param {string} words */
  addNote(event, moves, words) {
    if (!NOTED_EVENTS.includes(event.kind)) return;
    this.notes = [...this.notes.filter(([after]) => after <= moves), [moves, words]];
  }

  /** @param {string[]} moves @param {number} at the move on the board
   * @param {(move: number) => string} describe a move as a sentence */
  show(moves, at, describe) {
    while (this.list.children.length > moves.length) this.list.lastElementChild?.remove();
    moves.forEach((move, index) => {
      let button = this.list.children[index]?.querySelector("button");
      if (!button) {
        const line = document.createElement("li");
        button = document.createElement("button");
        button.type = "button";
        onHover(button, () => this.highlight(index + 1), () => this.highlight(null));
        line.append(button);
        this.list.append(line);
      }
      const words = describe(index + 1);
      if (button.title !== words || button.dataset.move !== String(index + 1) || !words) {
        button.title = words;
        button.dataset.move = String(index + 1);
        button.replaceChildren(...moveLabel(words, move));
      }
      const notes = this.notes.filter(([after]) => after === index + 1).map(([, note]) => note);
      const shownNotes = [...button.parentElement?.querySelectorAll(".event-note") ?? []];
      if (notes.join() !== shownNotes.map(({ textContent }) => textContent).join()) {
        for (const each of shownNotes) each.remove();
        button.parentElement?.append(...notes.map((note) => {
          const line = document.createElement("p");
          line.className = "event-note";
          line.textContent = note;
          return line;
        }));
      }
      if (index + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.scrollToCurrent();
  }

  /** Keep the current move visible. */
  scrollToCurrent() {
    const now = this.list.querySelector("[aria-current]")?.parentElement;
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
    hideCutRows(this.list);
  }
}

/** The chat. */
export class Chat {
  /** @param {HTMLElement} list @param {(seat: number) => string} name */
  constructor(list, name) {
    this.list = list;
    this.name = name;
  }

  /** @param {Said[]} all */
  show(all) {
    this.list.replaceChildren();
    all.forEach((said) => this.add(said));
  }

  /** @param {Said} said */
  add(said) {
    const text = said.phrase ? say("phrases", said.phrase) : said.text;
    if (!text) return;
    const line = document.createElement("li");
    const who = document.createElement("strong");
    who.textContent = this.name(said.seat);
    line.append(who, ` ${text}`);
    this.list.append(line);
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** Show the score of a match of several games. @param {HTMLElement} place
 * @param {number[]} points of each seat @param {(seat: number) => string} name */
export function showScore(place, points, name) {
  const each = points.map((count, seat) => {
    const full = Math.floor(count);
    return `${name(seat)} ${full || count === full ? full : ""}${count > full ? "½" : ""}`;
  });
  place.textContent = points.length ? say("table", "score", { points: each.join(" – ") }) : "";
}
