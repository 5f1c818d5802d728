/** The home page: boards that play a few moves while they are visible, and a summary of the choices. */

import { applyEffects } from "../board/motion.js";
import { SommetBoard } from "../board/sommet-board.js";
import { FILES } from "./root.js";

/** @import { Preview } from "./protocol.js" */

const MOVE_INTERVAL_MS = 1300;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {number} time */
const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** @param {SommetBoard} board @param {number} delay */
async function animatePreview(board, delay) {
  const answer = await fetch(`${FILES}preview/${board.dataset.preview}.json`);
  if (!answer.ok) return; // the picture stays
  /** @type {Preview} */
  const { scene, moves } = await answer.json();
  board.show(scene);
  board.querySelector("img")?.remove();
  let isVisible = false;
  new IntersectionObserver(([entry]) => { isVisible = entry.isIntersecting; }).observe(board);
  await sleep(delay);
  while (!reducedMotion.matches) {
    let current = scene;
    for (const effects of moves) {
      do await sleep(MOVE_INTERVAL_MS); while (!isVisible || document.hidden);
      current = applyEffects(current, effects);
      await board.play(effects, current);
    }
    await sleep(3 * MOVE_INTERVAL_MS);
    board.show(scene);
  }
}

document.querySelectorAll("[data-preview]").forEach((board, index) => {
  if (board instanceof SommetBoard) animatePreview(board, 400 * index);
});

/** Show the chosen values as text; the browser may have restored them. */
function showChoices() {
  for (const field of document.querySelectorAll("select[data-mirrored]")) {
    if (!(field instanceof HTMLSelectElement)) continue;
    const words = field.form?.querySelector(`[data-mirror="${field.dataset.mirrored}"]`);
    if (words) words.textContent = field.selectedOptions[0]?.text ?? "";
  }
}

document.addEventListener("change", showChoices);
addEventListener("pageshow", showChoices);
