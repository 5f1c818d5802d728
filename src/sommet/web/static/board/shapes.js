/** Draws each kind of solid. The twin of `sommet.drawing.shapes`. */

import { crossSection, middle } from "./primitives.js";
import { element, mix, paint } from "./svg.js";
import {
  ORIGIN, add, dot, frame, isPiece, minus, placed, rectangle, scaled,
} from "./projection.js";
import {
  ARRIS, BALL, BLACK, CUBE, CUBE_INLAY, CUT, DISH, EDGE_LINE, FACE, FLANK, GROOVE, HOLLOW, HUB, INLAID,
  INLAY_ANGLE_DEG, INLAY_LINE, LIP, MARK_SIZE, OUTLINE, PIT, PYRAMID, PYRAMID_MARK_HEIGHT, PYRAMID_RINGS,
  SIDE, SLAB, SOFT_EDGE, TOKEN, UNIT, UP, WHITE, WINGS,
} from "./constants.js";
import * as timber from "./grain.js";

/** @import { Brush, Face } from "./primitives.js" */
/** @import { Gradient } from "./svg.js" */
/** @import { Kind, Place, Point, Solid } from "./types.js" */

/** A gradient fill based on a colour.
 * @param {Brush} brush @param {string} name @param {Gradient} gradient @param {string} colour */
const gradientFill = ({ sheet }, name, gradient, colour) =>
  sheet.gradient(name + colour.slice(1), gradient, colour);

/** @type {Kind[]} */
const ROUND = ["ball", "token"];

/** Draw a solid with its place at the origin. @param {Brush} brush @param {Solid} solid */
export function draw(brush, solid) {
  const inside = KINDS[solid.kind](brush, { ...solid, place: ORIGIN });
  if (!isPiece(solid)) return inside;
  const [d, colour] = [brush.silhouette(solid), paint(solid.colour)];
  // Round pieces cover their whole outline.
  const fill = ROUND.includes(solid.kind) ? "none" : gradientFill(brush, "soft", SOFT_EDGE, colour);
  const stroke = mix(colour, BLACK, OUTLINE.share);
  return element("path", { d, fill, stroke, "stroke-width": OUTLINE.width }) + inside;
}

/** @param {Brush} brush @param {Solid} solid */
function ball(brush, solid) {
  const colour = paint(solid.colour);
  const [radius, axes] = [(solid.size ?? UNIT)[0] / 2, frame(solid.facing ?? UP)];
  const fill = gradientFill(brush, "ball", BALL, colour);
  const drawn = element("path", { d: brush.silhouette(solid), fill }) +
    timber.growthRings(brush, scaled(axes.up, radius), radius, colour);
  const inlay = INLAID[solid.colour];
  const far = (INLAY_ANGLE_DEG * Math.PI) / 180;
  if (!inlay || brush.projection.depth(axes.up) <= Math.sin(far)) return drawn;
  return drawn + element("circle", {
    r: (radius * Math.sin(far)).toFixed(3),
    transform: brush.planeTransform(axes, scaled(axes.up, radius * (1 + Math.cos(far))), 1),
    fill: "none", stroke: paint(inlay), ...INLAY_LINE,
  });
}

/** A cube: its faces end before its rounded edges. @param {Brush} brush @param {Solid} solid */
function cube(brush, solid) {
  const [colour, size] = [paint(solid.colour), (solid.size ?? UNIT)[0]];
  const faces = brush.prismFaces(solid).map((face) =>
    ({ ...face, corners: shrunk(face.corners, CUBE.share) }));
  const drawn = brush.fillFaces(faces, colour, CUBE.width * size) +
    faces.map((face) => timber.faceGrain(brush, face, colour, CUBE.share * size)).join("");
  const inlay = INLAID[solid.colour];
  if (!inlay) return drawn;
  const { share, opacity, width } = CUBE_INLAY;
  const d = faces.map((face) => brush.polygon(shrunk(face.corners, share))).join("");
  const look = { fill: "none", stroke: paint(inlay), "stroke-opacity": opacity };
  return drawn + element("path", { d, ...look, "stroke-width": width * size });
}

/** A pyramid with pale rings and rounded edges; its mark is visible even under another piece.
 * @param {Brush} brush @param {Solid} solid */
