// The small figures of items, the orders and the filter of a viewer, and the places of sections: node --test Tests/Page
import assert from "node:assert/strict";
import test from "node:test";
import { arrangement, larger, plan } from "../../Sources/FeedServer/Page/cells.js";
import { columnCount, columnsOf, flowing, place } from "../../Sources/FeedServer/Page/columns.js";
import { headings, listName, toggled } from "../../Sources/FeedServer/Page/chosen.js";
import { arc, figure, figureText, line, measured, numbers, share, traced, worded } from "../../Sources/FeedServer/Page/figures.js";
import { choices, folded, foundText, hasNumber, matching, nextOrder, number, sorted, words } from "../../Sources/FeedServer/Page/filter.js";
import { ago, condition, details, isUnread, notice, stateText, summary, worst } from "../../Sources/FeedServer/Page/inputs.js";
import { isAmount, isSuspended } from "../../Sources/FeedServer/Page/item.js";
import { crosses, isAcross, Motion, sliding } from "../../Sources/FeedServer/Page/motion.js";

test("the numbers of a spark line are separated by commas or spaces", () => {
  assert.deepEqual(numbers("1,2.5 -3,  4e1"), [1, 2.5, -3, 40]);
  assert.deepEqual(numbers(""), []);
  assert.deepEqual(numbers("1,two,3"), []);
});

test("a share is any number", () => {
  assert.deepEqual(["0.42", "0", "1", "7", "-1", " .5 "].map(share), [0.42, 0, 1, 7, -1, 0.5]);
  assert.deepEqual(["", " ", "half", "NaN", "Infinity"].map(share), Array(5).fill(undefined));
});

test("a line fills its box from the smallest to the largest number", () => {
  assert.deepEqual(line([1, 3, 2], [12, 10]), [[1, 9], [6, 1], [11, 5]]);
  assert.deepEqual(line([5, 5], [12, 10]), [[1, 5], [11, 5]]);
  assert.deepEqual(line([5], [12, 10]), [[6, 5]]);
});

test("an arc ends at its share of the half circle", () => {
  assert.equal(arc(0.5, [28, 16]), "M 2 14 A 12 12 0 0 1 14 2");
  assert.equal(arc(1, [28, 16]), "M 2 14 A 12 12 0 0 1 26 14");
});

test("a figure has a label, and none without valid numbers", () => {
  assert.equal(figure("spark", "1, 4 2").label, "from 1 to 2, between 1 and 4");
  assert.deepEqual(["1 2", "2 1", "1 1"].map((text) => figure("spark", text).way), ["up", "down", "even"]);
  assert.equal(figure("spark", "2").label, "unchanged at 2");
  assert.equal(figure("bar", "0.42").label, "42 %");
  assert.equal(figure("bar", "0.5").parts[1][1].width, 32);
  assert.equal(figure("gauge", "0").parts.length, 1);
  assert.equal(figure("gauge", "1").parts.length, 2);
  for (const [name, text] of [["spark", "a"], ["bar", "wide"], ["gauge", ""]]) assert.equal(figure(name, text), undefined);
});

test("the text of a figure is a field of the item or a part of it", () => {
  assert.equal(figureText({ fields: { bar: 0.5 } }, "bar"), "0.5");
  assert.equal(figureText({ spark: "1 2" }, "spark"), "1 2");
  assert.equal(figureText({}, "gauge"), "");
});

test("declared figures measure a field and trace its last minute", () => {
  assert.equal(measured({ fields: { cpu: 25 } }, { field: "cpu", from: 0, to: 100 }), "0.25");
  assert.equal(measured({ fields: {} }, { field: "cpu", from: 0, to: 100 }), "");
  const history = [];
  const texts = [[0, 1], [1, 2], [2, 2], [30_000, 3], [61_500, 4]].map(([now, price]) => traced({ fields: { price } }, "price", history, now));
  assert.deepEqual(texts, ["1,1", "1,2", "1,2", "1,2,3", "3,4"]);
});

