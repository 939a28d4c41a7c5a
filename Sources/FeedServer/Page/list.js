// Sections as elements that persist across versions; each patch changes only what it edits.

import { declaration, ItemView, make } from "./item.js";
import { isInView, keepRoom, leaveRoom, suspending } from "./motion.js";

/** Inserts an element before another; keeps its focus and animations if the browser can. */
function put(parent, element, before) {
  if (parent.moveBefore && parent.isConnected && element.isConnected) parent.moveBefore(element, before);
  else parent.insertBefore(element, before);
}

/** Orders the children of a parent, and moves only the new or moved ones. */
function arrange(parent, elements, placed) {
  let at = parent.firstElementChild;
  for (const element of elements) {
    if (!placed.has(element)) while (at && at !== element && placed.has(at)) at = at.nextElementSibling;
    if (at === element) at = at.nextElementSibling;
    else put(parent, element, at);
  }
}

let headings = 0;

/** A section on the page. */
class SectionView {
  constructor(section, look, hosts) {
    this.section = section;
    this.look = look;
    this.hosts = hosts;
    this.list = make("ul", { className: look.list ?? "rows" });
    if (look.scrolls) this.list.tabIndex = 0;
    this.number = ++headings;
    this.list.id = `list-${this.number}`;
    this.align();
    this.element = make("section", { className: look.class ?? "" }, this.list);
    this.element.dataset.section = section.id;
    if (look.scrolls) {
      this.pages = [this.page("previous", -1), this.page("next", 1)];
      for (const event of ["pointerenter", "focusin"]) this.element.addEventListener(event, () => this.measure());
      this.list.addEventListener("scroll", () => this.measure(), { passive: true });
      for (const event of ["wheel", "touchmove", "keydown"]) this.list.addEventListener(event, () => this.snap(true), { passive: true });
      this.list.addEventListener("scrollend", () => this.snap(this.list.scrollLeft >= 2));
      this.snap(false);
    }
    // Estimate the height, so that the scroll bar is about right before the section is visible.
    this.element.style.containIntrinsicBlockSize = `auto ${look.list?.startsWith("rows") ? 3 + section.items.length : 12}rem`;
    this.drawHeader();
  }

  /** Reserves the places of signs, figures and values that the sections with this appearance need. */
  align() {
    this.list.toggleAttribute("data-signs", Boolean(this.look.hasSigns));
    if (this.look.places) this.list.dataset.figures = this.look.places.join(" ");
    if (this.look.longest) this.list.style.setProperty("--value", this.look.longest);
  }

  drawHeader() {
    const { title, header } = this.section;
    if (title && !this.heading) {
      this.button = make("button", { type: "button", className: "fold", id: `heading-${this.number}` });
      this.button.setAttribute("aria-controls", this.list.id);
      this.button.setAttribute("aria-expanded", "true");
      this.more = make("button", { type: "button", className: "more" });
      this.more.setAttribute("aria-haspopup", "menu");
      this.more.ariaExpanded = "false";
      this.heading = make("h2", {}, this.button, this.more);
      this.element.prepend(this.heading);
    } else if (!title && this.heading) {
      this.heading.remove();
      this.heading = this.button = this.more = undefined;
    }
    this.element.removeAttribute(title ? "aria-label" : "aria-labelledby");
    if (title) {
      if (this.button.textContent !== title) this.button.textContent = title;
      this.more.ariaLabel = `${title}: menu`;
      this.heading.classList.toggle("pinned", Boolean(header?.pin));
      this.element.setAttribute("aria-labelledby", this.button.id);
    } else {
      this.element.setAttribute("aria-label", this.name);
    }
    this.drawRest();
    if (!this.pages) return;
    this.list.setAttribute("aria-label", this.name);
    for (const button of this.pages) button.ariaLabel = `${this.name}: ${button.title}`;
  }

  /** The button that shows more items of a section that the stream shows in part. */
  drawRest() {
    const { window, items } = this.section;
    const count = window ? window.of - window.from - items.length : 0;
    if (count <= 0) {
      this.rest?.remove();
      this.rest = undefined;
      return;
    }
    if (!this.rest) {
      this.rest = make("button", { type: "button", className: "rest" });
      this.rest.setAttribute("aria-controls", this.list.id);
      this.element.append(this.rest);
    }
    const text = `Show more (${items.length.toLocaleString("en")} of ${window.of.toLocaleString("en")})`;
    if (this.rest.textContent !== text) this.rest.textContent = text;
  }

