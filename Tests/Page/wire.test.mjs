// The rules of the page's client that Tests/Vectors/wire.mjs does not run: node --test Tests/Page
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { FeedState, checksum } from "../../Sources/FeedServer/Page/wire.js";

const { cases } = JSON.parse(readFileSync(new URL("../Vectors/wire.json", import.meta.url), "utf8"));
const copy = (value) => structuredClone(value);

/** Hands an event to a state, and expects that it can be performed. */
function receive(state, name, data, id) {
  const outcome = state.receive(name, typeof data === "string" ? data : JSON.stringify(data), id);
  assert.notEqual(outcome.kind, "needsImage", String(outcome.error));
  return outcome;
}

test("windows keep their places, and a patch may move one within a version", () => {
  const item = (id) => ({ id, kind: "row" });
  const state = new FeedState();
  const section = { id: "rows", window: { from: 0, of: 9 }, items: [item("a"), item("b")] };
  receive(state, "image", { epoch: "e", version: 1, sections: [section], sources: [] });
  const moved = receive(state, "patch", {
    from: 1, to: 1, batch: { deleteItems: [[0, 1], [0, 0]], insertItems: [[0, 0]] }, items: [item("c")],
    windows: [{ at: 0, from: 4, of: 9 }],
  });
  assert.deepEqual(state.sections, [{ id: "rows", window: { from: 4, of: 9 }, items: [item("c")] }]);
  assert.deepEqual(moved.edits.windows, [{ section: state.sections[0], before: 0, behind: 0 }]);
  receive(state, "patch", { from: 1, to: 2, batch: {}, windows: [{ at: 0, from: 6, of: 11, before: 2 }] });
  assert.deepEqual(state.sections[0].window, { from: 6, of: 11 });
  const wrong = state.receive("patch", JSON.stringify({ from: 2, to: 3, batch: {}, windows: [{ at: 1, from: 0, of: 1 }] }));
  assert.equal(wrong.kind, "needsImage");
});

for (const { name, steps } of cases.filter(({ steps }) => steps.every(({ outcome }) => outcome !== "needsImage"))) {
  test(`the edits of '${name}' name all that differs, and nothing else`, () => {
    const state = new FeedState();
    for (const step of steps) {
      const before = new Map(state.sections.flatMap((s) => s.items.map((item) => [item, copy(item)])));
      const { kind, edits } = receive(state, step.event, step.data, step.id);
      if (kind !== "updated" || edits.isImage) continue;
      const placed = new Set(edits.placed.map(({ item }) => item));
      const fresh = new Set(edits.placedSections.flatMap((section) => section.items));
      for (const item of state.sections.flatMap((section) => section.items)) {
        if (!before.has(item)) assert.ok(placed.has(item) || fresh.has(item), item.id);
        else if (!edits.changed.includes(item)) assert.deepEqual(item, before.get(item));
      }
      for (const item of edits.removed) assert.ok(before.has(item));
    }
  });
}

test("an item goes into a section that comes", () => {
  const state = new FeedState();
  const item = (id) => ({ id, kind: "k" });
  receive(state, "image", { epoch: "e", version: 1, sections: [{ id: "s", items: [item("a"), item("b")] }], sources: [] });
  const section = { id: "t", items: [item("a")] };
  const batch = { insertSections: [1], deleteItems: [[0, 0]] };
  receive(state, "patch", { from: 1, to: 2, batch, sections: [section] });
  assert.deepEqual(state.sections, [{ id: "s", items: [item("b")] }, section]);
  receive(state, "patch", { from: 2, to: 3, batch: { moveItems: [{ from: [1, 0], to: [0, 1] }] } });
  assert.deepEqual(state.sections[0].items, [item("b"), item("a")]);
});

test("whatever an event says, the client reads it or asks for an image", () => {
  const { steps } = cases.find(({ name }) => name === "all");
  const texts = steps.map(({ data }) => data);
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let round = 0; round < 2_000; round++) {
    const state = new FeedState();
    receive(state, "image", steps[0].data);
    const [place, name] = [random(steps.length), ["image", "patch", "heartbeat", "bye"][random(4)]];
    const bytes = [...texts[place]];
    for (let change = 0; change < 1 + random(3); change++) {
      bytes[random(bytes.length)] = '{}[],:"0179-ae \\'[random(16)];
    }
    const outcome = state.receive(name, bytes.join(""));
    assert.ok(["updated", "unchanged", "needsImage", "goodbye"].includes(outcome.kind));
  }
});
