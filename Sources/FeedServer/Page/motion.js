// Movement: rows slide to new positions, figures flash, and the text being read stays in place.

import { isSuspended } from "./item.js";

const slide = { duration: 280, easing: "cubic-bezier(.2, .8, .2, 1)" };
/** What comes in is not seen until the rows that make room for it are almost at their places. */
const fade = [{ opacity: 0, offset: 0 }, { opacity: 0, offset: 0.4 }];
/** The maximum number of measured elements, and of rows that move at once. */
const most = { measured: 240, rows: 30 };
/** The distance from the view, in view heights, within which elements are measured. */
const margin = 1;
/** The shortest time between two flashes of one cell, in milliseconds. */
const flashPause = 500;
const arrowTime = 2_500;
/** The number of drawings in a second, with rows that slide over each other, or with new items, above which rows do not slide and items do not fade in. */
const mostSlides = 4;

export class Motion {
  constructor() {
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.arrows = new Map();
    /** The running animations by element: `getAnimations()` would force a layout each time. */
    this.slides = new WeakMap();
    this.flashes = new WeakMap();
    /** The dragged element, which must not be animated. */
    this.dragged = null;
    /** Called after elements have reached their new positions. */
    this.onPlaced = () => {};
    this.newcomers = [];
    /** The times of the last drawings in which rows moved over each other, and of those in which items came. */
    this.moved = [];
    this.arrived = [];
  }

  // MARK: Rows

  /** Adds a drawing to the last ones, and returns whether they are so frequent that their movements would overlap. */
  isBusy(moments, time = performance.now()) {
    while (time - moments[0] >= 1_000) moments.shift();
    return moments.push(time) > mostSlides;
  }

  /** Measures positions before they change. */
  begin(list) {
    const bar = document.querySelector(".top").offsetHeight;
    const places = [];
    const carousels = [];
    for (const section of [...list.visible].sort(byPlace)) {
      if (section.element.hidden || section.list.hidden) continue;
      if (section.pages) {
        carousels.push(position(section.list));
        if (carousels.at(-1).left < 2) section.snap(false);
      }
      if (section.heading) places.push({ element: section.heading, rect: section.heading.getBoundingClientRect() });
      for (const element of nearView(section.list.children, section.isFlowing)) {
        if (places.length >= most.measured) break;
        places.push({ element, rect: element.getBoundingClientRect() });
      }
    }
    // The reading position: the first element that is entirely below the bar.
    const anchor = scrollY > 0 ? places.filter(({ rect }) => rect.top >= bar) : [];
    this.newcomers = [];
    return { places, anchor, carousels, list };
  }

  /** Records a new item. */
  came(view) {
    this.newcomers.push(view);
  }

  /** Lets elements slide from their old to their new positions. */
  end({ places, anchor, carousels = [], list }) {
    // Stop all animations before measuring, so that the page is laid out once.
    for (const { element } of places) this.slides.get(element)?.cancel();
    const kept = anchor.find(({ element }) => element.isConnected && !list.placedNow.has(element));
    if (kept) {
      const difference = kept.element.getBoundingClientRect().top - kept.rect.top;
      if (Math.abs(difference) >= 1 && Math.abs(difference) < 1e5) scrollBy({ top: difference, behavior: "instant" });
    }
    this.onPlaced();
    for (const carousel of carousels) hold(carousel, list.placedNow);
    if (!this.reduced.matches) {
      const moves = [];
      const rows = new Set();
      for (const { element, rect } of places) {
        if (!element.isConnected || element === this.dragged) continue;
        const now = element.getBoundingClientRect();
        const [x, y] = [rect.left - now.left, rect.top - now.top];
        if ((Math.abs(x) < 1 && Math.abs(y) < 1) || !(isInView(rect) || isInView(now))) continue;
        if (rows.size === most.rows && !rows.has(now.top)) break;
        rows.add(now.top);
        moves.push({ element, x, y, width: Math.min(rect.width, now.width) });
      }
      const slides = sliding(moves);
      // Do not fade in at the first drawing of the page, and not where items come faster than they fade in.
      // What takes the room of other items does not fade in either: it would leave this room empty.
      const isSwap = !slides.some(({ x, y }) => Math.hypot(x, y) > 2) && places.some(({ element }) => !element.isConnected);
      const came = places.length && !isSwap ? this.newcomers.filter(({ section }) => list.visible.has(section)) : [];
      // Rows that make room for items that do not fade in would slide over these.
      const isFast = [crosses(slides) && this.isBusy(this.moved), came.length > 0 && this.isBusy(this.arrived)].includes(true);
      if (!isFast) {
        for (const { element, x, y } of slides) this.slide(element, x, y);
        // Fade to the opacity of the element, which is lower for a filler.
        for (const { element } of came.slice(0, most.rows)) element.animate(fade, slide.duration);
      }
    }
    this.newcomers = [];
  }

