/**
 * The service worker: keeps the site on the device, so that it opens without a network.
 *
 * A server and a folder of files use the same one; the lines before it say what there is to keep.
 */

/**
 * @typedef {object} Site
 * @property {string} version changes with the content of the site
 * @property {string[]} shell the files kept from the first visit on
 * @property {Record<string, string[]>} pages the pages of each language, which are in a folder of its
 *   name; they are kept from the first visit in that language on. A server's pages are not kept
 * @property {[string, number][]} extras the files kept once they're used or wanted, with their bytes
 */

const worker = /** @type {ServiceWorkerGlobalScope & { SITE: Site }} */ (/** @type {unknown} */ (self));
const { version, shell, pages, extras } = worker.SITE;
/** An origin may serve other sites too: this one is the folder of this script. */
const FOLDER = new URL("./", location.href).href;
/** A space can't be part of an address, so these are not the caches of a site in a folder below. */
const PREFIX = `${FOLDER} `;
const SHELL = `${PREFIX}${version}`;
const EXTRAS = `${PREFIX}extras`;
const shellNames = new Set([...shell, ...Object.values(pages).flat()]);
const extraNames = new Set(extras.map(([name]) => name));

/** The name of the kept file that answers an address, if there is one. @param {string} url */
function keptName(url) {
  const name = decodeURI(url.slice(FOLDER.length).replace(/[?#].*/, ""));
  return [name, `${name}index.html`, `${name}.html`].find((each) => shellNames.has(each) || extraNames.has(each));
}

/** Fetch a file and store it. @param {Cache} cache @param {string} name
 * @param {(bytes: number) => void} [progress] called with the bytes of each part */
async function store(cache, name, progress) {
  const answer = await fetch(FOLDER + name, { cache: "no-cache" });
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      progress?.(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  // A copy, because browsers refuse to show a page that was stored after a redirect.
  await cache.put(FOLDER + name, new Response(answer.body.pipeThrough(counter), { headers: answer.headers }));
}

/** @param {string} name @param {Request} request */
async function fromCache(name, request) {
  const cache = await caches.open(shellNames.has(name) ? SHELL : EXTRAS);
  const found = await cache.match(FOLDER + name, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && !answer.redirected) await cache.put(FOLDER + name, answer.clone());
  return answer;
}

/** The language of a page, if each language has a folder. @param {string} url */
function languageOf(url) {
  const folder = url.slice(FOLDER.length).split("/")[0];
  return folder in pages ? folder : undefined;
}

/** Keep what the pages in some languages need. @param {(string|undefined)[]} languages */
async function keepPages(languages) {
  const cache = await caches.open(SHELL);
  const kept = new Set((await cache.keys()).map(({ url }) => keptName(url)));
  const wanted = [...shell, ...languages.flatMap((language) => pages[language ?? ""] ?? [])];
  await Promise.all(wanted.filter((name) => !kept.has(name)).map((name) => store(cache, name)));
}

/** Another page in the language of an address. @param {string} name @param {string} url */
function pageInstead(name, url) {
  const language = languageOf(url) ?? Object.keys(pages)[0];
  const page = language ? `${language}/${name}.html` : name;
  return Response.redirect(`${FOLDER}${page}#${encodeURIComponent(url)}`);
}

/** Open a page that isn't kept. @param {Request} request */
async function openPage(request) {
  try {
    const answer = await fetch(request);
    return answer.status === 404 && Object.keys(pages).length ? pageInstead("missing", request.url) : answer;
  } catch {
    return pageInstead("offline", request.url);
  }
}

/** Delete what earlier versions kept, unless another window may still need it. */
async function deleteOldFiles() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.length > 1) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.filter((name) => name !== SHELL && name !== EXTRAS).map((name) => caches.delete(name)));
  const cache = await caches.open(EXTRAS);
  const old = (await cache.keys()).filter(({ url }) => !extraNames.has(keptName(url) ?? ""));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** The extra files that aren't kept yet. */
async function missingExtras() {
  const cache = await caches.open(EXTRAS);
  const kept = new Set((await cache.keys()).map(({ url }) => keptName(url)));
  return extras.filter(([name]) => !kept.has(name));
}

/** The version, and how much of the extra files is kept. */
async function state() {
  const sum = (/** @type {[string, number][]} */ files) => files.reduce((bytes, [, size]) => bytes + size, 0);
  const total = sum(extras);
  return { version, total, kept: total - sum(await missingExtras()) };
}

/** Keep all extra files, and report the progress. @param {MessagePort} port */
async function keepEverything(port) {
  const report = await state();
  try {
    const cache = await caches.open(EXTRAS);
    for (const [name] of await missingExtras()) {
      await store(cache, name, (bytes) => {
        report.kept += bytes;
        port.postMessage(report);
      });
    }
    port.postMessage({ ...(await state()), done: true });
  } catch {
    port.postMessage({ ...(await state()), done: true, failed: true });
  }
}

worker.addEventListener("install", (event) => {
  event.waitUntil(
    worker.clients.matchAll({ type: "window", includeUncontrolled: true })
      .then((windows) => keepPages(windows.map(({ url }) => languageOf(url)))),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOldFiles(), worker.clients.claim()]));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(FOLDER)) return;
  const name = keptName(request.url);
  if (request.mode === "navigate") event.waitUntil(deleteOldFiles());
  if (name) event.respondWith(fromCache(name, request));
  else if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (/^(static|browser)\//.test(request.url.slice(FOLDER.length))) {
    // A window of an earlier version, whose files are kept until it closes.
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

worker.addEventListener("message", (event) => {
  const [port] = event.ports;
  switch (event.data.kind) {
    case "activate": return worker.skipWaiting();
    case "state": return event.waitUntil(state().then((found) => port.postMessage(found)));
    case "language": return event.waitUntil(keepPages([event.data.language]));
    case "keep": return event.waitUntil(keepEverything(port));
  }
});

// A server tells whose turn it is while the page is closed.
worker.addEventListener("push", (event) => {
  const { title, body, page } = event.data?.json() ?? {};
  const { href, pathname } = new URL(page, FOLDER);
  const icon = `${FOLDER}static/${version}/icons/icon-192.png`;
  event.waitUntil(worker.registration.showNotification(title, { body, icon, tag: pathname, data: href }));
});

// Whoever is called to a table comes back to it.
worker.addEventListener("notificationclick", (event) => {
  const { data, tag } = event.notification;
  event.notification.close();
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((pages) => {
      const there = pages.find(({ url }) => new URL(url).pathname === tag);
      return there ? there.focus() : worker.clients.openWindow(data);
    }),
  );
});
