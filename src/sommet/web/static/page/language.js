/** The language of a site without a server, where each language has its own pages. */

const STORAGE_KEY = "sommet.language";

/** @param {string} language */
export const rememberLanguage = (language) => localStorage.setItem(STORAGE_KEY, language);

/** The language that the visitor chose, or else the first of the browser's that there is.
 * @param {string[]} available the default first */
export function preferredLanguage(available) {
  const wanted = [localStorage.getItem(STORAGE_KEY) ?? "", ...navigator.languages];
  return wanted.map((tag) => tag.split("-")[0]).find((tag) => available.includes(tag)) ?? available[0];
}
