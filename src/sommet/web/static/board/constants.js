/**
 * Colours and measures of everything that is drawn, as `palette` and `constants` of `sommet.drawing`
 * say them. Written by `python -m sommet.drawing`, never by hand.
 */

export * from "./light.js";

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
  "L": "#E7C48D",
  "D": "#5E3A27",
  "*": "#F4EFE4",
  "?": "#ABA7A1",
  "ivory": "#F3EBDA",
  "board": "#B98955",
  "inlay": "#855A35",
  "tray": "#AD7F4D",
};

/**
 * The cloth behind a board, by the name in its scene.
 * @type {Record<string, { day: string, night: string }>}
 */
export const CLOTHS = {
  "bottle": { day: "#336653", night: "#1E4235" },
  "slate": { day: "#45617A", night: "#28394C" },
  "aubergine": { day: "#584873", night: "#352B4A" },
  "petrol": { day: "#2B5F6B", night: "#1A3D47" },
};

/**
 * Signs lie on wood and cloth, by day and by night alike: what can be done, what was done, and the
 * dark that both stand out from.
 * @type {Record<string, string>}
 */
export const SIGNS = { "light": "#FFF1D3", "gold": "#FFCB57", "dark": "#1C130C" };

/** Light is a little warm … @type {string} */
export const WHITE = "#FFF7E8";

/** … and so is shade; … @type {string} */
export const BLACK = "#17110D";

/** … that on wood and on whatever is as warm is brown, or it would look green, … @type {string} */
export const UMBER = "#3D1C0A";

/** … where warm means at least this ratio of red to blue. @type {number} */
export const WARM = 1.25;

/**
 * Text on light paint. It stays legible where the lamp leaves a board in shade at night.
 * @type {string}
 */
export const DARK_INK = "#000000";

/**
 * Text on dark paint. It is pure white because warm white has too little contrast on orange.
 * @type {string}
 */
export const LIGHT_INK = "#FFFFFF";

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
 * Solids that overlap by less than this count as side by side: places are rounded.
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
 * How many times wider than high the board's room is on a phone upright, on a tablet, on a phone on
 * its side, and next to a panel …
 * @type {Record<string, number>}
 */
export const ROOMS = { "upright": 0.7, "tablet": 0.87, "lying": 1.21, "wide": 1.59 };

/** … and how many times more or less a room may have that is laid as they are. @type {number} */
export const USUAL = 1.2;

/**
 * Trays that are laid elsewhere: how far they are from the board and from each other, how much more
 * must be seen of everything to be worth another manner, how much the size of the pieces counts (2
 * for no more than what else is seen), how much larger trays may be next to the board, and how many
 * times more their pieces may grow than move apart: beyond that they would hide each other; and how
 * short they may become.
 * @type {{ gap: number, better: number, power: number, scales: number[], close: number, least: number }}
 */
export const LAID = {
  gap: 0.28,
  better: 1.2,
  power: 5,
  scales: [1, 1.25, 1.5, 1.75, 2],
  close: 1.1,
  least: 0.75,
};

/**
 * Directions of the screen: what is drawn so far to each of them has a round edge.
 * @type {[number, number][]}
 */
export const AROUND = [
  [1.0, 0.0],
  [0.707, 0.707],
  [0.0, 1.0],
  [-0.707, 0.707],
  [-1.0, 0.0],
  [-0.707, -0.707],
  [-0.0, -1.0],
  [0.707, -0.707],
];

/**
 * The dark line round every piece: how dark, and how wide.
 * @type {{ share: number, width: number }}
 */
export const OUTLINE = { share: 0.72, width: 1.5 };

/** The width of a line that closes the seam between faces. @type {number} */
export const SEAM = 0.8;

/** The wood that has a line of another let into it. @type {Record<string, string>} */
export const INLAID = { "D": "L" };

/** How far from its top the inlaid line of a ball runs, in degrees … @type {number} */
export const INLAY = 24;

/** … and that line. @type {Record<string, string>} */
export const INLAY_LINE = { "stroke-width": ".024", "stroke-opacity": ".34" };

/**
 * How much of a cube's face is flat before its edges begin to be round, and the line that rounds
 * its corners …
 * @type {{ share: number, width: number }}
 */
export const CUBE = { share: 0.87, width: 4.4 };

/**
 * … and an inlaid one, whose width is for a cube of size 1.
 * @type {{ share: number, opacity: string, width: number }}
 */
export const CUBE_INLAY = { share: 0.66, opacity: ".5", width: 1.6 };

/**
 * How much of a pyramid's side is flat before its edges begin to be round, and the line that rounds
 * its corners; …
 * @type {{ share: number, width: number }}
 */
