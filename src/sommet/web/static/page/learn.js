/** The rule page comes alive: every diagram can be played on a board. */

import { SommetBoard } from "../board/sommet-board.js";
import { Trial } from "./trial.js";
import { say } from "./words.js";

const all = [...document.querySelectorAll(".exercise")];
const done = new Set();

/** @param {HTMLElement} figure */
function exercise(figure) {
  const { game = "", options = "", position = "", move = "" } = figure.dataset;
  const picture = figure.querySelector("img");
  const board = new SommetBoard();
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  const [finish, again] = ["✓", say("learn", "again")].map((text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.hidden = true;
    return button;
  });
  const task = document.createElement("figcaption");
  task.textContent = picture?.alt ?? "";
  figure.replaceChildren(task, board, words, finish, again);
  const trial = new Trial(board, { game, options, position, wanted: move }, {
    changed: (sketch) => { finish.hidden = !(sketch.next && sketch.steps.length); },
    refused: (text) => { words.textContent = text; },
    whole: (sketch) => {
      finish.hidden = true;
      again.hidden = false;
      board.hush();
      words.textContent = say("learn", sketch.right ? "right" : "other");
      figure.classList.toggle("right", !!sketch.right);
      if (!sketch.right) return;
      done.add(figure);
      const count = all.length;
      const code = done.size === count ? "whole" : "done";
      words.textContent += ` ${say("learn", code, { done: done.size, count })}`;
    },
  });
  finish.addEventListener("click", () => trial.finish());
  const start = () => {
    again.hidden = true;
    words.textContent = say("learn", "task");
    trial.go([]);
  };
  again.addEventListener("click", start);
  start();
}

for (const figure of all) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say("learn", "try");
  button.addEventListener("click", () => exercise(/** @type {HTMLElement} */ (figure)));
  figure.append(button);
}
