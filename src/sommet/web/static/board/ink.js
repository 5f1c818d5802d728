/** Colours and their tones, numbers, elements as text: `sommet.core.ink`. */

import { COLOURS, MATERIALS } from "./palette.js";

/** @import { Point } from "./types.js" */

/** Units of the picture for a length of 1. */
export const SCALE = 64;
/** Light and shade are a little warm. */
export const WHITE = "#FFF7E8";
export const BLACK = "#17110D";

/** A coordinate with one decimal, as short as it can be. @param {number} value */
export function number(value) {
  const text = value.toFixed(1).replace(/\.0$/, "");
  return text === "-0" ? "0" : text;
}

/** The data of a closed line through points of the screen. @param {Point[]} points */
export const line = (points) =>
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
const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** @type {Map<string, string>} */
const mixed = new Map();

/** A colour with a share of another in it.
 * @param {string} colour @param {string} other @param {number} share */
export function mix(colour, other, share) {
  const key = `${colour}${other}${share}`;
  let found = mixed.get(key);
  if (!found) {
    const [a, b] = [parts(colour), parts(other)];
    const sum = a.map((value, at) => Math.round(value + (b[at] - value) * share));
    found = `#${sum.map((value) => value.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
    if (mixed.size > 5000) mixed.clear();
    mixed.set(key, found);
  }
  return found;
}

/** Whether light ink reads better on it than dark ink. @param {string} colour */
export function isDark(colour) {
  const [red, green, blue] = parts(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/** @param {string} text */
export const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What a picture defines once: its gradients. Their ids begin with `prefix`. */
export class Sheet {
  /** @param {string} prefix */
  constructor(prefix) {
    this.prefix = prefix;
    /** @type {Map<string, string>} */
    this.gradients = new Map();
  }

  /** The fill with a gradient; a stop is an offset, a colour and an opacity.
   * @param {string} name @param {"linearGradient"|"radialGradient"} kind
   * @param {[number, string, number][]} stops @param {Record<string, string>} at */
  gradient(name, kind, stops, at) {
    if (!this.gradients.has(name)) {
      const inside = stops.map(([offset, colour, opacity]) =>
        element("stop", {
          offset: String(offset), "stop-color": colour, "stop-opacity": String(opacity),
        }),
      );
      this.gradients.set(name, element(kind, { id: this.prefix + name, ...at }, inside.join("")));
    }
    return `url(#${this.prefix}${name})`;
  }
}
