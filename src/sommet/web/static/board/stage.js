/** A scene as live SVG. */

import { Brush, overlap } from "./primitives.js";
import { SVG, group } from "./svg_dom.js";
import { SolidNodes, translate } from "./nodes.js";
import { Sheet, element, number } from "./svg.js";
import { isSeatLabel, layOutTrays } from "./tray_layout.js";
import { findOccluders, drawOrder } from "./draw_order.js";
import { Layers } from "./layers.js";
import { dot as point, labels, ring, trail } from "./overlays.js";
import { sceneBounds } from "./bounds.js";
import { Projection, add, corners, covers, dot, frame, isPiece, scaled } from "./projection.js";
import {
  LEVEL_SPACING, BADGE, THIN_RING, CAST_SLAB, SCENE_MARGIN, TOUCH_TOLERANCE, RING, SCALE, TILT, UNIT, UP,
} from "./constants.js";

/** @import { Camera, Label, Point, Scene, Solid } from "./types.js" */

/** The cloth of a board whose scene names none. */
const DEFAULT_CLOTH = "slate";
/** @param {Solid} solid */
const isSlab = ({ kind }) => kind === "slab";

/** Whether a piece throws its shadow on others. @param {Solid} solid */
const shadesOthers = (solid) => isPiece(solid) && !!solid.level && solid.kind !== "cube";

/** @param {Scene} scene */
const cameraKey = ({ camera = {} }) => JSON.stringify([camera.turn, camera.tilt, camera.up]);

let boardCount = 0;

