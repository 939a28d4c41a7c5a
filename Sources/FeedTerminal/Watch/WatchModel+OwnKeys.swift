extension WatchModel {
  /// The effects of the page's own keys, by the key as a feed file writes it.
  ///
  /// An action of the feed with such a key takes its place.
  package static let ownKeys: [String: String] = {
    var keys = [
      "q": "quit", "h": "go left", "j": "go down", "k": "go up", "l": "go right",
      "g": "go to the top",
      "G": "go to the bottom", "?": "help", "f": "follow changes", "space": "pause or continue",
      "p": "pause or continue", "/": "search", "n": "find the next match",
      "N": "find the previous match",
      "c": "hide or show a section's items", "s": "go to the picker", "i": "inspect the batches",
      "[": "go to the previous version", "]": "go to the next version", "{": "scroll the edits up",
      "}": "scroll the edits down", "v": "go to a version by number", ":": "run an action by name",
      "u": "undo", "e": "show the state of the sources", "o": "sort a section",
      "C": "show all hidden sections",
    ]
    for digit in 0...9 { keys[String(digit)] = "pick by number" }
    return keys
  }()
}
