/** The cloth has an edge: shadows fall on it and not beyond, whatever rises above it. */

import { SVG } from "./svg_dom.js";
import { element } from "./svg.js";

/** @import { Stage } from "./stage.js" */

/** How round the corners of the cloth are, in pixels: as its style has it. */
const CORNER_RADIUS_PX = 17.6;

/** Cut the shadows off where the cloth ends, which fills the whole element.
 * @param {Stage} stage @param {number} scale how many pixels a unit of the picture has */
export function clipShadows({ svg, layers: { shadows }, sheet }, scale) {
  const name = `${sheet.prefix}edge`;
  let clip = svg.querySelector("clipPath");
  if (!clip) {
    clip = document.createElementNS(SVG, "clipPath");
    clip.id = name;
    svg.prepend(clip);
    shadows.setAttribute("clip-path", `url(#${name})`);
  }
  const { width, height } = svg.getBoundingClientRect();
  const { x, y, width: wide, height: high } = svg.viewBox.baseVal;
  const [across, down] = [width / scale, height / scale];
  const box = { x: x - (across - wide) / 2, y: y - (down - high) / 2, width: across, height: down };
  const clipShape = element("rect", { ...box, rx: CORNER_RADIUS_PX / scale });
  // Setting it redraws everything it clips, so set it only when it changes.
  if (clip.dataset.cut !== clipShape) clip.innerHTML = clip.dataset.cut = clipShape;
}
