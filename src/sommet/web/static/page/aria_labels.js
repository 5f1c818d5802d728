/** What the places of a board are called aloud. */

import { say } from "./i18n.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */

/** Let a board speak the language of the page. @param {SommetBoard} board */
export function speak(board) {
  board.words = { ...board.words, choose: say("board", "choose") };
  board.label = say("board", "board");
  board.heading = ({ level, beside }) => {
    if (beside) return say("board", "beside");
    return level ? say("board", "level", { number: level }) : say("board", "board");
  };
  board.counting = ({ solid }, count) => `${say("things", `colour.${solid.colour}`)} × ${count}`;
  board.naming = ({ cell, level, solid, empty, steps, together }) => {
    const own = solid.cell || [...steps.values()].join(", ") || cell;
    const names = [own];
    if (level) names.unshift(say("board", "level", { number: level }));
    const piece = `${solid.kind}.${solid.colour}`;
    names.push(empty ? say("board", "empty") : say("things", piece));
    for (const [step, name] of solid.cell ? steps : []) {
      if (name !== own) names.push(say("board", "group", { name, count: together.get(step) }));
    }
    if (steps.size) names.push(say("board", "playable"));
    return names.join(", ");
  };
}
