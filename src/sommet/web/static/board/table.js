/**
 * Colours and measures of everything that is drawn, as `sommet.drawing.palette` and
 * `sommet.drawing.measures` say them. Written by `python -m sommet.drawing`, never by hand.
 */

/**
 * The colours that games share, by letter, in palette order.
 * @type {Record<string, { name: string, shape: string, paint: string }>}
 */
export const COLOURS = {
  "B": { name: "blue", shape: "●", paint: "#315ADF" },
  "O": { name: "orange", shape: "▲", paint: "#CD4A0E" },
  "G": { name: "green", shape: "■", paint: "#3AAD84" },
  "P": { name: "pink", shape: "◆", paint: "#FB91D5" },
  "Y": { name: "yellow", shape: "★", paint: "#FFE951" },
  "V": { name: "violet", shape: "✚", paint: "#391D5D" },
};

/**
 * What else things are made of: maple and walnut, jokers, hidden faces, boards.
 * @type {Record<string, string>}
 */
export const MATERIALS = {
  "L": "#E3C08F",
  "D": "#6B4430",
  "*": "#F4EFE4",
  "?": "#8E8A86",
  "ivory": "#EFE8DA",
  "board": "#A39A8B",
  "inlay": "#8B8274",
  "tray": "#B9B0A0",
};

/** Light is a little warm … @type {string} */
export const WHITE = "#FFF7E8";

/** … and so is shade. @type {string} */
export const BLACK = "#17110D";

/** How bright red, green and blue are … @type {[number, number, number]} */
export const LUMA = [0.299, 0.587, 0.114];

/** … and below which brightness, of 255, light ink reads better than dark ink. @type {number} */
export const DARK = 128;

/**
 * The outline of the shape on pieces of each colour, about 1 across, y down. Wood has none: dark
 * wood has an inlaid line.
 * @type {Record<string, string>}
 */
export const MARKS = {
  "B": "M-.34 0A.34 .34 0 1 1 .34 0A.34 .34 0 1 1-.34 0Z",
  "O": "M0-.42L.42 .3H-.42Z",
  "G": "M-.31-.31H.31V.31H-.31Z",
  "P": "M0-.45L.36 0L0 .45L-.36 0Z",
  "Y": "M0-.47L.12-.14L.46-.13L.19 .08L.29 .42L0 .22L-.29 .42L-.19 .08L-.46-.13L-.12-.14Z",
  "V": "M-.14-.4H.14V-.14H.4V.14H.14V.4H-.14V.14H-.4V-.14H-.14Z",
  "?": "M-.27-.15A.27 .27 0 1 1 .13 .09Q.07 .13 .07 .22H-.07Q-.07 .06 .04-.01A.13 .13 0 1 0-.13-.15ZM-.08 .36A.08 .08 0 1 1 .08 .36A.08 .08 0 1 1-.08 .36Z",
};

/**
 * The direction that solids and cameras have unless they say another.
 * @type {[number, number, number]}
 */
export const UP = [0.0, 0.0, 1.0];

/** The size of a solid that does not say its own. @type {[number, number, number]} */
export const UNIT = [1.0, 1.0, 1.0];

/** The height of a camera that does not say its own, in degrees. @type {number} */
export const TILT = 60.0;

/** The kinds of solids that are pieces; the others are what pieces stand on. @type {string[]} */
export const PIECES = ["ball", "cube", "pyramid", "token"];

/** Units of the picture for a length of 1. @type {number} */
export const SCALE = 64;

/**
 * Solids that overlap by less than this still stand beside each other: places are rounded.
 * @type {number}
 */
export const NEAR = 0.01;

/**
 * An axis that points to the viewer by less than this tells nothing of what hides what, and a face
 * that does cannot be seen.
 * @type {number}
 */
export const FLAT = 1e-06;

/**
 * What is left free beyond the solids for lines and brackets: in a picture, and in a page, where
 * there is no margin round it.
 * @type {{ picture: number, page: number }}
 */
export const EDGE = { picture: 0.12, page: 0.14 };

/** What a label takes to each side. @type {number} */
export const ROOM = 0.3;

/** How far levels move apart when they are spread. @type {number} */
export const APART = 0.55;

