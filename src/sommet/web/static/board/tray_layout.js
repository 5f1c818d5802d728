/**
 * Where the trays lie, as the shape of the room and the viewer want it: `sommet.drawing.tray_layout`.
 */

import { ORIGIN, Projection, corners, dot, frame, placed, scaled } from "./projection.js";
import { EDGE, LAID, ROOMS, UNIT, UP, USUAL } from "./constants.js";

/** @import { Frame } from "./projection.js" */
/** @import { Effect, Label, Place, Point, Scene, Solid } from "./types.js" */

/**
 * How one tray comes to lie elsewhere: where its middle was and is, whether it is turned, how it
 * grows, and how far its pieces move apart along its length.
 * @typedef {{ start: Point, end: Point, turned: boolean, scale: number, stretch: number }} Way
 */

/** @typedef {Map<number, Way>} Ways */

/** The way of each tray that does not lie where its scene has it; and the point in the plane of the
 * table round which the board is turned by half a turn, where there is one. */
export class Laying {
  /** @param {Frame} axes @param {Ways} ways @param {number} floor @param {Point|null} [pivot] */
  constructor(axes, ways, floor, pivot = null) {
    this.axes = axes;
    this.ways = ways;
    this.floor = floor;
    this.pivot = pivot;
  }

  /** @param {number} [tray] */
  way(tray) {
    return tray === undefined ? undefined : this.ways.get(tray);
  }

  /** Where a place of a tray comes to lie. @param {Place} place @param {number} [tray] */
  place(place, tray) {
    if (tray === undefined && this.pivot) return this.round(place, this.pivot, -1, -1);
    const way = this.way(tray);
    if (!way) return place;
    const { axes, floor } = this;
    const right = (dot(place, axes.right) - way.start[0]) * way.stretch;
    const away = (dot(place, axes.away) - way.start[1]) * way.scale;
    const up = floor + (dot(place, axes.up) - floor) * way.scale;
    const [across, along] = way.turned ? [-away, right] : [right, away];
    return placed(axes, ORIGIN, way.end[0] + across, way.end[1] + along, up);
  }

  /** A place on the other side of the pivot, to the right, away or both.
   * @param {Place} place @param {Point} pivot @param {number} right @param {number} away */
  round(place, [x, y], right, away) {
    const { axes } = this;
    const there = [x + right * (dot(place, axes.right) - x), y + away * (dot(place, axes.away) - y)];
    return placed(axes, ORIGIN, there[0], there[1], dot(place, axes.up));
  }

  /** @param {Solid} solid @returns {Solid} */
  solid(solid) {
    if (solid.tray === undefined && this.pivot) {
      const turned = { ...solid, place: this.place(solid.place) };
      if (solid.outline) turned.outline = solid.outline.map(([right, away]) => [-right, -away]);
      return turned;
    }
    const way = this.way(solid.tray);
    if (!way) return solid;
    const [long] = solid.size ?? UNIT;
    const [grown, length, height] = scaled(solid.size ?? UNIT, way.scale);
    const width = solid.kind === "slab" ? long * way.stretch : grown;
    /** @type {Place} */
    const size = way.turned ? [length, width, height] : [width, length, height];
    return { ...solid, place: this.place(solid.place, solid.tray), size };
  }

  /** What is written along an edge of the board stays there, in the other order.
   * @param {Label} label @returns {Label} */
  label(label) {
    const { axes, pivot } = this;
    if (label.tray === undefined && pivot) {
      const [right, away] = [axes.right, axes.away].map((axis, index) =>
        Math.abs(dot(label.place, axis) - pivot[index]));
      const [x, y] = right > away ? [1, -1] : [-1, 1];
      return { ...label, place: this.round(label.place, pivot, x, y) };
    }
    return this.way(label.tray) ? { ...label, place: this.place(label.place, label.tray) } : label;
  }

