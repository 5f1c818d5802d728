/** Elements of live SVG. */

export const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} parent @param {string} name @returns {SVGGElement} */
export function group(parent, name) {
  const node = document.createElementNS(SVG, "g");
  node.setAttribute("class", name);
  parent.append(node);
  return node;
}

/** Set only what changes: browsers redraw an attribute even if its value stays the same.
 * @param {Element} node @param {string} name @param {string} value */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