  /** A button that scrolls a list by one page; the paging rules of the feed file define the stops. */
  page(name, way) {
    const button = make("button", { type: "button", className: `page ${name}`, title: `${name} page` });
    const { list } = this;
    button.setAttribute("aria-controls", list.id);
    button.addEventListener("click", () => {
      this.snap(true);
      list.scrollBy({ left: way * list.clientWidth * 0.9 });
    });
    this.element.append(button);
    return button;
  }

  /** Lets a list that scrolls sideways snap, but not while it is at its start: browsers follow the card to which it has snapped. */
  snap(isOn) {
    this.list.toggleAttribute("data-still", !isOn);
  }

  /** Disables the buttons that have nothing to scroll to; measured only when they can be seen, or with a filter. */
  measure() {
    const { scrollLeft, scrollWidth, clientWidth } = this.list;
    [scrollLeft, scrollWidth - clientWidth - scrollLeft].forEach((left, index) => (this.pages[index].ariaDisabled = String(left < 2)));
  }

  get name() {
    return this.section.title || declaration(this.section.id);
  }
}

/** The feed on the page. Changes are collected and drawn once per frame. */
export class FeedList {
  /** The number of changes of the page. */
  commits = 0;
  /** Items and sections by id. */
  items = new Map();
  sections = new Map();
  /** Orders that replace the server's order: by section, a function of its items. */
  overlays = new Map();
  /** Orders of this viewer on top of these, for example by a column. */
  orders = new Map();
  /** Sections in view. */
  visible = new Set();
  /** The elements that were inserted or moved last. */
  placedNow = new Set();