  /** @param {string|Solid} target */
  target(target) {
    return typeof target === "string" ? target : this.solid(target);
  }

  /** @param {Effect} effect @returns {Effect} */
  effect(effect) {
    const { solid, via = [] } = effect;
    if (!solid) return effect;
    const passed = via.map((place) => this.place(place, solid.tray));
    return { ...effect, solid: this.solid(solid), via: passed };
  }

  /** @param {Scene} scene @returns {Scene} */
  scene(scene) {
    if (!this.ways.size && !this.pivot) return scene;
    return {
      ...scene,
      solids: scene.solids.map((solid) => this.solid(solid)),
      spots: scene.spots?.map((spot) => ({ ...spot, at: this.target(spot.at) })),
      labels: scene.labels?.map((label) => this.label(label)),
      marks: scene.marks?.map((mark) => this.target(mark)),
      trails: scene.trails?.map(([start, end]) => [this.target(start), this.target(end)]),
      frame: scene.frame?.map((place) => this.place(place)),
      ahead: scene.ahead?.map((place) => this.place(place)),
    };
  }
}

/** The usual room that one is like, so that the trays lie as in the server's first picture; else
 * itself. @param {number} room @param {boolean} lying whether it is that of a phone on its side, which
 * has one of its own; a desktop may have one of nearly that shape */
export function usual(room, lying) {
  const off = (/** @type {number} */ one) => Math.max(one / room, room / one);
  const [[, nearest]] = Object.entries(ROOMS).filter(([name]) => (name === "lying") === lying)
    .sort(([, one], [, other]) => off(one) - off(other));
  return off(nearest) < USUAL ? nearest : room;
}

/** The layout of a scene's trays for a viewer; `room` is the width-to-height ratio of the space.
 * @param {Scene} scene @param {number} room @param {number|null} [viewer] */
export function laid(scene, room, viewer) {
  const axes = frame(scene.camera?.up ?? UP);
  const slabs = scene.solids.filter(({ kind }) => kind === "slab");
  /** @type {Map<number, Solid>} */
  const trays = new Map();
  for (const slab of slabs) {
    if (slab.tray !== undefined && !trays.has(slab.tray)) trays.set(slab.tray, slab);
  }
  const boards = slabs.filter(({ tray }) => tray === undefined);
  const floor = trays.size ? Math.min(...[...trays.values()].map(({ place }) => dot(place, axes.up))) : 0;
  let [best, most] = [new Laying(axes, new Map(), floor), 0];
  if (!room || !boards.length) return best;
  if (!trays.size) return new Laying(axes, mirrored(scene, axes, viewer), floor);
  const projection = new Projection(scene.camera ?? {});
  const pivot = middle(axes, boards, trays.get(viewer ?? -1));
  const turning = new Laying(axes, new Map(), floor, pivot);
  const still = boards.map((slab) => turning.solid(slab));
  let chosen = -1;
  for (const [manner, ways] of choices(projection, axes, still, trays, viewer)) {
    const laying = new Laying(axes, ways, floor, pivot);
    const moved = [...trays.values()].map((tray) => laying.solid(tray));
    const share = seen(projection, scene, [...still, ...moved], room);
    if (share > most * (manner === chosen ? 1 : LAID.better)) [best, most, chosen] = [laying, share, manner];
  }
  return best;
}

/** The middle of a board behind which the viewer's own tray is, if it can be turned round.
 * @param {Frame} axes @param {Solid[]} boards @param {Solid} [own] @returns {Point|null} */
function middle(axes, boards, own) {
  const facing = String(own?.facing ?? UP);
  if (!own || boards.some((slab) => String(slab.facing ?? UP) !== facing)) return null;
  const ends = boards.flatMap((slab) => corners(slab));
  const [across, along] = [axes.right, axes.away].map((axis) => ends.map((end) => dot(end, axis)));
  if (dot(own.place, axes.away) < Math.max(...along)) return null;
  const [x, y] = [across, along].map((values) => (Math.min(...values) + Math.max(...values)) / 2);
  return [x, y];
}

