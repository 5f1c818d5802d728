/**
 * Light, shade and wood of everything that is drawn, as `light` and `grain_constants` of `sommet.drawing`
 * say them. Written by `python -m sommet.drawing`, never by hand.
 */

/**
 * Where the light comes from: across, down and towards the viewer.
 * @type {[number, number, number]}
 */
export const LIGHT = [-0.48, -0.68, 0.55];

/**
 * How far a face must turn to the light to have its plain colour, and how much more or less of it
 * mixes in light or shade.
 * @type {{ middle: number, strength: number }}
 */
export const TONE = { middle: 0.55, strength: 0.64 };

/**
 * A soft highlight, a core shade and a little light from the cloth.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const BALL = {
  kind: "radialGradient",
  at: { "cx": ".43", "cy": ".41", "r": ".62", "fx": ".35", "fy": ".3" },
  stops: [
    { offset: 0, other: "#FFF7E8", share: 0.44, opacity: 1 },
    { offset: 0.18, other: "#FFF7E8", share: 0.26, opacity: 1 },
    { offset: 0.5, other: "#FFF7E8", share: 0, opacity: 1 },
    { offset: 0.76, other: "#3D1C0A", share: 0.34, opacity: 1 },
    { offset: 0.93, other: "#3D1C0A", share: 0.66, opacity: 1 },
    { offset: 1, other: "#3D1C0A", share: 0.5, opacity: 1 },
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
    { offset: 0, other: "#FFF7E8", share: 0.5, opacity: 1 },
    { offset: 0.45, other: "#FFF7E8", share: 0.1, opacity: 1 },
    { offset: 1, other: "#17110D", share: 0.3, opacity: 1 },
  ],
};

/**
 * The area inside its edge, hardly hollow …
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const DISH = {
  kind: "linearGradient",
  at: { "x1": ".15", "y1": ".05", "x2": ".8", "y2": ".95" },
  stops: [
    { offset: 0, other: "#FFF7E8", share: 0.2, opacity: 1 },
    { offset: 0.5, other: "#FFF7E8", share: 0.02, opacity: 1 },
    { offset: 1, other: "#17110D", share: 0.2, opacity: 1 },
  ],
};

/**
 * … and the line that is turned into it between the two: dark towards the light.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const GROOVE = {
  kind: "linearGradient",
  at: { "x1": ".15", "y1": ".05", "x2": ".8", "y2": ".95" },
  stops: [
    { offset: 0, other: "#17110D", share: 0.5, opacity: 1 },
    { offset: 0.5, other: "#17110D", share: 0.2, opacity: 0.4 },
    { offset: 1, other: "#FFF7E8", share: 0.6, opacity: 1 },
  ],
};

/**
 * Round the side of a token, from left to right.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const SIDE = {
  kind: "linearGradient",
  at: { "x1": "0", "x2": "1", "y1": "0", "y2": "0" },
  stops: [
    { offset: 0, other: "#17110D", share: 0.16, opacity: 1 },
    { offset: 0.3, other: "#17110D", share: 0.22, opacity: 1 },
    { offset: 1, other: "#17110D", share: 0.62, opacity: 1 },
  ],
};

/**
 * The edges of pieces with corners, which are a little round.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const SOFT = {
  kind: "linearGradient",
  at: { "x1": ".15", "y1": ".05", "x2": ".8", "y2": ".95" },
  stops: [
    { offset: 0, other: "#FFF7E8", share: 0.5, opacity: 1 },
    { offset: 0.5, other: "#FFF7E8", share: 0.1, opacity: 1 },
    { offset: 1, other: "#17110D", share: 0.5, opacity: 1 },
  ],
};

/**
 * A side of a pyramid, from its brow to its foot, where less light comes.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const FLANK = {
  kind: "linearGradient",
  at: { "x1": "0", "x2": "0", "y1": "0", "y2": "1" },
  stops: [
    { offset: 0, other: "#FFF7E8", share: 0.16, opacity: 1 },
    { offset: 0.45, other: "#FFF7E8", share: 0, opacity: 1 },
    { offset: 1, other: "#17110D", share: 0.26, opacity: 1 },
  ],
};

/**
 * The inside of a hollow: the wall towards the light is dark.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const HOLLOW = {
  kind: "linearGradient",
  at: { "x1": ".2", "y1": "0", "x2": ".7", "y2": "1" },
  stops: [
    { offset: 0, other: "#17110D", share: 0.78, opacity: 1 },
    { offset: 0.42, other: "#17110D", share: 0.5, opacity: 1 },
    { offset: 0.8, other: "#17110D", share: 0.22, opacity: 1 },
    { offset: 1, other: "#FFF7E8", share: 0.05, opacity: 1 },
  ],
};

/**
 * The depth of a socket, darkest where its walls meet.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const PIT = {
  kind: "radialGradient",
  at: { "r": ".52" },
  stops: [
    { offset: 0, other: "#17110D", share: 0, opacity: 0.62 },
    { offset: 0.4, other: "#17110D", share: 0, opacity: 0.34 },
    { offset: 1, other: "#17110D", share: 0, opacity: 0 },
  ],
};

/**
 * The edge of a hollow, which catches the light on the far side.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const LIP = {
  kind: "linearGradient",
  at: { "x1": ".2", "y1": "0", "x2": ".7", "y2": "1" },
  stops: [
    { offset: 0, other: "#17110D", share: 0.45, opacity: 1 },
    { offset: 0.5, other: "#17110D", share: 0, opacity: 0 },
    { offset: 1, other: "#FFF7E8", share: 0.6, opacity: 0.5 },
  ],
};

/**
 * What a round shadow is made of: dark where things touch, soft further off.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const SHADE = {
  kind: "radialGradient",
  at: {},
  stops: [
    { offset: 0, other: "#17110D", share: 0.5, opacity: 0.8 },
    { offset: 0.5, other: "#17110D", share: 0.3, opacity: 0.55 },
    { offset: 0.78, other: "#17110D", share: 0, opacity: 0.2 },
    { offset: 1, other: "#17110D", share: 0, opacity: 0 },
  ],
};

/**
 * How far off a round piece throws its shadow, and how wide it is relative to the piece; and how
 * much more of both for each length above the table …
 * @type {{ off: number, drift: number, size: number, growth: number }}
 */
