// Questions and menus: dialogs that ask for texts, and menus on a button.

import { make } from "./item.js";

/** The message and the hint of a refusal; those of rights are for programs. */
export const reason = ({ message, hint, status }) => (hint && status !== 401 && status !== 403 ? `${message}; ${hint}` : message);

/**
 * Asks for texts in a dialog, with the reason for which the last ones were refused.
 *
 * Returns `null` if the viewer cancels, or if the signal ends the question.
 */
export function ask(title, fields, { go = "OK", hint, problem, signal } = {}) {
  const inputs = fields.map(({ name, label, type = "text", value = "" }) =>
    make("input", { name, type, value, required: true, autocomplete: "off", ariaLabel: label }));
  const cancel = make("button", { type: "button", textContent: "Cancel" });
  const form = make("form", { method: "dialog" },
    make("h2", { textContent: title, id: "question" }),
    ...(hint ? [make("p", { textContent: hint })] : []),
    ...(problem ? [make("p", { className: "refusal", role: "alert", textContent: `Not done: ${reason(problem)}` })] : []),
    ...inputs.map((input, i) => make("label", {}, make("span", { textContent: fields[i].label }), input)),
    make("div", { className: "tools" }, cancel, make("button", { textContent: go, className: "go" })));
  const dialog = make("dialog", {}, form);
  dialog.setAttribute("aria-labelledby", "question");
  document.body.append(dialog);
  return new Promise((resolve) => {
    const end = (answer) => {
      // Closed first, so that the focus returns to where it was.
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end(Object.fromEntries(inputs.map((input) => [input.name, input.value])));
    });
    cancel.addEventListener("click", () => end(null));
    dialog.addEventListener("cancel", () => end(null));
    signal?.addEventListener("abort", () => end(null));
    dialog.showModal();
  });
}

/** Opens a dialog with a button that closes it. */
export function open(dialog, close) {
  dialog.setAttribute("aria-labelledby", "question");
  close.addEventListener("click", () => dialog.close());
  // Closed first, so that the focus returns to where it was.
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** A key of a feed file by the name on the keyboard: `Enter` for `enter`. */
export const keyLabel = (key) => (key.length > 1 ? key.charAt(0).toUpperCase() + key.slice(1) : key);

const words = (id) => id.replaceAll(/[-_]/g, " ");

/** The first two of some names, and the number of the others: `Live, Standard and 3 more`. */
const several = (names) => (names.length > 2 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", "));

/**
 * The keys of some actions with their titles; where one key has several actions, each has the place that it belongs to.
 *
 * @param all The actions with the group of the list, such as those on items.
 * @param placesOf The declarations of the sections that an action belongs to.
 * @param options As those of `keysOf`; `shared` is a key with another meaning in this group.
 */
function keyed(all, placesOf, { sections, nameOf, shared }) {
  const placeOf = (action) => {
    const places = placesOf(action);
    const isHead = places.some((id) => action.kinds.some((kind) => sections[id]?.heads?.includes(kind)));
    return `${isHead ? "headings in " : ""}${several(places.map(nameOf))}`;
  };
  const own = all.filter(({ key }) => key);
  return own.map((action) => {
    const { key, title, kinds } = action;
    const others = own.filter((other) => other !== action && other.key === key);
    if (!others.length && key !== shared) return [keyLabel(key), title];
    const place = placeOf(action);
    // In one place, the kinds tell them apart.
    const kind = !place || others.some((other) => placeOf(other) === place) ? several(kinds.map(words)) : "";
    const text = [kind, place].filter(Boolean).join(" in ");
    return [keyLabel(key), text ? `${title} (${text})` : title];
  });
}

/**
 * The keys of the page and of the actions of a feed, by where they count.
 *
 * @param actions The actions of the feed file that the page has.
 * @param options `sorts`: the keys that sort, by parts of items; `isMoved`: whether items can be moved; `sections`: the
 *   declarations of sections by id; `nameOf`: the name of a declaration.
 * @returns `[[place, [[key, text]…]]…]`
 */
