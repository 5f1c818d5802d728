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
 * @property {string[]} documents the files kept once they're used
 * @property {[string, number][]} runtime the files that play, with their bytes, kept once they're used
 *   or wanted; their names change with their content
 * @property {[string, number][]} data what only some players read, kept in the same way
 */

const worker = /** @type {ServiceWorkerGlobalScope & { SITE: Site }} */ (/** @type {unknown} */ (self));
const { version, shell, pages, documents, runtime, data } = worker.SITE;
/** An origin may serve other sites too: this one is the folder of this script. */
const FOLDER = new URL("./", location.href).href;
/** A space can't be part of an address, so these are not the caches of a site in a folder below. */
const PREFIX = `${FOLDER} `;
const SHELL = `${PREFIX}${version}`;
const RUNTIME = `${PREFIX}runtime`;
const versionedNames = new Set([...shell, ...Object.values(pages).flat(), ...documents]);
const runtimeNames = new Set([...runtime, ...data].map(([name]) => name));

/** The name of the kept file that answers an address, if there is one. @param {string} url */
function keptName(url) {
  const name = decodeURI(url.slice(FOLDER.length).replace(/[?#].*/, ""));
  return [name, `${name}index.html`, `${name}.html`].find((each) => versionedNames.has(each) || runtimeNames.has(each));
}

/** Fetch a file and store it. @param {Cache} cache @param {string} name
 * @param {(bytes: number) => void} [progress] called with the bytes of each part */
async function store(cache, name, progress) {
  // What plays never changes under its name, and may just have been loaded.
  const answer = await fetch(FOLDER + name, { cache: runtimeNames.has(name) ? "force-cache" : "no-cache" });
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
  const cache = await caches.open(runtimeNames.has(name) ? RUNTIME : SHELL);
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

/** Open a page, or one that says why it can't be opened.
 * @param {Request} request @param {string} [name] of the kept file */
async function openPage(request, name) {
  try {
    const answer = name ? await fromCache(name, request) : await fetch(request);
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
  await Promise.all(names.filter((name) => name !== SHELL && name !== RUNTIME).map((name) => caches.delete(name)));
  const cache = await caches.open(RUNTIME);
  const old = (await cache.keys()).filter(({ url }) => !runtimeNames.has(keptName(url) ?? ""));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Those of some files that play that aren't kept yet. @param {[string, number][]} files */
async function missing(files) {
  const cache = await caches.open(RUNTIME);
  const kept = new Set((await cache.keys()).map(({ url }) => keptName(url)));
  return files.filter(([name]) => !kept.has(name));
}

/** The version, how many bytes of the files that play are kept, and whether these are enough to play. */
async function state() {
  const sum = (/** @type {[string, number][]} */ files) => files.reduce((bytes, [, size]) => bytes + size, 0);
  const all = [...runtime, ...data];
  const total = sum(all);
  const playable = !(await missing(runtime)).length;
  return { version, total, playable, kept: total - sum(await missing(all)) };
}

/** Keep files that play, and report the progress. @param {[string, number][]} files
 * @param {MessagePort} [port] */
async function keepRuntime(files, port) {
  const report = await state();
  try {
    const cache = await caches.open(RUNTIME);
    for (const [name] of await missing(files)) {
      await store(cache, name, (bytes) => {
        report.kept += bytes;
        port?.postMessage(report);
      });
    }
    port?.postMessage({ ...(await state()), done: true });
  } catch {
    port?.postMessage({ ...(await state()), done: true, failed: true });
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
  if (request.mode === "navigate") event.respondWith(openPage(request, name));
  else if (name) event.respondWith(fromCache(name, request));
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
    case "keep": return event.waitUntil(keepRuntime([...runtime, ...data], port));
    case "keep used": return event.waitUntil(keepRuntime(runtime));
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