const look = { kinds: { event: "head", market: "depth-1 ladder-head", runner: "cell span-1 ladder ladder-2 column-1-value column-2-badge" }, heads: ["event"], filler: "cell filler" };
const row = (id, title, value, badge) => ({ id, kind: "runner", title, value, badge });
const events = [
  { id: "e1", kind: "event", title: "Harbour v Town" }, { id: "m1", kind: "market", title: "Winner" },
  row("r1", "Harbour", "2.50", "2.6"), row("r2", "Town", "10.00", "11"), row("r3", "Draw", undefined, "3.1"),
  { id: "e2", kind: "event", title: "Lions v Bears" }, { id: "m2", kind: "market", title: "Winner" },
  row("r4", "Lions", "1.50", "1.6"), row("r5", "Bears", "3.00", "3.1"), row("r5#1", "", undefined, undefined),
];
const ids = (items) => items.map(({ id }) => id).join(" ");

test("rows are sorted by a column below their headings, missing figures last", () => {
  assert.equal(ids(sorted(events, look, { column: 1, way: "down" })), "e1 m1 r2 r1 r3 e2 m2 r5 r4 r5#1");
  assert.equal(ids(sorted(events, look, { column: 1, way: "up" })), "e1 m1 r1 r2 r3 e2 m2 r4 r5 r5#1");
  assert.equal(ids(sorted(events, look, { column: 2, way: "down" })), "e1 m1 r2 r3 r1 e2 m2 r5 r4 r5#1");
  assert.equal(ids(sorted(events, look, { column: 3, way: "down" })), ids(events));
});

test("a column is sorted from the largest, from the smallest, and not any more", () => {
  const first = nextOrder(undefined, 2);
  assert.deepEqual(first, { column: 2, way: "down" });
  assert.deepEqual(nextOrder(first, 2), { column: 2, way: "up" });
  assert.equal(nextOrder({ column: 2, way: "up" }, 2), undefined);
  assert.deepEqual(nextOrder(first, 1), { column: 1, way: "down" });
});

test("a part sorts rows with columns below their headings, and other sections by their top level", () => {
  assert.equal(ids(sorted(events, look, { column: "title", way: "up" })), "e1 m1 r3 r1 r2 e2 m2 r5 r4 r5#1");
  const days = { kinds: { day: "head", quake: "depth-1" }, heads: ["day"] };
  const day = (id, title, ...rows) => [{ id, kind: "day", title }, ...rows.map(([id, value]) => ({ id, kind: "quake", value }))];
  const quakes = [...day("d1", "Sat", ["a", "2.1"], ["b", "4.5"]), ...day("d2", "Fri", ["c", "3"])];
  assert.equal(ids(sorted(quakes, days, { column: "title", way: "up" })), "d2 c d1 a b");
  // The rows below a heading keep their order, also below the only one.
  assert.equal(ids(sorted(day("d1", "Sat", ["a", "2.1"], ["b", "10"], ["c", "3"]), days, { column: "value", way: "down" })), "d1 a b c");
  const flat = ["late", "12 ms", "1,200 ms", "", "84 ms"].map((value, id) => ({ id, kind: "service", value }));
  assert.equal(ids(sorted(flat, {}, { column: "value", way: "down" })), "2 4 1 0 3");
  assert.equal(ids(sorted(flat, {}, { column: "value", way: "up" })), "1 4 2 0 3");
});

test("a section is sorted by the parts that its items have, under the words of its columns", () => {
  const names = (items, look) => choices(items, look).map(({ column, name, key }) => `${column} ${name} ${key}`).join(", ");
  assert.equal(names(events, { ...look, columns: { market: ["Back", "Lay"] } }), "title title t, 2 Lay b, 1 Back v");
  assert.equal(names([{ id: "1", kind: "x", title: "A" }, { id: "2", kind: "x", title: "B", badge: "3" }], {}), "title title t, badge badge b");
  assert.equal(names([{ id: "1", kind: "x", title: "alone" }], {}), "");
  // A row alone is not sorted, whatever is below it; with columns, the rows below it are.
  const parent = { kinds: { event: "head", selection: "cell span-1" }, heads: ["event"] };
  const event = (id) => [{ id, kind: "event", title: id }, ...["a", "b"].map((name) => ({ id: `${id}${name}`, kind: "selection", title: name }))];
  assert.equal(names(event("e1"), parent), "");
  assert.equal(names([...event("e1"), ...event("e2")], parent), "title title t");
  assert.equal(names(events.slice(0, 5), look), "title title t, badge badge b, value value v");
});

