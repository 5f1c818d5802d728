/** The board in a notebook. It knows no rules: Python sends the scene and the possible steps. */

import { SommetBoard } from "../web/static/board/sommet-board.js";

/**
 * What Python shows; `number` increases with each update.
 * @typedef {{ number: number, scene: any, effects: any[], move: number, moves: number, said: string,
 *   finish: boolean, seat: number|null, words: Record<string, string>,
 *   lines: { move: string, value: number, worth: string, words: string, steps: string[] }[] }} Shown
 */

/** @param {string} name @param {string} [className] */
function createElement(name, className = "") {
  const node = document.createElement(name);
  node.className = className;
  return node;
}

/** @param {{ model: any, el: HTMLElement }} given */
function render({ model, el }) {
  const root = createElement("div", "sommet-notebook");
  const board = /** @type {SommetBoard} */ (document.createElement("sommet-board"));
  const bar = createElement("div", "bar");
  const said = createElement("p", "said");
  said.setAttribute("role", "status");
  const lines = createElement("ol", "lines");
  const slider = /** @type {HTMLInputElement} */ (createElement("input"));
  slider.type = "range";
  slider.min = "0";
  const send = (/** @type {object} */ message) => model.send(message);
  const go = (/** @type {number} */ move) => send({ do: "go", move });
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  /** @type {Shown} */
  let shown = model.get("shown");
  /** @param {string} name @param {string} text @param {() => void} onClick */
  function addButton(name, text, onClick) {
    const node = /** @type {HTMLButtonElement} */ (createElement("button"));
    node.type = "button";
    node.textContent = text;
    node.title = shown.words[name] ?? name;
    node.setAttribute("aria-label", node.title);
    node.addEventListener("click", onClick);
    buttons[name] = node;
    bar.append(node);
  }
  addButton("start", "⏮", () => go(0));
  addButton("back", "◀", () => go(shown.move - 1));
  bar.append(slider);
  addButton("on", "▶", () => go(shown.move + 1));
  addButton("end", "⏭", () => go(shown.moves));
  addButton("finish", shown.words.finish, () => send({ do: "finish" }));
  addButton("analyse", shown.words.analyse, () => {
    buttons.analyse.disabled = true;
    send({ do: "analyse" });
  });
  slider.setAttribute("aria-label", shown.words.moves);
  slider.addEventListener("change", () => go(Number(slider.value)));
  board.addEventListener("step", (event) =>
    send({ do: "step", step: /** @type {CustomEvent} */ (event).detail.step }));
  board.addEventListener("touch", (event) =>
    send({ do: "touch", id: /** @type {CustomEvent} */ (event).detail.id }));
  board.addEventListener("back", () => send({ do: "undo" }));

  let drawnNumber = -1;
  function draw() {
    if (!board.stage) { // the notebook may attach the element later
      requestAnimationFrame(draw);
      return;
    }
    shown = model.get("shown");
    const { scene, effects, number, move, moves, seat, finish } = shown;
    if (number !== drawnNumber) {
      const next = number === drawnNumber + 1;
      drawnNumber = number;
      board.seat = seat;
      board.play(next ? effects : [], scene);
    } else board.closeChooser();
    // Of several moves with the same first step, the best comes last and wins.
    const proven = shown.lines.filter(({ worth }) => worth).reverse();
    board.showOutcomes(new Map(proven.map(({ steps, worth }) => [steps[0], worth])));
    said.textContent = shown.said;
    slider.max = String(moves);
    slider.value = String(move);
    buttons.start.disabled = buttons.back.disabled = move === 0;
    buttons.on.disabled = buttons.end.disabled = move === moves;
    buttons.finish.hidden = !finish;
    buttons.analyse.disabled = false;
    lines.replaceChildren(...shown.lines.map(({ move: text, value, words }) => {
      const item = createElement("li");
      const meter = /** @type {HTMLMeterElement} */ (createElement("meter"));
      meter.value = value;
      item.append(text, meter, words);
      return item;
    }));
  }
  root.append(board, bar, said, lines);
  el.append(root);
  model.on("change:shown", draw);
  draw();
  return () => model.off("change:shown", draw);
}

export default { render };
