/**
 * `<sommet-board>`: draws any scene and offers the next possible steps. It knows no game.
 *
 *   board.show(scene)            show a scene without motion
 *   board.play(effects, scene)   animate effects, then show the scene; resolves at the end
 *   board.cheer(effects)         what pieces do for joy, after that; then light falls on them
 *   board.spotlight(ids)         light on these pieces, the rest in quiet shade; on none: everywhere
 *   board.point(ids)             lines round what words speak of, by id or cell; on none: no more
 *   board.refuse(id)             a piece or a place shakes its head
 *   board.seat = number          whose tray is nearest
 *   board.pace = number          by how much slower everything moves; 0 for at once
 *   "step" event                 detail.step: somebody chose a spot
 *   "touch" event                detail.id: somebody touched what cannot be chosen now
 *   "back" event                 somebody wants to take the half-made turn back
 *   "landed" event               detail.kind, detail.act: something came to rest
 *   "drawn" event                another scene is shown
 *   "settled" event              it is redrawn and offers its steps
 */

import { beside, choices } from "./chooser.js";
import { trim } from "./shadow_clip.js";
import { SVG } from "./svg_dom.js";
import { escaped } from "./svg.js";
import { usual } from "./tray_layout.js";
import { Motion, SLOW, after } from "./motion.js";
import { Pointing } from "./pointer_input.js";
import { Spotlight } from "./spotlight.js";
import { Stage } from "./stage.js";
import { TILT } from "./constants.js";
import { Targets } from "./targets.js";
import { FINGER, pointed, under } from "./hit_test.js";

/** @import { Grid, Target } from "./cells.js" */
/** @import { Effect, Scene } from "./types.js" */

/**
 * The words that the board says; a page may bring others.
 * @typedef {Record<string, string>} Words
 */

/** @type {Words} */
const ENGLISH = { board: "Board", choose: "Which one?" };

/** How far something shakes its head, in pixels, and how long in milliseconds. */
const SHAKE = { far: 4, time: 120 };

/** How much of a board's growth its letters do not share. */
const LETTERS = 0.5;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const lying = matchMedia("(max-height: 30rem) and (orientation: landscape)");

