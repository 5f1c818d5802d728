/** Where the site is: the server, or a folder of one. */

/** The address of the home page, relative to this page; every other address starts with it. */
export const ROOT = document.documentElement.dataset.root ?? "./";
