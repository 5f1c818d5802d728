/** How each kind of solid is drawn, around the point where its place falls: `sommet.drawing.shapes`. */

import { level } from "./brush.js";
import { element, mix, paint } from "./ink.js";
import { ORIGIN, add, frame, isPiece, rectangle, scaled } from "./space.js";
import {
  BALL, BANDS, BLACK, CUBE, CUBE_INLAY, FACE, GROOVE, HOLLOW, HUB, INLAID, INLAY, INLAY_LINE,
  MARKED, OUTLINE, RIM, SCALE, SLAB, TOKEN, UNIT, UP, WHITE, WINGS,
} from "./table.js";

/** @import { Brush, Face } from "./brush.js" */
/** @import { Kind, Place, Point, Solid } from "./types.js" */

/** The solid, its place at the origin. @param {Brush} brush @param {Solid} solid */
export function draw(brush, solid) {
  const inside = KINDS[solid.kind](brush, { ...solid, place: ORIGIN });
  if (!isPiece(solid)) return inside;
  const d = brush.silhouette(solid);
  const dark = mix(paint(solid.colour), BLACK, OUTLINE.share);
  const edge = { d, fill: dark, stroke: dark, "stroke-width": OUTLINE.width };
  return element("path", { d, ...RIM }) + element("path", edge) + inside;
}

/** @param {Brush} brush @param {Solid} solid */
function ball(brush, solid) {
  const colour = paint(solid.colour);
  const [radius, axes] = [(solid.size ?? UNIT)[0] / 2, frame(solid.facing ?? UP)];
  const fill = brush.sheet.gradient(`ball${colour.slice(1)}`, BALL, colour);
  const drawn = element("path", { d: brush.silhouette(solid), fill });
  const inlay = INLAID[solid.colour];
  const far = (INLAY * Math.PI) / 180;
  if (!inlay || brush.projection.depth(axes.up) <= Math.sin(far)) return drawn;
  return drawn + element("circle", {
    r: (radius * Math.sin(far)).toFixed(3),
    transform: brush.plane(axes, scaled(axes.up, radius * (1 + Math.cos(far))), 1),
    fill: "none", stroke: paint(inlay), ...INLAY_LINE,
  });
}

/** @param {Brush} brush @param {Solid} solid */
function cube(brush, solid) {
  const faces = brush.sides(solid);
  const inlay = INLAID[solid.colour];
  const { share, opacity, width } = inlay ? CUBE_INLAY : CUBE;
  const inner = faces.map((face) => brush.polygon(shrunk(face.corners, share))).join("");
  return brush.filled(faces, paint(solid.colour)) + element("path", {
    d: inner, fill: "none", stroke: inlay ? paint(inlay) : WHITE,
    "stroke-opacity": opacity,
    "stroke-width": inlay ? width * (solid.size ?? UNIT)[0] : width,
  });
}

/** In its colour, or ivory between its rings; marked above, and below for when it is covered.
 * @param {Brush} brush @param {Solid} solid */
function pyramid(brush, solid) {
  const [colour, width] = [paint(solid.colour), (solid.size ?? UNIT)[0]];
  const rings = solid.rings ?? 0;
  const body = brush.between(level(solid, 0), level(solid, 1));
  const upper = body.filter((face) => face.isUpper);
  let drawn = brush.filled(body, rings ? paint("ivory") : colour);
  BANDS.slice(0, rings).forEach(([low, high], ring) => {
    const band = brush.between(level(solid, low), level(solid, high))
      .filter((face) => !face.isUpper);
    drawn += brush.filled(band, colour);
    if (ring === 0 && band.length) {
      const depths = band.map((face) => brush.projection.depth(face.normal));
      const front = band[depths.indexOf(Math.max(...depths))];
      drawn += brush.markOn(front, solid.colour, MARKED.band * width);
    }
  });
  drawn += brush.filled(upper, colour);
  return drawn + upper.map((face) => brush.markOn(face, solid.colour, MARKED.top * width)).join("");
}

