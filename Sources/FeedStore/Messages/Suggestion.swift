import FeedSnapshots

/// Finds what was meant by a name that does not exist.
package enum Suggestion {
  /// A hint that names what was probably meant, or else all that exists.
  package static func hint(for name: String, among candidates: [String], kind: String) -> String {
    if let nearest = name.nearest(among: candidates) { return "did you mean '\(nearest)'?" }
    guard !candidates.isEmpty else { return "there are no \(kind)" }
    let shown = candidates.prefix(12).joined(separator: ", ")
    return "the \(kind) are: \(shown)\(candidates.count > 12 ? ", …" : "")"
  }
}
