import FeedRendering

extension EmptyFeed {
  /// Returns commands that give a feed rows, as lines of text.
  static func hints(_ path: String, store: String?) -> [String] {
    [
      "to play a fixture: feed watch \(path) --fixture FIXTURE",
      "to add a row: feed put \(path) TABLE '{…}' --store \(store ?? "FILE")"
        + (store == nil ? ", then --store FILE here" : ""),
    ]
  }
}
