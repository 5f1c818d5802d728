/**
 * Finds layout faults on the page as it is shown now. `scripts.states` runs this in the browser.
 *
 * A text is one line of one text node; a control is anything that can be pressed or filled in. Each
 * of them is checked for:
 *
 *   leaves    part of it is off screen and cannot be scrolled into view
 *   clipped   a box that hides its overflow cuts it, or a word is broken in the middle
 *   overlaps  it overlaps another text or control
 *   covered   something is painted over it
 *   contrast  its contrast is below WCAG AA
 *
 * The page is checked for: `needs` (what the state is about is visible without scrolling), `empty` (a
 * card without content), `cropped` (a picture that is cut off), `named` (coordinates that are shown
 * although they are switched off).
 */
({ needs = [], layout = true, contrast = true } = {}) => {
  /** Exceptions and their reasons. Keep the list short: a rule that needs many exceptions is a bad rule. */
  const MAY_LEAVE = "a.skip"; // becomes visible when it has the focus
  const MAY_SCROLL_SIDEWAYS = "textarea, input, pre"; // fields and code; see also `isStrip`
  const MAY_BREAK = "code, pre, output, textarea, [data-may-break]"; // codes are not words
  const MAY_COVER = [
    // [what, whom, why]
    [".result", ".status *, .tools *, .players-area *, .table-facts", "after the end the card replaces the controls for turns"],
    [".view-tools, .menu, .sheet", "*", "the user opened the menu"],
    [".chooser", "sommet-board *, .status *", "a menu next to its piece; the piece itself is one of the needs"],
    [".banner", "*", "without a connection nothing else works"],
  ];
  const SLACK = 1.5; // differences in pixels that are not visible

  const found = [];
  const nodes = [];
  const add = (kind, element, box, why) => {
    nodes.push(element);
    found.push({
      kind, why, selector: path(element), said: (element.textContent ?? "").trim().slice(0, 40),
      box: [box.left, box.top, box.right - box.left, box.bottom - box.top].map((side) => Math.round(side)),
    });
  };

  // --- texts and controls -------------------------------------------------------------------------

  const isSvg = (element) => element instanceof SVGElement;
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const colours = new Map();
  const dot = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  /** Red, green, blue and alpha of a CSS colour. */
  function rgba(colour) {
    if (!colours.has(colour)) {
      dot.clearRect(0, 0, 1, 1);
      dot.fillStyle = colour;
      dot.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = dot.getImageData(0, 0, 1, 1).data;
      colours.set(colour, [r, g, b, a / 255]);
    }
    return colours.get(colour);
  }
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  const root = dialog ?? document.body;

  /** A readable selector. */
  function path(element) {
    const step = (node) => {
      if (node.id) return `#${node.id}`;
      const kinds = [...node.classList].filter((name) => !/^(lit|quiet|target)$/.test(name)).slice(0, 2);
      return node.localName + kinds.map((name) => `.${name}`).join("");
    };
    const steps = [];
    for (let node = element; node && node !== document.body && steps.length < 4; node = node.parentElement) {
      steps.unshift(step(node));
      if (node.id) break;
    }
    return steps.join(" > ");
  }

  const shown = (element) => {
    // Chromium reports text in a group that is not displayed as visible.
    if (isSvg(element) && !element.getBoundingClientRect().width) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
    for (let node = element; node && node !== root.parentElement; node = node.parentElement) {
      if (style(node).clipPath.startsWith("inset(50%")) return false; // for screen readers only
    }
    return parseFloat(style(element).fontSize) > 0;
  };
  const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const meet = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  const wide = ({ left, right }) => right - left;
  const high = ({ top, bottom }) => bottom - top;
  const has = (area, least = 0) => wide(area) > least && high(area) > least;
  /** The part of a line's box that contains the letters. */
  const core = (line) => {
    const air = high(line) * 0.2;
    return { left: line.left + 1, right: line.right - 1, top: line.top + air, bottom: line.bottom - air };
  };

  /** The visible part of a control's box; without background and border it is as large as its icon. */
  const body = (element, area) => {
    const look = style(element);
    const plain = rgba(look.backgroundColor)[3] < 0.1 && (!parseFloat(look.borderTopWidth) || rgba(look.borderTopColor)[3] < 0.1);
    const air = plain ? Math.min(5, (area.right - area.left) / 4, (area.bottom - area.top) / 4) : 0;
    return { left: area.left + air, top: area.top + air, right: area.right - air, bottom: area.bottom - air };
  };

  function* textsIn(scope) {
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !element || element.closest("script, style, noscript, option, title, textarea")) continue;
      if (!shown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = (isSvg(element) ? [element.getBoundingClientRect()] : [...range.getClientRects()])
        .filter((line) => line.width > 0.5 && line.height > 0.5);
      for (const line of lines) yield { kind: "text", element, node, area: box(line), core: core(box(line)), lines: lines.length };
    }
  }
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=switch]";
  function* controlsIn(scope) {
    for (const element of scope.querySelectorAll(CONTROLS)) {
      if (isSvg(element) || !shown(element) || element.matches(MAY_LEAVE)) continue;
      const parts = style(element).display === "inline" ? [...element.getClientRects()] : [element.getBoundingClientRect()];
      for (const part of parts) {
        if (part.width > 1 && part.height > 1) yield { kind: "control", element, area: box(part), core: body(element, box(part)) };
      }
    }
  }
  const texts = [...textsIn(root)].filter(({ element }) => !element.closest(MAY_LEAVE));
  const controls = [...controlsIn(root)];
  const items = [...texts, ...controls];

  // --- clipping --------------------------------------------------------------------------

  /** The ancestors that clip an element, with their overflow on each axis. */
  function* cutters(element, own) {
    let position = own ? "static" : style(element).position;
    let node = own ? element : element.parentElement;
    for (; node && node !== document.documentElement; node = node.parentElement) {
      const look = style(node);
      const holds = look.position !== "static" || look.transform !== "none" || look.translate !== "none";
      const escapes = (position === "absolute" && !holds) || (position === "fixed" && look.transform === "none");
      if (!escapes) {
        const x = look.overflowX, y = look.overflowY;
        const through = isSvg(node) ? node.localName !== "svg" || x === "visible" : look.display === "inline" || look.display === "contents";
        if (!through && (x !== "visible" || y !== "visible") && node !== document.body) {
          const outer = node.getBoundingClientRect();
          const area = {
            left: outer.left + (node.clientLeft ?? 0), top: outer.top + (node.clientTop ?? 0),
            right: outer.right - parseFloat(look.borderRightWidth || 0), bottom: outer.bottom - parseFloat(look.borderBottomWidth || 0),
          };
          yield { node, area, x, y };
        }
        position = look.position;
      }
      if (node === root && dialog) return;
    }
  }
  /** A row of cards that scrolls sideways by design: it scrolls in no other direction. */
  const isStrip = (node) => style(node).display === "flex" && style(node).flexDirection === "row" && node.scrollHeight <= node.clientHeight + 2;
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  const fixed = (element) => {
    for (let node = element; node; node = node.parentElement) if (style(node).position === "fixed") return true;
    return false;
  };

  /** The part of an item that is visible without scrolling, and what is wrong with its edges. */
  function edges(item) {
    const { element, core: ink } = item;
    let seen = ink;
    let [scrolledX, scrolledY] = [false, false];
    let wrong = null;
    for (const { node, area, x, y } of cutters(element, item.kind === "text")) {
      const [left, right] = [area.left - ink.left, ink.right - area.right];
      const [above, below] = [area.top - ink.top, ink.bottom - area.bottom];
      const sideways = Math.max(left, right), upright = Math.max(above, below);
      if (x !== "visible" && sideways > SLACK && !scrolledX) {
        if (!scrolls(x)) wrong ??= ["clipped", `${Math.round(sideways)} px cut at the ${left > right ? "left" : "right"} by ${path(node)}`];
        else if (!node.matches(MAY_SCROLL_SIDEWAYS) && !isStrip(node)) wrong ??= ["clipped", `${Math.round(sideways)} px only seen by scrolling ${path(node)} sideways`];
      }
      if (y !== "visible" && upright > SLACK && !scrolledY && !scrolls(y)) {
        wrong ??= ["clipped", `${Math.round(upright)} px cut at the ${above > below ? "top" : "bottom"} by ${path(node)}`];
      }
      if (scrolls(y) && !scrolledY && above > SLACK && area.top - ink.top > node.scrollTop + SLACK) {
        wrong ??= ["leaves", `${Math.round(above)} px above where ${path(node)} can scroll to`];
      }
      if (scrolls(x)) scrolledX = true;
      if (scrolls(y)) scrolledY = true;
      if (x !== "visible") seen = meet(seen, { ...area, top: -1e6, bottom: 1e6 });
      if (y !== "visible") seen = meet(seen, { ...area, left: -1e6, right: 1e6 });
    }
    const [width, height] = [document.documentElement.clientWidth, innerHeight];
    const over = Math.max(-ink.left - scrollX, ink.right - width);
    if (!scrolledX && over > SLACK) wrong ??= ["leaves", `${Math.round(over)} px beyond the ${ink.right > width ? "right" : "left"} edge of the screen`];
    if (!scrolledY) {
      const page = document.scrollingElement;
      const held = fixed(element) || style(document.body).overflowY === "hidden" || style(document.documentElement).overflowY === "hidden";
      const down = held ? ink.bottom - height : ink.bottom + scrollY - page.scrollHeight;
      const up = held ? -ink.top : -ink.top - scrollY;
      if (Math.max(up, down) > SLACK) wrong ??= ["leaves", `${Math.round(Math.max(up, down))} px beyond the ${down > up ? "lower" : "upper"} edge of the screen`];
    }
    return { seen, wrong };
  }

  function broken({ element, node }) {
    if (element.closest(MAY_BREAK) || style(element).hyphens === "auto") return null;
    const range = document.createRange();
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}’']{3,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) return word;
    }
    return null;
  }

  /** By how many pixels a field is too narrow for its text. */
  const pen = document.createElement("canvas").getContext("2d");
  function fieldText({ element }) {
    const look = style(element);
    const typed = element.matches("input:not([type=radio], [type=checkbox], [type=file])");
    // Text typed by the user scrolls in its field; text of the page must fit.
    const said = element.localName === "select" ? element.selectedOptions[0]?.label : typed && !element.value && element.placeholder;
    if (!said) return 0;
    pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
    const arrow = element.localName === "select" && look.appearance !== "none" ? 18 : 0;
    const room = element.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - arrow;
    return pen.measureText(said).width - room;
  }

  // --- covering -----------------------------------------------------------------------

  /** Whether an element paints something. */
  function paints(node) {
    let see = 1;
    for (let up = node; up; up = up.parentElement) {
      see *= parseFloat(style(up).opacity);
      if (isSvg(up) && style(up).mask !== "none") return false; // a shade with holes
    }
    if (see < 0.3) return false;
    const look = style(node);
    if (isSvg(node)) {
      if (node.localName === "svg" || node.localName === "g") return false;
      const filled = look.fill !== "none" && (look.fill.startsWith("url") || rgba(look.fill)[3] * parseFloat(look.fillOpacity) > 0.3);
      return filled || (look.stroke !== "none" && rgba(look.stroke)[3] * parseFloat(look.strokeOpacity) > 0.3);
    }
    if (node.matches("img, canvas, video, input, textarea, select, progress, meter")) return true;
    return rgba(look.backgroundColor)[3] > 0.3 || look.backgroundImage !== "none";
  }
  const mayCover = (above, below) => MAY_COVER.some(([what, whom]) => above.closest(what) && below.matches(whom));

  /** The node painted over an element at a point of the screen, or null. */
  function over(element, x, y, allowed = mayCover) {
    for (const node of document.elementsFromPoint(x, y)) {
      if (node === element || element.contains(node) || node.contains(element)) return null;
      if (element.labels && [...element.labels].some((label) => label.contains(node))) return null;
      if (isSvg(element) && isSvg(node) && node.closest("sommet-board") && !node.closest(".labels")) return null; // `pieces` checks pieces; icons of a menu cover
      if (within(node, x, y) && paints(node) && !allowed(node, element)) return node;
    }
    return null;
  }
  /** Whether a point is in the node's own boxes, not in something that overflows them. */
  const within = (node, x, y) => [...node.getClientRects()].some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
  /** The centre of an area and points near its corners, inside corners that are rounded. */
  const points = ({ left, top, right, bottom }, radius = 0) => {
    const inset = Math.max(6, 0.35 * radius);
    const [x, y] = [Math.min(inset, (right - left) / 4), Math.min(inset, (bottom - top) / 4)];
    return [[(left + right) / 2, (top + bottom) / 2], [left + x, top + y], [right - x, top + y], [left + x, bottom - y], [right - x, bottom - y]];
  };
  const onScreen = (area) => area.left >= -1 && area.top >= -1 && area.right <= innerWidth + 1 && area.bottom <= innerHeight + 1;

  function covered(item, area) {
    for (const [x, y] of points(area, parseFloat(style(item.element).borderTopLeftRadius))) {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const node = over(item.element, x, y);
      if (node) return node;
    }
    return null;
  }

  /** The ancestor below `common` that floats over the page with its own background, or null. */
  function layer(element, common) {
    for (let node = element; node && node !== common; node = node.parentElement) {
      const look = style(node);
      if (["absolute", "fixed", "sticky"].includes(look.position) && (rgba(look.backgroundColor)[3] > 0.9 || look.backgroundImage !== "none")) return node;
    }
    return null;
  }
  function common(one, other) {
    let node = one;
    while (node && !node.contains(other)) node = node.parentElement;
    return node;
  }

  // --- checks ---------------------------------------------------------------------------

  /** While on, everything visible can be hit. A constructed style sheet passes the page's CSP. */
  const everything = new CSSStyleSheet();
  everything.replaceSync("*, ::before, ::after { pointer-events: auto !important; }");
  const hitAll = (on) => {
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== everything);
    document.adoptedStyleSheets = on ? [...others, everything] : others;
  };

  function ask() {
    const page = document.scrollingElement;
    if (page.scrollWidth > document.documentElement.clientWidth + 1) {
      add("leaves", page, box(page.getBoundingClientRect()), `the page is ${page.scrollWidth - document.documentElement.clientWidth} px wider than the screen`);
    }
    const sighted = items.map((item) => ({ item, ...edges(item) }));
    const blamed = new Set();
    for (const { item, wrong } of sighted) {
      if (wrong && !blamed.has(item.element)) {
        blamed.add(item.element);
        add(wrong[0], item.element, item.area, wrong[1]);
      }
    }
    const whole = new Set();
    for (const item of texts) {
      if (item.lines < 2 || whole.has(item.node)) continue;
      whole.add(item.node);
      const word = broken(item);
      if (word) add("clipped", item.element, item.area, `“${word}” is broken in the middle of the word`);
    }
    for (const item of controls) {
      const lost = fieldText(item);
      if (lost > 2) add("clipped", item.element, item.area, `the field is ${Math.round(lost)} px too narrow for its text`);
    }
    for (const [index, one] of sighted.entries()) {
      for (const other of sighted.slice(index + 1)) {
        const [a, b] = [one.item.element, other.item.element];
        if (a === b || a.contains(b) || b.contains(a)) continue;
        if (isSvg(a) !== isSvg(b)) continue; // the board's labels are checked in `pieces`
        const both = meet(one.seen, other.seen);
        if (!has(both, 2.5)) continue;
        const shared = common(a, b);
        if (layer(a, shared) !== layer(b, shared)) continue; // then it counts as covered
        if (a.labels && [...a.labels].some((label) => label.contains(b))) continue;
        if (b.labels && [...b.labels].some((label) => label.contains(a))) continue;
        const [first, second] = one.item.kind === "text" ? [one, other] : [other, one];
        if (blamed.has(`${path(a)} ${path(b)}`)) continue;
        blamed.add(`${path(a)} ${path(b)}`);
        add("overlaps", first.item.element, first.item.area, `overlaps ${path(second.item.element)}, by ${Math.round(wide(both))} × ${Math.round(high(both))} px`);
      }
    }
    pieces();
    names();
    misnamed();
    cards();
    hidden(sighted, blamed);
  }

  /** Nothing on the page covers pieces, and no number covers what it belongs to. */
  function pieces() {
    for (const board of root.querySelectorAll("sommet-board")) {
      const solids = [...board.querySelectorAll(".rest > .solid")].map((node) => [node, node.getBoundingClientRect()]).filter(([, area]) => area.width);
      if (!solids.length || !shown(board)) continue;
      const share = (area, over) => {
        const both = meet(area, over);
        return has(both) ? (wide(both) * high(both)) / (area.width * area.height) : 0;
      };
      for (const cover of document.querySelectorAll(".offers > *, .result, .tip")) {
        if (!shown(cover) || cover.closest("dialog")) continue;
        const area = cover.getBoundingClientRect();
        const hid = solids.filter(([, each]) => share(each, area) > 0.25).length;
        if (hid) add("covered", cover, area, `covers ${hid} pieces of the board`);
      }
      for (const disc of board.querySelectorAll(".labels path:not(.last-move, .halo)")) {
        const area = disc.getBoundingClientRect();
        const hid = solids.filter(([, each]) => share(each, area) > 0.4).length;
        if (hid) add("covered", disc, area, `the number covers ${hid} pieces`);
      }
    }
  }

  /** Coordinates are shown only if they are switched on, or while a move is typed. Unlike the numbers
   * of pieces and seats they have no plate behind them. */
  function names() {
    if (document.documentElement.dataset.coordinates !== "off" || document.querySelector("#typing[open]")) return;
    for (const text of root.querySelectorAll(".table-page #board :is(.labels, .names) text, .table-page #board .coordinate")) {
      const plated = text.previousElementSibling?.matches("rect, path") || text.getAttribute("font-weight") === "700";
      if (!plated && shown(text)) add("named", text, box(text.getBoundingClientRect()), "the coordinate is shown although coordinates are switched off");
    }
  }

  /** A coordinate is drawn on its own place, not on a piece that covers it. */
  function misnamed() {
    const { stage, targets } = root.querySelector("#board") ?? {};
    if (!stage?.solidNodes) return;
    const bodies = new Map([...stage.solidNodes.byId].map(([id, { body }]) => [body, id]));
    const level = (solid) => solid?.level ?? 0;
    hitAll(true);
    for (const text of root.querySelectorAll("#board .coordinate")) {
      if (!shown(text)) continue;
      const area = text.getBoundingClientRect();
      const cell = text.closest("[data-at]");
      const place = [...targets.nodes].find(([, node]) => node === cell)?.[0].solid;
      const isBuried = ([x, y]) => {
        const stack = document.elementsFromPoint(area.left + x * area.width, area.top + y * area.height);
        const piece = bodies.get(stack.map((node) => node.closest(".rest > .solid")).find(Boolean));
        return piece && level(stage.scene.solids.find(({ id }) => id === piece)) > level(place);
      };
      // An empty place is drawn on the pieces that carry it, and a cube hides a part of those behind it. The
      // fault is a coordinate without any part of its own place behind it.
      const inside = [0.2, 0.5, 0.8].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x, y]));
      if (place && inside.every(isBuried)) add("overlaps", text, box(area), "the coordinate is drawn on a piece that covers its place");
    }
    hitAll(false);
  }

  /** Cards without content, and pictures that are cut off. */
  function cards() {
    const content = "img, svg, canvas, video, input, select, textarea, button, progress, meter, hr, sommet-board";
    for (const element of root.querySelectorAll("div, section, article, aside, figure, figcaption, p, li, ul, ol, output")) {
      const area = element.getBoundingClientRect();
      if (area.width < 40 || area.height < 12 || isSvg(element) || !shown(element)) continue;
      const look = style(element);
      if (rgba(look.backgroundColor)[3] < 0.3 && look.boxShadow === "none") continue;
      if (element.textContent.trim() && [...textsIn(element)].length) continue;
      if ([...element.querySelectorAll(content)].some(shown) || element.closest("svg")) continue;
      if (style(element).backgroundImage !== "none" || element.ariaHidden === "true") continue;
      add("empty", element, box(area), `a card of ${Math.round(area.width)} × ${Math.round(area.height)} px without content`);
    }
    for (const image of root.querySelectorAll("img")) {
      const area = image.getBoundingClientRect();
      if (!shown(image) || !area.width || !image.naturalWidth || style(image).objectFit !== "cover") continue;
      const ratio = (image.naturalWidth / image.naturalHeight) / (image.clientWidth / image.clientHeight);
      const lost = 1 - Math.min(ratio, 1 / ratio);
      if (lost > 0.04) add("cropped", image, box(area), `${Math.round(lost * 100)} % of the picture is cut off`);
    }
  }

  /** Finds covered items, first as the page is scrolled now, then by scrolling to each of the others. */
  function hidden(sighted, blamed) {
    hitAll(true);
    const tell = (item, area, node) => {
      if (!node || blamed.has(item.element)) return;
      blamed.add(item.element);
      add("covered", item.element, area, `${path(node)} covers it`);
    };
    const elsewhere = [];
    for (const { item, seen } of sighted) {
      if (blamed.has(item.element)) continue;
      const near = has(seen, 2) && onScreen(seen);
      const node = near ? covered(item, seen) : null;
      // Scrolling may uncover it.
      if (!near || (node && (stays(node)))) elsewhere.push(item);
      else tell(item, seen, node);
    }
    const places = [...root.querySelectorAll("*"), document.documentElement, document.body]
      .filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
      .map((node) => [node, node.scrollTop, node.scrollLeft]);
    for (const item of elsewhere) {
      if (blamed.has(item.element) || isSvg(item.element)) continue;
      let [node, seen] = [null, null];
      for (const block of ["center", "end", "start"]) {
        item.element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
        const now = item.kind === "control" ? item.element.getBoundingClientRect() : firstLine(item);
        if (!now) break;
        const ink = item.kind === "control" ? body(item.element, box(now)) : core(box(now));
        ({ seen } = edges({ ...item, area: box(now), core: ink }));
        node = has(seen, 2) ? covered(item, seen) : null;
        if (!node) break;
      }
      if (node) tell(item, seen, node);
    }
    hitAll(false);
    for (const [node, top, left] of places) {
      node.scrollTop = top;
      node.scrollLeft = left;
    }
  }
  /** Whether an element stays in place while the page scrolls. */
  const stays = (element) => {
    for (let node = element; node; node = node.parentElement) {
      if (["sticky", "fixed"].includes(style(node).position)) return true;
    }
    return false;
  };
  /** The current box of the first line of a text. */
  function firstLine({ element, node }) {
    if (isSvg(element)) return element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].find(({ width }) => width > 0.5);
  }

  /** What the state is about is visible as a whole without scrolling; `a above b` checks their order. */
  function wanted() {
    hitAll(true);
    for (const selector of needs) {
      const above = /^(.+) above (.+)$/.exec(selector);
      if (above) {
        const [one, other] = above.slice(1).map((each) => document.querySelector(each));
        const [high, low] = [one, other].map((node) => node.getBoundingClientRect());
        if (high.bottom > low.top + SLACK) add("needs", one, box(high), `${path(one)} is below ${path(other)}, where a keyboard or the fold hides it`);
        continue;
      }
      const all = [...document.querySelectorAll(selector)];
      const element = all.find(shown) ?? all[0];
      if (!element || !shown(element)) {
        add("needs", element ?? document.body, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, `${selector} is not visible`);
        continue;
      }
      const area = box(element.getBoundingClientRect());
      let seen = meet(area, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
      for (const { area: cut, x, y } of cutters(element, false)) {
        if (x !== "visible") seen = meet(seen, { ...cut, top: -1e6, bottom: 1e6 });
        if (y !== "visible") seen = meet(seen, { ...cut, left: -1e6, right: 1e6 });
      }
      const part = has(seen) ? (wide(seen) * high(seen)) / (wide(area) * high(area)) : 0;
      if (part < 0.93) {
        add("needs", element, area, `${selector}: ${Math.round(part * 100)} % of it is visible without scrolling`);
        continue;
      }
      const inside = isSvg(element) ? [points(area)[0]] : points(area);
      const cover = inside.map(([x, y]) => {
        for (const node of document.elementsFromPoint(x, y)) {
          if (node === element || element.contains(node) || node.contains(element)) return null;
          if (isSvg(element) && isSvg(node)) return null;
          if (paints(node)) return node;
        }
        return null;
      }).find(Boolean);
      if (cover) add("needs", element, area, `${selector} is covered by ${path(cover)}`);
    }
    hitAll(false);
  }

  // --- contrast --------------------------------------------------------------------------------

  const blend = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const bright = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [low, top] = [bright(one), bright(other)].sort((a, b) => a - b);
    return (top + 0.05) / (low + 0.05);
  };

  /** The background of a text if the styles define it; null if it is a picture. */
  function ground(element) {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      const look = style(node);
      if (isSvg(node) || node.localName === "sommet-board" || look.backgroundImage !== "none") return null;
      const colour = rgba(look.backgroundColor);
      layers.push(colour);
      if (colour[3] >= 0.99) break;
    }
    return layers.reverse().reduce((below, colour) => blend(colour, below), [255, 255, 255]);
  }
  const asked = [];
  function legible() {
    const done = new Set();
    for (const { element, area } of texts) {
      if (done.has(element) || element.closest(":disabled, [aria-disabled=true]")) continue;
      done.add(element);
      const look = style(element);
      let see = 1;
      for (let up = element; up; up = up.parentElement) see *= parseFloat(style(up).opacity);
      const ink = rgba(isSvg(element) ? look.fill : look.color);
      const size = parseFloat(look.fontSize) * (isSvg(element) ? element.getScreenCTM().a : 1);
      const least = size >= 24 || (size >= 18.66 && parseInt(look.fontWeight) >= 700) ? 3 : 4.5;
      const colour = [ink[0], ink[1], ink[2], ink[3] * see];
      const rim = isSvg(element) && look.stroke !== "none" && parseFloat(look.strokeWidth) >= 2 ? rgba(look.stroke) : null;
      const below = rim ? rim.slice(0, 3) : ground(element);
      if (!below) {
        const isCovered = points(area).some(([x, y]) => over(element, x, y, () => false));
        if (onScreen(area) && !isCovered) asked.push({ selector: path(element), said: element.textContent.trim().slice(0, 40), box: [area.left, area.top, wide(area), high(area)], colour, least });
        continue;
      }
      const is = ratio(blend(colour, below), below);
      if (is < least - 0.05) add("contrast", element, area, `contrast ${is.toFixed(1)} to 1, at least ${least}`);
    }
  }

  if (layout) ask();
  if (needs.length) wanted();
  if (contrast) {
    hitAll(true);
    legible();
    hitAll(false);
  }
  globalThis.statesFound = nodes;
  return { found, asked, texts: texts.length, controls: controls.length };
}