  /** Lets one element slide from the position where it was dropped. */
  settle(element, rect) {
    const now = element.getBoundingClientRect();
    if (this.reduced.matches) return;
    this.slide(element, rect.left - now.left, rect.top - now.top);
  }

  slide(element, x, y) {
    const from = { transform: `translate(${x}px, ${y}px)` };
    this.slides.set(element, element.animate([from, { transform: "none" }], slide));
  }

  // MARK: Figures

  /** Shows the direction in which a figure has changed. */
  flash(view, before) {
    const part = view.parts.value;
    if (!part) return;
    const [old, now] = [Number(before), Number(part.textContent)];
    const way = before && old < now ? "up" : before && old > now ? "down" : "other";
    const time = performance.now();
    const isTurned = part.dataset.way !== way;
    part.dataset.way = way;
    this.arrows.delete(part);
    this.arrows.set(part, time);
    this.sweepLater();
    if (this.reduced.matches) return;
    // Values with a line, bar or gauge can grow for the worse: only a tone colours them.
    const source = view.parts.figures ? "currentColor" : `var(--${{ up: "good", down: "bad", other: "accent" }[way]})`;
    const color = `color-mix(in srgb, ${source} ${view.parts.figures ? 20 : 30}%, transparent)`;
    // A cell has room around its value; elsewhere the flash is wider than the text.
    const around = (shade) => (view.element.classList.contains("cell") ? "none" : `0 0 0 .2rem ${shade}`);
    const frames = [color, "transparent"].map((shade) => ({ backgroundColor: shade, boxShadow: around(shade) }));
    const running = this.flashes.get(part);
    if (time - view.lastFlash < flashPause) {
      // A running flash takes the colour of the new direction.
      if (isTurned && running?.playState === "running") running.effect.setKeyframes(frames);
      return;
    }
    view.lastFlash = time;
    running?.cancel();
    this.flashes.set(part, part.animate(frames, { duration: 800, easing: "ease-out" }));
  }

  /** Removes expired arrows; the map lists the oldest first. */
  sweepLater() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const time = performance.now();
      for (const [part, since] of this.arrows) {
        if (time - since < arrowTime) break;
        delete part.dataset.way;
        this.arrows.delete(part);
      }
      if (this.arrows.size) this.sweepLater();
    }, 500);
  }
}

/** The object of an item: what it stands for has another kind. */
const objectOf = ({ id }) => id.slice(id.indexOf(":") + 1);

/** Whether an item stands for a suspended group: a heading with cells below it. */
const standsIn = (item, { look }) => isSuspended(item, look.kinds?.[item.kind] ?? "");

/** The height of a heading with the cells below it; 0 without cells. Running movements do not count. */
function groupHeight(head) {
  let last = head;
  while (last.nextElementSibling?.classList.contains("cell")) last = last.nextElementSibling;
  return last === head ? 0 : last.offsetTop + last.offsetHeight + parseFloat(getComputedStyle(last).marginBlockEnd) - head.offsetTop;
}

/** The heights of the groups in or near the view that are being suspended, by their objects; measured before they go. */
export function suspending(list) {
  const heights = new Map();
  for (const section of list.lists) {
    const view = list.sections.get(section.id);
    if (!view?.children || !list.visible.has(view) || view.list.hidden) continue;
    const objects = new Set(section.items.filter((item) => standsIn(item, view) && !list.items.has(item.id)).map(objectOf));
    if (objects.size) for (const { item, element } of view.children) if (objects.has(objectOf(item))) heights.set(objectOf(item), groupHeight(element));
  }
  return heights;
}

