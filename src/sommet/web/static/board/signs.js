/** What is drawn over the solids: brackets, rings, labels (`sommet.core.panel`). */

import { BLACK, SCALE, WHITE, element, escaped, isDark, mix, number, paint } from "./ink.js";

/** @import { Brush } from "./brush.js" */
/** @import { Label, Point, Solid } from "./types.js" */

/** Brackets round what the last move brought: a shape, not a tint alone.
 * @param {Brush} brush @param {Solid} solid */
export function brackets(brush, solid) {
  const points = brush.reach(solid);
  const [x, y] = [0, 1].map((at) => points.map((point) => point[at]));
  const left = (Math.min(...x) - 0.04) * SCALE;
  const right = (Math.max(...x) + 0.04) * SCALE;
  const top = (Math.min(...y) - 0.04) * SCALE;
  const bottom = (Math.max(...y) + 0.04) * SCALE;
  const arm = 0.25 * Math.min(right - left, bottom - top);
  const d = [
    [left, top, 1, 1], [right, top, -1, 1], [right, bottom, -1, -1], [left, bottom, 1, -1],
  ].map(([across, down, inward, below]) => {
    const end = `V${number(down)}H${number(across + arm * inward)}`;
    return `M${number(across)} ${number(down + arm * below)}${end}`;
  }).join("");
  return (
    element("path", { d, fill: "none", "stroke-width": 7, class: "halo" }) +
    element("path", { d, fill: "none", "stroke-width": 3, class: "line" })
  );
}

/** A broken line on an unbroken one, so that it can be seen on anything.
 * @param {string} d @param {string} transform @param {string} style @param {string} dashes */
export function ring(d, transform, style, dashes) {
  const under = element("path", { d, fill: "none", "stroke-width": 5, class: "halo" });
  const broken = element("path", {
    d, fill: "none", "stroke-width": 3, "stroke-dasharray": dashes, class: style,
  });
  return element("g", { class: "ring", transform }, under + broken);
}

/** @param {Label} said @param {Point} at */
export function label(said, at) {
  const role = said.role ?? "count";
  if (role === "name") return text(said.text, at, 17, inkOn(said.colour));
  if (role === "count") return chip(said, at);
  const style = role === "seat" ? "seat" : "turn";
  const shape = role === "winner" ? star(at) : disc(at, 15.5);
  let badge = element("path", { d: shape, "stroke-width": 2, class: style });
  if (role === "turn") {
    badge += element("path", { d: disc(at, 20), fill: "none", "stroke-width": 2.5, class: "can" });
  }
  return badge + text(said.text, at, 18, { class: `${style}-text` });
}

/** @param {string} said @param {Point} at @param {number} size
 * @param {Record<string, string>} attributes */
function text(said, [x, y], size, attributes) {
  return element("text", { x, y, dy: ".36em", "font-size": size, ...attributes }, escaped(said));
}

/** Ink that can be read on a material, or on the ground when it is none.
 * @param {string} [material] @returns {Record<string, string>} */
function inkOn(material) {
  if (!material) return { class: "text" };
  const ground = paint(material);
  return { fill: mix(ground, isDark(ground) ? WHITE : BLACK, 0.8) };
}

/** A count on a small plate in the colour that it counts. @param {Label} said @param {Point} at */
function chip(said, at) {
  const fill = paint(said.colour || "ivory");
  const width = 14 + 11 * said.text.length;
  const plate = { x: at[0] - width / 2, y: at[1] - 13, width, height: 26, rx: 8 };
  const edge = { fill: "none", stroke: "#FFF", "stroke-opacity": ".5", "stroke-width": 4.4 };
  const line = { fill, stroke: mix(fill, BLACK, 0.72), "stroke-width": 2 };
  const ink = { fill: isDark(fill) ? WHITE : BLACK, "font-weight": "600" };
  return (
    element("rect", { ...plate, ...edge }) +
    element("rect", { ...plate, ...line }) +
    text(said.text, at, 18, ink)
  );
}

/** @param {Point} at @param {number} radius */
function disc([x, y], radius) {
  const half = `A${number(radius)} ${number(radius)} 0 1 1 `;
  const [left, right] = [-1, 1].map((side) => `${number(x + side * radius)} ${number(y)}`);
  return `M${left}${half}${right}${half}${left}Z`;
}

/** @param {Point} at */
function star([x, y]) {
  const ends = Array.from({ length: 20 }, (_, index) => {
    const [turn, reach] = [(Math.PI * index) / 10, index % 2 ? 17 : 23];
    return `${number(x + reach * Math.sin(turn))} ${number(y - reach * Math.cos(turn))}`;
  });
  return `M${ends.join("L")}Z`;
}
