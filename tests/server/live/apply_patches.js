/** Applies changes to frames as the page does. Input: a list of frames, each with its changes. */

import { readFileSync } from "node:fs";

const { applyChange } = await import(`${process.argv[2]}/patch.js`);
const lines = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(lines.map(({ frame, changes }) => {
  const frames = [];
  for (const change of changes) frames.push(frame = applyChange(frame, change));
  return frames;
})));
