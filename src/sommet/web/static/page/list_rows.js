/** Lists that scroll, of which no line is ever cut. */

/** What does not fit whole at either end of a list is not shown, but for the line one is at.
 * @param {HTMLElement} list */
export function whole(list) {
  const [above, below] = [list.scrollTop, list.scrollTop + list.clientHeight];
  const lines = /** @type {HTMLElement[]} */ ([...list.children]);
  const [first, last] = [above, below].map((edge) => lines.find((line) =>
    line.offsetTop < edge - 1 && line.offsetTop + line.offsetHeight > edge + 1 &&
    !line.querySelector("[aria-current]")));
  const top = first ? first.offsetTop + first.offsetHeight - above : 0;
  const bottom = last && last !== first ? below - last.offsetTop : 0;
  list.style.clipPath = top || bottom ? `inset(${top}px 0 ${bottom}px)` : "";
}

/** Keep it so while the list scrolls and changes its size. @param {HTMLElement} list */
export function keepWhole(list) {
  list.addEventListener("scroll", () => whole(list), { passive: true });
  new ResizeObserver(() => whole(list)).observe(list);
}
