// What a viewer looks for: items by text or by a part of it, and orders of sections, for this viewer only.

import { isAmount, isFiller, make } from "./item.js";

const roles = ["title", "subtitle", "badge", "value"];

/** The depth of an item in its section: headings first, then what they head, then cells and rows of columns. */
export function depth({ kind, id }, look) {
  const classes = (isFiller({ id }) ? look.filler ?? "" : look.kinds?.[kind] ?? "").split(" ");
  if (classes.includes("head")) return 0;
  if (classes.includes("cell")) return 9;
  return Number(classes.find((name) => /^depth-\d$/.test(name))?.at(-1) ?? 0);
}

/** Letters without a decomposition, dashes and quotes, as they are typed. */
const spelled = Object.fromEntries([..."ł=l ø=o đ=d ß=ss æ=ae œ=oe ı=i þ=th ð=d –=- —=- −=- ‑=- ’=' ‘='".split(" ")].map((pair) => pair.split("=")));
/** Letters without their accents, as far as texts had them: thousands of items have few such letters. */
const plainLetters = new Map();

function plainLetter(letter) {
  const known = plainLetters.get(letter) ?? spelled[letter] ?? letter.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  plainLetters.set(letter, known);
  return known;
}

/** A text in lower case without accents, with one kind of dash and of quote: `novotna` for Novotná. */
export const folded = (text) => text.toLowerCase().replace(/[^\x00-\x7f]/g, plainLetter);

/** The words of a text to look for. */
export const words = (text) => folded(text).split(/\s+/).filter(Boolean);

/** The part of an item that `name:text` names: `title`, `value` and so on, or the column with this word of `heads:`. */
function partOf({ kind }, look, name) {
  if (roles.includes(name)) return name;
  for (const names of Object.values(look.columns ?? {})) {
    const column = names.findIndex((head) => folded(head) === name) + 1;
    if (column) return roleOf(kind, look, column) ?? "";
  }
}

