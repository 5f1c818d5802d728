/** Requests: to the server, or to the worker where there is none. */

import { localWorker } from "./local_worker.js";
import { HAS_SERVER, ROOT } from "./root.js";

/** @import { Answered } from "./local_worker.js" */

/** Whether the page is about a table on this device, or there is no server at all. */
export const IS_LOCAL = !HAS_SERVER || !!document.querySelector("[data-local]");

/** Get what is at an address, which starts at the home page. @param {string} address
 * @returns {Promise<Answered>} */
export const get = (address) =>
  (IS_LOCAL ? localWorker().request({ method: "GET", address }) : fetch(ROOT + address));

/** Post JSON to an address, which starts at the home page.
 * @param {string} address @param {object} body @param {AbortSignal} [signal] @returns {Promise<Answered>} */
export const post = (address, body, signal) =>
  (IS_LOCAL ? localWorker().request({ method: "POST", address, body }) : fetch(ROOT + address, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  }));