/**
 * Where the light comes from: across, down and towards the viewer.
 * @type {[number, number, number]}
 */
export const LIGHT = [-0.5, -0.62, 0.6];

/**
 * How far a face must turn to the light to have its plain colour, and how much more or less of it
 * mixes in light or shade.
 * @type {{ middle: number, strength: number }}
 */
export const TONE = { middle: 0.55, strength: 0.5 };

/**
 * A highlight, a core shade and a little light from below.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const BALL = {
  kind: "radialGradient",
  at: { "cx": ".42", "cy": ".4", "r": ".64", "fx": ".34", "fy": ".29" },
  stops: [
    { offset: 0, other: "#FFF7E8", share: 0.55, opacity: 1 },
    { offset: 0.22, other: "#FFF7E8", share: 0.28, opacity: 1 },
    { offset: 0.55, other: "#FFF7E8", share: 0, opacity: 1 },
    { offset: 0.86, other: "#17110D", share: 0.42, opacity: 1 },
    { offset: 1, other: "#17110D", share: 0.3, opacity: 1 },
  ],
};

/**
 * The upper side of a token, from the light's side to the other.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const FACE = {
  kind: "linearGradient",
  at: { "x1": ".15", "y1": ".05", "x2": ".8", "y2": ".95" },
  stops: [
    { offset: 0, other: "#FFF7E8", share: 0.3, opacity: 1 },
    { offset: 0.5, other: "#FFF7E8", share: 0, opacity: 1 },
    { offset: 1, other: "#17110D", share: 0.14, opacity: 1 },
  ],
};

/**
 * The inside of a hollow.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const HOLLOW = {
  kind: "linearGradient",
  at: { "x1": ".15", "y1": ".05", "x2": ".8", "y2": ".95" },
  stops: [
    { offset: 0, other: "#17110D", share: 0.5, opacity: 1 },
    { offset: 0.6, other: "#17110D", share: 0.16, opacity: 1 },
    { offset: 1, other: "#FFF7E8", share: 0.25, opacity: 1 },
  ],
};

/**
 * What a round shadow is made of.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const SHADE = {
  kind: "radialGradient",
  at: {},
  stops: [
    { offset: 0.3, other: "#17110D", share: 0, opacity: 0.5 },
    { offset: 0.72, other: "#17110D", share: 0, opacity: 0.2 },
    { offset: 1, other: "#17110D", share: 0, opacity: 0 },
  ],
};

/**
 * How far off a piece throws its shadow, and how wide it is beside the piece; and how much more of
 * both for each length above the table.
 * @type {{ off: number, drift: number, size: number, growth: number }}
 */
export const SHADOW = { off: 0.16, drift: 0.13, size: 0.64, growth: 0.03 };

/**
 * The shadow of a cube: how long beside a true one, and how dark.
 * @type {{ length: number, opacity: string }}
 */
export const CAST = { length: 0.35, opacity: ".25" };

/**
 * The light line round every piece, so that it stands out from any ground …
 * @type {Record<string, string>}
 */
export const RIM = {
  "fill": "none",
  "stroke": "#FFF",
  "stroke-opacity": ".45",
  "stroke-width": "4.6",
};

/**
 * … and the dark one within it: how dark, and how wide.
 * @type {{ share: number, width: number }}
 */
export const OUTLINE = { share: 0.72, width: 2.2 };

/** The width of a line that closes the seam between faces. @type {number} */
export const SEAM = 0.8;

/** The wood that has a line of another let into it. @type {Record<string, string>} */
export const INLAID = { "D": "L" };

/** How far from its top the inlaid line of a ball runs, in degrees … @type {number} */
export const INLAY = 26;

/** … and that line. @type {Record<string, string>} */
export const INLAY_LINE = { "stroke-width": ".022", "stroke-opacity": ".6" };

/**
 * The line within each face of a cube: its share of the face, how it is drawn …
 * @type {{ share: number, opacity: string, width: number }}
 */
export const CUBE = { share: 0.93, opacity: ".3", width: 1.2 };

/**
 * … and an inlaid one, whose width is for a cube of size 1.
 * @type {{ share: number, opacity: string, width: number }}
 */
