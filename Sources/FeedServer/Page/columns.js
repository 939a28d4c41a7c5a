// Columns of sections on wide pages: each section goes into a column, below the ones before it. Few sections share the whole
// width, and the groups of a section that is as wide as the page form columns.

/** The least width of a column in `rem`. */
const least = 33;
/** The distance in points by which a section's column may be longer than the shortest one. */
const patience = 900;
/** The greatest number of rows of a section whose groups form columns. */
const most = 2_000;
/** The greatest width of a simple row in `rem`. */
const widest = 45;
/** The tracks of the page: a number that one to four columns divide. */
const tracks = 12;

/** The number of columns of a width in `rem`. */
export const columnCount = (width) => Math.max(1, Math.min(4, Math.floor(width / least)));

/** The parts of a page, each as a list of indices: a wide section alone, and the sections between wide ones. */
function parts(sections) {
  const all = [];
  sections.forEach(({ isWide }, index) => {
    const isNext = !isWide && index > 0 && !sections[index - 1].isWide;
    if (isNext) all.at(-1).push(index);
    else all.push([index]);
  });
  return all;
}

/**
 * The number of columns at each section: at most the number of sections between two wide ones, and one if these sections
 * are few and the groups of each can form columns.
 */
export function columnsOf(sections, count) {
  const all = sections.map(() => 1);
  for (const part of parts(sections)) {
    if (sections[part[0]].isWide || (part.length <= count && part.every((index) => sections[index].flows))) continue;
    for (const index of part) all[index] = Math.min(count, part.length);
  }
  return all;
}

/**
 * Places sections in columns, in their order: each below the shortest column, and wide ones below all.
 *
 * A section keeps its column unless that has become much longer than another one. The last section before a wide
 * one, or of the page, takes the whole width if less than half of the space stays empty then; the sections above it form as
 * many columns as there are sections at most.
 *
 * @param sections `[{height, isWide, flows, column, of, isWhole}…]`: whether a section needs the whole width, whether its groups
 *   can form columns, its column of the last time, one of so many, and whether it had the whole width then.
 * @returns `[{top, column, of}…]`: the column is one of so many, and `null` for the whole width.
 */
export function place(sections, count) {
  const columns = columnsOf(sections, count);
  const places = [];
  let top = 0;
  const lay = (indices, of) => {
    const ends = Array(of).fill(top);
    for (const index of indices) {
      const { height, column, of: known } = sections[index];
      const shortest = ends.indexOf(Math.min(...ends));
      const keeps = column != null && known === of && ends[column] - ends[shortest] < patience;
      const own = keeps ? column : shortest;
      places[index] = { top: ends[own], column: of === 1 ? null : own, of };
      ends[own] += height;
    }
    return ends;
  };
  for (const part of parts(sections)) {
    const of = columns[part[0]];
    const [rest, last] = [part.slice(0, -1), part.at(-1)];
    const isFilled = of > 1 && fills(lay(rest, of), sections[last].height, sections[last].isWhole);
    if (isFilled) top = Math.max(...lay(rest, Math.min(of, rest.length)));
    top = Math.max(...(isFilled ? lay([last], 1) : lay(part, of)));
  }
  return places;
}

/** Whether a section of the whole width leaves less empty than one in the shortest column; it changes only for much. */
function fills(ends, height, isWhole) {
  const sum = (lengths) => lengths.reduce((a, b) => a + b, 0);
  const [longest, shortest] = [Math.max(...ends), Math.min(...ends)];
  // As wide as the page it is about as much lower.
  const bottom = shortest + (isWhole ? height * ends.length : height);
  const above = sum(ends.map((end) => longest - end));
  const beside = sum(ends.map((end) => Math.max(0, bottom - end))) - (bottom - shortest);
  return above * (isWhole ? 1.25 : 2) < beside;
}

/**
 * The places of rows whose groups form columns; a group is a heading with the rows below it.
 *
 * @param items `[{isHead, span}…]`; the span is the number of tracks of a cell, and 0 for a row.
 * @param tracks The number of tracks of a group.
 * @param count The number of groups in a line.
 * @returns `[{row, column, span, isTop}…]`, counted from one; a track is free between groups.
 */
