// The state of this browser: what a viewer folds, hides and chooses.

import { open } from "./dialogs.js";
import { declaration, make } from "./item.js";

const mostMarks = 1_000;

/** Returns whether a glob matches an id; * matches any characters and ? one, as in Glob.swift. */
export function matches(glob, id) {
  const pattern = [...glob], text = [...id];
  let place = 0, position = 0, star = null;
  while (position < text.length) {
    if (pattern[place] === "*") star = [place++, position];
    else if (pattern[place] === "?" || pattern[place] === text[position]) { place++; position++; }
    else if (star) { position = ++star[1]; place = star[0] + 1; }
    else return false;
  }
  return pattern.slice(place).every((one) => one === "*");
}

/** The newest change of each item, `[id, flags, time]`, the last one last: tabs that know the same changes agree. */
export function newest(kept, own) {
  const all = new Map(kept.map((change) => [change[0], change]));
  for (const change of own) if (!(all.get(change[0])?.[2] >= change[2])) all.set(change[0], change);
  return [...all.values()].sort(([a, , one], [b, , other]) => one - other || (a < b ? -1 : 1)).slice(-mostMarks);
}

/** The state of this browser: the shown sections and the folded ones. */
export class ViewerState {
  constructor() {
    this.folded = new Set();
    this.hidden = new Set();
    /** The flags that the viewer has changed, by item id, the last changed one last; and the times of these changes. */
    this.marks = new Map();
    this.times = new Map();
    /** The last texts of the items that the viewer has added, `{flag, title, note, value, of}` by item id. */
    this.names = new Map();
    /** The shown sections, `{by, globs, name}`; `null` for all. */
    this.only = null;
    /** Whether the panel of the added items is open; `null` if the viewer has not chosen. */
    this.panel = null;
    /** Whether the line of inputs is unfolded; `null` if the viewer has not chosen. */
    this.showsInputs = null;
  }

  /** Takes the choices for a feed; its key names it, since several feeds can have one title. */
  use({ key, title, sections = {} }) {
    const before = this.key;
    this.key = `feed:${key ?? title}`;
    this.declared = Object.keys(sections);
    this.known = undefined;
    if (this.key !== before) {
      for (const known of [this.marks, this.times, this.names]) known.clear();
      this.take({});
    }
    this.refresh();
  }

  /** Takes what another tab of this browser has kept since the last time. */
  refresh() {
    try {
      const text = localStorage.getItem(this.key);
      if (!text || text === this.known) return;
      this.known = text;
      this.take(JSON.parse(text));
    } catch {
      // Without local storage, this page alone has the choices.
    }
  }

  /** Shows the choices of other tabs as soon as they change; showing them keeps nothing else. */
  follow(show) {
    addEventListener("storage", ({ key }) => {
      if (key !== this.key) return;
      this.isFollowing = true;
      try {
        this.refresh();
        show();
      } finally {
        this.isFollowing = false;
      }
      // The other tab has written before it knew of a change here.
      if (this.isAhead) this.keep();
    });
  }

