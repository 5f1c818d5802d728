/**
 * Draws scenes on the page's stage without a browser, with just enough of a document for a stage.
 *
 *   node render_scenes.js FOLDER < [{ scene, look, fresh }, …] > [{ box, defs, layers, places }, …]
 *
 * A scene that is not `fresh` follows the previous one on the same stage and in the same look, as in
 * a game.
 */

import { readFileSync } from "node:fs";

class Node {
  constructor(name) {
    Object.assign(this, { name, attributes: new Map(), nodes: [], text: "", style: {} });
  }
  get children() { return this.nodes; }
  get firstChild() { return this.nodes[0] ?? (this.text || null); }
  set innerHTML(text) { Object.assign(this, { nodes: [], text }); }
  getAttribute(key) { return this.attributes.get(key) ?? null; }
  setAttribute(key, value) { this.attributes.set(key, String(value)); }
  append(...nodes) { for (const node of nodes) this.insertBefore(node, null); }
  before() {}
  replaceChildren() { this.innerHTML = ""; }
  remove() {
    this.parent?.nodes.splice(this.parent.nodes.indexOf(this), 1);
    this.parent = null;
  }
  insertBefore(node, next) {
    node.remove();
    this.nodes.splice(next ? this.nodes.indexOf(next) : this.nodes.length, 0, node);
    node.parent = this;
  }
  get inside() { return this.text + this.nodes.map(String).join(""); }
  toString() {
    const written = [...this.attributes].map(([key, value]) => ` ${key}="${value}"`).join("");
    return `<${this.name}${written}>${this.inside}</${this.name}>`;
  }
}

globalThis.document = { createElementNS: (_, name) => new Node(name) };

const [, , folder] = process.argv;
const { Stage } = await import(`${folder}/stage.js`);
const { groupIntoGrids, findTargets } = await import(`${folder}/cells.js`);
let stage;

function shown({ scene, look, fresh }) {
  if (fresh) {
    stage = new Stage(new Node("svg"));
    const { room, seat, ...turned } = look;
    stage.setViewer(room, seat);
    stage.setView(turned);
  }
  stage.show(scene);
  const spots = new Map((stage.scene.spots ?? []).map(({ at }) => [at.id ?? at, at]));
  const offered = [...spots.values()].map((at) => {
    const solid = stage.resolve(at);
    return solid ? stage.choiceMark(solid, typeof at !== "string") : "";
  });
  stage.updateDefs();
  return {
    box: stage.svg.getAttribute("viewBox"),
    places: groupIntoGrids(stage, findTargets(stage, stage.scene.spots ?? [])).flatMap(({ offBoard, rows }) =>
      rows.flat().map(({ key, cell, level }) => ({ key, cell, level, offBoard }))),
    defs: stage.defs.inside,
    layers: {
      casts: stage.layers.shadows.inside,
      solids: stage.layers.wood.inside + stage.layers.rest.inside,
      gone: stage.marks.inside,
      spots: offered.join(""),
      labels: stage.names.inside + stage.labels.inside,
    },
  };
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(shown)));
