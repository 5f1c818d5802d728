/** A scene as live SVG: every solid keeps its elements while it is there. */

import { Brush } from "./brush.js";
import { SVG, group, set } from "./elements.js";
import { Sheet, element, number } from "./ink.js";
import { laid } from "./laying.js";
import { Pictures } from "./pictures.js";
import { dot as point, labels, ring, trail } from "./signs.js";
import { draw } from "./shapes.js";
import { sides } from "./sides.js";
import { Projection, add, corners, covers, dot, isPiece, over, painted, scaled } from "./space.js";
import {
  APART, CAN, CAST_SLAB, EDGE, NEAR, RING, SCALE, TILT, UP,
} from "./table.js";

/** @import { Camera, Point, Scene, Solid } from "./types.js" */

/**
 * @typedef {object} Nodes
 * @property {SVGGElement} body
 * @property {SVGGElement} shadow
 * @property {SVGGElement} sign the ring round it
 * @property {Solid|null} drawn the solid that they show now
 * @property {string} shape what the body looks like,
 * @property {string} shade what the shadow looks like, and
 * @property {number} high how high the piece was when its shadow was drawn
 */

/** What lies behind a board whose scene does not say it. */
const CLOTH = "slate";
/** @param {Point} point @param {number} [scale] */
function translate([x, y], scale = 1) {
  const moved = `translate(${number(x * SCALE)} ${number(y * SCALE)})`;
  return scale === 1 ? moved : `${moved} scale(${scale.toFixed(3)})`;
}

/** What tells how a solid is drawn. @param {Solid} solid */
const look = ({ id, kind, colour, size, facing, rings, outline }) =>
  `${[kind, colour, size, facing, rings].join()}${outline ? ` ${id}` : ""}`;

/** @param {Solid} solid */
const isWood = ({ kind }) => kind === "slab";

/** @param {Scene} scene */
const eye = ({ camera = {} }) => JSON.stringify([camera.turn, camera.tilt, camera.up]);

let boards = 0;