export function flowing(items, tracks, count) {
  let [group, base, next, row, used] = [-1, 1, 1, 0, tracks];
  return items.map(({ isHead, span }) => {
    if (isHead || group < 0) {
      group++;
      if (group % count === 0) base = next;
      [row, used] = [base - 1, tracks];
    }
    const own = Math.min(span || tracks, tracks);
    if (used + own > tracks) [row, used] = [row + 1, 0];
    const place = { row, column: (group % count) * (tracks + 1) + used + 1, span: own, isTop: row === 1 };
    used = span ? used + own : tracks;
    next = Math.max(next, row + 1);
    return place;
  });
}

/** The number of columns that the layout of a list as wide as the page declares (`LayoutStyle`); 0 without one. */
const ownColumns = ({ isWide, list }) => (isWide && list.classList.contains("rows") && Number(getComputedStyle(list).getPropertyValue("--own"))) || 0;

/** Whether the rows of a list are those of a table, with three figures or more; the first rows show it. */
const isTable = ({ children = [] }) => [...children].slice(0, 50).some(({ parts: { value, badge, figures } }) =>
  Boolean(value) + Boolean(badge) + (figures?.children.length ?? 0) > 2);

/** Whether a row begins a group. */
const isHead = ({ classList, hidden }) => !hidden && (classList.contains("head") || (classList.contains("depth-0") && !classList.contains("cell")));

/** The columns of the page. */
export class Columns {
  /** Whether the sections are in columns. */
  isOn = false;
  /** The sections of the last arrangement. */
  shown = [];
  /** The places of rows by element. */
  places = new Map();
  /** The last row of each column of the lists that are as wide as the page. */
  lasts = new Set();

  constructor(list, cells) {
    Object.assign(this, { list, cells });
    this.observer = new ResizeObserver(() => this.arrange());
    this.observed = new Set();
    addEventListener("resize", () => this.arrange());
  }

  /** Whether a section has rows with others below them, in cells or columns. */
  isGrouped = ({ look }) => Boolean(look.list?.startsWith("rows")) && (look.list.includes("columns-") || look.heads?.length > 0);

  /** Whether the groups of a section can form columns. */
  mayFlow = (view) => this.isGrouped(view) && view.list.children.length <= most;

  /** Whether a section needs the whole width: all but rows, and rows alone without groups. */
  isWide(view) {
    return !view.look.list?.startsWith("rows") || (!this.isGrouped(view) && !view.section.id.includes("/"));
  }

  arrange() {
    const { root } = this.list;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const count = columnCount(root.clientWidth / rem);
    if (count === 1 && !this.isOn) return;
    const views = [...root.children].map((element) => this.list.sections.get(element.dataset.section)).filter(Boolean);
    if (count === 1) return this.clear(views);
    this.observe(views);
    root.dataset.columns = count;
    root.style.setProperty("--count", count);
    const shown = views.filter(({ element }) => !element.hidden && !element.classList.contains("unmatched"));
    for (const view of shown) {
      view.isWide = this.isWide(view);
      view.flows = this.mayFlow(view) && [...view.list.children].filter(isHead).length > 1;
    }
    this.distribute(shown);
    const columns = columnsOf(shown, count);
    this.widen(shown, shown.map((view, index) => columns[index] === 1 || Boolean(view.isWhole)), count);
    const space = 1.25 * rem;
    const places = place(shown.map(({ element, isWide, flows, column, of, isWhole }) =>
      ({ height: Math.ceil(element.getBoundingClientRect().height + space), isWide, flows, column, of, isWhole })), count);
    shown.forEach((view, index) => {
      const { top, column, of } = places[index];
      Object.assign(view, { column, of });
      const span = tracks / of;
      const styles = { marginBlockStart: `${top}px`, gridColumn: column === null ? "1 / -1" : `${column * span + 1} / span ${span}` };
      for (const [name, value] of Object.entries(styles)) if (view.element.style[name] !== value) view.element.style[name] = value;
    });
    const whole = places.map(({ column }) => column === null);
    if (shown.some((view, index) => view.isWhole !== whole[index])) this.widen(shown, whole, count);
    this.end(shown, count);
    this.isOn = true;
  }

  /** Distributes the sections again that follow an added, removed or hidden one. */
  distribute(shown) {
    const first = shown.findIndex((view, index) => view !== this.shown[index]);
    if (first >= 0) for (const view of shown.slice(first)) Object.assign(view, { column: null, isWhole: false });
    this.shown = shown;
  }

