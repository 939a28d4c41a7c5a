// The viewer's operations: actions, reordering, and the state of this browser.

import { isFiller, make } from "./list.js";

const reorderKeys = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
/** The elements that Tab and the arrow keys reach. */
const stops = ".act, .handle, .link";
const declaration = (id) => id.split("/", 1)[0];
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Asks for texts in a dialog; returns `null` if the viewer cancels. */
export function ask(title, fields, { go = "OK", hint } = {}) {
  const inputs = fields.map(({ name, label, type = "text" }) => make("input", { name, type, required: true, autocomplete: "off", ariaLabel: label }));
  const cancel = make("button", { type: "button", textContent: "Cancel" });
  const form = make("form", { method: "dialog" },
    make("h2", { textContent: title, id: "question" }),
    ...(hint ? [make("p", { textContent: hint })] : []),
    ...inputs.map((input, i) => make("label", {}, make("span", { textContent: fields[i].label }), input)),
    make("div", { className: "tools" }, cancel, make("button", { textContent: go, className: "go" })));
  const dialog = make("dialog", {}, form);
  dialog.setAttribute("aria-labelledby", "question");
  document.body.append(dialog);
  return new Promise((resolve) => {
    const end = (answer) => {
      dialog.remove();
      resolve(answer);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end(Object.fromEntries(inputs.map((input) => [input.name, input.value])));
    });
    cancel.addEventListener("click", () => end(null));
    dialog.addEventListener("cancel", () => end(null));
    dialog.showModal();
  });
}

/** Writes to the server; asks once for the token and keeps it only here. */
export class Writer {
  #token;

  async post(path, body) {
    if (!this.#token) {
      const answer = await ask("Token", [{ name: "token", label: "Token of this server", type: "password" }], {
        go: "Use token", hint: "The page keeps it until it is closed.",
      });
      if (!answer) throw new Error("no token was given");
      this.#token = answer.token.trim();
    }
    let response;
    try {
      response = await fetch(path, {
        method: "POST",
        headers: { "Authorization": `Bearer ${this.#token}`, "Content-Type": "application/json", "Idempotency-Key": random() },
        body: JSON.stringify(body),
      });
    } catch {
      throw new Error("the server cannot be reached");
    }
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer.version;
    if (response.status === 401) this.#token = undefined;
    throw new Error(answer.error?.message ?? `the server has answered ${response.status}`);
  }
}

