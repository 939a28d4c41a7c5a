// The connection: one stream that is opened again with the cursor, and what state it is in.

/** Times in milliseconds, which tests shorten. */
export const times = { heartbeat: 5_000, stale: 10_000, hidden: 60_000, firstRetry: 500, lastRetry: 30_000 };

/** The longest wait before a try, of which a random share is waited. */
export const retryCeiling = (failures) => Math.min(times.firstRetry * 2 ** failures, times.lastRetry);

/** Follows the stream, and says how that goes: `connecting`, `live`, `reconnecting`, `stale` or `offline`. */
export class Stream {
  state = "connecting";
  /** When something came last. */
  lastHeard = Date.now();
  /** How many images have come, and how often a stream was opened. */
  images = 0;
  opened = 0;

  constructor(feed, { onEdits, onState, query = "" }) {
    Object.assign(this, { feed, onEdits, onState, query, failures: 0 });
    document.addEventListener("visibilitychange", () => this.visibilityDidChange());
    addEventListener("offline", () => this.failed());
    addEventListener("online", () => this.open());
    setInterval(() => this.watch(), 500);
  }

  open() {
    this.close();
    const cursor = this.feed.cursorText;
    const query = new URLSearchParams(this.query);
    if (!query.has("heartbeat")) query.set("heartbeat", times.heartbeat);
    if (cursor) query.set("from", cursor);
    const source = new EventSource(`/v1/stream?${query}`);
    this.source = source;
    this.opened++;
    this.awaitedSince = Date.now();
    for (const name of ["image", "patch", "heartbeat", "bye"]) {
      source.addEventListener(name, (event) => {
        if (this.source === source) this.receive(name, event);
      });
    }
    // Taken up with its cursor, it is live before anything has happened.
    source.onopen = () => {
      if (this.source === source && this.feed.cursor) this.enter("live");
    };
    source.onerror = () => {
      if (this.source === source) this.failed();
    };
  }

  close() {
    this.source?.close();
    this.source = undefined;
    clearTimeout(this.retry);
    this.retry = undefined;
  }

  receive(name, { data, lastEventId }) {
    this.lastHeard = this.awaitedSince = Date.now();
    if (name === "image") this.images++;
    const outcome = this.feed.receive(name, data, lastEventId);
    switch (outcome.kind) {
      case "updated":
        this.failures = 0;
        this.enter("live");
        this.onEdits(outcome.edits);
        if (outcome.edits.isImage) this.hashAhead();
        break;
      case "unchanged":
        this.failures = 0;
        if (this.feed.cursor) this.enter("live");
        this.onEdits(undefined);
        break;
      case "needsImage":
        console.warn(`asking for an image: ${outcome.error.message}`);
        this.failed();
        break;
      case "goodbye":
        this.failed(outcome.retry);
    }
  }

  /** Leaves the page room between the parts of a long computation. */
  hashAhead() {
    clearTimeout(this.hashing);
    this.hashing = setTimeout(() => this.feed.hashAhead() && this.hashAhead(), 20);
  }

  /** Tries again after a while: a random one, so that not all clients come back at once. */
  failed(wait) {
    this.close();
    this.enter(this.state === "connecting" ? "connecting" : "reconnecting");
    wait ??= Math.random() * retryCeiling(this.failures++);
    this.retry = setTimeout(() => this.open(), wait);
  }

  /** Notices that nothing comes any more, which no event says. */
  watch() {
    if (this.source && Date.now() - this.awaitedSince > 2 * times.heartbeat) this.failed(0);
    const isLate = Date.now() - this.lastHeard > times.stale;
    if (this.state === "reconnecting" && isLate) this.enter("stale");
    if ((this.state === "stale" || this.state === "reconnecting") && !navigator.onLine) this.enter("offline");
  }

  enter(state) {
    if (this.state === state) return;
    // What is old does not become younger by another try.
    if (state === "reconnecting" && (this.state === "stale" || this.state === "offline")) return;
    this.state = state;
    this.onState(state);
  }

  visibilityDidChange() {
    clearTimeout(this.hiding);
    if (document.visibilityState === "hidden") {
      this.hiding = setTimeout(() => this.close(), times.hidden);
    } else if (!this.source && !this.retry) {
      this.open();
    }
  }
}
