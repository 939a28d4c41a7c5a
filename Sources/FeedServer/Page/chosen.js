// What a viewer has added with actions that toggle a flag: a panel with an entry for each item.

import { depth } from "./filter.js";
import { make } from "./item.js";

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of what an action adds items to: that of the action without `toggle-`, or its flag. */
export function listName({ id, viewer }) {
  const rest = /^(?:toggle|add|mark|to)[-_](.+)$/.exec(id)?.[1] ?? viewer.toggle;
  return capital(rest.replaceAll(/[-_]/g, " "));
}

/** What has happened to an item, in words: `Draw: added to Betslip`. */
export const toggled = (title, action, isOn) => `${title}: ${isOn ? "added to" : "removed from"} ${listName(action)}`;

/** The object that an item shows: `market/7` of `market-header:market/7`. */
const objectOf = (id) => id.slice(id.indexOf(":") + 1);

/** The headings above an item, the first one first. */
function above(items, look, id) {
  const path = [];
  for (const item of items) {
    const own = depth(item, look);
    while (path.length && path.at(-1).own >= own) path.pop();
    if (item.id === id) break;
    path.push({ own, id: item.id, title: item.title });
  }
  return path;
}

/** The titles of the headings above an item. */
export const headings = (items, look, id) => above(items, look, id).map(({ title }) => title).filter(Boolean);

/** The panel. */
export class Chosen {
  constructor(element, list, viewer, { onRemove }) {
    Object.assign(this, { element, list, viewer, onRemove, actions: [], entries: new Map(), known: new Map() });
    /** The items that stand for suspended ones, by the ids of these, and the objects of the headings of all that are not shown. */
    this.suspending = new Map();
    this.awaited = new Set();
    this.button = make("button", { type: "button", className: "icon chevron", id: "chosen-title" }, make("span"), make("b"));
    this.button.setAttribute("aria-controls", "chosen-list");
    this.entryList = make("ul", { id: "chosen-list" });
    element.append(make("h2", {}, this.button), this.entryList);
    element.setAttribute("aria-labelledby", "chosen-title");
    this.button.addEventListener("click", () => {
      viewer.keepPanel(!viewer.isPanelOpen);
      this.fold();
    });
    this.entryList.addEventListener("click", ({ target }) => {
      const id = target.closest("li")?.dataset.chosen;
      if (target.closest(".drop")) this.remove(id);
      else if (target.closest(".go")) this.reveal(id);
    });
  }

  use(actions) {
    this.actions = actions.filter(({ viewer }) => viewer?.toggle);
    this.known.clear();
    this.isChanged = true;
    this.fold();
  }

  /** Shows the choices of another tab. */
  refresh() {
    this.isChanged = true;
    this.fold();
  }

  fold() {
    this.button.ariaExpanded = String(this.viewer.isPanelOpen);
    this.entryList.hidden = !this.viewer.isPanelOpen;
  }

  /** The action that has added an item. */
  action(item) {
    return this.actions.find(({ kinds, viewer }) => kinds.includes(item.kind) && this.viewer.marks.get(item.id)?.[viewer.toggle]);
  }

  /** Notes whether the viewer has added a shown item, or one below it that is not shown. */
  note({ item }) {
    if (!this.actions.length) return;
    if (this.awaited.has(objectOf(item.id))) this.isChanged = true;
    const action = this.action(item);
    if (action) this.known.set(item.id, action);
    else if (!this.known.delete(item.id)) return;
    this.isChanged = true;
  }

  /** Draws the entries if one has changed. */
  drawChanged() {
    if (!this.isChanged && [...this.known.keys(), ...this.suspending.values()].every((id) => this.list.items.has(id))) return;
    this.isChanged = false;
    this.draw();
  }

  draw() {
    const left = [...this.known.keys()].filter((id) => !this.list.items.has(id));
    for (const id of left) this.known.delete(id);
    // Their last figures are kept.
    if (left.length) this.viewer.keep();
    const all = [...this.known].map(([id, action]) => this.entry(this.list.items.get(id), action));
    all.push(...this.gone());
    const names = [...new Set(all.map(({ action }) => listName(action)))];
    const count = String(all.length);
    const [name, number] = this.button.children;
    const title = names.length ? names.join(", ") : "";
    if (name.textContent !== title) name.textContent = title;
    if (number.textContent !== count) number.textContent = count;
    const shown = new Set(all.map(({ id }) => id));
    for (const [id, entry] of this.entries) {
      if (shown.has(id)) continue;
      entry.remove();
      this.entries.delete(id);
    }
    // In the order in which the viewer has added them, also after a reload.
    const places = new Map([...this.viewer.marks.keys()].map((id, place) => [id, place]));
    const place = ({ id }) => places.get(id) ?? -1;
    all.sort((one, other) => place(one) - place(other)).forEach((entry, index) => {
      this.put(entry);
      const element = this.entries.get(entry.id);
      if (this.entryList.children[index] !== element) this.entryList.insertBefore(element, this.entryList.children[index]);
    });
    this.element.hidden = !all.length;
    document.body.toggleAttribute("data-chosen", all.length > 0);
  }

