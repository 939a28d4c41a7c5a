// A client of a served feed: holds the feed, checks it at each heartbeat, and reconnects by itself.
import { EventReader } from "./events.mjs";
import { Servers, times } from "./stream.js";
import { FeedState, WireError, checksum } from "./wire.js";

export { EventReader, FeedState, WireError, checksum };

/** A final refusal of the server, such as a missing token. */
export class FeedRefusal extends Error {
  constructor(status, message) {
    super(`${status}: ${message}`);
    this.status = status;
  }

  /** Returns the error for an answer that is not a stream. */
  static async of(answer) {
    const text = await answer.text();
    let message = answer.ok ? "the answer is not a stream of events" : answer.statusText;
    try { message = JSON.parse(text).error.message; } catch { /* not a refusal of a feed's server */ }
    const isFinal = answer.status < 500 && ![408, 425, 429].includes(answer.status);
    return isFinal ? new FeedRefusal(answer.status, message) : new Error(`${answer.status}: ${message}`);
  }
}

/** The events of a stream, until it ends or is silent for too long. */
async function* events(url, headers, silence, signal) {
  const ended = new AbortController();
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ended.abort(new Error("the server is silent")), silence);
  };
  heard();
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]) });
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
    if (!answer.ok || !isStream) throw await FeedRefusal.of(answer);
    const reader = new EventReader();
    for await (const piece of answer.body) {
      heard();
      yield* reader.read(piece);
    }
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

/**
 * Follows a feed, and reconnects with growing pauses.
 *
 * The updates are `{event, state, batch, edits, error, seconds}`; the event is `image`, `patch`, `heartbeat`, `waiting` or
 * `image-needed`.
 *
 * @param addresses The address of a server, or a list of replicas.
 * @param options `token`, `sections`, `windows` ("photos:0:100", or 100 for each section), `conflate`, `heartbeat` and `signal`.
 */
export async function* follow(addresses, { token, sections, windows, conflate, heartbeat = times.heartbeat, signal } = {}) {
  const servers = new Servers([addresses].flat().map((address) => address.replace(/\/+$/, "")));
  const state = new FeedState();
  const query = new URLSearchParams({ heartbeat });
  if (sections) query.set("sections", [sections].flat().join(","));
  for (const window of [windows ?? []].flat()) query.append("window", window);
  if (conflate) query.set("conflate", conflate);
  while (!signal?.aborted) {
    const asksForImage = !state.cursor;
    const headers = { Accept: "text/event-stream" };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (!asksForImage) headers["Last-Event-ID"] = state.cursorText;
    const lost = { event: "waiting", state };
    let [wait, stays] = [undefined, false];
    try {
      const url = `${servers.current.origin}/v1/stream?${query}`;
      for await (const { event, id, data } of events(url, headers, 2 * Math.max(heartbeat, 500), signal)) {
        const outcome = state.receive(event, data, id);
        if (outcome.kind === "goodbye") {
          wait = outcome.retry;
          break;
        }
        if (outcome.kind === "needsImage") {
          // Another replica may be behind the shown version.
          Object.assign(lost, { event: "image-needed", error: outcome.error });
          stays = !asksForImage;
          break;
        }
        servers.agreed();
        const { batch, edits } = outcome;
        if (outcome.kind === "updated" || event === "heartbeat") yield { event, state, batch, edits };
      }
    } catch (error) {
      if (error instanceof FeedRefusal) throw error;
      lost.error = error;
    }
    if (signal?.aborted) return;
    wait = servers.failed(wait, { stays });
    yield { ...lost, seconds: wait / 1000 };
    await new Promise((done) => {
      const timer = setTimeout(done, wait);
      signal?.addEventListener("abort", () => done(clearTimeout(timer)), { once: true });
    });
  }
}
