/**
 * `<sommet-board>`: draws any scene and offers the possible next steps. It knows no rules.
 *
 *   board.show(scene)              show a scene without animation
 *   board.play(effects, scene)     animate effects, then show the scene; resolves at the end
 *   board.celebrate(effects)       animate a win, then put its pieces in the spotlight
 *   board.spotlight(ids)           highlight these pieces and dim the others; none turns it off
 *   board.outline(items)           outline pieces or cells; none removes the outlines
 *   board.shake(id)                shake a piece or a cell that can't be chosen
 *   board.seat = number            the seat whose tray is nearest
 *   board.taps = string            whether a finger taps twice: "automatic" on small targets, "always", "never"
 *   board.durationFactor = number  slows animations down; 0 turns them off
 *   "step" event                   detail.step: the user chose a step
 *   "touch" event                  detail.id: the user touched something that can't be chosen now
 *   "back" event                   the user wants to take back the unfinished turn
 *   "landed" event                 detail.kind, detail.act: a piece has landed
 *   "drawn" event                  a new scene is shown
 *   "settled" event                the board is redrawn and offers its steps
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
import { MIN_TARGET_PX, solidIdAt, toPicturePoint } from "./hit_test.js";

/** @import { Grid, Target } from "./cells.js" */
/** @import { Effect, Scene } from "./types.js" */

/**
 * The board's texts; a page may replace them.
 * @typedef {Record<string, string>} Words
 */

/** @type {Words} */
const DEFAULT_WORDS = { board: "Board", choose: "Which one?", again: "Tap again" };

const SHAKE = { distancePx: 4, durationMs: 120 };

/** Labels scale with the board to the power of 1 minus this. */
const LABEL_SCALE_EXPONENT = 0.5;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const landscapePhone = matchMedia("(max-height: 30rem) and (orientation: landscape)");