function pyramid(brush, solid) {
  const [colour, width] = [paint(solid.colour), (solid.size ?? UNIT)[0]];
  const body = brush.visibleFaces(crossSection(solid, 0), crossSection(solid, 1));
  let drawn = body.map((face) => flank(brush, face, colour, width)).join("");
  const sides = body.filter((face) => !face.isUpper);
  const d = sides.flatMap(({ corners: [a, b, c, d] }) => [[a, d], [b, c]])
    .map((arris) => brush.polygon(arris)).join("");
  const stroke = mix(colour, WHITE, ARRIS.share);
  drawn += element("path", { d, fill: "none", stroke, "stroke-width": ARRIS.width * width });
  for (const [low, high] of PYRAMID_RINGS.slice(0, solid.rings ?? 0)) {
    const around = brush.visibleFaces(crossSection(solid, low), crossSection(solid, high));
    drawn += brush.fillFaces(around.filter((face) => !face.isUpper), paint("ivory"));
  }
  if (sides.length) {
    const depths = sides.map((face) => brush.projection.depth(face.normal));
    const front = sides[depths.indexOf(Math.max(...depths))];
    const [left, right, farRight, farLeft] = front.corners;
    const [low, high] = [middle([left, right]), middle([farRight, farLeft])];
    const at = add(scaled(low, 1 - PYRAMID_MARK_HEIGHT), scaled(high, PYRAMID_MARK_HEIGHT));
    drawn += brush.mark(solid.colour, brush.axes(front), at, MARK_SIZE.front * width);
  }
  return drawn;
}

/** A side of a pyramid, which ends before the edges and is darker at the foot.
 * @param {Brush} brush @param {Face} face @param {string} colour @param {number} width */
function flank(brush, face, colour, width) {
  const tone = brush.tone(colour, face.normal);
  const fill = face.isUpper ? tone : gradientFill(brush, "flank", FLANK, tone);
  const d = brush.polygon(shrunk(face.corners, PYRAMID.share));
  return element("path", { d, fill, stroke: fill, "stroke-width": PYRAMID.width * width });
}

/** A token of turned wood: a rounded edge, a groove, the mark inside it.
 * @param {Brush} brush @param {Solid} solid */
function token(brush, solid) {
  const [colour, facing] = [paint(solid.colour), solid.facing ?? UP];
  const axes = frame(facing);
  const [width, , height] = solid.size ?? UNIT;
  const [radius, top] = [width / 2, scaled(axes.up, height)];
  /** @param {number} share */
  const disc = (share) => brush.disc(top, radius * share, facing, ORIGIN);
  const side = gradientFill(brush, "side", SIDE, colour);
  const face = gradientFill(brush, "face", FACE, colour);
  const drawn = element("path", { d: brush.silhouette(solid), fill: side }) +
    element("path", { d: disc(TOKEN.rim), fill: face });
  if (solid.colour === "*") {
    return drawn + element("g", { transform: brush.planeTransform(axes, top, radius) }, pinwheel());
  }
  const dish = gradientFill(brush, "dish", DISH, colour);
  const groove = gradientFill(brush, "groove", GROOVE, colour);
  return drawn + element("path", { d: disc(TOKEN.groove), fill: groove }) +
    element("path", { d: disc(TOKEN.dish), fill: dish }) +
    brush.mark(solid.colour, axes, top, MARK_SIZE.token * width);
}

/** The outlines of a slab with its rounded corners and bevel. @param {Solid} solid @returns {Place[]} */
export function slabOutline({ size = UNIT, facing = UP, outline, place }) {
  const [width, length, height] = size;
  const round = Math.min(SLAB.round, SLAB.share * Math.min(width, length));
  const around = timber.roundCorners(outline ?? rectangle(width, length), round, SLAB.steps);
  const bevel = height > SLAB.thin ? SLAB.bevel : 0;
  return [[around, 0], [around, height - bevel], [timber.inset(around, size, bevel), height]]
    .flatMap(([ring, up]) => /** @type {Point[]} */ (ring).map(([right, away]) =>
      placed(frame(facing), place, right, away, /** @type {number} */ (up))));
}

/** A slab: rounded corners, a bevelled edge, grain along its longer side.
 * @param {Brush} brush @param {Solid} solid */