test("figures, times, durations and days are compared as numbers", () => {
  assert.deepEqual(["€1,299.50", "−3 %", "M 4.5", "06:10", "1:02:03", "in 2 h", "3 days ago", "+5 min"].map(number), [1299.5, -3, 4.5, 370, 3723, 7_200, 259_200, 300]);
  assert.deepEqual(["on time", "2–1", "IC 50 via 4", ""].map(number), Array(4).fill(undefined));
  const days = ["Sat 28 Nov 06:10", "Fri 4 Dec 05:00", "Sun 29 Nov 00:05"];
  assert.deepEqual(days.toSorted((a, b) => number(a) - number(b)), [days[0], days[2], days[1]]);
});

test("a word of a filter can name a part or a column", () => {
  const found = (text) => [...matching(events, { ...look, columns: { market: ["Back", "Lay"] } }, words(text)).shown].sort().join(" ");
  assert.equal(found("value:2.5"), "e1 m1 r1");
  assert.equal(found("back:3 title:bears"), "e2 m2 r5");
  assert.equal(found("lay:3.1"), "e1 e2 m1 m2 r3 r5");
  assert.equal(found("value: draw"), "");
  assert.equal(found("other:3"), "");
});

test("a filter finds rows with their headings, and all rows of a heading", () => {
  // The items, and the number of those that have the words themselves.
  const found = (text) => {
    const { shown, count } = matching(events, look, words(text));
    return `${[...shown].sort().join(" ")}: ${count}`;
  };
  assert.equal(found("draw"), "e1 m1 r3: 1");
  assert.equal(found("LIONS"), "e2 m2 r4 r5 r5#1: 2");
  assert.equal(found("harbour town"), "e1 m1 r1 r2 r3: 1");
  assert.equal(found("nowhere"), ": 0");
});

test("the heading of a section with the words shows all items of the section", () => {
  const found = (text) => {
    const { shown, count, isWhole } = matching(events, look, words(text), "Live: Football (3)");
    return [shown.size, count, isWhole];
  };
  assert.deepEqual(found("football"), [events.length, 0, true]);
  assert.deepEqual(found("live: FOOT"), [events.length, 0, true]);
  assert.deepEqual(found("draw"), [3, 1, false]);
  assert.deepEqual(found("football draw"), [0, 0, false]);
  assert.deepEqual(found("title:football"), [0, 0, false]);
  assert.deepEqual([[0, 0], [1, 0], [0, 1], [1_234, 2]].map(([count, sections]) => foundText(count, sections)), ["0 items", "1 item", "1 section", "1,234 items, 2 sections"]);
});

test("a filter ignores accents, kinds of dashes and quotes, and separators of thousands", () => {
  const items = ["Novotná", "Grünwald", "Żurek", "Söhne", "Łódź", "Straße", "1–0", "2−0", "3—0", "4‑0", "€1,234,567.89", "CHF 7’654’321", "d’Or", "Ærø", "Þór Guðrún", "İstanbul", "5\u202f432\u202f100"]
    .map((title, id) => ({ id: String(id), kind: "x", title, value: title }));
  const found = (text) => items.filter(({ id }) => matching(items, {}, words(text)).shown.has(id)).map(({ title }) => title).join(" ");
  for (const [text, title] of Object.entries({
    novotna: "Novotná", NOVOTNÁ: "Novotná", grunwald: "Grünwald", zurek: "Żurek", sohne: "Söhne", lodz: "Łódź", strasse: "Straße", STRAẞE: "Straße", "1-0": "1–0", "2-0": "2−0",
    "3-0": "3—0", "4-0": "4‑0", "1—0": "1–0", 1234567: "€1,234,567.89", "234,567": "€1,234,567.89", "1,234,567.8": "€1,234,567.89", 7654321: "CHF 7’654’321", "7'654": "CHF 7’654’321", "d'or": "d’Or", aero: "Ærø",
    "thor gudrun": "Þór Guðrún", istanbul: "İstanbul", 5432100: "5\u202f432\u202f100", "title:novotna": "Novotná", "value:lodz": "Łódź", "value:7'654": "CHF 7’654’321",
  })) assert.equal(found(text), title, text);
  assert.equal(found("novotnq"), "");
  // The marks of other scripts tell words apart.
  assert.deepEqual(["が", "ไม่", "Ёлка"].map(folded), ["が".normalize("NFD"), "ไม่", "елка"]);
  // A column with an accent.
  const ladder = { kinds: { x: "ladder column-1-value" }, columns: { race: ["Größe"] } };
  assert.deepEqual(["große:1", "grosse:lodz"].map((text) => matching(items, ladder, words(text)).count), [2, 1]);
  assert.equal(matching(items, {}, words("sud-tirol"), "Süd–Tirol").isWhole, true);
});

