// The choices of a viewer, which the browser keeps.
import assert from "node:assert/strict";
import test from "node:test";
import { newest, ViewerState } from "../../Sources/FeedServer/Page/viewer.js";

/** The storage of a browser. */
const storage = (kept = {}) => ({
  getItem: (key) => kept[key] ?? null,
  setItem: (key, text) => (kept[key] = text),
});

/** A viewer of a feed, in a browser that has kept choices. */
function viewing(description, kept = {}) {
  globalThis.localStorage = storage(kept);
  const viewer = new ViewerState();
  viewer.use(description);
  return viewer;
}

/** A section on a page. */
const view = (id) => ({ section: { id }, element: {}, list: {} });

const sections = { sports: {}, live: {}, standard: {} };

test("the choices of a feed are its own, also if another one has its title", () => {
  const kept = {};
  viewing({ title: "Board", key: "/a/board.yaml", sections }, kept).showOnly("section live", ["live"]);
  assert.deepEqual(Object.keys(kept), ["feed:/a/board.yaml"]);
  assert.equal(viewing({ title: "Board", key: "/b/board.yaml", sections }, kept).only, null);
  assert.deepEqual(viewing({ title: "Boards", key: "/a/board.yaml", sections }, kept).only?.globs, ["live"]);
  // A server that sends no key.
  viewing({ title: "Board", sections }, kept).showOnly("section live", ["live"]);
  assert.ok(kept["feed:Board"]);
});

test("choices of sections that the feed does not declare are dropped", () => {
  const used = (choices) => viewing({ title: "Board", sections }, { "feed:Board": JSON.stringify(choices) });
  for (const [globs, isKept] of [
    [["live"], true], [["live/7"], true], [["other", "standard/*"], true], [["*"], true], [["*7"], true], [["s*7"], true], [["l?ve/7"], true],
    [["other"], false], [["other/live"], false], [["lives"], false], [["liv"], false], [[], false],
  ]) {
    const { only } = used({ only: { by: "section live", globs } });
    assert.deepEqual(only?.globs, isKept ? globs : undefined);
  }
  const { hidden, folded } = used({ hidden: ["live/2", "other", "sports"], folded: ["standard/1", "others/1"] });
  assert.deepEqual([...hidden, ...folded], ["live/2", "sports", "standard/1"]);
});

test("two tabs that change the choices keep both changes", () => {
  const kept = {}, [one, two] = [0, 0].map(() => viewing({ title: "Board", sections }, kept));
  const added = (viewer) => [...viewer.marks].filter(([, { added }]) => added).map(([id]) => id);
  one.mark({ id: "a" }, "added");
  two.mark({ id: "b" }, "added");
  one.toggle("folded", view("live/1"));
  two.mark({ id: "a" }, "added");
  one.name("b", "added", { title: "B" });
  const third = viewing({ title: "Board", sections }, kept);
  assert.deepEqual([added(third), [...third.folded], third.chosen.map(({ title }) => title)], [["b"], ["live/1"], ["B"]]);
});

test("choices that cannot be kept count until the page is closed", () => {
  const viewer = viewing({ title: "Board", sections }, Object.freeze({}));
  viewer.mark({ id: "a" }, "added");
  viewer.mark({ id: "b" }, "added");
  assert.deepEqual([...viewer.marks.keys()], ["a", "b"]);
});

test("a page without a shown item reports why", () => {
  const section = (id, count) => ({ id, items: Array(count).fill({}) });
  const all = [section("sports", 2), section("live/1", 0), section("standard/1", 3)];
  const absence = (choices, shown = all) => viewing({ title: "Board", sections }, { "feed:Board": JSON.stringify(choices) }).absence(shown);
  const only = (...globs) => ({ by: "section live/1", globs, name: "Live" });
  const empty = "Only Live is shown, and it is empty now";
  for (const [choices, text] of [
    [{}, ""], [{ hidden: ["sports"] }, ""], [{ only: only("live/*", "standard/*") }, ""],
    [{ only: only("live/1") }, empty], [{ only: only("live/2") }, empty], [{ only: only("live/1"), hidden: ["sports", "standard/1"] }, empty],
    [{ only: { by: "x", globs: ["live/1"] } }, "Only a chosen section is shown, and it is empty now"],
    [{ hidden: ["sports", "live/1", "standard/1"] }, "All sections are hidden"],
    [{ hidden: ["sports", "standard/1"] }, "All sections with items are hidden"],
    [{ only: only("sports"), hidden: ["sports"] }, "All sections are hidden"],
  ]) assert.equal(absence(choices), text, JSON.stringify(choices));
  assert.equal(absence({ only: only("live/1") }, [section("live/1", 0)]), "No items yet");
});

test("the last name of a section that is shown alone is kept with this choice only", () => {
  const kept = {}, [one, two] = [0, 0].map(() => viewing({ title: "Board", sections }, kept));
  one.showOnly("section live", ["live"], "Live");
  one.show({ ...view("live"), name: "Live (2)" });
  assert.equal(viewing({ title: "Board", sections }, kept).only.name, "Live (2)");
  two.showOnly("select sport/1", ["sports"], "Tennis");
  one.show({ ...view("live"), name: "Live (3)" });
  assert.equal(viewing({ title: "Board", sections }, kept).only.name, "Tennis");
});

test("two tabs that change items before they know of each other's change keep both", () => {
  const tabs = ["a", "b"].map((id) => {
    const kept = {}, viewer = viewing({ title: "Board", sections }, kept);
    viewer.mark({ id }, "added");
    viewer.name(id, "added", { title: id });
    return { viewer, kept };
  });
  // Each one sees what the other has written.
  const [one, two] = tabs.map(({ viewer }, i) => {
    globalThis.localStorage = storage(tabs[1 - i].kept);
    viewer.refresh();
    return viewer;
  });
  for (const viewer of [one, two]) assert.deepEqual([[...viewer.marks.keys()], viewer.chosen.length, viewer.isAhead], [["a", "b"], 2, true]);
  // What one of them then keeps is what the other has.
  globalThis.localStorage = storage();
  one.keep();
  two.refresh();
  assert.equal(two.isAhead, false);
});

test("the newest change of an item counts, and the order is that of the changes", () => {
  assert.deepEqual(newest([["a", 1, 5], ["b", 1, 9]], [["b", 2, 7], ["a", 2, 8], ["c", 2, 8]]), [["a", 2, 8], ["c", 2, 8], ["b", 1, 9]]);
  assert.deepEqual(newest([["a", 1, 5]], [["a", 2, 5]]), [["a", 1, 5]]);
  assert.equal(newest(Array.from({ length: 999 }, (_, i) => [`${i}`, 1, i]), [["a", 1, 2_000], ["b", 1, 2_001]])[0][0], "1");
  // Changes that an older page has kept have no times.
  const { marks } = viewing({ title: "Board", sections }, { "feed:Board": JSON.stringify({ marks: [["z", { added: true }], ["y", { added: true }]] }) });
  assert.deepEqual([...marks.keys()], ["z", "y"]);
});
