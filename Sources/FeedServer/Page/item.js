// Items as elements that persist across versions; each patch changes only what it edits.

import { drawn, figureText, measure, measured, traced, worded } from "./figures.js";

const signs = { good: "+", bad: "✗", warning: "!", muted: "·", accent: "◆" };
const figures = ["spark", "bar", "gauge"];
const order = ["picture", "sign", "title", "subtitle", "flags", "figures", "badge", "value", "columns", "act", "handle"];
export const isFiller = (item) => /#[1-9][0-9]*$/.test(item.id);
/** Whether an item stands for the missing items of a section (`placeholder:` of the feed file). */
export const isPlaceholder = (item, section) => item.id === `${item.kind}:section/${section.id}`;
/** Whether a value is one number, perhaps with a unit: an amount, and not a score, a clock or a word. */
export const isAmount = (text = "") => !/['′:]/.test(text) && text.match(/\d+(?:[.,’\u00a0\u202f]\d+)*/g)?.length === 1;
/** Whether a row with a warning stands for what is below another heading, and has only a dash to show for it. */
export const isSuspended = ({ tone, value, subtitle, badge }, classes) =>
  tone === "warning" && value === "—" && !subtitle && !badge && /\bdepth-[1-3]\b/.test(classes) && !/\bcell\b/.test(classes);
/** Whether a text is a date or a figure with its unit, which stays on one line; longer ones may wrap. */
export const isBrief = (text = "") => text.length <= 24 && /\d/.test(text);
/** The declaration of a section, without the key of its group. */
export const declaration = (id) => id.split("/", 1)[0];

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

/** The heading of a column, which sorts by it. */
function sorter(name, column) {
  const button = make("button", { type: "button", className: "sort", textContent: name, title: `sort by ${name}`, tabIndex: -1 });
  button.dataset.column = column;
  return button;
}

/** An item on the page. */
export class ItemView {
  constructor(item, section, hooks) {
    this.item = item;
    this.hooks = hooks;
    this.section = section;
    this.element = document.createElement("li");
    this.parts = {};
    this.knownFigures = "\n\n\n\n\n";
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
    this.picture(item);
    this.part("sign", "span", signs[tone], `sign${toned}`, (part) => {
      part.setAttribute("role", "img");
      part.setAttribute("aria-label", tone);
    });
    if (this.parts.sign && !look.hasSigns && element.classList.contains("depth-0")) this.hooks.align?.(look, { hasSigns: true });
    const isHead = !filler && look.heads?.includes(item.kind);
    const link = item.title && look.links?.[item.kind] ? address(item, look.links[item.kind]) : "";
    const tag = link ? "a" : isHead ? "h3" : "span";
    this.part("title", tag, item.title, `title${toned}${link && " link"}`);
    if (link && this.parts.title.href !== link) {
      Object.assign(this.parts.title, { href: link, rel: "noopener noreferrer", target: "_blank", draggable: false, tabIndex: -1 });
    }
    this.part("subtitle", "span", item.subtitle, "subtitle");
    this.part("badge", "span", item.badge, isBrief(item.badge) ? "badge whole" : "badge");
    this.flags(this.hooks.flags?.(item) ?? item.flags ?? [], toned.trim());
    this.figures(item);
    const before = this.parts.value?.textContent;
    const value = filler ? "" : isSuspended(item, classes) ? "suspended" : item.value;
    const isLong = value?.length > 24;
    this.part("value", "data", value, `value${toned}${isLong ? " long" : ""}`, (part) => Object.assign(part, { value, title: isLong ? value : "" }));
    const longest = Math.min(value?.length ?? 0, 12);
    if (longest > (look.longest ?? 0) && (element.classList.contains("depth-0") ? item.badge || this.parts.figures : /\bdepth-[1-3]\b/.test(classes) && this.parts.figures)) this.hooks.align?.(look, { longest });
    const hasAmount = !filler && isAmount(value);
    if (this.hasAmount !== hasAmount) element.toggleAttribute("data-amount", (this.hasAmount = hasAmount));
    if (!filler) this.columns(look.columns?.[item.kind]);
    if (!filler && /\bcell\b/.test(classes)) this.hooks.room?.(this);
    return before !== (value || undefined) ? before : undefined;
  }

  /** The picture, described by the title; an item without it is a card of text. */
  picture({ image, title, subtitle, value, badge }) {
    if (this.image !== image) {
      this.image = image;
      this.parts.picture?.remove();
      delete this.parts.picture;
      const { look, hosts } = this.section;
      const source = image ? imageAddress(image, hosts) || (look.pictures ? pictureAddress(image) : "") : "";
      this.element.toggleAttribute("data-bare", Boolean(image) && !source);
      if (source) this.load(source);
    }
    const { picture } = this.parts;
    // A title that is the only text of the item already describes the picture next to it.
    const alt = subtitle || value || badge ? title ?? "" : "";
    if (picture && picture.alt !== alt) picture.alt = alt;
  }

  load(source) {
    const picture = make("img", { className: "picture", alt: "", loading: "lazy", decoding: "async", draggable: false });
    picture.addEventListener("error", () => {
      if (this.parts.picture !== picture) return;
      picture.remove();
      delete this.parts.picture;
      this.element.toggleAttribute("data-bare", true);
    });
    picture.src = source;
    this.add("picture", picture);
  }

  /** The small figures, present while the item has their numbers. */
  figures(item) {
    const declared = isFiller(item) ? undefined : this.section.look.figures?.[item.kind];
    const text = (name) => {
      const own = declared?.[name];
      if (!own) return figureText(item, name);
      return name === "spark" ? traced(item, own, (this.history ??= []), performance.now()) : measured(item, own);
    };
    const texts = figures.map(text);
    const words = figures.map((name, index) => (texts[index] && name !== "spark" ? worded(item, name, declared?.[name]) : undefined));
    const known = [...texts, ...words.map((one) => one && `${one.label} ${one.text}`)].join("\n");
    if (this.knownFigures === known) return;
    this.knownFigures = known;
    this.parts.figures?.remove();
    delete this.parts.figures;
    const elements = [], places = [];
    figures.forEach((name, index) => {
      const drawing = drawn(name, texts[index]);
      if (!drawing) return;
      elements.push(words[index] ? measure(drawing, words[index]) : drawing);
      places.push(words[index]?.text ? `${name}-text` : name);
    });
    if (!elements.length) return;
    this.add("figures", make("span", { className: "figures" }, ...elements));
    const reserved = this.section.look.places ?? [];
    if (places.some((place) => !reserved.includes(place))) this.hooks.align?.(this.section.look, { places: [...new Set([...reserved, ...places])] });
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
    if (heads) this.add("columns", make("span", { className: "heads" }, ...heads.map((name, index) => sorter(name, index + 1))));
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
