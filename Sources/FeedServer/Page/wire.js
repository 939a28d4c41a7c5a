// The state of a client and its updates by events: the rules of FeedWire, without a page.

/** An error after which a client needs an image: another version or checksum, or an invalid batch. */
export class WireError extends Error {}

const refuse = (rule, what) => new WireError(`${what} (rule ${rule})`);
const written = ([section, item]) => `[${section}, ${item}]`;
const key = ([section, item]) => section * 2 ** 32 + item;
const byPath = (a, b) => a[0] - b[0] || a[1] - b[1];

function unique(rule, places) {
  const set = new Set(places);
  if (set.size !== places.length) throw refuse(rule, "a place is named by two edits");
  return set;
}

const parse = (data) => (typeof data === "string" ? JSON.parse(data) : data);
const isDisjoint = (one, other) => [...one].every((place) => !other.has(place));

/** The versions of a feed in a client; the objects of sections and items persist while they are shown. */
export class FeedState {
  /** The held version: `{epoch, version}`, or `null` before the first image and after an error. */
  cursor = null;
  /** The newest version that the server has confirmed as equal. */
  confirmed = 0;
  title = "";
  /** The revision of the layouts and actions. */
  layouts = "";
  sections = [];
  sources = [];
  /** The section of each item, by the item's id. */
  #homes = new Map();
  /** Items of an image whose hashes no heartbeat has needed yet. */
  #unhashed = [];

  get cursorText() {
    return this.cursor && `${this.cursor.epoch}:${this.cursor.version}`;
  }

  /**
   * Processes an event, as JSON or as a value. An invalid event only requests an image.
   *
   * The outcome is one of `{kind: "updated", edits, batch}`, `{kind: "unchanged"}`,
   * `{kind: "needsImage", error}` and `{kind: "goodbye", reason, retry}`.
   */
  receive(name, text, id) {
    try {
      switch (name) {
        case "image": return this.#image(parse(text));
        case "patch": return this.#patch(parse(text), id);
        case "heartbeat": return this.#heartbeat(parse(text));
        case "bye": {
          const { reason, retry } = parse(text);
          return { kind: "goodbye", reason, retry };
        }
        default: return { kind: "unchanged" };
      }
    } catch (error) {
      this.cursor = null;
      return { kind: "needsImage", error };
    }
  }

  /**
   * Returns the event for another client, with this version, another one or none: a heartbeat or an image.
   *
   * Its data is a value that must be copied; `undefined` before the first image.
   */
  eventFor(cursor) {
    if (!this.cursor) return undefined;
    const { epoch, version } = this.cursor;
    const { title, layouts, sections, sources, confirmed } = this;
    const isSame = cursor?.epoch === epoch && version <= cursor.version && cursor.version <= confirmed;
    return isSame
      ? { name: "heartbeat", data: { version: confirmed, checksum: checksum(sections), sources } }
      : { name: "image", data: { epoch, version: confirmed, title, layouts, sections, sources } };
  }

