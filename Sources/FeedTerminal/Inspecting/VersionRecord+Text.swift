package import FeedFormatting
import FeedRendering

extension VersionRecord {
  /// The version as lines of text: the head, and below it the edits, each with its id and reason.
  ///
  /// - Parameter appearance: The appearance that names inserted and removed items.
  /// - Complexity: O(*d* log *n*) for *d* edits.
  package func text(_ appearance: FeedAppearance) -> String {
    let rows = (0..<rowCount).map { row(at: $0, appearance) }
    let call = rows.reduce(0) { max($0, $1.call.count) }
    // One long id must not push all reasons out of sight.
    let id = rows.reduce(0) { max($0, min(TerminalWidth.of($1.id), 40)) }
    return rows.reduce(into: head + "\n") { text, row in
      text += "  " + row.line(callWidth: call, idWidth: id) + "\n"
    }
  }
}
