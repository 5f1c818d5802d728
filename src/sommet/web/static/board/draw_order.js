/** The drawing order of solids. The twin of `draw_order` in `sommet.drawing.projection`. */

import { add, corners, dot, frame, isPiece, scaled } from "./projection.js";
import { EDGE_ON_TOLERANCE, TOUCH_TOLERANCE, UP } from "./constants.js";

/** @import { Projection } from "./projection.js" */
/** @import { Place, Point, Solid } from "./types.js" */

/** Overlaps on the screen smaller than this are invisible. */
const MIN_OVERLAP = 0.04;

/** Boards are below hollows, hollows below pieces. @param {Solid} solid */
const supportRank = (solid) => (solid.kind === "slab" ? 0 : 1 + Number(isPiece(solid)));

/** @param {number[]} values @returns {Point} */
const span = (values) => [Math.min(...values), Math.max(...values)];

/**
 * The extent of a solid: along the axes, on the screen, and its depth.
 * @typedef {{ spans: Point[], across: Point, down: Point, depth: number }} Extent
 */

/** @type {WeakMap<Place, string>} */
const directionKeys = new WeakMap();

/** A key for a direction. @param {Place} facing */
function directionKey(facing) {
  let name = directionKeys.get(facing);
  if (!name) directionKeys.set(facing, name = facing.join());
  return name;
}

/** Compares the depth of solids for one camera. */
class DepthOrder {
  /** @param {Projection} projection @param {Place[]} facings of all solids */
  constructor(projection, facings) {
    this.projection = projection;
    const axes = facings.flatMap((facing) => Object.values(frame(facing)));
    this.axes = [...new Map(axes.map((axis) => [directionKey(axis), axis])).values()];
    this.axisDepths = this.axes.map((axis) => projection.depth(axis));
    /** Most solids stay from frame to frame. @type {WeakMap<Solid, Extent>} */
    this.extents = new WeakMap();
  }

  /** @param {Solid} solid @returns {Extent} */
  extentOf(solid) {
    let extent = this.extents.get(solid);
    if (!extent) this.extents.set(solid, extent = this.measure(solid));
    return extent;
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
    const [spans, others] = [this.extentOf(a).spans, this.extentOf(b).spans];
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

/** Whether two solids overlap on the screen by more than a distance.
 * @param {Extent} one @param {Extent} other @param {number} [by] */
const overlap = (one, other, by = 0) =>
  one.across[0] + by < other.across[1] && other.across[0] + by < one.across[1] &&
  one.down[0] + by < other.down[1] && other.down[0] + by < one.down[1];

/** @type {WeakMap<Projection, Map<string, DepthOrder>>} */
const orders = new WeakMap();

/** @param {Projection} projection @param {Solid[]} solids all of them */
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
 * The solids in drawing order: what is hidden comes before what hides it, and boards and hollows come
 * before all pieces that they don't hide.
 *
 * Two solids are ordered by an axis along which one begins where the other ends: the one on the
 * viewer's side hides the other. Where there is none, a piece is in a hollow and a hollow in
 * a board, slanted boards are side by side, and of two pieces the one with the nearer centre is drawn
 * later.
 * @template {Solid} T @param {T[]} solids @param {Projection} projection
 * @param {Solid[]} [among] all solids, if these are some of them
 * @returns {T[]}
 */
export function drawOrder(solids, projection, among = solids) {
  const depths = depthOrder(projection, among);
  const extents = solids.map((solid) => depths.extentOf(solid));
  /** @type {number[][]} */
  const behind = solids.map(() => []);
  const order = solids.map((_, index) => index);
  order.sort((a, b) => extents[a].depth - extents[b].depth || a - b);
  order.forEach((a, rank) => {
    for (let at = 0; at < rank; at++) {
      const b = order[at];
      if (!overlap(extents[a], extents[b])) continue;
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

/** The resting pieces that flying ones pass behind, and all pieces drawn over those. Flying pieces are
 * always above the wood.
 * @param {Solid[]} flying @param {Solid[]} resting @param {Projection} projection */
export function findOccluders(flying, resting, projection) {
  const depths = depthOrder(projection, [...resting, ...flying]);
  /** @type {Solid[]} */
  const found = [];
  for (const solid of resting) {
    const extent = depths.extentOf(solid);
    /** @param {Solid} other */
    const hides = (other) => {
      if (extent.depth < depths.extentOf(other).depth) return depths.compare(other, solid) < 0;
      return depths.compare(solid, other) > 0;
    };
    const overlaps = (/** @type {Solid} */ other) => overlap(extent, depths.extentOf(other), MIN_OVERLAP);
    if (!isPiece(solid)) continue;
    if (found.some(overlaps) || flying.some((flyer) => overlaps(flyer) && hides(flyer))) found.push(solid);
  }
  return found;
}