export const CUBE_INLAY = { share: 0.74, opacity: ".6", width: 1.9 };

/** The width of a pyramid's upper side, as a share of its foot. @type {number} */
export const TOP = 0.46;

/** Where the rings of a pyramid lie, as shares of its height. @type {[number, number][]} */
export const BANDS = [[0.05, 0.4], [0.58, 0.84]];

/**
 * How large the mark of a colour is beside its piece: on a pyramid's lower ring, on its upper side,
 * on a token.
 * @type {{ band: number, top: number, token: number }}
 */
export const MARKED = { band: 0.2, top: 0.36, token: 0.65 };

/**
 * A mark is pressed in: how light its ink is on dark pieces, how dark on light ones; how far its
 * edge is lit on light pieces and shaded on dark ones, and how far off it is.
 * @type {{ light: number, dark: number, lit: number, shaded: number, shift: string }}
 */
export const PRESSED = {
  light: 0.88,
  dark: 0.74,
  lit: 0.6,
  shaded: 0.5,
  shift: "translate(.03 .05)",
};

/**
 * How dark the side of a token is, and the line on its upper side.
 * @type {{ side: number, edge: number }}
 */
export const TOKEN = { side: 0.4, edge: 0.3 };

/** That line, on a token 2 wide. @type {{ r: string, width: string }} */
export const GROOVE = { r: ".82", width: ".05" };

/** The middle of a joker, and round it … @type {{ r: string, width: string }} */
export const HUB = { r: ".34", width: ".06" };

/** … every colour at once, on a token 2 wide. @type {Record<string, string>} */
export const WINGS = {
  "B": "M0 0L0.00 -0.80A.8 .8 0 0 1 0.76 -0.25Z",
  "O": "M0 0L0.76 -0.25A.8 .8 0 0 1 0.47 0.65Z",
  "G": "M0 0L0.47 0.65A.8 .8 0 0 1 -0.47 0.65Z",
  "P": "M0 0L-0.47 0.65A.8 .8 0 0 1 -0.76 -0.25Z",
  "Y": "M0 0L-0.76 -0.25A.8 .8 0 0 1 -0.00 -0.80Z",
};

/**
 * The corners of a board are rounded by a broad line within its outline: how broad, but no more
 * than this share of its shorter side; how dark its edge is, and how wide beyond.
 * @type {{ broad: number, share: number, dark: number, line: number }}
 */
export const SLAB = { broad: 0.22, share: 0.3, dark: 0.55, line: 2 };

/**
 * Round what the last move brought: how far off, how long beside the shorter side, how wide.
 * @type {{ gap: number, arm: number, halo: number, line: number }}
 */
export const BRACKETS = { gap: 0.04, arm: 0.25, halo: 7, line: 3 };

/**
 * A broken line on an unbroken one, so that it can be seen on anything.
 * @type {{ halo: number, line: number }}
 */
export const RING = { halo: 5, line: 3 };

/** How the ring is broken round what the last move took away … @type {string} */
export const GONE = "6 5";

/** … and round what can be done. @type {string} */
export const CAN = "8 4";

/**
 * The number of a player, and the ring round it when it is their turn.
 * @type {{ radius: number, line: number, ring: number, broad: number }}
 */
export const BADGE = { radius: 15.5, line: 2, ring: 20, broad: 2.5 };

/** What a winner has instead. @type {{ points: number, outer: number, inner: number }} */
export const STAR = { points: 10, outer: 23, inner: 17 };

/**
 * The plate of a count: its width without letters and for each, height, roundness, lines.
 * @type {{ width: number, letter: number, height: number, round: number, line: number, rim: Record<string, string> }}
 */
export const CHIP = {
  width: 14,
  letter: 11,
  height: 26,
  round: 8,
  line: 2,
  rim: {
    "fill": "none",
    "stroke": "#FFF",
    "stroke-opacity": ".5",
    "stroke-width": "4.4",
  },
};

/**
 * Type of names, and of numbers; how far a name's ink is from its ground; and down to its line.
 * @type {{ name: number, number: number, share: number, down: string }}
 */
export const LETTERS = { name: 17, number: 18, share: 0.8, down: ".36em" };
