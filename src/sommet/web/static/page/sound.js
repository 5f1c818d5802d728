/** Sounds, made here: short and dry. Wood for balls and cubes, a click, a soft pop, a low tick. */

import { sounds } from "./settings.js";

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
