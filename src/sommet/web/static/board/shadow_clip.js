/** The cloth has an edge: shadows fall on it and not beyond, whatever rises above it. */

import { SVG } from "./svg_dom.js";
import { element } from "./svg.js";

/** @import { Stage } from "./stage.js" */

/** How round the corners of the cloth are, in pixels: as its style has it. */
const ROUND = 17.6;

/** Cut the shadows off where the cloth ends, which fills the whole element.
 * @param {Stage} stage @param {number} scale how many pixels a unit of the picture has */
export function trim({ svg, pictures: { casts }, sheet }, scale) {
  const name = `${sheet.prefix}edge`;
  let edge = svg.querySelector("clipPath");
  if (!edge) {
    edge = document.createElementNS(SVG, "clipPath");
    edge.id = name;
    svg.prepend(edge);
    casts.setAttribute("clip-path", `url(#${name})`);
  }
  const { width, height } = svg.getBoundingClientRect();
  const { x, y, width: wide, height: high } = svg.viewBox.baseVal;
  const [across, down] = [width / scale, height / scale];
  const box = { x: x - (across - wide) / 2, y: y - (down - high) / 2, width: across, height: down };
  const cut = element("rect", { ...box, rx: ROUND / scale });
  // Setting it redraws everything it clips, so set it only when it changes.
  if (edge.dataset.cut !== cut) edge.innerHTML = edge.dataset.cut = cut;
}
