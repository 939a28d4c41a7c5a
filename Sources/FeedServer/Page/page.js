// The page: draws the stream's versions once per frame, and shows the connection state in the bar.

import { Actions, plainReason, token, Writer } from "./actions.js";
import { Cells } from "./cells.js";
import { Chosen } from "./chosen.js";
import { Columns } from "./columns.js";
import { reason } from "./dialogs.js";
import { Filter } from "./filter.js";
import { Inputs, isUnread, notice, stateText } from "./inputs.js";
import { isPlaceholder, make } from "./item.js";
import { FeedList } from "./list.js";
import { Motion } from "./motion.js";
import { Reordering } from "./reordering.js";
import { Stream } from "./stream.js";
import { ViewerState } from "./viewer.js";
import { FeedState } from "./wire.js";

const byId = (id) => document.getElementById(id);
const clock = () => new Date().toLocaleTimeString("en-GB");
// Taken from the address before anything else can read it there.
const given = token.take();

export const feed = new FeedState();
export const motion = new Motion();
export const viewer = new ViewerState();
export const writer = new Writer();

export const list = new FeedList(byId("feed"), motion, {
  section(view) {
    // A button that has grown out of view is observed again.
    if (view.rest) {
      ends.unobserve(view.rest);
      ends.observe(view.rest);
    }
    viewer.show(view);
    filter.show(view);
    mark(view);
  },
  room: (view) => cells.note(view),
  drawn(view) {
    view.element.toggleAttribute("data-placeholder", isPlaceholder(view.item, view.section.section));
    actions.dress(view);
    chosen.note(view);
    filter.applySoon();
  },
  flags: (item) => viewer.flags(item),
  arranged(view) {
    cells.arranged(view);
    actions.rove(view.section ? view : undefined);
    if (filter.wanted.length) filter.applyTo(view);
  },
  placed() {
    filter.applySoon();
    cells.lay();
    columns.arrange();
  },
});
export const cells = new Cells(list, { onChange: () => columns.arrange() });
export const columns = new Columns(list, cells);
export const actions = new Actions(list, writer, viewer, { say, refuse, changed, sorting: (section) => filter.entries(section) });
export const reordering = new Reordering(list, feed, writer, { say, refuse, draw: schedule });
export const chosen = new Chosen(byId("chosen"), list, viewer, {
  onRemove(view, text) {
    if (view) {
      view.draw();
      actions.dress(view);
      chosen.note(view);
    }
    say(text);
  },
});
export const filter = new Filter(list, {
  field: byId("filter"), box: byId("search"), button: byId("find"), found: byId("found"), say, showAll: () => actions.showAll(),
  changed() {
    for (const view of list.sections.values()) {
      actions.rove(view);
      // All cards of a list can have room now.
      if (view.pages) view.measure();
    }
    columns.arrange();
    schedule();
  },
});
export const inputs = new Inputs(byId("inputs"), viewer, { onState: showInputs, isFollowing: () => stream.state === "live" });

// MARK: Drawing

let frame = 0;
let paused = "";
let epoch;
let isReady = false;
let pressedUntil = 0;
/** The sources that are late or have failed, by id. */
let late = new Map();

/** Stands for the items where none is shown: those of a feed without items, and those that the viewer does not show. */
const empty = make("p", { className: "nothing", id: "empty", role: "status", hidden: true }, make("span"),
  make("small", { textContent: "Items appear when the feed's inputs, its fixtures or other programs write rows that its sources select." }),
  make("button", { type: "button", textContent: "Show all sections" }));
byId("feed").after(empty);
empty.lastChild.addEventListener("click", () => {
  actions.showAll();
  byId("choose").focus();
});

function showEmpty() {
  const text = filter.wanted.length || !feed.cursor ? "" : viewer.absence(feed.sections);
  empty.hidden = !text;
  const [reason, help, all] = empty.children;
  if (text && reason.textContent !== text) reason.textContent = text;
  all.hidden = !viewer.hasChoice;
  help.hidden = viewer.hasChoice;
}

