extension WatchModel {
  /// The effects of the page's own keys, by the key as a feed file writes it.
  ///
  /// An action of the feed with such a key takes its place.
  package static let ownKeys: [String: String] = {
    var keys = [
      "q": "quit", "h": "go left", "j": "go down", "k": "go up", "l": "go right", "g": "the top",
      "G": "the bottom", "?": "help", "f": "follow what changes", "space": "pause and go on",
      "p": "pause and go on", "/": "search", "n": "find the next", "N": "find the one before",
      "c": "hide or show a section's items", "s": "go to the picker", "i": "inspect the batches",
      "[": "a version back", "]": "a version forth", "{": "scroll the edits up",
      "}": "scroll the edits down", "v": "a version by its number", ":": "do an action by its name",
      "u": "undo", "e": "how the sources fare", "C": "show all hidden sections",
    ]
    for digit in 0...9 { keys[String(digit)] = "pick by number" }
    return keys
  }()
}
