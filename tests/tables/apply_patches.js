/** Applies patches as the page does. Input: a list of values, each with the patches to apply in turn. */

import { readFileSync } from "node:fs";

const { apply, listSolids } = await import(`${process.argv[2]}/patch.js`);
const lines = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(lines.map(({ value, patches }) => {
  const values = [];
  for (const patch of patches) values.push(value = apply(value, patch));
  return values.map((each) => [each, each?.board ? listSolids(each.board.scene).solids.map(({ id }) => id) : []]);
})));