/** Requests a drawing in the next frame; repeated requests are merged. */
function schedule() {
  frame ||= requestAnimationFrame(draw);
}

function draw() {
  frame = 0;
  if (paused || !isReady || !feed.cursor) return;
  const isHeld = performance.now() < pressedUntil && !reordering.drag?.hasBegun;
  list.commit(feed.sections, isHeld);
  if (!isHeld && cells.lay()) columns.arrange();
  list.root.dataset.version = feed.cursor.version;
  list.root.removeAttribute("aria-busy");
  showEmpty();
  byId("act").hidden = !actions.all.length || !actions.ofFeed.length;
  chosen.drawChanged();
}

/** Shows what the viewer has changed. */
function changed() {
  for (const view of list.items.values()) if (view.parts.act) chosen.note(view);
  chosen.drawChanged();
  if (filter.wanted.length) filter.apply();
  columns.arrange();
  showEmpty();
  byId("choose").toggleAttribute("data-some", viewer.hasChoice);
}

// Another tab has changed the choices.
viewer.follow(() => {
  for (const id of viewer.marks.keys()) list.items.get(id)?.draw();
  chosen.refresh();
  inputs.draw();
  actions.showChoices();
});

/** While a pointer is pressed, elements keep their positions. */
addEventListener("pointerdown", () => (pressedUntil = Infinity), true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => {
    pressedUntil = performance.now() + 200;
    setTimeout(schedule, 210);
  }, true);
}

// MARK: The stream

/** Loads the declarations of the feed file and its style sheet; both can change after a restart. */
async function declare(isFirst) {
  isReady = false;
  try {
    const answer = await fetch("/page/feed.json");
    if (answer.status === 401) return signIn();
    const description = await answer.json();
    const isDressed = dress(isFirst ? "" : `?${encodeURIComponent(feed.cursor?.epoch ?? "")}`);
    document.title = byId("title").textContent = description.title;
    viewer.use(description);
    inputs.draw();
    actions.use(description);
    filter.reset();
    list.reset(description);
    chosen.use(actions.all);
    changed();
    stream.servers.use(description.peers ?? []);
    // The first drawing waits for the style sheet; the stream is opened in the meantime.
    isDressed.then(() => {
      isReady = true;
      schedule();
    });
  } catch {
    setTimeout(declare, 1_000, isFirst);
  }
}

/** Loads the style sheet of the feed, which needs the right to read; it replaces that of an older feed file. */
function dress(query) {
  const old = byId("sheet");
  const sheet = make("link", { rel: "stylesheet", id: "sheet", href: `/page/feed.css${query}` });
  old?.removeAttribute("id");
  document.querySelector("link[href='/page/page.css']").before(sheet);
  const isLoaded = new Promise((resolve) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", resolve);
  });
  isLoaded.then(() => old?.remove());
  return old ? Promise.resolve() : isLoaded;
}

let isSigningIn = false;
/** The words of the bar while the page has no token. */
let unsigned = "";

/** Asks for a token until the server accepts it, then shows the feed that its holder may read. */
async function signIn() {
  if (isSigningIn) return;
  isSigningIn = true;
  unsigned = "Waiting for a token";
  stream.close();
  showState();
  let hint = "This feed needs a token for reading. The browser keeps it in a cookie until it is closed, or until the token ends.";
  let known = token.get();
  while (true) {
    const answer = known ?? await token.ask("Sign in", "Token", { go: "Sign in", hint });
    known = undefined;
    if (!answer) {
      unsigned = "Not signed in";
      showState();
      return new Promise(() => {}); // until the page is loaded again, or the address has a token
    }
    hint = await refusal(answer);
    if (!hint) return location.reload();
  }
}