/** The actions of the feed file as buttons and keys, and the focus between them. */
export class Actions {
  constructor(list, writer, viewer, say) {
    Object.assign(this, { list, writer, viewer, say, all: [], writes: false });
    list.root.addEventListener("click", (event) => {
      const view = event.target.closest(".act") && this.view(event.target);
      if (view) this.choose(this.of(view), view);
      const section = event.target.closest(".more") && this.section(event.target);
      if (section) this.choose(this.ofSection(section), undefined, section);
    });
    list.root.addEventListener("keydown", (event) => this.keyed(event));
    document.addEventListener("keydown", (event) => this.keyedOutside(event));
    list.root.addEventListener("focusin", ({ target }) => {
      const view = target.matches(stops) && this.view(target);
      if (view) this.rove(view.section, target);
      // Chromium 156 does not scroll to an element that is partly visible.
      if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  /** Applies the declarations of a feed file. */
  use({ actions = [], writes = false }) {
    this.all = actions.filter(({ viewer }) => writes || viewer);
    this.writes = writes;
  }

  /** The actions on the whole feed, and on sections without a heading for a button. */
  get ofFeed() {
    const whole = this.all.filter(({ items, sections }) => !items.length && !sections.length).map((action) => ({ action }));
    const bare = [...this.list.sections.values()].filter(({ heading }) => !heading)
      .flatMap((section) => this.ofSection(section).map((action) => ({ action, section })));
    return [...whole, ...bare];
  }

  section(element) {
    return this.list.sections.get(element.closest("section[data-section]")?.dataset.section);
  }

  view(element) {
    return this.list.items.get(element.closest("li[data-id]")?.dataset.id);
  }

  of(view) {
    return isFiller(view.item) ? [] : this.all.filter(({ items }) => items.includes(view.item.kind));
  }

  /** The actions on a section; folding needs no action. */
  ofSection({ section }) {
    const name = declaration(section.id);
    return this.all.filter(({ sections, viewer }) => sections.includes(name) && !viewer?.fold);
  }

  /** Adds or removes the actions button of a section's heading. */
  dressSection(view) {
    const actions = this.ofSection(view);
    view.more?.remove();
    view.more = undefined;
    if (!view.heading || !actions.length) return;
    const titles = actions.map(({ title }) => title);
    view.more = make("button", { type: "button", className: "more", ariaLabel: `${view.name}: ${titles.join("; ")}`, title: titles.join("\n") });
    view.heading.append(view.more);
  }

  /** Adds or removes the button of an item. */
  dress(view) {
    const actions = this.all.length ? this.of(view) : [];
    const label = actions.length ? `${view.item.title ?? view.item.kind}: ${actions.map(({ title }) => title).join("; ")}` : "";
    this.button(view, "act", label, actions.map(({ title }) => title).join("\n"));
    if (view.parts.act) view.parts.act.ariaPressed = this.viewer.pressed(actions, view.item);
    const isMoved = this.writes && view.section.look.reorder && !view.section.look.heads?.length;
    this.button(view, "handle", isMoved ? `Move ${view.item.title ?? view.item.kind}` : "", "drag, or Alt+↑ and Alt+↓");
    // A link that was added after its section has no tab stop yet.
    if (view.parts.title?.matches(".link") && !view.section.stop?.isConnected) this.rove(view.section);
  }

  button(view, name, label, hint) {
    const known = view.parts[name];
    if (!label) {
      known?.remove();
      delete view.parts[name];
    } else if (known) {
      if (known.ariaLabel !== label) known.ariaLabel = label;
    } else {
      const button = make("button", { type: "button", className: name, ariaLabel: label, title: hint, tabIndex: -1 });
      if (name === "handle") button.setAttribute("aria-keyshortcuts", "Alt+ArrowUp Alt+ArrowDown");
      view.add(name, button);
    }
  }

  /** Makes one button of a section the tab stop. */
  rove(section, button) {
    button ??= section.stop?.isConnected && section.list.contains(section.stop) ? section.stop : section.list.querySelector(stops);
    if (section.stop === button) return;
    if (section.stop) section.stop.tabIndex = -1;
    section.stop = button;
    if (button) button.tabIndex = 0;
  }

  /** The name of the pressed key as in feed files; `undefined` with modifier keys. */
  keyName({ key, ctrlKey, metaKey, altKey }) {
    return ctrlKey || metaKey || altKey ? undefined : { " ": "space", Enter: "enter" }[key] ?? key;
  }

  /** Handles the keys of actions on a section, at its heading, and on the feed. */
  keyedOutside(event) {
    const { target } = event;
    const name = this.keyName(event);
    if (event.defaultPrevented || !name || target.closest("dialog, input, main ul")) return;
    // These keys press the focused button.
    if (target.matches("button") && (name === "enter" || name === "space")) return;
    const section = this.section(target);
    const own = section && this.ofSection(section).find(({ key }) => key === name);
    const found = own ? { action: own, section } : this.ofFeed.find(({ action, section }) => !section && action.key === name);
    if (!found) return;
    event.preventDefault();
    this.perform(found.action, undefined, found.section);
  }

  keyed(event) {
    if (!event.target.matches(stops)) return;
    const view = this.view(event.target);
    const name = this.keyName(event);
    if (!view || !name) return;
    const action = event.target.matches(".act") && this.of(view).find(({ key }) => key === name);
    if (action) this.perform(action, view);
    else if (!this.focus(event, view.section)) return;
    event.preventDefault();
  }

  /** Moves the focus to the next button in a direction; up and down follow the visible positions. */
  focus({ key, target }, section) {
    const all = [...section.list.querySelectorAll(stops)];
    const at = all.indexOf(target);
    const ends = { Home: all[0], End: all.at(-1), ArrowRight: all[at + 1], ArrowLeft: all[at - 1] };
    let next = ends[key];
    if (key === "ArrowUp" || key === "ArrowDown") {
      const own = target.getBoundingClientRect();
      const rest = key === "ArrowDown" ? all.slice(at + 1) : all.slice(0, at).reverse();
      let row;
      let nearest = Infinity;
      for (const button of rest) {
        const rect = button.getBoundingClientRect();
        if (key === "ArrowDown" ? rect.top < own.bottom - 1 : rect.bottom > own.top + 1) continue;
        row ??= rect.top;
        if (Math.abs(rect.top - row) > rect.height / 2) break;
        const distance = Math.abs(rect.left + rect.width / 2 - own.left - own.width / 2);
        if (distance < nearest) [nearest, next] = [distance, button];
      }
    } else if (!(key in ends)) {
      return false;
    }
    next?.focus();
    return true;
  }

  async choose(actions, view, section = view?.section) {
    const title = view ? view.item.title ?? view.item.kind : section.name;
    const action = actions.length === 1 ? actions[0] : await pick(title, actions);
    if (action) this.perform(action, view, section);
  }

  /** Shows a choice of the actions on the feed. */
  async chooseForFeed() {
    const all = this.ofFeed.map(({ action, section }) => ({ ...action, action, section, title: section ? `${section.name}: ${action.title}` : action.title }));
    const chosen = all.length === 1 ? all[0] : await pick("Actions", all);
    if (chosen) this.perform(chosen.action, undefined, chosen.section);
  }

  /** Performs an action on an item, a section or the feed. */
  async perform(action, view, section = view?.section) {
    const name = view ? view.item.title ?? "" : section?.name ?? "";
    if (action.viewer && !action.viewer.toggle) return this.performForViewer(action, view, section);
    if (section?.element.classList.contains("late")) return this.say(`${name} is suspended: its source is late`);
    if (action.viewer) return this.performForViewer(action, view, section);
    const target = view ? { item: view.item.id } : section ? { section: section.section.id } : {};
    const set = {};
    if (action.needs.length) {
      const answer = await ask(action.title, action.needs.map((need) => ({ name: need, label: need })), { go: "Run" });
      if (!answer) return;
      Object.assign(set, answer);
    }
    try {
      await this.writer.post("/v1/act", { action: action.name, ...target, set });
      this.say(name ? `${name}: ${action.title}` : action.title);
    } catch (error) {
      this.say(`Failed: ${error.message}`);
    }
  }

  /** Performs an action on the state of this browser, without the server. */
  performForViewer(action, { item } = {}, section) {
    const { toggle, fold, show } = action.viewer;
    if (toggle && item) {
      this.viewer.mark(item, toggle);
      this.list.items.get(item.id)?.draw();
    }
    if (fold && section) {
      const isInside = section.list.contains(document.activeElement);
      this.viewer.toggle(this.viewer.folded, section);
      if (isInside && section.list.hidden) section.button?.focus();
    }
    if (show) {
      const [id, group] = [item?.id ?? "", section?.section.id ?? ""];
      this.viewer.showOnly(`${action.name} ${id || group}`, show.map((glob) =>
        glob.replaceAll("{id}", () => itemKey(id)).replaceAll("{group}", () => groupKey(group))));
      for (const view of this.list.sections.values()) this.viewer.show(view);
    }
    for (const view of this.list.items.values()) if (this.of(view).includes(action)) this.dress(view);
    const name = item ? item.title ?? item.kind : section?.name;
    this.say(name ? `${name}: ${action.title}` : action.title);
  }
}

/** The keys in the ids of an item and a section, for example `7` in `photo:photo/7#2`. */
const itemKey = (id) => id.slice(id.indexOf("/") + 1).replace(/#[1-9][0-9]*$/, "");
const groupKey = (id) => id.slice(declaration(id).length + 1);

/** Shows a choice of several actions. */
function pick(title, actions) {
  const buttons = actions.map((action) => make("button", { type: "button", textContent: action.key ? `${action.title} (${action.key})` : action.title }));
  const dialog = make("dialog", { className: "menu" }, make("h2", { textContent: title, id: "question" }), ...buttons);
  dialog.setAttribute("aria-labelledby", "question");
  document.body.append(dialog);
  return new Promise((resolve) => {
    buttons.forEach((button, i) => button.addEventListener("click", () => {
      dialog.remove();
      resolve(actions[i]);
    }));
    dialog.addEventListener("cancel", () => {
      dialog.remove();
      resolve(null);
    });
    dialog.showModal();
  });
}

/** Applies a move to a list of items; without its neighbours the list is unchanged. */
export function lay(items, { id, before, after }, guest) {
  const item = items.find((other) => other.id === id) ?? guest;
  if (!item) return items;
  const rest = items.filter((other) => other !== item);
  let place = rest.findIndex((other) => other.id === before);
  if (place < 0) place = rest.findIndex((other) => other.id === after) + 1 || -1;
  if (place < 0) return items;
  return [...rest.slice(0, place), item, ...rest.slice(place)];
}

/** Reordering by pointer, touch and keys. Pending moves are applied to the server's order. */
export class Reordering {
  constructor(list, feed, writer, { say, draw }) {
    Object.assign(this, { list, feed, writer, say, draw, moves: [], queue: Promise.resolve() });
    const { root } = list;
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointermove", (event) => this.pointed(event));
    root.addEventListener("pointerup", () => this.dropped());
    root.addEventListener("pointercancel", () => this.dropped(true));
    root.addEventListener("keydown", (event) => this.keyed(event));
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && this.drag) this.dropped(true);
    });
    list.motion.onPlaced = () => this.follow();
  }

  /** The item of an event, if its section can be reordered. */
  target(event) {
    const element = event.target.closest("li[data-id]");
    const view = element && this.list.items.get(element.dataset.id);
    return view?.parts.handle && view;
  }

  // MARK: Pointers

  pressed(event) {
    const isHandle = event.target.closest(".handle");
    // A finger scrolls, unless it starts on the handle.
    if (event.button !== 0 || (event.pointerType !== "mouse" && !isHandle)) return;
    const view = this.target(event);
    if (!view) return;
    const rect = view.element.getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    // The position where the drag began; the item may still be sliding.
    const grip = { x: x - rect.left, y: y - rect.top };
    const from = view.section.section.id;
    this.drag = { view, id: view.item.id, to: from, touched: new Set([from]), pointer: event.pointerId, x, y, grip, hasBegun: false };
    if (isHandle) event.target.releasePointerCapture?.(event.pointerId);
  }

  pointed(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.hasBegun) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      this.begin();
    }
    drag.x = event.clientX;
    drag.y = event.clientY;
    this.aim();
    this.follow();
  }

  begin() {
    const { drag } = this;
    const { element } = drag.view;
    drag.hasBegun = true;
    this.list.root.setPointerCapture(drag.pointer);
    this.list.motion.dragged = element;
    element.getAnimations().forEach((animation) => animation.cancel());
    element.classList.add("dragged");
    const scroll = () => {
      if (this.drag !== drag) return;
      const edge = Math.min(drag.y - 80, 0) + Math.max(drag.y - innerHeight + 80, 0);
      if (edge) {
        scrollBy({ top: edge / 5, behavior: "instant" });
        this.aim();
        this.follow();
      }
      requestAnimationFrame(scroll);
    };
    requestAnimationFrame(scroll);
  }

  /** Finds the position under the pointer; the siblings make room there. */
  aim() {
    const { drag } = this;
    for (const target of this.targets(drag.view)) {
      const { list } = target;
      const box = list.getBoundingClientRect();
      const [x, y] = [drag.x - box.left + list.scrollLeft, drag.y - box.top];
      const [left, top] = [list.offsetLeft, list.offsetTop];
      const over = [...list.children].find((child) =>
        x >= child.offsetLeft - left && x < child.offsetLeft - left + child.offsetWidth &&
        y >= child.offsetTop - top && y < child.offsetTop - top + child.offsetHeight);
      if (!over) continue;
      if (over === drag.view.element) return;
      const ids = [...list.children].map((child) => child.dataset.id);
      // In another group the position after the last item is also possible.
      const isBehind = target !== drag.view.section && y > over.offsetTop - top + over.offsetHeight / 2;
      this.place(drag, target, ids, ids.indexOf(over.dataset.id) + Number(isBehind));
      return this.show(drag);
    }
  }

  /** The sections that can contain the item: its own, and the other groups if the feed file allows that. */
  targets({ section }) {
    if (!section.look.across) return [section];
    const name = declaration(section.section.id);
    return [...this.list.root.children].map((element) => this.list.sections.get(element.dataset.section))
      .filter((view) => declaration(view.section.id) === name && !view.element.hidden && !view.list.hidden);
  }

  /** Returns the neighbours of a position. */
  place(move, { section }, ids, index) {
    const rest = ids.filter((id) => id !== move.id);
    move.before = rest[index];
    move.after = rest[index - 1];
    move.to = section.id;
    move.touched.add(section.id);
    if (!this.moves.includes(move)) this.moves.push(move);
  }

  /** Applies the pending moves to the affected sections. */
  show({ view, touched }) {
    for (const id of touched) {
      const own = this.moves.filter((move) => move.touched.has(id));
      if (own.length) this.list.overlays.set(id, (items) => own.reduce((list, move) => this.laid(list, move, id), items));
      else this.list.overlays.delete(id);
      const section = this.list.sections.get(id)?.section;
      if (section) this.list.touch(section, view.item);
    }
    this.draw();
  }

  laid(items, move, section) {
    if (move.to !== section) return items.filter(({ id }) => id !== move.id);
    return lay(items, move, move.touched.size > 1 ? this.item(move.id, section) : undefined);
  }

  /** An item of another group in the server's version. */
  item(id, section) {
    for (const other of this.feed.sections) {
      if (declaration(other.id) !== declaration(section)) continue;
      const item = other.items.find((item) => item.id === id);
      if (item) return item;
    }
  }

  /** The ids of a section's items in their current or pending order. */
  order({ section }) {
    const { items } = this.feed.sections.find(({ id }) => id === section.id) ?? section;
    return (this.list.overlays.get(section.id)?.(items) ?? items).map(({ id }) => id);
  }

  /** Keeps the dragged element under the pointer. */
  follow() {
    const { drag } = this;
    if (!drag?.hasBegun) return;
    const { element } = drag.view;
    element.style.transform = "none";
    const rect = element.getBoundingClientRect();
    element.style.transform = `translate(${drag.x - drag.grip.x - rect.left}px, ${drag.y - drag.grip.y - rect.top}px)`;
  }

  dropped(isCancelled = false) {
    const { drag } = this;
    this.drag = undefined;
    if (!drag?.hasBegun) return;
    const { element, item } = drag.view;
    const rect = element.getBoundingClientRect();
    element.classList.remove("dragged");
    element.style.transform = "";
    this.list.motion.dragged = null;
    this.list.motion.settle(element, rect);
    // Ignore the click at the end of a drag.
    const swallow = (event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true));
    if (!this.moves.includes(drag)) return;
    if (isCancelled) this.end(drag, "Not moved");
    else this.send(drag, item);
  }

  // MARK: Keys

  keyed(event) {
    const step = event.altKey && reorderKeys[event.key];
    const view = step && this.target(event);
    if (!view) return;
    event.preventDefault();
    const { item } = view;
    // Directly after a click the page still shows the old state.
    const targets = this.targets(view);
    const home = targets.find((other) => this.order(other).includes(item.id)) ?? view.section;
    let target = home;
    let ids = this.order(target);
    let index = ids.indexOf(item.id) + step;
    if (index < 0 || index >= ids.length) {
      target = targets[targets.indexOf(home) + step];
      if (!target) return this.say(`${item.title ?? ""} cannot move further`);
      ids = this.order(target);
      index = step > 0 ? 0 : ids.length;
      ids.splice(index, 0, item.id);
    }
    const from = home.section.id;
    const move = { view, id: item.id, to: from, touched: new Set([from]) };
    this.place(move, target, ids, index);
    this.show(move);
    const place = `place ${index + 1} of ${ids.length}`;
    this.send(move, item, `${item.title ?? "moved"}: ${target === home ? place : `${target.name}, ${place}`}`);
  }

  // MARK: The server

  /** Sends a move after the pending ones. */
  send(move, item, text = `${item.title ?? "moved"}: moved`) {
    const neighbour = move.before ? { before: move.before } : { after: move.after };
    this.queue = this.queue.then(async () => {
      try {
        move.version = await this.writer.post("/v1/move", { item: move.id, ...neighbour });
        this.say(text);
        this.settle();
      } catch (error) {
        this.end(move, `Not moved: ${error.message}`);
      }
    });
  }

  /** Removes the pending moves that the current version contains. */
  settle() {
    const shown = Math.max(this.feed.cursor?.version ?? -1, this.feed.confirmed);
    for (const move of this.moves.filter(({ version }) => version <= shown)) this.end(move);
  }

  end(move, text) {
    this.moves = this.moves.filter((other) => other !== move);
    this.show(move);
    if (text) this.say(text);
  }
}

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

