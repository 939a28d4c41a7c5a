// Sections beside each other where the page is wide: each goes into a column, below what is there.

/** The least width of a column in `rem`. */
const least = 33;
/** The distance in points by which a section's column may be longer than the shortest one. */
const patience = 900;

/** The number of columns of a width in `rem`. */
export const columnCount = (width) => Math.max(1, Math.min(4, Math.floor(width / least)));

/**
 * Places sections in columns, in their order: each below the shortest column, and wide ones below all.
 *
 * A section keeps its column unless that has become much longer than another one.
 *
 * @param sections `[{height, isWide, column}…]`, with the columns of the last time.
 * @returns `[{top, column}…]`; the column of a wide section is `null`.
 */
export function place(sections, count) {
  const ends = Array(count).fill(0);
  return sections.map(({ height, isWide, column }) => {
    const longest = Math.max(...ends);
    if (isWide) {
      ends.fill(longest + height);
      return { top: longest, column: null };
    }
    const shortest = ends.indexOf(Math.min(...ends));
    const own = column != null && column < count && ends[column] - ends[shortest] < patience ? column : shortest;
    const top = ends[own];
    ends[own] += height;
    return { top, column: own };
  });
}

/** The columns of the page. */
export class Columns {
  /** Whether the sections are in columns. */
  isOn = false;

  constructor(list) {
    this.list = list;
    this.observer = new ResizeObserver(() => this.arrange());
    this.observed = new Set();
    addEventListener("resize", () => this.arrange());
  }

  /** Whether a section needs the whole width: all but rows, and rows alone without groups. */
  isWide({ look, section }) {
    if (!look.list?.startsWith("rows")) return true;
    const isFlat = !look.list.includes("columns-") && !look.heads?.length;
    return isFlat && !section.id.includes("/");
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
      view.element.classList.toggle("wide", view.isWide);
    }
    const space = 1.25 * rem;
    const places = place(shown.map(({ element, isWide, column }) =>
      ({ height: Math.ceil(element.getBoundingClientRect().height + space), isWide, column })), count);
    shown.forEach(({ element }, index) => {
      const { top, column } = places[index];
      shown[index].column = column;
      const styles = { marginBlockStart: `${top}px`, gridColumn: column === null ? "1 / -1" : String(column + 1) };
      for (const [name, value] of Object.entries(styles)) if (element.style[name] !== value) element.style[name] = value;
    });
    this.isOn = true;
  }

  clear(views) {
    const { root } = this.list;
    this.isOn = false;
    delete root.dataset.columns;
    for (const { element } of views) {
      element.classList.remove("wide");
      element.style.marginBlockStart = element.style.gridColumn = "";
    }
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
