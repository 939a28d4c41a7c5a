// Other orders of items: by pointer, touch and keys, applied on top of the server's order until it answers.

import { declaration } from "./item.js";

const reorderKeys = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

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
  constructor(list, feed, writer, { say, refuse, draw }) {
    Object.assign(this, { list, feed, writer, say, refuse, draw, moves: [], queue: Promise.resolve() });
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
    return view?.parts.handle && !this.list.orders.has(view.section.section.id) && view;
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
        this.end(move);
        this.refuse(`Not moved: ${item.title ?? item.kind}`, error, this.list.items.get(move.id)?.element);
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
