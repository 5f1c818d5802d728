/** Applies a change to a frame: fields it doesn't name stay, null removes a field. */

/** @import { Board, BoardChange, Change, Frame, Scene, SceneChange } from "./protocol.js" */

/**
 * @template {object} T
 * @param {T} thing @param {object} change @returns {T}
 */
function mergeFields(thing, change) {
  const entries = Object.entries({ ...thing, ...change }).filter(([, value]) => value !== null);
  return /** @type {T} */ (Object.fromEntries(entries));
}

/** The frame after a change. @param {Frame} frame @param {Change} change @returns {Frame} */
export function applyChange(frame, { board_change, ...rest }) {
  const now = mergeFields(frame, rest);
  return board_change && now.board ? { ...now, board: applyBoardChange(now.board, board_change) } : now;
}

/** @param {Board} board @param {BoardChange} change @returns {Board} */
function applyBoardChange(board, { scene, ...rest }) {
  return { ...mergeFields(board, rest), scene: applySceneChange(board.scene, scene) };
}

/** @param {Scene} before @param {SceneChange} change @returns {Scene} */
function applySceneChange(before, { gone = [], solids = [], ...rest }) {
  const removed = new Set(gone);
  const now = before.solids.filter(({ id }) => !removed.has(id));
  for (const [at, solid] of solids) now.splice(at, 0, solid);
  return { ...mergeFields(before, rest), solids: now };
}