export const PYRAMID = { share: 0.95, width: 2.2 };

/**
 * … and the light that its edges catch from the foot to the top: how much, and how wide a line.
 * @type {{ share: number, width: number }}
 */
export const ARRIS = { share: 0.42, width: 1.7 };

/** The width of a pyramid's upper side, as a share of its foot. @type {number} */
export const TOP = 0.18;

/** Where the pale rings of a pyramid lie, as shares of its height, … @type {[number, number][]} */
export const BANDS = [[0.04, 0.1], [0.6, 0.67]];

/**
 * … and the middle of the mark on its front: low, so that it is visible under another piece.
 * @type {number}
 */
export const FRONT = 0.215;

/**
 * The size of a colour's mark relative to its piece: on a pyramid's front, on a token.
 * @type {{ front: number, token: number }}
 */
export const MARKED = { front: 0.265, token: 0.62 };

/**
 * A mark is let in: how light its ink is on dark pieces, how dark on light ones; how far its edge
 * is lit on light pieces and shaded on dark ones, and how far off it is.
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
 * How much of a token's upper side lies within its round edge, how much is turned out, and where
 * the groove between the two begins.
 * @type {{ rim: number, dish: number, groove: number }}
 */
export const TOKEN = { rim: 0.93, dish: 0.76, groove: 0.8 };

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
 * The rounded corners of a board: their radius, its largest share of the shorter side, and the
 * number of steps. The bevel of its edge, and the thickness it needs; the distance of the line cut
 * along the edge, and the width it needs. Its grain runs away from the viewer from this ratio of
 * length to width, and shows on sides longer than the last value.
 * @type {{ round: number, share: number, steps: number, bevel: number, thin: number, inset: number, least: number, long: number, grain: number }}
 */
export const SLAB = {
  round: 0.26,
  share: 0.3,
  steps: 4,
  bevel: 0.07,
  thin: 0.05,
  inset: 0.14,
  least: 3,
  long: 1.3,
  grain: 2.2,
};

/**
 * That line: how far from the wood its two sides are in tone, how wide, how far apart they are, and
 * how faint.
 * @type {{ share: number, width: number, off: number, dark: string, light: string }}
 */
export const CUT = { share: 0.8, width: 1.6, off: 1.2, dark: ".5", light: ".45" };

/** The line round hollows and what is let into a board, which catches the light. @type {number} */
export const EDGE_LINE = 2.4;

/**
 * A light line on a dark one, so that it can be seen on anything: round what the last move brought,
 * what is pointed at.
 * @type {{ halo: number, line: number }}
 */
export const RING = { halo: 7, line: 3.6 };

/**
 * The thin line from where a piece came: its distance from both pieces relative to their widths,
 * and its rise relative to its length.
 * @type {{ halo: number, line: number, start: number, end: number, rise: number }}
 */
export const TRAIL = { halo: 4.4, line: 1.8, start: 0.5, end: 0.62, rise: 0.12 };

/**
 * A thinner one, round what can be chosen, and round the ghost of what the last move took away.
 * @type {{ halo: number, line: number }}
 */
export const CAN = { halo: 5, line: 2.4 };

/** Where a piece can go … @type {{ radius: number, line: number }} */
export const DOT = { radius: 6.6, line: 1.8 };

/** … and how high in it that point is, as a share of its height. @type {Record<string, number>} */
export const DOT_AT = { "ball": 0.16, "cube": 0.5, "pyramid": 0.9, "token": 0.5 };

/**
 * The number of a player, and the ring round it when it is their turn; and how far the rim of a
 * disc in a player's colour is from the tone of its ink; and how small all of it may become where
 * pieces lie near.
 * @type {{ radius: number, line: number, ring: number, broad: number, soft: number, least: number }}
 */
export const BADGE = {
  radius: 15.5,
  line: 2,
  ring: 20,
  broad: 3.4,
  soft: 0.1,
  least: 0.7,
};

/**
 * What a winner has instead: how far it is, how broad, how long its leaves are and how far apart;
 * and how far all of it reaches.
 * @type {{ radius: number, width: number, leaves: string, outer: number }}
 */
export const WREATH = { radius: 20.4, width: 4.4, leaves: "6.4 2.15", outer: 23 };

/**
 * The plate of a count: its width without letters and for each, height, roundness, line.
 * @type {{ width: number, letter: number, height: number, round: number, line: number }}
 */
export const CHIP = { width: 11, letter: 11, height: 24, round: 8, line: 1.6 };

/**
 * Font size of names, of names next to counts, and of numbers; and the offset of the baseline.
 * @type {{ name: number, head: number, number: number, down: string }}
 */
export const LETTERS = { name: 17, head: 23, number: 18, down: ".36em" };