export class SommetBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Words} */
    this.words = ENGLISH;
    /** Says what a target is called. @type {(target: Target) => string} */
    this.naming = ({ cell }) => cell;
    /** The name of several like places together. @type {(like: Target, count: number) => string} */
    this.counting = ({ solid }, count) => `${solid.colour} × ${count}`;
    /** Says what a grid of the board is called. @type {(grid: Grid) => string} */
    this.heading = ({ level }) => `${this.words.board} ${level || ""}`.trim();
    this.animated = true;
    this.pace = 1;
    /** @type {(() => void)|null} */
    this.finish = null;
    /** The picture's sides when letters and cloth were last fitted to it. @type {string|null} */
    this.measured = null;
  }

  connectedCallback() {
    if (this.stage) return;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("role", "group");
    svg.setAttribute("text-anchor", "middle");
    svg.setAttribute("stroke-linejoin", "round");
    svg.setAttribute("aria-label", this.getAttribute("label") ?? this.words.board);
    /** What the page brought to look at until the first scene comes. */
    this.pictures = [...this.querySelectorAll("svg")];
    svg.toggleAttribute("hidden", this.pictures.length > 0);
    this.append(svg);
    this.stage = new Stage(svg);
    this.spot = new Spotlight(this.stage);
    const sizes = new ResizeObserver(() => this.fill());
    for (const each of [this, svg]) sizes.observe(each);
    // Nothing moves on a page that nobody sees, and nobody waits for it.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.finish?.();
    });
    // One that is hidden from some people is there to be looked at by others.
    if (this.ariaHidden === "true") return;
    this.targets = new Targets(this, this.stage, {
      choose: (target) => this.choose(target),
      touch: (id) => this.touch(id),
      name: (target) => this.naming(target),
      heading: (grid) => this.heading(grid),
    });
    this.pointing = new Pointing(this, this.stage, this.targets);
    svg.addEventListener("click", (event) => {
      if (!this.targets?.of(event.target)?.steps.size) this.reach(event);
    });
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (this.chooser) this.close();
      else this.dispatchEvent(new CustomEvent("back", { bubbles: true }));
    });
  }

  /** Whose tray is nearest; null for nobody's. @param {number|null} seat */
  set seat(seat) {
    if (!this.stage || this.stage.seat === seat) return;
    // A board that is not shown yet has no size; who looks at it is known all the same.
    this.stage.seat = seat;
    this.fill();
  }

  /** Lay the trays as the room wants it, and the viewer. */
  fill() {
    const { stage } = this;
    // A page may leave the picture less than the whole element.
    const { clientWidth: wide, clientHeight: high } = stage?.svg.clientHeight ? stage.svg : this;
    if (!stage || !wide || !high) return;
    this.finish?.();
    if (stage.fill(usual(wide / high, lying.matches))) {
      this.targets?.offer(stage.scene.spots ?? []);
      this.spot?.draw();
    }
    this.read();
  }

  /** Letters neither shrink nor grow as much as the board does. */
  read() {
    const { stage } = this;
    const scale = stage?.svg.getScreenCTM()?.a;
    if (!stage || !scale) return;
    this.measured = stage.svg.getAttribute("viewBox");
    trim(stage, scale);
    const letters = Math.round(20 * scale ** -LETTERS) / 20;
    if (letters === stage.letters) return;
    stage.letters = letters;
    // Points are as easy to see on a small board as words.
    stage.svg.style.setProperty("--letters", String(letters));
    stage.write();
  }

  /** Say what the board shows, for those who do not see it. @param {string} label */
  set label(label) {
    this.stage?.svg.setAttribute("aria-label", label);
  }

  /** @param {Scene} scene */
  show(scene) {
    this.finish?.();
    this.settle(scene);
  }

  /** @param {Scene} scene */
  settle(scene) {
    this.draw(scene);
    this.offer();
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.close();
    this.stage?.show(scene);
    this.spotlight([]);
    this.point([]);
    for (const picture of this.pictures?.splice(0) ?? []) picture.remove();
    this.stage?.svg.removeAttribute("hidden");
    if (this.stage?.svg.getAttribute("viewBox") !== this.measured) this.read();
    this.dispatchEvent(new CustomEvent("drawn"));
  }

  offer() {
    this.targets?.offer(this.stage?.scene.spots ?? []);
    this.pointing?.settled();
    this.dispatchEvent(new CustomEvent("settled"));
  }

  /** Colour what can be chosen, until another scene comes: `won`, `drawn` or `lost`, by step.
   * @param {Map<string, string>} worths */
  value(worths) {
    this.targets?.value(worths);
  }

  /** Offer no more steps, until another scene comes. */
  hush() {
    this.close();
    this.targets?.hush();
  }

  /**
   * @param {Effect[]} effects @param {Scene} scene @param {number} [all] see `Motion`
   * @returns {Promise<void>}
   */
  play(effects, scene, all) {
    this.finish?.();
    const stage = this.stage;
    if (!stage || !effects.length || !this.moves) {
      this.settle(scene);
      return Promise.resolve();
    }
    this.hush();
    stage.gone.replaceChildren();
    const laid = effects.map((effect) => stage.laying.effect(effect));
    const motion = new Motion(stage.scene.solids, laid, all, this.pace);
    const marks = stage.scene.marks;
    stage.scene.marks = [];
    stage.lift(motion.tracks.map(({ key }) => key));
    return new Promise((resolve) => {
      let begun = 0;
      let before = 0;
      let frame = 0;
      let lies = false;
      const land = () => {
        lies = true;
        stage.scene.marks = marks;
        stage.figures.rename(motion.names);
        this.draw(scene);
      };
      // Pieces, steps and words each have a frame of their own, so that none is long.
      this.finish = () => {
        cancelAnimationFrame(frame);
        this.finish = null;
        if (!lies) land();
        this.offer();
        setTimeout(resolve);
      };
      /** @param {number} now */
      const step = (now) => {
        begun ||= now;
        const time = now - begun;
        for (const { act, from } of motion.landing(before, time)) this.landed(from.kind, act);
        before = time;
        if (lies) {
          this.finish?.();
          return;
        }
        frame = requestAnimationFrame(step);
        if (time >= motion.duration) {
          land();
          return;
        }
        const { solids, faint } = motion.at(time);
        stage.fly(solids, faint);
      };
      frame = requestAnimationFrame(step);
    });
  }

  /** Whether anything moves that can be seen to move. */
  get moves() {
    return this.animated && this.pace > 0 && !still.matches && !document.hidden;
  }

  /** What pieces do for joy when a game is won. @param {Effect[]} effects */
  async cheer(effects) {
    if (!this.stage || !effects.length) return;
    await this.play(effects, after(this.stage.told, effects), SLOW);
    this.spotlight(effects.map(({ id, solid }) => solid?.id ?? id));
  }

  /** Light on these pieces, which glow once, and quiet shade on all else, until another scene comes.
   * @param {string[]} ids of solids; none for light everywhere */
  spotlight(ids) {
    this.spot?.light(ids, this.moves ? this.pace : 0);
  }

  /** Words speak of these: lines round them, until another scene comes.
   * @param {(string|import("./types.js").Solid)[]} them ids, cells, or pieces that are not there */
  point(them) {
    this.spot?.point(them);
  }

  /** Something cannot be: it shakes its head. @param {string} id of a solid, or of a place */
  refuse(id) {
    const stage = this.stage;
    const scale = stage?.svg.getScreenCTM()?.a;
    if (!stage || !scale || still.matches) return;
    const { body, shadow, sign } = stage.figures.nodes.get(id) ?? {};
    const far = `${SHAKE.far / scale}px`;
    const there = [...this.targets?.nodes ?? []].find(([{ key }]) => key === id)?.[1];
    for (const node of [body, shadow, sign, there]) {
      node?.animate({ translate: ["0", `-${far}`, far, `-${far}`, "0"] }, SHAKE.time);
    }
  }

  /** @param {string} kind @param {string} act */
  landed(kind, act) {
    this.dispatchEvent(new CustomEvent("landed", { detail: { kind, act }, bubbles: true }));
  }

  /** @param {Target} target */
  choose(target) {
    const steps = [...target.steps];
    if (steps.length === 1) this.speak(steps[0][0]);
    else this.ask(target);
  }

  /** A finger may miss its target: the nearest target is chosen, unless something else is there,
   * which is touched. @param {MouseEvent} event */
  reach(event) {
    const at = this.stage && pointed(this.stage, event);
    const scale = this.stage?.svg.getScreenCTM()?.a;
    if (!this.stage || !at || !scale || this.finish) return;
    const id = under(this.stage, at);
    if (id) {
      this.touch(id);
      return;
    }
    const near = this.targets?.nearest(at, this.targets.all);
    const far = near ? Math.hypot(near.at[0] - at[0], near.at[1] - at[1]) * scale : Infinity;
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    if (near && finger && far < FINGER * 0.75) this.choose(near);
  }

  /** @param {string} id of a solid that cannot be chosen now */
  touch(id) {
    if (this.finish || this.classList.contains("waiting")) return;
    this.dispatchEvent(new CustomEvent("touch", { detail: { id }, bubbles: true }));
  }

  /** @param {string} step */
  speak(step) {
    this.close();
    this.targets?.light([step]);
    this.classList.add("waiting");
    this.dispatchEvent(new CustomEvent("step", { detail: { step }, bubbles: true }));
  }

  /** A target may stand for several steps: let people choose. @param {Target} target */
  ask(target) {
    this.close();
    const stage = this.stage;
    if (!stage) return;
    const chooser = choices(target, this.targets?.all ?? [], this.words.choose, (like, count) =>
      stage.portrait(like.solid, like.at) + escaped(this.counting(like, count)));
    for (const button of chooser.querySelectorAll("button")) {
      const step = button.dataset.step ?? "";
      button.addEventListener("click", () => this.speak(step));
      for (const name of ["pointerenter", "focus"]) {
        button.addEventListener(name, () => this.targets?.light([step]));
      }
    }
    this.append(chooser);
    const place = this.targets?.node(target)?.querySelector(".hit");
    if (place) beside(chooser, this, place.getBoundingClientRect());
    this.chooser = chooser;
    chooser.querySelector("button")?.focus({ preventScroll: true });
  }

  close() {
    this.classList.remove("waiting");
    const focused = this.chooser?.contains(document.activeElement);
    this.chooser?.remove();
    this.chooser = null;
    if (focused) this.targets?.back();
  }

  // --- how it is looked at ------------------------------------------------------------------

  /** @param {number} turn @param {number} tilt degrees more than now */
  orbit(turn, tilt) {
    const stage = this.stage;
    if (!stage) return;
    const base = stage.scene.camera?.tilt ?? TILT;
    const tilted = Math.min(90 - base, Math.max(25 - base, stage.look.tilt + tilt));
    this.look({ turn: stage.look.turn + turn, tilt: tilted });
  }

  /** Look otherwise; without arguments, as at first.
   * @param {Partial<Stage["look"]>} [look] */
  look(look) {
    if (!this.stage || this.finish) return;
    this.stage.turned(look ?? { turn: 0, tilt: 0, spread: false, levels: Infinity });
    this.targets?.offer(this.stage.scene.spots ?? []);
    this.spot?.draw();
    this.dispatchEvent(new CustomEvent("settled"));
  }

  /** Take the highest level off the view; from the lowest on, all of them come back. */
  peel() {
    const stage = this.stage;
    if (!stage) return;
    const top = Math.min(stage.look.levels, stage.highest);
    this.look({ levels: top > 0 ? top - 1 : Infinity });
  }

  spread() {
    this.look({ spread: !this.stage?.look.spread });
  }
}

// Where several copies of this script meet, as in a notebook, the first one's is everybody's.
if (!customElements.get("sommet-board")) customElements.define("sommet-board", SommetBoard);
