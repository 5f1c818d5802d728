/** The row of tools below the board: at most four, each with its word. What is of use now comes first;
 * what does not fit stands behind the last one, "More". */

/** How many tools stand beside "More". */
const MOST = 3;

export class ToolRow {
  /** @param {HTMLElement} tools with the row, the button and its menu */
  constructor(tools) {
    this.tools = tools;
    const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (tools.querySelector(`#${id}`));
    this.row = find("turn-bar");
    this.more = find("more");
    this.menu = find("menu");
    this.others = find("others");
    /** Everything that may stand in the row, what matters most first. */
    this.all = /** @type {HTMLElement[]} */ ([...this.row.children]);
    this.more.addEventListener("click", () => this.open(!this.opened));
    // Whatever has been chosen from the menu is done; how to look at the board is tried out.
    this.others.addEventListener("click", () => this.open(false));
    document.addEventListener("pointerdown", ({ target }) => {
      if (this.opened && target instanceof Node && !this.menu.contains(target) && !this.more.contains(target)) {
        this.open(false);
      }
    });
    tools.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.opened) return;
      this.open(false);
      this.more.focus();
    });
    const changes = new MutationObserver(() => this.arrange());
    for (const tool of this.all) changes.observe(tool, { attributeFilter: ["hidden"] });
    this.arrange();
  }

  get opened() {
    return this.tools.classList.contains("open");
  }

  /** @param {boolean} open */
  open(open) {
    this.tools.classList.toggle("open", open);
    this.more.setAttribute("aria-expanded", String(open));
  }

  /** The first of those that are of use stand in the row. One that stays is not touched: it may have
   * the focus. */
  arrange() {
    const useful = this.all.filter(({ hidden }) => !hidden);
    const [first, rest] = [useful.slice(0, MOST), useful.slice(MOST)];
    for (const [place, tools] of /** @type {[HTMLElement, HTMLElement[]][]} */ ([[this.row, first], [this.others, rest]])) {
      const there = [...place.children].filter((tool) => tools.includes(/** @type {HTMLElement} */ (tool)));
      if (String(there.map(({ id }) => id)) !== String(tools.map(({ id }) => id))) place.append(...tools);
    }
  }
}
