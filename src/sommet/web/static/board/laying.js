/**
 * Where the trays lie, as the shape of the room and the viewer want it: `sommet.drawing.laying`.
 */

import { ORIGIN, Projection, corners, dot, frame, placed, scaled } from "./space.js";
import { EDGE, LAID, NEAR, ROOMS, UNIT, UP, USUAL } from "./table.js";

/** @import { Frame } from "./space.js" */
/** @import { Effect, Label, Place, Point, Scene, Solid } from "./types.js" */

/**
 * How one tray comes to lie elsewhere: where its middle was and is, whether it is turned, how it
 * grows, and how far what lies in it moves apart along its length.
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

/** How to lay the trays of a scene in a room so many times wider than high, for a viewer.
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
  const floor = Math.min(...[...trays.values()].map(({ place }) => dot(place, axes.up)));
  let [best, most] = [new Laying(axes, new Map(), floor), 0];
  if (!room || !trays.size || !boards.length) return best;
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

/** The middle of a board behind which the viewer's own tray lies, if it can be turned round.
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

/** The ways to lay trays, each with the number of its manner: above and below the board, each as
 * wide; beside it; as they are.
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
  const seats = [own, ...sorted.filter((seat) => seat !== own)];

  /** @type {Ways} */
  const swapped = new Map();
  const nearest = sorted.reduce((best, seat) => (start(seat)[1] < start(best)[1] ? seat : best));
  if (start(own)[1] >= start(nearest)[1] + NEAR) {
    for (const [seat, other] of [[own, nearest], [nearest, own]]) {
      swapped.set(seat, { start: start(seat), end: start(other), turned: false, scale: 1, stretch: 1 });
    }
  }

  const besides = LAID.scales.map((scale) => {
    /** @type {Ways} */
    const beside = new Map();
    for (const [side, out, rest] of [[right, 1, 0], [left, -1, 1]]) {
      const column = seats.filter((_, index) => index % 2 === rest);
      const room = far - near - LAID.gap * (column.length - 1);
      const stretch = room / Math.max(1e-6, column.reduce((sum, seat) => sum + size(seat)[0], 0));
      let edge = near;
      for (const seat of column) {
        const grown = Math.min(scale, LAID.close * stretch);
        const [length, deep] = [size(seat)[0] * stretch, size(seat)[1] * grown];
        /** @type {Point} */
        const end = [side + out * (LAID.gap + deep / 2), edge + length / 2];
        beside.set(seat, { start: start(seat), end, turned: true, scale: grown, stretch });
        edge += length + LAID.gap;
      }
    }
    return beside;
  });
  /** @param {Ways[][]} manners */
  const told = (...manners) => manners.flatMap((all, manner) =>
    all.map((ways) => /** @type {[number, Ways]} */ ([manner, ways])));
  if (seats.length < 2) return told(besides, [swapped]);

  // A high board hides what lies behind it: the trays there begin where they can be seen.
  const [steep, rise] = [axes.away, axes.up].map((axis) => -projection.point(axis)[1]);
  const top = Math.min(...ends.map((end) => projection.point(end)[1]));
  const behind = -(top + dot(tray(seats[1]).place, axes.up) * rise) / steep;
  const rows = LAID.scales.map((scale) => {
    /** @type {Ways} */
    const row = new Map();
    for (const [first, side, out] of [[0, near, -1], [1, behind, 1]]) {
      const line = seats.filter((_, index) => index % 2 === first);
      let edge = side;
      // One's own is the nearest of all.
      for (const seat of first ? line : line.reverse()) {
        const stretch = (right - left) / size(seat)[0];
        const grown = Math.min(scale, stretch);
        const deep = size(seat)[1] * grown;
        /** @type {Point} */
        const end = [(left + right) / 2, edge + out * (LAID.gap + deep / 2)];
        row.set(seat, { start: start(seat), end, turned: false, scale: grown, stretch });
        edge += out * (LAID.gap + deep);
      }
    }
    return row;
  });
  return told(rows, besides, [swapped]);
}
