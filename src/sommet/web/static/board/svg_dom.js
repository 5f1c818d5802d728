/** Helpers for SVG elements in the document. */

export const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} parent @param {string} name @returns {SVGGElement} */
export function group(parent, name) {
  const node = document.createElementNS(SVG, "g");
  node.setAttribute("class", name);
  parent.append(node);
  return node;
}

/** Set an attribute only when it changes: browsers repaint even if the value stays the same.
 * @param {Element} node @param {string} name @param {string} value */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
