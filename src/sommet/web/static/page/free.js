/** The free board: set up or paste a position, play both sides, ask the engine. */

import { SommetBoard } from "../board/sommet-board.js";
import { Trial } from "./trial.js";
import { refusal, say } from "./words.js";

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);

const free = part("free");
const { game, options, position } = free.dataset;
const board = /** @type {SommetBoard} */ (part("board"));
/** Positions so far, and the moves between them. @type {{ text: string, move: string }[]} */
let past = [];

const trial = new Trial(board, { game, options, position }, {
  changed: (sketch) => {
    part("refused").textContent = "";
    part("finish").hidden = !(sketch.next && sketch.steps.length);
    part("now").textContent = sketch.winners
      ? say("learn", "over") : say("learn", "your_move", { number: sketch.turn + 1 });
    part("undo").disabled = !past.length && !trial.path.length;
    if (!trial.path.length) {
      part("position").value = sketch.text;
      const query = new URLSearchParams({ position: sketch.text, ...(options && { options }) });
      history.replaceState(null, "", `?${query}`);
    }
  },
  whole: (sketch) => {
    past.push({ text: sketch.text, move: sketch.move });
    listed();
    trial.stand(sketch.next ?? "");
  },
  refused: (words) => { part("refused").textContent = words; },
});

function listed() {
  part("lines").replaceChildren();
  part("moves").replaceChildren(...past.map(({ text, move }, index) => {
    const [line, button] = [document.createElement("li"), document.createElement("button")];
    button.type = "button";
    button.textContent = move;
    button.addEventListener("click", () => {
      past = past.slice(0, index);
      listed();
      trial.stand(text);
    });
    line.append(button);
    return line;
  }));
}

/** @param {string} address @param {object} body */
const post = (address, body) => fetch(address, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

async function ask() {
  part("ask").disabled = true;
  part("now").textContent = say("learn", "thinking");
  const question = {
    game, options: JSON.parse(free.dataset.chosen), position: trial.given.position, level: "gentle",
  };
  let answer = await post("/api/analysis", question);
  if (answer.status === 401) {
    // The engine answers people whom the house knows.
    await post("/guest", {});
    answer = await post("/api/analysis", question);
  }
  const found = await answer.json();
  part("ask").disabled = false;
  if (!answer.ok) {
    part("refused").textContent = refusal(found);
    return;
  }
  part("now").textContent = say("learn", "your_move", { number: found.turn + 1 });
  const lines = /** @type {{ move: string, value: number }[]} */ (found.moves).slice(0, 6);
  part("lines").replaceChildren(...lines.map(({ move, value }) => {
    const line = document.createElement("li");
    const bar = document.createElement("meter");
    bar.value = value;
    const text = `${Math.round(100 * value)} %`;
    bar.textContent = text;
    bar.setAttribute("aria-label", `${move} ${text}`);
    line.append(move, bar, text);
    return line;
  }));
}

part("finish").addEventListener("click", () => trial.finish());
part("undo").addEventListener("click", () => {
  if (trial.path.length) {
    trial.go([]);
    return;
  }
  const last = past.pop();
  listed();
  if (last) trial.stand(last.text);
});
part("ask").addEventListener("click", ask);
part("set").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  past = [];
  listed();
  trial.stand(part("position").value.trim());
});
trial.go([]);
