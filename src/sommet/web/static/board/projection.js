/** Vectors and the projection of a scene onto the screen. The twin of `sommet.drawing.projection`. */

import { PIECES, TILT, UNIT, UP } from "./constants.js";

/** @import { Camera, Place, Point, Solid } from "./types.js" */

/** @type {Place} */
export const ORIGIN = [0, 0, 0];

/** @param {Solid} solid */
export const isPiece = (solid) => PIECES.includes(solid.kind);

/** @param {Place} a @param {Place} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Place[]} places @returns {Place} */
export function add(...places) {
  /** @type {Place} */
  const sum = [0, 0, 0];
  for (const [x, y, z] of places) {
    sum[0] += x;
    sum[1] += y;
    sum[2] += z;
  }
  return sum;
}

/** @param {Place} a @param {Place} b @returns {Place} */
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** @param {Place} a @param {number} by @returns {Place} */
export const scaled = (a, by) => [a[0] * by, a[1] * by, a[2] * by];

/** @param {Place} a @param {Place} b @returns {Place} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** @param {Place} a */
export const unit = (a) => scaled(a, 1 / Math.sqrt(dot(a, a)));

/** @param {Place} a @param {Place} b @param {number} share */
export const between = (a, b, share) => add(scaled(a, 1 - share), scaled(b, share));

/**
 * Three perpendicular unit vectors.
 * @typedef {{ right: Place, away: Place, up: Place }} Frame
 */

/** @type {Map<string, Frame>} */
const frames = new Map();

/** The frame of a direction (any but ±y). @param {Place} facing @returns {Frame} */
export function frame(facing) {
  const key = facing.join();
  let found = frames.get(key);
  if (!found) {
    const up = unit(facing);
    const right = unit(cross([0, 1, 0], up));
    found = { right, away: cross(up, right), up };
    frames.set(key, found);
  }
  return found;
}

/** The point at these distances to the right, away from and above `origin`.
 * @param {Frame} axes @param {Place} origin @param {number} right @param {number} away
 * @param {number} up */
export const placed = (axes, origin, right, away, up) =>
  add(origin, scaled(axes.right, right), scaled(axes.away, away), scaled(axes.up, up));

/** The orthographic projection of a camera. */
export class Projection {
  /** @param {Camera} camera */
  constructor({ turn = 0, tilt = TILT, up = UP }) {
    const rest = frame(up);
    const [theta, tau] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180];
    const along = add(
      scaled(rest.right, -Math.sin(theta)),
      scaled(rest.away, Math.cos(theta)),
    );
    this.up = rest.up;
    this.across = add(scaled(rest.right, Math.cos(theta)), scaled(rest.away, Math.sin(theta)));
    this.down = add(scaled(along, -Math.sin(tau)), scaled(rest.up, -Math.cos(tau)));
    /** The direction to the viewer. */
    this.toward = add(scaled(along, -Math.cos(tau)), scaled(rest.up, Math.sin(tau)));
  }

  /** Project a point or a direction. @param {Place} place @returns {Point} */
  point(place) {
    return [dot(place, this.across), dot(place, this.down)];
  }

  /** The depth of a point: how far it is towards the viewer. @param {Place} place */
  depth(place) {
    return dot(place, this.toward);
  }

  /** The direction in space of a direction on the screen. @param {Place} direction */
  direction([across, down, toward]) {
    return add(
      scaled(this.across, across),
      scaled(this.down, down),
      scaled(this.toward, toward),
    );
  }
}

/** The outline of a rectangle round the origin, counterclockwise.
 * @param {number} width @param {number} length @returns {Point[]} */
export function rectangle(width, length) {
  const [x, y] = [width / 2, length / 2];
  return [[-x, -y], [x, -y], [x, y], [-x, y]];
}

/** The corners of a solid's bounding prism, the lower ones first; of a hollow or a socket, only the rim.
 * @param {Solid} solid @returns {Place[]} */
export function corners(solid) {
  const axes = frame(solid.facing ?? UP);
  const [width, length, height] = solid.size ?? UNIT;
  const outline = solid.outline ?? rectangle(width, length);
  const heights = solid.kind === "hollow" ? [0] : [0, height];
  const found = heights.flatMap((up) =>
    outline.map(([right, away]) => placed(axes, solid.place, right, away, up)),
  );
  return solid.kind === "socket" ? [...found.slice(1, 6), ...found.slice(7)] : found;
}

/** Whether a piece, seen as a ball, covers a point on the screen.
 * @param {Projection} projection @param {Solid} solid @param {Point} at */
export function covers(projection, { place, size = UNIT }, [x, y]) {
  const [right, down] = projection.point(add(place, scaled(projection.up, size[2] / 2)));
  return Math.hypot(right - x, down - y) < size[0] / 2;
}
