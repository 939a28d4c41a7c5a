// The actions of the feed file as buttons, keys and menus, and the focus between items.

import { capital, toggled } from "./chosen.js";
import { ask, keyLabel, keysOf, openMenu, showKeys } from "./dialogs.js";
import { letters } from "./filter.js";
import { declaration, isFiller, make } from "./item.js";

/** The elements that Tab and the arrow keys reach, and those of items that the filter shows. */
const stops = ".act, .handle, .link, .sort";
const shownStops = `li:not([hidden]) :is(${stops})`;
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The token of this tab, which the browser forgets with the tab; `#token=…` in the address provides it once. */
export const token = {
  /** Takes the token out of the address, and answers an open question for one; `undefined` without one. */
  take() {
    // A plus sign is part of a token, and not a blank as in a form.
    const given = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B")).get("token") || undefined;
    if (given) {
      this.set(given);
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    return given;
  },
  /** Asks for a token, until the viewer types one or the address has one; `undefined` if the viewer cancels. */
  async ask(title, label, options) {
    const given = new AbortController();
    this.asking = given;
    const answer = await ask(title, [{ name: "token", label, type: "password" }], { ...options, signal: given.signal });
    if (this.asking === given) this.asking = undefined;
    return given.signal.aborted ? this.get() : answer?.token.trim();
  },
  get() {
    try {
      return this.known ?? sessionStorage.getItem("feed:token") ?? undefined;
    } catch {
      return this.known;
    }
  },
  set(text) {
    this.known = text;
    try {
      if (text === undefined) sessionStorage.removeItem("feed:token");
      else sessionStorage.setItem("feed:token", text);
    } catch {
      // Without session storage, the page alone keeps it.
    }
  },
};

/** A typed value: a number as `feed act` reads it, so that conditions compare numbers, and otherwise the text. */
export function written(text) {
  const number = Number(text);
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}

/** The general reason of a refusal in plain words; the message of the server has the details. */
export function plainReason({ status, code }) {
  if (status === 401 || status === 403) return "You may not change this feed: ";
  if (status >= 500) return "The server cannot make changes now: ";
  if (["unknown-item", "unknown-section", "unknown-object", "wrong-place"].includes(code)) return "The feed has changed in the meantime: ";
  return status ? "The rules of this feed do not allow it: " : "";
}

/** Writes to the server, with the token of this tab or one that it asks for. */
export class Writer {
  async post(path, body) {
    if (!token.get()) {
      const answer = await token.ask("Token", "Token of this server", { go: "Use token", hint: "The browser keeps it until this tab is closed." });
      if (!answer) throw new Error("no token was given");
      token.set(answer);
    }
    let response;
    try {
      response = await fetch(path, {
        method: "POST",
        headers: { "Authorization": `Bearer ${token.get()}`, "Content-Type": "application/json", "Idempotency-Key": random() },
        body: JSON.stringify(body),
      });
    } catch {
      throw new Error("the server cannot be reached");
    }
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer.version;
    if (response.status === 401) token.set(undefined);
    const { message = `the server has answered ${response.status}`, code, hint } = answer.error ?? {};
    throw Object.assign(new Error(message), { status: response.status, code, hint });
  }
}

/** The actions of the feed file as buttons and keys, and the focus between them. */
export class Actions {
  constructor(list, writer, viewer, { say, refuse, changed, sorting }) {
    Object.assign(this, { list, writer, viewer, say, refuse, changed, sorting, all: [], writes: false });
    list.root.addEventListener("click", (event) => {
      // A long value is above the button of its item, for its tooltip.
      const view = event.target.closest(".act, .long") && this.view(event.target);
      if (view?.parts.act) this.choose(this.of(view), view);
      const more = event.target.closest(".more");
      if (more) this.openSectionMenu(this.section(more), more);
    });
    list.root.addEventListener("keydown", (event) => this.keyed(event));
    document.addEventListener("keydown", (event) => this.keyedOutside(event));
    list.root.addEventListener("focusin", ({ target }) => {
      const view = target.matches(stops) && this.view(target);
      if (view) this.rove(view.section, target);
      // Chromium 156 does not scroll to an element that is partly visible. Lists snap to items, so the whole item is shown.
      if (!target.matches(":focus-visible")) return;
      const whole = target.closest("li") ?? target;
      const [own, around] = [whole, whole.parentElement].map((element) => element.getBoundingClientRect());
      // A list that snaps would snap back from the nearest place that shows the whole card.
      whole.scrollIntoView({ block: "nearest", inline: own.left < around.left || own.right > around.right ? "start" : "nearest" });
    });
  }

  /** Applies the declarations of a feed file. */
  use({ actions = [], writes = false }) {
    this.all = actions.filter(({ viewer }) => writes || viewer)
      .map((action) => ({ kinds: [], sections: [], ...action, needs: action.parameters.filter(({ required }) => required).map(({ name }) => name) }));
    this.writes = writes;
  }

  /** The actions on the whole feed, and on sections without a heading for a button. */
  get ofFeed() {
    const whole = this.all.filter(({ on }) => on === "feed").map((action) => ({ action }));
    const bare = [...this.list.sections.values()].filter(({ heading }) => !heading)
      .flatMap((section) => this.ofSection(section).map((action) => ({ action, section })));
    return [...whole, ...bare];
  }

  section(element) {
    return this.list.sections.get(element.closest("section[data-section]")?.dataset.section);
  }

  view(element) {
    return this.list.items.get(element.closest("li[data-id]")?.dataset.id);
  }

  of(view) {
    return isFiller(view.item) ? [] : this.all.filter(({ kinds }) => kinds.includes(view.item.kind));
  }

  /** The actions on a section; folding needs no action. */
  ofSection({ section }) {
    const name = declaration(section.id);
    return this.all.filter(({ sections, viewer }) => sections.includes(name) && !viewer?.fold);
  }

  /** Opens the menu of a section: its actions, and what the viewer can do with it. */
  openSectionMenu(section, button) {
    const { viewer } = this;
    const { id } = section.section;
    const own = this.ofSection(section).map((action) =>
      ({ text: action.title, key: action.key, icon: "bolt", run: () => this.perform(action, undefined, section) }));
    const orders = this.orders(section);
    const isOnly = viewer.only?.by === `section ${id}`;
    const only = isOnly ? { text: "Show all sections", icon: "list", run: () => this.showAll() } : {
      text: "Show only this", icon: "eye",
      run: () => {
        viewer.keep(() => viewer.hidden.delete(id));
        viewer.showOnly(`section ${id}`, [id.replaceAll(/[*?]/g, "?")], section.name);
        this.showSections(`Only ${section.name} is shown`);
      },
    };
    openMenu(button, section.name, [
      ...own, ...(own.length ? [null] : []),
      { text: section.list.hidden ? "Unfold" : "Fold", icon: section.list.hidden ? "unfold" : "fold", run: () => this.fold(section) },
      only,
      { text: "Hide", icon: "cross", run: () => {
        viewer.toggle("hidden", section);
        this.showSections(`${section.name} is hidden; Sections shows it again`);
        // The focus goes on to the next menu, so that several sections can be hidden.
        const all = [...this.list.root.querySelectorAll("section:not([hidden]) > h2 > .more")];
        const isAfter = (other) => section.element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
        (all.find(isAfter) ?? all.at(-1) ?? document.querySelector("#choose")).focus();
      } },
      ...orders.length ? [null, ...orders] : [],
      null, { text: "Keys", key: "?", icon: "list", run: () => this.showKeys() },
    ]);
  }

  /** Shows the keys of the page and of the actions. */
  showKeys() {
    const isMoved = this.writes && [...this.list.sections.values()].some(({ look }) => look.reorder);
    const { sections } = this.list.look;
    // The sections of a group have a title each, and one name together.
    const nameOf = (id) => this.list.sections.get(id)?.section.title || capital(id.replaceAll(/[-_]/g, " "));
    showKeys(keysOf(this.all, { sorts: letters, isMoved, sections, nameOf }));
  }

  /** What sorts a section; a key that the feed file uses is its action's. */
  orders(section) {
    const isTaken = (key) => this.all.some((action) => action.key === key);
    return this.sorting(section).map((entry) => (isTaken(entry.key) ? { ...entry, key: undefined } : entry));
  }

  /** Sorts a section by the key of a part; returns whether it is one. */
  sortBy(name, section) {
    const entry = section && Object.values(letters).includes(name) && this.orders(section).find(({ key }) => key === name);
    if (entry) entry.run();
    return Boolean(entry);
  }

  fold(section) {
    this.viewer.toggle("folded", section);
    this.changed();
  }

  showAll() {
    this.viewer.showAll();
    this.showSections("All sections are shown");
  }

  /** Shows the sections that the viewer has chosen. */
  showSections(text) {
    this.showChoices();
    this.say(text);
  }

  /** Shows the choices of the viewer: sections, and buttons that are pressed. */
  showChoices() {
    for (const view of this.list.sections.values()) this.viewer.show(view);
    for (const view of this.list.items.values()) if (view.parts.act) this.dress(view);
    this.changed();
  }

  /** Adds or removes the button of an item. */
  dress(view) {
    const actions = this.all.length ? this.of(view) : [];
    const label = actions.length ? `${view.item.title ?? view.item.kind}: ${actions.map(({ title }) => title).join("; ")}` : "";
    this.button(view, "act", label, actions.map(({ title, key }) => (key ? `${title} (${keyLabel(key)})` : title)).join("\n"),
      actions.filter(({ key }) => key).map(({ key }) => keyLabel(key)).join(" "));
    const pressed = this.viewer.pressed(actions, view.item);
    if (view.parts.act) view.parts.act.ariaPressed = pressed;
    // What the viewer has added stands out from what the feed has flagged.
    const { toggle } = actions[0]?.viewer ?? {};
    view.element.toggleAttribute("data-own", pressed === "true" && (!toggle || Boolean(this.viewer.marks.get(view.item.id)?.[toggle])));
    const isMoved = this.writes && view.section.look.reorder && !view.section.look.heads?.length;
    this.button(view, "handle", isMoved ? `Move ${view.item.title ?? view.item.kind}` : "", "drag, or Alt+↑ and Alt+↓", "Alt+ArrowUp Alt+ArrowDown");
    // A link that was added after its section has no tab stop yet.
    if (view.parts.title?.matches(".link") && !view.section.stop?.isConnected) this.rove(view.section);
  }

  button(view, name, label, hint, keys) {
    const known = view.parts[name];
    if (!label) {
      known?.remove();
      delete view.parts[name];
    } else if (known) {
      if (known.ariaLabel !== label) known.ariaLabel = label;
    } else {
      const button = make("button", { type: "button", className: name, ariaLabel: label, title: hint, tabIndex: -1 });
      if (keys) button.setAttribute("aria-keyshortcuts", keys);
      view.add(name, button);
    }
  }

  /** Makes one button of a section the tab stop. */
  rove(section, button) {
    const isReached = section.stop?.matches(shownStops) && section.list.contains(section.stop);
    button ??= isReached ? section.stop : section.list.querySelector(shownStops);
    if (section.stop === button) return;
    if (section.stop) section.stop.tabIndex = -1;
    section.stop = button;
    if (button) button.tabIndex = 0;
  }

  /** The name of the pressed key as in feed files; `undefined` with modifier keys. */
  keyName({ key, ctrlKey, metaKey, altKey }) {
    return ctrlKey || metaKey || altKey ? undefined : { " ": "space", Enter: "enter" }[key] ?? key;
  }

  /** Handles the keys of actions on a section, at its heading, and on the feed. */
  keyedOutside(event) {
    const { target } = event;
    const name = this.keyName(event);
    if (event.defaultPrevented || !name || target.closest("dialog, input, [popover], aside ul, main ul")) return;
    // These keys press the focused button.
    if (target.matches("button") && (name === "enter" || name === "space")) return;
    const section = this.section(target);
    const own = section && this.ofSection(section).find(({ key }) => key === name);
    const found = own ? { action: own, section } : this.ofFeed.find(({ action, section }) => !section && action.key === name);
    if (!found && !this.focusHeading(name, target) && !this.sortBy(name, section)) return;
    event.preventDefault();
    if (!found) return;
    this.perform(found.action, undefined, found.section);
  }

  /** Moves the focus from a heading to that of the previous or the next section. */
  focusHeading(name, heading) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[name];
    if (!way || !heading.matches("main .fold")) return false;
    const all = [...this.list.root.querySelectorAll("section:not([hidden], .unmatched) > h2 > .fold")];
    const next = all[all.indexOf(heading) + way];
    if (!next) return false;
    next.focus();
    const reveal = (frames) => {
      if (document.activeElement !== next) return;
      // A pinned heading can be far below the beginning of its section.
      const section = next.closest("section"), top = next.getBoundingClientRect().top;
      if (section.getBoundingClientRect().top < top - 1) section.scrollIntoView();
      else next.scrollIntoView({ block: "nearest" });
      // Sections above it that come into view are drawn only then, and can be higher than they were taken for.
      if (frames > 0) requestAnimationFrame(() => reveal(frames - 1));
    };
    reveal(4);
    return true;
  }

  keyed(event) {
    if (!event.target.matches(stops)) return;
    const view = this.view(event.target);
    const name = this.keyName(event);
    if (!view || !name) return;
    const action = event.target.matches(".act") && this.of(view).find(({ key }) => key === name);
    if (action) this.perform(action, view);
    else if (!this.sortBy(name, view.section) && !this.focus(event, view.section)) return;
    event.preventDefault();
  }

  /** Moves the focus to the next button in a direction; up and down follow the visible positions. */
  focus({ key, target }, section) {
    const all = [...section.list.querySelectorAll(shownStops)];
    const at = all.indexOf(target);
    const ends = { Home: all[0], End: all.at(-1), ArrowRight: all[at + 1], ArrowLeft: all[at - 1] };
    let next = ends[key];
    if (key === "ArrowUp" || key === "ArrowDown") {
      const own = target.getBoundingClientRect();
      const rest = key === "ArrowDown" ? all.slice(at + 1) : all.slice(0, at).reverse();
      let row;
      let nearest = Infinity;
      for (const button of rest) {
        const rect = button.getBoundingClientRect();
        if (key === "ArrowDown" ? rect.top < own.bottom - 1 : rect.bottom > own.top + 1) continue;
        row ??= rect.top;
        if (Math.abs(rect.top - row) > rect.height / 2) break;
        const distance = Math.abs(rect.left + rect.width / 2 - own.left - own.width / 2);
        if (distance < nearest) [nearest, next] = [distance, button];
      }
    } else if (!(key in ends)) {
      return false;
    }
    next?.focus();
    return true;
  }

  choose(actions, view) {
    if (actions.length === 1) return this.perform(actions[0], view);
    openMenu(view.parts.act, view.item.title ?? view.item.kind, actions.map((action) =>
      ({ text: action.title, key: action.key, icon: "bolt", run: () => this.perform(action, view) })));
  }

  /** Opens a menu of the actions on the feed. */
  chooseForFeed(button) {
    const all = this.ofFeed;
    if (all.length === 1) return this.perform(all[0].action, undefined, all[0].section);
    openMenu(button, "Actions", all.map(({ action, section }) => ({
      text: section ? `${section.name}: ${action.title}` : action.title, key: action.key, icon: "bolt",
      run: () => this.perform(action, undefined, section),
    })));
  }

  /** Performs an action on an item, a section or the feed. */
  async perform(action, view, section = view?.section) {
    const name = view ? view.item.title ?? "" : section?.name ?? "";
    if (action.viewer && !action.viewer.toggle) return this.performForViewer(action, view, section);
    const full = name ? `${name}: ${action.title}` : action.title;
    const place = view?.element ?? section?.heading;
    if (section?.element.classList.contains("late")) {
      return this.refuse(`Not done: ${full}`, new Error("not possible while the data of this section is late"), place);
    }
    if (action.viewer) return this.performForViewer(action, view, section);
    const target = view ? { item: view.item.id } : section ? { section: section.section.id } : {};
    this.say("");
    let typed = {};
    let problem;
    do {
      if (action.needs.length || action.confirm) {
        const fields = action.needs.map((need) => ({ name: need, label: need, value: typed[need] }));
        typed = await ask(full, fields, { go: action.needs.length ? "Run" : action.title, hint: action.confirm, problem });
        if (!typed) return;
      }
      const set = Object.fromEntries(Object.entries(typed).map(([need, text]) => [need, written(text)]));
      try {
        await this.writer.post("/v1/act", { action: action.id, ...target, set });
        return this.say(full);
      } catch (error) {
        problem = error;
      }
      // The viewer can correct what was typed.
    } while (action.needs.length && [409, 422].includes(problem.status));
    this.refuse(`Not done: ${full}`, problem, place);
  }

  /** Performs an action on the state of this browser, without the server. */
  performForViewer(action, { item } = {}, section) {
    const { toggle, fold, show } = action.viewer;
    const button = show && item && this.list.items.get(item.id)?.element;
    const top = button?.getBoundingClientRect().top;
    let text;
    if (toggle && item) {
      this.viewer.mark(item, toggle);
      this.list.items.get(item.id)?.draw();
      text = toggled(item.title ?? item.kind, action, this.viewer.flags(item).includes(toggle));
    }
    if (fold && section) {
      const isInside = section.list.contains(document.activeElement);
      this.viewer.toggle("folded", section);
      if (isInside && section.list.hidden) section.button?.focus();
      text = `${section.name}: ${section.list.hidden ? "folded" : "unfolded"}`;
    }
    if (show) {
      const [id, group] = [item?.id ?? "", section?.section.id ?? ""];
      const shown = item ? item.title ?? item.kind : section?.name ?? action.title;
      this.viewer.showOnly(`${action.id} ${id || group}`, show.map((glob) =>
        glob.replaceAll("{id}", () => itemKey(id)).replaceAll("{group}", () => groupKey(group))), shown);
      for (const view of this.list.sections.values()) this.viewer.show(view);
      text = this.viewer.only ? `Only ${shown} is shown` : "All sections are shown";
    }
    for (const view of this.list.items.values()) if (this.of(view).includes(action)) this.dress(view);
    this.changed();
    // What has been pressed stays where it is, whatever has gone above it.
    const keep = () => {
      if (button?.offsetParent) scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
    };
    keep();
    if (show) requestAnimationFrame(keep);
    if (text) this.say(text);
  }
}

/** The keys in the ids of an item and a section, for example `7` in `photo:photo/7#2`. */
const itemKey = (id) => id.slice(id.indexOf("/") + 1).replace(/#[1-9][0-9]*$/, "");
const groupKey = (id) => id.slice(declaration(id).length + 1);
