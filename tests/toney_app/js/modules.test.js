// Each module can be loaded: by a browser, and by the server that writes the first page.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { loadOnServer } from "./support/modules.js";
import { Device } from "./support/page.js";

const folders = [
  ...["toney_app", "coaching/serving", "admin_app"].map(
    (name) => new URL(`../../../${name}/js/`, import.meta.url),
  ),
  process.env.GENERATED_JS,
];
const names = folders.flatMap((folder) => readdirSync(folder))
  .filter((file) => file.endsWith(".js") && file !== "service_worker.js").map((file) => file.replace(".js", ""));

test("each module is read by a browser", async () => {
  const page = new Device().open();
  for (const name of names) assert.ok(await page.load(name), name);
});

test("no module touches the browser while the first page is written", async () => {
  for (const name of names) assert.ok(await loadOnServer(name), name);
});

// storage.js is what other modules write with, and seen_store.js is what it makes room in.
test("a full storage breaks nothing: no other module writes to it on its own", () => {
  const [ours] = folders;
  const own = ["storage.js", "seen_store.js"];
  const writers = readdirSync(ours).filter((file) => file.endsWith(".js") && !own.includes(file))
    .filter((file) => readFileSync(new URL(file, ours), "utf8").includes("localStorage.setItem"));
  assert.deepEqual(writers, []);
});
