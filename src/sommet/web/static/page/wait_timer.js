/** Who waits for others sees for how long. */

import { say } from "./i18n.js";

const place = document.getElementById("waiting");

/** Seconds as people say them. @param {number} seconds */
function long(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return say("table", "hours", { count: Math.floor(minutes / 60) });
  return minutes ? say("table", "minutes", { count: minutes }) : say("table", "moment");
}

/** Count from now on. @param {number} ahead seconds that the server's clock is ahead of ours */
export function wait(ahead) {
  if (!place) return;
  const since = Number(place.dataset.since);
  const tell = () => {
    const words = say("table", "waiting_for", { time: long(Date.now() / 1000 + ahead - since) });
    if (place.textContent !== words) place.textContent = words;
  };
  tell();
  setInterval(tell, 5000);
}
