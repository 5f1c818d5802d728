/**
 * Where a scene falls on the screen, and what is drawn over what: `sommet.drawing.projection`, whose
 * formulas these are.
 */

import { FLAT, NEAR, PIECES, TILT, UNIT, UP } from "./table.js";

/** @import { Camera, Place, Point, Solid } from "./types.js" */

/** @type {Place} */
export const ORIGIN = [0, 0, 0];

/** @param {Solid} solid */
export const isPiece = (solid) => PIECES.includes(solid.kind);

/** Boards carry hollows, hollows carry pieces. @param {Solid} solid */
const stands = (solid) => (solid.kind === "slab" ? 0 : 1 + Number(isPiece(solid)));

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
 * Three unit vectors at right angles.
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

/** The point that lies so far right, away and up of `origin`.
 * @param {Frame} axes @param {Place} origin @param {number} right @param {number} away
 * @param {number} up */
export const placed = (axes, origin, right, away, up) =>
  add(origin, scaled(axes.right, right), scaled(axes.away, away), scaled(axes.up, up));

/** A camera at work. */
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
    this.measured = { axes: "", bodies: /** @type {WeakMap<Solid, Body>} */ (new WeakMap()) };
  }

  /** What has been measured of solids along these axes: most of them stay from frame to frame.
   * @param {string} axes */
  bodies(axes) {
    if (this.measured.axes !== axes) this.measured = { axes, bodies: new WeakMap() };
    return this.measured.bodies;
  }

  /** Where a point (or a direction) falls. @param {Place} place @returns {Point} */
  point(place) {
    return [dot(place, this.across), dot(place, this.down)];
  }

  /** How far a point is towards the viewer. @param {Place} place */
  depth(place) {
    return dot(place, this.toward);
  }

  /** The direction in space that is so on the screen. @param {Place} direction */
  direction([across, down, toward]) {
    return add(
      scaled(this.across, across),
      scaled(this.down, down),
      scaled(this.toward, toward),
    );
  }
}

/** The outline of a rectangle round the origin, against the clock.
 * @param {number} width @param {number} length @returns {Point[]} */
export function rectangle(width, length) {
  const [x, y] = [width / 2, length / 2];
  return [[-x, -y], [x, -y], [x, y], [-x, y]];
}

/** The corners of the prism that holds a solid, the lower ones first; of what lies in a board
 * only the rim counts. @param {Solid} solid @returns {Place[]} */
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

/** @param {number[]} values @returns {Point} */
const span = (values) => [Math.min(...values), Math.max(...values)];

/**
 * What of a solid tells the order: its spans along axes, on the screen, and how near it is.
 * @typedef {{ spans: Point[], across: Point, down: Point, depth: number }} Body
 */

/** @param {Solid} solid @param {Projection} projection @param {Place[]} axes @returns {Body} */
function measured(solid, projection, axes) {
  const ends = corners(solid);
  const points = ends.map((corner) => projection.point(corner));
  return {
    spans: axes.map((axis) => span(ends.map((corner) => dot(corner, axis)))),
    across: span(points.map(([x]) => x)),
    down: span(points.map(([, y]) => y)),
    depth: Math.round(projection.depth(scaled(add(...ends), 1 / ends.length)) * 1e6),
  };
}

/** @param {Place} facing @returns {[string, Place][]} */
const axesOf = (facing) => Object.values(frame(facing)).map((axis) => [axis.join(), axis]);

/** @param {Solid} solid */
const isCarried = ({ scale }) => scale !== undefined;

/** Whether a piece, taken for a ball, hides a point of the screen.
 * @param {Projection} projection @param {Solid} solid @param {Point} at */
export function covers(projection, { place, size = UNIT }, [x, y]) {
  const [right, down] = projection.point(add(place, scaled(projection.up, size[2] / 2)));
  return Math.hypot(right - x, down - y) < size[0] / 2;
}

