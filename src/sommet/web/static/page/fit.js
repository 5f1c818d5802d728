/** What is said below the board has two lines and never more: first it is written smaller, then what
 * happened gives way to what is to be done (the list of moves says it too). Only letters that the
 * reader has made so large that this does not help get more room. */

/** From the roomiest to what takes the least. */
const WAYS = ["", "long", "brief", "tall"];

export class Words {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    new ResizeObserver(() => this.fit()).observe(place);
    // The sentences of a first game come and go by themselves.
    new MutationObserver(() => this.fit()).observe(place, { attributeFilter: ["hidden"], subtree: true, childList: true });
  }

  fit() {
    const { place } = this;
    for (const way of WAYS) {
      place.classList.remove(...WAYS.filter(Boolean));
      if (way === "brief") place.classList.add("long");
      if (way) place.classList.add(way);
      if (place.scrollHeight <= place.clientHeight + 1 && place.scrollWidth <= place.clientWidth + 1) return;
    }
  }
}