export class Stage {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.defs = document.createElementNS(SVG, "defs");
    svg.append(this.defs);
    this.layers = new Layers(svg);
    this.marks = group(svg, "marks");
    this.targets = group(svg, "targets");
    this.names = group(svg, "names");
    this.labels = group(svg, "labels");
    this.sheet = new Sheet(`board${++boardCount}-`);
    /** The scene as received … @type {Scene} */
    this.sourceScene = { solids: [] };
    /** … and as it is shown, its trays laid for the room and the viewer. @type {Scene} */
    this.scene = { solids: [] };
    /** How many times wider than high the room is; 0 while nobody knows. */
    this.aspectRatio = 0;
    /** The size of letters relative to a picture's. */
    this.labelScale = 1;
    /** Whose tray is nearest. @type {number|null} */
    this.seat = null;
    this.trayLayout = layOutTrays(this.scene, 0);
    /** What the trays were last laid for. */
    this.layoutKey = "";
    /** What the viewer chose: turn and tilt beyond the scene's own, levels spread or hidden. */
    this.view = { turn: 0, tilt: 0, spread: false, levels: Infinity };
    /** What rests, in the order in which it is drawn, … @type {Solid[]} */
    this.resting = [];
    /** … what flies or is about to, by id, … @type {Set<string>} */
    this.flyingIds = new Set();
    /** … and what that passes behind. @type {Solid[]} */
    this.occluders = [];
    this.groundShadow = "";
    /** What is written: the names of places, and the rest. */
    this.labelMarkup = ["", ""];
    /** The camera that the brush sees with. */
    this.brushKey = "";
    /** The wood that the picture was measured for. */
    this.groundKey = "";
    this.brush = new Brush(new Projection({}), this.sheet);
    this.solidNodes = new SolidNodes(this.brush);
  }

  /** @returns {Camera} */
  get camera() {
    const { turn = 0, tilt = TILT, up = UP } = this.scene.camera ?? {};
    const tilted = Math.min(90, Math.max(20, tilt + this.view.tilt));
    return { turn: turn + this.view.turn, tilt: tilted, up };
  }

  /** How many levels there are above the lowest. */
  get topLevel() {
    const { solids, spots = [], marks = [] } = this.scene;
    const ghosts = [...spots.map(({ at }) => at), ...marks];
    return Math.max(0, ...[...solids, ...ghosts].map((at) =>
      (typeof at === "string" ? 0 : at.level ?? 0)));
  }

  /** Show a scene without motion. @param {Scene} scene */
  show(scene) {
    if (cameraKey(scene) !== cameraKey(this.scene)) this.invalidate();
    this.sourceScene = scene;
    this.updateTrayLayout();
    scene = this.trayLayout.scene(scene);
    // What stayed the same stays the same object: it need not be measured or drawn again.
    const existing = new Map(this.scene.solids.map((solid) => [solid.id, solid]));
    const solids = scene.solids.map((solid) => {
      const previous = existing.get(solid.id);
      return previous && JSON.stringify(previous) === JSON.stringify(solid) ? previous : solid;
    });
    this.scene = { ...scene, solids };
    this.updateBrush();
    const wood = JSON.stringify(solids.filter(isSlab));
    if (wood !== this.groundKey) {
      this.groundKey = wood;
      this.drawGround();
      this.fitViewBox();
    }
    this.render(solids);
    this.drawMarks();
  }

  /** Draw the shadow of everything on the cloth. */
  drawGround() {
    const { up } = this.brush.projection;
    const slabs = this.scene.solids.filter(isSlab).map(corners);
    const lows = slabs.map((slab) => Math.min(...slab.map((corner) => dot(corner, up))));
    const lowest = Math.min(...lows) + TOUCH_TOLERANCE;
    const low = slabs.filter((_, index) => lows[index] < lowest);
    const shadow = low.length ? this.brush.castShadow(low, up, CAST_SLAB) : "";
    if (this.groundShadow !== shadow) this.layers.shadows.innerHTML = this.groundShadow = shadow;
    this.svg.setAttribute("data-cloth", this.scene.cloth ?? DEFAULT_CLOTH);
  }

  /** The room has another shape, or somebody else looks; says whether anything changed.
   * @param {number} aspectRatio @param {number|null} [seat] */
  setViewer(aspectRatio, seat = this.seat) {
    this.aspectRatio = aspectRatio;
    this.seat = seat;
    const layoutState = () => JSON.stringify([this.trayLayout.pivot, ...this.trayLayout.moves]);
    const before = layoutState();
    this.updateTrayLayout();
    if (layoutState() === before) return false;
    this.invalidate();
    this.show(this.sourceScene);
    return true;
  }

  /** Lay the trays, unless they are asked for where they lie already. */
  updateTrayLayout() {
    const { solids, frame, camera } = this.sourceScene;
    const key = JSON.stringify([solids.filter(isSlab), frame, camera, this.aspectRatio, this.seat]);
    if (key === this.layoutKey) return;
    this.layoutKey = key;
    this.trayLayout = layOutTrays(this.sourceScene, this.aspectRatio, this.seat);
  }

  /** Another camera, or another look: nothing that was drawn can be used again. */
  invalidate() {
    this.solidNodes.invalidate();
    this.groundKey = "";
  }

  /** The viewer looks at it otherwise. @param {Partial<Stage["view"]>} view */
  setView(view) {
    Object.assign(this.view, view);
    this.invalidate();
    this.show(this.sourceScene);
  }

  updateBrush() {
    const camera = this.camera;
    const key = JSON.stringify(camera);
    if (key === this.brushKey) return;
    this.brushKey = key;
    this.brush = this.solidNodes.brush = new Brush(new Projection(camera), this.sheet);
  }

  /** A solid where the viewer's look puts it, or null when it is hidden.
   * @param {Solid} solid @returns {Solid|null} */
  visibleSolid(solid) {
    const { level = 0 } = solid;
    if (level > this.view.levels) return null;
    if (!this.view.spread || !level) return solid;
    return { ...solid, place: add(solid.place, scaled(this.brush.projection.up, level * LEVEL_SPACING)) };
  }

  /** Where a place falls in the units of the picture. @param {import("./types.js").Place} place
   * @returns {Point} */
  toPicture(place) {
    const [x, y] = this.brush.projection.point(place);
    return [x * SCALE, y * SCALE];
  }

  /** @param {Solid[]} solids @returns {Solid[]} */
  visibleSolids(solids) {
    return solids.flatMap((solid) => this.visibleSolid(solid) ?? []);
  }

  /** Draw solids as they rest: first all wood that covers nothing else, in an order of its own, so
   * that it stays while pieces and hollows come and go. @param {Solid[]} solids */
  render(solids) {
    const { brush, solidNodes } = this;
    /** @type {Solid[][]} */
    const [wood, onTop] = [[], []];
    /** @type {Point[][]} */
    const lines = [];
    for (const solid of drawOrder(this.visibleSolids(solids), brush.projection)) {
      const line = brush.boundingShape(solid);
      const isOver = !isSlab(solid) || lines.some((other) => overlap(line, other));
      (isOver ? onTop : wood).push(solid);
      if (isOver) lines.push(line);
    }
    const markedIds = new Set(this.scene.marks?.filter((mark) => typeof mark === "string"));
    /** @type {SVGGElement[]} */
    const rest = [];
    let shadowsDone = false;
    onTop.forEach((solid, index) => {
      const { body, shadow, ring } = solidNodes.nodesFor(solid);
      if (body.style.opacity) body.style.opacity = shadow.style.opacity = "";
      // Shadows of pieces on the board are below all pieces; a piece on another throws its own
      // on that, unless it is a cube, which leans on others.
      if (isSlab(solid)) shadowsDone = false;
      else if (isPiece(solid) && !shadowsDone) {
        shadowsDone = true;
        for (let at = index; at < onTop.length && !isSlab(onTop[at]); at++) {
          if (isPiece(onTop[at]) && !onTop[at].level) rest.push(solidNodes.nodesFor(onTop[at]).shadow);
        }
      }
      if (shadesOthers(solid)) rest.push(shadow);
      rest.push(body);
      if (!markedIds.has(solid.id)) return;
      ring.innerHTML = this.ring(solid, "last-move", RING);
      rest.push(ring);
    });
    const ground = drawOrder(wood, brush.projection);
    this.layers.arrange({ wood: ground.map((solid) => solidNodes.nodesFor(solid).body), rest, flight: [] });
    this.resting = [...ground, ...onTop];
    solidNodes.retain(this.resting);
  }

  /** These are about to fly: they leave what rests, and nothing is marked. @param {string[]} ids */
  startFlight(ids) {
    this.flyingIds = new Set(ids);
    this.occluders = [];
    for (const { ring } of this.solidNodes.byId.values()) ring.remove();
  }

  /**
   * Draw what flies, and the rest of the solids only where that passes behind them; `faint` gives some
   * an opacity, by id, while they come and go.
   * @param {Solid[]} solids @param {Map<string, number>} opacities
   */
  drawFlight(solids, opacities) {
    const { projection } = this.brush;
    const flying = this.visibleSolids(solids.filter(({ id }) => this.flyingIds.has(id)));
    const [held, free] = [true, false].map((over) => flying.filter((solid) => !!solid.held === over));
    const occluders = new Set(this.occluders);
    this.resting = this.resting.filter((solid) => !this.flyingIds.has(solid.id) && !occluders.has(solid));
    this.occluders.push(...findOccluders([...free, ...this.occluders], this.resting, projection));
    const order = [[...free, ...this.occluders], held].flatMap((them) => drawOrder(them, projection, solids));
    const flight = order.filter((solid) => this.flyingIds.has(solid.id) && !solid.level)
      .map((solid) => this.solidNodes.nodesFor(solid).shadow);
    for (const solid of order) {
      const { body, shadow } = this.solidNodes.nodesFor(solid);
      body.style.opacity = shadow.style.opacity = String(opacities.get(solid.id) ?? "");
      if (shadesOthers(solid)) flight.push(shadow);
      flight.push(body);
    }
    this.layers.arrange({ flight });
  }

  /** Marks of what has left, and labels. */
  drawMarks() {
    const ghosts = (this.scene.marks ?? []).filter((mark) => typeof mark !== "string");
    this.marks.innerHTML = ghosts.map((mark) => {
      const solid = this.visibleSolid(/** @type {Solid} */ (mark));
      return solid ? this.ring(solid, "last-move", THIN_RING) : "";
    }).join("") + (this.scene.trails ?? []).map((ends) => {
      const [start, end] = ends.map((each) => this.resolve(each));
      return start && end ? trail(this.brush.trail(start, end)) : "";
    }).join("") + (this.scene.ahead ?? []).map((place) =>
      point(this.brush.projection.point(place))).join("");
    this.drawLabels();
    this.updateDefs();
  }

  /** Labels, as large as they are to be read. */
  drawLabels() {
    // Names are written on the wood: where the table is turned, pieces may be in front of them.
    const pieces = this.camera.turn ? this.scene.solids.filter(isPiece).flatMap((solid) => this.visibleSolid(solid) ?? []) : [];
    const { projection } = this.brush;
    const readable = (this.scene.labels ?? []).filter(({ role, place }) => role !== "name" ||
      !pieces.some((solid) => covers(projection, solid, projection.point(place))));
    const all = readable.map((said) => ({ said, at: this.toPicture(said.place), room: this.maxBadgeScale(said) }));
    for (const [index, layer] of [this.names, this.labels].entries()) {
      const written = labels(all.filter(({ said }) => (said.role === "name") === !index), this.labelScale);
      if (this.labelMarkup[index] !== written) layer.innerHTML = this.labelMarkup[index] = written;
    }
  }

  /** How large a player's number may be next to the pieces in their tray. @param {Label} label */
  maxBadgeScale({ role, tray, place }) {
    if (!isSeatLabel(role) || tray === undefined) return Infinity;
    const { projection } = this.brush;
    const steep = Math.abs(projection.point(frame(this.camera.up ?? UP).away)[1]);
    const [x, y] = projection.point(place);
    const distances = this.scene.solids.filter((solid) => solid.tray === tray && isPiece(solid)).map((solid) => {
      const [[right, down], [width, length]] = [projection.point(solid.place), solid.size ?? UNIT];
      return Math.hypot(Math.max(0, Math.abs(x - right) - width / 2),
        Math.max(0, Math.abs(y - down) - (length * steep) / 2));
    });
    return Math.max(BADGE.min_scale, (Math.min(...distances) * SCALE) / (BADGE.ring + BADGE.ring_width / 2));
  }

  /** @param {Solid} solid */
  ghost(solid) {
    const transform = translate(this.brush.projection.point(solid.place));
    return element("g", { class: "ghost", transform }, this.solidNodes.markup(solid));
  }

  /** A piece in a picture of its own. @param {Solid} solid @param {Point} at its middle */
  icon(solid, [x, y]) {
    const box = [x - SCALE / 2, y - SCALE / 2, SCALE, SCALE].map(number).join(" ");
    return element("svg", { viewBox: box, "aria-hidden": "true" }, this.ghost(solid));
  }

  /** A piece in a picture of its own, as large as it is. @param {Solid} solid */
  fittedIcon(solid) {
    const [left, top, right, bottom] = this.brush.boundingBox(solid).map((side) => side * SCALE);
    const box = [left, top, right - left, bottom - top].map(number).join(" ");
    return element("svg", { viewBox: box, "aria-hidden": "true" }, this.ghost(solid));
  }

  /** A solid of the scene or a ghost, where it is seen. @param {string|Solid} target */
  resolve(target) {
    const found = typeof target === "string"
      ? this.scene.solids.find(({ id }) => id === target) : target;
    return found ? this.visibleSolid(found) : null;
  }

  /** @param {Solid} solid @param {string} style @param {typeof RING} look */
  ring(solid, style, look) {
    const transform = translate(this.brush.projection.point(solid.place));
    return ring(this.silhouette(solid), transform, style, look);
  }

  /** The sign of what can be chosen: a point where a piece can go, a line round one that is there.
   * @param {Solid} solid @param {boolean} ghost */
  choiceMark(solid, ghost) {
    return ghost ? point(this.brush.dotPosition(solid)) : this.ring(solid, "choosable", THIN_RING);
  }

  /** @param {Solid} solid */
  silhouette(solid) {
    return this.solidNodes.outline(solid);
  }

  updateDefs() {
    if (!this.sheet.hasNewDefs) return;
    this.sheet.hasNewDefs = false;
    this.defs.innerHTML = [...this.sheet.gradients.values()].join("");
  }

  /** The picture keeps its size while pieces come and go: what its wood and its frame ask for, and
   * what was there at first. What rises higher later is drawn beyond it. */
  fitViewBox() {
    const bounds = sceneBounds(this);
    if (!bounds) return;
    const [left, top, right, bottom] = bounds;
    const edge = SCENE_MARGIN.page;
    this.layers.setViewBox(left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge);
  }
}
