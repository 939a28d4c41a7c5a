// Sections and items as elements that persist across versions; each patch changes only what it edits.

import { isInView } from "./motion.js";

const signs = { good: "+", bad: "✗", warning: "!", muted: "·", accent: "◆" };
const order = ["picture", "sign", "title", "subtitle", "flags", "badge", "value", "columns", "act", "handle"];
export const isFiller = (item) => /#[1-9][0-9]*$/.test(item.id);
const declaration = (id) => id.split("/", 1)[0];

/** Creates an element; texts are inserted as text, never as markup. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The address of an item's picture; invalid names have none (`PictureName` of the server). */
export function pictureAddress(name) {
  const parts = name.split("/");
  const isSafe = parts.every((part) => part && !part.startsWith(".") && !/[\\\x00-\x1f\x7f]/.test(part));
  return isSafe ? `/pictures/${parts.map(encodeURIComponent).join("/")}` : "";
}

/** The address of a picture on the web; empty unless it is an `https:` address at one of the hosts. */
export function imageAddress(text, hosts) {
  const written = /^https:\/\/([a-z0-9.-]+)(?:[/?#]|$)/i.exec(text)?.[1].toLowerCase();
  const isDeclared = (host) => (host.startsWith("*.") ? /^[^.]/.test(written) && written.endsWith(host.slice(1)) : written === host);
  if (!written || !hosts.some(isDeclared)) return "";
  try {
    const { hostname, href } = new URL(text);
    return hostname === written ? href : "";
  } catch {
    return "";
  }
}

/** The link of an item, limited to the hosts that the feed file declares. */
export function address(item, hosts) {
  try {
    const { protocol, host, username, password, href } = new URL(item.fields.link);
    const isDeclared = hosts.some((declared) => new URL(`https://${declared}`).host === host);
    return isDeclared && protocol === "https:" && !username && !password ? href : "";
  } catch {
    return "";
  }
}

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

/** An item on the page. */
class ItemView {
  constructor(item, section, hooks) {
    this.item = item;
    this.hooks = hooks;
    this.section = section;
    this.element = document.createElement("li");
    this.parts = {};
    this.lastFlash = -Infinity;
    this.draw(0);
  }

  /** Shows the item's content; returns the previous value if it has changed. */
  draw() {
    const { item, section, element } = this;
    const look = section.look;
    const filler = isFiller(item);
    const { tone } = item;
    const toned = tone ? ` tone-${tone}` : "";
    const classes = filler ? look.filler : (look.kinds?.[item.kind] ?? (look.list?.startsWith("rows") ? "depth-0" : ""));
    if (this.kind !== item.kind) {
      element.dataset.kind = this.kind = item.kind;
      element.className = classes;
    }
    if (element.dataset.id !== item.id) element.dataset.id = item.id;
    this.picture(item.image);
    this.part("sign", "span", signs[tone], `sign${toned}`, (part) => {
      part.setAttribute("role", "img");
      part.setAttribute("aria-label", tone);
    });
    const isHead = !filler && look.heads?.includes(item.kind);
    const link = item.title && look.links?.[item.kind] ? address(item, look.links[item.kind]) : "";
    const tag = link ? "a" : isHead ? "h3" : "span";
    this.part("title", tag, item.title || (filler ? "—" : ""), `title${toned}${link && " link"}`);
    if (link && this.parts.title.href !== link) {
      Object.assign(this.parts.title, { href: link, rel: "noopener noreferrer", target: "_blank", draggable: false, tabIndex: -1 });
    }
    this.part("subtitle", "span", item.subtitle, "subtitle");
    this.part("badge", "span", item.badge, "badge");
    this.flags(this.hooks.flags?.(item) ?? item.flags ?? [], toned.trim());
    const before = this.parts.value?.textContent;
    const value = filler ? "" : item.value;
    this.part("value", "data", value, `value${toned}`, (part) => (part.value = value));
    if (!filler) this.columns(look.columns?.[item.kind]);
    return before !== (value || undefined) ? before : undefined;
  }

  /** The picture, or its name if it cannot be shown. */
  picture(image) {
    if (this.image === image) return;
    this.image = image;
    this.parts.picture?.remove();
    delete this.parts.picture;
    const { look, hosts } = this.section;
    const source = image ? imageAddress(image, hosts) || (look.pictures ? pictureAddress(image) : "") : "";
    if (!source) return this.pictureName(image);
    // The title next to the picture describes it.
    const picture = make("img", { className: "picture", alt: "", loading: "lazy", decoding: "async", draggable: false });
    picture.addEventListener("error", () => {
      if (this.parts.picture !== picture) return;
      picture.remove();
      this.pictureName(image);
    });
    picture.src = source;
    this.add("picture", picture);
  }

  pictureName(image) {
    const name = image?.replace(/[?#].*/, "").split("/").filter(Boolean).pop() ?? image;
    this.part("picture", "span", name, "picture", (part) => {
      part.setAttribute("role", "img");
      part.setAttribute("aria-label", name);
    });
  }

  /** One part of the item, present while it has content. */
  part(name, tag, text, classes, adjust) {
    let part = this.parts[name];
    if (!text) {
      part?.remove();
      delete this.parts[name];
      return;
    }
    if (!part || part.localName !== tag) {
      part?.remove();
      this.add(name, (part = document.createElement(tag)));
    }
    if (part.className !== classes) part.className = classes;
    if (part.textContent !== text) {
      part.textContent = text;
      adjust?.(part);
    }
  }

  /** The headings of the columns below, which depend only on the kind. */
  columns(heads) {
    if (this.knownColumns === heads) return;
    this.knownColumns = heads;
    this.parts.columns?.remove();
    delete this.parts.columns;
    if (heads) this.add("columns", make("span", { className: "heads" }, ...heads.map((textContent) => make("span", { textContent }))));
  }

  add(name, part) {
    this.parts[name] = part;
    const next = order.slice(order.indexOf(name) + 1).find((other) => this.parts[other]);
    this.element.insertBefore(part, next ? this.parts[next] : null);
  }

  flags(flags, toned) {
    const known = `${toned} ${flags.join("\n")}`;
    if (this.knownFlags === known) return;
    this.knownFlags = known;
    this.parts.flags?.remove();
    delete this.parts.flags;
    if (!flags.length) return;
    this.add("flags", make("span", { className: "flags" },
      ...flags.map((flag) => make("mark", { className: toned, textContent: flag }))));
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
    this.element = make("section", { className: look.class ?? "" }, this.list);
    this.element.dataset.section = section.id;
    if (look.scrolls) this.pages = [this.page("previous", -1), this.page("next", 1)];
    // Estimate the height, so that the scroll bar is about right before the section is visible.
    this.element.style.containIntrinsicBlockSize = `auto ${look.list?.startsWith("rows") ? 3 + section.items.length : 12}rem`;
    this.drawHeader();
  }

  drawHeader() {
    const { title, header } = this.section;
    if (title && !this.heading) {
      this.button = make("button", { type: "button", className: "fold", id: `heading-${this.number}` });
      this.button.setAttribute("aria-controls", this.list.id);
      this.button.setAttribute("aria-expanded", "true");
      this.heading = make("h2", {}, this.button);
      this.element.prepend(this.heading);
    } else if (!title && this.heading) {
      this.heading.remove();
      this.heading = this.button = undefined;
    }
    this.element.removeAttribute(title ? "aria-label" : "aria-labelledby");
    if (title) {
      if (this.button.textContent !== title) this.button.textContent = title;
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
    button.addEventListener("click", () => list.scrollBy({ left: way * list.clientWidth * 0.9 }));
    // Measured only if the button is visible.
    const look = () => {
      const left = way < 0 ? list.scrollLeft : list.scrollWidth - list.clientWidth - list.scrollLeft;
      button.ariaDisabled = String(left < 2);
    };
    for (const event of ["pointerenter", "focusin"]) this.element.addEventListener(event, look);
    list.addEventListener("scroll", look, { passive: true });
    this.element.append(button);
    return button;
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
  /** Sections in view. */
  visible = new Set();
  /** The elements that were inserted or moved last. */
  placedNow = new Set();

  constructor(root, motion, hooks = {}) {
    this.root = root;
    this.motion = motion;
    this.hooks = hooks;
    this.look = { sections: {} };
    this.shown = [];
    this.forget();
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const view = this.sections.get(target.dataset.section);
        if (view) this.visible[isIntersecting ? "add" : "delete"](view);
      }
    }, { rootMargin: "50%" });
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
    for (const item of edits.changed) this.changed.add(item);
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
    const seen = new Set([...this.changed].filter((item) => this.isSeen(item)));
    for (const item of this.changed) this.redraw(item, seen.has(item));
    this.changed.clear();
    for (const section of this.headers) this.drawHeader(this.sections.get(section.id));
    this.headers.clear();
    if (!isPlacing) return;
    this.structure(sections);
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
      const elements = (this.overlays.get(section.id)?.(section.items) ?? section.items).map((item) => {
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
