// What is in flight is laid over what the server says, whatever has become of its neighbours.
import assert from "node:assert/strict";
import test from "node:test";
import { lay } from "../../Sources/FeedServer/Page/reordering.js";
import { keysOf } from "../../Sources/FeedServer/Page/dialogs.js";
import { plainReason, written } from "../../Sources/FeedServer/Page/actions.js";
import { matches } from "../../Sources/FeedServer/Page/viewer.js";
import { retryCeiling, Servers } from "../../Sources/FeedServer/Page/stream.js";

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

test("a page goes on at its peers, those that failed lately last and the longest ago first", () => {
  const servers = new Servers([""]);
  assert.equal(servers.failed(undefined, { now: 0, random: () => 1 }), 500); // alone, it waits as long as ever
  servers.use(["https://b", "https://c"]);
  const places = [];
  for (let now = 1_000; now < 7_000; now += 1_000) {
    assert.ok(servers.failed(undefined, { now, random: () => 0.5 }) >= 250);
    places.push(servers.current.origin);
  }
  assert.deepEqual(places, ["https://b", "https://c", "", "https://b", "https://c", ""]);
  servers.agreed();
  assert.equal(servers.failed(4_000, { now: 8_000, stays: true, random: () => 0 }), 4_000);
  assert.equal(servers.current.origin, "");
  assert.equal(servers.failed(4_000, { now: 100_000, random: () => 0.5 }), 250); // a bye is for the server that says it
  assert.equal(servers.current.origin, "https://b");
  servers.use(["https://c"]);
  assert.equal(servers.current.origin, "");
});

test("an item of another group is laid between its new neighbours", () => {
  const [list, guest] = [items("abc"), { id: "x" }];
  assert.equal(text(lay(list, { id: "x", before: "b", after: "a" }, guest)), "axbc");
  assert.equal(text(lay(list, { id: "x", before: undefined, after: "c" }, guest)), "abcx");
  assert.equal(text(lay(list, { id: "x", before: "gone", after: "gone too" }, guest)), "abc");
  assert.equal(text(lay(list, { id: "x", before: "b", after: "a" })), "abc");
});

test("a glob means the ids that it is written like", () => {
  for (const [glob, id, isMeant] of [
    ["live/3", "live/3", true], ["live/3", "live/33", false], ["live/*", "live/3", true], ["live/*", "live", false],
    ["*", "anything", true], ["l*e/*3", "live/33", true], ["l*e/*3", "live/34", false], ["a*a", "a", false], ["li.e", "live", false],
    ["a?c", "abc", true], ["a?c", "aéc", true], ["a?c", "ac", false], ["?", "", false], ["*?", "live/3", true],
  ]) assert.equal(matches(glob, id), isMeant, `${glob} ${id}`);
});

test("typed numbers are numbers, and other texts stay as they are", () => {
  for (const [text, value] of [["12", 12], ["-1.5", -1.5], ["0", 0], ["007", "007"], ["", ""], ["1e3", "1e3"], ["12 ", "12 "], ["9007199254740993", "9007199254740993"], ["true", "true"]]) {
    assert.equal(written(text), value, text);
  }
});

test("each kind of refusal has a general reason in plain words", () => {
  for (const [error, words] of [
    [{ status: 401, code: "unauthorized" }, "You may not"], [{ status: 403, code: "writing-is-off" }, "You may not"],
    [{ status: 409, code: "constraint" }, "The rules"], [{ status: 409, code: "refused" }, "The rules"], [{ status: 422, code: "failed-check" }, "The rules"],
    [{ status: 404, code: "unknown-item" }, "The feed has changed"], [{ status: 409, code: "wrong-place" }, "The feed has changed"],
    [{ status: 503, code: "read-only" }, "The server cannot"], [{ status: 503, code: "busy" }, "The server cannot"], [{}, ""],
  ]) assert.ok(plainReason(error).startsWith(words) && (words || !plainReason(error)), JSON.stringify(error));
});

test("a key with several actions names the sections that they belong to", () => {
  const sections = { sports: { kinds: { sport: "" } }, live: { kinds: { event: "head", cell: "" }, heads: ["event"] }, "coming-up": { kinds: { event: "head", cell: "" }, heads: ["event"] } };
  const names = { sports: "Sports", live: "Live", "coming-up": "Coming up" };
  const keys = (...actions) => keysOf(actions, { sorts: { title: "t" }, sections, nameOf: (id) => names[id] ?? id });
  const fold = { on: "item", title: "fold it", key: "enter", kinds: ["event"], sections: ["live"], viewer: { fold: "group" } };
  const show = { on: "item", title: "show it", key: "enter", kinds: ["sport"], sections: [] };
  const add = { on: "item", title: "add it", key: "b", kinds: ["cell"], sections: [] };
  const onItem = (...actions) => keys(...actions)[2][1].filter(([key]) => key.length < 6).map(([key, text]) => `${key} ${text}`).slice(0, -1).join("; ");
  assert.equal(onItem(fold, show, add), "Enter fold it (headings in Live, Coming up); Enter show it (Sports); b add it; Enter do its action, or choose one (other items)");
  assert.equal(onItem(show, add), "Enter show it (Sports); b add it; Enter do its action, or choose one (other items)");
  assert.equal(onItem(show), "Enter show it");
  assert.equal(onItem(add), "b add it; Enter do its action, or choose one");
  assert.equal(onItem({ ...add, kinds: ["cell", "sport", "event"] }, { ...show, key: "b" }), "b add it (headings in Sports, Live and 1 more); b show it (Sports); Enter do its action, or choose one");
  // Within one section, its kinds.
  assert.equal(onItem({ ...add, kinds: ["live-cell"] }, { ...add, title: "drop it", kinds: ["cell"] }), "b add it (live cell); b drop it (Live, Coming up); Enter do its action, or choose one");
  sections.live.kinds["live-cell"] = sections["coming-up"].kinds["live-cell"] = "";
  assert.equal(onItem({ ...add, kinds: ["live-cell"] }, { ...add, title: "drop it", kinds: ["cell"] }), "b add it (live cell in Live, Coming up); b drop it (cell in Live, Coming up); Enter do its action, or choose one");
  // On a heading Enter folds, and nothing else.
  const clear = { on: "section", title: "clear it", key: "c", kinds: [], sections: ["live"] };
  const onHeading = (...actions) => keys(...actions)[1][1].map(([key, text]) => `${key} ${text}`)[0];
  assert.equal(onHeading(fold, { ...clear, key: "enter" }), "Enter fold or unfold the section");
  assert.equal(onHeading(clear), "c clear it");
  assert.equal(onHeading(clear, { ...clear, title: "sort it", sections: ["sports"] }), "c clear it (Live)");
  // An action of the feed has the key of the page.
  assert.deepEqual(keys({ on: "feed", title: "print it", key: "p" })[0][1].filter(([key]) => key === "p"), [["p", "print it"]]);
});
