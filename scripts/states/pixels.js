/** Compares pictures, which `scripts.states` passes to an empty page as data URLs. */
globalThis.pixels = {
  async read(address) {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const ink = canvas.getContext("2d", { willReadFrequently: true });
    ink.drawImage(image, 0, 0);
    return ink;
  },

  /** The contrast of texts with the picture behind them. @param {string} address a picture of the page
   * without its texts @param {{ box: number[], colour: number[], least: number }[]} asked */
  async contrasts(address, asked) {
    const ink = await this.read(address);
    const bright = (parts) => {
      const [r, g, b] = parts.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return asked.map(({ box: [left, top, width, height], colour: [r, g, b, a] }) => {
      // The letters are in the middle of their line box.
      const area = [left + 1, top + height * 0.25, Math.max(1, width - 2), Math.max(1, height * 0.5)].map(Math.round);
      const { data } = ink.getImageData(...area);
      const found = [];
      for (let at = 0; at < data.length; at += 4) {
        const below = [data[at], data[at + 1], data[at + 2]];
        const letter = bright([r, g, b].map((part, index) => part * a + below[index] * (1 - a)));
        const [low, high] = [letter, bright(below)].sort((one, other) => one - other);
        found.push((high + 0.05) / (low + 0.05));
      }
      found.sort((one, other) => one - other);
      return found[Math.floor(found.length / 2)]; // the median, because wood has grain and shadows have edges
    });
  },

  /** How much the magnifier differs from the board below it: the share of cells with a different
   * colour. Both pictures are squares. */
  async unlike(board, glass, cells = 16) {
    const [one, other] = await Promise.all([board, glass].map((address) => this.small(address, cells)));
    let [far, all] = [0, 0];
    for (let y = 0; y < cells; y += 1) {
      for (let x = 0; x < cells; x += 1) {
        const middle = (cells - 1) / 2;
        if (Math.hypot(x - middle, y - middle) > cells * 0.4) continue; // the magnifier is round and has a rim
        all += 1;
        const at = (y * cells + x) * 4;
        const apart = Math.hypot(...[0, 1, 2].map((part) => one[at + part] - other[at + part]));
        if (apart > 60) far += 1;
      }
    }
    return far / all;
  },
  async small(address, cells) {
    const ink = await this.read(address);
    const canvas = new OffscreenCanvas(cells, cells);
    const little = canvas.getContext("2d");
    little.imageSmoothingQuality = "high";
    let from = ink.canvas;
    // Halve the size step by step, so that every pixel counts.
    while (from.width > cells * 2) {
      const half = new OffscreenCanvas(Math.ceil(from.width / 2), Math.ceil(from.height / 2));
      half.getContext("2d").drawImage(from, 0, 0, half.width, half.height);
      from = half;
    }
    little.drawImage(from, 0, 0, cells, cells);
    return little.getImageData(0, 0, cells, cells).data;
  },
};
