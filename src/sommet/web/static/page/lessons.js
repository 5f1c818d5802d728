/** Rules come alive: diagrams and exercises are played on a board, other boards are free. */

import { SommetBoard } from "../board/sommet-board.js";
import { say } from "./i18n.js";
import { asked, Trial } from "./turn.js";

const lesson = /** @type {HTMLElement|null} */ (document.querySelector(".lesson"));
const all = /** @type {HTMLElement[]} */ ([
  ...document.querySelectorAll(lesson ? ".lesson figure" : ".exercise"),
]);
const done = new Set();

/** The pages that were solved, in this browser. @returns {string[]} */
const learned = () => JSON.parse(localStorage.getItem("learned") ?? "[]");

function tick() {
  const known = new Set(learned());
  for (const link of document.querySelectorAll(".leaves [data-leaf]")) {
    link.classList.toggle("done", known.has(link.getAttribute("data-leaf") ?? ""));
  }
}

/** Everything on the page is solved. */
function solved() {
  const leaf = lesson?.dataset.leaf;
  if (!leaf) return;
  localStorage.setItem("learned", JSON.stringify([...new Set([...learned(), leaf])]));
  tick();
}

/** @param {string} text @param {string} kind */
function hiddenButton(text, kind) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = kind;
  button.textContent = text;
  button.hidden = true;
  return button;
}

/** Places that a caption names show themselves on the board while they are pointed at, or tapped.
 * @param {HTMLElement} caption @param {SommetBoard} board */
function places(caption, board) {
  const cells = new Set(board.stage?.scene.solids.map(({ cell }) => cell ?? ""));
  caption.replaceChildren(...(caption.textContent ?? "").split(/([\p{L}\d]+)/u).map((word) => {
    // What is a place has a digit, or a word of the language might be taken for one.
    if (!/\d/.test(word) || !cells.has(word)) return word;
    const place = document.createElement("span");
    place.className = "place-name";
    place.textContent = word;
    place.addEventListener("pointerenter", () => board.point([word]));
    place.addEventListener("pointerleave", () => board.point([]));
    return place;
  }));
}

/** @param {HTMLElement} figure */
function open(figure) {
  const { game = "", options = "", position = "", move = "", exercise = "" } = figure.dataset;
  const free = !move && !exercise;
  const board = new SommetBoard();
  const task = document.createElement("figcaption");
  task.textContent = figure.querySelector("img")?.alt ?? "";
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  const finish = hiddenButton(say("learn", "finish"), "main");
  const again = hiddenButton(say("learn", "again"), "");
  const said = document.createElement("div");
  said.className = "said";
  said.append(task, words, finish, again);
  task.hidden = !task.textContent;
  figure.replaceChildren(board, said);
  board.addEventListener("settled", () => places(task, board), { once: true });
  const invite = say("learn", exercise ? "exercise" : free ? "free" : "task");
  words.textContent = invite;
  const trial = new Trial(board, { game, options, position, wanted: move, exercise }, {
    changed: (sketch) => {
      finish.hidden = !(sketch.next && sketch.steps.length);
      // After the first step of a longer turn: what comes next.
      if (!trial.path.length) words.textContent = invite;
      else if (sketch.steps.length) {
        words.textContent = say("prompts", asked(sketch.scene, sketch.end));
      }
    },
    refused: (text) => { words.textContent = text; },
    whole: (sketch) => {
      finish.hidden = true;
      again.hidden = false;
      if (free) {
        trial.stand(sketch.next ?? "");
        return;
      }
      board.hush();
      words.textContent = sketch.words ?? say("learn", sketch.right ? "right" : "other");
      figure.classList.toggle("right", !!sketch.right);
      figure.classList.toggle("wrong", !sketch.right);
      said.scrollIntoView({ block: "nearest" });
      if (sketch.right) finished(figure, words);
    },
  });
  finish.addEventListener("click", () => trial.finish());
  const start = () => {
    again.hidden = true;
    figure.classList.remove("right", "wrong");
    trial.stand(position);
  };
  again.addEventListener("click", start);
  start();
}

/** @param {HTMLElement} figure @param {HTMLElement} words */
function finished(figure, words) {
  done.add(figure);
  const count = all.length;
  if (lesson) {
    if (done.size === count) solved();
    return;
  }
  const code = done.size === count ? "whole" : "done";
  words.textContent += ` ${say("learn", code, { done: done.size, count })}`;
}

for (const figure of all) {
  if (lesson) {
    open(figure);
    continue;
  }
  const button = hiddenButton(say("learn", "try"), "");
  button.hidden = false;
  button.addEventListener("click", () => open(figure));
  figure.append(button);
}
tick();
const here = /** @type {HTMLElement|null} */ (document.querySelector(".leaves [aria-current]"));
const row = here?.closest("ol");
if (here && row) row.scrollLeft = here.offsetLeft - row.clientWidth / 2;
