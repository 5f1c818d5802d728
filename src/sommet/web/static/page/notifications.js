/** Calls people who look elsewhere when it is their turn, if they want to be called. */

import { say } from "./i18n.js";

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
