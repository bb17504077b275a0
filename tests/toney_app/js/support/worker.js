// The service worker in a browser of its own: caches that outlive it, and a server that may be gone.

import { readFileSync } from "node:fs";
import { fileOf } from "./modules.js";

const SOURCE = readFileSync(fileOf("service_worker.js"), "utf-8");
const ORIGIN = "https://toney.test";
const pathOf = (request) => {
  const { pathname, search } = new URL(request.url ?? request, ORIGIN);
  return pathname + search;
};

class Cache {
  entries = new Map();
  constructor(fetch) { this.fetch = fetch; }
  match = async (request) => this.entries.get(pathOf(request))?.clone();
  put = async (request, answer) => { this.entries.set(pathOf(request), answer); };
  add = async (request) => {
    const answer = await this.fetch(request);
    if (!answer.ok) throw new TypeError(pathOf(request));
    this.entries.set(pathOf(request), answer);
  };
  addAll = (requests) => Promise.all(requests.map(this.add));
  keys = async () => [...this.entries.keys()].map((path) => ({ url: ORIGIN + path }));
  delete = async (request) => this.entries.delete(pathOf(request));
}

export class Browser {
  stores = new Map();
  // What the server answers, by path; a function when it isn't up.
  server = new Map();
  isUp = true;
  // Notifications that stand there, pages that are open, and addresses that were opened.
  shown = [];
  pages = [];
  opened = [];

  fetch = async (request) => {
    if (!this.isUp) throw new TypeError("Failed to fetch");
    return this.server.get(pathOf(request))?.() ?? new Response("", { status: 404 });
  };
  caches = {
    open: async (name) => {
      if (!this.stores.has(name)) this.stores.set(name, new Cache(this.fetch));
      return this.stores.get(name);
    },
    keys: async () => [...this.stores.keys()],
    delete: async (name) => this.stores.delete(name),
  };
  // A version of the app on the server: its files, its page and its texts.
  serves(version, { page = `${version}.js`, texts = "/i18n/en.js?v=1" } = {}) {
    const html = `<script src="${texts}"></script><link href="/assets/${page}">`;
    this.server.set(`/assets/${version}.js`, () => new Response(version));
    this.server.set(texts, () => new Response("texts"));
    this.server.set("/", () => new Response(`${html}<p>${version}</p>`));
  }
  starts(version) {
    const heard = {};
    const scope = {
      SHELL: { version, files: [`/assets/${version}.js`] },
      location: new URL(ORIGIN),
      clients: {
        claim: async () => {},
        matchAll: async () => this.pages,
        openWindow: async (address) => { this.opened.push(address); },
      },
      registration: {
        showNotification: async (title, options) => { this.shown.push({ title, ...options }); },
      },
      skipWaiting: () => { heard.tookOver = true; },
      addEventListener: (kind, tell) => { heard[kind] = tell; },
    };
    const given = ["self", "caches", "fetch"];
    // eslint-disable-next-line no-new-func
    new Function(...given, SOURCE)(scope, this.caches, this.fetch);
    const lasts = async (kind, fields = {}) => {
      const works = [];
      heard[kind]({ ...fields, waitUntil: (work) => works.push(work) });
      await Promise.all(works);
    };
    const asks = async (path, { mode = "cors", method = "GET" } = {}) => {
      let answer = null;
      const works = [];
      heard.fetch({
        request: { url: new URL(path, ORIGIN).href, mode, method },
        respondWith: (given_) => { answer = given_; },
        waitUntil: (work) => works.push(work),
      });
      const answered = answer && await answer;
      await Promise.all(works);
      return answered;
    };
    return {
      heard,
      installs: () => lasts("install"),
      activates: () => lasts("activate"),
      pushed: (data) => lasts("push", { data }),
      tapped: (id) => lasts("notificationclick", { notification: { close() {}, data: { id } } }),
      told: (data) => heard.message({ data }),
      asks,
      opens: (path = "/") => asks(path, { mode: "navigate" }),
    };
  }
}
