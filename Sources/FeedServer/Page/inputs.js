// How the inputs of the feed are: the state in the bar, and a line of chips with the details.

import { make } from "./item.js";

const ranks = { live: 0, new: 0, late: 1, failed: 2 };
const interval = 5_000;
/** The room in `rem` for the chip of an input with all words. */
const room = 25;

/** The name of an input, of an alert that cannot be sent (`alert hot`), or of the feed file whose edit is refused, which its error names. */
const nameOf = ({ kind, name }) => (kind === "alert" ? `alert ${name.replace(/^alert\//, "")}` : kind === "file" ? "feed file" : name);
const isAlert = ({ kind }) => kind === "alert";
const isFile = ({ kind }) => kind === "file";
const isInput = (one) => !isAlert(one) && !isFile(one);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The number of rejected messages that `feed rejected` still lists; the number of all from servers that do not count these. */
export const rejectedOf = ({ kept, rejected }) => kept ?? rejected ?? 0;

/** The worst state of inputs and sources, with those in that state in words; `live` without any, and `new` if all are. */
export function worst(inputs) {
  let state = inputs.length && inputs.every((input) => input.state === "new") ? "new" : "live";
  for (const input of inputs) if (ranks[input.state] > ranks[state]) state = input.state;
  const all = inputs.filter((input) => input.state === state);
  const names = [...new Set(all.map(nameOf))];
  const [alerts, files] = [isAlert, isFile].map((is) => all.filter(is).length);
  const own = names.length - alerts - files;
  const counts = [own && plural(own, "input"), alerts && plural(alerts, "alert"), files && "feed file"];
  return { state, what: names.length === 1 ? names[0] : counts.filter(Boolean).join(", ") };
}

/** The line above the chips: the number of inputs, and of those with problems. */
export function summary(all) {
  const inputs = all.filter(isInput);
  const { state } = worst(inputs);
  const alerts = all.filter(isAlert).length;
  const rejected = inputs.reduce((sum, input) => sum + rejectedOf(input), 0);
  const problem = state === "new" ? "no messages yet" : state !== "live" && `${inputs.filter((input) => input.state === state).length} ${state}`;
  return [inputs.length && plural(inputs.length, "input"), problem, all.some(isFile) && "feed file failed", alerts && `${plural(alerts, "alert")} not sent`, rejected && `${rejected} rejected`]
    .filter(Boolean).join(", ");
}

/** The words of the bar for a stream and the state of the inputs. */
export function stateText(stream, { state, what }, since) {
  if (stream === "stale" || stream === "offline") return `${stream === "stale" ? "Stale" : "Offline"} since ${since}`;
  if (stream !== "live") return stream === "connecting" ? "Connecting" : "Reconnecting";
  return { new: `Waiting for ${what}`, late: `Late: ${what}`, failed: `Failed: ${what}` }[state] ?? "Live";
}

/**
 * Whether a source has never been read: the input that its failure names has received no message, or no input that is not live has.
 *
 * A late source names no input; with one that has sent messages before, it is not known which of them is late.
 */
export function isUnread({ state, error }, inputs) {
  if (state === "live") return false;
  const name = /^input '([^']+)'/.exec(typeof error === "string" ? error : (error?.message ?? ""))?.[1];
  const own = inputs.filter((input) => isInput(input) && (name ? input.name === name : input.state !== "live"));
  return own.length > 0 && own.every(({ age }) => age === null);
}

/** What the heading of a section says of its source: the reason of a failure if the server names one. */
export function notice({ state, error }) {
  const reason = typeof error === "string" ? error : error?.message;
  return state === "failed" ? (reason ? `failed: ${reason}` : "failed") : "late: may be out of date";
}

/** The state of an input in words, with the number of its rejected messages. */
export const condition = (input) =>
  (input.state === "new" ? "no messages yet" : input.state + (input.state === "late" && input.age === null ? ", no messages yet" : "")) + (rejectedOf(input) ? `, ${rejectedOf(input)} rejected` : "");

/** An age in words, in its largest unit. */
export const ago = (age) => (age < 1 ? "now" : age < 120 ? `${Math.round(age)} s ago` : age < 7_200 ? `${Math.round(age / 60)} min ago` : `${Math.round(age / 3_600)} h ago`);

