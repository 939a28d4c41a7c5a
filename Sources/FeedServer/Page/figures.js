// Small figures of an item: a line of numbers, a bar and an arc, as SVG elements.

const size = { spark: [64, 20], bar: [64, 6], gauge: [28, 16] };
const namespace = "http://www.w3.org/2000/svg";
const round = (number) => Math.round(number * 100) / 100;

/** The text of a figure of an item: a field of it, or a part; empty if there is none. */
export const figureText = (item, name) => String(item.fields?.[name] ?? item[name] ?? "");

/** The share of a measure `{field, from, to}` of the feed file; empty if the field is not a number. */
export function measured(item, { field, from, to }) {
  const value = Number(item.fields?.[field] ?? NaN);
  return Number.isFinite(value) && to !== from ? String((value - from) / (to - from)) : "";
}

/** The values of a field in the last minute, at least two: a list of `[time, value]` that each drawing continues. */
export function traced(item, field, history, now) {
  const value = Number(item.fields?.[field] ?? NaN);
  if (Number.isFinite(value) && history.at(-1)?.[1] !== value) history.push([now, value]);
  while (history.length > 2 && now - history[0][0] > 60_000) history.shift();
  const values = history.map(([, one]) => one);
  return (values.length === 1 ? [...values, ...values] : values).join(",");
}

/** The numbers of a `spark` text, separated by commas or spaces; empty if one is not a number. */
export function numbers(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const all = parts.map(Number);
  return all.every(Number.isFinite) ? all : [];
}

/** The share of a `bar` or `gauge` text, which can be below 0 or above 1; `undefined` if it is not a number. */
export function share(text) {
  const number = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** The points of a line of numbers in a box, one point of stroke inside it. */
export function line(values, [width, height] = size.spark) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index) => (values.length > 1 ? 1 + (index / (values.length - 1)) * (width - 2) : width / 2);
  const y = (value) => (high > low ? height - 1 - ((value - low) / (high - low)) * (height - 2) : height / 2);
  return values.map((value, index) => [round(x(index)), round(y(value))]);
}

/** The path of an arc over the given share of a half circle. */
export function arc(part, [width, height] = size.gauge) {
  const radius = width / 2 - 2;
  const [x, y] = [width / 2, height - 2];
  const angle = Math.PI * (1 - part);
  return `M ${round(x - radius)} ${y} A ${radius} ${radius} 0 0 1 ${round(x + radius * Math.cos(angle))} ${round(y - radius * Math.sin(angle))}`;
}

const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** A number with at most two decimals, or three digits if that is more. */
const said = (number) => precise.format(number);
const precise = new Intl.NumberFormat("en", { maximumFractionDigits: 2, maximumSignificantDigits: 3, roundingPriority: "morePrecision" });

/** The numbers that a text can stand for, without signs: a point and a comma can each be the decimal separator. */
function numbersOf(text = "") {
  const all = text.match(/(?<![\d:])\d+(?:[.,’\u00a0\u202f]\d+)*(?![\d:])/g) ?? [];
  return all.flatMap((one) => [one.replaceAll(/[^\d.]/g, ""), one.replaceAll(/[^\d,]/g, "").replace(",", ".")]);
}

/** Whether a text has the number that a measure shows, also with zeros at its end, or rounded to at least the given number of decimals. */
function has(text, number, shown, least) {
  const decimals = (text) => text.split(".")[1]?.length ?? 0;
  return numbersOf(text).some((one) => Number(one) === Number(shown)
    || (decimals(one) >= least && Math.abs(one - number) <= 0.5 / 10 ** decimals(one) + 1e-9));
}

/**
 * The value of a measure in words: its number, or the share of one from 0 to 1; and the name of its field.
 *
 * @returns `{text, label}`; the text is empty if another text of the item has the number.
 */
export function worded(item, name, declared) {
  const { field = name, from = 0, to = 1 } = declared ?? {};
  const number = Number(declared ? item.fields?.[field] : figureText(item, name));
  const isShare = from === 0 && to === 1;
  const exact = Math.abs(isShare ? 100 * number : number);
  const text = isShare ? percent(number) : decimals.format(number);
  const shown = String(Number(exact.toFixed(isShare ? 0 : 2)));
  // A value such as 5.7 is the number 5.66, rounded; in other texts such a number can be another one.
  const least = (shown.split(".")[1]?.length ?? 0) + 1;
  // A share of 30 % is not the number in "30 s".
  const others = [item.badge, item.subtitle].map((other) => (isShare ? percentages(other) : other));
  const isSaid = has(item.value, exact, shown, 1) || others.some((other) => has(other, exact, shown, least));
  return { text: isSaid ? "" : text, label: `${field}: ${text}` };
}

/** The numbers of a text that are percentages. */
const percentages = (text = "") => (text.match(/[\d.,’\u00a0\u202f]+(?=\s?%)/g) ?? []).join(" ");

const percent = (part) => `${Math.round(part * 100)} %`;

/**
 * Describes a figure: its label, and its elements as `[name, attributes]`.
 *
 * @returns `undefined` if the text has no valid numbers.
 */
export function figure(name, text) {
  if (name === "spark") {
    const values = numbers(text);
    if (!values.length) return undefined;
    const points = line(values);
    const [first, last] = [values[0], values.at(-1)];
    const way = last > first ? "up" : last < first ? "down" : "even";
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const label = low === high ? `unchanged at ${said(low)}` : `from ${said(first)} to ${said(last)}, between ${said(low)} and ${said(high)}`;
    const [x, y] = points.at(-1);
    return { label, way, parts: [["polyline", { points: points.map((point) => point.join(",")).join(" ") }], ["circle", { cx: x, cy: y, r: 1.5 }]] };
  }
  const whole = share(text);
  if (whole === undefined) return undefined;
  // The drawing ends at its ends, and its label is the number.
  const [label, part] = [percent(whole), Math.min(Math.max(whole, 0), 1)];
  if (name === "bar") {
    const [width, height] = size.bar;
    const track = { x: 0, y: 0, width, height, rx: height / 2 };
    return { label, parts: [["rect", { ...track, class: "track" }], ["rect", { ...track, width: round(part * width) }]] };
  }
  return { label, parts: [["path", { d: arc(1), class: "track" }], ...(part > 0 ? [["path", { d: arc(part) }]] : [])] };
}

/** Makes the element of a bar or gauge with its value in words. */
export function measure(drawing, { text, label }) {
  const element = document.createElement("span");
  Object.assign(element, { className: "measure", role: "img", ariaLabel: label, title: label });
  element.append(drawing);
  if (text) element.append(Object.assign(document.createElement("small"), { textContent: text }));
  return element;
}

/** Makes the drawing of a figure; `undefined` if its text has no valid numbers. */
export function drawn(name, text) {
  const found = text && figure(name, text);
  if (!found) return undefined;
  const element = (tag, attributes, ...children) => {
    const made = document.createElementNS(namespace, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const [width, height] = size[name];
  const box = { viewBox: `0 0 ${width} ${height}`, width, height, ...(name === "bar" && { preserveAspectRatio: "none" }) };
  const classes = found.way ? `figure ${name} ${found.way}` : `figure ${name}`;
  return element("svg", { ...box, class: classes, role: "img", "aria-label": found.label },
    ...found.parts.map(([tag, attributes]) => element(tag, attributes)));
}
