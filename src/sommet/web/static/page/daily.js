/** The deal of the day: the line to share. */

const line = document.getElementById("line");
const copy = document.getElementById("copy");

copy?.addEventListener("click", async () => {
  const text = line?.textContent ?? "";
  const small = matchMedia("(pointer: coarse)").matches;
  if (small && navigator.share) {
    await navigator.share({ text }).catch(() => {});  // they may think better of it
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    copy.textContent = copy.dataset.done ?? "";
  } catch {
    if (line) getSelection()?.selectAllChildren(line);
  }
});
