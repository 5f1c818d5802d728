/** Lessons: diagrams and exercises played on a board; boards without a task are free to play on. */

import { SommetBoard } from "../board/sommet-board.js";
import { say } from "./i18n.js";
import { LocalTurn, promptFor } from "./turn.js";

const lesson = /** @type {HTMLElement|null} */ (document.querySelector(".lesson"));
const figures = /** @type {HTMLElement[]} */ ([
  ...document.querySelectorAll(lesson ? ".lesson figure" : ".exercise"),
]);
const solved = new Set();

/** The lessons that were solved in this browser. @returns {string[]} */
const readLearned = () => JSON.parse(localStorage.getItem("learned") ?? "[]");

function markLearned() {
  const learned = new Set(readLearned());
  for (const link of document.querySelectorAll(".lesson-list [data-lesson]")) {
    link.classList.toggle("done", learned.has(link.getAttribute("data-lesson") ?? ""));
  }
  // An exercise leads on once it's solved.
  if (learned.has(lesson?.dataset.lesson ?? "")) document.querySelector(".lesson-nav [rel=next]")?.classList.add("main");
}

/** Remember that everything on the page is solved. */
function saveLearned() {
  const name = lesson?.dataset.lesson;
  if (!name) return;
  localStorage.setItem("learned", JSON.stringify([...new Set([...readLearned(), name])]));
  markLearned();
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

/** Highlight the places named in a caption while the pointer is on their names.
 * @param {HTMLElement} caption @param {SommetBoard} board */
function linkPlaces(caption, board) {
  const cells = new Set(board.stage?.scene.solids.map(({ cell }) => cell ?? ""));
  caption.replaceChildren(...(caption.textContent ?? "").split(/([\p{L}\d]+)/u).map((word) => {
    // Place names contain a digit; without one, a word could be mistaken for a place.
    if (!/\d/.test(word) || !cells.has(word)) return word;
    const place = document.createElement("span");
    place.className = "place-name";
    place.textContent = word;
    place.addEventListener("pointerenter", () => board.outline([word]));
    place.addEventListener("pointerleave", () => board.outline([]));
    return place;
  }));
}

/** @param {HTMLElement} figure */
function startFigure(figure) {
  const { game = "", options = "", position = "", move = "", exercise = "" } = figure.dataset;
  const free = !move && !exercise;
  const board = new SommetBoard();
  const caption = document.createElement("figcaption");
  caption.textContent = figure.querySelector("img")?.alt ?? "";
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  const finish = hiddenButton(say("learn", "finish"), "main");
  const retry = hiddenButton(say("learn", "again"), "");
  const panel = document.createElement("div");
  panel.className = "task-panel";
  panel.append(caption, words, finish, retry);
  caption.hidden = !caption.textContent;
  figure.replaceChildren(board, panel);
  board.addEventListener("settled", () => linkPlaces(caption, board), { once: true });
  const invite = say("learn", exercise ? "exercise" : free ? "free" : "task");
  words.textContent = invite;
  const localTurn = new LocalTurn(board, { game, options, position, wanted: move, exercise }, {
    changed: (sketch) => {
      finish.hidden = !(sketch.next && sketch.steps.length);
      // After the first step of a longer turn, say what comes next.
      if (!localTurn.path.length) words.textContent = invite;
      else if (sketch.steps.length) {
        words.textContent = say("prompts", promptFor(sketch.scene, sketch.end));
      }
    },
    refused: (text) => { words.textContent = text; },
    completed: (sketch) => {
      finish.hidden = true;
      retry.hidden = false;
      if (free) {
        localTurn.setPosition(sketch.next ?? "");
        return;
      }
      board.disableTargets();
      words.textContent = sketch.words ?? say("learn", sketch.correct ? "right" : "other");
      figure.classList.toggle("right", !!sketch.correct);
      figure.classList.toggle("wrong", !sketch.correct);
      panel.scrollIntoView({ block: "nearest" });
      if (sketch.correct) countSolved(figure, words);
    },
  });
  finish.addEventListener("click", () => localTurn.finish());
  const start = () => {
    retry.hidden = true;
    figure.classList.remove("right", "wrong");
    localTurn.setPosition(position);
  };
  retry.addEventListener("click", start);
  start();
}

/** @param {HTMLElement} figure @param {HTMLElement} words */
function countSolved(figure, words) {
  solved.add(figure);
  const count = figures.length;
  if (lesson) {
    if (solved.size === count) saveLearned();
    return;
  }
  const code = solved.size === count ? "whole" : "done";
  words.textContent += ` ${say("learn", code, { done: solved.size, count })}`;
}

for (const figure of figures) {
  if (lesson) {
    startFigure(figure);
    continue;
  }
  const button = hiddenButton(say("learn", "try"), "");
  button.hidden = false;
  button.addEventListener("click", () => startFigure(figure));
  figure.append(button);
}
markLearned();
const current = /** @type {HTMLElement|null} */ (document.querySelector(".lesson-list [aria-current]"));
const list = current?.closest("ol");
// Where the list is one row, the current step is in its middle.
if (current && list) {
  new ResizeObserver(() => {
    list.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - list.clientWidth / 2;
  }).observe(list);
}
