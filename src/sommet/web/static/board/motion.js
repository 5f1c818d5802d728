/** Animates effects: the position of every solid at any moment between two scenes. */

import { add, between, dot, minus, scaled } from "./projection.js";
import { UNIT } from "./constants.js";

/** @import { Effect, Place, Scene, Solid } from "./types.js" */

/** The limits for the duration of a flight … */
const [MIN_FLIGHT_MS, MAX_FLIGHT_MS] = [350, 500];
/** … the share of it that a piece travels, and the height of the small hop in the rest. */
const [TRAVEL_SHARE, HOP_HEIGHT] = [0.86, 0.05];
/** The delay between the starts of two flights, and the most from the first start to the last … */
const STAGGER_MS = 150;
const MAX_STAGGER_MS = 420;
/** … and that in the celebration of a win. */
export const CELEBRATION_STAGGER_MS = 1600;

/**
 * @typedef {object} Track
 * @property {Effect["act"]} act
 * @property {string} key the first id of the solid
 * @property {Solid} from
 * @property {Solid|undefined} to
 * @property {Place[]} path
 * @property {number} start
 * @property {number} end
 */

/** @param {Place} a @param {Place} b */
const distance = (a, b) => Math.sqrt(dot(minus(a, b), minus(a, b)));

/** @param {number} share */
const easeOut = (share) => 1 - (1 - share) ** 3;

/** The point at a share of a path, and whether it's before the last leg.
 * @param {Place[]} way @param {number} share @returns {{ place: Place, held: boolean }} */
function pointAlong(way, share) {
  const lengths = way.slice(1).map((place, index) => distance(way[index], place));
  let remaining = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, length] of lengths.entries()) {
    if (remaining <= length) {
      const place = length ? between(way[index], way[index + 1], remaining / length) : way[index];
      return { place, held: index < lengths.length - 1 };
    }
    remaining -= length;
  }
  return { place: way[way.length - 1], held: false };
}

/** The scene after effects; its labels stay the same.
 * @param {Scene} scene @param {Effect[]} effects */
export function applyEffects(scene, effects) {
  /** @type {Map<string, Solid>} */
  const now = new Map(scene.solids.map((solid) => [solid.id, solid]));
  for (const { id, solid } of effects) {
    if (solid?.id !== id) now.delete(id);
    if (solid) now.set(solid.id, solid);
  }
  return { ...scene, marks: [], solids: [...now.values()] };
}

/** The animation of effects on the solids of a scene. */
export class Motion {
  /** @param {Solid[]} solids @param {Effect[]} effects
   * @param {number} [maxStagger] milliseconds until the last flight starts
   * @param {number} [durationFactor] slows everything down */
  constructor(solids, effects, maxStagger = MAX_STAGGER_MS, durationFactor = 1) {
    this.initial = solids;
    /** @type {Track[]} */
    this.tracks = [];
    const now = new Map(solids.map((solid) => [solid.id, { key: solid.id, solid, ready: 0 }]));
    const stagger = Math.min(STAGGER_MS, maxStagger / effects.length) * durationFactor;
    let start = -stagger;
    for (const [index, effect] of effects.entries()) {
      const current = now.get(effect.id);
      const from = current?.solid ?? effect.solid;
      if (!from) continue;
      start = Math.max(start + stagger, current?.ready ?? 0);
      const to = effect.solid;
      const path = to ? [from.place, ...(effect.via ?? []), to.place] : [from.place];
      const length = path.slice(1).reduce((sum, place, at) => sum + distance(path[at], place), 0);
      const time = Math.min(MAX_FLIGHT_MS, Math.max(MIN_FLIGHT_MS, 290 + 26 * length)) * durationFactor;
      const key = current?.key ?? `new ${index}`;
      const end = start + time;
      this.tracks.push({ act: effect.act, key, from, to, path, start, end });
      now.delete(effect.id);
      if (to) now.set(to.id, { key, solid: to, ready: end });
    }
    this.duration = Math.max(0, ...this.tracks.map(({ end }) => end));
  }

  /** The solids at a time, with their first ids, and the opacities of those that fade.
   * @param {number} time */
  frameAt(time) {
    const solids = new Map(this.initial.map((solid) => [solid.id, solid]));
    /** @type {Map<string, number>} */
    const opacities = new Map();
    for (const track of this.tracks) {
      if (time < track.start) continue;
      const { key, to, act } = track;
      const share = Math.min(1, (time - track.start) / (track.end - track.start));
      const eased = easeOut(share);
      if (act === "leave" || !to) {
        if (share === 1) solids.delete(key);
        else {
          solids.set(key, { ...raised(track.from, 0.45 * eased), id: key, scale: 1 });
          opacities.set(key, 1 - eased);
        }
      } else if (act === "enter") {
        solids.set(key, { ...raised(to, 1 - eased), id: key, scale: 1 });
        opacities.set(key, eased);
      } else if (act === "reveal") {
        solids.set(key, { ...(share < 0.5 ? track.from : to), id: key });
        opacities.set(key, Math.abs(1 - 2 * share));
      } else {
        solids.set(key, share < 1 ? inFlight(track, to, share) : { ...to, id: key });
      }
    }
    return { solids: [...solids.values()], opacities };
  }

  /** The final ids of the solids, by their first ones. */
  get finalIds() {
    return new Map(this.tracks.flatMap(({ key, to }) =>
      to ? [/** @type {[string, string]} */ ([key, to.id])] : []));
  }

  /** What lands between two times.
   * @param {number} since @param {number} time */
  landedBetween(since, time) {
    return this.tracks.filter(({ end }) => end > since && end <= time);
  }
}

/** @param {Solid} solid @param {number} by @returns {Solid} */
function raised(solid, by) {
  return { ...solid, place: add(solid.place, scaled([0, 0, 1], by)) };
}

/** A solid in flight: drawn as the larger of its two ends and scaled, so that it's drawn once and its
 * lines never get wider. @param {Track} track @param {Solid} to @param {number} share @returns {Solid} */
function inFlight({ key, from, path }, to, share) {
  const eased = easeOut(Math.min(1, share / TRAVEL_SHARE));
  const hop = share > TRAVEL_SHARE ? HOP_HEIGHT * Math.sin((Math.PI * (share - TRAVEL_SHARE)) / (1 - TRAVEL_SHARE)) : 0;
  const [begin, end] = [from, to].map(({ size = UNIT }) => size[0]);
  const larger = begin > end ? from : to;
  const scale = (begin + (end - begin) * eased) / Math.max(begin, end);
  const { place, held } = pointAlong(path, eased);
  return { ...larger, id: key, level: from.level, place: add(place, scaled([0, 0, 1], hop)), scale, held };
}
