/** Finds what is under a finger by the drawn outlines, including what cannot be chosen. */

import { painted } from "./draw_order.js";
import { isPiece } from "./projection.js";

/** @import { Stage } from "./stage.js" */
/** @import { Point } from "./types.js" */

/** How small, in pixels, something to tap may be before it is enlarged under the finger. */
export const FINGER = 40;

/** A point of the page in the units of the picture. @param {Stage} stage
 * @param {{ clientX: number, clientY: number }} at @returns {Point|null} */
export function pointed({ svg }, { clientX, clientY }) {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return [x, y];
}

/** The id of the foremost piece, or place for one, at a point of the picture.
 * @param {Stage} stage @param {Point} point */
export function under(stage, [x, y]) {
  const ink = document.createElement("canvas").getContext("2d");
  const seen = stage.scene.solids.flatMap((solid) => stage.seen(solid) ?? []);
  const order = painted(seen, stage.brush.projection).reverse();
  return order.find((solid) => {
    if (!isPiece(solid) && !solid.cell) return false;
    const [right, down] = stage.point(solid.place);
    return ink?.isPointInPath(new Path2D(stage.silhouette(solid)), x - right, y - down);
  })?.id;
}

/** The smallest side of anything that can be chosen, in pixels. @param {Element} layer */
export function least(layer) {
  return Math.min(...[...layer.querySelectorAll(".target > .hit")].map((node) => {
    const { width, height } = node.getBoundingClientRect();
    return Math.min(width, height);
  }));
}
