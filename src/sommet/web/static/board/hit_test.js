/** Finds what is at a point of the board, including pieces that can't be chosen. */

import { drawOrder } from "./draw_order.js";
import { isPiece } from "./projection.js";

/** @import { Stage } from "./stage.js" */
/** @import { Point } from "./types.js" */

/** Targets smaller than this need the magnifier on touch screens. */
export const MIN_TARGET_PX = 40;

/** Convert a point of the page to units of the picture. @param {Stage} stage
 * @param {{ clientX: number, clientY: number }} at @returns {Point|null} */
export function toPicturePoint({ svg }, { clientX, clientY }) {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return [x, y];
}

/** The id of the frontmost piece or cell at a point of the picture.
 * @param {Stage} stage @param {Point} point */
export function solidIdAt(stage, [x, y]) {
  const context = document.createElement("canvas").getContext("2d");
  const visible = stage.scene.solids.flatMap((solid) => stage.visibleSolid(solid) ?? []);
  const order = drawOrder(visible, stage.brush.projection).reverse();
  return order.find((solid) => {
    if (!isPiece(solid) && !solid.cell) return false;
    const [right, down] = stage.toPicture(solid.place);
    return context?.isPointInPath(new Path2D(stage.silhouette(solid)), x - right, y - down);
  })?.id;
}

/** The shortest side of any target, in pixels. @param {Element} layer */
export function smallestTargetPx(layer) {
  return Math.min(...[...layer.querySelectorAll(".target > .hit")].map((node) => {
    const { width, height } = node.getBoundingClientRect();
    return Math.min(width, height);
  }));
}