export function keysOf(actions, { sorts, isMoved, sections, nameOf }) {
  const onItems = actions.filter(({ kinds = [] }) => kinds.length);
  // Enter on a heading folds the section, whatever actions it has.
  const onHeadings = actions.filter(({ sections = [], key, viewer }) => sections.length && !viewer?.fold && key !== "enter" && key !== "space");
  const ofFeed = actions.filter(({ on, key }) => on === "feed" && key);
  const page = [["/", "filter by text"], ["p", "pause or continue the page"], ["?", "show the keys"]].filter(([key]) => !ofFeed.some((action) => action.key === key));
  const orders = Object.entries(sorts).filter(([, key]) => !actions.some((action) => action.key === key));
  const order = orders.length ? [[orders.map(([, key]) => key).join(" "), `sort by ${orders.map(([part]) => part).join(", ")}`]] : [];
  // Enter presses the button of an item without an action of this key.
  const entered = new Set(onItems.filter(({ key }) => key === "enter").flatMap(({ kinds }) => kinds));
  const isPressed = onItems.some(({ kinds }) => kinds.some((kind) => !entered.has(kind)));
  const placesOf = ({ kinds }) => Object.keys(sections).filter((id) => kinds.some((kind) => kind in (sections[id].kinds ?? {})));
  return [
    ["Anywhere", [
      ...ofFeed.map(({ key, title }) => [keyLabel(key), title]), ...page, ["Esc", "end the filter, or close what is open"], ["Tab", "go to the next heading, menu or item"],
    ]],
    ["On a heading", [
      ...keyed(onHeadings, ({ sections }) => sections, { sections, nameOf }), ["Enter", "fold or unfold the section"],
      ["↑ ↓", "go to the previous or the next section"], ...order,
    ]],
    ["On an item", [
      ...keyed(onItems, placesOf, { sections, nameOf, shared: isPressed ? "enter" : undefined }),
      ...(isPressed ? [["Enter", `do its action, or choose one${entered.size ? " (other items)" : ""}`]] : []),
      ["← ↑ ↓ →", "go to another item"], ["Home End", "go to the first or the last item"], ...(isMoved ? [["Alt+↑ Alt+↓", "move the item"]] : []), ...order,
    ]],
  ];
}

/** Shows keys in a dialog, in groups of `keysOf`. */
export function showKeys(groups) {
  const close = make("button", { type: "button", textContent: "Close", className: "go" });
  const rows = (keys) => keys.flatMap(([key, text]) => [make("dt", {}, ...key.split(" ").map((one) => make("kbd", { textContent: one }))), make("dd", { textContent: text })]);
  const lists = groups.flatMap(([place, keys]) => [make("h3", { textContent: place }), make("dl", {}, ...rows(keys))]);
  open(make("dialog", { className: "keys" }, make("h2", { textContent: "Keys", id: "question" }), ...lists, make("div", { className: "tools" }, close)), close);
}

/**
 * Opens a menu on a button; the key of an entry chooses it.
 *
 * @param anchor The element that the menu belongs to.
 * @param label The name of the menu.
 * @param entries `[{text, key, icon, run}…]`; `null` is a line between entries.
 */
export function openMenu(anchor, label, entries) {
  const items = [];
  const parts = entries.map((entry) => {
    if (!entry) return make("hr");
    const item = make("button", { type: "button", className: entry.icon ?? "", tabIndex: -1 }, make("span", { textContent: entry.text }));
    if (entry.key) item.append(make("kbd", { textContent: keyLabel(entry.key) }));
    item.setAttribute("role", "menuitem");
    item.addEventListener("click", () => {
      menu.hidePopover();
      entry.run();
    });
    items.push(item);
    return item;
  });
  const menu = make("div", { className: "menu", ariaLabel: label, popover: "auto" }, ...parts);
  menu.setAttribute("role", "menu");
  menu.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const next = { ArrowDown: items[at + 1] ?? items[0], ArrowUp: items.at(at - 1), Home: items[0], End: items.at(-1) }[event.key];
    event.stopPropagation();
    if (event.key === "Tab") menu.hidePopover();
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const named = hasModifier ? undefined : items[entries.filter(Boolean).findIndex(({ key }) => key === event.key)];
    if (!next && !named) return;
    event.preventDefault();
    if (next) next.focus();
    else named.click();
  });
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") return;
    anchor.ariaExpanded = "false";
    menu.remove();
  });
  // In a landmark of the page, on top of everything.
  document.querySelector(".top").append(menu);
  menu.showPopover();
  anchor.ariaExpanded = "true";
  put(menu, anchor);
  items[0].focus();
  return menu;
}

/** Puts a menu below its button, or above where there is no room. */
function put(menu, anchor) {
  const button = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isBelow = button.bottom + height + 8 <= innerHeight || button.top < height + 8;
  // It ends where its button does, and so covers its own section, unless the button is wider or there is no room.
  const left = button.width < width && button.right >= width + 8 ? button.right - width : button.left;
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, isBelow ? Math.min(button.bottom + 4, innerHeight - height - 8) : button.top - height - 4)}px`;
}