export const SHADOW = { off: 0.2, drift: 0.1, size: 0.64, growth: 0.02 };

/** … and how wide the darkest part is, right below a ball. @type {number} */
export const CONTACT = 0.46;

/**
 * A ball higher than that rests on others: how wide the shade is that it lays on them all round,
 * beside itself, and how far off.
 * @type {{ high: number, size: number, off: number }}
 */
export const LEANT = { high: 0.1, size: 0.62, off: 0.12 };

/**
 * Where on the screen shadows of things with corners fall, across and down, for each length that a
 * corner is above the ground …
 * @type {[number, number]}
 */
export const SLOPE = [0.8, 0.55];

/**
 * … and how far off the soft rim of one is, in its own widths: more than 1, so that none shows on
 * the side of the light, and that it begins softly.
 * @type {number}
 */
export const LEAD = 1.5;

/**
 * The shadow of a piece with corners: how long, how dark each of its falls is, and how far each
 * goes and how soft its edge is: dark and sharp where things touch, faint and soft further off …
 * @type {{ length: number, opacity: string, falls: { share: number, rim: number }[] }}
 */
export const CAST = {
  length: 0.5,
  opacity: ".24",
  falls: [
    { share: 0.2, rim: 1 },
    { share: 0.6, rim: 2.2 },
    { share: 0.9, rim: 3.8 },
    { share: 1, rim: 5.5 },
  ],
};

