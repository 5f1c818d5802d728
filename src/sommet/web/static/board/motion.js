/** Effects as motion: where everything is at any moment between two scenes. */

import { add, between, dot, minus, scaled } from "./projection.js";
import { UNIT } from "./constants.js";

/** @import { Effect, Place, Scene, Solid } from "./types.js" */

/** The shortest and the longest flight, in milliseconds … */
const [SHORTEST, LONGEST] = [350, 500];
/** … of which this share is the way; in the rest a piece settles, from so high. */
const [WAY, SETTLE] = [0.86, 0.05];
/** How long after each other things begin: one by one, but never long in all. */
const BEAT = 150;
const SWIFT = 420;
/** Unless there is time for joy. */
export const SLOW = 1600;

/**
 * @typedef {object} Track
 * @property {Effect["act"]} act
 * @property {string} key what the solid was called at first
 * @property {Solid} from
 * @property {Solid|undefined} to
 * @property {Place[]} way
 * @property {number} start
 * @property {number} end
 */

/** @param {Place} a @param {Place} b */
const distance = (a, b) => Math.sqrt(dot(minus(a, b), minus(a, b)));

/** @param {number} share */
const easeOut = (share) => 1 - (1 - share) ** 3;

/** Where something is on its way, and whether the last leg of it is still to come.
 * @param {Place[]} way @param {number} share @returns {{ place: Place, held: boolean }} */
function along(way, share) {
  const lengths = way.slice(1).map((place, index) => distance(way[index], place));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, length] of lengths.entries()) {
    if (left <= length) {
      const place = length ? between(way[index], way[index + 1], left / length) : way[index];
      return { place, held: index < lengths.length - 1 };
    }
    left -= length;
  }
  return { place: way[way.length - 1], held: false };
}

/** The scene once effects have happened; what is written in it stays.
 * @param {Scene} scene @param {Effect[]} effects */
export function after(scene, effects) {
  /** @type {Map<string, Solid>} */
  const now = new Map(scene.solids.map((solid) => [solid.id, solid]));
  for (const { id, solid } of effects) {
    if (solid?.id !== id) now.delete(id);
    if (solid) now.set(solid.id, solid);
  }
  return { ...scene, marks: [], solids: [...now.values()] };
}

/** The motion that effects make of the solids that are there. */
export class Motion {
  /** @param {Solid[]} solids @param {Effect[]} effects @param {number} [all] until the last begins
   * @param {number} [pace] by how much slower it all is */
  constructor(solids, effects, all = SWIFT, pace = 1) {
    this.first = solids;
    /** @type {Track[]} */
    this.tracks = [];
    const now = new Map(solids.map((solid) => [solid.id, { key: solid.id, solid, ready: 0 }]));
    const beat = Math.min(BEAT, all / effects.length) * pace;
    let start = -beat;
    for (const [index, effect] of effects.entries()) {
      const there = now.get(effect.id);
      const from = there?.solid ?? effect.solid;
      if (!from) continue;
      start = Math.max(start + beat, there?.ready ?? 0);
      const to = effect.solid;
      const way = to ? [from.place, ...(effect.via ?? []), to.place] : [from.place];
      const length = way.slice(1).reduce((sum, place, at) => sum + distance(way[at], place), 0);
      const time = Math.min(LONGEST, Math.max(SHORTEST, 290 + 26 * length)) * pace;
      const key = there?.key ?? `new ${index}`;
      const end = start + time;
      this.tracks.push({ act: effect.act, key, from, to, way, start, end });
      now.delete(effect.id);
      if (to) now.set(to.id, { key, solid: to, ready: end });
    }
    this.duration = Math.max(0, ...this.tracks.map(({ end }) => end));
  }

  /** The solids at a time, called as they were called at first, and how faint some of them are.
   * @param {number} time */
  at(time) {
    const solids = new Map(this.first.map((solid) => [solid.id, solid]));
    /** @type {Map<string, number>} */
    const faint = new Map();
    for (const track of this.tracks) {
      if (time < track.start) continue;
      const { key, to, act } = track;
      const share = Math.min(1, (time - track.start) / (track.end - track.start));
      const eased = easeOut(share);
      if (act === "leave" || !to) {
        if (share === 1) solids.delete(key);
        else {
          solids.set(key, { ...raised(track.from, 0.45 * eased), id: key, scale: 1 });
          faint.set(key, 1 - eased);
        }
      } else if (act === "enter") {
        solids.set(key, { ...raised(to, 1 - eased), id: key, scale: 1 });
        faint.set(key, eased);
      } else if (act === "reveal") {
        solids.set(key, { ...(share < 0.5 ? track.from : to), id: key });
        faint.set(key, Math.abs(1 - 2 * share));
      } else {
        solids.set(key, share < 1 ? carried(track, to, share) : { ...to, id: key });
      }
    }
    return { solids: [...solids.values()], faint };
  }

  /** What the solids are called in the end, by what they were called at first. */
  get names() {
    return new Map(this.tracks.flatMap(({ key, to }) =>
      to ? [/** @type {[string, string]} */ ([key, to.id])] : []));
  }

  /** What comes to rest between two times, for those who want to hear it.
   * @param {number} since @param {number} time */
  landing(since, time) {
    return this.tracks.filter(({ end }) => end > since && end <= time);
  }
}

/** @param {Solid} solid @param {number} by @returns {Solid} */
function raised(solid, by) {
  return { ...solid, place: add(solid.place, scaled([0, 0, 1], by)) };
}

/** A solid on its way: the larger of the two that it is at both ends, so that it is drawn once and
 * its lines never grow. @param {Track} track @param {Solid} to @param {number} share @returns {Solid} */
function carried({ key, from, way }, to, share) {
  const eased = easeOut(Math.min(1, share / WAY));
  const hop = share > WAY ? SETTLE * Math.sin((Math.PI * (share - WAY)) / (1 - WAY)) : 0;
  const [begin, end] = [from, to].map(({ size = UNIT }) => size[0]);
  const drawn = begin > end ? from : to;
  const scale = (begin + (end - begin) * eased) / Math.max(begin, end);
  const { place, held } = along(way, eased);
  return { ...drawn, id: key, level: from.level, place: add(place, scaled([0, 0, 1], hop)), scale, held };
}