  #image({ epoch, version, title = "", layouts = "", sections, sources = [] }) {
    if (typeof epoch !== "string" || !Number.isInteger(version)) throw new WireError("the image has no version");
    const homes = new Map();
    const names = new Set();
    for (const section of sections) {
      if (!section.id || names.has(section.id)) throw new WireError(`section '${section.id}' is there twice`);
      names.add(section.id);
      for (const item of section.items) {
        if (!item.id || homes.has(item.id)) throw new WireError(`item '${item.id}' is there twice`);
        homes.set(item.id, section);
      }
    }
    Object.assign(this, { title, layouts, sections, sources, cursor: { epoch, version }, confirmed: version });
    this.#homes = homes;
    this.#unhashed = sections.flatMap(({ items }) => items);
    return { kind: "updated", edits: { isImage: true } };
  }

  /**
   * Hashes parts of the image before the first heartbeat, for a few milliseconds; returns whether some are left.
   *
   * Hashing everything at once would block the page for several frames.
   */
  hashAhead(milliseconds = 4) {
    const end = performance.now() + milliseconds;
    while (this.#unhashed.length && performance.now() < end) itemHash(this.#unhashed.pop());
    return this.#unhashed.length > 0;
  }

  #patch(patch, id) {
    const { from, to, sources = [], windows = [] } = patch;
    if (!this.cursor) throw new WireError(`a patch from ${from}, but no version is held`);
    const { epoch, version } = this.cursor;
    if (id && id.slice(0, id.lastIndexOf(":")) !== epoch) {
      throw new WireError(`a patch of '${id}', but ${this.cursorText} is held`);
    }
    if (!(from >= version && from <= Math.max(version, this.confirmed) && (to > from || (to === from && windows.length)))) {
      throw new WireError(`a patch from ${from} to ${to}, but ${this.cursorText} is held`);
    }
    const edits = perform(this, patch, this.#homes);
    if (sources.length) this.sources = sources;
    this.cursor = { epoch, version: to };
    this.confirmed = to;
    return { kind: "updated", edits, batch: patch.batch };
  }

  #heartbeat({ version, checksum: expected, sources = [] }) {
    if (!this.cursor) return { kind: "unchanged" };
    if (sources.length) this.sources = sources;
    if (version < this.cursor.version) return { kind: "unchanged" };
    const own = checksum(this.sections);
    if (own !== expected) {
      throw new WireError(`the checksum of version ${version} is ${expected}, but ${own} of what is held`);
    }
    this.confirmed = Math.max(this.confirmed, version);
    return { kind: "unchanged" };
  }
}

/**
 * Applies a patch to the content of a state. An invalid patch throws before any change.
 *
 * Deletes and origins of moves are positions in the old version, all others in the new one.
 */
