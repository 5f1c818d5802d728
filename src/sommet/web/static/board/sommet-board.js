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

import { placeChooser, createChooser } from "./chooser.js";
import { clipShadows } from "./shadow_clip.js";
import { SVG } from "./svg_dom.js";
import { escaped } from "./svg.js";
import { snapAspectRatio } from "./tray_layout.js";
import { Motion, CELEBRATION_STAGGER_MS, applyEffects } from "./motion.js";
import { PointerInput } from "./pointer_input.js";
import { Spotlight } from "./spotlight.js";
import { Stage } from "./stage.js";
import { TILT } from "./constants.js";
import { Targets } from "./targets.js";
import { MIN_TARGET_PX, toPicturePoint, solidIdAt } from "./hit_test.js";

/** @import { Grid, Target } from "./cells.js" */
/** @import { Effect, Scene } from "./types.js" */

/**
 * The words that the board says; a page may bring others.
 * @typedef {Record<string, string>} Words
 */

/** @type {Words} */
const DEFAULT_WORDS = { board: "Board", choose: "Which one?" };

/** How far something shakes its head, in pixels, and how long in milliseconds. */
const SHAKE = { distancePx: 4, durationMs: 120 };

/** How much of a board's growth its letters do not share. */
const LABEL_SCALE_EXPONENT = 0.5;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const landscapePhone = matchMedia("(max-height: 30rem) and (orientation: landscape)");

