/** Elements of live SVG. */

export const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} parent @param {string} name @returns {SVGGElement} */
export function group(parent, name) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", name);
  parent.append(made);
  return made;
}

/** Set only what changes: browsers redraw an attribute even if its value stays the same.
 * @param {Element} node @param {string} name @param {string} value */
export function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
