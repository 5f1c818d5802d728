/** Draws a scene as live SVG and keeps it up to date. */

import { Brush, overlap } from "./primitives.js";
import { SVG, group } from "./svg_dom.js";
import { SolidNodes, translate } from "./nodes.js";
import { Sheet, element, number } from "./svg.js";
import { isSeatLabel, layOutTrays } from "./tray_layout.js";
import { drawOrder, findOccluders } from "./draw_order.js";
import { Layers } from "./layers.js";
import { dot as point, labels, ring, trail } from "./overlays.js";
import { sceneBounds } from "./bounds.js";
import { Projection, add, corners, covers, dot, frame, isPiece, scaled } from "./projection.js";
import {
  BADGE, CAST_SLAB, LEVEL_SPACING, RING, SCALE, SCENE_MARGIN, THIN_RING, TILT, TOUCH_TOLERANCE, UNIT, UP,
} from "./constants.js";

/** @import { Camera, Label, Point, Scene, Solid } from "./types.js" */

const DEFAULT_CLOTH = "slate";
/** @param {Solid} solid */
const isSlab = ({ kind }) => kind === "slab";

/** Whether a piece casts its shadow on other pieces. @param {Solid} solid */
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
    /** … and as shown, with the trays placed for the screen and the viewer. @type {Scene} */
    this.scene = { solids: [] };
    /** The width-to-height ratio of the available space; 0 while it's unknown. */
    this.aspectRatio = 0;
    /** The scale of labels relative to the rest. */
    this.labelScale = 1;
    /** The seat whose tray is nearest. @type {number|null} */
    this.seat = null;
    this.trayLayout = layOutTrays(this.scene, 0);
    /** What the tray layout was computed for. */
    this.layoutKey = "";
    /** The user's view: turn and tilt added to the scene's own, levels spread or hidden. */
    this.view = { turn: 0, tilt: 0, spread: false, levels: Infinity };
    /** Solids at rest in drawing order … @type {Solid[]} */
    this.resting = [];
    /** … the ids of those that fly … @type {Set<string>} */
    this.flyingIds = new Set();
    /** … and the pieces at rest that flying ones pass behind. @type {Solid[]} */
    this.occluders = [];
    this.groundShadow = "";
    /** The markup of the names, and of all other labels. */
    this.labelMarkup = ["", ""];
    /** The brush's camera. */
    this.brushKey = "";
    /** The slabs that the view box and the ground shadow were made for. */
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

  /** The number of the highest level, from 0. */
  get topLevel() {
    const { solids, spots = [], marks = [] } = this.scene;
    const ghosts = [...spots.map(({ at }) => at), ...marks];
    return Math.max(0, ...[...solids, ...ghosts].map((at) =>
      (typeof at === "string" ? 0 : at.level ?? 0)));
  }

  /** Show a scene without animation. @param {Scene} scene */
  show(scene) {
    if (cameraKey(scene) !== cameraKey(this.scene)) this.invalidate();
    this.sourceScene = scene;
    this.updateTrayLayout();
    scene = this.trayLayout.scene(scene);
    // Unchanged solids stay the same objects, so that they aren't measured or drawn again.
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

  /** Draw the shadow of the boards on the cloth. */
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

  /** Set the shape of the available space and the viewer's seat. Returns whether the layout changed.
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

  /** Compute the tray layout, if anything it depends on has changed. */
  updateTrayLayout() {
    const { solids, frame, camera } = this.sourceScene;
    const key = JSON.stringify([solids.filter(isSlab), frame, camera, this.aspectRatio, this.seat]);
    if (key === this.layoutKey) return;
    this.layoutKey = key;
    this.trayLayout = layOutTrays(this.sourceScene, this.aspectRatio, this.seat);
  }

  /** Redraw everything next time: the camera has changed. */
  invalidate() {
    this.solidNodes.invalidate();
    this.groundKey = "";
  }

  /** Change the view. @param {Partial<Stage["view"]>} view */
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

  /** A solid at its position in the current view, or null when it's hidden.
   * @param {Solid} solid @returns {Solid|null} */
  visibleSolid(solid) {
    const { level = 0 } = solid;
    if (level > this.view.levels) return null;
    if (!this.view.spread || !level) return solid;
    return { ...solid, place: add(solid.place, scaled(this.brush.projection.up, level * LEVEL_SPACING)) };
  }

  /** Project a point of the scene to units of the picture. @param {import("./types.js").Place} place
   * @returns {Point} */
  toPicture(place) {
    const [x, y] = this.brush.projection.point(place);
    return [x * SCALE, y * SCALE];
  }

  /** @param {Solid[]} solids @returns {Solid[]} */
  visibleSolids(solids) {
    return solids.flatMap((solid) => this.visibleSolid(solid) ?? []);
  }

  /** Draw solids at rest: first all wood that covers nothing else, in its own order, so that it stays
   * unchanged while pieces and hollows come and go. @param {Solid[]} solids */
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
      // Shadows of pieces on the board are below all pieces. A piece on another one casts its shadow on
      // that one, unless it's a cube, which leans on others.
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

  /** Prepare for the flight of these solids: remove them from those at rest, and all rings. @param {string[]} ids */
  startFlight(ids) {
    this.flyingIds = new Set(ids);
    this.occluders = [];
    for (const { ring } of this.solidNodes.byId.values()) ring.remove();
  }

  /**
   * Draw a frame of a flight: the flying solids, and the resting ones in front of them. `opacities` has the
   * opacity of those that appear or disappear, by id.
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

  /** Draw marks of removed pieces, trails, dots and labels. */
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

  /** Draw the labels at the current scale. */
  drawLabels() {
    // Names are on the wood: on a rotated table, pieces may cover them.
    const pieces = this.camera.turn ? this.visibleSolids(this.scene.solids.filter(isPiece)) : [];
    const { projection } = this.brush;
    const readable = (this.scene.labels ?? []).filter(({ role, place }) => role !== "name" ||
      !pieces.some((solid) => covers(projection, solid, projection.point(place))));
    const all = readable.map((label) =>
      ({ label, at: this.toPicture(label.place), maxScale: this.maxBadgeScale(label) }));
    for (const [index, layer] of [this.names, this.labels].entries()) {
      const markup = labels(all.filter(({ label }) => (label.role === "name") === !index), this.labelScale);
      if (this.labelMarkup[index] !== markup) layer.innerHTML = this.labelMarkup[index] = markup;
    }
  }

  /** How large a player's number may be next to the pieces in their tray. @param {Label} label */
  maxBadgeScale({ role, tray, place }) {
    if (!isSeatLabel(role) || tray === undefined) return Infinity;
    const { projection } = this.brush;
    const tiltFactor = Math.abs(projection.point(frame(this.camera.up ?? UP).away)[1]);
    const [x, y] = projection.point(place);
    const distances = this.scene.solids.filter((solid) => solid.tray === tray && isPiece(solid)).map((solid) => {
      const [[right, down], [width, length]] = [projection.point(solid.place), solid.size ?? UNIT];
      return Math.hypot(Math.max(0, Math.abs(x - right) - width / 2),
        Math.max(0, Math.abs(y - down) - (length * tiltFactor) / 2));
    });
    return Math.max(BADGE.min_scale, (Math.min(...distances) * SCALE) / (BADGE.ring + BADGE.ring_width / 2));
  }

  /** @param {Solid} solid */
  ghost(solid) {
    const transform = translate(this.brush.projection.point(solid.place));
    return element("g", { class: "ghost", transform }, this.solidNodes.markup(solid));
  }

  /** An icon of a piece, one unit wide. @param {Solid} solid @param {Point} at its centre */
  icon(solid, [x, y]) {
    const box = [x - SCALE / 2, y - SCALE / 2, SCALE, SCALE].map(number).join(" ");
    return element("svg", { viewBox: box, "aria-hidden": "true" }, this.ghost(solid));
  }

  /** An icon of a piece that fits its bounding box. @param {Solid} solid */
  fittedIcon(solid) {
    const [left, top, right, bottom] = this.brush.boundingBox(solid).map((side) => side * SCALE);
    const box = [left, top, right - left, bottom - top].map(number).join(" ");
    return element("svg", { viewBox: box, "aria-hidden": "true" }, this.ghost(solid));
  }

  /** Find a solid by id, or take a ghost as it is, in the current view. @param {string|Solid} target */
  resolve(target) {
    const found = typeof target === "string"
      ? this.scene.solids.find(({ id }) => id === target) : target;
    return found ? this.visibleSolid(found) : null;
  }

  /** @param {Solid} solid @param {string} style @param {typeof RING} width */
  ring(solid, style, width) {
    const transform = translate(this.brush.projection.point(solid.place));
    return ring(this.silhouette(solid), transform, style, width);
  }

  /** The mark of a target: a dot where a piece can go, a ring round a piece that can be chosen.
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

  /** Fit the view box to the content. It's only done when the wood changes, so that the picture keeps its
   * size while pieces come and go; what rises higher is drawn outside it. */
  fitViewBox() {
    const bounds = sceneBounds(this);
    if (!bounds) return;
    const [left, top, right, bottom] = bounds;
    const edge = SCENE_MARGIN.page;
    this.layers.setViewBox(left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge);
  }
}
