// What a viewer has added with actions that toggle a flag: a panel with an entry for each item.

import { depth } from "./filter.js";
import { make } from "./item.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of what an action adds items to: that of the action without `toggle-`, or its flag. */
export function listName({ id, viewer }) {
  const rest = /^(?:toggle|add|mark|to)[-_](.+)$/.exec(id)?.[1] ?? viewer.toggle;
  return capital(rest.replaceAll(/[-_]/g, " "));
}

/** What has happened to an item, in words: `Draw: added to Betslip`. */
export const toggled = (title, action, isOn) => `${title}: ${isOn ? "added to" : "removed from"} ${listName(action)}`;

/** The titles of the headings above an item, the first one first. */
export function headings(items, look, id) {
  const path = [];
  for (const item of items) {
    const own = depth(item, look);
    while (path.length && path.at(-1).own >= own) path.pop();
    if (item.id === id) break;
    path.push({ own, title: item.title });
  }
  return path.map(({ title }) => title).filter(Boolean);
}

/** The panel. */
export class Chosen {
  constructor(element, list, viewer, { onRemove }) {
    Object.assign(this, { element, list, viewer, onRemove, actions: [], entries: new Map(), known: new Map() });
    this.button = make("button", { type: "button", className: "icon slip", id: "chosen-title" }, make("span"), make("b"));
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

  fold() {
    this.button.ariaExpanded = String(this.viewer.isPanelOpen);
    this.entryList.hidden = !this.viewer.isPanelOpen;
  }

  /** The action that has added an item. */
  action(item) {
    return this.actions.find(({ kinds, viewer }) => kinds.includes(item.kind) && this.viewer.marks.get(item.id)?.[viewer.toggle]);
  }

  /** Notes whether the viewer has added a shown item. */
  note({ item }) {
    if (!this.actions.length) return;
    const action = this.action(item);
    if (action) this.known.set(item.id, action);
    else if (!this.known.delete(item.id)) return;
    this.isChanged = true;
  }

  /** Draws the entries if one has changed. */
  drawChanged() {
    if (!this.isChanged && ![...this.known.keys()].some((id) => !this.list.items.has(id))) return;
    this.isChanged = false;
    this.draw();
  }

  draw() {
    for (const id of this.known.keys()) if (!this.list.items.has(id)) this.known.delete(id);
    const all = [...this.known].map(([id, action]) => this.entry(this.list.items.get(id), action));
    // Those that the feed does not show now, under their last titles.
    for (const { id, flag, title, note } of this.list.sections.size ? this.viewer.chosen : []) {
      const action = this.actions.find(({ viewer }) => viewer.toggle === flag);
      if (action && !this.known.has(id)) all.push({ id, action, title, note, value: "", isGone: true });
    }
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
    for (const entry of all) this.put(entry);
    this.element.hidden = !all.length;
    document.body.toggleAttribute("data-chosen", all.length > 0);
  }

  entry({ item, section }, action) {
    const note = headings(section.section.items, section.look, item.id).join(" · ") || section.section.title || "";
    const title = item.title ?? item.kind;
    this.viewer.name(item.id, action.viewer.toggle, title, note);
    return { id: item.id, action, title, note, value: item.value ?? item.badge ?? "", isGone: false };
  }

  put({ id, title, note, value, isGone }) {
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
    const texts = [[go.children[0], title], [go.children[1], isGone ? `${note ? `${note} · ` : ""}not shown now` : note], [figure, value], [drop.firstElementChild, `Remove ${title}`]];
    for (const [part, text] of texts) if (part.textContent !== text) part.textContent = text;
    entry.classList.toggle("gone", isGone);
    go.disabled = isGone;
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

  /** Scrolls to the item of an entry. */
  reveal(id) {
    const view = this.list.items.get(id);
    if (!view) return;
    if (view.section.list.hidden) this.viewer.toggle(this.viewer.folded, view.section);
    view.element.scrollIntoView({ block: "center" });
    view.parts.act?.focus({ preventScroll: true });
  }
}
