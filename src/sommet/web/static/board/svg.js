/** SVG as text: elements, paths, colours and gradients. The twin of `sommet.drawing.svg`. */

import {
  BLACK, COLOURS, DARK_INK, DARK_THRESHOLD, GRAIN, LIGHT_INK, LUMA, MATERIALS, SCALE, UMBER, WARM_RATIO,
} from "./constants.js";

/** @import { Point } from "./types.js" */

/** @typedef {typeof import("./constants.js").BALL} Gradient */

/** A coordinate with at most one decimal. @param {number} value */
export function number(value) {
  const text = value.toFixed(1).replace(/\.0$/, "");
  return text === "-0" ? "0" : text;
}

/** The path data of a polygon. @param {Point[]} points */
export const closedPath = (points) =>
  `M${points.map(([x, y]) => `${number(x * SCALE)} ${number(y * SCALE)}`).join("L")}Z`;

/** An SVG element as text. @param {string} name
 * @param {Record<string, string|number>} attributes @param {string} [content] */
export function element(name, attributes, content = "") {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    text += ` ${key}="${typeof value === "number" ? number(value) : value}"`;
  }
  return content ? `${text}>${content}</${name}>` : `${text}/>`;
}

/** The hexadecimal colour of a letter or a material. @param {string} colour */
export const paint = (colour) => COLOURS[colour]?.paint ?? MATERIALS[colour] ?? MATERIALS["?"];

/** @param {string} colour */
const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** The colour that shade mixes into another colour. @param {string} colour */
export function shadeFor(colour) {
  const [red, , blue] = channels(colour);
  return red > WARM_RATIO * blue ? UMBER : BLACK;
}

/** @type {Map<string, string>} */
const mixCache = new Map();

/** Mix a share of another colour into a colour.
 * @param {string} colour @param {string} other @param {number} share */
export function mix(colour, other, share) {
  const key = `${colour}${other}${share}`;
  let found = mixCache.get(key);
  if (!found) {
    const [a, b] = [channels(colour), channels(other)];
    const sum = a.map((value, at) => Math.round(value + (b[at] - value) * share));
    found = `#${sum.map((value) => value.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
    if (mixCache.size > 5000) mixCache.clear();
    mixCache.set(key, found);
  }
  return found;
}

/** Whether light ink is easier to read on a colour than dark ink. @param {string} colour */
export function isDark(colour) {
  return channels(colour).reduce((sum, part, at) => sum + LUMA[at] * part, 0) < DARK_THRESHOLD;
}

/** The colour of text on a background. @param {string} ground */
export const inkOn = (ground) => isDark(ground) ? LIGHT_INK : DARK_INK;

/** @param {string} text */
export const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The shared definitions (`<defs>`) of a picture: gradients and wood. Their ids start with `prefix`. */
export class Sheet {
  /** @param {string} prefix */
  constructor(prefix) {
    this.prefix = prefix;
    /** @type {Map<string, string>} */
    this.gradients = new Map();
    /** Whether definitions were added since the last update. */
    this.hasNewDefs = false;
  }

  /** @param {string} name @param {string} defined */
  define(name, defined) {
    if (this.gradients.get(name) === defined) return;
    this.gradients.set(name, defined);
    this.hasNewDefs = true;
  }

  /** A gradient fill based on a colour.
   * @param {string} name @param {Gradient} gradient @param {string} colour */
  gradient(name, { kind, at, stops }, colour) {
    if (!this.gradients.has(name)) {
      const inside = stops.map(({ offset, other, share, opacity }) => {
        const stop = { offset: String(offset), "stop-color": mix(colour, other, share) };
        return element("stop", opacity < 1 ? { ...stop, "stop-opacity": String(opacity) } : stop);
      });
      this.define(name, element(kind, { id: this.prefix + name, ...at }, inside.join("")));
    }
    return `url(#${this.prefix}${name})`;
  }

  /** A fill with the grain of wood, placed in a plane by a transform.
   * @param {string} name @param {string} transform */
  grain(name, transform) {
    const { size: width, inside } = GRAIN;
    const id = `${this.prefix}grain`;
    const pattern = { id, patternUnits: "userSpaceOnUse", width, height: width };
    if (!this.gradients.has("grain")) this.define("grain", element("pattern", pattern, inside));
    const reference = { id: this.prefix + name, href: `#${id}`, patternTransform: transform };
    this.define(name, element("pattern", reference));
    return `url(#${this.prefix}${name})`;
  }
}
