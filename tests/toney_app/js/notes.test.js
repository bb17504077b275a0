import assert from "node:assert/strict";
import { test } from "node:test";
import { Device } from "./support/page.js";

const notes = async (answer) => {
  const page = new Device().open();
  const { sendFiles } = await page.load("notes");
  const asked = [];
  page.answer = (path, request) => {
    asked.push([path, request.method, request.body.getAll("files").map((file) => file.name)]);
    return answer;
  };
  const done = await sendFiles([new File(["a"], "a.md"), new File(["b"], "b.zip")]);
  assert.deepEqual(asked, [["/api/notes/import", "POST", ["a.md", "b.zip"]]]);
  return done;
};

test("files are sent together, and at most fifty that were left out are named", async () => {
  const skipped = Array.from({ length: 60 }, (_, nth) => ({ path: `${nth}.png`, why: "not_markdown" }));
  const done = await notes({ ok: true, json: async () => ({ added: 3, skipped }) });
  assert.deepEqual([done.state, done.added, done.skipped.length], ["done", 3, 50]);
});

test("what the server refuses is told by its reason", async () => {
  for (const [status, state] of [[400, "unreadable"], [413, "large"], [500, "failed"]]) {
    assert.deepEqual(await notes({ ok: false, status }), { state, added: 0, skipped: [] });
  }
});
