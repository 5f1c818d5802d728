/** The board of a notebook. It knows no rules: Python says what stands there and what can be done. */

import { SommetBoard } from "../web/static/board/sommet-board.js";

/**
 * What Python shows; `number` grows with each.
 * @typedef {{ number: number, scene: any, effects: any[], move: number, moves: number, said: string,
 *   finish: boolean, seat: number|null, words: Record<string, string>,
 *   lines: { move: string, value: number, worth: string, words: string, steps: string[] }[] }} Shown
 */

/** @param {string} name @param {string} [className] */
function part(name, className = "") {
  const node = document.createElement(name);
  node.className = className;
  return node;
}

/** @param {{ model: any, el: HTMLElement }} given */
function render({ model, el }) {
  const house = part("div", "sommet-notebook");
  const board = /** @type {SommetBoard} */ (document.createElement("sommet-board"));
  const bar = part("div", "bar");
  const said = part("p", "said");
  said.setAttribute("role", "status");
  const lines = part("ol", "lines");
  const slider = /** @type {HTMLInputElement} */ (part("input"));
  slider.type = "range";
  slider.min = "0";
  const send = (/** @type {object} */ message) => model.send(message);
  const go = (/** @type {number} */ move) => send({ do: "go", move });
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  /** @type {Shown} */
  let shown = model.get("shown");
  /** @param {string} name @param {string} sign @param {() => void} press */
  function button(name, sign, press) {
    const made = /** @type {HTMLButtonElement} */ (part("button"));
    made.type = "button";
    made.textContent = sign;
    made.title = shown.words[name] ?? name;
    made.setAttribute("aria-label", made.title);
    made.addEventListener("click", press);
    buttons[name] = made;
    bar.append(made);
  }
  button("start", "⏮", () => go(0));
  button("back", "◀", () => go(shown.move - 1));
  bar.append(slider);
  button("on", "▶", () => go(shown.move + 1));
  button("end", "⏭", () => go(shown.moves));
  button("finish", shown.words.finish, () => send({ do: "finish" }));
  button("analyse", shown.words.analyse, () => {
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

  let drawn = -1;
  function draw() {
    if (!board.stage) { // a notebook may put us on its page only later
      requestAnimationFrame(draw);
      return;
    }
    shown = model.get("shown");
    const { scene, effects, number, move, moves, seat, finish } = shown;
    if (number !== drawn) {
      const next = number === drawn + 1;
      drawn = number;
      board.seat = seat;
      board.play(next ? effects : [], scene);
    } else board.close();
    // The best of several moves that begin alike is the last one here.
    const sure = shown.lines.filter(({ worth }) => worth).reverse();
    board.value(new Map(sure.map(({ steps, worth }) => [steps[0], worth])));
    said.textContent = shown.said;
    slider.max = String(moves);
    slider.value = String(move);
    buttons.start.disabled = buttons.back.disabled = move === 0;
    buttons.on.disabled = buttons.end.disabled = move === moves;
    buttons.finish.hidden = !finish;
    buttons.analyse.disabled = false;
    lines.replaceChildren(...shown.lines.map(({ move: text, value, words }) => {
      const item = part("li");
      const meter = /** @type {HTMLMeterElement} */ (part("meter"));
      meter.value = value;
      item.append(text, meter, words);
      return item;
    }));
  }
  house.append(board, bar, said, lines);
  el.append(house);
  model.on("change:shown", draw);
  draw();
  return () => model.off("change:shown", draw);
}

export default { render };
