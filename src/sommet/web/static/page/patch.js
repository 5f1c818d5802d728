/** Frames and their patches. */

/** @import { BoardScene } from "./protocol.js" */
/** @import { Scene } from "../board/types.js" */

/** Whether a value is a JSON object. @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Apply a JSON Merge Patch (RFC 7396): members that it doesn't name stay as they are, null removes one.
 * @template T
 * @param {T} target @param {unknown} patch @returns {T}
 */
export function apply(target, patch) {
  if (!isObject(patch)) return /** @type {T} */ (patch);
  /** @type {Record<string, unknown>} */
  const result = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = apply(result[name], value);
  }
  return /** @type {T} */ (result);
}

/** The scene of a frame with its solids as a list: first those in `order`, then the pieces by id.
 * @param {BoardScene} scene @returns {Scene} */
export function listSolids({ solids, order = [], ...rest }) {
  const supports = new Set(order);
  const pieces = Object.keys(solids).filter((id) => !supports.has(id)).sort();
  return { ...rest, solids: [...order, ...pieces].map((id) => solids[id]) };
}