/** How much of a room the slabs would take; pieces that are larger count for more.
 * @param {Projection} projection @param {Scene} scene @param {Solid[]} slabs @param {number} room */
function seen(projection, scene, slabs, room) {
  /** @param {number[]} values */
  const span = (values) => Math.max(...values) - Math.min(...values);
  /** @type {Point[]} */
  const points = (scene.frame ?? []).map((place) => projection.point(place));
  let covered = 0;
  for (const slab of slabs) {
    const ends = corners(slab).map((corner) => projection.point(corner));
    covered += span(ends.map(([x]) => x)) * span(ends.map(([, y]) => y));
    points.push(...ends);
  }
  const width = span(points.map(([x]) => x)) + 2 * EDGE.page;
  const height = span(points.map(([, y]) => y)) + 2 * EDGE.page;
  return covered / Math.max(width / room, height) ** LAID.power;
}

/** The ways to lay trays, each with the number of its manner: above and below the board; next to it;
 * as they are.
 * @param {Projection} projection @param {Frame} axes @param {Solid[]} still
 * @param {Map<number, Solid>} trays @param {number|null} [viewer] @returns {[number, Ways][]} */
function choices(projection, axes, still, trays, viewer) {
  const ends = still.flatMap((slab) => corners(slab));
  const [across, along] = [axes.right, axes.away].map((axis) => ends.map((end) => dot(end, axis)));
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const [near, far] = [Math.min(...along), Math.max(...along)];
  /** @param {number} seat */
  const tray = (seat) => /** @type {Solid} */ (trays.get(seat));
  /** @param {number} seat @returns {Point} */
  const start = (seat) => [dot(tray(seat).place, axes.right), dot(tray(seat).place, axes.away)];
  /** @param {number} seat */
  const size = (seat) => tray(seat).size ?? UNIT;
  const sorted = [...trays.keys()].sort((a, b) => a - b);
  const own = trays.has(viewer ?? -1) ? /** @type {number} */ (viewer) : sorted[0];
  const ring = [...sorted.filter((seat) => seat >= own), ...sorted.filter((seat) => seat < own)];
  // A high board hides what is behind it: the trays there start where they are visible.
  const [steep, rise] = [axes.away, axes.up].map((axis) => -projection.point(axis)[1]);
  const top = Math.min(...ends.map((end) => projection.point(end)[1]));
  const behind = -(top + dot(tray(own).place, axes.up) * rise) / steep;

  /** Rows above the board, or below it, from the nearest to it on.
   * @param {number[][]} rows @param {number} side @param {number} out @param {number} scale */
  const inRows = (rows, side, out, scale) => {
    /** @type {Ways} */
    const ways = new Map();
    let edge = side;
    for (const row of rows) {
      const width = (right - left - LAID.gap * (row.length - 1)) / row.length;
      let deep = 0;
      for (const [index, seat] of row.entries()) {
        const stretch = width / size(seat)[0];
        const grown = Math.min(scale, stretch);
        deep = size(seat)[1] * grown;
        const middle = left + width / 2 + index * (width + LAID.gap);
        /** @type {Point} */
        const end = [middle, edge + out * (LAID.gap + deep / 2)];
        ways.set(seat, { start: start(seat), end, turned: false, scale: grown, stretch });
      }
      edge += out * (LAID.gap + deep);
    }
    return ways;
  };

  /** @param {number[]} column */
  const stretchOf = (column) => {
    const gaps = LAID.gap * (column.length - 1);
    return (far - near - gaps) / Math.max(1e-6, column.reduce((sum, seat) => sum + size(seat)[0], 0));
  };

  /** A column right of the board, or left of it, from its near end on.
   * @param {number[]} column @param {number} side @param {number} out @param {number} scale */
  const inColumn = (column, side, out, scale) => {
    const stretch = stretchOf(column);
    const grown = Math.min(scale, LAID.close * stretch);
    /** @type {Ways} */
    const ways = new Map();
    let edge = near;
    for (const seat of column) {
      const [length, deep] = [size(seat)[0] * stretch, size(seat)[1] * grown];
      /** @type {Point} */
      const end = [side + out * (LAID.gap + deep / 2), edge + length / 2];
      ways.set(seat, { start: start(seat), end, turned: true, scale: grown, stretch });
      edge += length + LAID.gap;
    }
    return ways;
  };

  const others = ring.slice(1);
  const facing = others.slice(0, Math.floor(others.length / 2)).map((seat, index) =>
    [seat, others[others.length - 1 - index]]);
  const above = others.length % 2 ? [...facing, [others[facing.length]]] : facing;
  const rows = others.length ? LAID.scales.map((scale) =>
    new Map([...inRows(above, behind, 1, scale), ...inRows([[own]], near, -1, scale)])) : [];

  let half = Math.floor(others.length / 2) + 1;
  let [toLeft, toRight] = [others.slice(0, half), [own, ...others.slice(half).reverse()]];
  // In columns that are too short, numbers would cover pieces: there the viewer's own is below.
  const below = Math.min(stretchOf(toLeft), stretchOf(toRight)) < LAID.least;
  if (below) {
    half = Math.floor((others.length + 1) / 2);
    [toLeft, toRight] = [others.slice(0, half), others.slice(half).reverse()];
  }
  const besides = LAID.scales.map((scale) => new Map([
    ...inColumn(toLeft, left, -1, scale), ...inColumn(toRight, right, 1, scale),
    ...(below ? inRows([[own]], near, -1, scale) : []),
  ]));
  return [rows, besides, [turned(new Map(ring.map((seat) => [seat, start(seat)])))]].flatMap((all, manner) =>
    all.map((ways) => /** @type {[number, Ways]} */ ([manner, ways])));
}

