/** The first page of a site without a server: leads on to the home page in the visitor's language. */

import { preferredLanguage } from "./language.js";

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[hreflang]")]);
const language = preferredLanguage(links.map(({ hreflang }) => hreflang));
location.replace(links.find(({ hreflang }) => hreflang === language)?.href ?? "");
