/**
 * Outlines, tones, faces and shadows, from which solids are drawn. The twin of
 * `sommet.drawing.primitives`. The light comes from the upper left of the screen, however the table is
 * rotated.
 */

import { Sheet, element, isDark, closedPath, mix, number, paint, shadeFor } from "./svg.js";
import {
  ORIGIN, Projection, add, corners, cross, dot, frame, minus, placed, rectangle, scaled, unit,
} from "./projection.js";
import {
  BLACK, CAST, CONTACT, DOT_AT, EDGE_ON_TOLERANCE, EIGHT_DIRECTIONS, FADE, LIGHT, MARKS, PRESSED,
  PYRAMID_TOP, RESTING_SHADOW, RIM_OFFSET, SCALE, SEAM, SHADE, SHADOW, SLOPE, TONE, TOUCH_TOLERANCE, TRAIL,
  UMBER, UNIT, UP, WHITE,
} from "./constants.js";

/** @import { Frame } from "./projection.js" */
/** @import { Place, Point, Solid } from "./types.js" */

/**
 * A flat face, its lower edge first, and its normal.
 * @typedef {{ corners: Place[], normal: Place, isUpper: boolean }} Face
 */

/** @param {number} x @param {number} y */
const coordinates = (x, y) => `${number(x * SCALE)} ${number(y * SCALE)}`;

/** @param {Place[]} face */
const normal = (face) => cross(minus(face[1], face[0]), minus(face[2], face[1]));

/** @param {Place[]} places */
export const middle = (places) => scaled(add(...places), 1 / places.length);

/** The outline of a pyramid at a share of its height, its place at the origin.
 * @param {Solid} pyramid @param {number} share */
export function crossSection(pyramid, share) {
  const axes = frame(pyramid.facing ?? UP);
  const [width, length, height] = pyramid.size ?? UNIT;
  const wide = 1 - (1 - PYRAMID_TOP) * share;
  return rectangle(width * wide, length * wide).map(([right, away]) =>
    placed(axes, ORIGIN, right, away, height * share),
  );
}

/** Draws solids with a projection. */
export class Brush {
  /** @param {Projection} projection @param {Sheet} sheet */
  constructor(projection, sheet) {
    this.projection = projection;
    this.sheet = sheet;
    this.light = projection.direction(unit(LIGHT));
  }

  /** The outline of a piece with its place at the origin. @param {Solid} solid */
  silhouette(solid) {
    const [width, , height] = solid.size ?? UNIT;
    const up = scaled(frame(solid.facing ?? UP).up, height);
    if (solid.kind === "ball") {
      return this.disc(scaled(up, 0.5), width / 2, this.projection.toward, ORIGIN);
    }
    if (solid.kind === "token") return this.disc(ORIGIN, width / 2, solid.facing ?? UP, up);
    return closedPath(hull(this.extentPoints({ ...solid, place: ORIGIN })));
  }

  /** The outline of a disc raised by `rise` along `facing`: two half ellipses.
   * @param {Place} middle @param {number} radius @param {Place} facing @param {Place} rise */
  disc(middle, radius, facing, rise) {
    const toward = this.projection.depth(unit(facing));
    const [across, down] = this.projection.point(unit(facing));
    const length = Math.hypot(across, down);
    const [sideX, sideY] = length > 0.01 ? [-down / length, across / length] : [1, 0];
    const [x, y] = this.projection.point(middle);
    const [upX, upY] = this.projection.point(rise);
    const [a, b, c, d] = [[0, 1], [0, -1], [1, -1], [1, 1]].map(([lift, end]) =>
      coordinates(x + end * radius * sideX + lift * upX, y + end * radius * sideY + lift * upY),
    );
    const turned = number((Math.atan2(sideY, sideX) * 180) / Math.PI);
    const half = `A${coordinates(radius, radius * Math.abs(toward))} ${turned} 0 1 `;
    return `M${a}${half}${b}L${c}${half}${d}Z`;
  }

