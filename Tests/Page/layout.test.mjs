// The page's solver places cells as FeedLayout does: node --test Tests/Page
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { isSolvable, solve } from "../../Sources/FeedServer/Page/layout.js";

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const near = (got, expected, what, tolerance = 0.01) => {
  assert.equal(got.length, expected.length, what);
  got.forEach((number, index) => assert.ok(Math.abs(number - expected[index]) <= tolerance, `${what}: ${got} instead of ${expected}`));
};
const frame = ({ x, y, width, height }) => [x, y, width, height];

test("the layouts of this repository have the frames of FeedLayout's solver", () => {
  const vectors = read("fixtures/layouts/frames.json");
  assert.ok(vectors.length > 50);
  for (const { name, container: [width, height], scale, count, layout, ...expected } of vectors) {
    const what = `${name}, ${count} in ${width} x ${height}`;
    assert.ok(isSolvable(layout), what);
    const solved = solve(layout, { width, height, scale }, count);
    near([solved.height], [expected.height], what);
    near(solved.cells.flatMap(frame), expected.cells.flat(), what);
    near(solved.boundary.flatMap(frame), expected.boundary.flat(), what);
    assert.equal(solved.row !== undefined, expected.maxOffset !== undefined, what);
    if (solved.row) near([solved.row.maxOffset], [expected.maxOffset], what);
  }
});

// The vectors of FeedLayout that this solver covers: one declaration that scrolls down, unmeasured.
const covered = read("Tests/FeedLayoutTests/Vectors/layout-vectors.json").vectors.filter(({ layout, environment }) =>
  layout.scrollDirection === "vertical" && layout.sections.length === 1 && !layout.boundaryItems &&
  !environment.scrollOffset && !environment.measured && !environment.safeAreaInsets &&
  !JSON.stringify(layout).includes('"supplementary"') && isSolvable(layout.sections[0]));

test("most vectors of FeedLayout are covered", () => assert.ok(covered.length >= 80, `${covered.length}`));

for (const { id, layout, environment, itemCounts, expect } of covered) {
  test(`the frames of '${id}' are the recorded ones`, () => {
    const { containerSize: [width, height], pixelScale: scale, tolerance } = environment;
    let top = 0;
    itemCounts.forEach((count, section) => {
      const solved = solve(layout.sections[0], { width, height, scale }, count);
      for (const { element, kind, item, frame: expected } of expect.elements.filter((one) => one.section === section)) {
        const found = { cell: solved.cells, supplementary: solved.boundary.filter((one) => one.kind === kind) }[element]?.[item];
        if (element === "decoration") continue;
        assert.ok(found, `${element} ${item}`);
        near([found.x, found.y + top, found.width, found.height], expected, `${element} ${section}, ${item}`, tolerance);
      }
      top += solved.height + (layout.interSectionSpacing ?? 0);
    });
  });
}

test("layouts with frames by hand, anchored views or uniform lengths are not solvable", () => {
  const size = { width: { absolute: 10 }, height: { absolute: 10 } };
  const group = { axis: "horizontal", size, items: [{}] };
  assert.ok(isSolvable({ group }));
  assert.ok(!isSolvable({ group: { axis: "custom", size, frames: [] } }));
  assert.ok(!isSolvable({ group: { ...group, supplementaries: [{ kind: "badge" }] } }));
  assert.ok(!isSolvable({ group: { ...group, items: [{ size: { ...size, height: { uniformAcrossSiblings: 9 } } }] } }));
  assert.ok(!isSolvable({ group, variants: [{ when: { maxWidth: 1 }, group: { axis: "custom", size, frames: [] } }] }));
});