function perform(state, patch, homes) {
  const old = state.sections;
  const {
    deleteSections = [], insertSections = [], moveSections = [], deleteItems = [], insertItems = [],
    moveItems = [], reconfigureItems = [], reloadItems = [], reloadSections = [],
  } = patch.batch;
  const { sections: newSections = [], items: newItems = [], changes = [], headers = [], windows = [] } = patch;

  const changed = [...reconfigureItems, ...reloadItems];
  if (
    newSections.length !== insertSections.length || newItems.length !== insertItems.length ||
    changes.length !== changed.length || changes.some((change, i) => key(change.at) !== key(changed[i])) ||
    headers.length !== reloadSections.length || headers.some((header, i) => header.at !== reloadSections[i])
  ) throw new WireError("the contents are not those of the batch's edits");

  // Rules for sections.
  const deleted = unique(7, deleteSections);
  const inserted = unique(7, insertSections);
  const reloaded = unique(20, reloadSections);
  const sources = unique(8, moveSections.map((move) => move.from));
  const targets = unique(8, moveSections.map((move) => move.to));
  if (!isDisjoint(sources, deleted) || !isDisjoint(targets, inserted)) {
    throw refuse(7, "a section is named by a move and by another edit");
  }
  const isIn = (count) => (index) => Number.isInteger(index) && index >= 0 && index < count;
  if (![...deleted, ...sources].every(isIn(old.length))) {
    throw refuse(1, `a section is outside the ${old.length} old ones`);
  }
  const count = old.length - deleted.size + inserted.size;
  if (![...inserted, ...targets, ...reloaded].every(isIn(count))) {
    throw refuse(2, `a section is outside the ${count} new ones`);
  }

  // Rules for items.
  const origins = unique(8, moveItems.map((move) => key(move.from)));
  const places = unique(8, moveItems.map((move) => key(move.to)));
  const gone = unique(5, deleteItems.map(key));
  const arriving = unique(6, insertItems.map(key));
  if (!isDisjoint(origins, gone) || !isDisjoint(places, arriving)) {
    throw refuse(5, "an item is named by a move and by another edit");
  }
  for (const path of [...deleteItems, ...moveItems.map((move) => move.from)]) {
    if (!old[path[0]]?.items[path[1]]) throw refuse(3, `item ${written(path)} is not there`);
    if (deleted.has(path[0])) throw refuse(9, `item ${written(path)} is in a section that is deleted`);
  }
  for (const path of [...insertItems, ...moveItems.map((move) => move.to)]) {
    if (inserted.has(path[0])) throw refuse(11, `item ${written(path)} is in a section that is inserted`);
  }
  const goneSections = new Set(deleteSections.map((index) => old[index]));
  // An item reaches an inserted section by a delete and the section's list, not by a move.
  const leaving = new Set(deleteItems.map(([section, item]) => old[section].items[item].id));
  const fresh = new Set();
  const come = (id, mayLeave) => {
    const home = homes.get(id);
    if (fresh.has(id) || (home && !goneSections.has(home) && !(mayLeave && leaving.has(id)))) {
      throw refuse(18, `inserted item '${id}' is there already`);
    }
    fresh.add(id);
  };
  for (const { id } of newItems) come(id, false);
  for (const { items } of newSections) for (const { id } of items) come(id, true);
  const names = new Set();
  for (const section of old) if (!goneSections.has(section)) names.add(section.id);
  for (const { id } of newSections) {
    if (names.has(id)) throw refuse(18, `section '${id}' is in the snapshot already`);
    names.add(id);
  }

  // First the unmoved sections, then the moved and inserted ones, in ascending order.
  const sections = insertInOrder(
    old.filter((_, index) => !deleted.has(index) && !sources.has(index)),
    [
      ...moveSections.map((move) => ({ at: move.to, thing: old[move.from] })),
      ...insertSections.map((at, index) => ({ at, thing: newSections[index] })),
    ],
    () => refuse(17, "the sections that stay do not fill the places that are left"),
  );

  // The same for the items of the affected sections.
  const lists = new Map();
  const taken = new Map();
  for (const [s, i] of [...deleteItems, ...moveItems.map((move) => move.from)]) {
    if (!taken.has(s)) taken.set(s, new Set());
    taken.get(s).add(i);
  }
  for (const [s, set] of taken) lists.set(old[s], old[s].items.filter((_, index) => !set.has(index)));
  const arrivals = new Map();
  const arrive = (path, item) => {
    if (!sections[path[0]]) throw refuse(4, `item ${written(path)} is behind the end of its section`);
    if (!arrivals.has(path[0])) arrivals.set(path[0], []);
    arrivals.get(path[0]).push({ at: path[1], thing: item });
  };
  insertItems.forEach((path, index) => arrive(path, newItems[index]));
  for (const { from, to } of moveItems) arrive(to, old[from[0]].items[from[1]]);
  for (const [s, list] of [...arrivals].sort((a, b) => a[0] - b[0])) {
    const section = sections[s];
    lists.set(section, insertInOrder(lists.get(section) ?? section.items, list, (at) =>
      refuse(4, `item ${written([s, at])} is behind the end of its section`)));
  }

  // The changes of contents.
  unique(21, changes.map((change) => key(change.at)));
  const contents = changes.map(({ at, set = {}, unset = [] }) => {
    const section = sections[at[0]];
    const item = section && (lists.get(section) ?? section.items)[at[1]];
    if (!item || arriving.has(key(at)) || inserted.has(at[0]) || reloaded.has(at[0])) {
      throw refuse(20, `item ${written(at)} is not there, or is new in any case`);
    }
    return { item, set, unset };
  });
  for (const { at } of headers) {
    if (inserted.has(at)) throw refuse(20, `section ${at} is new in any case`);
  }
  for (const { at } of windows) {
    if (!sections[at]) throw new WireError(`a window is in none of the ${sections.length} sections`);
  }

  // No further errors are possible.
  for (const section of goneSections) for (const { id } of section.items) homes.delete(id);
  const removed = deleteItems.map(([s, i]) => old[s].items[i]);
  for (const { id } of removed) homes.delete(id);
  for (const [section, list] of lists) section.items = list;
  for (const section of newSections) for (const { id } of section.items) homes.set(id, section);
  for (const [s, list] of arrivals) for (const { thing } of list) homes.set(thing.id, sections[s]);
  for (const { item, set, unset } of contents) {
    Object.assign(item, set);
    for (const name of unset) delete item[name];
    hashes.delete(item);
  }
  for (const { at, set } of headers) Object.assign(sections[at], set);
  for (const { at, from, of } of windows) sections[at].window = { from, of };
  state.sections = sections;
  return {
    isImage: false,
    /** Inserted or moved items, with their current sections. */
    placed: [...arrivals].flatMap(([s, list]) => list.map(({ thing }) => ({ item: thing, section: sections[s] }))),
    removed,
    changed: contents.map(({ item }) => item),
    /** Sections with a changed list of items. */
    lists: [...lists.keys()],
    placedSections: [...newSections, ...moveSections.map((move) => old[move.from])],
    removedSections: [...goneSections],
    headers: headers.map(({ at }) => sections[at]),
    /** The windows with another place, with the numbers of items that came in before and behind them. */
    windows: windows.map(({ at, before = 0, behind = 0 }) => ({ section: sections[at], before, behind })),
  };
}

