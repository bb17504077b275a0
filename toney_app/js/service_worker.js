// The service worker: opens the app without a connection. It keeps the app's own files and the
// page without anybody's words; what a person sees offline is kept by the page (seen.js).
//
// The build writes `self.SHELL` before this file: its version, and the files of that version.

const { version, files } = self.SHELL;
const SHELLS = "shell-";
const NAME = SHELLS + version;
const PAGE = "/";
// A server that doesn't answer for so long is treated as gone; the page connects again by itself.
const PATIENCE = 4_000;
const SERVER_ERROR = 500;
const NOT_OURS = /^\/(?:_|api|oauth|admin|ping|health|service-worker)/;
const PART = /\/assets\/[\w.-]+\.(?:js|css)/g;
const TEXTS = /\/i18n\/[^"]+/;
const MORE_TEXTS = /\/i18n\/\w+\.more\.json[^"]*/;
// Our answers vary by cookie and origin; a kept file is the same for all.
const ANY = { ignoreVary: true };

const shell = () => caches.open(NAME);
const kept = (request) => shell().then((cache) => cache.match(request, ANY));
// The language has changed: the kept page is in the old one, so it's only for a missing connection.
let isInOtherLanguage = false;
const inTime = (answer) => Promise.race([answer, new Promise((_, refuse) => {
  setTimeout(refuse, PATIENCE, new Error("no answer"));
})]);

// A page of another version needs files that aren't here: it isn't kept.
const keepPage = async (answer) => {
  const page = await answer.clone().text();
  const texts = page.match(TEXTS)?.[0];
  if (!texts || !page.match(PART)?.every((file) => files.includes(file))) return false;
  const cache = await shell();
  if (!await cache.match(texts, ANY)) {
    await cache.add(texts);
    const more = (await (await cache.match(texts, ANY)).text()).match(MORE_TEXTS)?.[0];
    if (more) await cache.add(more);
    const known = await cache.keys();
    const others = known.filter(({ url }) => TEXTS.test(url) && ![texts, more].some((one) => url.endsWith(one)));
    await Promise.all(others.map((other) => cache.delete(other, ANY)));
  }
  await cache.put(PAGE, answer);
  isInOtherLanguage = false;
  return true;
};
const keepFresh = () => fetch(PAGE).then(keepPage).catch(() => {});
const install = async () => {
  const cache = await shell();
  await cache.addAll(files);
  if (!await keepPage(await fetch(PAGE))) throw new Error("the page is of another version");
};
const removeOld = async () => {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(SHELLS) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
  // Until now a page could change the language without being heard here.
  await keepFresh();
};

const pageFor = async (event, path) => {
  const asked = fetch(event.request);
  // What comes late or can't be stored is no reason to fail.
  const keeping = asked.then((answer) => path === PAGE && answer.ok && keepPage(answer.clone()));
  event.waitUntil(keeping.catch(() => {}));
  const answer = await (path === PAGE && !isInOtherLanguage ? inTime(asked) : asked).catch(() => null);
  if (answer && answer.status < SERVER_ERROR) return answer;
  const page = await kept(PAGE);
  if (!page) return answer ?? Response.error();
  return path === PAGE ? page : Response.redirect(PAGE);
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOld()));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
  if (data === "look again") {
    isInOtherLanguage = true;
    keepFresh();
  }
});
// A reminder: what it shows comes from the server and says nothing about anybody.
const SHOWN = { title: "Toney", body: "", id: "" };
const show = (data) => {
  let said = SHOWN;
  try { said = { ...SHOWN, ...data?.json() }; } catch { /* Something must be shown. */ }
  const { title, body, id } = said;
  return self.registration.showNotification(title, {
    body, tag: "reminder", data: { id },
  });
};
const openReminder = async (id) => {
  const known = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Legal pages and the admin app don't listen; where the app isn't open it is opened.
  const ours = known.find(({ url }) => new URL(url).pathname === PAGE);
  const page = await ours?.focus().catch(() => null);
  if (!page) return self.clients.openWindow(`/?reminder=${encodeURIComponent(id)}`);
  return page.postMessage({ reminder: id });
};
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openReminder(event.notification.data?.id ?? ""));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (NOT_OURS.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(pageFor(event, pathname));
  else if (files.includes(pathname) || /^\/i18n\/.*\.(?:js|more\.json)$/.test(pathname)) {
    event.respondWith(kept(request).then((answer) => answer ?? fetch(request)));
  }
});
