/** The daily deal: shares or copies the result line. */

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