/** Inserts elements between the unmoved ones, each at its new position. */
function insertInOrder(staying, arrivals, misplaced) {
  arrivals.sort((a, b) => a.at - b.at);
  const result = [];
  let next = 0;
  for (const { at, thing } of arrivals) {
    while (result.length < at && next < staying.length) result.push(staying[next++]);
    if (result.length !== at) throw misplaced(at);
    result.push(thing);
  }
  while (next < staying.length) result.push(staying[next++]);
  return result;
}

// Checksums: FNV-1a of 64 bits in two halves; the prime is 2^40 + 435.

const encoder = new TextEncoder();
const hashes = new WeakMap();
const double = new DataView(new ArrayBuffer(8));
let high = 0;
let low = 0;

function begin() {
  high = 0xcbf29ce4;
  low = 0x84222325;
}

function add(byteHigh, byteLow) {
  low = (low ^ byteLow) >>> 0;
  high = (high ^ byteHigh) >>> 0;
  const product = low * 0x1b3; // below 2^41, and hence exact
  high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
  low = product >>> 0;
}

/** Adds a text as UTF-8; the loop is inlined, because most of a checksum's time is spent there. */
function addBytes(text) {
  let [h, l] = [high, low];
  let bytes;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      bytes = encoder.encode(text.slice(i));
      break;
    }
    l = (l ^ unit) >>> 0;
    const product = l * 0x1b3;
    h = (Math.imul(h, 0x1b3) + Math.floor(product / 2 ** 32) + (l << 8)) | 0;
    l = product >>> 0;
  }
  [high, low] = [h >>> 0, l];
  if (bytes) for (const byte of bytes) add(0, byte);
}

function addText(text) {
  addBytes(text);
  add(0, 0xff);
}

function addWord(wordHigh, wordLow) {
  for (const half of [wordHigh, wordLow]) for (const shift of [24, 16, 8, 0]) add(0, (half >>> shift) & 0xff);
}

const roles = ["id", "kind", "title", "subtitle", "value", "badge", "image", "tone"];

/** The hash of an item, cached until its content changes. */
function itemHash(item) {
  const known = hashes.get(item);
  if (known) return known;
  let [sumHigh, sumLow] = [0, 0];
  for (const [name, value] of Object.entries(item.fields ?? {})) {
    begin();
    addText(name);
    if (typeof value === "string") {
      add(0, 0x73);
      addBytes(value);
    } else {
      add(0, 0x6e);
      double.setFloat64(0, value);
      addWord(double.getUint32(0), double.getUint32(4));
    }
    const total = sumLow + low;
    sumHigh = (sumHigh + high + (total > 0xffffffff ? 1 : 0)) >>> 0;
    sumLow = total >>> 0;
  }
  begin();
  for (const role of roles) addText(item[role] ?? "");
  for (const flag of item.flags ?? []) addText(flag);
  add(0, 0xfe);
  addWord(sumHigh, sumLow);
  const hash = [high, low];
  hashes.set(item, hash);
  return hash;
}

/** The checksum of sections, as in a heartbeat. */
export function checksum(sections) {
  const parts = sections.map(({ id, title = "", header, layout = "", items }) => {
    const all = items.map(itemHash);
    begin();
    for (const text of [id, title, header?.pin ? "pin" : "", layout]) addText(text);
    const head = [high, low];
    begin();
    add(...head);
    for (const hash of all) add(hash[0], hash[1]);
    return [high, low];
  });
  begin();
  for (const part of parts) add(...part);
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}