/** @param {Brush} brush @param {Solid} solid */
function token(brush, solid) {
  const [colour, axes] = [paint(solid.colour), frame(solid.facing ?? UP)];
  const [width, , height] = solid.size ?? UNIT;
  const top = scaled(axes.up, height);
  const fill = brush.sheet.gradient(`face${colour.slice(1)}`, FACE, colour);
  const edge = mix(colour, BLACK, TOKEN.edge);
  const groove = { r: GROOVE.r, fill: "none", stroke: edge, "stroke-width": GROOVE.width };
  const inside = solid.colour === "*" ? pinwheel() : element("circle", groove);
  const face = element("circle", { r: "1", fill }) + inside;
  return (
    element("path", { d: brush.silhouette(solid), fill: mix(colour, BLACK, TOKEN.side) }) +
    element("g", { transform: brush.plane(axes, top, width / 2) }, face) +
    brush.mark(solid.colour, axes, top, MARKED.token * width)
  );
}

/** A part of the board, its corners rounded by a broad line within its outline.
 * @param {Brush} brush @param {Solid} solid */
function slab(brush, solid) {
  const colour = paint(solid.colour);
  const [width, length] = solid.size ?? UNIT;
  const broad = Math.min(SLAB.broad, SLAB.share * Math.min(width, length));
  const outline = solid.outline ?? rectangle(width, length);
  const inset = outline.map(([x, y]) => /** @type {Point} */ ([
    x * (1 - broad / width), y * (1 - broad / length),
  ]));
  const faces = brush.sides({ ...solid, outline: inset });
  const d = faces.map((face) => brush.polygon(face.corners)).join("");
  const dark = mix(colour, BLACK, SLAB.dark);
  const edge = { d, fill: dark, stroke: dark, "stroke-width": broad * SCALE + SLAB.line };
  return element("path", edge) + brush.filled(faces.reverse(), colour, broad * SCALE);
}

/** @param {Brush} brush @param {Solid} solid */
function hollow(brush, solid) {
  const colour = paint(solid.colour);
  const fill = brush.sheet.gradient(`hollow${colour.slice(1)}`, HOLLOW, colour);
  const transform = brush.plane(frame(solid.facing ?? UP), ORIGIN, (solid.size ?? UNIT)[0] / 2);
  return element("circle", { r: "1", transform, fill });
}

/** The three walls that meet at the lowest corner, as far as they can be seen.
 * @param {Brush} brush @param {Solid} solid */
function socket(brush, solid) {
  const [width, length, z] = solid.size ?? UNIT;
  const [x, y] = [width / 2, length / 2];
  /** @type {Face[]} */
  const walls = [
    { corners: [[-x, -y, 0], [-x, y, 0], [-x, y, z], [-x, -y, z]], normal: [1, 0, 0] },
    { corners: [[x, -y, 0], [-x, -y, 0], [-x, -y, z], [x, -y, z]], normal: [0, 1, 0] },
    { corners: [[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]], normal: [0, 0, 1] },
  ].map((wall) => /** @type {Face} */ ({ ...wall, isUpper: false }));
  const seen = walls.filter((wall) => brush.projection.depth(wall.normal) > 0);
  return brush.filled(seen, paint(solid.colour));
}

/** @type {Record<Kind, (brush: Brush, solid: Solid) => string>} */
const KINDS = { ball, cube, pyramid, token, slab, hollow, socket };

/** The corners of a face, moved towards its middle. @param {Place[]} face @param {number} share */
function shrunk(face, share) {
  const middle = scaled(add(...face), (1 - share) / face.length);
  return face.map((corner) => add(scaled(corner, share), middle));
}

/** The face of a joker, 2 wide: every colour at once. */
function pinwheel() {
  const wings = Object.entries(WINGS).map(([letter, d]) =>
    element("path", { d, fill: paint(letter) }),
  );
  const hub = { r: HUB.r, fill: paint("*"), stroke: BLACK, "stroke-width": HUB.width };
  return wings.join("") + element("circle", hub);
}