/**
 * The solids in the order in which to draw them: what is hidden comes before what hides it, and what
 * pieces stand on before all pieces that it does not hide.
 *
 * Two solids are told apart by an axis along which one begins where the other ends: the one on the
 * viewer's side hides the other. Where there is none, a piece stands in a hollow and a hollow lies in
 * a board, boards lie aslant side by side, and of two pieces the nearer middle is drawn later.
 * @template {Solid} T @param {T[]} solids @param {Projection} projection @returns {T[]}
 */
export function painted(solids, projection) {
  const axes = new Map(solids.flatMap(({ facing = UP }) => axesOf(facing)));
  const directions = [...axes.values()];
  const sides = directions.map((axis) => projection.depth(axis));
  const kept = projection.bodies([...axes.keys()].join());
  const bodies = solids.map((solid) => {
    let body = kept.get(solid);
    if (!body) kept.set(solid, body = measured(solid, projection, directions));
    return body;
  });
  /** @type {number[][]} */
  const behind = solids.map(() => []);

  /** 1 when a, the nearer one, comes after b, -1 when before it, 0 when it does not matter.
   * @param {number} a @param {number} b */
  function hides(a, b) {
    // What a hand carries it carries over the board.
    if (isPiece(solids[a]) !== isPiece(solids[b]) && (isCarried(solids[a]) || isCarried(solids[b]))) {
      return isPiece(solids[a]) ? 1 : -1;
    }
    let [after, before, apart] = [false, false, false];
    for (let at = 0; at < sides.length; at++) {
      const [low, high] = bodies[a].spans[at];
      const [otherLow, otherHigh] = bodies[b].spans[at];
      const above = low >= otherHigh - NEAR;
      if (above || otherLow >= high - NEAR) {
        const side = above ? sides[at] : -sides[at];
        apart = true;
        after ||= side > FLAT;
        before ||= side < -FLAT;
      }
    }
    if (apart) return Number(after) - Number(before);
    const [one, other] = [stands(solids[a]), stands(solids[b])];
    return one === other ? Number(one === 2) : Math.sign(one - other);
  }

  const order = solids.map((_, index) => index);
  order.sort((a, b) => bodies[a].depth - bodies[b].depth || a - b);
  order.forEach((a, rank) => {
    const one = bodies[a];
    for (let at = 0; at < rank; at++) {
      const b = order[at];
      const other = bodies[b];
      if (
        one.across[0] < other.across[1] && other.across[0] < one.across[1] &&
        one.down[0] < other.down[1] && other.down[0] < one.down[1]
      ) {
        const over = hides(a, b);
        if (over > 0) behind[a].push(b);
        else if (over < 0) behind[b].push(a);
      }
    }
  });

  const done = new Set();
  /** @type {T[]} */
  const result = [];
  /** @param {number} index */
  function draw(index) {
    if (done.has(index)) return;
    done.add(index);
    behind[index].forEach(draw);
    result.push(solids[index]);
  }
  for (const index of order) if (!isPiece(solids[index])) draw(index);
  order.forEach(draw);
  return result;
}

/** How much of two solids must lie over each other to be seen. */
const SEEN = 0.04;

/** Add to some solids, by id, what is drawn over one of them.
 * @param {Solid[]} order as they were `painted` @param {Set<string>} ids @param {Projection} projection */
export function over(order, ids, projection) {
  if (!ids.size) return;
  const { bodies } = projection.measured;
  /** @type {Body[]} */
  const under = [];
  for (const solid of order) {
    const body = /** @type {Body} */ (bodies.get(solid));
    const { across: [left, right], down: [top, bottom] } = body;
    if (!ids.has(solid.id) && !under.some(({ across, down }) =>
      left + SEEN < across[1] && across[0] + SEEN < right && top + SEEN < down[1] && down[0] + SEEN < bottom)) continue;
    ids.add(solid.id);
    under.push(body);
  }
}