export class Stage {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.defs = document.createElementNS(SVG, "defs");
    svg.append(this.defs);
    this.pictures = new Pictures(svg);
    this.gone = group(svg, "gone");
    this.targets = group(svg, "targets");
    this.labels = group(svg, "labels");
    this.sheet = new Sheet(`board${++boards}-`);
    /** As it was told … @type {Scene} */
    this.told = { solids: [] };
    /** … and as it is shown, its trays laid for the room and the viewer. @type {Scene} */
    this.scene = { solids: [] };
    /** How many times wider than high the room is; 0 while nobody knows. */
    this.room = 0;
    /** How large letters are beside those of a picture. */
    this.letters = 1;
    /** Whose tray lies nearest. @type {number|null} */
    this.seat = null;
    this.laying = laid(this.scene, 0);
    /** What the trays were last laid for. */
    this.asked = "";
    /** What the viewer chose: turn and tilt beyond the scene's own, levels spread or hidden. */
    this.look = { turn: 0, tilt: 0, spread: false, levels: Infinity };
    /** @type {Map<string, Nodes>} */
    this.nodes = new Map();
    /** What is about to fly, or flies … @type {Set<string>} */
    this.flyers = new Set();
    /** … and what is drawn over it, until it has landed. @type {Set<string>} */
    this.aloft = new Set();
    /** @type {Map<string, string>} */
    this.shapes = new Map();
    this.thrown = "";
    this.written = "";
    /** The camera that the brush sees with. */
    this.from = "";
    /** The wood that the picture was measured for. */
    this.fitted = "";
    this.brush = new Brush(new Projection({}), this.sheet);
  }

  /** @returns {Camera} */
  get camera() {
    const { turn = 0, tilt = TILT, up = UP } = this.scene.camera ?? {};
    const tilted = Math.min(90, Math.max(20, tilt + this.look.tilt));
    return { turn: turn + this.look.turn, tilt: tilted, up };
  }

  /** How many levels there are above the lowest. */
  get highest() {
    const { solids, spots = [], marks = [] } = this.scene;
    const ghosts = [...spots.map(({ at }) => at), ...marks];
    return Math.max(0, ...[...solids, ...ghosts].map((at) =>
      (typeof at === "string" ? 0 : at.level ?? 0)));
  }

  /** Show a scene as it stands. @param {Scene} scene */
  show(scene) {
    if (eye(scene) !== eye(this.scene)) this.forget();
    this.told = scene;
    this.lay();
    scene = this.laying.scene(scene);
    // What stayed the same stays the same object: it need not be measured or drawn again.
    const there = new Map(this.scene.solids.map((solid) => [solid.id, solid]));
    const solids = scene.solids.map((solid) => {
      const was = there.get(solid.id);
      return was && JSON.stringify(was) === JSON.stringify(solid) ? was : solid;
    });
    this.scene = { ...scene, solids };
    this.reckon();
    this.ground();
    this.lift([]);
    this.render(solids);
    this.signs();
    this.fit();
  }

  /** What lies on the cloth throws its shadow on it. */
  ground() {
    const { up } = this.brush.projection;
    const slabs = this.scene.solids.filter(isWood).map(corners);
    const lows = slabs.map((slab) => Math.min(...slab.map((corner) => dot(corner, up))));
    const lowest = Math.min(...lows) + NEAR;
    const low = slabs.filter((_, index) => lows[index] < lowest);
    const thrown = low.length ? this.brush.cast(low, up, CAST_SLAB) : "";
    if (this.thrown !== thrown) this.pictures.casts.innerHTML = this.thrown = thrown;
    set(this.svg, "data-cloth", this.scene.cloth ?? CLOTH);
  }

  /** The room has another shape, or somebody else looks; says whether anything changed.
   * @param {number} room @param {number|null} [seat] */
  fill(room, seat = this.seat) {
    this.room = room;
    this.seat = seat;
    const lies = () => JSON.stringify([this.laying.pivot, ...this.laying.ways]);
    const before = lies();
    this.lay();
    if (lies() === before) return false;
    this.forget();
    this.show(this.told);
    return true;
  }

  /** Lay the trays, unless they are asked for where they lie already. */
  lay() {
    const { solids, frame, camera } = this.told;
    const asked = JSON.stringify([solids.filter(isWood), frame, camera, this.room, this.seat]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.laying = laid(this.told, this.room, this.seat);
  }

  /** Another camera, or another look: nothing that was drawn can be used again. */
  forget() {
    this.shapes.clear();
    for (const nodes of this.nodes.values()) {
      Object.assign(nodes, { drawn: null, shape: "", shade: "" });
    }
    this.fitted = "";
  }

  /** The viewer looks at it otherwise. @param {Partial<Stage["look"]>} look */
  turned(look) {
    Object.assign(this.look, look);
    this.forget();
    this.show(this.told);
  }

  reckon() {
    const camera = this.camera;
    const from = JSON.stringify(camera);
    if (from === this.from) return;
    this.from = from;
    this.brush = new Brush(new Projection(camera), this.sheet);
  }

  /** A solid where the viewer's look puts it, or null when it is hidden.
   * @param {Solid} solid @returns {Solid|null} */
  seen(solid) {
    const { level = 0 } = solid;
    if (level > this.look.levels) return null;
    if (!this.look.spread || !level) return solid;
    return { ...solid, place: add(solid.place, scaled(this.brush.projection.up, level * APART)) };
  }

  /** Where a place falls in the units of the picture. @param {import("./types.js").Place} place
   * @returns {Point} */
  point(place) {
    const [x, y] = this.brush.projection.point(place);
    return [x * SCALE, y * SCALE];
  }

  /**
   * Draw solids; `faint` gives some an opacity, by id, while they come and go.
   * @param {Solid[]} solids @param {Map<string, number>} [faint]
   */
  render(solids, faint) {
    const seen = /** @type {Solid[]} */ (solids.map((each) => this.seen(each)).filter(Boolean));
    const order = painted(seen, this.brush.projection);
    const marked = new Set(this.scene.marks?.filter((mark) => typeof mark === "string"));
    /** @type {SVGGElement[][]} */
    const [wood, rest, flight] = [[], [], []];
    const drawn = (/** @type {Solid} */ solid) => this.drawn(solid, marked.has(solid.id) && !faint);
    over(order, this.aloft, this.brush.projection);
    let [thrown, cleared] = [false, true];
    order.forEach((solid, index) => {
      const { body, shadow, sign } = drawn(solid);
      const opacity = String(faint?.get(solid.id) ?? "");
      if (body.style.opacity !== opacity) body.style.opacity = shadow.style.opacity = opacity;
      // Shadows of what stands on the board lie below all pieces; a piece on another throws its own
      // on that, unless it is a cube, which leans on others.
      if (isWood(solid)) thrown = false;
      else if (isPiece(solid) && !thrown) {
        thrown = true;
        for (let at = index; at < order.length && !isWood(order[at]); at++) {
          const { id, level } = order[at];
          if (!isPiece(order[at]) || level) continue;
          (this.flyers.has(id) ? flight : rest).push(drawn(order[at]).shadow);
        }
      }
      cleared &&= !isPiece(solid);
      const picture = this.aloft.has(solid.id) ? flight : cleared ? wood : rest;
      if (isPiece(solid) && solid.level && solid.kind !== "cube") picture.push(shadow);
      picture.push(body);
      if (sign.firstChild) picture.push(sign);
    });
    this.pictures.arrange(wood, rest, flight);
    const there = new Set(order.map((solid) => solid.id));
    for (const id of this.nodes.keys()) if (!there.has(id)) this.nodes.delete(id);
  }

  /** These are about to fly: they and what is drawn over them leave what rests.
   * @param {string[]} ids */
  lift(ids) {
    this.flyers = new Set(ids);
    this.aloft = new Set(ids);
  }

  /** Solids are called otherwise from now on, and keep their elements.
   * @param {Map<string, string>} names */
  rename(names) {
    this.nodes = new Map([...this.nodes].map(([id, nodes]) => [names.get(id) ?? id, nodes]));
  }

  /** The elements of a solid, brought up to date; one that did not change costs nothing.
   * @param {Solid} solid @param {boolean} marked @returns {Nodes} */
  drawn(solid, marked) {
    let nodes = this.nodes.get(solid.id);
    if (!nodes) {
      const [body, shadow, sign] = ["solid", "shadow", "sign"].map((name) => {
        const made = document.createElementNS(SVG, "g");
        made.setAttribute("class", name);
        return made;
      });
      nodes = { body, shadow, sign, drawn: null, shape: "", shade: "", high: 0 };
      this.nodes.set(solid.id, nodes);
    }
    if (nodes.drawn !== solid) this.redraw(nodes, solid);
    if (marked) nodes.sign.innerHTML = this.ring(solid, "was", RING);
    else if (nodes.sign.firstChild) nodes.sign.replaceChildren();
    return nodes;
  }

  /** @param {Nodes} nodes @param {Solid} solid */
  redraw(nodes, solid) {
    nodes.drawn = solid;
    const shape = look(solid);
    if (nodes.shape !== shape) {
      nodes.body.innerHTML = this.shape(shape, solid);
      nodes.shape = shape;
    }
    const { brush } = this;
    const [x, y] = brush.projection.point(solid.place);
    set(nodes.body, "transform", translate([x, y], solid.scale));
    if (!isPiece(solid)) return;
    const high = dot(solid.place, brush.projection.up);
    // What moves keeps its shadow, which falls further off as it rises.
    if (solid.scale === undefined || !nodes.shade) {
      const shade = `shadow ${Math.round(high * 100)} ${shape}`;
      nodes.high = high;
      if (nodes.shade !== shade) {
        nodes.shadow.innerHTML = this.shape(shade, solid);
        nodes.shade = shade;
      }
    }
    const [right, down] = brush.drift(solid, high - nodes.high);
    set(nodes.shadow, "transform", translate([x + right, y + down], solid.scale));
  }

  /** @param {string} key @param {Solid} solid */
  shape(key, solid) {
    let text = this.shapes.get(key);
    if (text === undefined) {
      if (key.startsWith("shadow")) text = this.brush.shadow(solid);
      else if (key.startsWith("line")) text = this.brush.silhouette(solid);
      else text = draw(this.brush, solid);
      if (this.shapes.size > 2000) this.shapes.clear();
      this.shapes.set(key, text);
    }
    return text;
  }

  /** Marks of what has left, and labels. */
  signs() {
    const gone = (this.scene.marks ?? []).filter((mark) => typeof mark !== "string");
    this.gone.innerHTML = gone.map((mark) => {
      const solid = this.seen(/** @type {Solid} */ (mark));
      return solid ? this.ring(solid, "was", CAN) : "";
    }).join("") + (this.scene.trails ?? []).map((ends) => {
      const [start, end] = ends.map((each) => this.there(each));
      return start && end ? trail(this.brush.trail(start, end)) : "";
    }).join("") + (this.scene.ahead ?? []).map((place) =>
      point(this.brush.projection.point(place))).join("");
    this.write();
    this.define();
  }

  /** Labels, as large as they are to be read. */
  write() {
    // Names are written on the wood: where the table is turned, pieces may stand before them.
    const pieces = this.camera.turn ? this.scene.solids.filter(isPiece).flatMap((solid) => this.seen(solid) ?? []) : [];
    const { projection } = this.brush;
    const free = (this.scene.labels ?? []).filter(({ role, place }) => role !== "name" ||
      !pieces.some((solid) => covers(projection, solid, projection.point(place))));
    const written = labels(free.map((said) => ({ said, at: this.point(said.place) })), this.letters);
    if (this.written !== written) this.labels.innerHTML = this.written = written;
  }

  /** @param {Solid} solid */
  ghost(solid) {
    const transform = translate(this.brush.projection.point(solid.place));
    return element("g", { class: "ghost", transform }, this.shape(look(solid), solid));
  }

  /** A piece in a picture of its own. @param {Solid} solid @param {Point} at its middle */
  portrait(solid, [x, y]) {
    const box = [x - SCALE / 2, y - SCALE / 2, SCALE, SCALE].map(number).join(" ");
    return element("svg", { viewBox: box, "aria-hidden": "true" }, this.ghost(solid));
  }

  /** A piece in a picture of its own, as large as it is. @param {Solid} solid */
  likeness(solid) {
    const ends = this.brush.reach(solid);
    const [low, high] = [Math.min, Math.max].map((pick) =>
      [0, 1].map((axis) => pick(...ends.map((end) => end[axis])) * SCALE));
    const box = [...low, high[0] - low[0], high[1] - low[1]].map(number).join(" ");
    return element("svg", { viewBox: box, "aria-hidden": "true" }, this.ghost(solid));
  }

  /** A solid of the scene or a ghost, where it is seen. @param {string|Solid} target */
  there(target) {
    const found = typeof target === "string"
      ? this.scene.solids.find(({ id }) => id === target) : target;
    return found ? this.seen(found) : null;
  }

  /** @param {Solid} solid @param {string} style @param {typeof RING} look */
  ring(solid, style, look) {
    const where = translate(this.brush.projection.point(solid.place));
    return ring(this.silhouette(solid), where, style, look);
  }

  /** The sign of what can be chosen: a point where a piece can go, a line round one that is there.
   * @param {Solid} solid @param {boolean} ghost */
  choice(solid, ghost) {
    return ghost ? point(this.brush.dotOf(solid)) : this.ring(solid, "can", CAN);
  }

  /** @param {Solid} solid */
  silhouette(solid) {
    return this.shape(`line ${look(solid)}`, solid);
  }

  define() {
    if (!this.sheet.grown) return;
    this.sheet.grown = false;
    this.defs.innerHTML = [...this.sheet.gradients.values()].join("");
  }

  /** The picture keeps its size while pieces come and go: what its wood and its frame ask for, and
   * what was there at first. What rises higher later is drawn beyond it. */
  fit() {
    const wood = JSON.stringify(this.scene.solids.filter(isWood));
    if (wood === this.fitted) return;
    this.fitted = wood;
    const found = sides(this);
    if (!found) return;
    const [left, top, right, bottom] = found;
    const edge = EDGE.page;
    this.pictures.frame(left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge);
  }
}