const isNumber = (word) => /^[+\-−]?\d[\d.,’']*$/.test(word);
/** A text without the separators of the thousands of its numbers. */
const plain = (text) => text.replace(/(?<=\d)(?:[,’'\u00a0\u202f](?=\d{3}(?!\d))|\.(?=\d{3}[,.]))/g, "");

/**
 * Whether a text has a number that begins with the typed one, or equals it: 1.5 finds 1.5, 1.50 and 1.55, and not 11.50.
 *
 * A typed sign is looked for as well; without one, numbers with any sign are found.
 */
export function hasNumber(text, typed) {
  const [, sign, digits] = /^([+\-−]?)(.*)$/.exec(typed);
  return [...text.matchAll(/(?<![\d.,’'])\d+(?:[.,’'\u00a0\u202f]\d+)*/g)].some(({ 0: number, index }) => {
    const own = /([+\-−])\p{Sc}?$/u.exec(text.slice(0, index))?.[1] ?? "";
    if (sign && own.replace("−", "-") !== sign.replace("−", "-")) return false;
    return number.startsWith(digits) || plain(number).startsWith(plain(digits)) || Number(plain(number)) === Number(plain(digits));
  });
}

/** Whether an item has all words; `value:12` is for this part only, and `value:` for whatever it says. A figure is compared as a number. */
function hasAll(item, look, wanted) {
  const text = folded([...roles.map((role) => item[role] ?? ""), ...(item.flags ?? [])].join("\n"));
  return wanted.every((word) => {
    const at = word.indexOf(":");
    const part = at > 0 ? partOf(item, look, word.slice(0, at)) : undefined;
    if (part === undefined) return text.includes(word) || (isNumber(word) && plain(text).includes(plain(word)));
    if (isMissing(item[part])) return false;
    const typed = word.slice(at + 1);
    return part !== "title" && isNumber(typed) ? hasNumber(item[part], typed) : folded(item[part]).includes(typed);
  });
}

/**
 * The items with all words, with the headings above them; a heading with the words shows all below it, that of the section as well.
 *
 * @param title The heading of the section, if it has one.
 * @returns `{shown, count, isWhole}`: the ids of the items to show, the number of those that have the words themselves, and
 *   whether the heading of the section has them.
 */
export function matching(items, look, wanted, title = "") {
  const heading = folded(title);
  const isWhole = wanted.every((word) => heading.includes(word));
  const shown = new Set();
  let count = 0;
  // The open headings, with the depth of each.
  const path = [];
  for (const item of items) {
    const own = depth(item, look);
    while (path.length && path.at(-1).own >= own) path.pop();
    const hasWords = !isFiller(item) && hasAll(item, look, wanted);
    const isFound = isWhole || hasWords || path.some(({ isFound }) => isFound);
    count += Number(hasWords);
    if (isFound) {
      for (const above of path) shown.add(above.id);
      shown.add(item.id);
    }
    path.push({ own, id: item.id, isFound });
  }
  return { shown, count, isWhole };
}

/** The part of an item that a column shows, by its kind; `undefined` if the kind has no such column. */
export function roleOf(kind, look, column) {
  return new RegExp(`\\bcolumn-${column}-(\\w+)`).exec(look.kinds?.[kind] ?? "")?.[1];
}

const hasColumns = ({ kind }, look) => /\bcolumn-\d-/.test(look.kinds?.[kind] ?? "");
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const units = { s: 1, min: 60, h: 3_600, day: 86_400, days: 86_400 };

/** The number that a text stands for: an amount, a time of day, a duration, or a day of the year; `undefined` for words. */
export function number(text) {
  const span = /^[+-]?(?:in )?(\d+) (s|min|h|days?)(?: ago)?$/.exec(text);
  if (span) return span[1] * units[span[2]];
  if (/^\d+(?::\d\d)+$/.test(text)) return text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  const [, day, month, time = "0:00"] = new RegExp(`\\b(\\d\\d?) (${months.join("|")})\\b(?:.*\\b(\\d\\d?:\\d\\d)$)?`).exec(text) ?? [];
  if (day) return (months.indexOf(month) * 31 + Number(day)) * 1_440 + number(time);
  if (!isAmount(text)) return undefined;
  const [, sign, digits] = /([-−]?)\D?(\d[\d.,’\u00a0\u202f]*)/.exec(text);
  return Number((sign && "-") + digits.replace(/[,’\u00a0\u202f]/g, "").replace(/\.$/, ""));
}

const isMissing = (text) => text === undefined || text === "" || text === "—";

/** Compares two texts: numbers by value, then other texts; missing ones last in both directions. */
function compare(a, b, way, isWords) {
  if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
  const [x, y] = isWords ? [] : [number(a), number(b)];
  if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1;
  const order = x === undefined ? a.localeCompare(b, undefined, { numeric: true }) : x - y;
  return way === "down" ? -order : order;
}

/** The items of the top level, each with the items below it. */
function blocks(items, look) {
  const depths = items.map((item) => depth(item, look));
  const top = depths.reduce((a, b) => Math.min(a, b), 9);
  const begins = depths.flatMap((own, index) => (own === top ? [index] : []));
  return { before: items.slice(0, begins[0]), all: begins.map((begin, index) => items.slice(begin, begins[index + 1])) };
}

/** The items that an order by a part of them arranges: rows with columns, or those of the top level. */
function sortable(items, look) {
  const rows = items.filter((item) => hasColumns(item, look));
  return (rows.length ? rows : blocks(items, look).all.map(([item]) => item)).filter((item) => !isFiller(item));
}

/**
 * The items with their rows sorted by a column, or by a part such as `title`.
 *
 * Rows with columns are sorted below their headings; in other sections the items of the top level are, with what is below them.
 */
export function sorted(items, look, { column, way }) {
  const isWords = column === "title" || column === "subtitle";
  const isPart = roles.includes(column);
  const text = (item, role) => (isFiller(item) ? undefined : item[role]);
  if (isPart && !items.some((item) => hasColumns(item, look))) {
    const { before, all } = blocks(items, look);
    return [...before, ...all.sort(([a], [b]) => compare(text(a, column), text(b, column), way, isWords)).flat()];
  }
  const result = [];
  let run = [];
  const end = () => {
    result.push(...run.sort((a, b) => compare(a.text, b.text, way, isWords)).map(({ item }) => item));
    run = [];
  };
  for (const item of items) {
    const role = isFiller(item) ? undefined : isPart ? hasColumns(item, look) && column : roleOf(item.kind, look, column);
    if (role) run.push({ item, text: item[role] });
    else {
      end();
      result.push(item);
    }
  }
  end();
  return result;
}

/** The keys that sort by a part of an item, as in `feed watch` after `o`. */
export const letters = { title: "t", subtitle: "s", value: "v", badge: "b" };

/** What a section with several rows can be sorted by: the parts that these have, under the words of `heads:` where it has columns. */
export function choices(items, look) {
  const rows = sortable(items, look);
  if (rows.length < 2) return [];
  return roles.filter((role) => rows.some((item) => !isMissing(item[role]))).map((role) => {
    const column = [1, 2, 3].find((column) => rows.some(({ kind }) => roleOf(kind, look, column) === role));
    const name = column && Object.values(look.columns ?? {}).map((names) => names[column - 1]).find(Boolean);
    return { column: name ? column : role, name: name ?? role, key: letters[role] };
  });
}

/** The next order of a column: from the largest, from the smallest, and that of the feed again; words begin with the first. */
export function nextOrder(order, column) {
  const ways = column === "title" || column === "subtitle" ? ["up", "down"] : ["down", "up"];
  const way = order?.column === column ? ways[ways.indexOf(order.way) + 1] : ways[0];
  return way && { column, way };
}

/** The number of found items and of sections whose headings have the words. */
export function foundText(count, sections) {
  const number = (count, name) => `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
  const parts = [(count || !sections) && number(count, "item"), sections && number(sections, "section")];
  return parts.filter(Boolean).join(", ");
}

/** An order in words. */
const orderText = (name, { column, way }) =>
  column === "title" || column === "subtitle" ? `sorted by ${name}, from ${way === "up" ? "A to Z" : "Z to A"}`
    : `sorted by ${name}, ${way === "down" ? "largest" : "smallest"} first`;

/** The filter's field and the orders of this viewer. */
export class Filter {
  constructor(list, { field, box, button, found, changed, say, showAll }) {
    Object.assign(this, { list, field, box, button, found, changed, say, wanted: [], orders: new Map() });
    this.reason = make("span");
    const end = make("button", { type: "button", textContent: "End the filter" });
    end.addEventListener("click", () => this.close());
    this.all = make("button", { type: "button", textContent: "Show all sections" });
    this.all.addEventListener("click", () => {
      showAll();
      this.field.focus();
    });
    this.none = make("p", { className: "nothing", id: "none", hidden: true }, this.reason, end, this.all);
    list.root.after(this.none);
    button.addEventListener("click", () => (box.hidden ? this.open() : this.close()));
    field.addEventListener("input", () => this.look());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.close();
    });
    list.root.addEventListener("click", ({ target }) => {
      const head = target.closest(".sort");
      if (head) this.sort(list.sections.get(head.closest("section").dataset.section), Number(head.dataset.column), head.textContent);
    });
  }

  // MARK: Text

  open() {
    this.box.hidden = false;
    this.button.ariaExpanded = "true";
    this.field.focus();
    this.field.select();
  }

  close() {
    this.box.hidden = true;
    this.button.ariaExpanded = "false";
    this.field.value = "";
    this.look();
    this.button.focus();
  }

  look() {
    const wanted = words(this.field.value);
    if (wanted.join(" ") === this.wanted.join(" ")) return;
    this.wanted = wanted;
    this.list.root.toggleAttribute("data-filtered", wanted.length > 0);
    this.apply();
    this.changed();
  }

  /** Shows the found items only; sections that have none are not shown, unless their headings have the words. */
  apply() {
    let [count, sections, elsewhere] = [0, 0, 0];
    for (const view of this.list.sections.values()) {
      const own = this.applyTo(view);
      if (view.element.hidden) elsewhere += own.count + Number(own.isWhole);
      else [count, sections] = [count + own.count, sections + Number(own.isWhole)];
    }
    const text = this.wanted.length ? foundText(count, sections) : "";
    if (this.found.textContent !== text) this.found.textContent = text;
    this.none.hidden = !this.wanted.length || count + sections > 0;
    if (this.none.hidden) return;
    this.all.hidden = !elsewhere;
    // Hidden sections, and the rest of a section that is shown in part, can have the words.
    const isPart = elsewhere > 0 || [...this.list.sections.values()].some(({ rest }) => rest);
    const reason = `${isPart ? "No shown item" : "No item"} has '${this.field.value.trim()}'`;
    if (this.reason.textContent !== reason) this.reason.textContent = reason;
  }

  /** Shows the found items of a section; returns how many have the words themselves, and whether its heading has them. */
  applyTo(view) {
    const { section, look, element } = view;
    const found = this.wanted.length ? matching(section.items, look, this.wanted, section.title) : undefined;
    for (const { id } of section.items) {
      const item = this.list.items.get(id)?.element;
      const isHidden = Boolean(found) && !found.shown.has(id);
      if (item && item.hidden !== isHidden) item.hidden = isHidden;
    }
    element.classList.toggle("unmatched", found?.count === 0 && !found.isWhole);
    return found ?? { count: 0, isWhole: false };
  }

  /** Applies the filter to new content, a few times a second at most. */
  applySoon() {
    if (!this.wanted.length) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.apply();
      this.changed();
    }, 150);
  }

  // MARK: Orders

  sort(view, column, name) {
    const order = nextOrder(this.orders.get(view.section.id), column);
    this.order(view, order, name);
  }

  /** Gives a section an order, or that of the feed. */
  order(view, order, name) {
    const { id } = view.section;
    if (order) this.orders.set(id, { ...order, text: orderText(name, order) });
    else this.orders.delete(id);
    this.list.orders[order ? "set" : "delete"](id, (items) => sorted(items, view.look, order));
    this.show(view);
    this.list.touch(view.section);
    this.changed();
    this.say(`${view.name}: ${this.orders.get(id)?.text ?? "in the order of the feed"}`);
  }

  /** The entries of a section's menu that sort it; each says what comes next. A sorted section can have the order of the feed again. */
  entries(view) {
    const order = this.orders.get(view.section.id);
    const restored = "Order of the feed";
    const all = choices(view.section.items, view.look).map(({ column, name, key }) => {
      const next = nextOrder(order, column);
      const text = order?.column !== column ? `Sort by ${name}` : next ? `Sort by ${name}, reversed` : restored;
      return { text, key, icon: "sorting", run: () => this.sort(view, column, name) };
    });
    if (!order || all.some(({ text }) => text === restored)) return all;
    return [...all, { text: restored, icon: "sorting", run: () => this.order(view) }];
  }

  /** Marks the heading of a sorted section, and the column that it is sorted by. */
  show(view) {
    const { column, way, text } = this.orders.get(view.section.id) ?? {};
    for (const [name, value] of [["sorted", column], ["way", way]]) {
      if (value === undefined) delete view.element.dataset[name];
      else view.element.dataset[name] = value;
    }
    if (!view.more) return;
    if (view.more.title !== (text ?? "")) view.more.title = text ?? "";
    const known = view.heading.querySelector(".ordered");
    if (!text) return known?.remove();
    const mark = known ?? make("span", { className: "ordered", role: "img" });
    Object.assign(mark, { ariaLabel: text, title: text });
    if (!known) view.more.before(mark);
  }

  reset() {
    this.orders.clear();
    this.list.orders.clear();
  }
}
