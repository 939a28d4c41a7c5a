public import FeedSnapshots

extension SourceStatus {
  /// Whether the source is a document that nobody has given us yet, which is no fault.
  package var isWaiting: Bool { problem == "waiting" }
}

extension TextRenderer {
  /// Renders a version of a feed as a page of text.
  ///
  /// - Parameters:
  ///   - snapshot: The version.
  ///   - appearance: What the feed looks like.
  ///   - width: How many columns there are.
  ///   - height: How many lines there are, or nothing for as many as it takes.
  ///   - colors: Whether the text has colours.
  /// - Returns: The page, each line with its end.
  /// - Complexity: O(*n*) for the *n* items that can be seen.
  public static func page(
    _ snapshot: FeedSnapshot,
    _ appearance: FeedAppearance,
    width: Int,
    height: Int? = nil,
    colors: TextColors = .none
  ) -> String {
    var renderer = TextRenderer(
      appearance,
      width: width,
      height: height,
      colors: colors,
      note: "version \(snapshot.version)"
    )
    for source in snapshot.status where !source.isWaiting {
      if let problem = source.problem { renderer.notice("\(source.source): \(problem)") }
    }
    for section in snapshot.composition.sections where !renderer.isFull {
      renderer.section(
        section.id,
        title: section.content.title,
        items: section.items.lazy.map { ($0.id, $0.content) }
      )
    }
    return renderer.text
  }

  /// Says in a line what a batch changes: the number of edits of each kind that there are.
  ///
  /// - Parameter updates: The batch.
  /// - Returns: For example `insertItems 2 · reconfigureItems 1`.
  public static func line(_ updates: BatchUpdates) -> String {
    updates.counts.filter { $0.count > 0 }.map { "\($0.kind.rawValue) \($0.count)" }
      .joined(separator: " · ")
  }
}
