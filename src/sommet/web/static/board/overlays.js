/** What is drawn over the solids: rings, points, trails, labels (`sommet.drawing.scene_svg`). */

import { element, escaped, inkOn, isDark, mix, number, paint } from "./svg.js";
import {
  BADGE, BLACK, CHIP, DOT, FONT_SIZE, OUTLINE, RING, SCALE, TRAIL, WHITE, WREATH,
} from "./constants.js";

/** @import { Label, Point } from "./types.js" */

/** A light line on a dark one, so that it can be seen on anything.
 * @param {string} d @param {string} transform @param {string} style @param {typeof RING} look */
export function ring(d, transform, style, look) {
  const under = element("path", { d, fill: "none", "stroke-width": look.halo, class: "halo" });
  const over = element("path", { d, fill: "none", "stroke-width": look.line, class: style });
  return element("g", { class: "ring", transform }, under + over);
}

/** A point where a piece can go. @param {Point} at */
export const dot = ([x, y]) => element("circle", {
  cx: x * SCALE, cy: y * SCALE, r: DOT.radius, "stroke-width": DOT.line, class: "dot",
});

/** A thin line from where a piece came. @param {string} d */
export const trail = (d) =>
  element("path", { d, fill: "none", "stroke-width": TRAIL.halo, class: "halo" }) +
  element("path", { d, fill: "none", "stroke-width": TRAIL.line, class: "last-move" });

/** All labels, scaled by `size`. Counts that would overlap grow less, and all in one tray have the
 * same size; a label that would cover pieces is no larger than its space.
 * @param {{ said: Label, at: Point, room?: number }[]} all @param {number} size */
export function labels(all, size) {
  const counts = all.filter(({ said }) => (said.role ?? "count") === "count");
  /** @type {Map<number|undefined, number>} */
  const sizes = new Map();
  for (const here of size > 1 ? counts : []) {
    const rooms = counts.filter((each) => each !== here).map((other) => maxScaleBeside(here.at, other));
    sizes.set(here.said.tray, Math.min(sizes.get(here.said.tray) ?? size, ...rooms));
  }
  return all.map((each) => {
    const most = counts.includes(each) ? sizes.get(each.said.tray) ?? size : size;
    return scaledLabel(each.said, each.at, Math.min(each.room ?? Infinity, Math.max(Math.min(1, size), most)));
  }).join("");
}

/** How large a count may be next to another. @param {Point} at @param {{ said: Label, at: Point }} other */
function maxScaleBeside([x, y], { said, at }) {
  const wide = CHIP.width + CHIP.letter * said.text.length;
  return Math.max(Math.abs(at[0] - x) / wide, Math.abs(at[1] - y) / CHIP.height);
}

/** @param {Label} said @param {Point} at @param {number} size */
function scaledLabel(said, at, size) {
  const drawn = labelMarkup(said, at);
  if (size === 1) return drawn;
  const [x, y] = at.map((part) => number(part * (1 - size)));
  const grown = size.toFixed(2);
  return element("g", { transform: `matrix(${grown} 0 0 ${grown} ${x} ${y})` }, drawn);
}

/** @param {Label} said @param {Point} at */
function labelMarkup(said, at) {
  const role = said.role ?? "count";
  if (role === "name") return text(said.text, at, FONT_SIZE.name, textStyle(said.colour));
  if (role === "head") return text(said.text, at, FONT_SIZE.head, { ...textStyle(said.colour), "font-weight": "700" });
  if (role === "count") return chip(said, at);
  return badge(said, at);
}

/** A player's number on a disc, in their colour if that is known; a ring of gold round it says that it
 * is their turn, leaves that they won. @param {Label} said @param {Point} at */
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

/** Leaves all round a winner's number. @param {Point} at */
function wreath(at) {
  const { radius, width, leaves } = WREATH;
  const around = { d: disc(at, radius), fill: "none" };
  return element("path", { ...around, "stroke-width": width + 2, class: "halo" }) +
    element("path", { ...around, "stroke-width": width, "stroke-dasharray": leaves, class: "last-move" });
}

/** @param {string} said @param {Point} at @param {number} size
 * @param {Record<string, string>} attributes */
function text(said, [x, y], size, attributes) {
  const placed = { x, y, dy: FONT_SIZE.baseline, "font-size": size };
  return element("text", { ...placed, ...attributes }, escaped(said));
}

/** Ink that can be read on a material, or on the ground when it is none.
 * @param {string} [material] @returns {Record<string, string>} */
function textStyle(material) {
  return material ? { fill: inkOn(paint(material)) } : { class: "text" };
}

/** A count on a small plate in the colour that it counts. @param {Label} said @param {Point} at */
function chip(said, at) {
  const fill = paint(said.colour || "ivory");
  const { height, round: rx } = CHIP;
  const width = CHIP.width + CHIP.letter * said.text.length;
  const plate = { x: at[0] - width / 2, y: at[1] - height / 2, width, height, rx };
  const line = { fill, stroke: mix(fill, BLACK, OUTLINE.share), "stroke-width": CHIP.line };
  const ink = { fill: inkOn(fill), "font-weight": "600" };
  return (
    element("rect", { ...plate, ...line }) +
    text(said.text, at, FONT_SIZE.number, ink)
  );
}

/** @param {Point} at @param {number} radius */
function disc([x, y], radius) {
  const half = `A${number(radius)} ${number(radius)} 0 1 1 `;
  const [left, right] = [-1, 1].map((side) => `${number(x + side * radius)} ${number(y)}`);
  return `M${left}${half}${right}${half}${left}Z`;
}