/** Starts a session with a token; returns the reason if the server refuses it. */
async function refusal(text) {
  try {
    const response = await fetch("/v1/session", { method: "POST", headers: { "Authorization": `Bearer ${text}` } });
    if (response.ok) return undefined;
    token.set(undefined);
    return (await response.json()).error.message;
  } catch {
    return "The server cannot be reached.";
  }
}

/** Whether reading needs a token: the server describes its sessions only then. */
async function limitsReading() {
  try {
    return Boolean((await (await fetch("/v1/openapi.json")).json()).paths["/v1/session"]);
  } catch {
    return false;
  }
}

/** Uses a token that the address of the open page has got. */
async function renew() {
  const given = token.take();
  if (!given) return;
  if (token.asking) return token.asking.abort();
  if (!await limitsReading()) return;
  const problem = await refusal(given);
  if (problem) say(`Token refused: ${problem}`);
  else location.reload();
}

/** The number of items of a section that the page shows at first, and shows more of on demand. */
const step = 500;

/** The query of the stream: that of the page, with windows. */
function streamQuery() {
  const query = new URLSearchParams(location.search || "?conflate=40");
  if (!query.has("window")) query.set("window", step);
  return query;
}

/** Shows more of a section whose end is in view. */
const ends = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting && target.isConnected) showMore(target);
}, { rootMargin: "100%" });

function showMore(button) {
  const { section } = list.sections.get(button.closest("section").dataset.section);
  stream.show(section.id, Math.min(section.items.length + step, 10_000));
}

export const stream = new Stream(feed, {
  query: streamQuery(),
  onEdits(edits) {
    if (edits) list.note(edits);
    // A later image: a restart or another feed file, with other states of the inputs.
    if (edits?.isImage && epoch !== undefined) inputs.ask();
    else if (edits && !edits.isImage) inputs.feedDidChange();
    if (feed.cursor && feed.cursor.epoch !== epoch) {
      const isFirst = epoch === undefined;
      epoch = feed.cursor.epoch;
      if (!isFirst) declare(false);
    }
    reordering.settle();
    suspend();
    inputs.use(feed.sources);
    if (edits) schedule();
  },
  onState: showState,
  async onRefusal() {
    const answer = await fetch("/page/feed.json", { method: "HEAD" }).catch(() => undefined);
    if (answer?.status === 401) signIn();
  },
});

/** Shows the content of a late or failed source as suspended. */
function suspend() {
  const sources = feed.sources.filter(({ state }) => state !== "live");
  const isSame = ({ id, ...source }) => late.has(id) && late.get(id).state === source.state && notice(late.get(id)) === notice(source);
  if (sources.length === late.size && sources.every(isSame)) return;
  late = new Map(sources.map((source) => [source.id, source]));
  for (const view of list.sections.values()) mark(view);
  chosen.draw();
}

function mark({ element, heading, look }) {
  const source = late.get(look.source);
  element.classList.toggle("late", Boolean(source));
  element.classList.toggle("failed", source?.state === "failed");
  element.toggleAttribute("data-unread", Boolean(source) && isUnread(source, inputs.all));
  if (!heading) return;
  const { dataset } = heading;
  if (source) [dataset.state, dataset.notice, heading.title] = [source.state, notice(source), notice(source)];
  heading.toggleAttribute("data-reason", source?.state === "failed" && notice(source) !== source.state);
  if (!source && dataset.state) for (const name of ["data-state", "data-notice", "title"]) heading.removeAttribute(name);
}

// MARK: The bar

// The pinned headings are below the bar, which is higher if its words need more lines; what gets the focus is above the panel.
for (const [name, element] of [["--bar", document.querySelector(".top")], ["--covered", byId("chosen")]]) {
  new ResizeObserver(() => document.documentElement.style.setProperty(name, `${element.offsetHeight}px`)).observe(element);
}

/** Shows the states of the inputs: in the bar, and in the sections whose sources have never been read. */
function showInputs() {
  showState();
  if (late.size) for (const view of list.sections.values()) mark(view);
}

