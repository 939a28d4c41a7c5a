// Cells as wide as their widest figure: how many are beside each other, and which are stacks of their parts.

/** Lengths in `rem`, of the style sheets: between cells, inside of a cell, of an arrow with its space, and of a sign with its space. */
const gap = 0.4, inset = 1.03, arrow = 0.85, signRoom = 1.35;
/** The width in `rem` at most of the inside of a cell whose parts are a stack, and of one whose values are small. */
const stacked = 11, small = 5;
/** The greatest number of tracks of a list. */
const mostTracks = 15;

/** The cells beside each other in a section of at most 31 rem (`HTMLStyle`). */
const narrow = { 6: 3, 8: 4, 9: 3, 10: 5, 12: 4 };

const fonts = { value: [650, 1], badge: [400, 0.875], title: [500, 0.9375], column: [600, 1], small: [400, 0.8125] };
let canvas;
const known = new Map();

/** The width of a text in `rem`; all digits are equally wide. */
export function widthOf(text, name) {
  if (!text) return 0;
  const [weight, size] = fonts[name];
  const shape = `${weight} ${text.replace(/\d/g, "0")}`;
  let width = known.get(shape);
  if (width === undefined) {
    canvas ??= document.createElement("canvas").getContext("2d");
    canvas.font = `${weight} 100px ${getComputedStyle(document.body).fontFamily}`;
    width = (1.02 * canvas.measureText(shape.slice(4)).width) / 100;
    if (known.size > 5_000) known.clear();
    known.set(shape, width);
  }
  return width * size;
}

/** The width of the small figures of a cell. */
function figuresWidth({ figures }) {
  if (!figures) return 0;
  const all = [...figures.children].map((one) => {
    const text = one.querySelector("small")?.textContent;
    return (one.querySelector(".gauge") ? 1.75 : 4) + (text ? 0.35 + Math.max(2.6, widthOf(text, "small")) : 0);
  });
  return all.reduce((sum, one) => sum + one + 0.6, -0.6);
}

/** The room that the parts of a cell need: each part alone, the figures on one line, and the columns of a cell with headings. */
export function roomOf(parts, classes) {
  const text = (name) => parts[name]?.textContent ?? "";
  const columns = [0, 0, 0];
  for (const [, number, role] of classes.matchAll(/column-(\d)-(\w+)/g)) {
    columns[number - 1] = text(role) ? widthOf(text(role), "column") + (role === "value" ? arrow + 0.25 : 0.4) : 0;
  }
  const [value, badge, drawn] = [widthOf(text("value"), "value"), widthOf(text("badge"), "badge"), figuresWidth(parts)];
  const word = Math.max(0, ...text("title").split(/\s+/).map((one) => widthOf(one, "title")));
  const sign = parts.sign ? 1 : 0;
  const alone = [value, badge, drawn].filter(Boolean);
  return {
    value, badge, drawn, word, sign, columns,
    // A sign without a title is beside the first one of the figures.
    bare: sign && !word ? 0.6 : 0,
    pair: alone.length > 1 ? alone.reduce((sum, one) => sum + one + 0.5, -0.5) : 0,
  };
}

/** The larger room of two in each part; the first one if it is enough. */
export function larger(room, other) {
  const names = ["value", "badge", "drawn", "word", "sign", "bare", "pair"];
  if (names.every((name) => other[name] <= room[name]) && other.columns.every((one, index) => one <= room.columns[index])) return room;
  const most = Object.fromEntries(names.map((name) => [name, Math.max(room[name], other[name])]));
  return { ...most, columns: room.columns.map((one, index) => Math.max(one, other.columns[index])) };
}

/** The widths of the columns of a cell with headings, and between them. */
const columnsWidth = ({ columns }, count, isNarrow) =>
  columns.slice(0, count).reduce((sum, one) => sum + Math.max(isNarrow ? 4.5 : 3.75, one) + 0.25, 0);

/** Whether the figures of a cell have room inside of it, and whether its parts have room on one line: `over`, `stack` or `line`. */
export function fit(room, inside, ladder, isNarrow) {
  const sign = room.sign ? signRoom : 0;
  if (ladder) {
    const least = sign + 0.25 + columnsWidth(room, ladder, isNarrow);
    return inside < least ? "over" : inside < least + room.word ? "stack" : "line";
  }
  const { value, badge, drawn, bare, pair, word } = room;
  const isWide = inside > stacked;
  const alone = isWide ? Math.max(value + 0.5 + arrow, badge, drawn) + (bare && sign)
    : Math.max(inside > small ? value + 0.8 : 0.9375 * value, badge, drawn) + bare;
  if (inside < alone) return "over";
  const line = isWide ? sign + (word && word + 0.7) + pair + arrow + 0.3 : pair + bare + 2 * arrow + 0.5;
  return pair && inside < line ? "stack" : "line";
}

/**
 * The number of cells beside each other, and whether they are stacks of their parts.
 *
 * @param slots The number of cells in a line of the feed file.
 * @param width The width of a line in `rem`.
 * @param ladder The number of columns with headings; 0 without them.
 */
export function arrangement(room, slots, width, ladder, isNarrow) {
  const at = (count) => fit(room, (width + gap) / count - gap - inset, ladder, isNarrow);
  let count = slots;
  while (count > 1 && (at(count) === "over" || (ladder && at(count) === "stack"))) count--;
  // The lines are about equally long; cells in columns are below each other, and so below their headings.
  count = ladder && count < slots ? 1 : Math.ceil(slots / Math.ceil(slots / count));
  return { count, fit: at(count) };
}