test("a number of a filter is found at the beginning of a number", () => {
  for (const text of ["1.5", "1.50", "1.55", "€1.50", "1.5k", "67 to 1.5", "+1.5", "-1.5", "−€1.5"]) assert.ok(hasNumber(text, "1.5"), text);
  for (const text of ["11.5", "11.50", "21.5", "1.4", "1.05", "15", "0.15", "1,150", "one"]) assert.ok(!hasNumber(text, "1.5"), text);
  // Zeros at the end and the separators of thousands make no difference; a sign does.
  assert.deepEqual(["1.5", "1.50", "1.500", "1.55"].map((text) => hasNumber(text, "1.50")), [true, true, true, false]);
  assert.deepEqual(["1424", "1,42", "1,424.7", "424", "76"].map((typed) => hasNumber("1,424.76", typed)), [true, true, true, false, false]);
  assert.deepEqual(["1,5", "1.5", "15"].map((typed) => hasNumber("1,50 €", typed)), [true, false, false]);
  assert.deepEqual(["1234", "1.23"].map((typed) => hasNumber("1.234,50 €", typed)), [true, true]);
  assert.deepEqual(["-1.5", "−1.5", "+1.5"].map((text) => hasNumber(text, "-1.5")), [true, true, false]);
  const look = { kinds: { runner: "ladder column-1-value column-2-badge" }, columns: { race: ["Back", "Lay"] } };
  const runners = ["1.5", "11.50", "1.55", "2.15", "—"].map((value, id) => ({ id: String(id), kind: "runner", title: `Runner ${id}`, value, badge: "11.5" }));
  const found = (text) => [...matching(runners, look, words(text)).shown].join("");
  assert.deepEqual(["value:1.5", "back:1.5", "lay:1.5", "lay:11", "value:1.5 lay:11", "1.5", "title:1"].map(found), ["02", "02", "", "01234", "02", "01234", "1"]);
});

test("a bar or gauge has its value in words unless the item says it anyway", () => {
  const uptime = { field: "uptime", from: 98, to: 100 };
  assert.deepEqual(worded({ fields: { uptime: "99.8912" }, value: "84 ms" }, "gauge", uptime), { text: "99.89", label: "uptime: 99.89" });
  assert.equal(worded({ fields: { uptime: 99.81 }, subtitle: "degraded · 99.81 % this month" }, "gauge", uptime).text, "");
  assert.equal(worded({ fields: { uptime: 99.81 }, subtitle: "99.8 of 199.81" }, "gauge", uptime).text, "99.81");
  assert.deepEqual(worded({ fields: { stock: 3 }, badge: "3 left" }, "bar", { field: "stock", from: 0, to: 50 }), { text: "", label: "stock: 3" });
  assert.deepEqual(worded({ fields: { done: 0.45 }, value: "45%" }, "bar", { field: "done", from: 0, to: 1 }), { text: "", label: "done: 45 %" });
  // Numbers are compared, with any number of decimals and either separator.
  const level = { field: "level", from: 0, to: 5 };
  const said = (level_, value) => worded({ fields: { level: level_ }, value }, "gauge", level).text;
  assert.deepEqual(["3.10 m", "3.1 m", "3,10 m", "3.1000 m", "−3.10 m"].map((value) => said(3.1, value)), Array(5).fill(""));
  assert.deepEqual([said(3.1416, "3.1416 m"), said(1_234.5, "1,234.50 m"), said(1_234.5, "1.234,50 m"), said(100, "100.0 m")], ["", "", "", ""]);
  assert.deepEqual(["3.2 m", "31 m", "3 m", "03:10", "13.1 m"].map((value) => said(3.1, value)), Array(5).fill("3.1"));
  assert.deepEqual([said(14, "14:05"), said(10, "1 m"), said(3.1416, "3 m")], ["14", "10", "3.14"]);
  // The value can be the number, rounded.
  assert.deepEqual([said(5.66, "5.7"), said(5.6549, "5.65 m"), said(5.66, "5.6"), said(5.66, "15.7")], ["", "", "5.66", "5.66"]);
  assert.equal(worded({ fields: { level: 5.66 }, value: "today", badge: "5.7" }, "gauge", level).text, "5.66");
  assert.equal(worded({ fields: { done: 0.453 }, value: "45.3 %" }, "bar", { field: "done", from: 0, to: 1 }).text, "");
  assert.deepEqual(worded({ fields: { bar: "0.42" } }, "bar"), { text: "42 %", label: "bar: 42 %" });
});