/**
 * … where it ends in nothing …
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const FADED = {
  kind: "linearGradient",
  at: { "x1": ".3", "y1": ".25", "x2": "1", "y2": ".8" },
  stops: [
    { offset: 0, other: "#17110D", share: 0.4, opacity: 1 },
    { offset: 0.45, other: "#17110D", share: 0.6, opacity: 1 },
    { offset: 1, other: "#17110D", share: 1, opacity: 0 },
  ],
};

/**
 * … and that of boards on the cloth, all of which throw one, as if they were equally high.
 * @type {{ length: number, opacity: string, falls: { share: number, rim: number }[] }}
 */
export const CAST_SLAB = {
  length: 0,
  opacity: ".075",
  falls: [
    { share: 1, rim: 0.6 },
    { share: 1, rim: 0.8 },
    { share: 1, rim: 1.3 },
    { share: 1, rim: 1.9 },
    { share: 1, rim: 2.7 },
    { share: 1, rim: 3.6 },
    { share: 1, rim: 4.6 },
    { share: 1, rim: 5.7 },
    { share: 1, rim: 6.9 },
    { share: 1, rim: 8.2 },
    { share: 1, rim: 9.6 },
  ],
};

/**
 * A lamp above the upper left of the cloth.
 * @type {{ kind: string, at: Record<string, string>, stops: { offset: number, other: string, share: number, opacity: number }[] }}
 */
export const LAMP = {
  kind: "radialGradient",
  at: { "cx": ".36", "cy": ".24", "r": ".95" },
  stops: [
    { offset: 0, other: "#FFF7E8", share: 0, opacity: 0.2 },
    { offset: 0.5, other: "#17110D", share: 1, opacity: 0 },
    { offset: 1, other: "#17110D", share: 1, opacity: 0.5 },
  ],
};

/** How round the corners of the cloth are in a picture. @type {number} */
export const CORNER = 22;

/** The nap of the cloth, as a filter. @type {string} */
export const FELT = "<feTurbulence type=\"fractalNoise\" baseFrequency=\".6292 .5708\" numOctaves=\"2\" seed=\"2\"/><feColorMatrix values=\"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .55 -.2\"/><feComposite operator=\"in\" in2=\"SourceGraphic\"/>";

/**
 * The wood of boards: an image that is drawn once and used on every face.
 * @type {{ size: number, inside: string }}
 */
