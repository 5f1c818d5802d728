/** A scene as live SVG. */

import { Brush, meet } from "./primitives.js";
import { SVG, group } from "./svg_dom.js";
import { Figures, translate } from "./nodes.js";
import { Sheet, element, number } from "./svg.js";
import { isNumber, laid } from "./tray_layout.js";
import { before, painted } from "./draw_order.js";
import { Pictures } from "./layers.js";
import { dot as point, labels, ring, trail } from "./overlays.js";
import { sides } from "./bounds.js";
import { Projection, add, corners, covers, dot, frame, isPiece, scaled } from "./projection.js";
import {
  APART, BADGE, CAN, CAST_SLAB, EDGE, NEAR, RING, SCALE, TILT, UNIT, UP,
} from "./constants.js";

/** @import { Camera, Label, Point, Scene, Solid } from "./types.js" */

/** The cloth of a board whose scene names none. */
const CLOTH = "slate";
/** @param {Solid} solid */
const isWood = ({ kind }) => kind === "slab";

/** Whether a piece throws its shadow on others. @param {Solid} solid */
const throwsOnOthers = (solid) => isPiece(solid) && !!solid.level && solid.kind !== "cube";

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
    this.names = group(svg, "names");
    this.labels = group(svg, "labels");
    this.sheet = new Sheet(`board${++boards}-`);
    /** The scene as received … @type {Scene} */
    this.told = { solids: [] };
    /** … and as it is shown, its trays laid for the room and the viewer. @type {Scene} */
    this.scene = { solids: [] };
    /** How many times wider than high the room is; 0 while nobody knows. */
    this.room = 0;
    /** The size of letters relative to a picture's. */
    this.letters = 1;
    /** Whose tray is nearest. @type {number|null} */
    this.seat = null;
    this.laying = laid(this.scene, 0);
    /** What the trays were last laid for. */
    this.asked = "";
    /** What the viewer chose: turn and tilt beyond the scene's own, levels spread or hidden. */
    this.look = { turn: 0, tilt: 0, spread: false, levels: Infinity };
    /** What rests, in the order in which it is drawn, … @type {Solid[]} */
    this.resting = [];
    /** … what flies or is about to, by id, … @type {Set<string>} */
    this.flyers = new Set();
    /** … and what that passes behind. @type {Solid[]} */
    this.before = [];
    this.thrown = "";
    /** What is written: the names of places, and the rest. */
    this.written = ["", ""];
    /** The camera that the brush sees with. */
    this.from = "";
    /** The wood that the picture was measured for. */
    this.grounded = "";
    this.brush = new Brush(new Projection({}), this.sheet);
    this.figures = new Figures(this.brush);
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

  /** Show a scene without motion. @param {Scene} scene */
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
    const wood = JSON.stringify(solids.filter(isWood));
    if (wood !== this.grounded) {
      this.grounded = wood;
      this.ground();
      this.fit();
    }
    this.render(solids);
    this.signs();
  }

  /** Draw the shadow of everything on the cloth. */
  ground() {
    const { up } = this.brush.projection;
    const slabs = this.scene.solids.filter(isWood).map(corners);
    const lows = slabs.map((slab) => Math.min(...slab.map((corner) => dot(corner, up))));
    const lowest = Math.min(...lows) + NEAR;
    const low = slabs.filter((_, index) => lows[index] < lowest);
    const thrown = low.length ? this.brush.cast(low, up, CAST_SLAB) : "";
    if (this.thrown !== thrown) this.pictures.casts.innerHTML = this.thrown = thrown;
    this.svg.setAttribute("data-cloth", this.scene.cloth ?? CLOTH);
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
    this.figures.forget();
    this.grounded = "";
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
    this.brush = this.figures.brush = new Brush(new Projection(camera), this.sheet);
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

  /** @param {Solid[]} solids @returns {Solid[]} */
  shown(solids) {
    return solids.flatMap((solid) => this.seen(solid) ?? []);
  }

  /** Draw solids as they rest: first all wood that covers nothing else, in an order of its own, so
   * that it stays while pieces and hollows come and go. @param {Solid[]} solids */
  render(solids) {
    const { brush, figures } = this;
    /** @type {Solid[][]} */
    const [wood, among] = [[], []];
    /** @type {Point[][]} */
    const lines = [];
    for (const solid of painted(this.shown(solids), brush.projection)) {
      const line = brush.around(solid);
      const over = !isWood(solid) || lines.some((other) => meet(line, other));
      (over ? among : wood).push(solid);
      if (over) lines.push(line);
    }
    const marked = new Set(this.scene.marks?.filter((mark) => typeof mark === "string"));
    /** @type {SVGGElement[]} */
    const rest = [];
    let thrown = false;
    among.forEach((solid, index) => {
      const { body, shadow, sign } = figures.drawn(solid);
      if (body.style.opacity) body.style.opacity = shadow.style.opacity = "";
      // Shadows of pieces on the board are below all pieces; a piece on another throws its own
      // on that, unless it is a cube, which leans on others.
      if (isWood(solid)) thrown = false;
      else if (isPiece(solid) && !thrown) {
        thrown = true;
        for (let at = index; at < among.length && !isWood(among[at]); at++) {
          if (isPiece(among[at]) && !among[at].level) rest.push(figures.drawn(among[at]).shadow);
        }
      }
      if (throwsOnOthers(solid)) rest.push(shadow);
      rest.push(body);
      if (!marked.has(solid.id)) return;
      sign.innerHTML = this.ring(solid, "was", RING);
      rest.push(sign);
    });
    const ground = painted(wood, brush.projection);
    this.pictures.arrange({ wood: ground.map((solid) => figures.drawn(solid).body), rest, flight: [] });
    this.resting = [...ground, ...among];
    figures.keep(this.resting);
  }

  /** These are about to fly: they leave what rests, and nothing is marked. @param {string[]} ids */
  lift(ids) {
    this.flyers = new Set(ids);
    this.before = [];
    for (const { sign } of this.figures.nodes.values()) sign.remove();
  }

  /**
   * Draw what flies, and the rest of the solids only where that passes behind them; `faint` gives some
   * an opacity, by id, while they come and go.
   * @param {Solid[]} solids @param {Map<string, number>} faint
   */
  fly(solids, faint) {
    const { projection } = this.brush;
    const flying = this.shown(solids.filter(({ id }) => this.flyers.has(id)));
    const [held, low] = [true, false].map((over) => flying.filter((solid) => !!solid.held === over));
    const passed = new Set(this.before);
    this.resting = this.resting.filter((solid) => !this.flyers.has(solid.id) && !passed.has(solid));
    this.before.push(...before([...low, ...this.before], this.resting, projection));
    const order = [[...low, ...this.before], held].flatMap((them) => painted(them, projection, solids));
    const flight = order.filter((solid) => this.flyers.has(solid.id) && !solid.level)
      .map((solid) => this.figures.drawn(solid).shadow);
    for (const solid of order) {
      const { body, shadow } = this.figures.drawn(solid);
      body.style.opacity = shadow.style.opacity = String(faint.get(solid.id) ?? "");
      if (throwsOnOthers(solid)) flight.push(shadow);
      flight.push(body);
    }
    this.pictures.arrange({ flight });
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
    // Names are written on the wood: where the table is turned, pieces may be in front of them.
    const pieces = this.camera.turn ? this.scene.solids.filter(isPiece).flatMap((solid) => this.seen(solid) ?? []) : [];
    const { projection } = this.brush;
    const free = (this.scene.labels ?? []).filter(({ role, place }) => role !== "name" ||
      !pieces.some((solid) => covers(projection, solid, projection.point(place))));
    const all = free.map((said) => ({ said, at: this.point(said.place), room: this.free(said) }));
    for (const [index, layer] of [this.names, this.labels].entries()) {
      const written = labels(all.filter(({ said }) => (said.role === "name") === !index), this.letters);
      if (this.written[index] !== written) layer.innerHTML = this.written[index] = written;
    }
  }

  /** How large a player's number may be next to the pieces in their tray. @param {Label} label */
  free({ role, tray, place }) {
    if (!isNumber(role) || tray === undefined) return Infinity;
    const { projection } = this.brush;
    const steep = Math.abs(projection.point(frame(this.camera.up ?? UP).away)[1]);
    const [x, y] = projection.point(place);
    const apart = this.scene.solids.filter((solid) => solid.tray === tray && isPiece(solid)).map((solid) => {
      const [[right, down], [width, length]] = [projection.point(solid.place), solid.size ?? UNIT];
      return Math.hypot(Math.max(0, Math.abs(x - right) - width / 2),
        Math.max(0, Math.abs(y - down) - (length * steep) / 2));
    });
    return Math.max(BADGE.least, (Math.min(...apart) * SCALE) / (BADGE.ring + BADGE.broad / 2));
  }

  /** @param {Solid} solid */
  ghost(solid) {
    const transform = translate(this.brush.projection.point(solid.place));
    return element("g", { class: "ghost", transform }, this.figures.body(solid));
  }

  /** A piece in a picture of its own. @param {Solid} solid @param {Point} at its middle */
  portrait(solid, [x, y]) {
    const box = [x - SCALE / 2, y - SCALE / 2, SCALE, SCALE].map(number).join(" ");
    return element("svg", { viewBox: box, "aria-hidden": "true" }, this.ghost(solid));
  }

  /** A piece in a picture of its own, as large as it is. @param {Solid} solid */
  likeness(solid) {
    const [left, top, right, bottom] = this.brush.box(solid).map((side) => side * SCALE);
    const box = [left, top, right - left, bottom - top].map(number).join(" ");
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
    return this.figures.line(solid);
  }

  define() {
    if (!this.sheet.grown) return;
    this.sheet.grown = false;
    this.defs.innerHTML = [...this.sheet.gradients.values()].join("");
  }

  /** The picture keeps its size while pieces come and go: what its wood and its frame ask for, and
   * what was there at first. What rises higher later is drawn beyond it. */
  fit() {
    const found = sides(this);
    if (!found) return;
    const [left, top, right, bottom] = found;
    const edge = EDGE.page;
    this.pictures.frame(left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge);
  }
}