  /** Marks the last row of each column of a list that is as wide as the page: it has no line below it. */
  end(shown, count) {
    const before = this.lasts;
    this.lasts = new Set();
    for (const view of shown) {
      if (!view.isWhole || view.isFlowing || !view.list.classList.contains("rows")) continue;
      let rest = ownColumns(view) || count;
      for (let element = view.list.lastElementChild; element && rest; element = element.previousElementSibling) {
        if (element.hidden) continue;
        this.lasts.add(element);
        rest--;
      }
    }
    for (const element of before) if (!this.lasts.has(element)) element.removeAttribute("data-last");
    for (const element of this.lasts) if (!before.has(element)) element.toggleAttribute("data-last", true);
  }

  /** Gives sections the whole width or a column; the groups of wide ones form columns. */
  widen(shown, whole, count) {
    const known = this.places;
    this.places = new Map();
    shown.forEach((view, index) => {
      view.isWhole = whole[index];
      view.element.classList.toggle("wide", view.isWhole);
      view.element.classList.toggle("whole", view.isWhole && !view.isWide);
      view.isFlowing = view.isWhole && this.mayFlow(view);
      if (view.list.hasAttribute("data-flow") !== view.isFlowing) view.list.toggleAttribute("data-flow", view.isFlowing);
      if (view.isFlowing) this.flow(view, known, count);
      else this.limit(view, count);
    });
    for (const element of known.keys()) if (!this.places.has(element)) this.release(element);
  }

  /** Limits the width of simple rows on a page with three columns or more, where a figure would be far from its name. */
  limit(view, count) {
    const own = count > 2 && view.isWhole ? ownColumns(view) : 0;
    const template = own && !isTable(view) ? `repeat(${own}, minmax(0, ${widest}rem))` : "";
    // Browsers write a template in their own way.
    if (Boolean(view.list.style.gridTemplateColumns) === Boolean(template) && view.template === template) return;
    view.list.style.gridTemplateColumns = view.template = template;
  }

  /** Places the rows of a section. */
  flow(view, known, count) {
    const { list, look } = view;
    const elements = [...list.children].filter((element) => !element.hidden);
    const groups = Math.max(1, elements.filter(isHead).length);
    // As many lines as are needed, and these about equally long.
    const beside = Math.ceil(groups / Math.ceil(groups / count));
    const plan = this.cells.planOf(view, beside);
    this.cells.dress(view, plan);
    const own = plan?.tracks ?? Number(/columns-(\d+)/.exec(look.list)?.[1] ?? 1);
    const spanOf = ({ dataset, className }) => plan?.kinds.get(dataset.kind)?.span ?? Number(/span-(\d+)/.exec(className)?.[1] ?? own);
    const items = elements.map((element) => ({ isHead: isHead(element), span: element.classList.contains("cell") ? spanOf(element) : 0 }));
    const template = Array(beside).fill(`repeat(${own}, minmax(0, 1fr))`).join(" 1.2rem ");
    if (view.template !== template || !list.style.gridTemplateColumns) list.style.gridTemplateColumns = view.template = template;
    flowing(items, own, beside).forEach(({ row, column, span, isTop }, index) => {
      const element = elements[index];
      const area = `${row} / ${column} / auto / span ${span}`;
      this.places.set(element, area);
      if (known.get(element) === area) return;
      element.style.gridArea = area;
      element.toggleAttribute("data-top", isTop);
    });
  }

  release(element) {
    element.style.gridArea = "";
    element.removeAttribute("data-top");
  }

  clear(views) {
    const { root } = this.list;
    this.isOn = false;
    this.shown = [];
    delete root.dataset.columns;
    this.widen(views, views.map(() => false), 1);
    this.end([], 1);
    for (const { element } of views) element.style.marginBlockStart = element.style.gridColumn = "";
    this.observer.disconnect();
    this.observed.clear();
  }

  observe(views) {
    for (const { element } of views) {
      if (this.observed.has(element)) continue;
      this.observed.add(element);
      this.observer.observe(element);
    }
    for (const element of this.observed) {
      if (element.isConnected) continue;
      this.observed.delete(element);
      this.observer.unobserve(element);
    }
  }
}