export class SommetBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Words} */
    this.words = DEFAULT_WORDS;
    /** Says what a target is called. @type {(target: Target) => string} */
    this.targetName = ({ cell }) => cell;
    /** The name of several like places together. @type {(like: Target, count: number) => string} */
    this.groupName = ({ solid }, count) => `${solid.colour} × ${count}`;
    /** Says what a grid of the board is called. @type {(grid: Grid) => string} */
    this.gridName = ({ level }) => `${this.words.board} ${level || ""}`.trim();
    this.animated = true;
    this.durationFactor = 1;
    /** @type {(() => void)|null} */
    this.finishAnimation = null;
    /** The picture's sides when letters and cloth were last fitted to it. @type {string|null} */
    this.measuredViewBox = null;
  }

  connectedCallback() {
    if (this.stage) return;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("role", "group");
    svg.setAttribute("text-anchor", "middle");
    svg.setAttribute("stroke-linejoin", "round");
    svg.setAttribute("aria-label", this.getAttribute("label") ?? this.words.board);
    /** What the page brought to look at until the first scene comes. */
    this.placeholders = [...this.querySelectorAll("svg")];
    svg.toggleAttribute("hidden", this.placeholders.length > 0);
    this.append(svg);
    this.stage = new Stage(svg);
    this.spotlightLayer = new Spotlight(this.stage);
    const resizes = new ResizeObserver(() => this.updateLayout());
    for (const each of [this, svg]) resizes.observe(each);
    // Nothing moves on a page that nobody sees, and nobody waits for it.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.finishAnimation?.();
    });
    // One that is hidden from some people is there to be looked at by others.
    if (this.ariaHidden === "true") return;
    this.targets = new Targets(this, this.stage, {
      choose: (target) => this.choose(target),
      touch: (id) => this.touch(id),
      name: (target) => this.targetName(target),
      heading: (grid) => this.gridName(grid),
    });
    this.pointerInput = new PointerInput(this, this.stage, this.targets);
    svg.addEventListener("click", (event) => {
      if (!this.targets?.targetOf(event.target)?.steps.size) this.handleMiss(event);
    });
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (this.chooser) this.closeChooser();
      else this.dispatchEvent(new CustomEvent("back", { bubbles: true }));
    });
  }

  /** Whose tray is nearest; null for nobody's. @param {number|null} seat */
  set seat(seat) {
    if (!this.stage || this.stage.seat === seat) return;
    // A board that is not shown yet has no size; who looks at it is known all the same.
    this.stage.seat = seat;
    this.updateLayout();
  }

  /** Lay the trays as the room wants it, and the viewer. */
  updateLayout() {
    const { stage } = this;
    // A page may leave the picture less than the whole element.
    const { clientWidth: wide, clientHeight: high } = stage?.svg.clientHeight ? stage.svg : this;
    if (!stage || !wide || !high) return;
    this.finishAnimation?.();
    if (stage.setViewer(snapAspectRatio(wide / high, landscapePhone.matches))) {
      this.targets?.offer(stage.scene.spots ?? []);
      this.spotlightLayer?.draw();
    }
    this.scaleLabels();
  }

  /** Letters neither shrink nor grow as much as the board does. */
  scaleLabels() {
    const { stage } = this;
    const scale = stage?.svg.getScreenCTM()?.a;
    if (!stage || !scale) return;
    this.measuredViewBox = stage.svg.getAttribute("viewBox");
    clipShadows(stage, scale);
    const labelScale = Math.round(20 * scale ** -LABEL_SCALE_EXPONENT) / 20;
    if (labelScale === stage.labelScale) return;
    stage.labelScale = labelScale;
    // Points are as easy to see on a small board as words.
    stage.svg.style.setProperty("--letters", String(labelScale));
    stage.drawLabels();
  }

  /** Say what the board shows, for those who do not see it. @param {string} label */
  set label(label) {
    this.stage?.svg.setAttribute("aria-label", label);
  }

  /** @param {Scene} scene */
  show(scene) {
    this.finishAnimation?.();
    this.showScene(scene);
  }

  /** @param {Scene} scene */
  showScene(scene) {
    this.draw(scene);
    this.offerTargets();
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.closeChooser();
    this.stage?.show(scene);
    this.spotlight([]);
    this.outline([]);
    for (const picture of this.placeholders?.splice(0) ?? []) picture.remove();
    this.stage?.svg.removeAttribute("hidden");
    if (this.stage?.svg.getAttribute("viewBox") !== this.measuredViewBox) this.scaleLabels();
    this.dispatchEvent(new CustomEvent("drawn"));
  }

  offerTargets() {
    this.targets?.offer(this.stage?.scene.spots ?? []);
    this.pointerInput?.completeDrop();
    this.dispatchEvent(new CustomEvent("settled"));
  }

  /** Colour what can be chosen, until another scene comes: `won`, `drawn` or `lost`, by step.
   * @param {Map<string, string>} outcomes */
  showOutcomes(outcomes) {
    this.targets?.showOutcomes(outcomes);
  }

  /** Offer no more steps, until another scene comes. */
  disableTargets() {
    this.closeChooser();
    this.targets?.disable();
  }

  /**
   * @param {Effect[]} effects @param {Scene} scene @param {number} [maxStagger] see `Motion`
   * @returns {Promise<void>}
   */
  play(effects, scene, maxStagger) {
    this.finishAnimation?.();
    const stage = this.stage;
    if (!stage || !effects.length || !this.canAnimate) {
      this.showScene(scene);
      return Promise.resolve();
    }
    this.disableTargets();
    stage.marks.replaceChildren();
    const placedEffects = effects.map((effect) => stage.trayLayout.effect(effect));
    const motion = new Motion(stage.scene.solids, placedEffects, maxStagger, this.durationFactor);
    const marks = stage.scene.marks;
    stage.scene.marks = [];
    stage.startFlight(motion.tracks.map(({ key }) => key));
    return new Promise((resolve) => {
      let startTime = 0;
      let previousTime = 0;
      let frame = 0;
      let hasLanded = false;
      const land = () => {
        hasLanded = true;
        stage.scene.marks = marks;
        stage.solidNodes.rename(motion.finalIds);
        this.draw(scene);
      };
      // Pieces, steps and words each have a frame of their own, so that none is long.
      this.finishAnimation = () => {
        cancelAnimationFrame(frame);
        this.finishAnimation = null;
        if (!hasLanded) land();
        this.offerTargets();
        setTimeout(resolve);
      };
      /** @param {number} now */
      const step = (now) => {
        startTime ||= now;
        const time = now - startTime;
        for (const { act, from } of motion.landedBetween(previousTime, time)) this.announceLanding(from.kind, act);
        previousTime = time;
        if (hasLanded) {
          this.finishAnimation?.();
          return;
        }
        frame = requestAnimationFrame(step);
        if (time >= motion.duration) {
          land();
          return;
        }
        const { solids, opacities } = motion.frameAt(time);
        stage.drawFlight(solids, opacities);
      };
      frame = requestAnimationFrame(step);
    });
  }

  /** Whether anything moves that can be seen to move. */
  get canAnimate() {
    return this.animated && this.durationFactor > 0 && !reducedMotion.matches && !document.hidden;
  }

  /** What pieces do for joy when a game is won. @param {Effect[]} effects */
  async celebrate(effects) {
    if (!this.stage || !effects.length) return;
    await this.play(effects, applyEffects(this.stage.sourceScene, effects), CELEBRATION_STAGGER_MS);
    this.spotlight(effects.map(({ id, solid }) => solid?.id ?? id));
  }

  /** Light on these pieces, which glow once, and quiet shade on all else, until another scene comes.
   * @param {string[]} ids of solids; none for light everywhere */
  spotlight(ids) {
    this.spotlightLayer?.show(ids, this.canAnimate ? this.durationFactor : 0);
  }

  /** Words speak of these: lines round them, until another scene comes.
   * @param {(string|import("./types.js").Solid)[]} items ids, cells, or pieces that are not there */
  outline(items) {
    this.spotlightLayer?.outline(items);
  }

  /** Something cannot be: it shakes its head. @param {string} id of a solid, or of a place */
  shake(id) {
    const stage = this.stage;
    const scale = stage?.svg.getScreenCTM()?.a;
    if (!stage || !scale || reducedMotion.matches) return;
    const { body, shadow, ring } = stage.solidNodes.byId.get(id) ?? {};
    const distance = `${SHAKE.distancePx / scale}px`;
    const cell = [...this.targets?.nodes ?? []].find(([{ key }]) => key === id)?.[1];
    for (const node of [body, shadow, ring, cell]) {
      node?.animate({ translate: ["0", `-${distance}`, distance, `-${distance}`, "0"] }, SHAKE.durationMs);
    }
  }

  /** @param {string} kind @param {string} act */
  announceLanding(kind, act) {
    this.dispatchEvent(new CustomEvent("landed", { detail: { kind, act }, bubbles: true }));
  }

  /** @param {Target} target */
  choose(target) {
    const steps = [...target.steps];
    if (steps.length === 1) this.chooseStep(steps[0][0]);
    else this.openChooser(target);
  }

  /** A finger may miss its target: the nearest target is chosen, unless something else is there,
   * which is touched. @param {MouseEvent} event */
  handleMiss(event) {
    const point = this.stage && toPicturePoint(this.stage, event);
    const scale = this.stage?.svg.getScreenCTM()?.a;
    if (!this.stage || !point || !scale || this.finishAnimation) return;
    const id = solidIdAt(this.stage, point);
    if (id) {
      this.touch(id);
      return;
    }
    const nearest = this.targets?.nearest(point, this.targets.choosable);
    const distance = nearest ? Math.hypot(nearest.at[0] - point[0], nearest.at[1] - point[1]) * scale : Infinity;
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (nearest && isTouch && distance < MIN_TARGET_PX * 0.75) this.choose(nearest);
  }

  /** @param {string} id of a solid that cannot be chosen now */
  touch(id) {
    if (this.finishAnimation || this.classList.contains("waiting")) return;
    this.dispatchEvent(new CustomEvent("touch", { detail: { id }, bubbles: true }));
  }

  /** @param {string} step */
  chooseStep(step) {
    this.closeChooser();
    this.targets?.highlight([step]);
    this.classList.add("waiting");
    this.dispatchEvent(new CustomEvent("step", { detail: { step }, bubbles: true }));
  }

  /** A target may stand for several steps: let people choose. @param {Target} target */
  openChooser(target) {
    this.closeChooser();
    const stage = this.stage;
    if (!stage) return;
    const chooser = createChooser(target, this.targets?.choosable ?? [], this.words.choose, (like, count) =>
      stage.icon(like.solid, like.at) + escaped(this.groupName(like, count)));
    for (const button of chooser.querySelectorAll("button")) {
      const step = button.dataset.step ?? "";
      button.addEventListener("click", () => this.chooseStep(step));
      for (const name of ["pointerenter", "focus"]) {
        button.addEventListener(name, () => this.targets?.highlight([step]));
      }
    }
    this.append(chooser);
    const place = this.targets?.node(target)?.querySelector(".hit");
    if (place) placeChooser(chooser, this, place.getBoundingClientRect());
    this.chooser = chooser;
    chooser.querySelector("button")?.focus({ preventScroll: true });
  }

  closeChooser() {
    this.classList.remove("waiting");
    const focused = this.chooser?.contains(document.activeElement);
    this.chooser?.remove();
    this.chooser = null;
    if (focused) this.targets?.restoreFocus();
  }

  // --- how it is looked at ------------------------------------------------------------------

  /** @param {number} turn @param {number} tilt degrees more than now */
  orbit(turn, tilt) {
    const stage = this.stage;
    if (!stage) return;
    const base = stage.scene.camera?.tilt ?? TILT;
    const tilted = Math.min(90 - base, Math.max(25 - base, stage.view.tilt + tilt));
    this.setView({ turn: stage.view.turn + turn, tilt: tilted });
  }

  /** Look otherwise; without arguments, as at first.
   * @param {Partial<Stage["view"]>} [view] */
  setView(view) {
    if (!this.stage || this.finishAnimation) return;
    this.stage.setView(view ?? { turn: 0, tilt: 0, spread: false, levels: Infinity });
    this.targets?.offer(this.stage.scene.spots ?? []);
    this.spotlightLayer?.draw();
    this.dispatchEvent(new CustomEvent("settled"));
  }

  /** Take the highest level off the view; from the lowest on, all of them come back. */
  hideTopLevel() {
    const stage = this.stage;
    if (!stage) return;
    const top = Math.min(stage.view.levels, stage.topLevel);
    this.setView({ levels: top > 0 ? top - 1 : Infinity });
  }

  toggleSpread() {
    this.setView({ spread: !this.stage?.view.spread });
  }
}

// Where several copies of this script meet, as in a notebook, the first one's is everybody's.
if (!customElements.get("sommet-board")) customElements.define("sommet-board", SommetBoard);
