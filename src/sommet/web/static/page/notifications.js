/** Notifications when it's your turn, and sounds. */

import { say } from "./i18n.js";
import { sounds } from "./settings.js";

const KEPT = "bell";

export class Bell {
  /** @param {HTMLElement} ask asks whether to call @param {HTMLElement} toggle once that is allowed
   * @param {{ waits: () => boolean, trouble: (words: string) => void }} host */
  constructor(ask, toggle, host) {
    this.ask = ask;
    this.toggle = toggle;
    this.host = host;
    /** Whether it was our turn when we last looked; nobody knows at first. @type {boolean|null} */
    this.ours = null;
    /** @type {Notification[]} */
    this.calls = [];
    ask.addEventListener("click", async () => {
      await Notification.requestPermission();
      if (Notification.permission === "denied") host.trouble(say("table", "no_calls"));
      this.show();
    });
    toggle.addEventListener("click", () => {
      localStorage.setItem(KEPT, this.on ? "off" : "on");
      this.show();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hush();
    });
  }

  get allowed() {
    return "Notification" in window ? Notification.permission : "denied";
  }

  get on() {
    return this.allowed === "granted" && localStorage.getItem(KEPT) !== "off";
  }

  /** People are asked while they wait for somebody, not before. */
  show() {
    const { allowed } = this;  // it takes the browser milliseconds to say so
    this.ask.hidden = allowed !== "default" || !this.host.waits();
    this.toggle.hidden = allowed !== "granted";
    if (!this.toggle.hidden) this.toggle.setAttribute("aria-pressed", String(this.on));
  }

  /** It is our turn, or not: call when it becomes ours and nobody looks.
   * @param {boolean} ours @param {string} title @param {string} body */
  look(ours, title, body) {
    const begins = ours && this.ours === false;
    this.ours = ours;
    if (!ours) this.hush();
    if (begins && document.hidden && this.on) this.ring(title, body);
    this.show();
  }

  /** @param {string} title @param {string} body */
  async ring(title, body) {
    const icon = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    const options = { body, icon, tag: location.pathname, data: location.href };
    const worker = await navigator.serviceWorker?.getRegistration();
    // Phones show only what a worker shows.
    if (worker?.active) {
      await worker.showNotification(title, options);
      this.calls = await worker.getNotifications({ tag: options.tag });
      return;
    }
    const call = new Notification(title, options);
    call.onclick = () => window.focus();
    this.calls = [call];
  }

  hush() {
    for (const call of this.calls) call.close();
    this.calls = [];
  }
}

/** @type {AudioContext|null} */
let context = null;

/** @param {number} pitch @param {number} length seconds @param {number} loud
 * @param {OscillatorType} [wave] @param {number} [fall] where the pitch goes, as a share */
function knock(pitch, length, loud, wave = "sine", fall = 0.5) {
  if (!context) return;
  const now = context.currentTime;
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  tone.type = wave;
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch * fall, now + length);
  gain.gain.setValueAtTime(loud, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  ball: () => { knock(420, 0.07, 0.22, "triangle"); knock(900, 0.03, 0.08, "square", 0.4); },
  cube: () => { knock(300, 0.06, 0.22, "triangle"); knock(760, 0.025, 0.08, "square", 0.4); },
  pyramid: () => knock(1300, 0.03, 0.12, "triangle", 0.6),
  token: () => knock(240, 0.09, 0.16, "sine", 2.1),
  tick: () => knock(160, 0.05, 0.2, "sine", 0.8),
  won: () => [523, 659, 784].forEach((pitch, at) =>
    setTimeout(() => knock(pitch, 0.35, 0.1, "triangle", 1), at * 110)),
};

export class Sound {
  constructor() {
    let last = 0;
    // Browsers give sound only after somebody has touched the page.
    addEventListener("pointerdown", () => { context ??= new AudioContext(); }, { once: true });
    addEventListener("keydown", () => { context ??= new AudioContext(); }, { once: true });
    /** @param {string} name */
    this.play = (name) => {
      const now = performance.now();
      if (!sounds() || now - last < 35) return;
      last = now;
      SOUNDS[name]?.();
    };
  }
}