  /** Points on the screen whose bounding box is that of the solid.
   * @param {Solid} solid @returns {Point[]} */
  extentPoints(solid) {
    const { projection } = this;
    if (solid.kind === "pyramid") {
      return [...crossSection(solid, 0), ...crossSection(solid, 1)].map((end) =>
        projection.point(add(solid.place, end)),
      );
    }
    if (solid.kind !== "ball" && solid.kind !== "token") {
      return corners(solid).map((corner) => projection.point(corner));
    }
    const [width, , height] = solid.size ?? UNIT;
    const [radius, axes] = [width / 2, frame(solid.facing ?? UP)];
    let [low, high] = [solid.place, placed(axes, solid.place, 0, 0, height)];
    let [wide, tall] = [radius, radius];
    if (solid.kind === "ball") {
      low = high = scaled(add(low, high), 0.5);
    } else {
      const [a, b] = projection.point(axes.right);
      const [c, d] = projection.point(axes.away);
      [wide, tall] = [radius * Math.hypot(a, c), radius * Math.hypot(b, d)];
    }
    return [low, high].flatMap((end) => {
      const [x, y] = projection.point(end);
      return /** @type {Point[]} */ ([[x - wide, y - tall], [x + wide, y + tall]]);
    });
  }

  /** The position of the dot where a piece can go. @param {Solid} ghost @returns {Point} */
  dotPosition(ghost) {
    const rise = DOT_AT[ghost.kind] * (ghost.size ?? UNIT)[2];
    return this.projection.point(add(ghost.place, scaled(frame(ghost.facing ?? UP).up, rise)));
  }

  /** The path of a trail from one piece to another, slightly curved upwards.
   * @param {Solid} start @param {Solid} end */
  trail(start, end) {
    const [one, two] = [this.middle(start), this.middle(end)];
    const far = Math.hypot(two[0] - one[0], two[1] - one[1]);
    if (far < 1e-6) return "";
    const [here, there] = [start, end].map(({ size = UNIT }) => size[0] / far);
    const gaps = [here * TRAIL.start, 1 - there * TRAIL.end];
    const [[ax, ay], [bx, by]] = gaps.map((share) =>
      [one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share]);
    const control = coordinates((ax + bx) / 2, (ay + by) / 2 - far * TRAIL.rise);
    return `M${coordinates(ax, ay)}Q${control} ${coordinates(bx, by)}`;
  }

  /** Left, top, right and bottom of a solid on the screen. @param {Solid} solid */
  boundingBox(solid) {
    const ends = this.extentPoints(solid);
    const [x, y] = [0, 1].map((axis) => ends.map((point) => point[axis]));
    return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
  }

  /** The centre of that box. @param {Solid} solid @returns {Point} */
  middle(solid) {
    const [left, top, right, bottom] = this.boundingBox(solid);
    return [(left + right) / 2, (top + bottom) / 2];
  }

  /** The corners of a solid's bounding box on the screen: a square for what is round.
   * @param {Solid} solid */
  boundingShape(solid) {
    if (solid.kind !== "ball" && solid.kind !== "token") return hull(this.extentPoints(solid));
    const [left, top, right, bottom] = this.boundingBox(solid);
    return hull([[left, top], [left, bottom], [right, top], [right, bottom]]);
  }

  /** The outline of the convex hull of points. @param {Place[]} places */
  outline(places) {
    return closedPath(hull(places.map((place) => this.projection.point(place))));
  }

  /** @param {Place[]} places */
  polygon(places) {
    return closedPath(places.map((place) => this.projection.point(place)));
  }

