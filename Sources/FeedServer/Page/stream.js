// The connection: one stream for all tabs of a browser, reconnected with the cursor, and its state.

/** Times in milliseconds, which tests shorten. */
export const times = { heartbeat: 5_000, stale: 10_000, hidden: 60_000, firstRetry: 500, lastRetry: 30_000 };

/**
 * The servers that the stream is available at: the server of this page and its peers.
 *
 * Servers without a recent failure are tried first, then those with the oldest failure.
 */
export class Servers {
  static memory = 60_000;

  constructor(origins) {
    this.all = origins.map((origin) => ({ origin, failures: 0, failedAt: -Infinity, notBefore: 0 }));
    this.place = 0;
  }

  get current() {
    return this.all[this.place];
  }

  /** Stores the peers that the server names; the current server stays selected. */
  use(peers) {
    const { origin } = this.current;
    const known = new Map(this.all.map((server) => [server.origin, server]));
    const fresh = new Servers(["", ...peers]).all;
    this.all = fresh.map((server) => known.get(server.origin) ?? server);
    this.place = Math.max(this.all.findIndex((server) => server.origin === origin), 0);
  }

  agreed() {
    Object.assign(this.current, { failures: 0, failedAt: -Infinity });
  }

  /** Selects the next server, unless the same one must be retried; returns the wait. */
  failed(wait, { stays = false, now = Date.now(), random = Math.random } = {}) {
    const failed = this.current;
    wait ??= random() * retryCeiling(failed.failures++);
    Object.assign(failed, { failedAt: now, notBefore: now + wait });
    if (this.all.length === 1 || stays) return wait;
    const others = this.all.map((_, index) => (this.place + 1 + index) % this.all.length);
    this.place = others.find((index) => now - this.all[index].failedAt > Servers.memory)
      ?? others.reduce((a, b) => (this.all[b].failedAt < this.all[a].failedAt ? b : a));
    // Spread the clients of a lost server over time.
    return Math.max(this.current.notBefore - now, random() * times.firstRetry);
  }
}

/** The maximum wait before an attempt; the actual wait is a random part of it. */
export const retryCeiling = (failures) => Math.min(times.firstRetry * 2 ** failures, times.lastRetry);

/**
 * The tabs that need the same stream: one at a time holds it, and they communicate over a channel.
 *
 * A shared worker would need another module, and browsers of phones lack it.
 */
class Tabs {
  /**
   * Waits for the stream, or takes it from a silent tab.
   *
   * It is a lock: the browser passes it on when a tab is closed or crashes.
   */
  constructor(name, { takesTurn, onTurn, onLost, onMessage }) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => onMessage(data);
    const left = new AbortController();
    this.leave = () => {
      left.abort();
      this.channel.close();
    };
    const hold = () => new Promise((release) => {
      if (left.signal.aborted) return release();
      left.signal.addEventListener("abort", release);
      onTurn();
    });
    const options = takesTurn ? { steal: true } : { signal: left.signal };
    navigator.locks.request(name, options, hold).catch(() => left.signal.aborted || onLost());
  }

  say(message) {
    this.channel.postMessage(message);
  }
}

/** Follows the stream and reports its state: `connecting`, `live`, `reconnecting`, `stale` or `offline`. */
export class Stream {
  state = "connecting";
  /** The time of the last data. */
  lastHeard = Date.now();
  /** The number of images sent to this tab, and of streams that this tab has opened. */
  images = 0;
  opened = 0;
  /** Whether this tab holds the stream and forwards its events to the others. */
  leads = false;
  /** The tab that sends the events to this one; `undefined` until it has sent a version. */
  leader;
  servers = new Servers([""]);
  /** The number of items to show of a section, where it is not that of the query; by the section's id. */
  counts = new Map();
  /** The name under which the server moves the windows of this tab's stream. */
  id;