  constructor(root, motion, hooks = {}) {
    this.root = root;
    this.motion = motion;
    this.hooks = { ...hooks, align: (look, needs) => this.align(look, needs) };
    this.look = { sections: {} };
    this.shown = [];
    this.forget();
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const view = this.sections.get(target.dataset.section);
        if (!view) continue;
        this.visible[isIntersecting ? "add" : "delete"](view);
        if (isIntersecting) keepRoom(view);
      }
    }, { rootMargin: "100%" });
    let width = innerWidth;
    addEventListener("resize", () => {
      if (width === innerWidth) return;
      width = innerWidth;
      for (const view of this.sections.values()) leaveRoom(view);
      for (const view of this.visible) keepRoom(view);
    });
  }

  forget() {
    this.image = false;
    this.changed = new Set();
    this.placed = new Set();
    this.lists = new Set();
    this.headers = new Set();
    this.placedSections = new Set();
    this.isReordered = false;
  }

  /** Records the differences of the newest version. */
  note(edits) {
    if (edits.isImage) {
      this.forget();
      this.image = true;
      return;
    }
    if (this.image) return;
    for (const item of edits.changed) {
      this.changed.add(item);
      // A changed figure can change the place in an order by it.
      const section = this.orders.size && this.items.get(item.id)?.section.section;
      if (section && this.orders.has(section.id)) this.touch(section, item);
    }
    for (const { item } of edits.placed) this.placed.add(item);
    for (const section of edits.lists) this.lists.add(section);
    for (const section of edits.headers) this.headers.add(section);
    for (const { section } of edits.windows) this.headers.add(section);
    for (const section of edits.placedSections) {
      this.placedSections.add(section);
      this.lists.add(section);
    }
    this.isReordered ||= edits.placedSections.length + edits.removedSections.length > 0;
  }

  /** Orders a section's items again, for example after a pending move. */
  touch(section, item) {
    this.lists.add(section);
    if (item) this.placed.add(item);
  }

  get hasStructure() {
    return this.image || this.isReordered || this.lists.size > 0;
  }

  /**
   * Draws the recorded changes of any number of versions in one pass.
   *
   * @param sections The sections of the newest version.
   * @param isHeld Whether elements must keep their positions, because a pointer is down.
   */
  commit(sections, isHeld) {
    this.commits++;
    // Measure positions before any write, while the layout is valid.
    const isPlacing = this.hasStructure && !isHeld;
    const scene = isPlacing && this.motion.begin(this);
    const heights = isPlacing && suspending(this);
    const seen = new Set([...this.changed].filter((item) => this.isSeen(item)));
    for (const item of this.changed) this.redraw(item, seen.has(item));
    this.changed.clear();
    for (const section of this.headers) this.drawHeader(this.sections.get(section.id));
    this.headers.clear();
    if (!isPlacing) return;
    this.structure(sections);
    for (const view of this.visible) keepRoom(view, heights);
    this.hooks.placed?.();
    this.motion.end(scene);
  }

  /** Whether an item is visible; invisible figures do not flash. */
  isSeen(item) {
    const view = this.items.get(item.id);
    return view && this.visible.has(view.section) && isInView(view.element.getBoundingClientRect());
  }

  drawHeader(view) {
    view?.drawHeader();
    if (view) this.hooks.section?.(view);
  }

  redraw(item, isSeen) {
    const view = this.items.get(item.id);
    if (view?.item !== item) return; // not on the page yet, or no more
    const before = view.draw();
    if (before !== undefined && isSeen) this.motion.flash(view, before);
    this.hooks.drawn?.(view);
  }

  structure(sections) {
    const isImage = this.image;
    this.placedNow = new Set();
    const placedSections = new Set();
    const present = new Set(sections);
    const left = [];
    for (const section of sections) {
      let view = this.sections.get(section.id);
      if (!view) {
        view = new SectionView(section, this.look.sections[declaration(section.id)] ?? {}, this.look.images ?? []);
        this.sections.set(section.id, view);
        this.observer.observe(view.element);
        // Until the browser has reported whether it is in view, a carousel must not move with its cards.
        if (view.pages) this.visible.add(view);
        this.hooks.section?.(view);
        placedSections.add(view.element);
        this.lists.add(section);
      } else if (view.section !== section) {
        view.section = section;
        this.drawHeader(view);
        this.lists.add(section);
      }
      if (isImage) this.lists.add(section);
      if (this.placedSections.has(section)) placedSections.add(view.element);
    }
    for (const view of this.sections.values()) if (!present.has(view.section)) left.push(view);

    // Keep the elements of items that are still shown, even if their sections are gone.
    const drop = [];
    for (const section of this.lists) {
      if (!present.has(section)) continue;
      const view = this.sections.get(section.id);
      const placed = new Set();
      const shown = new Set();
      const elements = this.ordered(section).map((item) => {
        let own = this.items.get(item.id);
        if (!own) {
          own = new ItemView(item, view, this.hooks);
          this.items.set(item.id, own);
          this.hooks.drawn?.(own);
          this.motion.came(own);
          placed.add(own.element);
        } else {
          if (own.section !== view) {
            own.section = view;
            own.kind = undefined;
            placed.add(own.element);
          }
          if (own.item !== item) {
            own.item = item;
            this.redraw(item, this.visible.has(view));
          }
          if (this.placed.has(item)) placed.add(own.element);
        }
        shown.add(own);
        return own.element;
      });
      drop.push([view, shown, elements, placed]);
    }
    // Remove old elements before inserting new ones.
    for (const [view, shown] of drop) {
      for (const own of view.children ?? []) if (!shown.has(own) && own.section === view) this.remove(own);
      view.children = shown;
    }
    for (const [view, , elements, placed] of drop) {
      arrange(view.list, elements, placed);
      for (const element of placed) this.placedNow.add(element);
    }
    for (const view of left) {
      for (const own of view.children ?? []) if (own.section === view) this.remove(own);
      view.element.remove();
      this.observer.unobserve(view.element);
      this.visible.delete(view);
      this.sections.delete(view.element.dataset.section);
    }
    if (isImage || this.isReordered || placedSections.size) {
      arrange(this.root, sections.map((section) => this.sections.get(section.id).element), placedSections);
    }
    for (const [view] of drop) this.hooks.arranged?.(view);
    this.forget();
  }

  /** Reserves places in all sections with an appearance, so that their titles and what precedes values are aligned. */
  align(look, needs) {
    Object.assign(look, needs);
    for (const view of this.sections.values()) if (view.look === look) view.align();
  }

  /** The items of a section in the order of this viewer. */
  ordered({ id, items }) {
    const laid = this.overlays.get(id)?.(items) ?? items;
    return this.orders.get(id)?.(laid) ?? laid;
  }

  remove(view) {
    view.element.remove();
    if (this.items.get(view.item.id) === view) this.items.delete(view.item.id);
  }

  /** Starts again with another appearance, for example of another feed file. */
  reset(look) {
    this.look = look;
    this.observer.disconnect();
    this.visible.clear();
    this.items.clear();
    this.sections.clear();
    this.overlays.clear();
    this.root.replaceChildren();
    this.image = true;
  }
}