  /** Those that the feed does not show now, under their last titles; suspended ones keep their last figures. */
  gone() {
    this.suspending.clear();
    this.awaited.clear();
    const all = [];
    for (const { id, flag, title, note, value = "", of = [] } of this.list.sections.size ? this.viewer.chosen : []) {
      const action = this.actions.find(({ viewer }) => viewer.toggle === flag);
      if (!action || this.known.has(id)) continue;
      for (const object of of) this.awaited.add(object);
      const instead = this.instead(of);
      if (instead) this.suspending.set(id, instead.id);
      all.push({ id, action, title, note, value: instead ? value : "", state: instead ? "suspended" : "not shown now" });
    }
    return all;
  }

  /** The item with a warning that the nearest shown heading is now, or that is shown in its place. */
  instead(of) {
    const kinds = new Set(Object.values(this.list.look.sections).flatMap(({ kinds = {} }) => Object.keys(kinds)));
    for (const object of of.toReversed()) {
      const shown = [...kinds].map((kind) => this.list.items.get(`${kind}:${object}`)?.item).filter(Boolean);
      if (shown.length) return shown.find(({ tone }) => tone === "warning");
    }
  }

  entry({ item, section }, action) {
    const path = above(section.section.items, section.look, item.id);
    const note = path.map(({ title }) => title).filter(Boolean).join(" · ") || section.section.title || "";
    const texts = { title: item.title ?? item.kind, note, value: item.value ?? item.badge ?? "" };
    this.viewer.name(item.id, action.viewer.toggle, { ...texts, of: path.map(({ id }) => objectOf(id)) });
    return { id: item.id, action, ...texts, isLate: section.element.classList.contains("late") };
  }

  /** Draws an entry; with a state if the feed does not show its item. */
  put({ id, title, note, value, state, isLate = false }) {
    let entry = this.entries.get(id);
    if (!entry) {
      const drop = make("button", { type: "button", className: "drop icon cross" }, make("span"));
      const go = make("button", { type: "button", className: "go" }, make("strong"), make("small"));
      entry = make("li", {}, go, make("data"), drop);
      entry.dataset.chosen = id;
      this.entries.set(id, entry);
      this.entryList.append(entry);
    }
    const [go, figure, drop] = entry.children;
    const texts = [[go.children[0], title], [go.children[1], [note, state].filter(Boolean).join(" · ")], [figure, value], [drop.firstElementChild, `Remove ${title}`]];
    for (const [part, text] of texts) if (part.textContent !== text) part.textContent = text;
    entry.classList.toggle("gone", Boolean(state));
    entry.classList.toggle("old", isLate);
    go.disabled = Boolean(state) && !this.suspending.has(id);
  }

  remove(id) {
    const neighbour = this.entries.get(id)?.nextElementSibling ?? this.entries.get(id)?.previousElementSibling;
    const view = this.list.items.get(id);
    const flag = view ? this.known.get(id)?.viewer.toggle : this.viewer.chosen.find((one) => one.id === id)?.flag;
    const action = this.actions.find(({ viewer }) => viewer.toggle === flag);
    const title = this.entries.get(id)?.querySelector("strong").textContent ?? "";
    this.viewer.unmark(id, flag);
    this.onRemove(view, toggled(title, action, false));
    this.draw();
    (neighbour?.isConnected ? neighbour.querySelector(".drop") : this.button).focus();
  }

  /** Scrolls to the item of an entry, or to what is shown in its place. */
  reveal(id) {
    const view = this.list.items.get(id) ?? this.list.items.get(this.suspending.get(id));
    if (!view) return;
    if (view.section.list.hidden) this.viewer.toggle("folded", view.section);
    view.element.scrollIntoView({ block: "center" });
    view.parts.act?.focus({ preventScroll: true });
  }
}
