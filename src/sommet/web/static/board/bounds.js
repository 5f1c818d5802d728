/** The bounding box of everything on a stage. */

import { LABEL_MARGIN } from "./constants.js";

/** @import { Stage } from "./stage.js" */
/** @import { Point, Solid } from "./types.js" */

/** Left, top, right and bottom of a stage's content, including its frame, targets and marks; null when it
 * is empty. @param {Stage} stage */
export function sceneBounds(stage) {
  const { solids, labels = [], frame = [], spots = [], marks = [] } = stage.scene;
  const { projection } = stage.brush;
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  /** @param {Point} point */
  const include = ([x, y]) => {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  };
  for (const place of frame) include(projection.point(place));
  const ghosts = [...marks, ...spots.map(({ at }) => at)].filter((at) => typeof at !== "string");
  for (const solid of [...solids, .../** @type {Solid[]} */ (ghosts)]) {
    const visible = stage.visibleSolid(solid);
    if (visible) stage.brush.extentPoints(visible).forEach(include);
  }
  for (const { place } of labels) {
    const [x, y] = projection.point(place);
    include([x - LABEL_MARGIN, y - LABEL_MARGIN]);
    include([x + LABEL_MARGIN, y + LABEL_MARGIN]);
  }
  return box[0] > box[2] ? null : box;
}
