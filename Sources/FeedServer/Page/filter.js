// What a viewer looks for: items by text, and rows by a column, for this viewer only.

import { isFiller } from "./item.js";

const roles = ["title", "subtitle", "badge", "value"];

/** The depth of an item in its section: headings first, then what they head, then cells and rows of columns. */
export function depth({ kind, id }, look) {
  const classes = (isFiller({ id }) ? look.filler ?? "" : look.kinds?.[kind] ?? "").split(" ");
  if (classes.includes("head")) return 0;
  if (classes.includes("cell")) return 9;
  return Number(classes.find((name) => /^depth-\d$/.test(name))?.at(-1) ?? 0);
}

/** The words of a text to look for, in lower case. */
export const words = (text) => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

const hasAll = (item, wanted, flags) => {
  const text = [...roles.map((role) => item[role] ?? ""), ...(flags ?? item.flags ?? [])].join("\n").toLocaleLowerCase();
  return wanted.every((word) => text.includes(word));
};

/**
 * The items with all words, with the headings above them; a heading with the words shows all below it.
 *
 * @returns The ids of the items.
 */
export function matching(items, look, wanted) {
  const found = new Set();
  // The open headings, with the depth of each.
  const path = [];
  for (const item of items) {
    const own = depth(item, look);
    while (path.length && path.at(-1).own >= own) path.pop();
    const isFound = path.some(({ isFound }) => isFound) || (!isFiller(item) && hasAll(item, wanted));
    if (isFound) {
      for (const above of path) found.add(above.id);
      found.add(item.id);
    }
    path.push({ own, id: item.id, isFound });
  }
  return found;
}

/** The part of an item that a column shows, by its kind; `undefined` if the kind has no such column. */
export function roleOf(kind, look, column) {
  return new RegExp(`\\bcolumn-${column}-(\\w+)`).exec(look.kinds?.[kind] ?? "")?.[1];
}

/** Compares two texts: numbers by value, then other texts; missing ones last in both directions. */
function compare(a, b, way) {
  const [isA, isB] = [a, b].map((text) => text !== undefined && text !== "" && text !== "—");
  if (!isA || !isB) return Number(isB) - Number(isA);
  const [x, y] = [a, b].map((text) => Number(text.replace(/[\s,%]/g, "")));
  const order = Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, undefined, { numeric: true }) : x - y;
  return way === "down" ? -order : order;
}

/** The items with each run of rows sorted by a column; headings and what has no such column stay. */
export function sorted(items, look, { column, way }) {
  const result = [];
  let run = [];
  const end = () => {
    result.push(...run.sort((a, b) => compare(a.text, b.text, way)).map(({ item }) => item));
    run = [];
  };
  for (const item of items) {
    const role = isFiller(item) ? undefined : roleOf(item.kind, look, column);
    if (role) run.push({ item, text: item[role] });
    else {
      end();
      result.push(item);
    }
  }
  end();
  return result;
}

/** The next order of a column: from the largest, from the smallest, and the order of the feed again. */
export const nextOrder = (order, column) =>
  order?.column !== column ? { column, way: "down" } : order.way === "down" ? { column, way: "up" } : undefined;

/** The filter's field and the orders of this viewer. */
export class Filter {
  constructor(list, { field, box, button, found, changed, say }) {
    Object.assign(this, { list, field, box, button, found, changed, say, wanted: [], orders: new Map() });
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
    this.apply();
    this.changed();
  }

  /** Shows the found items only; sections that have none are not shown. */
  apply() {
    let count = 0;
    for (const view of this.list.sections.values()) count += this.applyTo(view);
    const text = this.wanted.length ? (count === 1 ? "1 item" : `${count.toLocaleString("en")} items`) : "";
    if (this.found.textContent !== text) this.found.textContent = text;
  }

  applyTo(view) {
    const { section, look, element } = view;
    const found = this.wanted.length ? matching(section.items, look, this.wanted) : undefined;
    for (const { id } of section.items) {
      const item = this.list.items.get(id)?.element;
      const isHidden = Boolean(found) && !found.has(id);
      if (item && item.hidden !== isHidden) item.hidden = isHidden;
    }
    element.classList.toggle("unmatched", found?.size === 0);
    return found?.size ?? 0;
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
    const { id } = view.section;
    const order = nextOrder(this.orders.get(id), column);
    if (order) this.orders.set(id, order);
    else this.orders.delete(id);
    this.list.orders[order ? "set" : "delete"](id, (items) => sorted(items, view.look, order));
    this.show(view);
    this.list.touch(view.section);
    this.changed();
    this.say(order ? `${view.name}: sorted by ${name}, ${order.way === "down" ? "largest" : "smallest"} first` : `${view.name}: in the order of the feed`);
  }

  /** Marks the column that a section is sorted by. */
  show(view) {
    const { column, way } = this.orders.get(view.section.id) ?? {};
    for (const [name, value] of [["sorted", column], ["way", way]]) {
      if (value === undefined) delete view.element.dataset[name];
      else view.element.dataset[name] = value;
    }
  }

  reset() {
    this.orders.clear();
    this.list.orders.clear();
  }
}
