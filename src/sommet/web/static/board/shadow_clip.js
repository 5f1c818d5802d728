/** Clips the shadows of boards at the edge of the cloth. */

import { SVG } from "./svg_dom.js";
import { element } from "./svg.js";

/** @import { Stage } from "./stage.js" */

/** The corner radius of the cloth, as in its style. */
const CORNER_RADIUS_PX = 17.6;

/** Clip the shadows to the cloth, which fills the whole element.
 * @param {Stage} stage @param {number} scale pixels per unit of the picture */
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
