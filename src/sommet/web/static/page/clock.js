/** What a clock shows. */

import { say } from "./i18n.js";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The time that is left, rounded up, so that three days are three days until an hour of them is
 * gone: hours from a day on, seconds below.
 * @param {number} seconds */
export function remaining(seconds) {
  const left = Math.ceil(Math.max(0, seconds));
  if (left > DAY) {
    const all = Math.ceil(left / HOUR);
    const [days, hours] = [Math.floor(all / 24), all % 24];
    return say("table", hours ? "days_hours" : "days", { days, hours });
  }
  const [hours, minutes, rest] = [Math.floor(left / HOUR), Math.floor(left / 60) % 60, left % 60];
  const end = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${end}` : end;
}
