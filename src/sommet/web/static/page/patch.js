/** What changed in a frame, put into it. What is not named is as it was, null is gone. */

/** @import { Board, BoardChange, Change, Frame, Scene, SceneChange } from "./protocol.js" */

/**
 * @template {object} T
 * @param {T} thing @param {object} change @returns {T}
 */
function merged(thing, change) {
  const entries = Object.entries({ ...thing, ...change }).filter(([, value]) => value !== null);
  return /** @type {T} */ (Object.fromEntries(entries));
}

/** The frame after a change. @param {Frame} frame @param {Change} change @returns {Frame} */
export function changed(frame, { onboard, ...rest }) {
  const now = merged(frame, rest);
  return onboard && now.board ? { ...now, board: onto(now.board, onboard) } : now;
}

/** @param {Board} board @param {BoardChange} change @returns {Board} */
function onto(board, { scene, ...rest }) {
  return { ...merged(board, rest), scene: into(board.scene, scene) };
}

/** @param {Scene} before @param {SceneChange} change @returns {Scene} */
function into(before, { gone = [], solids = [], ...rest }) {
  const left = new Set(gone);
  const now = before.solids.filter(({ id }) => !left.has(id));
  for (const [at, solid] of solids) now.splice(at, 0, solid);
  return { ...merged(before, rest), solids: now };
}