export const GRAIN = {
  size: 256,
  inside: "<path d=\"M0.0 -3.0C21.3 -16.2 42.7 -10.3 64.0 -5.6C85.3 -0.9 106.7 3.6 128.0 5.4C149.3 7.2 170.7 -3.3 192.0 3.3C213.3 9.8 234.7 10.1 256.0 -3.0M0.0 253.0C21.3 239.8 42.7 245.7 64.0 250.4C85.3 255.1 106.7 259.6 128.0 261.4C149.3 263.2 170.7 252.7 192.0 259.3C213.3 265.8 234.7 266.1 256.0 253.0M0.0 66.0C21.3 53.8 42.7 59.4 64.0 63.3C85.3 67.2 106.7 71.7 128.0 74.7C149.3 77.8 170.7 68.4 192.0 73.6C213.3 78.9 234.7 78.1 256.0 66.0M0.0 68.7C21.3 56.1 42.7 62.4 64.0 66.0C85.3 69.6 106.7 74.3 128.0 78.3C149.3 82.3 170.7 72.4 192.0 77.4C213.3 82.4 234.7 81.3 256.0 68.7M0.0 81.2C21.3 69.0 42.7 73.4 64.0 77.8C85.3 82.1 106.7 87.3 128.0 90.0C149.3 92.7 170.7 84.3 192.0 89.4C213.3 94.6 234.7 93.4 256.0 81.2M0.0 99.8C21.3 86.6 42.7 90.7 64.0 96.3C85.3 101.8 106.7 107.0 128.0 108.0C149.3 109.0 170.7 99.8 192.0 106.4C213.3 113.0 234.7 112.9 256.0 99.8M0.0 102.6C21.3 90.5 42.7 95.9 64.0 100.0C85.3 104.1 106.7 108.5 128.0 111.0C149.3 113.5 170.7 104.0 192.0 109.6C213.3 115.2 234.7 114.7 256.0 102.6M0.0 125.6C21.3 112.5 42.7 119.0 64.0 123.6C85.3 128.3 106.7 132.2 128.0 133.5C149.3 134.8 170.7 123.4 192.0 130.5C213.3 137.6 234.7 138.7 256.0 125.6M0.0 133.9C21.3 121.5 42.7 125.4 64.0 131.0C85.3 136.7 106.7 141.1 128.0 140.7C149.3 140.4 170.7 131.2 192.0 138.3C213.3 145.4 234.7 146.3 256.0 133.9M0.0 141.4C21.3 128.6 42.7 132.4 64.0 137.6C85.3 142.8 106.7 148.3 128.0 150.0C149.3 151.6 170.7 143.2 192.0 149.1C213.3 155.0 234.7 154.2 256.0 141.4M0.0 161.5C21.3 150.4 42.7 153.9 64.0 158.4C85.3 162.8 106.7 167.5 128.0 168.9C149.3 170.4 170.7 162.8 192.0 168.0C213.3 173.2 234.7 172.6 256.0 161.5M0.0 167.1C21.3 155.5 42.7 160.2 64.0 164.3C85.3 168.3 106.7 172.8 128.0 175.2C149.3 177.6 170.7 169.1 192.0 174.2C213.3 179.3 234.7 178.6 256.0 167.1M0.0 191.5C21.3 179.2 42.7 184.3 64.0 188.3C85.3 192.3 106.7 197.4 128.0 200.8C149.3 204.1 170.7 195.4 192.0 200.3C213.3 205.2 234.7 203.8 256.0 191.5M0.0 201.2C21.3 187.2 42.7 192.9 64.0 198.2C85.3 203.6 106.7 208.6 128.0 210.2C149.3 211.8 170.7 200.8 192.0 207.9C213.3 215.1 234.7 215.3 256.0 201.2M0.0 219.0C21.3 208.8 42.7 213.0 64.0 216.8C85.3 220.6 106.7 224.3 128.0 225.6C149.3 227.0 170.7 219.1 192.0 224.2C213.3 229.2 234.7 229.3 256.0 219.0M0.0 245.7C21.3 233.5 42.7 237.4 64.0 242.3C85.3 247.2 106.7 252.2 128.0 253.7C149.3 255.2 170.7 246.9 192.0 252.7C213.3 258.4 234.7 257.9 256.0 245.7M0.0 -10.3C21.3 -22.5 42.7 -18.6 64.0 -13.7C85.3 -8.8 106.7 -3.8 128.0 -2.3C149.3 -0.8 170.7 -9.1 192.0 -3.3C213.3 2.4 234.7 1.9 256.0 -10.3M0.0 252.5C21.3 240.3 42.7 245.5 64.0 250.2C85.3 254.8 106.7 258.9 128.0 259.9C149.3 260.8 170.7 251.0 192.0 257.5C213.3 264.0 234.7 264.7 256.0 252.5M0.0 -3.5C21.3 -15.7 42.7 -10.5 64.0 -5.8C85.3 -1.2 106.7 2.9 128.0 3.9C149.3 4.8 170.7 -5.0 192.0 1.5C213.3 8.0 234.7 8.7 256.0 -3.5\" fill=\"none\" stroke=\"#3B1F0B\" stroke-width=\".9\" opacity=\".13\"/><path d=\"M0.0 0.5C21.3 -12.1 42.7 -5.5 64.0 -1.3C85.3 2.9 106.7 6.6 128.0 8.2C149.3 9.9 170.7 -1.3 192.0 5.4C213.3 12.1 234.7 13.0 256.0 0.5M0.0 256.5C21.3 243.9 42.7 250.5 64.0 254.7C85.3 258.9 106.7 262.6 128.0 264.2C149.3 265.9 170.7 254.7 192.0 261.4C213.3 268.1 234.7 269.0 256.0 256.5M0.0 3.4C21.3 -9.1 42.7 -3.2 64.0 1.1C85.3 5.4 106.7 9.6 128.0 11.6C149.3 13.5 170.7 3.2 192.0 9.5C213.3 15.7 234.7 15.9 256.0 3.4M0.0 259.4C21.3 246.9 42.7 252.8 64.0 257.1C85.3 261.4 106.7 265.6 128.0 267.6C149.3 269.5 170.7 259.2 192.0 265.5C213.3 271.7 234.7 271.9 256.0 259.4M0.0 7.7C21.3 -3.7 42.7 -0.3 64.0 4.0C85.3 8.3 106.7 13.5 128.0 16.0C149.3 18.5 170.7 11.4 192.0 16.0C213.3 20.5 234.7 19.0 256.0 7.7M0.0 263.7C21.3 252.3 42.7 255.7 64.0 260.0C85.3 264.3 106.7 269.5 128.0 272.0C149.3 274.5 170.7 267.4 192.0 272.0C213.3 276.5 234.7 275.0 256.0 263.7M0.0 12.0C21.3 -0.5 42.7 4.6 64.0 9.0C85.3 13.4 106.7 18.3 128.0 20.9C149.3 23.4 170.7 14.1 192.0 19.7C213.3 25.3 234.7 24.6 256.0 12.0M0.0 16.7C21.3 3.9 42.7 9.3 64.0 13.9C85.3 18.5 106.7 23.2 128.0 25.3C149.3 27.4 170.7 17.6 192.0 23.7C213.3 29.8 234.7 29.6 256.0 16.7M0.0 25.4C21.3 12.4 42.7 18.9 64.0 23.2C85.3 27.6 106.7 31.7 128.0 33.7C149.3 35.8 170.7 24.7 192.0 31.3C213.3 37.9 234.7 38.4 256.0 25.4M0.0 32.2C21.3 21.5 42.7 26.3 64.0 30.1C85.3 33.9 106.7 37.6 128.0 39.3C149.3 40.9 170.7 32.4 192.0 37.6C213.3 42.9 234.7 43.0 256.0 32.2M0.0 37.9C21.3 25.6 42.7 28.7 64.0 33.8C85.3 38.8 106.7 44.6 128.0 46.6C149.3 48.6 170.7 41.3 192.0 46.5C213.3 51.7 234.7 50.2 256.0 37.9M0.0 54.7C21.3 42.4 42.7 46.0 64.0 51.3C85.3 56.6 106.7 61.6 128.0 62.5C149.3 63.3 170.7 54.9 192.0 61.1C213.3 67.3 234.7 67.1 256.0 54.7M0.0 94.5C21.3 82.0 42.7 85.7 64.0 91.4C85.3 97.2 106.7 101.7 128.0 101.4C149.3 101.1 170.7 92.0 192.0 99.1C213.3 106.2 234.7 107.0 256.0 94.5M0.0 109.1C21.3 96.6 42.7 102.9 64.0 107.3C85.3 111.7 106.7 115.4 128.0 116.8C149.3 118.2 170.7 107.2 192.0 114.0C213.3 120.7 234.7 121.7 256.0 109.1M0.0 158.7C21.3 146.1 42.7 149.7 64.0 155.4C85.3 161.1 106.7 165.9 128.0 166.0C149.3 166.0 170.7 157.2 192.0 164.0C213.3 170.9 234.7 171.3 256.0 158.7M0.0 179.9C21.3 167.1 42.7 171.2 64.0 176.1C85.3 181.1 106.7 186.6 128.0 188.8C149.3 190.9 170.7 182.4 192.0 188.0C213.3 193.7 234.7 192.7 256.0 179.9M0.0 233.7C21.3 221.2 42.7 226.2 64.0 230.9C85.3 235.6 106.7 240.2 128.0 241.8C149.3 243.3 170.7 233.8 192.0 240.0C213.3 246.2 234.7 246.2 256.0 233.7M0.0 249.1C21.3 235.9 42.7 239.4 64.0 245.3C85.3 251.1 106.7 256.6 128.0 257.2C149.3 257.8 170.7 249.0 192.0 255.7C213.3 262.4 234.7 262.2 256.0 249.1M0.0 -6.9C21.3 -20.1 42.7 -16.6 64.0 -10.7C85.3 -4.9 106.7 0.6 128.0 1.2C149.3 1.8 170.7 -7.0 192.0 -0.3C213.3 6.4 234.7 6.2 256.0 -6.9\" fill=\"none\" stroke=\"#3B1F0B\" stroke-width=\"2.6\" opacity=\".09\"/><path d=\"M0.0 28.9C21.3 17.6 42.7 22.1 64.0 26.3C85.3 30.4 106.7 34.6 128.0 36.3C149.3 38.1 170.7 29.5 192.0 34.9C213.3 40.4 234.7 40.2 256.0 28.9M0.0 42.9C21.3 31.9 42.7 36.8 64.0 40.6C85.3 44.4 106.7 48.3 128.0 50.4C149.3 52.4 170.7 43.8 192.0 48.9C213.3 54.1 234.7 53.9 256.0 42.9M0.0 51.8C21.3 41.0 42.7 45.0 64.0 49.2C85.3 53.5 106.7 57.5 128.0 58.6C149.3 59.8 170.7 51.8 192.0 57.2C213.3 62.6 234.7 62.6 256.0 51.8M0.0 113.3C21.3 101.5 42.7 108.5 64.0 111.9C85.3 115.3 106.7 118.7 128.0 121.2C149.3 123.7 170.7 112.9 192.0 118.8C213.3 124.6 234.7 125.1 256.0 113.3M0.0 130.2C21.3 118.6 42.7 122.0 64.0 127.0C85.3 131.9 106.7 136.6 128.0 137.6C149.3 138.6 170.7 130.7 192.0 136.4C213.3 142.2 234.7 141.9 256.0 130.2\" fill=\"none\" stroke=\"#FFE6BC\" stroke-width=\"2\" opacity=\".1\"/><path d=\"M0.0 34.6C21.3 23.2 42.7 27.2 64.0 31.2C85.3 35.3 106.7 40.3 128.0 43.2C149.3 46.0 170.7 38.4 192.0 43.0C213.3 47.5 234.7 46.1 256.0 34.6M0.0 145.4C21.3 133.1 42.7 137.9 64.0 142.0C85.3 146.2 106.7 151.4 128.0 154.5C149.3 157.7 170.7 149.1 192.0 154.0C213.3 159.0 234.7 157.7 256.0 145.4M0.0 175.6C21.3 162.5 42.7 167.4 64.0 172.5C85.3 177.6 106.7 182.6 128.0 184.2C149.3 185.8 170.7 176.1 192.0 182.5C213.3 189.0 234.7 188.8 256.0 175.6M0.0 186.9C21.3 174.8 42.7 179.9 64.0 184.6C85.3 189.4 106.7 193.2 128.0 193.9C149.3 194.6 170.7 184.8 192.0 191.4C213.3 198.0 234.7 198.9 256.0 186.9M0.0 195.1C21.3 181.5 42.7 187.1 64.0 192.1C85.3 197.1 106.7 202.1 128.0 204.1C149.3 206.1 170.7 195.6 192.0 202.2C213.3 208.9 234.7 208.8 256.0 195.1M0.0 210.7C21.3 199.7 42.7 203.2 64.0 208.0C85.3 212.8 106.7 217.0 128.0 217.3C149.3 217.7 170.7 209.7 192.0 215.6C213.3 221.5 234.7 221.8 256.0 210.7M0.0 221.4C21.3 208.1 42.7 212.1 64.0 217.6C85.3 223.0 106.7 228.6 128.0 230.2C149.3 231.8 170.7 222.9 192.0 229.2C213.3 235.4 234.7 234.7 256.0 221.4\" fill=\"none\" stroke=\"#3B1F0B\" stroke-width=\"5.5\" opacity=\".05\"/>",
};

