/** Notifications when it's your turn, and sounds. */

import { say } from "./i18n.js";
import { soundIsOn } from "./settings.js";

const STORAGE_KEY = "bell";

/** Notifies players when their turn begins while the page is hidden, if they want that. */
export class TurnNotifications {
  /** @param {HTMLElement} askButton asks for permission @param {HTMLElement} toggleButton shown with permission
   * @param {{ isWaiting: () => boolean, showError: (message: string) => void }} host */
  constructor(askButton, toggleButton, host) {
    this.askButton = askButton;
    this.toggleButton = toggleButton;
    this.host = host;
    /** Whether it was our turn at the last update; null before the first. @type {boolean|null} */
    this.wasOurTurn = null;
    /** @type {Notification[]} */
    this.shown = [];
    askButton.addEventListener("click", async () => {
      await Notification.requestPermission();
      if (Notification.permission === "denied") host.showError(say("table", "no_calls"));
      this.showButtons();
    });
    toggleButton.addEventListener("click", () => {
      localStorage.setItem(STORAGE_KEY, this.on ? "off" : "on");
      this.showButtons();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.clear();
    });
  }

  get allowed() {
    return "Notification" in window ? Notification.permission : "denied";
  }

  get on() {
    return this.allowed === "granted" && localStorage.getItem(STORAGE_KEY) !== "off";
  }

  /** Show the buttons. Permission is only asked for while waiting for another person. */
  showButtons() {
    const { allowed } = this;  // reading it takes milliseconds
    this.askButton.hidden = allowed !== "default" || !this.host.isWaiting();
    this.toggleButton.hidden = allowed !== "granted";
    if (!this.toggleButton.hidden) this.toggleButton.setAttribute("aria-pressed", String(this.on));
  }

  /** Notify when our turn begins and the page is hidden.
   * @param {boolean} isOurTurn @param {string} title @param {string} body */
  update(isOurTurn, title, body) {
    const justBegan = isOurTurn && this.wasOurTurn === false;
    this.wasOurTurn = isOurTurn;
    if (!isOurTurn) this.clear();
    if (justBegan && document.hidden && this.on) this.notify(title, body);
    this.showButtons();
  }

  /** @param {string} title @param {string} body */
  async notify(title, body) {
    const icon = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    const options = { body, icon, tag: location.pathname, data: location.href };
    const worker = await navigator.serviceWorker?.getRegistration();
    // Phones only show notifications from a service worker.
    if (worker?.active) {
      await worker.showNotification(title, options);
      this.shown = await worker.getNotifications({ tag: options.tag });
      return;
    }
    const notification = new Notification(title, options);
    notification.onclick = () => window.focus();
    this.shown = [notification];
  }

  clear() {
    for (const notification of this.shown) notification.close();
    this.shown = [];
  }
}

/** @type {AudioContext|null} */
let context = null;

/** @param {number} pitch @param {number} length seconds @param {number} volume
 * @param {OscillatorType} [wave] @param {number} [pitchFactor] the final pitch as a factor */
function playTone(pitch, length, volume, wave = "sine", pitchFactor = 0.5) {
  if (!context) return;
  const now = context.currentTime;
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  tone.type = wave;
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch * pitchFactor, now + length);
  gain.gain.setValueAtTime(volume, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  ball: () => { playTone(420, 0.07, 0.22, "triangle"); playTone(900, 0.03, 0.08, "square", 0.4); },
  cube: () => { playTone(300, 0.06, 0.22, "triangle"); playTone(760, 0.025, 0.08, "square", 0.4); },
  pyramid: () => playTone(1300, 0.03, 0.12, "triangle", 0.6),
  token: () => playTone(240, 0.09, 0.16, "sine", 2.1),
  tick: () => playTone(160, 0.05, 0.2, "sine", 0.8),
  won: () => [523, 659, 784].forEach((pitch, at) =>
    setTimeout(() => playTone(pitch, 0.35, 0.1, "triangle", 1), at * 110)),
};

/** Short synthesised sounds. */
export class Sound {
  constructor() {
    let last = 0;
    // Browsers allow sound only after the user has touched the page.
    addEventListener("pointerdown", () => { context ??= new AudioContext(); }, { once: true });
    addEventListener("keydown", () => { context ??= new AudioContext(); }, { once: true });
    /** @param {string} name */
    this.play = (name) => {
      const now = performance.now();
      if (!soundIsOn() || now - last < 35) return;
      last = now;
      SOUNDS[name]?.();
    };
  }
}
