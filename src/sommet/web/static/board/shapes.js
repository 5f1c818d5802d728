/** How each kind of solid is drawn, around the point where its place falls: `sommet.core.shapes`. */

import { level } from "./brush.js";
import { BLACK, SCALE, WHITE, element, mix, paint } from "./ink.js";
import { COLOURS } from "./palette.js";
import { ORIGIN, UNIT, UP, add, frame, isPiece, rectangle, scaled } from "./space.js";

/** @import { Brush, Face } from "./brush.js" */
/** @import { Kind, Place, Point, Solid } from "./types.js" */

/** A gradient from the light's side to the other. */
const ACROSS = { x1: ".15", y1: ".05", x2: ".8", y2: ".95" };
/** Where the rings of a pyramid lie, as shares of its height. */
const BANDS = [[0.05, 0.4], [0.58, 0.84]];
/** The wood that has a line of another let into it. @type {Record<string, string>} */
const INLAID = { D: "L" };
/** How far from its top the inlaid line of a ball runs. */
const INLAY = (26 * Math.PI) / 180;

/** The solid, its place at the origin. @param {Brush} brush @param {Solid} solid */
export function draw(brush, solid) {
  const inside = KINDS[solid.kind](brush, { ...solid, place: ORIGIN });
  if (!isPiece(solid)) return inside;
  const d = brush.silhouette(solid);
  const dark = mix(paint(solid.colour), BLACK, 0.72);
  const light = {
    d, fill: "none", stroke: "#FFF", "stroke-opacity": ".45", "stroke-width": 4.6,
  };
  const edge = { d, fill: dark, stroke: dark, "stroke-width": 2.2 };
  return element("path", light) + element("path", edge) + inside;
}

/** @param {Brush} brush @param {Solid} solid */
function ball(brush, solid) {
  const colour = paint(solid.colour);
  const [radius, axes] = [(solid.size ?? UNIT)[0] / 2, frame(solid.facing ?? UP)];
  const fill = brush.sheet.gradient(`ball${colour.slice(1)}`, "radialGradient", [
    [0, mix(colour, WHITE, 0.55), 1],
    [0.22, mix(colour, WHITE, 0.28), 1],
    [0.55, colour, 1],
    [0.86, mix(colour, BLACK, 0.42), 1],
    [1, mix(colour, BLACK, 0.3), 1],
  ], { cx: ".42", cy: ".4", r: ".64", fx: ".34", fy: ".29" });
  const drawn = element("path", { d: brush.silhouette(solid), fill });
  const inlay = INLAID[solid.colour];
  if (!inlay || brush.projection.depth(axes.up) <= Math.sin(INLAY)) return drawn;
  return drawn + element("circle", {
    r: (radius * Math.sin(INLAY)).toFixed(3),
    transform: brush.plane(axes, scaled(axes.up, radius * (1 + Math.cos(INLAY))), 1),
    fill: "none", stroke: paint(inlay), "stroke-width": ".022", "stroke-opacity": ".6",
  });
}

/** @param {Brush} brush @param {Solid} solid */
function cube(brush, solid) {
  const faces = brush.sides(solid);
  const inlay = INLAID[solid.colour];
  const share = inlay ? 0.74 : 0.93;
  const inner = faces.map((face) => brush.polygon(shrunk(face.corners, share))).join("");
  return brush.filled(faces, paint(solid.colour)) + element("path", {
    d: inner, fill: "none", stroke: inlay ? paint(inlay) : WHITE,
    "stroke-opacity": inlay ? ".6" : ".3",
    "stroke-width": inlay ? 1.9 * (solid.size ?? UNIT)[0] : 1.2,
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
      drawn += brush.markOn(front, solid.colour, 0.2 * width);
    }
  });
  drawn += brush.filled(upper, colour);
  return drawn + upper.map((face) => brush.markOn(face, solid.colour, 0.36 * width)).join("");
}

/** @param {Brush} brush @param {Solid} solid */
function token(brush, solid) {
  const [colour, axes] = [paint(solid.colour), frame(solid.facing ?? UP)];
  const [width, , height] = solid.size ?? UNIT;
  const top = scaled(axes.up, height);
  const fill = brush.sheet.gradient(`face${colour.slice(1)}`, "linearGradient", [
    [0, mix(colour, WHITE, 0.3), 1],
    [0.5, colour, 1],
    [1, mix(colour, BLACK, 0.14), 1],
  ], ACROSS);
  const edge = mix(colour, BLACK, 0.3);
  const groove = { r: ".82", fill: "none", stroke: edge, "stroke-width": ".05" };
  const inside = solid.colour === "*" ? pinwheel() : element("circle", groove);
  const face = element("circle", { r: "1", fill }) + inside;
  return (
    element("path", { d: brush.silhouette(solid), fill: mix(colour, BLACK, 0.4) }) +
    element("g", { transform: brush.plane(axes, top, width / 2) }, face) +
    brush.mark(solid.colour, axes, top, 0.65 * width)
  );
}

/** A part of the board, its corners rounded by a broad line within its outline.
 * @param {Brush} brush @param {Solid} solid */
function slab(brush, solid) {
  const colour = paint(solid.colour);
  const [width, length] = solid.size ?? UNIT;
  const broad = Math.min(0.22, 0.3 * Math.min(width, length));
  const outline = solid.outline ?? rectangle(width, length);
  const inset = outline.map(([x, y]) => /** @type {Point} */ ([
    x * (1 - broad / width), y * (1 - broad / length),
  ]));
  const faces = brush.sides({ ...solid, outline: inset });
  const d = faces.map((face) => brush.polygon(face.corners)).join("");
  const dark = mix(colour, BLACK, 0.55);
  const edge = { d, fill: dark, stroke: dark, "stroke-width": broad * SCALE + 2 };
  return element("path", edge) + brush.filled(faces.reverse(), colour, broad * SCALE);
}

/** @param {Brush} brush @param {Solid} solid */
function hollow(brush, solid) {
  const colour = paint(solid.colour);
  const fill = brush.sheet.gradient(`hollow${colour.slice(1)}`, "linearGradient", [
    [0, mix(colour, BLACK, 0.5), 1],
    [0.6, mix(colour, BLACK, 0.16), 1],
    [1, mix(colour, WHITE, 0.25), 1],
  ], ACROSS);
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
  const letters = Object.keys(COLOURS).slice(0, 5);
  const rim = [...letters, ""].map((_, index) => {
    const turn = (2 * Math.PI * index) / letters.length;
    return `${(0.8 * Math.sin(turn)).toFixed(2)} ${(-0.8 * Math.cos(turn)).toFixed(2)}`;
  });
  const wings = letters.map((letter, index) =>
    element("path", {
      d: `M0 0L${rim[index]}A.8 .8 0 0 1 ${rim[index + 1]}Z`, fill: paint(letter),
    }),
  );
  const hub = { r: ".34", fill: paint("*"), stroke: BLACK, "stroke-width": ".06" };
  return wings.join("") + element("circle", hub);
}
