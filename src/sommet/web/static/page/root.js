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

/** The address of a table. Without a server, every table of a game is on the same page.
 * @param {string} table @param {string} game */
export const tableAddress = (table, game) =>
  (HAS_SERVER ? pageAddress(`tables/${table}`) : pageAddress(`tables/${game}`, { table }));
