/** Rings, dots, trails and labels, drawn over the solids. The twin of `sommet.drawing.scene_svg`. */

import { element, escaped, inkOn, isDark, mix, number, paint } from "./svg.js";
import {
  BADGE, BLACK, CHIP, DOT, FONT_SIZE, OUTLINE, RING, SCALE, TRAIL, WHITE, WREATH,
} from "./constants.js";

/** @import { Label, Point } from "./types.js" */

/** A light line on a dark one, visible on any background.
 * @param {string} d @param {string} transform @param {string} style @param {typeof RING} width */
export function ring(d, transform, style, width) {
  const under = element("path", { d, fill: "none", "stroke-width": width.halo, class: "halo" });
  const over = element("path", { d, fill: "none", "stroke-width": width.line, class: style });
  return element("g", { class: "ring", transform }, under + over);
}

/** The dot where a piece can go. @param {Point} at */
export const dot = ([x, y]) => element("circle", {
  cx: x * SCALE, cy: y * SCALE, r: DOT.radius, "stroke-width": DOT.line, class: "dot",
});

/** A thin line from where a piece came. @param {string} d */
export const trail = (d) =>
  element("path", { d, fill: "none", "stroke-width": TRAIL.halo, class: "halo" }) +
  element("path", { d, fill: "none", "stroke-width": TRAIL.line, class: "last-move" });

/** All labels, scaled by `size`. Counts that would overlap grow less, and all in one tray have the
 * same size; a label that would cover pieces is no larger than its space.
 * @param {{ label: Label, at: Point, maxScale?: number }[]} all @param {number} size */
export function labels(all, size) {
  const counts = all.filter(({ label }) => (label.role ?? "count") === "count");
  /** @type {Map<number|undefined, number>} */
  const sizes = new Map();
  for (const count of size > 1 ? counts : []) {
    const rooms = counts.filter((each) => each !== count).map((other) => maxScaleNextTo(count.at, other));
    sizes.set(count.label.tray, Math.min(sizes.get(count.label.tray) ?? size, ...rooms));
  }
  return all.map((each) => {
    const limit = counts.includes(each) ? sizes.get(each.label.tray) ?? size : size;
    return scaledLabel(each.label, each.at, Math.min(each.maxScale ?? Infinity, Math.max(Math.min(1, size), limit)));
  }).join("");
}

/** How large a count may be next to another one. @param {Point} at @param {{ label: Label, at: Point }} other */
function maxScaleNextTo([x, y], { label, at }) {
  const width = CHIP.width + CHIP.letter * label.text.length;
  return Math.max(Math.abs(at[0] - x) / width, Math.abs(at[1] - y) / CHIP.height);
}

/** @param {Label} label @param {Point} at @param {number} size */
function scaledLabel(label, at, size) {
  const markup = labelMarkup(label, at);
  if (size === 1) return markup;
  const [x, y] = at.map((part) => number(part * (1 - size)));
  const scale = size.toFixed(2);
  return element("g", { transform: `matrix(${scale} 0 0 ${scale} ${x} ${y})` }, markup);
}

/** @param {Label} label @param {Point} at */
function labelMarkup(label, at) {
  const role = label.role ?? "count";
  if (role === "name") return text(label.text, at, FONT_SIZE.name, textStyle(label.colour));
  if (role === "head") {
    return text(label.text, at, FONT_SIZE.head, { ...textStyle(label.colour), "font-weight": "700" });
  }
  if (role === "count") return chip(label, at);
  return badge(label, at);
}

/** A player's number on a disc, in their colour if it's known. A gold ring marks the player to move, a
 * wreath the winner. @param {Label} label @param {Point} at */
function badge({ role, colour, text: number }, at) {
  /** @type {Record<string, string>} */
  let rim = { class: "seat" };
  /** @type {Record<string, string>} */
  let ink = { class: "seat-text" };
  if (colour) {
    const fill = paint(colour);
    const [one, two] = isDark(fill) ? [WHITE, BLACK] : [BLACK, WHITE];
    rim = { fill, stroke: mix(one, two, BADGE.rim_contrast) };
    ink = { fill: inkOn(fill), "font-weight": "600" };
  }
  const disk = element("path", { d: disc(at, BADGE.radius), "stroke-width": BADGE.line, ...rim }) +
    text(number, at, FONT_SIZE.number, ink);
  if (role === "winner") return wreath(at) + disk;
  if (role !== "turn") return disk;
  const around = { d: disc(at, BADGE.ring), fill: "none", "stroke-width": BADGE.ring_width };
  return disk + element("path", { ...around, class: "last-move" });
}

/** The wreath round a winner's number. @param {Point} at */
function wreath(at) {
  const { radius, width, leaves } = WREATH;
  const around = { d: disc(at, radius), fill: "none" };
  return element("path", { ...around, "stroke-width": width + 2, class: "halo" }) +
    element("path", { ...around, "stroke-width": width, "stroke-dasharray": leaves, class: "last-move" });
}

/** @param {string} content @param {Point} at @param {number} size
 * @param {Record<string, string>} attributes */
function text(content, [x, y], size, attributes) {
  const placed = { x, y, dy: FONT_SIZE.baseline, "font-size": size };
  return element("text", { ...placed, ...attributes }, escaped(content));
}

/** Legible ink for a material; without one, the text style of the background.
 * @param {string} [material] @returns {Record<string, string>} */
function textStyle(material) {
  return material ? { fill: inkOn(paint(material)) } : { class: "text" };
}

/** A count on a small plate of the colour it counts. @param {Label} label @param {Point} at */
function chip(label, at) {
  const fill = paint(label.colour || "ivory");
  const { height, round: rx } = CHIP;
  const width = CHIP.width + CHIP.letter * label.text.length;
  const plate = { x: at[0] - width / 2, y: at[1] - height / 2, width, height, rx };
  const line = { fill, stroke: mix(fill, BLACK, OUTLINE.share), "stroke-width": CHIP.line };
  const ink = { fill: inkOn(fill), "font-weight": "600" };
  return (
    element("rect", { ...plate, ...line }) +
    text(label.text, at, FONT_SIZE.number, ink)
  );
}

/** @param {Point} at @param {number} radius */
function disc([x, y], radius) {
  const half = `A${number(radius)} ${number(radius)} 0 1 1 `;
  const [left, right] = [-1, 1].map((side) => `${number(x + side * radius)} ${number(y)}`);
  return `M${left}${half}${right}${half}${left}Z`;
}
