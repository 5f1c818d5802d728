/** What is drawn over what: `sommet.drawing.projection`, whose formulas these are. */

import { add, corners, dot, frame, isPiece, scaled } from "./projection.js";
import { EDGE_ON_TOLERANCE, TOUCH_TOLERANCE, UP } from "./constants.js";

/** @import { Projection } from "./projection.js" */
/** @import { Place, Point, Solid } from "./types.js" */

/** How much of two solids must lie over each other to be seen. */
const MIN_OVERLAP = 0.04;

/** Boards carry hollows, hollows carry pieces. @param {Solid} solid */
const supportRank = (solid) => (solid.kind === "slab" ? 0 : 1 + Number(isPiece(solid)));

/** @param {number[]} values @returns {Point} */
const span = (values) => [Math.min(...values), Math.max(...values)];

/**
 * What of a solid tells the order: its spans along axes, on the screen, and how near it is.
 * @typedef {{ spans: Point[], across: Point, down: Point, depth: number }} Extent
 */

/** @type {WeakMap<Place, string>} */
const directionKeys = new WeakMap();

/** What a direction is called. @param {Place} facing */
function directionKey(facing) {
  let name = directionKeys.get(facing);
  if (!name) directionKeys.set(facing, name = facing.join());
  return name;
}

/** How solids lie to each other for one who looks at them. */
class DepthOrder {
  /** @param {Projection} projection @param {Place[]} facings of all that there is */
  constructor(projection, facings) {
    this.projection = projection;
    const axes = facings.flatMap((facing) => Object.values(frame(facing)));
    this.axes = [...new Map(axes.map((axis) => [directionKey(axis), axis])).values()];
    this.axisDepths = this.axes.map((axis) => projection.depth(axis));
    /** Most solids stay from frame to frame. @type {WeakMap<Solid, Extent>} */
    this.bodies = new WeakMap();
  }

  /** @param {Solid} solid @returns {Extent} */
  body(solid) {
    let body = this.bodies.get(solid);
    if (!body) this.bodies.set(solid, body = this.measure(solid));
    return body;
  }

  /** @param {Solid} solid @returns {Extent} */
  measure(solid) {
    const { projection, axes } = this;
    const ends = corners(solid);
    const points = ends.map((corner) => projection.point(corner));
    return {
      spans: axes.map((axis) => span(ends.map((corner) => dot(corner, axis)))),
      across: span(points.map(([x]) => x)),
      down: span(points.map(([, y]) => y)),
      depth: Math.round(projection.depth(scaled(add(...ends), 1 / ends.length)) * 1e6),
    };
  }

  /** 1 when a, the nearer one, comes after b, -1 when before it, 0 when it does not matter.
   * @param {Solid} a @param {Solid} b @returns {number} */
  compare(a, b) {
    const [spans, others] = [this.body(a).spans, this.body(b).spans];
    let [after, before, apart] = [false, false, false];
    for (let at = 0; at < this.axisDepths.length; at++) {
      const [low, high] = spans[at];
      const [otherLow, otherHigh] = others[at];
      const above = low >= otherHigh - TOUCH_TOLERANCE;
      if (above || otherLow >= high - TOUCH_TOLERANCE) {
        const side = above ? this.axisDepths[at] : -this.axisDepths[at];
        apart = true;
        after ||= side > EDGE_ON_TOLERANCE;
        before ||= side < -EDGE_ON_TOLERANCE;
      }
    }
    if (apart) return Number(after) - Number(before);
    const [one, other] = [supportRank(a), supportRank(b)];
    return one === other ? Number(one === 2) : Math.sign(one - other);
  }
}

/** Whether two lie over each other on the screen, by more than so much.
 * @param {Extent} one @param {Extent} other @param {number} [by] */
const overlap = (one, other, by = 0) =>
  one.across[0] + by < other.across[1] && other.across[0] + by < one.across[1] &&
  one.down[0] + by < other.down[1] && other.down[0] + by < one.down[1];

/** @type {WeakMap<Projection, Map<string, DepthOrder>>} */
const orders = new WeakMap();

/** @param {Projection} projection @param {Solid[]} solids all that there is */
function depthOrder(projection, solids) {
  const facings = new Map(solids.map(({ facing = UP }) => [directionKey(facing), facing]));
  const key = [...facings.keys()].sort().join(" ");
  let known = orders.get(projection);
  if (!known) orders.set(projection, known = new Map());
  let order = known.get(key);
  if (!order) known.set(key, order = new DepthOrder(projection, [...facings.values()]));
  return order;
}

/**
 * The solids in the order in which to draw them: what is hidden comes before what hides it, and what
 * pieces stand on before all pieces that it does not hide.
 *
 * Two solids are ordered by an axis along which one begins where the other ends: the one on the
 * viewer's side hides the other. Where there is none, a piece is in a hollow and a hollow in
 * a board, boards lie aslant side by side, and of two pieces the nearer middle is drawn later.
 * @template {Solid} T @param {T[]} solids @param {Projection} projection
 * @param {Solid[]} [among] all that there is, where these are some of it
 * @returns {T[]}
 */
export function drawOrder(solids, projection, among = solids) {
  const depths = depthOrder(projection, among);
  const bodies = solids.map((solid) => depths.body(solid));
  /** @type {number[][]} */
  const behind = solids.map(() => []);
  const order = solids.map((_, index) => index);
  order.sort((a, b) => bodies[a].depth - bodies[b].depth || a - b);
  order.forEach((a, rank) => {
    for (let at = 0; at < rank; at++) {
      const b = order[at];
      if (!overlap(bodies[a], bodies[b])) continue;
      const over = depths.compare(solids[a], solids[b]);
      if (over > 0) behind[a].push(b);
      else if (over < 0) behind[b].push(a);
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

/** The pieces at rest, and in order, that what flies passes behind, and what is drawn over those. What
 * a hand carries it carries over the wood.
 * @param {Solid[]} flying @param {Solid[]} resting @param {Projection} projection */
export function findOccluders(flying, resting, projection) {
  const depths = depthOrder(projection, [...resting, ...flying]);
  /** @type {Solid[]} */
  const found = [];
  for (const solid of resting) {
    const body = depths.body(solid);
    /** @param {Solid} other */
    const hides = (other) => {
      const side = body.depth < depths.body(other).depth ? -depths.compare(other, solid) : depths.compare(solid, other);
      return side > 0;
    };
    const overlaps = (/** @type {Solid} */ other) => overlap(body, depths.body(other), MIN_OVERLAP);
    if (!isPiece(solid)) continue;
    if (found.some(overlaps) || flying.some((flyer) => overlaps(flyer) && hides(flyer))) found.push(solid);
  }
  return found;
}