test("a share above one or below zero has its number, and its drawing ends at its ends", () => {
  const done = { field: "done", from: 0, to: 1 };
  assert.deepEqual([1.505, 1, 0, -0.05].map((share) => worded({ fields: { done: share } }, "bar", done).text), ["151 %", "100 %", "0 %", "-5 %"]);
  assert.deepEqual(["1.505", "-0.05"].map((text) => figure("bar", text).label), ["151 %", "-5 %"]);
  assert.deepEqual(["1.505", "-0.05"].map((text) => figure("bar", text).parts[1][1].width), [64, 0]);
  assert.equal(figure("gauge", "1.505").parts[1][1].d, arc(1));
  assert.equal(figure("gauge", "-0.05").parts.length, 1);
});

test("a share is repeated by the value and by percentages only", () => {
  const said = (texts) => worded({ fields: { done: 0.3 }, ...texts }, "gauge", { field: "done", from: 0, to: 1 }).text;
  assert.deepEqual([{ subtitle: "oldest 30 s" }, { badge: "30" }, { subtitle: "30 of 40 %" }].map(said), Array(3).fill("30 %"));
  assert.deepEqual([{ subtitle: "oldest 30 s, 30 % full" }, { badge: "30%" }, { value: "30" }, { badge: "30.0\u202f%" }].map(said), Array(4).fill(""));
});

test("an amount is one number, and a score, a clock or a word is none", () => {
  for (const text of ["€54.29", "1,234.50 €", "−3 %", "84 ms", "7", "1’234", "12 kg"]) assert.ok(isAmount(text), text);
  for (const text of ["", "—", "won", "2–1", "0–1 68'", "68'", "21-15 6-4", "12:30", "17–16 Q2 05:00", undefined]) assert.ok(!isAmount(text), text);
});

test("sections go below the shortest column, and wide ones below all", () => {
  const places = place([{ height: 10, isWide: true }, { height: 50 }, { height: 20 }, { height: 40 }, { height: 5, isWide: true }, { height: 9 }], 2);
  assert.deepEqual(places.map(({ top, column }) => [top, column]), [[0, null], [10, 0], [10, 1], [30, 1], [70, null], [75, null]]);
});

test("a section keeps its column unless that has become much longer", () => {
  const at = (height, column) => place([{ height, column: 0 }, { height: 50, column: 1 }, { height: 9, column }].map((one) => ({ ...one, of: 2 })), 2)[2].column;
  assert.equal(at(100, 0), 0);
  assert.equal(at(2_000, 0), 1);
  // A column of another number of columns is none that it keeps.
  assert.equal(place([{ height: 9, column: 2, of: 3 }, { height: 9 }], 2)[0].column, 0);
  assert.equal(place([{ height: 9 }, { height: 90 }, { height: 9, column: 0, of: 2 }], 3)[2].column, 2);
});