export class SommetBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Words} */
    this.words = DEFAULT_WORDS;
    /** The accessible name of a target. @type {(target: Target) => string} */
    this.targetName = ({ cell }) => cell;
    /** The name of a group of similar targets. @type {(typical: Target, count: number) => string} */
    this.groupName = ({ solid }, count) => `${solid.colour} × ${count}`;
    /** The accessible name of a grid. @type {(grid: Grid) => string} */
    this.gridName = ({ level }) => `${this.words.board} ${level || ""}`.trim();
    this.animated = true;
    this.taps = "automatic";
    this.durationFactor = 1;
    /** Skips to the end of the running animation. @type {(() => void)|null} */
    this.finishAnimation = null;
    /** The view box for which labels and cloth were last scaled. @type {string|null} */
    this.measuredViewBox = null;
  }

  connectedCallback() {
    if (this.stage) return;
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("role", "group");
    svg.setAttribute("text-anchor", "middle");
    svg.setAttribute("stroke-linejoin", "round");
    svg.setAttribute("aria-label", this.getAttribute("label") ?? this.words.board);
    /** The server's pictures, shown until the first scene arrives. */
    this.placeholders = [...this.querySelectorAll("svg")];
    svg.toggleAttribute("hidden", this.placeholders.length > 0);
    this.append(svg);
    this.stage = new Stage(svg);
    this.spotlightLayer = new Spotlight(this.stage);
    const resizes = new ResizeObserver(() => this.updateLayout());
    for (const each of [this, svg]) resizes.observe(each);
    // On a hidden page, animations end at once.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.finishAnimation?.();
    });
    // A board hidden from assistive technology is only for decoration.
    if (this.ariaHidden === "true") return;
    this.targets = new Targets(this, this.stage, {
      choose: (target) => this.choose(target),
      click: (target, event) => this.pointerInput?.click(target, event),
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
      if (this.pointerInput?.secondTap.cancel()) return;
      if (this.chooser) this.closeChooser();
      else this.dispatchEvent(new CustomEvent("back", { bubbles: true }));
    });
  }

  /** The seat whose tray is nearest; null for none. @param {number|null} seat */
  set seat(seat) {
    if (!this.stage || this.stage.seat === seat) return;
    // A hidden board has no size yet: remember the seat for later.
    this.stage.seat = seat;
    this.updateLayout();
  }

  /** Place the trays for the available space and the viewer. */
  updateLayout() {
    const { stage } = this;
    // The picture may be smaller than the element.
    const { clientWidth: width, clientHeight: height } = stage?.svg.clientHeight ? stage.svg : this;
    if (!stage || !width || !height) return;
    this.finishAnimation?.();
    this.pointerInput?.secondTap.cancel();
    if (stage.setViewer(snapAspectRatio(width / height, landscapePhone.matches))) {
      this.targets?.offer(stage.scene.spots ?? []);
      this.spotlightLayer?.draw();
    }
    this.scaleLabels();
  }

  /** Scale the labels, less than the board itself. */
  scaleLabels() {
    const { stage } = this;
    const scale = stage?.svg.getScreenCTM()?.a;
    if (!stage || !scale) return;
    this.measuredViewBox = stage.svg.getAttribute("viewBox");
    clipShadows(stage, scale);
    const labelScale = Math.round(20 * scale ** -LABEL_SCALE_EXPONENT) / 20;
    if (labelScale === stage.labelScale) return;
    stage.labelScale = labelScale;
    // The dots of targets are scaled like text.
    stage.svg.style.setProperty("--letters", String(labelScale));
    stage.drawLabels();
  }

  /** The accessible name of the board. @param {string} label */
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

  /** Colour the targets by outcome until the next scene: `won`, `drawn` or `lost`, by step.
   * @param {Map<string, string>} outcomes */
  showOutcomes(outcomes) {
    this.targets?.showOutcomes(outcomes);
  }

  /** Offer no steps until the next scene. */
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
      // Pieces, targets and texts are updated in separate frames, to keep each frame short.
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

  /** Whether animations are on and visible. */
  get canAnimate() {
    return this.animated && this.durationFactor > 0 && !reducedMotion.matches && !document.hidden;
  }

  /** Animate a win. @param {Effect[]} effects */
  async celebrate(effects) {
    if (!this.stage || !effects.length) return;
    await this.play(effects, applyEffects(this.stage.sourceScene, effects), CELEBRATION_STAGGER_MS);
    this.spotlight(effects.map(({ id, solid }) => solid?.id ?? id));
  }

  /** Highlight these pieces and dim the others until the next scene.
   * @param {string[]} ids of solids; none turns the spotlight off */
  spotlight(ids) {
    this.spotlightLayer?.show(ids, this.canAnimate ? this.durationFactor : 0);
  }

  /** Outline pieces and cells until the next scene.
   * @param {(string|import("./types.js").Solid)[]} items ids, cells, or pieces that aren't on the board */
  outline(items) {
    this.spotlightLayer?.outline(items);
  }

  /** Shake something that can't be chosen. @param {string} id of a solid or a cell */
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
    this.pointerInput?.secondTap.cancel();
    const steps = [...target.steps];
    if (steps.length === 1) this.chooseStep(steps[0][0]);
    else this.openChooser(target);
  }

  /** A tap missed all targets: report the piece that it hit, or let a finger choose the nearest target.
   * After a first tap on a small target, it only takes that back.
   * @param {MouseEvent} event */
  handleMiss(event) {
    const point = this.stage && toPicturePoint(this.stage, event);
    const scale = this.stage?.svg.getScreenCTM()?.a;
    if (!this.stage || !point || !scale || this.finishAnimation) return;
    const id = solidIdAt(this.stage, point);
    if (id) {
      if (!this.pointerInput?.secondTap.cancel()) this.touch(id);
      return;
    }
    const nearest = this.targets?.nearest(point, this.targets.choosable);
    const distance = nearest ? Math.hypot(nearest.at[0] - point[0], nearest.at[1] - point[1]) * scale : Infinity;
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (nearest && isTouch && distance < MIN_TARGET_PX * 0.75) this.pointerInput?.click(nearest, event);
    else this.pointerInput?.secondTap.cancel();
  }

  /** @param {string} id of a solid that can't be chosen now */
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

  /** Open the menu of a target with several steps. @param {Target} target */
  openChooser(target) {
    this.closeChooser();
    const stage = this.stage;
    if (!stage) return;
    const chooser = createChooser(target, this.targets?.choosable ?? [], this.words.choose, (typical, count) =>
      stage.icon(typical.solid, typical.at) + escaped(this.groupName(typical, count)));
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

  /** Close the menu, if it's open, forget a first tap, and stop waiting for an answer to the last step. */
  closeChooser() {
    this.pointerInput?.secondTap.cancel();
    this.classList.remove("waiting");
    const focused = this.chooser?.contains(document.activeElement);
    this.chooser?.remove();
    this.chooser = null;
    if (focused) this.targets?.restoreFocus();
  }

  // --- the view ------------------------------------------------------------------

  /** @param {number} turn @param {number} tilt in degrees, added to the current view */
  orbit(turn, tilt) {
    const stage = this.stage;
    if (!stage) return;
    const base = stage.scene.camera?.tilt ?? TILT;
    const tilted = Math.min(90 - base, Math.max(25 - base, stage.view.tilt + tilt));
    this.setView({ turn: stage.view.turn + turn, tilt: tilted });
  }

  /** Change the view; without an argument, reset it.
   * @param {Partial<Stage["view"]>} [view] */
  setView(view) {
    if (!this.stage || this.finishAnimation) return;
    this.pointerInput?.secondTap.cancel();
    this.stage.setView(view ?? { turn: 0, tilt: 0, spread: false, levels: Infinity });
    this.targets?.offer(this.stage.scene.spots ?? []);
    this.spotlightLayer?.draw();
    this.dispatchEvent(new CustomEvent("settled"));
  }

  /** Hide the highest visible level; after the lowest, show all again. */
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

// A notebook may load several copies of this script: the first one defines the element.
if (!customElements.get("sommet-board")) customElements.define("sommet-board", SommetBoard);