/** As the scene has them, but the viewer's own the nearest, and the others clockwise from it.
 * @param {Map<number, Point>} starts in playing order, the viewer's own first @returns {Ways} */
function turned(starts) {
  const places = [...starts.values()];
  const [x, y] = [0, 1].map((axis) => places.reduce((sum, at) => sum + at[axis], 0) / places.length);
  const nearest = places.reduce((best, at) =>
    (at[1] < best[1] || (at[1] === best[1] && at[0] > best[0]) ? at : best));
  /** @param {Point} at */
  const angle = (at) => Math.atan2(at[1] - y, at[0] - x);
  /** @param {Point} at */
  const from = (at) => (angle(nearest) - angle(at) + 2 * Math.PI) % (2 * Math.PI);
  places.sort((one, other) => from(one) - from(other));
  /** @type {Ways} */
  const ways = new Map();
  for (const [index, [seat, start]] of [...starts].entries()) {
    const end = places[index];
    if (String(start) !== String(end)) ways.set(seat, { start, end, turned: false, scale: 1, stretch: 1 });
  }
  return ways;
}

/** Those whose number is left of the middle have their pieces to the right all the same.
 * @param {Scene} scene @param {Frame} axes @param {number|null} [viewer] @returns {Ways} */
function mirrored(scene, axes, viewer) {
  /** @type {Map<number, number>} */
  const numbers = new Map();
  for (const { tray, role, place } of scene.labels ?? []) {
    if (tray !== undefined && isNumber(role)) numbers.set(tray, dot(place, axes.right));
  }
  if ((numbers.get(viewer ?? -1) ?? 0) >= 0) return new Map();
  return new Map([...numbers.keys()].map((seat) =>
    [seat, { start: [0, 0], end: [0, 0], turned: false, scale: 1, stretch: -1 }]));
}

/** Whether what is written is a player's number. @param {string} [role] */
export const isNumber = (role) => role === "seat" || role === "turn" || role === "winner";
