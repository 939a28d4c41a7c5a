// The page's client holds what the vectors of fixtures/wire say: node --test Tests/Page
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { FeedState, checksum } from "../../Sources/FeedServer/Page/wire.js";

const read = (name) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/wire/${name}.json`, import.meta.url), "utf8"));
const copy = (value) => structuredClone(value);

/** JSON as it came: `JSON.stringify` writes minus zero as zero. */
const write = (value) =>
  JSON.stringify(value, (_, part) => (Object.is(part, -0) ? "minus zero" : part)).replaceAll('"minus zero"', "-0");

/** Hands an event to a state, and expects that it can be performed. */
function receive(state, name, data, id) {
  const outcome = state.receive(name, write(data), id);
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
  const wrong = state.receive("patch", write({ from: 2, to: 3, batch: {}, windows: [{ at: 1, from: 0, of: 1 }] }));
  assert.equal(wrong.kind, "needsImage");
});

for (const name of ["all", "some", "groups", "conflated", "regrouped", "raw"]) {
  const { steps, jumps } = read(name);

  test(`after each event of ${name}.json, what is held is what the server holds`, () => {
    const state = new FeedState();
    for (const step of steps) {
      receive(state, step.event, step.data, step.id);
      assert.deepEqual(state.sections, step.sections);
      assert.equal(state.cursor.version, step.version);
      assert.equal(checksum(state.sections), step.checksum);
      if (step.id) assert.equal(state.cursorText, step.id);
    }
  });

  test(`one patch over many versions of ${name}.json does what all of theirs do`, () => {
    for (const jump of jumps) {
      const state = new FeedState();
      receive(state, "image", jump.image);
      receive(state, "patch", jump.patch);
      assert.equal(checksum(state.sections), jump.checksum);
      assert.deepEqual(state.sections, steps.at(-1).sections);
    }
  });

  test(`the edits of ${name}.json name all that differs, and nothing else`, () => {
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

test("the checksums are those of checksums.json", () => {
  for (const vector of read("checksums").checksums) {
    assert.equal(checksum(vector.sections), vector.checksum);
  }
});

test("what breaks a rule is refused with its reason, and changes nothing", () => {
  const { image, refused } = read("refused");
  for (const { patch, because } of refused) {
    const state = new FeedState();
    receive(state, "image", image);
    const outcome = state.receive("patch", JSON.stringify(patch), "e:2");
    assert.equal(outcome.kind, "needsImage", because);
    assert.equal(outcome.error.message, because);
    assert.deepEqual(state.sections, image.sections);
    assert.equal(state.cursor, null);
  }
});

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

test("a patch from another version or of another epoch asks for an image", () => {
  const image = { epoch: "e", version: 5, sections: [], sources: [] };
  for (const [from, to, id] of [[4, 6], [6, 7], [5, 5], [5, 6, "f:6"]]) {
    const state = new FeedState();
    receive(state, "image", image);
    assert.equal(state.receive("patch", JSON.stringify({ from, to, batch: {} }), id).kind, "needsImage");
  }
});

test("a patch may start from a version that a heartbeat has confirmed", () => {
  const state = new FeedState();
  receive(state, "image", { epoch: "e", version: 5, sections: [], sources: [] });
  receive(state, "heartbeat", { version: 9, checksum: checksum([]) });
  receive(state, "patch", { from: 9, to: 10, batch: {} }, "e:10");
  assert.equal(state.cursorText, "e:10");
});

test("another checksum asks for an image, and a heartbeat of an older version is ignored", () => {
  const state = new FeedState();
  receive(state, "image", { epoch: "e", version: 5, sections: [], sources: [] });
  receive(state, "heartbeat", { version: 4, checksum: "0000000000000000" });
  assert.equal(state.receive("heartbeat", '{"version":5,"checksum":"0"}').kind, "needsImage");
});

test("whatever an event says, the client reads it or asks for an image", () => {
  const { steps } = read("all");
  const texts = steps.map((step) => JSON.stringify(step.data));
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
