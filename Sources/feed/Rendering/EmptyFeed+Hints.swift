import FeedRendering

extension EmptyFeed {
  /// Returns commands that give a feed rows, as lines of text.
  ///
  /// - Parameters:
  ///   - path: The feed file.
  ///   - store: The store, if one was named.
  /// - Returns: The lines.
  static func hints(_ path: String, store: String?) -> [String] {
    [
      "to play a fixture: feed watch \(path) --fixture FIXTURE",
      "to add a row: feed put \(path) TABLE '{…}' --store \(store ?? "FILE")"
        + (store == nil ? ", then --store FILE here" : ""),
    ]
  }
}
