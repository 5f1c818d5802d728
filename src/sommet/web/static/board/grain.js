/** The grain of wood on faces, balls and boards. The twin of `sommet.drawing.grain`. */

import { middle } from "./primitives.js";
import { element, mix, number } from "./svg.js";
import { ORIGIN, add, cross, dot, minus, scaled, unit } from "./projection.js";
import { BLACK, FIBRE, FIBRES, FIBRE_OPACITY, GRAIN_AXIS, GROWTH_RINGS, SCALE } from "./constants.js";

/** @import { Brush, Face } from "./primitives.js" */
/** @import { Place, Point } from "./types.js" */

/** @param {number} length */
const pictureUnits = (length) => number(length * SCALE);

/** The style of grain lines in wood of a colour. @param {string} colour */
const lineStyle = (colour) => ({
  fill: "none", stroke: mix(colour, BLACK, FIBRE.share), "stroke-opacity": FIBRE_OPACITY,
});

/** The grain of a board on one of its faces, along a direction.
 * @param {Brush} brush @param {Face} face @param {Place} along */
export function boardGrain(brush, face, along) {
  const up = unit(face.normal);
  const right = unit(minus(along, scaled(up, dot(along, up))));
  const transform = brush.planeTransform({ right, away: cross(up, right), up }, ORIGIN, 1 / SCALE);
  const named = [...up, ...right].map((part) => String(Math.round(part * 9) + 9).padStart(2, "0"));
  const fill = brush.sheet.grain(`grain${named.join("")}`, transform);
  return element("path", { d: brush.polygon(face.corners), fill });
}

/** Lines across a square face.
 * @param {Brush} brush @param {Face} face @param {string} colour @param {number} size */
export function faceGrain(brush, face, colour, size) {
  const transform = brush.planeTransform(brush.axes(face), middle(face.corners), size);
  const width = (FIBRE.width / SCALE).toFixed(3);
  return element("path", { d: FIBRES, transform, ...lineStyle(colour), "stroke-width": width });
}

/** The visible growth rings of a ball: the front parts of circles round an axis.
 * @param {Brush} brush @param {Place} centre @param {number} radius @param {string} colour */
export function growthRings({ projection }, centre, radius, colour) {
  const [toward, axis] = [projection.toward, unit(GRAIN_AXIS)];
  const slope = dot(axis, toward);
  const near = unit(minus(toward, scaled(axis, slope)));
  const side = cross(axis, near);
  const [[ax, ay], [bx, by]] = [projection.point(near), projection.point(side)];
  const sweep = Number(ax * by > ay * bx);
  const turned = number((Math.atan2(by, bx) * 180) / Math.PI);
  let d = "";
  for (const offset of GROWTH_RINGS) {
    const wide = Math.sqrt(1 - offset * offset);
    const hidden = (-offset * slope) / (wide * dot(near, toward));
    if (hidden >= 1) continue;
    const end = Math.acos(Math.max(-1, hidden));
    const radii = [radius * wide, radius * wide * Math.abs(slope)].map(pictureUnits).join(" ");
    const half = `A${radii} ${turned} 0 ${sweep} `;
    const from = add(centre, scaled(axis, offset * radius));
    const [one, two, three] = [-end, 0, end].map((turn) => {
      const across = scaled(near, radius * wide * Math.cos(turn));
      const aside = scaled(side, radius * wide * Math.sin(turn));
      return projection.point(add(from, across, aside)).map(pictureUnits).join(" ");
    });
    d += `M${one}${half}${two}${half}${three}`;
  }
  return element("path", { d, ...lineStyle(colour), "stroke-width": FIBRE.width });
}

/** An outline with rounded corners.
 * @param {Point[]} outline @param {number} radius @param {number} steps @returns {Point[]} */
export function roundCorners(outline, radius, steps) {
  return outline.flatMap((corner, index) => {
    const before = outline.at(index - 1) ?? corner;
    const after = outline[(index + 1) % outline.length];
    const [one, two] = [before, after].map((other) => toward(corner, other, radius));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const t = step / steps;
      const shares = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      const ends = [one, corner, two];
      const [x, y] = [0, 1].map((axis) =>
        shares.reduce((sum, share, at) => sum + share * ends[at][axis], 0));
      return /** @type {Point} */ ([x, y]);
    });
  });
}

/** An outline round the origin, inset on each side.
 * @param {Point[]} outline @param {Place} size @param {number} by @returns {Point[]} */
export const inset = (outline, [width, length], by) =>
  outline.map(([x, y]) => [x * (1 - (2 * by) / width), y * (1 - (2 * by) / length)]);

/** The point at a distance from a corner towards another one, less than halfway.
 * @param {Point} corner @param {Point} other @param {number} radius @returns {Point} */
function toward([x, y], [toX, toY], radius) {
  const share = Math.min(0.45, radius / Math.hypot(toX - x, toY - y));
  return [x + (toX - x) * share, y + (toY - y) * share];
}
