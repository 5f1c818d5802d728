/** Our own secret: plain where nobody else could see it, else covered until we look at it. */

import { SCALE } from "../board/constants.js";
import { hidesSecret, onSetting } from "./settings.js";
import { listing, say } from "./i18n.js";

/** @import { Stage } from "../board/stage.js" */
/** @import { Solid } from "../board/types.js" */
/** @import { Table } from "./table.js" */

/** A small picture of a piece on the board. @param {Stage} stage @param {Solid} solid */
function portrait(stage, solid) {
  const reach = stage.brush.reach(solid);
  const [x, y] = [0, 1].map((axis) => {
    const ends = reach.map((point) => point[axis]);
    return ((Math.min(...ends) + Math.max(...ends)) / 2) * SCALE;
  });
  return stage.portrait(solid, [x, y]);
}

export class OwnSecret {
  /** @param {Table} table @param {HTMLElement} place where it is told */
  constructor(table, place) {
    this.table = table;
    this.place = place;
    onSetting("secret", () => table.shown());
    table.board.addEventListener("settled", () => this.show());
  }

  /** Whether nobody else looks: we play machines alone, and do not wish to hide it all the same. */
  get plain() {
    const { frame, you } = this.table;
    const others = frame?.seats.filter((_, index) => !you.seats.includes(index)) ?? [];
    return you.seats.length === 1 && others.every(({ level }) => level) && !hidesSecret();
  }

  /** Say which colours we play for, with the pieces. */
  show() {
    const { board, secrets, you } = this.table;
    const { stage } = board;
    const solids = (this.plain ? secrets : []).map((id) => stage?.there(id) ?? null)
      .filter((solid) => !!solid && solid.colour !== "?" && (solid.tray ?? you.viewer) === you.viewer);
    this.place.hidden = !solids.length;
    if (!stage || !solids.length) return;
    const pieces = /** @type {Solid[]} */ (solids);
    const colours = pieces.map(({ colour }) => say("things", `colour.${colour}`));
    const words = say("table", "you_are", { colours: listing(colours) });
    if (this.place.textContent === words) return;
    this.place.innerHTML = pieces.map((solid) => portrait(stage, solid)).join("");
    // Where there is little room, the colours say it.
    this.place.dataset.short = listing(colours);
    this.place.title = words;
    const sentence = document.createElement("span");
    sentence.className = "label";
    sentence.textContent = words;
    this.place.append(sentence);
  }
}
