// How things move: rows slide to their new places, figures flash, and what is being read stays where it is.

const slide = { duration: 280, easing: "cubic-bezier(.2, .8, .2, 1)" };
/** As many elements are measured, and as many rows of them move at once. */
const most = { measured: 240, rows: 30 };
/** How far from the view elements are measured as well, in heights of the view: they may come into it. */
const margin = 0.5;
/** The shortest time between two flashes of one cell, in milliseconds. */
const flashPause = 500;
const arrowTime = 2_500;

export class Motion {
  constructor() {
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.arrows = new Map();
    /** The animations that run, by their element: `getAnimations()` would lay the page out anew for each one. */
    this.slides = new WeakMap();
    this.flashes = new WeakMap();
    /** The element under a pointer that drags it, which nothing else may move. */
    this.dragged = null;
    /** Called once elements have their new places. */
    this.onPlaced = () => {};
    this.newcomers = [];
  }

  // MARK: Rows

  /** Looks where things are before their places change. */
  begin(list) {
    const bar = document.querySelector(".top").offsetHeight;
    const places = [];
    for (const section of [...list.visible].sort(byPlace)) {
      if (section.element.hidden || section.list.hidden) continue;
      if (section.heading) places.push({ element: section.heading, rect: section.heading.getBoundingClientRect() });
      for (const element of nearView(section.list.children)) {
        if (places.length >= most.measured) break;
        places.push({ element, rect: element.getBoundingClientRect() });
      }
    }
    // What is being read: the first thing that stands wholly below the bar.
    const anchor = scrollY > 0 ? places.filter(({ rect }) => rect.top >= bar) : [];
    this.newcomers = [];
    return { places, anchor, list };
  }

  /** Notes an item that has just come. */
  came(view) {
    this.newcomers.push(view.element);
  }

  /** Lets things slide from where they were to where they are. */
  end({ places, anchor, list }) {
    // Everything is stopped first and then measured, so that the page is laid out once.
    for (const { element } of places) this.slides.get(element)?.cancel();
    const kept = anchor.find(({ element }) => element.isConnected && !list.placedNow.has(element));
    if (kept) {
      const difference = kept.element.getBoundingClientRect().top - kept.rect.top;
      if (Math.abs(difference) >= 1 && Math.abs(difference) < 1e5) scrollBy({ top: difference, behavior: "instant" });
    }
    this.onPlaced();
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
        moves.push({ element, x, y });
      }
      for (const { element, x, y } of moves) this.slide(element, x, y);
      // A page that is drawn for the first time does not fade in.
      if (places.length) {
        for (const element of this.newcomers.slice(0, most.rows)) {
          // To the opacity of the element itself, which is less for a filler.
          element.animate([{ opacity: 0, offset: 0 }], slide);
        }
      }
    }
    this.newcomers = [];
  }

  /** Lets one element slide from where it was let go. */
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

  /** Shows which way a figure has gone. */
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
    const color = `color-mix(in srgb, var(--${{ up: "good", down: "bad", other: "accent" }[way]}) 30%, transparent)`;
    const frames = [{ backgroundColor: color }, { backgroundColor: "transparent" }];
    const running = this.flashes.get(part);
    if (time - view.lastFlash < flashPause) {
      // A flash that still runs takes the colour of the new direction, and is no second one.
      if (isTurned && running?.playState === "running") running.effect.setKeyframes(frames);
      return;
    }
    view.lastFlash = time;
    running?.cancel();
    this.flashes.set(part, part.animate(frames, { duration: 800, easing: "ease-out" }));
  }

  /** Takes away the arrows that have stood long enough; the map has the oldest ones first. */
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

const byPlace = (a, b) =>
  a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

export const isInView = ({ top, bottom }) => bottom > 0 && top < innerHeight;

/** Those of a list's children that are in view or near it: they follow each other, so the first one is found by halves. */
function* nearView(children) {
  const [from, to] = [-margin * innerHeight, (1 + margin) * innerHeight];
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle].getBoundingClientRect().bottom < from) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < children.length; index++) {
    const rect = children[index].getBoundingClientRect();
    if (rect.top > to) return;
    if (rect.right >= 0 && rect.left <= innerWidth) yield children[index];
  }
}