/** Gives the rows that stand for suspended groups the heights of these, or of a group beside them, so that nothing below moves. */
export function keepRoom(view, heights = new Map()) {
  let usual;
  for (const { item, element } of view.children ?? []) {
    if (!standsIn(item, view) || element.dataset.kept !== undefined) continue;
    usual ??= Math.max(0, groupHeight([...view.list.children].find((one) => !one.matches(".cell, .head") && groupHeight(one)) ?? element));
    const height = heights.get(objectOf(item)) || usual;
    if (!height) continue;
    element.style.minBlockSize = `${height}px`;
    element.dataset.kept = "";
  }
}

/** Takes the heights from the rows that have been given some: they are those of another width of the page. */
export function leaveRoom(view) {
  for (const element of view.list.querySelectorAll("[data-kept]")) {
    element.style.minBlockSize = "";
    delete element.dataset.kept;
  }
}

/** Whether elements move in opposite directions, and hence over each other. */
export const crosses = (moves) => ["x", "y"].some((way) => moves.some((move) => move[way] > 1) && moves.some((move) => move[way] < -1));

/** Whether a parent has the heading of a section or its rows, and not cards. */
const hasRows = ({ localName, className }) => localName === "section" || /^rows\b/.test(className);

/** Whether the heading of a section, or a row or cell of a list, changes to another column; a cell takes some tracks of its column. */
export function isAcross({ element: { className, parentElement, style }, x, width }) {
  if (!hasRows(parentElement)) return false;
  const { className: list } = parentElement;
  const own = (element, name) => element?.getPropertyValue(name);
  const [tracks, span] = className.includes("cell")
    ? [own(parentElement.style, "--columns") || /columns-(\d+)/.exec(list)?.[1], own(style, "--span") || /span-(\d+)/.exec(className)?.[1]] : [];
  return Math.abs(x) > 0.9 * width * (tracks ?? 1) / (span ?? tracks ?? 1);
}

/** The moves that slide: where a row changes to another column, the rows of its list swap, and where a section does, all rows. */
export function sliding(moves) {
  const parents = new Set(moves.filter(isAcross).map(({ element }) => element.parentElement));
  const isAll = [...parents].some(({ localName }) => localName === "section");
  return moves.filter(({ element: { parentElement } }) => !parents.has(parentElement) && !(isAll && hasRows(parentElement)));
}

/** Where a list is that scrolls sideways: at its first card, or at one of the cards that are in view. */
function position(list) {
  const left = list.scrollLeft;
  const cards = left < 2 ? [] : [...list.children].filter((card) => card.offsetLeft + card.offsetWidth / 2 > list.offsetLeft + left);
  return { list, left, cards: cards.slice(0, 8).map((card) => ({ card, at: card.offsetLeft })) };
}

/** Leaves a list where it is: browsers scroll with the card to which the list has snapped, also with the first one. */
function hold({ list, left, cards }, placed) {
  const kept = cards.find(({ card }) => card.parentElement === list && !placed.has(card));
  const target = left < 2 ? 0 : kept ? left + kept.card.offsetLeft - kept.at : list.scrollLeft;
  if (Math.abs(list.scrollLeft - target) >= 1) list.scrollTo({ left: target, behavior: "instant" });
}

const byPlace = (a, b) =>
  a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

export const isInView = ({ top, bottom }) => bottom > 0 && top < innerHeight;

/** The children of a list in or near the view, found by binary search unless their groups form columns. */
function* nearView(children, isFlowing) {
  const [from, to] = [-margin * innerHeight, (1 + margin) * innerHeight];
  let [low, high] = [0, isFlowing ? 0 : children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle].getBoundingClientRect().bottom < from) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < children.length; index++) {
    const rect = children[index].getBoundingClientRect();
    if (isFlowing && (rect.top > to || rect.bottom < from)) continue;
    if (rect.top > to) return;
    if (rect.right >= 0 && rect.left <= innerWidth) yield children[index];
  }
}