/** The state of this browser: the shown sections and the folded ones. */
export class ViewerState {
  constructor() {
    this.folded = new Set();
    this.hidden = new Set();
    /** The flags that the viewer has changed, by item id. */
    this.marks = new Map();
    /** The shown sections, `{by, globs}`; `null` for all. */
    this.only = null;
  }

  use(title) {
    this.key = `feed:${title}`;
    try {
      const { folded = [], hidden = [], marks = [], only = null } = JSON.parse(localStorage.getItem(this.key) ?? "{}");
      this.folded = new Set(folded);
      this.hidden = new Set(hidden);
      this.marks = new Map(marks);
      this.only = only;
    } catch {
      // Without local storage, start with the default state.
    }
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ folded: [...this.folded], hidden: [...this.hidden], marks: [...this.marks], only: this.only }));
    } catch {
      // As above.
    }
  }

  show(view) {
    const { id } = view.section;
    view.element.hidden = this.hidden.has(id) || (this.only !== null && !this.only.globs.some((glob) => matches(glob, id)));
    view.list.hidden = Boolean(view.heading) && this.folded.has(id);
    view.button?.setAttribute("aria-expanded", String(!view.list.hidden));
  }

  toggle(set, view) {
    const { id } = view.section;
    if (!set.delete(id)) set.add(id);
    this.show(view);
    this.keep();
  }

  /** The flags of an item, including the viewer's changes. */
  flags({ id, flags = [] }) {
    const own = this.marks.get(id);
    if (!own) return flags;
    return [...flags.filter((flag) => own[flag] !== false), ...Object.keys(own).filter((flag) => own[flag] && !flags.includes(flag))];
  }

  /** Toggles a flag of an item. */
  mark(item, flag) {
    const own = { ...this.marks.get(item.id), [flag]: !this.flags(item).includes(flag) };
    this.marks.delete(item.id);
    this.marks.set(item.id, own);
    // Forget the oldest ones: most of their items no longer exist.
    if (this.marks.size > mostMarks) this.marks.delete(this.marks.keys().next().value);
    this.keep();
  }

  /** Shows only some sections, or all again on a repeated call. */
  showOnly(by, globs) {
    this.only = this.only?.by === by ? null : { by, globs };
    this.keep();
  }

  /** Whether an item's button is pressed: `true`, `false`, or `null` if it is not a toggle. */
  pressed(actions, item) {
    const [{ name, viewer } = {}, ...more] = actions;
    if (more.length || !(viewer?.toggle || viewer?.show)) return null;
    return String(viewer.toggle ? this.flags(item).includes(viewer.toggle) : this.only?.by === `${name} ${item.id}`);
  }

  /** Shows a choice of the visible sections. */
  choose(list) {
    const views = [...list.root.children].map((element) => list.sections.get(element.dataset.section));
    const boxes = views.map((view) => make("input", { type: "checkbox", checked: !this.hidden.has(view.section.id) }));
    const all = make("button", { type: "button", textContent: "All" });
    const none = make("button", { type: "button", textContent: "None" });
    const close = make("button", { type: "button", textContent: "Done", className: "go" });
    const dialog = make("dialog", { className: "menu" },
      make("h2", { textContent: "Sections", id: "question" }),
      ...views.map((view, i) => make("label", {}, boxes[i], make("span", { textContent: view.name }))),
      make("div", { className: "tools" }, all, none, close));
    dialog.setAttribute("aria-labelledby", "question");
    const take = () => {
      boxes.forEach((box, i) => {
        this.hidden[box.checked ? "delete" : "add"](views[i].section.id);
        this.show(views[i]);
      });
      this.keep();
    };
    for (const box of boxes) box.addEventListener("change", take);
    for (const [button, value] of [[all, true], [none, false]]) {
      button.addEventListener("click", () => {
        for (const box of boxes) box.checked = value;
        take();
      });
    }
    close.addEventListener("click", () => dialog.remove());
    dialog.addEventListener("cancel", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