/** The details of an input in a few words, or in fewer, which leave the chips of several inputs on one line; the reason of a failure is the first one. */
export function details({ kind, state, age, rate, p99, error }, isBrief = false) {
  const parts = [];
  if (error && state === "failed") parts.push(error);
  if (typeof age === "number") parts.push(ago(age));
  // The answers of a polled source are no messages if they do not change.
  if (typeof rate === "number" && rate < 0.05) parts.push(...(state === "live" && (kind === "poll" || kind === "document") ? ["unchanged"] : []));
  else if (typeof rate === "number") parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}${isBrief ? "/s" : " messages/s"}`);
  if (typeof p99 === "number" && !isBrief) parts.push(`p99 ${p99 < 10 ? p99.toFixed(1) : Math.round(p99)} ms`);
  if (error && state !== "failed") parts.push(error);
  return parts;
}

/** The inputs of the server, asked for at once and then every five seconds. */
export class Inputs {
  /** What is known of each input; empty if the server names none. */
  all = [];
  /** The sources of the shown version. */
  sources = [];
  /** Whether the page has a connection, and whether the states were read over it; without one they are unknown. */
  isConnected = true;
  isKnown = true;

  constructor(element, viewer, { onState, isFollowing }) {
    Object.assign(this, { element, viewer, onState, isFollowing, chips: new Map() });
    [this.summary, this.list] = element.children;
    this.list.setAttribute("aria-label", "Inputs");
    this.summary.addEventListener("click", () => viewer.keepInputs(!element.open));
  }

  /** The worst state: that of the sources counts as well, because the stream reports it at once. */
  get worst() {
    const sources = this.sources.filter(({ state }) => state !== "live").map(({ id, state }) => ({ name: id, state }));
    const inputs = worst(this.all);
    const known = worst(sources);
    return ranks[known.state] > ranks[inputs.state] ? known : inputs;
  }

  /** Takes the sources of a version. */
  use(sources) {
    const before = this.worst.state;
    this.sources = sources;
    if (this.worst.state === before) return;
    this.onState();
    this.ask();
  }

  /** Shows all states as unknown at once when the connection is lost, and reads them when the page is connected again. */
  connection(state) {
    const isConnected = state === "live" || state === "connecting";
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    if (isConnected) return this.ask();
    this.isKnown = false;
    this.draw();
  }

  /**
   * Reads the states with the first change of a feed that waits for its inputs: it can be that of a message.
   *
   * A fixture changes the feed as well, so later changes cause no request.
   */
  feedDidChange() {
    if (this.worst.state !== "new" || this.hasChanged) return;
    this.hasChanged = true;
    this.ask();
  }

  async follow() {
    if (!document.hidden && this.isFollowing()) await this.ask();
    setTimeout(() => this.follow(), interval);
  }

  async ask() {
    try {
      const answer = await fetch("/v1/inputs");
      this.all = answer.ok ? await answer.json() : [];
      this.isKnown = this.isConnected;
    } catch {
      return; // The bar reports the lost server; keep the last known inputs.
    }
    this.draw();
    this.onState();
  }

  draw() {
    this.element.hidden = !this.all.length;
    if (!this.all.length) return;
    this.element.open = this.viewer.areInputsOpen;
    const text = this.isKnown ? summary(this.all) : `${plural(this.all.filter(isInput).length, "input")}, unknown`;
    if (this.summary.textContent !== text) this.summary.textContent = text;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isBrief = innerWidth < this.all.length * room * rem;
    const shown = new Set(this.all.map(({ name }) => name));
    for (const [name, chip] of this.chips) {
      if (shown.has(name)) continue;
      chip.remove();
      this.chips.delete(name);
    }
    for (const known of this.all) {
      const input = this.isKnown ? known : { name: known.name, kind: known.kind, state: "unknown", error: "no connection" };
      let chip = this.chips.get(input.name);
      if (!chip) {
        chip = make("li", {}, make("span", { className: "name", textContent: nameOf(input) }), make("span", { className: "is" }), make("small"));
        this.chips.set(input.name, chip);
        this.list.append(chip);
      }
      chip.dataset.state = input.state;
      chip.toggleAttribute("data-rejected", rejectedOf(input) > 0);
      // A line ends with the separator, and none begins with it.
      const texts = [condition(input), details(input, isBrief).join("\u00a0· ")];
      [...chip.children].slice(1).forEach((part, i) => part.textContent !== texts[i] && (part.textContent = texts[i]));
      const hint = rejectedOf(input) ? ["'feed rejected' lists the rejected messages with their reasons"] : isFile(input) ? ["the page shows the last valid one"] : [];
      chip.title = [`${nameOf(input)}: ${condition(input)}`, ...details(input), ...hint].join("\n");
    }
  }
}
