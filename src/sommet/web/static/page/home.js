/** The boards of the home page, each of which plays a few moves by itself while it is in sight; and
 * what one tap will do, in words. */

import { after } from "../board/motion.js";
import { SommetBoard } from "../board/sommet-board.js";

/** @import { Preview } from "./protocol.js" */

const PAUSE = 1300;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {number} time */
const wait = (time) => new Promise((done) => setTimeout(done, time));

/** @param {SommetBoard} board @param {number} delay */
async function live(board, delay) {
  const answer = await fetch(`/preview/${board.dataset.preview}`);
  /** @type {Preview} */
  const { scene, moves } = await answer.json();
  board.show(scene);
  board.querySelector("img")?.remove();
  let seen = false;
  new IntersectionObserver(([entry]) => { seen = entry.isIntersecting; }).observe(board);
  await wait(delay);
  while (!still.matches) {
    let now = scene;
    for (const effects of moves) {
      do await wait(PAUSE); while (!seen || document.hidden);
      now = after(now, effects);
      await board.play(effects, now);
    }
    await wait(3 * PAUSE);
    board.show(scene);
  }
}

document.querySelectorAll("[data-preview]").forEach((board, index) => {
  if (board instanceof SommetBoard) live(board, 400 * index);
});

/** Say what was chosen; a browser may have kept it from an earlier visit. */
function tell() {
  for (const field of document.querySelectorAll("select[data-tells]")) {
    if (!(field instanceof HTMLSelectElement)) continue;
    const words = field.form?.querySelector(`[data-told="${field.dataset.tells}"]`);
    if (words) words.textContent = field.selectedOptions[0]?.text ?? "";
  }
}

document.addEventListener("change", tell);
addEventListener("pageshow", tell);
