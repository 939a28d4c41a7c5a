// What a viewer does: actions, other orders, and what is the viewer's alone.

import { make } from "./list.js";

const reorderKeys = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
/** What the tabulator and the arrow keys stop at. */
const stops = ".act, .handle, .link";
const declaration = (id) => id.split("/", 1)[0];
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Asks for texts in a dialog; `null` if the viewer would rather not. */
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

/** Writes to the server; the token is asked for once and kept nowhere but here. */
export class Writer {
  #token;

  async post(path, body) {
    if (!this.#token) {
      const answer = await ask("Token", [{ name: "token", label: "Token of this server", type: "password" }], {
        go: "Use it", hint: "It is kept until this page is closed.",
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

/** Actions of the feed file as buttons and keys, and the focus that goes from one to the next. */
export class Actions {
  constructor(list, writer, say) {
    Object.assign(this, { list, writer, say, all: [], writes: false });
    list.root.addEventListener("click", (event) => {
      const view = event.target.closest(".act") && this.view(event.target);
      if (view) this.choose(view);
    });
    list.root.addEventListener("keydown", (event) => this.keyed(event));
    list.root.addEventListener("focusin", ({ target }) => {
      const view = target.matches(stops) && this.view(target);
      if (view) this.rove(view.section, target);
    });
  }

  /** Takes over what a feed file declares. */
  use({ actions = [], writes = false }) {
    this.all = writes ? actions : [];
    this.writes = writes;
  }

  view(element) {
    return this.list.items.get(element.closest("li[data-id]")?.dataset.id);
  }

  of(view) {
    const name = declaration(view.section.section.id);
    return this.all.filter(({ items, sections }) => items.includes(view.item.kind) && (!sections.length || sections.includes(name)));
  }

  /** Gives an item its button, or takes it away. */
  dress(view) {
    const actions = this.all.length ? this.of(view) : [];
    const label = actions.length ? `${view.item.title ?? view.item.kind}: ${actions.map(({ title }) => title).join("; ")}` : "";
    this.button(view, "act", label, actions.map(({ title }) => title).join("\n"));
    const isMoved = this.writes && view.section.look.reorder && !view.section.look.heads?.length;
    this.button(view, "handle", isMoved ? `Move ${view.item.title ?? view.item.kind}` : "", "drag, or Alt+↑ and Alt+↓");
    // A link that comes later than its section has no stop yet.
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

  /** Has one button of a section be where the tabulator stops. */
  rove(section, button) {
    button ??= section.stop?.isConnected && section.list.contains(section.stop) ? section.stop : section.list.querySelector(stops);
    if (section.stop === button) return;
    if (section.stop) section.stop.tabIndex = -1;
    section.stop = button;
    if (button) button.tabIndex = 0;
  }

  keyed(event) {
    if (!event.target.matches(stops)) return;
    const view = this.view(event.target);
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = { " ": "space", Enter: "enter" }[event.key] ?? event.key;
    const action = event.target.matches(".act") && this.of(view).find(({ key }) => key === name);
    if (action) this.perform(action, view);
    else if (!this.focus(event, view.section)) return;
    event.preventDefault();
  }

  /** Goes to the next button in a direction; up and down by where things stand. */
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

  async choose(view) {
    const actions = this.of(view);
    const first = actions.length === 1 ? actions[0] : await pick(view.item.title ?? view.item.kind, actions);
    if (first) this.perform(first, view);
  }

  async perform(action, view) {
    const name = view?.item.title ?? "";
    if (view?.section.element.classList.contains("late")) return this.say(`${name} is suspended: its source is late`);
    const set = {};
    if (action.needs.length) {
      const answer = await ask(action.title, action.needs.map((need) => ({ name: need, label: need })), { go: "Do it" });
      if (!answer) return;
      Object.assign(set, answer);
    }
    try {
      await this.writer.post("/v1/act", { action: action.name, ...(view ? { item: view.item.id } : {}), set });
      this.say(name ? `${name}: ${action.title}` : action.title);
    } catch (error) {
      this.say(`Not done: ${error.message}`);
    }
  }
}

/** Lets the viewer pick one of several actions. */
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

/** Puts a move over a list of items; one whose neighbours have gone leaves them as they are. */
export function lay(items, { id, before, after }) {
  const item = items.find((other) => other.id === id);
  if (!item) return items;
  const rest = items.filter((other) => other !== item);
  let place = rest.findIndex((other) => other.id === before);
  if (place < 0) place = rest.findIndex((other) => other.id === after) + 1 || -1;
  if (place < 0) return items;
  return [...rest.slice(0, place), item, ...rest.slice(place)];
}

/** Other orders: by pointer, by touch and by keys. What is in flight is laid over what the server says. */
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

  /** The item of a section with another order that an event is about. */
  target(event) {
    const element = event.target.closest("li[data-id]");
    const view = element && this.list.items.get(element.dataset.id);
    return view?.parts.handle && view;
  }

  // MARK: Pointers

  pressed(event) {
    const isHandle = event.target.closest(".handle");
    // A finger scrolls, unless it takes the handle.
    if (event.button !== 0 || (event.pointerType !== "mouse" && !isHandle)) return;
    const view = this.target(event);
    if (!view) return;
    const rect = view.element.getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    // Where it was taken hold of; it may be sliding still.
    const grip = { x: x - rect.left, y: y - rect.top };
    this.drag = { view, id: view.item.id, pointer: event.pointerId, x, y, grip, hasBegun: false };
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

  /** Finds the place under the pointer, and has the siblings make room there. */
  aim() {
    const { drag } = this;
    const { list, section } = drag.view.section;
    const box = list.getBoundingClientRect();
    const [x, y] = [drag.x - box.left + list.scrollLeft, drag.y - box.top];
    const [left, top] = [list.offsetLeft, list.offsetTop];
    const over = [...list.children].find((child) =>
      x >= child.offsetLeft - left && x < child.offsetLeft - left + child.offsetWidth &&
      y >= child.offsetTop - top && y < child.offsetTop - top + child.offsetHeight);
    if (!over || over === drag.view.element) return;
    const ids = [...list.children].map((child) => child.dataset.id);
    this.place(drag, ids, ids.indexOf(over.dataset.id));
    this.show(section, drag.view.item);
  }

  /** Says between which neighbours an item stands that goes to a place. */
  place(move, ids, index) {
    const rest = ids.filter((id) => id !== move.id);
    move.before = rest[index];
    move.after = rest[index - 1];
    if (!this.moves.includes(move)) this.moves.push(move);
  }

  show(section, item) {
    const own = this.moves.filter(({ view }) => view.section.section.id === section.id);
    if (own.length) this.list.overlays.set(section.id, (items) => own.reduce(lay, items));
    else this.list.overlays.delete(section.id);
    this.list.touch(section, item);
    this.draw();
  }

  /** Keeps what is dragged under the pointer, wherever its place is. */
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
    const { element, item, section } = drag.view;
    const rect = element.getBoundingClientRect();
    element.classList.remove("dragged");
    element.style.transform = "";
    this.list.motion.dragged = null;
    this.list.motion.settle(element, rect);
    // The click that ends a drag does nothing.
    const swallow = (event) => event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true));
    if (!this.moves.includes(drag)) return;
    if (isCancelled) this.end(drag, "Not moved");
    else this.send(drag, section.section, item);
  }

  // MARK: Keys

  keyed(event) {
    const step = event.altKey && reorderKeys[event.key];
    const view = step && this.target(event);
    if (!view) return;
    event.preventDefault();
    const ids = [...view.section.list.children].map((child) => child.dataset.id);
    const index = ids.indexOf(view.item.id) + step;
    if (index < 0 || index >= ids.length) return this.say(`${view.item.title ?? ""} stands at the end`);
    const move = { view, id: view.item.id };
    this.place(move, ids, index);
    this.show(view.section.section, view.item);
    this.send(move, view.section.section, view.item, `${view.item.title ?? "moved"}: place ${index + 1} of ${ids.length}`);
  }

  // MARK: The server

  /** Sends a move behind those that are under way. */
  send(move, section, item, text = `${item.title ?? "moved"}: moved`) {
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

  /** Drops the moves that the version shows, which is the truth. */
  settle() {
    const shown = Math.max(this.feed.cursor?.version ?? -1, this.feed.confirmed);
    for (const move of this.moves.filter(({ version }) => version <= shown)) this.end(move);
  }

  end(move, text) {
    this.moves = this.moves.filter((other) => other !== move);
    this.show(move.view.section.section, move.view.item);
    if (text) this.say(text);
  }
}

/** What is the viewer's alone, and stays in this browser: which sections are shown, and which are folded. */
export class ViewerState {
  constructor() {
    this.folded = new Set();
    this.hidden = new Set();
  }

  use(title) {
    this.key = `feed:${title}`;
    try {
      const { folded = [], hidden = [] } = JSON.parse(localStorage.getItem(this.key) ?? "{}");
      this.folded = new Set(folded);
      this.hidden = new Set(hidden);
    } catch {
      // Without a memory, a page begins as everybody's.
    }
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ folded: [...this.folded], hidden: [...this.hidden] }));
    } catch {
      // As above.
    }
  }

  show(view) {
    const { id } = view.section;
    view.element.hidden = this.hidden.has(id);
    view.list.hidden = Boolean(view.heading) && this.folded.has(id);
    view.button?.setAttribute("aria-expanded", String(!view.list.hidden));
  }

  toggle(set, view) {
    const { id } = view.section;
    if (!set.delete(id)) set.add(id);
    this.show(view);
    this.keep();
  }

  /** Lets the viewer choose the sections that are shown. */
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