/** Lines across a face of wood, 1 by 1 … @type {string} */
export const FIBRES = "M-0.500 -0.437C-0.417 -0.409 -0.333 -0.397 -0.250 -0.405C-0.167 -0.413 -0.083 -0.376 0.000 -0.374C0.083 -0.372 0.167 -0.363 0.250 -0.384C0.333 -0.406 0.417 -0.465 0.500 -0.437M-0.500 -0.347C-0.417 -0.319 -0.333 -0.307 -0.250 -0.315C-0.167 -0.323 -0.083 -0.286 0.000 -0.284C0.083 -0.282 0.167 -0.273 0.250 -0.294C0.333 -0.316 0.417 -0.375 0.500 -0.347M-0.500 -0.307C-0.417 -0.279 -0.333 -0.267 -0.250 -0.275C-0.167 -0.283 -0.083 -0.246 0.000 -0.244C0.083 -0.242 0.167 -0.233 0.250 -0.254C0.333 -0.276 0.417 -0.335 0.500 -0.307M-0.500 -0.167C-0.417 -0.139 -0.333 -0.127 -0.250 -0.135C-0.167 -0.143 -0.083 -0.106 0.000 -0.104C0.083 -0.102 0.167 -0.093 0.250 -0.114C0.333 -0.136 0.417 -0.195 0.500 -0.167M-0.500 -0.057C-0.417 -0.029 -0.333 -0.017 -0.250 -0.025C-0.167 -0.033 -0.083 0.004 0.000 0.006C0.083 0.008 0.167 0.017 0.250 -0.004C0.333 -0.026 0.417 -0.085 0.500 -0.057M-0.500 0.033C-0.417 0.061 -0.333 0.073 -0.250 0.065C-0.167 0.057 -0.083 0.094 0.000 0.096C0.083 0.098 0.167 0.107 0.250 0.086C0.333 0.064 0.417 0.005 0.500 0.033M-0.500 0.163C-0.417 0.191 -0.333 0.203 -0.250 0.195C-0.167 0.187 -0.083 0.224 0.000 0.226C0.083 0.228 0.167 0.237 0.250 0.216C0.333 0.194 0.417 0.135 0.500 0.163M-0.500 0.223C-0.417 0.251 -0.333 0.263 -0.250 0.255C-0.167 0.247 -0.083 0.284 0.000 0.286C0.083 0.288 0.167 0.297 0.250 0.276C0.333 0.254 0.417 0.195 0.500 0.223M-0.500 0.383C-0.417 0.411 -0.333 0.423 -0.250 0.415C-0.167 0.407 -0.083 0.444 0.000 0.446C0.083 0.448 0.167 0.457 0.250 0.436C0.333 0.414 0.417 0.355 0.500 0.383";

/**
 * … and where growth rings come out of a ball, along the axis of its tree, in radii.
 * @type {number[]}
 */
export const RINGS = [
  -0.86,
  -0.72,
  -0.63,
  -0.44,
  -0.35,
  -0.14,
  -0.04,
  0.1,
  0.31,
  0.39,
  0.57,
  0.74,
  0.83,
];

/** That axis. @type {[number, number, number]} */
export const TREE = [0.86, 0.3, 0.42];

/**
 * How these lines look: how dark relative to the wood, how wide …
 * @type {{ share: number, width: number }}
 */
export const FIBRE = { share: 0.5, width: 1 };

/** … and how faint. @type {string} */
export const FIBRE_OPACITY = ".17";
