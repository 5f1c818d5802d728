/** Where the site is and how its pages are addressed: on a server, or in a folder of files. */

const { dataset } = document.documentElement;

/** Whether a server answers; without one, the site is a folder of files. */
export const HAS_SERVER = !("serverless" in dataset);
/** The address of the home page, relative to this page: pages and the server's answers are below it. */
export const ROOT = dataset.root ?? "./";
/** The folder of the site's files, relative to this page. */
export const FILES = dataset.files ?? "./";

/** The address of a page. @param {string} path as on a server, such as `free/pylos`; empty for the
 * home page @param {Record<string, string>} [query] */
export function pageAddress(path, query = {}) {
  const search = new URLSearchParams(query).toString();
  return `${ROOT}${HAS_SERVER ? path : `${path || "index"}.html`}${search && `?${search}`}`;
}

/** The address of a table at the server. @param {string} table */
export const tableAddress = (table) => pageAddress(`tables/${table}`);

/** The address of a table on this device: all those of a game are on the same page, whose query says
 * which one. @param {string} game @param {Record<string, string>} query */
export const localTableAddress = (game, query) => pageAddress(`${HAS_SERVER ? "local" : "tables"}/${game}`, query);
