/** The daily deal: shares or copies the result line, which is on this device if there is no server. */

import { listGames } from "../local/storage.js";
import { HAS_SERVER } from "./root.js";

const line = document.getElementById("line");
const copy = document.getElementById("copy");

copy?.addEventListener("click", async () => {
  const text = line?.textContent ?? "";
  const small = matchMedia("(pointer: coarse)").matches;
  if (small && navigator.share) {
    await navigator.share({ text }).catch(() => {});  // the player may cancel
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    copy.textContent = copy.dataset.done ?? "";
  } catch {
    if (line) getSelection()?.selectAllChildren(line);
  }
});

/** Show the result of the day's game on this device. */
async function showOwnResult() {
  const day = new Date().toISOString().slice(0, 10);
  const found = (await listGames()).find(({ daily }) => daily === day);
  const [words, section] = [document.getElementById("own-left"), document.getElementById("own-result")];
  if (!found?.result || !words || !section || !line) return;
  const { left, moves, marks } = found.result;
  words.textContent = (words.dataset.words ?? "").replace("{left}", String(left)).replace("{moves}", String(moves));
  line.textContent = `Sommet ${day} ${marks} ${left}/${moves}`;
  section.hidden = false;
}

if (!HAS_SERVER) showOwnResult();
