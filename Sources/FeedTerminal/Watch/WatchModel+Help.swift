import FeedFormatting

extension WatchModel {
  /// The keys and what they do: those of the page, and those of the feed.
  var help: [(keys: String, what: String)] {
    var rows = [
      ("↑ ↓ ← →  h j k l", "go to an item; sideways in rows that scroll"),
      ("PgUp PgDn  g  G", "go a page up or down, to the top or to the bottom"),
    ]
    for action in features.actions where action.key != nil {
      rows.append((action.keyName, action.title.inert))
    }
    if !features.actions.isEmpty {
      rows += [
        (":", "run an action by name, with its parameters"),
        ("u", "undo the last change"),
      ]
    }
    if !features.reorderable.isEmpty {
      rows.append(("Alt+↑ Alt+↓", "move the item by a place; or drag it with the mouse"))
    }
    rows += [
      ("Tab, 0 to 9, s", "pick by number; 0 shows all; s moves to the picker"),
      ("c  C", "hide or show a section's items; show all hidden items"),
      ("/  n  N", "search as you type, next, previous"),
      ("o", "sort the section by a column; the same column again reverses, o o restores"),
      ("e", "show the state of the sources, and their errors"),
      ("i  [  ]  v", "inspect the batches; go to the previous, next or a given version"),
      ("{  }", "scroll the edits of the inspected version"),
    ]
    rows +=
      isStepping
      ? [("n, Enter  p", "go to the next or the previous version")]
      : [
        ("p, space", "pause or continue"), ("f", "follow changes"),
      ]
    return rows + [
      ("Esc", "clear the selection and the search"),
      ("q, Control-C", "quit"),
      ("Mouse", "wheel scrolls, click selects, a second click runs the action, drag moves"),
    ]
  }
}
