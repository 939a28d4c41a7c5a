// The frames of a section from its layout in `GET /v1/layouts`: lists, grids and rows that scroll (FeedLayout).

const crossing = (axis) => (axis === "x" ? "y" : "x");
const side = { x: "width", y: "height" };
const before = { x: "leading", y: "top" };
const after = { x: "trailing", y: "bottom" };
const tolerance = 1e-6;

const form = (dimension) => Object.keys(dimension)[0];
const isMeasured = (size, axis) => ["estimated", "uniformAcrossSiblings"].includes(form(size[side[axis]]));
const points = (spacing) => spacing?.fixed ?? spacing?.flexible ?? 0;
const isFlexible = (spacing) => spacing?.flexible !== undefined;
const axisOf = (group) => (group.axis === "horizontal" ? "x" : "y");
const sizeOf = (member) => member.size ?? { width: { fractionalWidth: 1 }, height: { fractionalHeight: 1 } };
const edge = (thing, name) => thing.edgeSpacing?.[name];
const room = (thing, axis) => points(edge(thing, before[axis])) + points(edge(thing, after[axis]));
const insetsOf = (thing) => ({ top: 0, leading: 0, bottom: 0, trailing: 0, ...thing.contentInsets });

/** The variant of a section for a container. */
export function variant(section, { width, height }) {
  const holds = ({ minWidth = -Infinity, maxWidth = Infinity, minHeight = -Infinity, maxHeight = Infinity }) =>
    minWidth <= width && width <= maxWidth && minHeight <= height && height <= maxHeight;
  return section.variants?.find(({ when }) => holds(when)) ?? section;
}

/** Whether `solve` knows all that a section declares: no frames by hand, no anchored views, no uniform lengths. */
export function isSolvable(section) {
  const knows = (size) => !size || ![size.width, size.height].some((length) => form(length) === "uniformAcrossSiblings");
  const knowsMember = (member) => (member.axis ? knowsGroup(member) : knows(member.size)) && !member.supplementaries?.length;
  const knowsGroup = (group) =>
    group.axis !== "custom" && knows(group.size) && !group.supplementaries?.length && group.items.every(knowsMember);
  return [section, ...(section.variants ?? [])].every((one) => knowsGroup(one.group));
}

/** Solves groups on a grid of `scale` lines per point. */
class Solver {
  constructor(scale) {
    this.scale = scale;
  }

  floor(length) {
    return Math.floor(length * this.scale + 0.001) / this.scale;
  }

  snap(length) {
    const pixels = length * this.scale;
    return (Math.sign(pixels) * Math.floor(Math.abs(pixels) + 0.5 + tolerance)) / this.scale;
  }

  length(dimension, box) {
    const [[name, value]] = Object.entries(dimension);
    if (name === "fractionalWidth") return this.floor(Math.max(0, value * box.x));
    if (name === "fractionalHeight") return this.floor(Math.max(0, value * box.y));
    return Math.max(0, value);
  }

  size(size, box) {
    return { x: this.length(size.width, box), y: this.length(size.height, box) };
  }

  /** A group in a box: its size and the frames of its cells, relative to the group. */
  group(group, box, settled = {}) {
    const axis = axisOf(group);
    const outer = { ...this.size(group.size, box), ...settled };
    const insets = resolved(insetsOf(group), outer);
    for (const way of ["x", "y"]) if (isMeasured(group.size, way)) insets[before[way]] = insets[after[way]] = 0;
    const inner = {
      x: Math.max(0, outer.x - insets.leading - insets.trailing),
      y: Math.max(0, outer.y - insets.top - insets.bottom),
    };
    const packing = this.packing(group, axis, inner, settled);
    const members = [];
    for (let index = 0; index < packing.count; index++) {
      const member = group.items[index % group.items.length];
      const given = packing.equal === undefined ? {} : { [axis]: packing.equal };
      members.push({ member, ...(member.axis ? this.group(member, packing.box, given) : this.item(member, packing.box, given)) });
    }
    const grows = (way) => isMeasured(group.size, way) && settled[way] === undefined;
    const gap = points(group.interItemSpacing);
    const across = crossing(axis);
    const taken = members.reduce((sum, { member, size }) => sum + size[axis] + room(member, axis), 0) + Math.max(0, members.length - 1) * gap;
    const lengths = {
      [axis]: grows(axis) ? taken : inner[axis],
      [across]: grows(across) ? Math.max(0, ...members.map(({ member, size }) => size[across] + room(member, across))) : inner[across],
    };
    const size = { ...outer };
    for (const way of ["x", "y"]) if (grows(way)) size[way] = lengths[way];
    const cells = [];
    this.place(group, members, lengths, grows(axis), taken, (origin, { cells: own }) => {
      for (const cell of own) cells.push({ ...cell, x: cell.x + origin.x + insets.leading, y: cell.y + origin.y + insets.top });
    });
    return { size, cells };
  }