test("few sections share the whole width, and a last one takes it where that leaves less empty", () => {
  const wide = { isWide: true, height: 10 };
  assert.deepEqual(columnsOf([{}, wide, {}, {}, wide, {}, {}, {}, {}], 3), [1, 1, 2, 2, 1, 3, 3, 3, 3]);
  assert.deepEqual(columnsOf([{ flows: true }, { flows: true }, wide, { flows: true }, {}, wide, ...Array(4).fill({ flows: true })], 3), [1, 1, 1, 2, 2, 1, 3, 3, 3, 3]);
  const at = (count, ...sections) => place(sections.map((one) => (one.height ? one : { height: one })), count).map(({ top, column, of }) => [top, column, of]);
  assert.deepEqual(at(3, 40), [[0, null, 1]]);
  assert.deepEqual(at(3, 40, 30), [[0, 0, 2], [0, 1, 2]]);
  assert.deepEqual(at(2, 40, 38, 40), [[0, 0, 2], [0, 1, 2], [40, null, 1]]);
  // Those above it leave no column empty.
  assert.deepEqual(at(2, 20, 90), [[0, null, 1], [20, null, 1]]);
  assert.deepEqual(at(3, 20, 18, 90), [[0, 0, 2], [0, 1, 2], [20, null, 1]]);
  assert.deepEqual(at(2, 90, 30, 40), [[0, 0, 2], [0, 1, 2], [30, 1, 2]]);
  // Both ways of it stay what they are while the others grow a little.
  const third = (end, isWhole) => at(2, 100, end, { height: isWhole ? 50 : 100, isWhole })[2][1];
  assert.deepEqual([60, 65, 75].map((end) => third(end, false)), [1, 1, null]);
  assert.deepEqual([50, 65, 75].map((end) => third(end, true)), [1, null, null]);
});

test("rows go on beside each other in groups, each with its cells in the tracks of its own", () => {
  const [head, cell] = [{ isHead: true, span: 0 }, { span: 1 }];
  const places = (items, count) => flowing(items, 2, count).map(({ row, column, span }) => [row, column, span]);
  const group = [head, { span: 0 }, cell, cell, cell];
  assert.deepEqual(places([...group, head, cell, head, cell], 2),
    [[1, 1, 2], [2, 1, 2], [3, 1, 1], [3, 2, 1], [4, 1, 1], [1, 4, 2], [2, 4, 1], [5, 1, 2], [6, 1, 1]]);
  assert.deepEqual(flowing([head, cell, head, cell, head], 2, 2).map(({ isTop }) => isTop), [true, false, true, false, false]);
  assert.deepEqual(places([cell, { span: 2 }, cell], 1), [[1, 1, 1], [2, 1, 2], [3, 1, 1]]);
});

test("the page has as many columns as have room", () => {
  assert.deepEqual([20, 62, 70, 90, 125, 400].map(columnCount), [1, 1, 2, 2, 3, 4]);
});

test("a panel is named by its action or flag, and a toast says what has happened", () => {
  const action = { id: "toggle-betslip", viewer: { toggle: "added" } };
  assert.equal(listName(action), "Betslip");
  assert.equal(listName({ id: "star", viewer: { toggle: "my_favourites" } }), "My favourites");
  assert.equal(toggled("Draw", action, true), "Draw: added to Betslip");
  assert.equal(toggled("Draw", action, false), "Draw: removed from Betslip");
  assert.deepEqual(headings(events, look, "r4"), ["Lions v Bears", "Winner"]);
});

test("the bar is live only while all inputs are", () => {
  const inputs = (...states) => worst(states.map((state, index) => ({ name: `i${index}`, state })));
  assert.equal(stateText("live", inputs(), ""), "Live");
  assert.equal(stateText("live", inputs("live", "new"), ""), "Live");
  assert.equal(stateText("live", inputs("live", "late"), ""), "Late: i1");
  assert.equal(stateText("live", inputs("failed", "late"), ""), "Failed: i0");
  assert.equal(stateText("live", inputs("failed", "failed"), ""), "Failed: 2 inputs");
  assert.equal(stateText("live", inputs("new"), ""), "Waiting for i0");
  assert.equal(stateText("live", inputs("new", "new"), ""), "Waiting for 2 inputs");
  assert.equal(stateText("live", inputs("new", "late"), ""), "Late: i1");
  assert.equal(stateText("stale", inputs("failed"), "10:00"), "Stale since 10:00");
  assert.equal(stateText("reconnecting", inputs("late"), ""), "Reconnecting");
  assert.deepEqual(details({ age: 3.4, rate: 12.3, p99: 4.56, rejected: 2, error: "gone" }), ["3 s ago", "12 messages/s", "p99 4.6 ms", "gone"]);
  assert.deepEqual(details({ rate: 0.24, p99: 4.56 }, true), ["0.2/s"]);
  assert.deepEqual([0.05, 0.049, 0].map((rate) => details({ kind: "stream", state: "live", age: 1, rate }, true).join()), ["1 s ago,0.1/s", "1 s ago", "1 s ago"]);
  assert.deepEqual([["poll", "live"], ["document", "live"], ["poll", "late"]].map(([kind, state]) => details({ kind, state, age: 1, rate: 0 }).join()), ["1 s ago,unchanged", "1 s ago,unchanged", "1 s ago"]);
  assert.deepEqual(details({ state: "failed", age: 3.4, error: "gone" }), ["gone", "3 s ago"]);
  assert.deepEqual([0.2, 1, 119, 120, 3_600, 7_200, 90_000].map(ago), ["now", "1 s ago", "119 s ago", "2 min ago", "60 min ago", "2 h ago", "25 h ago"]);
  const states = [{ state: "live" }, { state: "new" }, { state: "live", rejected: 2 }, { state: "late", age: 3 }, { state: "late", age: null }];
  assert.deepEqual(states.map(condition), ["live", "no messages yet", "live, 2 rejected", "late", "late, no messages yet"]);
});

