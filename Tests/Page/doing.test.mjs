// What is in flight is laid over what the server says, whatever has become of its neighbours.
import assert from "node:assert/strict";
import test from "node:test";
import { lay } from "../../Sources/FeedServer/Page/doing.js";
import { retryCeiling } from "../../Sources/FeedServer/Page/stream.js";

const items = (text) => [...text].map((id) => ({ id }));
const text = (list) => list.map(({ id }) => id).join("");

for (const [from, move, to] of [
  ["abcd", { id: "a", before: "c", after: "b" }, "bacd"],
  ["abcd", { id: "d", before: "a" }, "dabc"],
  ["abcd", { id: "a", after: "d" }, "bcda"],
  ["abxcd", { id: "a", before: "c", after: "b" }, "bxacd"], // something came between
  ["abd", { id: "a", before: "c", after: "b" }, "bad"], // the one behind has gone
  ["acd", { id: "a", before: "c", after: "b" }, "acd"], // the one ahead has gone
  ["bcd", { id: "a", before: "c", after: "b" }, "bcd"], // it has gone itself
  ["xay", { id: "a", before: "c", after: "b" }, "xay"], // all neighbours have
  ["xay", { id: "a", after: "d" }, "xay"],
]) {
  test(`${JSON.stringify(move)} over ${from} is ${to}`, () => {
    const list = items(from);
    assert.equal(text(lay(list, move)), to);
    assert.equal(text(list), from);
  });
}

test("several moves are laid one over the other", () => {
  const moves = [{ id: "a", after: "d" }, { id: "b", after: "a" }];
  assert.equal(text(moves.reduce(lay, items("abcd"))), "cdab");
});

test("tries come at half a second first, and at thirty at last", () => {
  assert.deepEqual([0, 1, 2, 6, 60].map(retryCeiling), [500, 1_000, 2_000, 30_000, 30_000]);
});