function slab(brush, solid) {
  const [colour, axes, size] = [paint(solid.colour), frame(solid.facing ?? UP), solid.size ?? UNIT];
  const [width, length, height] = size;
  const sharp = solid.outline ?? rectangle(width, length);
  const round = Math.min(SLAB.round, SLAB.share * Math.min(width, length));
  const outline = timber.roundCorners(sharp, round, SLAB.steps);
  /** @param {Point[]} shape @param {number} up */
  const ring = (shape, up) =>
    shape.map(([right, away]) => placed(axes, ORIGIN, right, away, up));
  const bevel = height > SLAB.thin ? SLAB.bevel : 0;
  const edge = ring(outline, height - bevel);
  const sides = brush.visibleFaces(ring(outline, 0), edge).filter((face) => !face.isUpper);
  const above = brush.visibleFaces(edge, ring(timber.inset(outline, size, bevel), height));
  const upper = above.filter((face) => face.isUpper);
  const rim = above.filter((face) => !face.isUpper);
  let drawn = brush.fillFaces([...sides, ...rim, ...upper], colour);
  const along = length > SLAB.long * width ? axes.away : axes.right;
  drawn += upper.map((face) => timber.boardGrain(brush, face, along)).join("");
  for (const face of sides) {
    const direction = minus(face.corners[1], face.corners[0]);
    if (dot(direction, direction) > SLAB.grain ** 2) {
      drawn += timber.boardGrain(brush, face, height > SLAB.grain ? axes.up : direction);
    }
  }
  if (height < SLAB.thin) {
    const stroke = gradientFill(brush, "lip", LIP, colour);
    drawn += element("path", { d: brush.polygon(edge), fill: "none", stroke, "stroke-width": EDGE_LINE });
  } else if (upper.length && Math.min(width, length) > SLAB.least) {
    drawn += cut(brush, ring(timber.inset(outline, size, SLAB.inset), height), colour);
  }
  return drawn;
}

/** A line engraved in a board: dark towards the light, light on the other side.
 * @param {Brush} brush @param {Place[]} around @param {string} colour */
function cut(brush, around, colour) {
  const d = brush.polygon(around);
  /** @param {string} faint @param {string} ink @param {number} off */
  const side = (faint, ink, off) => element("path", {
    d, fill: "none", stroke: mix(colour, ink, CUT.share), "stroke-opacity": faint,
    "stroke-width": CUT.width, transform: `translate(${off} ${off})`,
  });
  return side(CUT.light, WHITE, CUT.off) + side(CUT.dark, BLACK, 0);
}

/** @param {Brush} brush @param {Solid} solid */
function hollow(brush, solid) {
  const colour = paint(solid.colour);
  const fill = gradientFill(brush, "hollow", HOLLOW, colour);
  const stroke = gradientFill(brush, "lip", LIP, colour);
  const d = brush.disc(ORIGIN, (solid.size ?? UNIT)[0] / 2, solid.facing ?? UP, ORIGIN);
  return element("path", { d, fill, stroke, "stroke-width": EDGE_LINE });
}

/** A socket: the visible ones of the three walls that meet at its lowest corner.
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
  const colour = paint(solid.colour);
  const fill = brush.sheet.gradient("pit", PIT, BLACK);
  const around = { d: brush.silhouette(solid), fill, stroke: gradientFill(brush, "lip", LIP, colour) };
  return brush.fillFaces(seen, colour) + element("path", { ...around, "stroke-width": EDGE_LINE });
}

/** @type {Record<Kind, (brush: Brush, solid: Solid) => string>} */
const KINDS = { ball, cube, pyramid, token, slab, hollow, socket };

/** A face shrunk towards its centre. @param {Place[]} face @param {number} share */
function shrunk(face, share) {
  const towards = scaled(middle(face), 1 - share);
  return face.map((corner) => add(scaled(corner, share), towards));
}

/** The face of a joker, 2 wide: every colour at once. */
function pinwheel() {
  const wings = Object.entries(WINGS).map(([letter, d]) =>
    element("path", { d, fill: paint(letter) }),
  );
  const hub = { r: HUB.r, fill: paint("*"), stroke: BLACK, "stroke-width": HUB.width };
  return wings.join("") + element("circle", hub);
}
