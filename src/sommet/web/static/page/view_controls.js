/** The tools to look at a board: turn and tilt it, lift levels off, spread piles. */

/** @import { SommetBoard } from "../board/sommet-board.js" */

/** Let the buttons of a page turn its board. @param {SommetBoard} board */
export function looks(board) {
  /** @type {Record<string, () => void>} */
  const ways = {
    left: () => board.orbit(-30, 0), right: () => board.orbit(30, 0),
    tilt: () => {
      const base = board.stage?.scene.camera?.tilt ?? 60;
      const now = base + (board.stage?.look.tilt ?? 0);
      board.orbit(0, now > 35 ? -15 : 90 - now);
    },
    peel: () => board.peel(), spread: () => board.spread(), rest: () => board.look(),
  };
  for (const button of document.querySelectorAll("[data-look]")) {
    const way = /** @type {HTMLElement} */ (button).dataset.look ?? "";
    button.addEventListener("click", () => ways[way]?.());
  }
  board.addEventListener("settled", () => {
    const { highest = 0, look } = board.stage ?? {};
    for (const [way, on] of [["peel", look && look.levels < highest], ["spread", look?.spread]]) {
      const button = /** @type {any} */ (document.querySelector(`[data-look=${way}]`));
      button.disabled = !highest;
      button.setAttribute("aria-pressed", String(!!highest && !!on));
    }
  });
}
