// A device with its storage, and the pages that are open on it: what the modules need of a browser.

import { afterEach, beforeEach, mock } from "node:test";
import { loaderFor } from "./modules.js";

// Timers and the date move only when a test says so.
export const useClock = (now = "2026-01-12T09:00:00Z") => {
  const apis = ["setTimeout", "setInterval", "Date"];
  beforeEach(() => mock.timers.enable({ apis, now: Date.parse(now) }));
  afterEach(() => mock.timers.reset());
};
export const pass = (seconds) => mock.timers.tick(seconds * 1_000);

// Its names are its own properties, as in a browser.
class Store {
  #values = new Map();
  constructor() {
    const has = (name) => this.#values.has(name);
    return new Proxy(this, {
      ownKeys: () => [...this.#values.keys()],
      getOwnPropertyDescriptor: (_store, name) => (
        has(name) ? { value: this.getItem(name), enumerable: true, configurable: true } : undefined
      ),
    });
  }
  getItem = (key) => this.#values.get(key) ?? null;
  isFullUntil = () => true;
  setItem = (key, value) => {
    if (!this.isFullUntil()) throw new DOMException("full", "QuotaExceededError");
    this.#values.set(key, String(value));
  };
  removeItem = (key) => { this.#values.delete(key); };
  clear = () => { this.#values.clear(); };
}

class Element extends EventTarget {
  value = "";
  disabled = false;
  clicks = 0;
  isFocused = false;

  click() { this.clicks += 1; }
  focus() { this.isFocused = true; }
  setSelectionRange() {}
}

// A form that the state of the server reads: each submission is a copy of its fields.
export class Form extends Element {
  submissions = [];

  constructor(...names) {
    super();
    this.elements = Object.fromEntries(names.map((name) => [name, new Element()]));
  }

  requestSubmit() {
    const values = Object.entries(this.elements).map(([name, field]) => [name, field.value]);
    this.submissions.push(Object.fromEntries(values));
  }
}

class Stream extends EventTarget {
  static CLOSED = 2;
  readyState = 1;

  constructor(url) { super(); this.url = url; }
  close() { this.readyState = Stream.CLOSED; }
  // Without data it is the browser's own event, as for a lost connection.
  says(kind, data) {
    const event = Object.assign(new Event(kind), { data: data && JSON.stringify(data) });
    this.dispatchEvent(event);
  }
}

class Channel extends EventTarget {
  constructor(all) { super(); this.all = all.add(this); }
  postMessage() {
    this.all.forEach((other) => { if (other !== this) other.dispatchEvent(new Event("message")); });
  }
}

// The address with its history; a change is heard at once.
class Address {
  #entries = ["#home"];
  #at = 0;
  reloads = 0;
  constructor(tell) { this.tell = tell; }
  get hash() { return this.#entries[this.#at]; }
  set hash(hash) {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), `#${hash.replace("#", "")}`];
    this.#at += 1;
    this.tell();
  }
  replace(hash) { this.#entries[this.#at] = hash; this.tell(); }
  go(steps) { this.#at += steps; this.tell(); }
  back() { this.go(-1); }
  reload() { this.reloads += 1; }
  get position() { return this.#at; }
  get length() { return this.#entries.length; }
}

// One entry is enough for what was seen last.
class Caches {
  #entries = new Map();
  open = async () => ({ put: async (name, answer) => { this.#entries.set(name, answer); } });
  match = async (name) => this.#entries.get(name)?.clone();
  delete = async () => this.#entries.clear();
}

// As `document.cookie` has them: one is set at a time, and all are read together.
class Cookies {
  #values = new Map();
  get all() { return [...this.#values].map((pair) => pair.join("=")).join("; "); }
  set one(said) {
    const [, name, value] = said.match(/^(\w+)=(\w*)/);
    if (said.includes("Max-Age=0")) this.#values.delete(name); else this.#values.set(name, value);
  }
}

export class Device {
  localStorage = new Store();
  cookies = new Cookies();
  caches = new Caches();
  channels = new Set();

  open() { return new Page(this); }
}

export class Page {
  streams = [];
  requests = [];
  // Nobody locks the app.
  answer = () => ({ ok: true, status: 200, json: async () => ({ afterMinutes: null }) });
  #frames = [];
  #whenIdle = [];
  #window = new EventTarget();

  constructor(device) {
    const window = this.#window;
    const address = new Address(() => window.dispatchEvent(new Event("hashchange")));
    const { streams, requests } = this;
    const elements = this.elements = new Map([
      ["deliver", new Form("text", "client", "replaces")],
      ["send-later", new Form("thing")],
      ...["thread", "message", "after-turn", "after-saving", "look-again", "step-back"]
        .map((id) => [id, new Element()]),
    ]);
    this.document = Object.assign(new EventTarget(), {
      hidden: false,
      documentElement: { lang: "en", dataset: {}, toggleAttribute: () => {} },
      getElementById: (id) => elements.get(id) ?? null,
      querySelector: () => null,
      querySelectorAll: () => [],
    });
    Object.defineProperty(this.document, "cookie", {
      get: () => device.cookies.all, set: (said) => { device.cookies.one = said; },
    });
    this.navigator = { onLine: true, languages: ["en"] };
    this.address = address;
    this.storage = device.localStorage;
    this.load = loaderFor({
      window: Object.assign(window, { requestIdleCallback: (work) => this.#whenIdle.push(work) }),
      document: this.document,
      navigator: this.navigator,
      location: address,
      history: address,
      localStorage: device.localStorage,
      caches: device.caches,
      sessionStorage: new Store(),
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      matchMedia: () => ({ matches: false }),
      getComputedStyle: () => ({ overflowY: "auto" }),
      requestAnimationFrame: (work) => this.#frames.push(work),
      fetch: async (path, request) => { requests.push(path); return this.answer(path, request); },
      EventSource: class extends Stream {
        constructor(url) { super(url); streams.push(this); }
      },
      BroadcastChannel: class extends Channel {
        constructor() { super(device.channels); }
      },
    });
  }

  at(id) { return this.elements.get(id); }
  get delivered() { return this.at("deliver").submissions; }
  // An event of the window; `target` is what it began at.
  hears(kind, fields) {
    const event = new Event(kind, { cancelable: true });
    const describe = ([name, value]) => [name, { value }];
    const described = Object.fromEntries(Object.entries(fields).map(describe));
    Object.defineProperties(event, described);
    this.#window.dispatchEvent(event);
    return event;
  }
  paint() { this.#frames.splice(0).forEach((work) => work()); }
  async rest() { await Promise.all(this.#whenIdle.splice(0).map((work) => work())); }
}
