/**
 * Places the trays for the shape of the screen and for the viewer. The twin of
 * `sommet.drawing.tray_layout`.
 */

import { ORIGIN, Projection, corners, dot, frame, placed, scaled } from "./projection.js";
import {
  ASPECT_RATIOS, ASPECT_RATIO_TOLERANCE, PHONE_RATIOS, SCENE_MARGIN, TRAY_LAYOUT, UNIT, UP,
} from "./constants.js";

/** @import { Frame } from "./projection.js" */
/** @import { Effect, Label, Place, Point, Scene, Solid } from "./types.js" */

/**
 * How one tray is moved: the old and new positions of its centre, whether it is turned, its scale, and
 * how far its pieces are spread along its length.
 * @typedef {{ start: Point, end: Point, turned: boolean, scale: number, stretch: number }} TrayMove
 */

/** @typedef {Map<number, TrayMove>} TrayMoves */

/** The move of each tray that isn't where the scene puts it, by seat. With a `pivot`, a point in the
 * plane of the table, the board is rotated by 180° around it. */
export class TrayLayout {
  /** @param {Frame} axes @param {TrayMoves} moves @param {number} floor @param {Point|null} [pivot] */
  constructor(axes, moves, floor, pivot = null) {
    this.axes = axes;
    this.moves = moves;
    this.floor = floor;
    this.pivot = pivot;
  }

  /** @param {number} [tray] */
  moveOf(tray) {
    return tray === undefined ? undefined : this.moves.get(tray);
  }

  /** The new position of a point in a tray. @param {Place} place @param {number} [tray] */
  place(place, tray) {
    if (tray === undefined && this.pivot) return this.mirror(place, this.pivot, -1, -1);
    const move = this.moveOf(tray);
    if (!move) return place;
    const { axes, floor } = this;
    const right = (dot(place, axes.right) - move.start[0]) * move.stretch;
    const away = (dot(place, axes.away) - move.start[1]) * move.scale;
    const up = floor + (dot(place, axes.up) - floor) * move.scale;
    const [across, along] = move.turned ? [-away, right] : [right, away];
    return placed(axes, ORIGIN, move.end[0] + across, move.end[1] + along, up);
  }

  /** A point mirrored at the pivot, along one axis or both.
   * @param {Place} place @param {Point} pivot @param {number} right @param {number} away */
  mirror(place, [x, y], right, away) {
    const { axes } = this;
    const mirrored = [x + right * (dot(place, axes.right) - x), y + away * (dot(place, axes.away) - y)];
    return placed(axes, ORIGIN, mirrored[0], mirrored[1], dot(place, axes.up));
  }

  /** @param {Solid} solid @returns {Solid} */
  solid(solid) {
    if (solid.tray === undefined && this.pivot) {
      const turned = { ...solid, place: this.place(solid.place) };
      if (solid.outline) turned.outline = solid.outline.map(([right, away]) => [-right, -away]);
      return turned;
    }
    const move = this.moveOf(solid.tray);
    if (!move) return solid;
    const [long] = solid.size ?? UNIT;
    const [grown, length, height] = scaled(solid.size ?? UNIT, move.scale);
    const width = solid.kind === "slab" ? long * move.stretch : grown;
    /** @type {Place} */
    const size = move.turned ? [length, width, height] : [width, length, height];
    return { ...solid, place: this.place(solid.place, solid.tray), size };
  }

