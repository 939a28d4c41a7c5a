/// Finds what was meant by a name that does not exist.
package enum Suggestion {
  /// The name most like another one, if any is like it at all.
  ///
  /// - Parameters:
  ///   - name: The name as it was written.
  ///   - candidates: The names that exist.
  /// - Returns: The candidate with the smallest distance, the first of several, or nothing if even
  ///   that one differs in more than a third of its letters.
  package static func closest(to name: String, among candidates: [String]) -> String? {
    let best = candidates.map { ($0, distance(name.lowercased(), $0.lowercased())) }
      .min { $0.1 < $1.1 }
    guard let (candidate, distance) = best, distance <= max(1, max(name.count, candidate.count) / 3)
    else { return nil }
    return candidate
  }

  /// A hint that names what was probably meant, or else all that exists.
  package static func hint(for name: String, among candidates: [String], kind: String) -> String {
    if let closest = closest(to: name, among: candidates) { return "did you mean '\(closest)'?" }
    guard !candidates.isEmpty else { return "there are no \(kind)" }
    let shown = candidates.prefix(12).joined(separator: ", ")
    return "the \(kind) are: \(shown)\(candidates.count > 12 ? ", …" : "")"
  }

  /// The number of letters to insert, remove, replace or swap with their neighbours.
  private static func distance(_ lhs: String, _ rhs: String) -> Int {
    let lhs = Array(lhs)
    let rhs = Array(rhs)
    var before: [Int] = []
    var last = Array(0...rhs.count)
    for row in lhs.indices {
      var current = [row + 1]
      for column in rhs.indices {
        var cost = min(last[column + 1] + 1, current[column] + 1)
        cost = min(cost, last[column] + (lhs[row] == rhs[column] ? 0 : 1))
        if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = last
      last = current
    }
    return last[rhs.count]
  }
}