  /** Takes kept choices, without those of sections that the feed does not declare. */
  take({ folded = [], hidden = [], marks = [], names = [], only = null, panel = null, showsInputs = null }) {
    const isDeclared = (id) => this.declared.includes(declaration(id));
    this.folded = new Set(folded.filter(isDeclared));
    this.hidden = new Set(hidden.filter(isDeclared));
    const kept = marks.map(([id, flags, time], index) => [id, flags, time ?? index]);
    const changes = newest(kept, this.changes);
    this.isAhead = JSON.stringify(changes) !== JSON.stringify(kept);
    this.marks = new Map(changes.map(([id, flags]) => [id, flags]));
    this.times = new Map(changes.map(([id, , time]) => [id, time]));
    // The texts that this tab has seen are at least as new.
    this.names = new Map([...names, ...this.names].filter(([id, { flag }]) => this.marks.get(id)?.[flag]));
    // The beginning of a glob decides: `live` of `live/7`, and `*` of `*7`.
    const isFound = (glob) => this.declared.some((id) => matches(/^[^/*]*\*?/.exec(glob)[0], id));
    Object.assign(this, { only: only?.globs.some(isFound) ? only : null, panel, showsInputs });
  }

  /** Changes the choices and keeps them; those that another tab has kept in the meantime are taken first. */
  keep(change = () => {}) {
    this.refresh();
    change();
    if (this.isFollowing) return;
    try {
      const { folded, hidden, changes, names, only, panel, showsInputs } = this;
      const lists = Object.entries({ folded, hidden, marks: changes, names }).map(([name, all]) => [name, [...all]]);
      const text = JSON.stringify({ ...Object.fromEntries(lists), only, panel, showsInputs });
      localStorage.setItem(this.key, text);
      this.known = text;
    } catch {
      // As above.
    }
  }

  show(view) {
    const { id } = view.section;
    view.element.hidden = !this.shows(id);
    view.list.hidden = Boolean(view.heading) && this.folded.has(id);
    view.button?.setAttribute("aria-expanded", String(!view.list.hidden));
    // The last name of a section that is shown alone.
    const isRenamed = () => this.only?.by === `section ${id}` && this.only.name !== view.name;
    if (isRenamed()) this.keep(() => isRenamed() && (this.only = { ...this.only, name: view.name }));
  }

  /** Whether a section is shown. */
  shows(id) {
    return !this.hidden.has(id) && this.isChosen(id);
  }

  /** Whether a section is one of those that are shown alone, or none is. */
  isChosen(id) {
    return this.only === null || this.only.globs.some((glob) => matches(glob, id));
  }

  /** The reason for which none of the sections shows an item; empty if one does. */
  absence(sections) {
    const full = sections.filter(({ items }) => items.length > 0);
    if (!full.length) return "No items yet";
    if (full.some(({ id }) => this.shows(id))) return "";
    if (!full.some(({ id }) => this.isChosen(id))) return `Only ${this.only.name ?? "a chosen section"} is shown, and it is empty now`;
    return sections.some(({ id }) => this.shows(id)) ? "All sections with items are hidden" : "All sections are hidden";
  }

  /** Whether the viewer has chosen the shown sections. */
  get hasChoice() {
    return this.hidden.size > 0 || this.only !== null;
  }

  /** Shows all sections again. */
  showAll() {
    this.keep(() => {
      this.hidden.clear();
      this.only = null;
    });
  }

  /** Folds or hides a section, or shows it again: `name` is `folded` or `hidden`. */
  toggle(name, view) {
    const { id } = view.section;
    this.keep(() => this[name].delete(id) || this[name].add(id));
    this.show(view);
  }

  /** The flags of an item, including the viewer's changes. */
  flags({ id, flags = [] }) {
    const own = this.marks.get(id);
    if (!own) return flags;
    return [...flags.filter((flag) => own[flag] !== false), ...Object.keys(own).filter((flag) => own[flag] && !flags.includes(flag))];
  }

  /** The changed flags, `[id, flags, time]`. */
  get changes() {
    return [...this.marks].map(([id, flags]) => [id, flags, this.times.get(id)]);
  }

  /** Toggles a flag of an item. */
  mark(item, flag) {
    this.keep(() => this.put(item.id, flag, !this.flags(item).includes(flag)));
  }

  /** Removes a flag that the viewer has added to an item. */
  unmark(id, flag) {
    this.keep(() => this.put(id, flag, false));
  }

  put(id, flag, isOn) {
    const own = { ...this.marks.get(id), [flag]: isOn };
    this.marks.delete(id);
    this.marks.set(id, own);
    this.times.set(id, Date.now());
    if (!isOn) this.names.delete(id);
    // Forget the oldest ones: most of their items no longer exist.
    if (this.marks.size <= mostMarks) return;
    const oldest = this.marks.keys().next().value;
    this.marks.delete(oldest);
    this.names.delete(oldest);
  }

  /** Remembers the texts of an item that the viewer has added; a changed figure alone is not written at once. */
  name(id, flag, { title, note, value, of }) {
    if (!this.marks.get(id)?.[flag]) return;
    const known = this.names.get(id);
    const remember = () => this.names.set(id, { flag, title, note, value, of });
    if (known?.flag === flag && known.title === title && known.note === note && String(known.of) === String(of)) remember();
    else this.keep(remember);
  }

  /** The items that the viewer has added, under their last texts. */
  get chosen() {
    return [...this.names].filter(([id, { flag }]) => this.marks.get(id)?.[flag]).map(([id, name]) => ({ id, ...name }));
  }

  get isPanelOpen() {
    return this.panel ?? matchMedia("(min-width: 72rem)").matches;
  }

  keepPanel(isOpen) {
    this.keep(() => (this.panel = isOpen));
  }

  /** On a phone their line is folded at first: the bar names those with problems. */
  get areInputsOpen() {
    return this.showsInputs ?? matchMedia("(min-width: 48rem)").matches;
  }

  keepInputs(isShown) {
    this.keep(() => (this.showsInputs = isShown));
  }

  /** Shows only some sections, under the name of what they belong to, or all again on a repeated call. */
  showOnly(by, globs, name) {
    this.keep(() => (this.only = this.only?.by === by ? null : { by, globs, name }));
  }

  /** Whether an item's button is pressed: `true`, `false`, or `null` if it is not a toggle. */
  pressed(actions, item) {
    const [{ id, viewer } = {}, ...more] = actions;
    if (more.length || !(viewer?.toggle || viewer?.show)) return null;
    return String(viewer.toggle ? this.flags(item).includes(viewer.toggle) : this.only?.by === `${id} ${item.id}`);
  }

  /** Opens a dialog to choose the visible sections, under the names of those of one kind; a changed box is the first change. */
  choose(list, changed) {
    const views = [...list.root.children].map((element) => list.sections.get(element.dataset.section));
    const boxes = views.map((view) => make("input", { type: "checkbox", checked: this.shows(view.section.id) }));
    const rows = views.map((view, i) => make("label", {}, boxes[i], make("span", { textContent: view.name })));
    const names = views.map((view) => view.name);
    const ids = views.map((view) => declaration(view.section.id));
    const options = [...new Set(ids)].flatMap((id) => {
      const own = rows.filter((_, i) => ids[i] === id);
      const isPlain = own.length === 1 && names.filter((name) => name === names[ids.indexOf(id)]).length === 1;
      return isPlain ? own : [make("fieldset", {}, make("legend", { textContent: id.replaceAll("-", " ") }), ...own)];
    });
    const all = make("button", { type: "button", textContent: "All" });
    const none = make("button", { type: "button", textContent: "None" });
    const close = make("button", { type: "button", textContent: "Done", className: "go" });
    const dialog = make("dialog", { className: "choice" },
      make("h2", { textContent: "Sections", id: "question" }),
      ...options,
      make("div", { className: "tools" }, all, none, close));
    const take = () => {
      this.keep(() => {
        this.only = null;
        boxes.forEach((box, i) => this.hidden[box.checked ? "delete" : "add"](views[i].section.id));
      });
      changed();
    };
    for (const box of boxes) box.addEventListener("change", take);
    for (const [button, value] of [[all, true], [none, false]]) {
      button.addEventListener("click", () => {
        for (const box of boxes) box.checked = value;
        take();
      });
    }
    open(dialog, close);
  }
}
