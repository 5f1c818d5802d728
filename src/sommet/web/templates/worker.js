// Keeps the shell: static files by their content's mark, and the page for when there is no network.
const SHELL = {{ shell | tojson }};
// An origin may serve other sites too: this one is the folder of this script.
const SITE = new URL("./", self.location).href;
const KEPT = `${SITE}{{ static }}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(KEPT).then((kept) => kept.addAll([...SHELL, "offline"])).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => names.filter((name) => name.startsWith(`${SITE}static/`) && name !== KEPT))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SITE)) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(`${SITE}offline`)));
  } else if (request.url.startsWith(`${SITE}static/`)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

// Whoever is called to a table comes back to it.
self.addEventListener("notificationclick", (event) => {
  const { data, tag } = event.notification;
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const there = pages.find(({ url }) => new URL(url).pathname === tag);
      return there ? there.focus() : self.clients.openWindow(data);
    }),
  );
});
