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

/**
 * The keys of the page and of the actions of a feed, by where they count.
 *
 * @param actions The actions of the feed file that the page has.
 * @param options `sorts`: the keys that sort, by parts of items; `isMoved`: whether items can be moved.
 * @returns `[[place, [[key, text]…]]…]`
 */
export function keysOf(actions, { sorts, isMoved }) {
  const own = (belongs) => {
    const keyed = actions.filter((action) => action.key && belongs(action));
    return keyed.map(({ key, title, kinds = [], sections = [] }) => {
      const isAlone = keyed.filter((other) => other.key === key).length === 1;
      return [keyLabel(key), isAlone ? title : `${title} (${[...kinds, ...sections].join(", ")})`];
    });
  };
  const isTaken = (key) => actions.some((action) => action.key === key);
  const orders = Object.entries(sorts).filter(([, key]) => !isTaken(key));
  const order = orders.length ? [[orders.map(([, key]) => key).join(" "), `sort by ${orders.map(([part]) => part).join(", ")}`]] : [];
  return [
    ["Anywhere", [...own(({ on }) => on === "feed"), ["/", "filter by text"], ["p", "pause or continue the page"], ["?", "show the keys"], ["Esc", "end the filter, or close what is open"], ["Tab", "go to the next heading, menu or item"]]],
    ["On a heading", [...own(({ sections }) => sections.length), ["Enter", "fold or unfold the section"], ["↑ ↓", "go to the previous or the next section"], ...order]],
    ["On an item", [
      ...own(({ kinds }) => kinds.length), ...(isTaken("enter") ? [] : [["Enter", "do its action, or choose one"]]), ["← ↑ ↓ →", "go to another item"], ["Home End", "go to the first or the last item"],
      ...(isMoved ? [["Alt+↑ Alt+↓", "move the item"]] : []), ...order,
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
