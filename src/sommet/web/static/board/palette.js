/** What `sommet.core.palette` and `sommet.core.ink` say; a test holds them together. */

/** The colours that games share. @type {Record<string, { name: string, paint: string }>} */
export const COLOURS = {
  "B": { name: "blue", paint: "#315ADF" },
  "O": { name: "orange", paint: "#CD4A0E" },
  "G": { name: "green", paint: "#3AAD84" },
  "P": { name: "pink", paint: "#FB91D5" },
  "Y": { name: "yellow", paint: "#FFE951" },
  "V": { name: "violet", paint: "#391D5D" },
};

/** What else things are made of. @type {Record<string, string>} */
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

/** The shape on each piece of a colour. @type {Record<string, string>} */
export const SHAPES = {
  "B": "●",
  "O": "▲",
  "G": "■",
  "P": "◆",
  "Y": "★",
  "V": "✚",
  "?": "?",
};

/** The outline of each shape, about 1 across, y down. @type {Record<string, string>} */
export const MARKS = {
  "●": "M-.34 0A.34 .34 0 1 1 .34 0A.34 .34 0 1 1-.34 0Z",
  "▲": "M0-.42L.42 .3H-.42Z",
  "■": "M-.31-.31H.31V.31H-.31Z",
  "◆": "M0-.45L.36 0L0 .45L-.36 0Z",
  "★": "M0-.47L.12-.14L.46-.13L.19 .08L.29 .42L0 .22L-.29 .42L-.19 .08L-.46-.13L-.12-.14Z",
  "✚": "M-.14-.4H.14V-.14H.4V.14H.14V.4H-.14V.14H-.4V-.14H-.14Z",
  "?": "M-.27-.15A.27 .27 0 1 1 .13 .09Q.07 .13 .07 .22H-.07Q-.07 .06 .04-.01A.13 .13 0 1 0-.13-.15ZM-.08 .36A.08 .08 0 1 1 .08 .36A.08 .08 0 1 1-.08 .36Z",
};
