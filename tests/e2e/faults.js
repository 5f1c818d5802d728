// What a page cuts off, covers or lets run off the screen, as text; for `page.evaluate`.
() => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !node.closest(".visually-hidden, .sidebar, .skip, .game-toggle, .game-toggle-label, sommet-board");
  const root = document.querySelector("dialog[open]") ?? document.body;
  const words = (node) => `${node.tagName}.${node.className}: ${node.textContent.trim().slice(0, 40)}`;
  const [nodes, lines, found] = [[...root.querySelectorAll("*")].filter(shown), [], []];
  const within = (node) => {
    for (let box = node.parentElement; box && box !== root; box = box.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  const edge = root === document.body ? { left: 0, right: innerWidth } : root.getBoundingClientRect();
  for (const node of nodes) {
    const { left, right, width } = node.getBoundingClientRect();
    const control = node.matches("a, button, input, select, textarea, summary, h1, h2, p");
    if (control && width && !within(node) && (right > edge.right + 1 || left < edge.left - 1)) {
      found.push(`outside: ${words(node)}`);
    }
    const { overflowX } = getComputedStyle(node);
    const cuts = ["hidden", "clip"].includes(overflowX) || node.matches("button, summary");
    if (cuts && node.textContent.trim() && node.scrollWidth > node.clientWidth + 2) {
      found.push(`cut: ${words(node)}`);
    }
    for (const text of node.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !text.textContent.trim() || node.matches("option, textarea")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) lines.push({ box, node });
    }
  }
  const stuck = ({ node }) => node.closest(".choices > .main, .lesson-nav, .settings .row");
  const free = lines.filter((line) => !stuck(line));
  free.forEach(({ box: one, node }, at) => {
    for (const { box: other, node: second } of free.slice(at + 1)) {
      if (node.contains(second) || second.contains(node)) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 3 && down > Math.min(one.height, other.height) * 0.35) {
        found.push(`over each other: ${words(node)}, ${words(second)}`);
      }
    }
  });
  const boards = [...document.querySelectorAll(".game > sommet-board")].filter((node) => node.checkVisibility());
  for (const board of boards) {
    const [card, { left, right, top }] = [board.closest(".game"), board.getBoundingClientRect()];
    const around = card.getBoundingClientRect();
    if (left < around.left - 1 || right > around.right + 1) found.push(`cut board: ${words(card)}`);
    const facts = card.querySelector(".facts");
    if (facts.checkVisibility() && facts.getBoundingClientRect().bottom > top + 2 &&
      facts.getBoundingClientRect().left < right && facts.getBoundingClientRect().top < top) {
      found.push(`facts over the board: ${words(card)}`);
    }
  }
  return found;
}