  /** The transform of a picture 1 wide, y down, in the plane of a frame.
   * @param {Frame} axes @param {Place} middle @param {number} size */
  planeTransform(axes, middle, size) {
    const [a, b] = this.projection.point(axes.right);
    const [c, d] = this.projection.point(axes.away);
    const sides = [a, b, -c, -d].map((part) => (part * SCALE * size).toFixed(2)).join(" ");
    return `matrix(${sides} ${coordinates(...this.projection.point(middle))})`;
  }

  /** A colour as it looks on a face at this angle to the light.
   * @param {string} colour @param {Place} facing */
  tone(colour, facing) {
    const bright = dot(unit(facing), this.light) - TONE.middle;
    return mix(colour, bright > 0 ? WHITE : shadeFor(colour), Math.abs(bright) * TONE.strength);
  }

  /** The shadow of a piece on the plane below it, relative to where its place falls: further off
   * the higher above the table. @param {Solid} solid */
  shadow(solid) {
    if (solid.kind === "cube" || solid.kind === "pyramid") {
      const fill = this.sheet.gradient("faded", FADE, UMBER);
      return this.castShadow([this.bodyCorners({ ...solid, place: ORIGIN })], this.projection.up, CAST, fill);
    }
    const [axes, [width, , tall]] = [frame(solid.facing ?? UP), solid.size ?? UNIT];
    const height = Math.max(0, dot(solid.place, axes.up));
    const slant = minus(this.light, scaled(axes.up, dot(this.light, axes.up)));
    const fall = scaled(slant, -(SHADOW.offset + SHADOW.offset_per_height * height) * width);
    const fill = this.sheet.gradient("shade", SHADE, UMBER);
    const size = width * (SHADOW.size + SHADOW.size_per_height * height);
    const transforms = [this.planeTransform(axes, fall, size)];
    if (solid.kind === "ball" && height > RESTING_SHADOW.min_height) {
      const [x, y] = this.projection.point(scaled(axes.up, tall / 2));
      const [off, wide] = [RESTING_SHADOW.offset * width, (RESTING_SHADOW.size * width * SCALE).toFixed(2)];
      const [across, down] = this.projection.point(scaled(this.light, -off));
      transforms.push(`matrix(${wide} 0 0 ${wide} ${coordinates(x + across, y + down)})`);
    } else if (solid.kind === "ball") {
      transforms.push(this.planeTransform(axes, ORIGIN, width * CONTACT));
    }
    return transforms.map((transform) => element("circle", { r: "1", transform, fill })).join("");
  }

  /** How far the shadow of a piece moves across and down when the piece rises.
   * @param {Solid} solid @param {number} rise @returns {Point} */
  shadowOffset(solid, rise) {
    if (solid.kind === "cube" || solid.kind === "pyramid" || !rise) return [0, 0];
    const { up } = frame(solid.facing ?? UP);
    const slant = minus(this.light, scaled(up, dot(this.light, up)));
    return this.projection.point(scaled(slant, -SHADOW.offset_per_height * rise * (solid.size ?? UNIT)[0]));
  }

  /** The corners of a piece with corners. @param {Solid} solid @returns {Place[]} */
  bodyCorners(solid) {
    if (solid.kind !== "pyramid") return corners(solid);
    return [...crossSection(solid, 0), ...crossSection(solid, 1)].map((end) => add(solid.place, end));
  }

  /** The common shadow of bodies on the ground below their lowest corner, with a soft edge. It's no darker
   * where two overlap, and invisible on the side of the light.
   * @param {Place[][]} bodies @param {Place} up @param {typeof CAST} look @param {string} [fill] */
  castShadow(bodies, up, { length, opacity, layers }, fill = BLACK) {
    const floor = Math.min(...bodies.flat().map((point) => dot(point, up)));
    const [right, down] = SLOPE;
    return layers.map(({ share, rim }) => {
      const soft = EIGHT_DIRECTIONS.map((side) => side.map((part) => (part + RIM_OFFSET) * rim / SCALE));
      const d = bodies.map((body) => closedPath(hull(body.flatMap((point) => {
        const high = dot(point, up) - floor;
        const [x, y] = this.projection.point(minus(point, scaled(up, high)));
        const fall = length * share * high;
        return soft.map(([a, b]) => /** @type {Point} */ ([x + right * fall + a, y + down * fall + b]));
      })))).join("");
      return element("path", { d, fill, "fill-opacity": opacity });
    }).join("");
  }