  /** Labels along an edge of the board stay at that edge, in reverse order.
   * @param {Label} label @returns {Label} */
  label(label) {
    const { axes, pivot } = this;
    if (label.tray === undefined && pivot) {
      const [right, away] = [axes.right, axes.away].map((axis, index) =>
        Math.abs(dot(label.place, axis) - pivot[index]));
      const [x, y] = right > away ? [1, -1] : [-1, 1];
      return { ...label, place: this.mirror(label.place, pivot, x, y) };
    }
    return this.moveOf(label.tray) ? { ...label, place: this.place(label.place, label.tray) } : label;
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
    if (!this.moves.size && !this.pivot) return scene;
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

/** The nearest standard aspect ratio, so that the trays are where the server's first picture has them; the
 * given one if none is near. A phone in landscape has a ratio of its own: a desktop window may have
 * nearly the same shape. @param {number} aspectRatio @param {boolean} isLandscapePhone */
export function snapAspectRatio(aspectRatio, isLandscapePhone) {
  const ratio = (/** @type {number} */ one) => Math.max(one / aspectRatio, aspectRatio / one);
  const [[, nearest]] = Object.entries(ASPECT_RATIOS).filter(([name]) => (name === "lying") === isLandscapePhone)
    .sort(([, one], [, other]) => ratio(one) - ratio(other));
  return ratio(nearest) < ASPECT_RATIO_TOLERANCE ? nearest : aspectRatio;
}

/** The layout of a scene's trays for a viewer.
 * @param {Scene} scene @param {number} aspectRatio @param {number|null} [viewer] */
export function layOutTrays(scene, aspectRatio, viewer) {
  const axes = frame(scene.camera?.up ?? UP);
  const slabs = scene.solids.filter(({ kind }) => kind === "slab");
  /** @type {Map<number, Solid>} */
  const trays = new Map();
  for (const slab of slabs) {
    if (slab.tray !== undefined && !trays.has(slab.tray)) trays.set(slab.tray, slab);
  }
  const boards = slabs.filter(({ tray }) => tray === undefined);
  const floor = trays.size ? Math.min(...[...trays.values()].map(({ place }) => dot(place, axes.up))) : 0;
  let [best, most] = [new TrayLayout(axes, new Map(), floor), 0];
  if (!aspectRatio || !boards.length) return best;
  if (!trays.size) return new TrayLayout(axes, mirrorLooseTrays(scene, axes, viewer), floor);
  const projection = new Projection(scene.camera ?? {});
  const pivot = findPivot(axes, boards, trays.get(viewer ?? -1));
  const rotated = new TrayLayout(axes, new Map(), floor, pivot);
  const fixed = boards.map((slab) => rotated.solid(slab));
  const own = trays.has(viewer ?? -1) ? /** @type {number} */ (viewer) : Math.min(...trays.keys());
  let chosen = -1;
  for (const [arrangement, moves] of candidates(projection, axes, fixed, trays, viewer)) {
    const layout = new TrayLayout(axes, moves, floor, pivot);
    const moved = [...trays.values()].map((tray) => layout.solid(tray));
    const stock = (scene.stock ?? 0) * (moves.get(own)?.scale ?? 1);
    const share = coverage(projection, scene, [...fixed, ...moved], aspectRatio, stock);
    const gain = arrangement === chosen ? 1 : TRAY_LAYOUT.min_gain;
    if (share > most * gain) [best, most, chosen] = [layout, share, arrangement];
  }
  return best;
}

/** The centre of the board, if the viewer's own tray is behind it and it can be rotated.
 * @param {Frame} axes @param {Solid[]} boards @param {Solid} [own] @returns {Point|null} */
function findPivot(axes, boards, own) {
  const facing = String(own?.facing ?? UP);
  if (!own || boards.some((slab) => String(slab.facing ?? UP) !== facing)) return null;
  const ends = boards.flatMap((slab) => corners(slab));
  const [across, along] = [axes.right, axes.away].map((axis) => ends.map((end) => dot(end, axis)));
  if (dot(own.place, axes.away) < Math.max(...along)) return null;
  const [x, y] = [across, along].map((values) => (Math.min(...values) + Math.max(...values)) / 2);
  return [x, y];
}

/** How well the slabs fill the screen; larger pieces count for more, on a phone most of all those in
 * the viewer's stock, of width `stock`, while they are too small for a finger.
 * @param {Projection} projection @param {Scene} scene @param {Solid[]} slabs @param {number} aspectRatio
 * @param {number} stock */
function coverage(projection, scene, slabs, aspectRatio, stock) {
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
  const width = span(points.map(([x]) => x)) + 2 * SCENE_MARGIN.page;
  const height = span(points.map(([, y]) => y)) + 2 * SCENE_MARGIN.page;
  const tall = Math.max(width / aspectRatio, height);
  const filled = covered / tall ** TRAY_LAYOUT.size_power;
  if (!stock || !PHONE_RATIOS.includes(aspectRatio)) return filled;
  const finger = TRAY_LAYOUT.min_piece * tall * Math.min(1, aspectRatio);
  return filled * Math.min(1, stock / finger) ** 2;
}

/** The possible tray layouts, each with the number of its arrangement: above and below the board, next
 * to it, or as in the scene.
 * @param {Projection} projection @param {Frame} axes @param {Solid[]} fixed
 * @param {Map<number, Solid>} trays @param {number|null} [viewer] @returns {[number, TrayMoves][]} */
function candidates(projection, axes, fixed, trays, viewer) {
  const ends = fixed.flatMap((slab) => corners(slab));
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
  // A high board hides what is behind it: trays there start where they become visible.
  const [steep, rise] = [axes.away, axes.up].map((axis) => -projection.point(axis)[1]);
  const top = Math.min(...ends.map((end) => projection.point(end)[1]));
  const behind = -(top + dot(tray(own).place, axes.up) * rise) / steep;

  /** Rows above or below the board, the nearest first.
   * @param {number[][]} rows @param {number} side @param {number} out @param {number} scale */
  const inRows = (rows, side, out, scale) => {
    /** @type {TrayMoves} */
    const moves = new Map();
    let edge = side;
    for (const row of rows) {
      const width = (right - left - TRAY_LAYOUT.gap * (row.length - 1)) / row.length;
      let deep = 0;
      for (const [index, seat] of row.entries()) {
        const stretch = width / size(seat)[0];
        const grown = Math.min(scale, stretch);
        deep = size(seat)[1] * grown;
        const middle = left + width / 2 + index * (width + TRAY_LAYOUT.gap);
        /** @type {Point} */
        const end = [middle, edge + out * (TRAY_LAYOUT.gap + deep / 2)];
        moves.set(seat, { start: start(seat), end, turned: false, scale: grown, stretch });
      }
      edge += out * (TRAY_LAYOUT.gap + deep);
    }
    return moves;
  };

  /** @param {number[]} column */
  const stretchOf = (column) => {
    const gaps = TRAY_LAYOUT.gap * (column.length - 1);
    return (far - near - gaps) / Math.max(1e-6, column.reduce((sum, seat) => sum + size(seat)[0], 0));
  };

  /** A column to the left or right of the board, from its near end.
   * @param {number[]} column @param {number} side @param {number} out @param {number} scale */
  const inColumn = (column, side, out, scale) => {
    const stretch = stretchOf(column);
    const grown = Math.min(scale, TRAY_LAYOUT.max_crowding * stretch);
    /** @type {TrayMoves} */
    const moves = new Map();
    let edge = near;
    for (const seat of column) {
      const [length, deep] = [size(seat)[0] * stretch, size(seat)[1] * grown];
      /** @type {Point} */
      const end = [side + out * (TRAY_LAYOUT.gap + deep / 2), edge + length / 2];
      moves.set(seat, { start: start(seat), end, turned: true, scale: grown, stretch });
      edge += length + TRAY_LAYOUT.gap;
    }
    return moves;
  };

  const others = ring.slice(1);
  const facing = others.slice(0, Math.floor(others.length / 2)).map((seat, index) =>
    [seat, others[others.length - 1 - index]]);
  const above = others.length % 2 ? [...facing, [others[facing.length]]] : facing;
  const rows = others.length ? TRAY_LAYOUT.scales.map((scale) =>
    new Map([...inRows(above, behind, 1, scale), ...inRows([[own]], near, -1, scale)])) : [];

  let half = Math.floor(others.length / 2) + 1;
  let [toLeft, toRight] = [others.slice(0, half), [own, ...others.slice(half).reverse()]];
  // In short columns, numbers would cover pieces: then the viewer's own tray goes below the board.
  const below = Math.min(stretchOf(toLeft), stretchOf(toRight)) < TRAY_LAYOUT.min_stretch;
  if (below) {
    half = Math.floor((others.length + 1) / 2);
    [toLeft, toRight] = [others.slice(0, half), others.slice(half).reverse()];
  }
  const columns = TRAY_LAYOUT.scales.map((scale) => new Map([
    ...inColumn(toLeft, left, -1, scale), ...inColumn(toRight, right, 1, scale),
    ...(below ? inRows([[own]], near, -1, scale) : []),
  ]));
  return [rows, columns, [rotateSeats(new Map(ring.map((seat) => [seat, start(seat)])))]].flatMap((all, arrangement) =>
    all.map((moves) => /** @type {[number, TrayMoves]} */ ([arrangement, moves])));
}

/** The scene's own positions, with the viewer's tray nearest and the others clockwise from it.
 * @param {Map<number, Point>} starts in playing order, the viewer's own first @returns {TrayMoves} */
function rotateSeats(starts) {
  const places = [...starts.values()];
  const [x, y] = [0, 1].map((axis) => places.reduce((sum, at) => sum + at[axis], 0) / places.length);
  const nearest = places.reduce((best, at) =>
    (at[1] < best[1] || (at[1] === best[1] && at[0] > best[0]) ? at : best));
  /** @param {Point} at */
  const angle = (at) => Math.atan2(at[1] - y, at[0] - x);
  /** @param {Point} at */
  const from = (at) => (angle(nearest) - angle(at) + 2 * Math.PI) % (2 * Math.PI);
  places.sort((one, other) => from(one) - from(other));
  /** @type {TrayMoves} */
  const moves = new Map();
  for (const [index, [seat, start]] of [...starts].entries()) {
    const end = places[index];
    if (String(start) !== String(end)) moves.set(seat, { start, end, turned: false, scale: 1, stretch: 1 });
  }
  return moves;
}

/** Without trays of wood: mirror the players' pieces when the viewer's would be on the left.
 * @param {Scene} scene @param {Frame} axes @param {number|null} [viewer] @returns {TrayMoves} */
function mirrorLooseTrays(scene, axes, viewer) {
  /** @type {Map<number, number>} */
  const numbers = new Map();
  for (const { tray, role, place } of scene.labels ?? []) {
    if (tray !== undefined && isSeatLabel(role)) numbers.set(tray, dot(place, axes.right));
  }
  if ((numbers.get(viewer ?? -1) ?? 0) >= 0) return new Map();
  return new Map([...numbers.keys()].map((seat) =>
    [seat, { start: [0, 0], end: [0, 0], turned: false, scale: 1, stretch: -1 }]));
}

/** Whether a label is a player's number. @param {string} [role] */
export const isSeatLabel = (role) => role === "seat" || role === "turn" || role === "winner";
