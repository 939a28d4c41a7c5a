// How the inputs of the feed are: the state in the bar, and a line of chips with the details.

import { make } from "./item.js";

const ranks = { live: 0, new: 0, late: 1, failed: 2 };
const interval = 5_000;
/** The room in `rem` for the chip of an input with all words. */
const room = 25;

/** The worst state of inputs and sources, with the names in that state; `live` without any. */
export function worst(inputs) {
  let state = "live";
  for (const input of inputs) if (ranks[input.state] > ranks[state]) state = input.state;
  return { state, names: [...new Set(inputs.filter((input) => input.state === state).map(({ name }) => name))] };
}

/** The words of the bar for a stream and the state of the inputs. */
export function stateText(stream, { state, names }, since) {
  if (stream === "stale" || stream === "offline") return `${stream === "stale" ? "Stale" : "Offline"} since ${since}`;
  if (stream !== "live") return stream === "connecting" ? "Connecting" : "Reconnecting";
  const word = { late: "Late", failed: "Failed" }[state];
  if (!word) return "Live";
  return names.length === 1 ? `${word}: ${names[0]}` : `${word}: ${names.length} inputs`;
}

/** What the heading of a section says of its source: the reason of a failure if the server names one. */
export function notice({ state, error }) {
  const reason = typeof error === "string" ? error : error?.message;
  return state === "failed" ? (reason ? `failed: ${reason}` : "failed") : "late: may be out of date";
}

/** The state of an input in words, with the number of its rejected messages. */
export const condition = ({ state, rejected }) => (state === "new" ? "no messages yet" : state) + (rejected ? `, ${rejected} rejected` : "");

/** An age in words, in its largest unit. */
export const ago = (age) => (age < 1 ? "now" : age < 120 ? `${Math.round(age)} s ago` : age < 7_200 ? `${Math.round(age / 60)} min ago` : `${Math.round(age / 3_600)} h ago`);

/** The details of an input in a few words, or in fewer; the reason of a failure is the first one. */
export function details({ state, age, rate, p99, error }, isBrief = false) {
  const parts = [];
  if (error && state === "failed") parts.push(error);
  if (typeof age === "number") parts.push(ago(age));
  if (typeof rate === "number") parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}${isBrief ? "/s" : " messages/s"}`);
  if (typeof p99 === "number") parts.push(`p99 ${p99 < 10 ? p99.toFixed(1) : Math.round(p99)} ms`);
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
    this.element.open = this.viewer.showsInputs;
    const { state, names } = worst(this.all);
    const count = `${this.all.length} ${this.all.length === 1 ? "input" : "inputs"}`;
    const rejected = this.all.reduce((sum, input) => sum + (input.rejected ?? 0), 0);
    const problems = !this.isKnown ? ["unknown"] : [state !== "live" && `${names.length} ${state}`, rejected && `${rejected} rejected`];
    const summary = [count, ...problems.filter(Boolean)].join(", ");
    if (this.summary.textContent !== summary) this.summary.textContent = summary;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isBrief = innerWidth < this.all.length * room * rem;
    const shown = new Set(this.all.map(({ name }) => name));
    for (const [name, chip] of this.chips) {
      if (shown.has(name)) continue;
      chip.remove();
      this.chips.delete(name);
    }
    for (const known of this.all) {
      const input = this.isKnown ? known : { name: known.name, state: "unknown", error: "no connection" };
      let chip = this.chips.get(input.name);
      if (!chip) {
        chip = make("li", {}, make("span", { className: "name", textContent: input.name }), make("span", { className: "is" }), make("small"));
        this.chips.set(input.name, chip);
        this.list.append(chip);
      }
      chip.dataset.state = input.state;
      chip.toggleAttribute("data-rejected", input.rejected > 0);
      const texts = [condition(input), details(input, isBrief).join(" · ")];
      [...chip.children].slice(1).forEach((part, i) => part.textContent !== texts[i] && (part.textContent = texts[i]));
      const hint = input.rejected ? ["'feed rejected' lists the rejected messages with their reasons"] : [];
      chip.title = [`${input.name}: ${condition(input)}`, ...details(input), ...hint].join("\n");
    }
  }
}