  /** An item as a group of one cell. */
  item(item, box, given) {
    const declared = sizeOf(item);
    const size = { ...this.size(declared, box), ...given };
    const insets = insetsOf(item);
    for (const way of ["x", "y"]) if (isMeasured(declared, way)) insets[before[way]] = insets[after[way]] = 0;
    const cell = {
      x: insets.leading, y: insets.top, width: Math.abs(size.x - insets.leading - insets.trailing),
      height: Math.abs(size.y - insets.top - insets.bottom),
    };
    return { size, cells: [cell] };
  }

  /** Calls a function with the origin of each member; flexible spacings share the free space equally. */
  place(group, members, lengths, grows, taken, put) {
    const axis = axisOf(group);
    const across = crossing(axis);
    const spacing = group.interItemSpacing;
    const flexibleEdges = ({ member }, way) => Number(isFlexible(edge(member, before[way]))) + Number(isFlexible(edge(member, after[way])));
    const flexible = (isFlexible(spacing) ? Math.max(0, members.length - 1) : 0) + members.reduce((sum, one) => sum + flexibleEdges(one, axis), 0);
    const share = flexible && !grows ? (lengths[axis] - taken) / flexible : 0;
    const own = (space, part) => points(space) + (isFlexible(space) ? part : 0);
    let cursor = 0;
    for (const one of members) {
      const { member, size } = one;
      cursor += own(edge(member, before[axis]), share);
      const free = flexibleEdges(one, across) ? (lengths[across] - size[across] - room(member, across)) / flexibleEdges(one, across) : 0;
      put({ [axis]: cursor, [across]: own(edge(member, before[across]), free) }, one);
      cursor += size[axis] + own(edge(member, after[axis]), share) + own(spacing, share);
    }
  }

  /** The number of members of a group, and the box to which fractions of their sizes refer. */
  packing(group, axis, inner, settled) {
    const gap = points(group.interItemSpacing);
    const reduced = (gaps) => ({ ...inner, [axis]: Math.max(0, inner[axis] - Math.max(0, gaps) * gap) });
    if (!group.items.length) return { count: 0, box: inner };
    if (group.count !== undefined) {
      const box = reduced(group.count - 1);
      return { count: group.count, box, equal: this.floor(box[axis] / Math.max(1, group.count)) };
    }
    if (group.repeat !== undefined) return { count: group.repeat, box: reduced(group.repeat - 1) };
    if (isMeasured(group.size, axis) && settled[axis] === undefined) {
      return { count: group.items.length, box: reduced(group.items.length - 1) };
    }
    const lengths = (box) => group.items.map((member) => this.memberLength(member, axis, box) + room(member, axis));
    const total = (list, count, space) => {
      const sum = (part) => part.reduce((a, b) => a + b, 0);
      return sum(list) * Math.floor(count / list.length) + sum(list.slice(0, count % list.length)) + Math.max(0, count - 1) * space;
    };
    const whole = inner[axis] + tolerance;
    let count;
    let box;
    const across = side[crossing(axis)];
    const ownFraction = axis === "x" ? "fractionalWidth" : "fractionalHeight";
    if (group.items.some((member) => form(sizeOf(member)[across]) === ownFraction)) {
      const bare = lengths(inner);
      box = reduced((largest((n) => total(bare, n, 0) <= whole) ?? group.items.length) - 1);
      const settledLengths = lengths(box);
      count = largest((n) => total(settledLengths, n, gap) <= whole) ?? group.items.length;
    } else {
      count = largest((n) => total(lengths(reduced(n - 1)), n, gap) <= whole) ?? group.items.length;
      box = reduced(count - 1);
    }
    if (!count && this.memberLength(group.items[0], axis, inner) <= whole) count = 1;
    return { count, box };
  }

  memberLength(member, axis, box) {
    if (member.axis && isMeasured(member.size, axis)) return this.group(member, box).size[axis];
    return this.length(sizeOf(member)[side[axis]], box);
  }
}

/** The largest number that fits, or `undefined` if any number does. */
function largest(fits) {
  for (let count = 1; count <= 16_384; count++) if (!fits(count)) return count - 1;
  return undefined;
}

/** Insets between 0 and 1 are fractions of the length. */
function resolved(insets, size) {
  const resolve = (inset, length) => (inset > 0 && inset < 1 ? inset * length : inset);
  return {
    top: resolve(insets.top, size.y), bottom: resolve(insets.bottom, size.y),
    leading: resolve(insets.leading, size.x), trailing: resolve(insets.trailing, size.x),
  };
}

