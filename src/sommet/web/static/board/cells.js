/** The cells of a board as grids: one for each level, and one for everything next to the board. */

import { Projection, isPiece } from "./projection.js";
import { SCALE } from "./constants.js";

/** @import { Stage } from "./stage.js" */
/** @import { Point, Solid, Spot } from "./types.js" */

/**
 * @typedef {object} Target
 * @property {string} key
 * @property {string} cell its name
 * @property {Solid} solid
 * @property {boolean} ghost whether it isn't on the board yet
 * @property {boolean} empty whether the cell is empty
 * @property {Map<string, string>} steps its steps, with their labels
 * @property {Map<string, number>} groupSizes the number of targets of each step
 * @property {Point} at its centre in the picture
 * @property {number} level from 1; 0 where there is only one, or next to the board
 */

/** @typedef {{ level: number, offBoard: boolean, rows: Target[][] }} Grid */

/** The most that cells of one row may differ vertically. */
const MAX_ROW_OFFSET = 0.3;

/** Whether a piece is in a tray. @param {Solid} solid */
export const inTray = ({ tray }) => tray !== undefined;

/** Every target that can be chosen, and all other cells of the board.
 * @param {Stage} stage @param {Spot[]} spots @returns {Target[]} */
export function findTargets(stage, spots) {
  const solids = new Map(stage.scene.solids.map((solid) => [solid.id, solid]));
  /** @type {Map<string, Target>} */
  const found = new Map();
  const takenCells = new Set();
  /** @type {Map<string, number>} */
  const groupSizes = new Map();
  /** @param {Solid} solid @param {boolean} ghost @param {string} cell */
  const addTarget = (solid, ghost, cell) => {
    const visible = stage.visibleSolid(solid);
    if (!visible) return;
    const [x, y] = stage.brush.middle(visible);
    const at = /** @type {Point} */ ([x * SCALE, y * SCALE]);
    const empty = ghost || !isPiece(solid);
    const target = { key: solid.id, cell, solid: visible, ghost, empty, steps: new Map(), groupSizes, at, level: 0 };
    found.set(solid.id, target);
    takenCells.add(solid.cell);
    return target;
  };
  for (const { at, step, label = step } of spots) {
    const solid = typeof at === "string" ? solids.get(at) : at;
    if (!solid) continue;
    const target = found.get(solid.id) ?? addTarget(solid, typeof at !== "string", label);
    target?.steps.set(step, label);
    groupSizes.set(step, (groupSizes.get(step) ?? 0) + 1);
  }
  for (const solid of stage.scene.solids) {
    if (solid.cell && isPiece(solid) && !found.has(solid.id)) addTarget(solid, false, solid.cell);
  }
  for (const solid of stage.scene.solids) {
    if (solid.cell && !takenCells.has(solid.cell)) addTarget(solid, false, solid.cell);
  }
  return [...found.values()];
}

/** Group targets into grids: the lowest level first, everything next to the board last.
 * @param {Stage} stage @param {Target[]} all @returns {Grid[]} */
export function groupIntoGrids(stage, all) {
  // Rows follow the scene's own camera, even on a rotated table; the frontmost is drawn last.
  const camera = new Projection(stage.scene.camera ?? {});
  /** @type {Map<number, Target[]>} */
  const levels = new Map();
  for (const target of all) {
    const high = inTray(target.solid) ? Infinity : target.solid.level ?? 0;
    levels.set(high, [...(levels.get(high) ?? []), target]);
  }
  const hasLevels = [...levels.keys()].filter(Number.isFinite).length > 1;
  return [...levels].sort(([a], [b]) => a - b).map(([high, targets]) => {
    const level = hasLevels && Number.isFinite(high) ? high + 1 : 0;
    const placed = targets.map((target) => {
      target.level = level;
      const [across, down] = camera.point(target.solid.place);
      return { target, across, down };
    });
    placed.sort((a, b) => a.down - b.down || a.across - b.across);
    /** @type {{ down: number, cells: typeof placed }[]} */
    const rows = [];
    for (const cell of placed) {
      const row = rows.at(-1);
      if (row && cell.down - row.down < MAX_ROW_OFFSET) row.cells.push(cell);
      else rows.push({ down: cell.down, cells: [cell] });
    }
    const lines = rows.map(({ cells }) =>
      cells.sort((a, b) => a.across - b.across).map(({ target }) => target));
    const averageY = (/** @type {Target[]} */ line) =>
      line.reduce((sum, { at }) => sum + at[1], 0) / line.length;
    return { level, offBoard: !Number.isFinite(high), rows: lines.sort((a, b) => averageY(a) - averageY(b)) };
  });
}