  /** The visible faces of a body between two outlines, the upper one first.
   * @param {Place[]} low @param {Place[]} high @returns {Face[]} */
  visibleFaces(low, high) {
    const sides = low.map((corner, index) => {
      const next = (index + 1) % low.length;
      return [corner, low[next], high[next], high[index]];
    });
    const faces = [high, ...sides].map((face, index) => ({
      corners: face, normal: normal(face), isUpper: index === 0,
    }));
    return faces.filter((face) => this.projection.depth(face.normal) > EDGE_ON_TOLERANCE);
  }

  /** @param {Solid} prism */
  prismFaces(prism) {
    const points = corners(prism);
    const half = points.length / 2;
    return this.visibleFaces(points.slice(0, half), points.slice(half));
  }

  /** Faces in their tones; a line of the same tone closes the seams and rounds the corners.
   * @param {Face[]} faces @param {string} colour @param {number} [width] */
  fillFaces(faces, colour, width = SEAM) {
    /** @type {Map<string, string>} */
    const drawn = new Map();
    for (const face of faces) {
      const tone = this.tone(colour, face.normal);
      drawn.set(tone, (drawn.get(tone) ?? "") + this.polygon(face.corners));
    }
    return [...drawn].map(([tone, d]) =>
      element("path", { d, fill: tone, stroke: tone, "stroke-width": width })).join("");
  }

  /** The mark of a colour, engraved in a plane.
   * @param {string} colour @param {Frame} axes @param {Place} middle @param {number} size */
  mark(colour, axes, middle, size) {
    if (!(colour in MARKS)) return "";
    const [ground, d] = [paint(colour), MARKS[colour]];
    const { light, dark, lit, shaded, shift } = PRESSED;
    const ink = isDark(ground) ? mix(ground, WHITE, light) : mix(ground, BLACK, dark);
    const edge = isDark(ground) ? mix(ground, BLACK, shaded) : mix(ground, WHITE, lit);
    const pressed = element("path", { d, transform: shift, fill: edge });
    const shown = element("path", { d, fill: ink });
    return element("g", { transform: this.planeTransform(axes, middle, size) }, pressed + shown);
  }

  /** The frame of a face, along its first edge. @param {Face} face @returns {Frame} */
  axes(face) {
    const right = unit(minus(face.corners[1], face.corners[0]));
    const up = unit(face.normal);
    return { right, away: cross(up, right), up };
  }
}

/** Whether two convex shapes overlap. @param {Point[]} one @param {Point[]} other */
export const overlap = (one, other) => !isSeparatedBy(one, other) && !isSeparatedBy(other, one);

/** Whether an edge of one shape separates it from the other. @param {Point[]} one @param {Point[]} other */
function isSeparatedBy(one, other) {
  return one.some(([bx, by], index) => {
    const [ax, ay] = one.at(index - 1) ?? [bx, by];
    const width = TOUCH_TOLERANCE * Math.hypot(bx - ax, by - ay);
    return other.every(([x, y]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax) < width);
  });
}

/** The convex hull of points. @param {Point[]} points */
function hull(points) {
  const ordered = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  /** @param {Point[]} ordered */
  const half = (ordered) => {
    /** @type {Point[]} */
    const found = [];
    for (const [x, y] of ordered) {
      while (found.length > 1) {
        const [[ax, ay], [bx, by]] = found.slice(-2);
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9) break;
        found.pop();
      }
      found.push([x, y]);
    }
    return found.slice(0, -1);
  };
  return [...half(ordered), ...half(ordered.reverse())];
}