function showState() {
  const since = new Date(stream.lastHeard).toLocaleTimeString("en-GB");
  const isPaused = paused && stream.state === "live";
  inputs.connection(stream.state);
  const { body } = document;
  body.dataset.state = isPaused ? "paused" : stream.state;
  body.dataset.inputs = inputs.worst.state;
  const text = unsigned || (isPaused ? `Paused since ${paused}` : stateText(stream.state, inputs.worst, since));
  if (byId("state").textContent === text) return;
  // On two lines at most: a time or a number stays with its word.
  const [, before, after] = /^(.+?) ((?:since|\d+) .{1,16})$/.exec(text) ?? [];
  byId("state").replaceChildren(...(after ? [make("span", { textContent: before }), " ", make("span", { textContent: after })] : [text]));
}

let silence;
/** The element whose change was refused. */
let refused;

/** Shows the result of the viewer's operation. */
function say(text) {
  clearTimeout(silence);
  refused?.removeAttribute("data-refused");
  refused = undefined;
  byId("said").className = "";
  byId("said").textContent = text;
  placeSaid();
  if (text) silence = setTimeout(say, 6_000, "");
}

/** Where a text of the bar ends, whatever room its element has. */
function endOf(element) {
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getBoundingClientRect().right;
}

/** Places the result in the bar, between its words and its buttons or its field, or at the end of the page if it has no room there. */
function placeSaid() {
  const said = byId("said");
  said.removeAttribute("data-low");
  if (!said.textContent || said.className) return;
  const room = byId(byId("search").hidden ? "tools" : "search").getBoundingClientRect().left;
  said.style.setProperty("--room", `${room}px`);
  said.toggleAttribute("data-low", said.getBoundingClientRect().left < Math.max(endOf(byId("title")), endOf(byId("state"))) + 8 || said.scrollHeight > said.clientHeight + 1);
}
for (const id of ["tools", "search"]) new ResizeObserver(placeSaid).observe(byId(id));

/** Shows that a change was refused, at its element as well, until the viewer closes it or does something else. */
function refuse(what, error, element) {
  say("");
  const close = make("button", { type: "button", className: "drop icon cross" }, make("span", { textContent: "Close" }));
  // The focus returns to the element, or to its section, instead of the beginning of the page.
  close.addEventListener("click", () => {
    say("");
    const place = [element, element?.closest("section")].map((one) => one?.isConnected && one.querySelector(".act, .handle, .more")).find(Boolean);
    place?.focus({ preventScroll: true });
  });
  byId("said").className = "refusal";
  byId("said").append(make("strong", { textContent: what }), make("span", { textContent: plainReason(error) + reason(error) }), close);
  refused = element;
  refused?.toggleAttribute("data-refused", true);
}
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && byId("said").className) say("");
});

byId("pause").addEventListener("click", ({ currentTarget }) => {
  paused = paused ? "" : clock();
  currentTarget.setAttribute("aria-pressed", String(Boolean(paused)));
  currentTarget.firstElementChild.textContent = paused ? "Resume" : "Pause";
  showState();
  schedule();
});
byId("act").addEventListener("click", ({ currentTarget }) => actions.chooseForFeed(currentTarget));
byId("choose").addEventListener("click", () => viewer.choose(list, () => actions.showChoices()));
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, dialog, [popover]");
  const own = { "/": () => filter.open(), "?": () => actions.showKeys(), p: () => byId("pause").click() }[event.key];
  if (!own || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  own();
});
list.root.addEventListener("click", ({ target }) => {
  const rest = target.closest(".rest");
  if (rest) showMore(rest);
  const button = target.closest(".fold");
  if (button) actions.fold(list.sections.get(button.closest("section").dataset.section));
});
addEventListener("hashchange", renew);

// The session begins first, so that no request is refused.
if (given && await limitsReading()) await refusal(given);
inputs.ask();
await declare(true);
stream.open();
inputs.follow();