test("the rejected messages that are still listed count, and all of a server that does not count these", () => {
  const inputs = [{ name: "odds", state: "live", rejected: 7, kept: 2 }, { name: "desk", state: "live", rejected: 5, kept: 0 }, { name: "old", state: "live", rejected: 1 }];
  assert.deepEqual(inputs.map(condition), ["live, 2 rejected", "live", "live, 1 rejected"]);
  assert.equal(summary(inputs), "3 inputs, 3 rejected");
  assert.equal(summary([inputs[1]]), "1 input");
});

test("an alert that cannot be sent is named as an alert", () => {
  const [odds, hot, cold] = [{ name: "odds", kind: "stream", state: "live" }, { name: "alert/hot", kind: "alert", state: "failed", error: "answered 503" }, { name: "alert/cold", kind: "alert", state: "failed" }];
  assert.equal(stateText("live", worst([odds, hot]), ""), "Failed: alert hot");
  assert.equal(stateText("live", worst([hot, cold]), ""), "Failed: 2 alerts");
  assert.equal(stateText("live", worst([{ ...odds, state: "failed" }, hot]), ""), "Failed: 1 input, 1 alert");
  assert.equal(summary([odds, hot]), "1 input, 1 alert not sent");
  assert.equal(summary([hot, cold]), "2 alerts not sent");
  assert.equal(summary([{ ...odds, state: "new" }]), "1 input, no messages yet");
  assert.equal(summary([{ ...odds, state: "failed" }, odds]), "2 inputs, 1 failed");
  // A feed file whose edit is refused is no input.
  const file = { name: "status.yaml", kind: "file", state: "failed", error: "status.yaml:3:1: …" };
  assert.equal(summary([file, odds, odds]), "2 inputs, feed file failed");
  assert.deepEqual(worst([file, odds]), { state: "failed", what: "feed file" });
  assert.deepEqual(worst([file, { ...odds, state: "failed" }, hot]), { state: "failed", what: "1 input, 1 alert, feed file" });
});

test("a row with a warning that has only a dash is suspended, below a heading", () => {
  const row = { title: "Correct score", value: "—", tone: "warning" };
  assert.ok(isSuspended(row, "depth-1"));
  for (const [item, classes] of [[row, "depth-0"], [row, "cell span-1 depth-1"], [{ ...row, tone: undefined }, "depth-1"], [{ ...row, value: "2.10" }, "depth-1"],
    [{ ...row, subtitle: "since 12:00" }, "depth-1"]]) assert.ok(!isSuspended(item, classes));
});

test("a section says of its source that it is late, or failed with the reason", () => {
  assert.equal(notice({ state: "late" }), "late: may be out of date");
  assert.equal(notice({ state: "failed" }), "failed");
  assert.equal(notice({ state: "failed", error: "the source cannot be reached" }), "failed: the source cannot be reached");
  assert.equal(notice({ state: "failed", error: { code: "not-a-list", message: "nothing at $.items" } }), "failed: nothing at $.items");
});

test("rows that make room together do not cross, and rows that change places do", () => {
  assert.equal(crosses([{ x: 0, y: 40 }, { x: 0, y: 44 }]), false);
  assert.equal(crosses([{ x: 0, y: 40 }, { x: 0, y: -40 }]), true);
  assert.equal(crosses([{ x: 90, y: 0 }, { x: -90, y: 0 }]), true);
  assert.equal(crosses([]), false);
});