const divisor = (number, most) => {
  for (let one = most; one > 1; one--) if (number % one === 0) return one;
  return 1;
};
const multiple = (a, b) => {
  let [x, y] = [a, b];
  while (y) [x, y] = [y, x % y];
  return (a / x) * b;
};

/** The tracks of the list of a section, and those of a cell of a kind, as the feed file declares them. */
const tracksOf = (look) => Number(/columns-(\d+)/.exec(look.list)?.[1] ?? 1);
const slotsOf = (look, classes) => Math.round(tracksOf(look) / Number(/span-(\d+)/.exec(classes)?.[1] ?? 1));

/**
 * The arrangement of all kinds of cells of a section: `{tracks, kinds}`, by kind `{span, fit}`; `undefined` if it is that of the
 * style sheet.
 */
export function plan(look, width, isNarrow) {
  const all = Object.entries(look.rooms ?? {}).map(([kind, room]) => {
    const classes = look.kinds[kind];
    const slots = slotsOf(look, classes);
    const base = isNarrow ? (narrow[slots] ?? slots) : slots;
    return { kind, base, slots, ...arrangement(room, base, width, Number(/ladder-(\d)/.exec(classes)?.[1] ?? 0), isNarrow) };
  });
  if (all.every(({ count, base, fit }) => count === base && fit === "line")) return undefined;
  let tracks = all.reduce((product, { count }) => multiple(product, count), 1);
  if (tracks > mostTracks) {
    tracks = tracksOf(look);
    for (const one of all) one.count = divisor(tracks, Math.min(one.count, tracks));
  }
  return { tracks, kinds: new Map(all.map(({ kind, count, fit }) => [kind, { span: tracks / count, fit }])) };
}

/** The cells of the page: their figures are measured as texts, and the widths of lists are observed, so that no frame is laid out for them. */
export class Cells {
  /** The appearances whose figures need more room, and the sections with other cells. */
  grown = new Set();
  changed = new Set();
  /** The observed widths by list, in points. */
  widths = new WeakMap();

  constructor(list, { onChange }) {
    Object.assign(this, { list, onChange });
    this.observer = new ResizeObserver((entries) => {
      for (const { target, contentRect, borderBoxSize } of entries) {
        const view = contentRect.width && list.sections.get(target.parentElement?.dataset.section);
        if (!view || this.widths.get(target)?.inner === contentRect.width) continue;
        this.last = { inner: contentRect.width, outer: borderBoxSize[0].inlineSize };
        this.widths.set(target, this.last);
        this.changed.add(view);
      }
      if (this.lay()) onChange();
    });
  }

  /** Notes the room that a cell needs; that of its kind only grows, so that cells keep their places while figures change. */
  note({ item: { kind }, parts, section: { look } }) {
    const rooms = (look.rooms ??= {});
    const room = roomOf(parts, look.kinds[kind]);
    const most = rooms[kind] ? larger(rooms[kind], room) : room;
    if (most === rooms[kind]) return;
    rooms[kind] = most;
    this.grown.add(look);
  }

  /** Notes a section with new or moved items. */
  arranged(view) {
    if (!view.look.list?.startsWith("rows")) return;
    this.observer.observe(view.list);
    this.changed.add(view);
  }

  /** Arranges the cells of all changed sections again; returns whether the groups of one of them form columns, which are then placed again. */
  lay() {
    if (!this.grown.size && !this.changed.size) return false;
    let isFlowing = false;
    for (const view of this.list.sections.values()) {
      if (!this.grown.has(view.look) && !this.changed.has(view)) continue;
      if (view.isFlowing) isFlowing = true;
      else this.dress(view, this.planOf(view));
    }
    this.grown.clear();
    this.changed.clear();
    return isFlowing;
  }

  /** The arrangement in a list, or in some groups of it that are beside each other. */
  planOf({ look, list }, groups = 1) {
    // Sections out of view are not laid out; most are as wide as the last one.
    const width = this.widths.get(list) ?? this.last;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    // A page that is enlarged on a phone has a cell in a line.
    if (!width || !look.rooms || innerWidth <= 256) return undefined;
    return plan(look, (width.inner / rem - (groups - 1) * (1.2 + 2 * gap)) / groups, width.outer <= 31 * rem);
  }

  /** Gives the cells of a section their arrangement. */
  dress(view, plan) {
    const { list, look } = view;
    const columns = Object.values(look.rooms ?? {}).reduce((most, { columns }) => most.map((one, index) => Math.max(one, columns[index])), [0, 0, 0]);
    const styles = { "--columns": plan ? String(plan.tracks) : "" };
    columns.forEach((one, index) => (styles[`--room-${index + 1}`] = one ? `${one.toFixed(2)}rem` : ""));
    for (const [name, value] of Object.entries(styles)) if (list.style.getPropertyValue(name) !== value) list.style.setProperty(name, value);
    const fits = new Set([...(plan?.kinds ?? [])].filter(([kind]) => look.kinds[kind].includes("ladder")).map(([, { fit }]) => fit));
    const ladder = ["over", "stack"].find((one) => fits.has(one)) ?? "";
    if ((list.dataset.ladder ?? "") !== ladder) ladder ? (list.dataset.ladder = ladder) : delete list.dataset.ladder;
    if (!plan && !view.plan) return;
    view.plan = plan;
    for (const element of list.children) {
      if (!element.classList.contains("cell")) continue;
      const { span = "", fit = "" } = plan?.kinds.get(element.dataset.kind) ?? {};
      if (element.style.getPropertyValue("--span") !== String(span)) element.style.setProperty("--span", span);
      if ((element.dataset.fit ?? "") !== fit) fit ? (element.dataset.fit = fit) : delete element.dataset.fit;
    }
  }
}
