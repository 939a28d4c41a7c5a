import FeedFormatting

extension WatchModel {
  /// The keys and what they do: those of the page, and those of the feed.
  var help: [(keys: String, what: String)] {
    var rows = [
      ("↑ ↓ ← →  h j k l", "go to an item; sideways in rows that scroll"),
      ("PgUp PgDn  g  G", "a page up or down, the top, the bottom"),
    ]
    for action in features.actions where action.key != nil {
      rows.append((action.keyName, action.title.inert))
    }
    if !features.actions.isEmpty {
      rows += [
        (":", "do an action by its name, with all that it can be told"),
        ("u", "undo what was done last"),
      ]
    }
    if !features.reorderable.isEmpty {
      rows.append(("Alt+↑ Alt+↓", "move the item by a place; or drag it with the mouse"))
    }
    rows += [
      ("Tab, 0 to 9, s", "pick by number; 0 shows all; s goes to the picker"),
      ("c  C", "hide or show a section's items; show all that are hidden"),
      ("/  n  N", "search as you type, next, previous"),
      ("e", "how the sources fare, and what is wrong with them"),
      ("i  [  ]  v", "inspect the batches; a version back, forth, by its number"),
      ("{  }", "scroll the edits of the version that is inspected"),
    ]
    rows +=
      isStepping
      ? [("n, Enter  p", "the next version, the one before")]
      : [
        ("p, space", "pause and go on"), ("f", "follow what changes"),
      ]
    return rows + [
      ("Esc", "let go of choice and search"),
      ("q, Control-C", "quit"),
      ("Mouse", "wheel scrolls, click chooses, a second click acts, drag moves"),
    ]
  }
}