  constructor(feed, { onEdits, onState, onRefusal, query = "" }) {
    Object.assign(this, { feed, onEdits, onState, onRefusal });
    this.query = new URLSearchParams(query);
    if (!this.query.has("heartbeat")) this.query.set("heartbeat", times.heartbeat);
    // The same limits as in the server.
    this.heartbeat = Math.min(Math.max(Number(this.query.get("heartbeat")) || times.heartbeat, 500), 30_000);
    this.name = String(crypto.getRandomValues(new Uint32Array(2)));
    document.addEventListener("visibilitychange", () => this.visibilityDidChange());
    // A page that the browser freezes or caches passes the stream to another tab.
    document.addEventListener("freeze", () => this.close());
    document.addEventListener("resume", () => this.visibilityDidChange());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => persisted && this.visibilityDidChange());
    addEventListener("offline", () => this.isOpen && this.failed());
    addEventListener("online", () => this.isOpen && this.open());
    setInterval(() => this.watch(), 500);
  }

  open({ takesTurn = false } = {}) {
    this.close();
    this.isOpen = true;
    this.awaitedSince = Date.now();
    // Silent tabs take over at different times.
    this.patience = (2 + Math.random()) * this.heartbeat;
    // Locks need a secure context; elsewhere each tab has a separate stream.
    if (!navigator.locks) return this.connect();
    const tabs = new Tabs(`feed?${this.query}`, {
      takesTurn,
      onTurn: () => {
        this.leads = true;
        this.leader = undefined;
        tabs.say({ from: this.name, leads: true });
        this.connect();
      },
      onLost: () => this.tabs === tabs && this.open(),
      onMessage: (message) => this.hear(message),
    });
    this.tabs = tabs;
    this.ask();
  }

  close() {
    this.disconnect();
    this.tabs?.leave();
    this.tabs = this.leader = undefined;
    this.leads = this.isOpen = false;
  }

  // MARK: The server

  connect() {
    this.disconnect();
    const query = new URLSearchParams(this.query);
    // The server compares with the windows of the request, so a version with other parts does not resume.
    if (this.feed.cursor && this.holdsCounts) query.set("from", this.feed.cursorText);
    // The first window that matches a section counts.
    const windows = query.getAll("window");
    query.delete("window");
    for (const [section, count] of this.counts) query.append("window", `${section}:0:${count}`);
    for (const window of windows) query.append("window", window);
    this.id = undefined;
    this.asksForImage = !this.feed.cursor;
    const source = new EventSource(`${this.servers.current.origin}/v1/stream?${query}`);
    this.source = source;
    this.opened++;
    this.awaitedSince = Date.now();
    for (const name of ["image", "patch", "heartbeat", "bye"]) {
      source.addEventListener(name, ({ data, lastEventId }) => {
        if (this.source !== source) return;
        if (name === "image") this.images++;
        if (name !== "bye") this.tabs?.say({ from: this.name, event: { name, data, id: lastEventId } });
        this.receive(name, data, lastEventId);
      });
    }
    source.addEventListener("stream", ({ data }) => {
      if (this.source === source) this.id = JSON.parse(data).id;
    });
    // A stream that resumes from its cursor is live at once.
    source.onopen = () => {
      if (this.source !== source || !this.feed.cursor) return;
      this.tabs?.say({ from: this.name, isLost: false });
      this.enter("live");
    };
    source.onerror = () => {
      if (this.source !== source) return;
      // The browser gives up a stream whose answer is an error.
      if (source.readyState === EventSource.CLOSED) this.onRefusal?.();
      this.failed();
    };
  }

  /** Whether the held sections have the numbers of items that the next request asks for. */
  get holdsCounts() {
    return this.feed.sections.every(({ id, items, window }) =>
      !this.counts.has(id) || items.length === Math.min(this.counts.get(id), window?.of ?? items.length));
  }

  /** Shows the first items of a section, in all tabs. */
  async show(section, count) {
    if (this.tabs && !this.leads) return this.tabs.say({ from: this.name, shows: { section, count } });
    if (!(count > (this.counts.get(section) ?? 0))) return;
    this.counts.set(section, count);
    // Without a connection, the next one asks for the items.
    if (!this.id) return;
    const body = JSON.stringify({ stream: this.id, section, from: 0, count });
    const headers = { "Content-Type": "application/json" };
    await fetch(`${this.servers.current.origin}/v1/window`, { method: "POST", headers, body }).catch(() => {});
  }

  disconnect() {
    this.source?.close();
    this.source = undefined;
    clearTimeout(this.retry);
    this.retry = undefined;
  }

  receive(name, data, id) {
    this.lastHeard = this.awaitedSince = Date.now();
    const outcome = this.feed.receive(name, data, id);
    switch (outcome.kind) {
      case "updated":
        this.servers.agreed();
        this.enter("live");
        this.onEdits(outcome.edits);
        if (outcome.edits.isImage) this.hashAhead();
        break;
      case "unchanged":
        this.servers.agreed();
        if (this.feed.cursor) this.enter("live");
        this.onEdits(undefined);
        break;
      case "needsImage":
        if (this.leader) return this.ask(); // which has one
        console.warn(`asking for an image: ${outcome.error.message}`);
        // Another replica may be behind the shown version, and without a cursor it cannot know that.
        this.failed(undefined, { stays: !this.asksForImage });
        break;
      case "goodbye":
        this.failed(outcome.retry);
    }
  }

  /** Yields to the page between the parts of a long computation. */
  hashAhead() {
    clearTimeout(this.hashing);
    this.hashing = setTimeout(() => this.feed.hashAhead() && this.hashAhead(), 20);
  }

  /** Retries after a random wait, so that clients do not all reconnect at once. */
  failed(wait, options) {
    this.disconnect();
    this.enter(this.state === "connecting" ? "connecting" : "reconnecting");
    if (this.tabs && !this.leads) return; // the tab that leads tries
    this.retry = setTimeout(() => this.connect(), this.servers.failed(wait, options));
  }

  // MARK: The other tabs

  /** Asks the leading tab for a version to start from. */
  ask() {
    this.leader = undefined;
    this.tabs.say({ from: this.name, asks: true, cursor: this.feed.cursor });
  }

  hear({ from, to, leads, asks, cursor, event, isLost, shows }) {
    if (this.leads) {
      if (shows) return this.show(shows.section, shows.count);
      if (leads) return this.open(); // the turn was taken while this tab was silent
      const answer = asks && this.feed.eventFor(cursor);
      if (answer) this.tabs.say({ from: this.name, to: from, event: answer });
    } else if (event) {
      if (to && to !== this.name) return;
      if (to || event.name === "image") this.leader = from;
      if (from === this.leader) this.receive(event.name, event.data, event.id);
    } else if (leads) {
      this.awaitedSince = Date.now();
      if (this.leader) this.leader = from;
      else this.ask();
    } else if (isLost !== undefined) {
      this.awaitedSince = Date.now();
      if (isLost) this.enter(this.state === "connecting" ? "connecting" : "reconnecting");
      else if (from === this.leader) this.enter("live");
    }
  }

  // MARK: States

  /** Detects silence, for which there is no event. */
  watch() {
    if (this.isOpen && !this.retry && Date.now() - this.awaitedSince > (this.source ? 2 * this.heartbeat : this.patience)) {
      if (this.source) this.failed(0);
      else this.open({ takesTurn: true });
    }
    if (this.leads && this.retry) this.tabs.say({ from: this.name, isLost: true });
    const isLate = Date.now() - this.lastHeard > times.stale;
    if (this.state === "reconnecting" && isLate) this.enter("stale");
    if ((this.state === "stale" || this.state === "reconnecting") && !navigator.onLine) this.enter("offline");
  }

  enter(state) {
    if (this.state === state) return;
    // A retry does not make old content current.
    if (state === "reconnecting" && (this.state === "stale" || this.state === "offline")) return;
    this.state = state;
    this.onState(state);
  }

  visibilityDidChange() {
    clearTimeout(this.hiding);
    if (document.visibilityState === "hidden") {
      this.hiding = setTimeout(() => this.close(), times.hidden);
    } else if (!this.isOpen) {
      if (Date.now() - this.lastHeard > times.stale) this.enter("reconnecting");
      this.open();
    }
  }
}