/**
 * The frames of a section in a container that scrolls down, from left to right.
 *
 * Cells of estimated size have their estimates. The frames of a section with `orthogonalScrolling` are
 * those of its row at the offset 0; the row scrolls within the container by up to `row.maxOffset`.
 *
 * @param section A layout of `GET /v1/layouts`, which `isSolvable`.
 * @param container `{width, height, scale}` in points; `scale` is the number of pixels in a point.
 * @param count The number of items.
 * @returns `{height, cells: [{x, y, width, height}…], boundary: [{kind, x, y, width, height}…], row}`
 */
export function solve(section, { width, height, scale = 1 }, count) {
  const { group, boundaryItems = [], ...own } = variant(section, { width, height });
  const solver = new Solver(scale);
  const isRow = (own.orthogonalScrolling ?? "none") !== "none";
  const axis = isRow ? "x" : "y";
  const across = crossing(axis);
  const container = { x: width, y: height };
  const insets = resolved(insetsOf(own), container);
  const box = { ...container };
  box[across] = Math.max(0, box[across] - insets[before[across]] - insets[after[across]]);
  const full = solver.group(group, box);
  const capacity = full.cells.length;
  const groups = capacity ? Math.ceil(count / capacity) : 0;

  // The stack of groups; the last one ends after its last cell.
  const around = room(group, axis);
  const pitch = full.size[axis] + around + (own.interGroupSpacing ?? 0);
  const reach = (cells) => Math.max(0, ...cells.map((cell) => cell[axis] + cell[side[axis]]));
  const last = count - (groups - 1) * capacity;
  const trimmed = Math.max(0, reach(full.cells.slice(0, last)) + full.size[axis] - reach(full.cells));
  const stack = groups ? (groups - 1) * pitch + around + (last < capacity ? trimmed : full.size[axis]) : 0;
  const thickness = groups ? full.size[across] + room(group, across) : 0;
  const edges = [edge(group, before[across]), edge(group, after[across])];
  const flexible = isRow ? 0 : edges.filter(isFlexible).length;
  const share = flexible ? (box[across] - thickness) / flexible : 0;
  const start = {
    [axis]: insets[before[axis]] + points(edge(group, before[axis])),
    [across]: insets[before[across]] + points(edges[0]) + (isFlexible(edges[0]) ? share : 0),
  };

  const isAbsent = !groups && !boundaryItems.length;
  const core = isAbsent ? 0 : insets.top + insets.bottom + (isRow ? thickness : stack);
  const borders = boundaries(boundaryItems, own, container, core, solver);
  const place = (frame, x, y) => ({ x: solver.snap(x), y: solver.snap(y), width: frame.width, height: frame.height });
  const cells = Array.from({ length: groups ? count : 0 }, (_, index) => {
    const cell = full.cells[index % capacity];
    const origin = { ...start };
    origin[axis] += Math.floor(index / capacity) * pitch;
    return place(cell, origin.x + cell.x, borders.before + origin.y + cell.y);
  });
  const viewport = Math.max(0, width - insets.leading - insets.trailing);
  return {
    height: borders.height,
    cells,
    boundary: borders.items.map(({ kind, x, y, size }) => ({ kind, ...place({ width: size.x, height: size.y }, x, y + borders.before) })),
    ...(isRow && { row: { length: stack, viewport, maxOffset: Math.max(0, stack - viewport) } }),
  };
}

/** The boundary items around a section's content, and the height with them. */
function boundaries(items, section, container, core, solver) {
  const follows = section.supplementariesFollowContentInsets ?? true;
  const insets = follows ? resolved(insetsOf(section), container) : insetsOf({});
  const left = insets.leading;
  const right = container.x - insets.trailing;
  const box = { x: Math.max(0, right - left), y: container.y };
  const all = items.map((item) => ({ ...item, alignment: item.alignment ?? "top", offset: item.offset ?? [0, 0], size: solver.size(item.size, box) }));
  const extends_ = ({ extendsBoundary = true }) => extendsBoundary;
  const isAtTop = ({ alignment }) => alignment.startsWith("top");
  const isAtBottom = ({ alignment }) => alignment.startsWith("bottom");
  let height = core;
  for (const item of all) if (extends_(item) && !isAtTop(item) && !isAtBottom(item)) height = Math.max(height, item.size.y);
  let [above, below] = [0, 0];
  const placed = all.map((item) => {
    const { size, alignment, offset: [dx, dy] } = item;
    let y = (height - size.y) / 2 + dy;
    if (isAtTop(item)) {
      y = extends_(item) ? dy - size.y : dy;
      if (extends_(item)) above = Math.max(above, -y);
    } else if (isAtBottom(item)) {
      y = extends_(item) ? height + dy : height - size.y + dy;
      if (extends_(item)) below = Math.max(below, dy + size.y);
    }
    let x = left + (right - left - size.x) / 2 + dx;
    if (/leading$/i.test(alignment)) x = left + dx;
    if (/trailing$/i.test(alignment)) x = right - size.x + dx;
    return { kind: item.kind, x, y, size };
  });
  return { items: placed, before: above, height: height + above + below };
}