test("rows of a list swap when one changes to another column, and all rows when a section does", () => {
  const parent = (localName, className) => ({ localName, className });
  const [rows, others, cards, grid, section] = [parent("ul", "rows columns-3"), parent("ul", "rows"), parent("ul", "cards"), parent("ul", "grid"), parent("section", "section-live")];
  const move = (parentElement, className, x, width) => ({ element: { className, parentElement }, x, y: 44, width });
  const across = (...all) => all.map((x) => isAcross(move(...x)));
  assert.deepEqual(across([rows, "head", 0, 690], [rows, "head", 20, 690], [rows, "head", -700, 690], [rows, "depth-1", 720, 690]), [false, false, true, true]);
  // Cells beside each other, and one of another column.
  assert.deepEqual(across([rows, "cell span-1", 230, 225], [rows, "cell span-1", -470, 225], [rows, "cell span-1", 720, 225]), [false, false, true]);
  assert.deepEqual(across([section, "", 720, 720], [cards, "", 300, 280], [grid, "", -300, 150]), [true, false, false]);
  const [row, other, down, card] = [move(rows, "head", 700, 690), move(rows, "cell span-1", 0, 225), move(others, "depth-0", 0, 690), move(cards, "", 300, 280)];
  assert.deepEqual(sliding([row, other, down, card]), [down, card]);
  assert.deepEqual(sliding([other, down, card]), [other, down, card]);
  assert.deepEqual(sliding([move(section, "", 720, 720), other, down, card]), [card]);
});

test("rows swap their places without sliding while they cross more than four times a second", () => {
  const moved = [];
  const isBusy = (time) => Motion.prototype.isBusy(moved, time);
  assert.deepEqual([0, 200, 400, 600, 800, 1_300, 1_500].map(isBusy), [false, false, false, false, true, false, false]);
});

test("a source is unread if its input has received no message, and not if that is not known", () => {
  const input = (name, state, age) => ({ name, kind: "stream", state, age });
  const failed = { state: "failed", error: "input 'document/jobs': the source cannot be reached" };
  const none = [input("document/jobs", "failed", null), input("depths", "live", 2)];
  assert.equal(isUnread(failed, none), true);
  assert.equal(isUnread({ state: "late" }, none), true);
  assert.equal(isUnread({ state: "live" }, none), false);
  assert.equal(isUnread(failed, [input("document/jobs", "failed", 80)]), false);
  // Another input may be the late one, an invalid query names none, and a client may not read the inputs.
  assert.equal(isUnread({ state: "late" }, [input("jobs", "late", null), input("depths", "late", 90)]), false);
  assert.equal(isUnread({ state: "failed", error: "no such table: price" }, [input("depths", "live", 2)]), false);
  assert.equal(isUnread(failed, []), false);
});

test("cells form lines that have room for their widest figure, and all cells of a kind are alike", () => {
  const room = { value: 5, badge: 6, drawn: 0, word: 0, sign: 1, bare: 0.6, pair: 11.5, columns: [6, 9, 0] };
  const at = (width, ladder = 0) => Object.values(arrangement(room, 5, width, ladder, width < 31));
  assert.deepEqual([90, 43, 30, 22, 6].map((width) => at(width)), [[5, "line"], [5, "stack"], [3, "stack"], [2, "stack"], [1, "over"]]);
  // Cells with headings are on one line, or below each other.
  assert.deepEqual([120, 43, 18].map((width) => at(width, 2)), [[5, "line"], [1, "line"], [1, "over"]]);
  assert.deepEqual(Object.values(arrangement({ ...room, word: 6 }, 1, 20, 2, true)), [1, "stack"]);
  const look = { list: "rows columns-5", kinds: { tank: "cell span-1", pump: "cell span-1" }, rooms: { tank: room, pump: { ...room, value: 3, badge: 0, pair: 0 } } };
  assert.equal(plan(look, 200, false), undefined);
  assert.deepEqual(plan(look, 30, true), { tracks: 15, kinds: new Map([["tank", { span: 5, fit: "stack" }], ["pump", { span: 3, fit: "line" }]]) });
  assert.equal(larger(room, { ...room, value: 4 }), room);
  assert.equal(larger(room, { ...room, value: 7 }).value, 7);
});
