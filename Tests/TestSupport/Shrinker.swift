/// Finds a small case that still fails, by trying cases that lack one part of the best one so far.
///
/// Ask for candidates and report the ones that fail:
///
/// ```swift
/// var shrinker = Shrinker(model) { $0.smaller }
/// while let candidate = shrinker.next() {
///   if fails(candidate) { shrinker.accept() }
/// }
/// shrinker.best
/// ```
package struct Shrinker<Case> {
  /// The smallest case that fails, of those tried.
  package private(set) var best: Case
  private var candidates: [Case]
  private var position = 0
  private let smaller: (Case) -> [Case]

  /// Begins with a case that fails.
  ///
  /// - Parameter smaller: Yields the cases that lack one part of a case, the largest parts first.
  package init(_ model: Case, smaller: @escaping (Case) -> [Case]) {
    best = model
    candidates = smaller(model)
    self.smaller = smaller
  }

  /// Takes the next case to be tried.
  ///
  /// - Returns: The case, or `nil` if the best one cannot be made smaller.
  package mutating func next() -> Case? {
    guard position < candidates.count else { return nil }
    position += 1
    return candidates[position - 1]
  }

  /// Notes that the case that was taken last fails, too.
  package mutating func accept() {
    best = candidates[position - 1]
    candidates = smaller(best)
    position = 0
  }
}

extension Array {
  /// The arrays that lack a run of elements of this one, the longest runs first.
  package var lackingRuns: [[Element]] {
    var arrays: [[Element]] = []
    var size = count / 2
    while size >= 1 {
      for start in stride(from: 0, to: count, by: size) {
        var copy = self
        copy.removeSubrange(start..<Swift.min(start + size, count))
        arrays.append(copy)
      }
      size /= 2
    }
    return arrays
  }

  /// The arrays in which one element is another, which is smaller.
  ///
  /// - Parameter smaller: Returns the replacements of an element.
  package func replacingOne(_ smaller: (Element) -> [Element]) -> [[Element]] {
    indices.flatMap { index in
      smaller(self[index]).map { element in
        var copy = self
        copy[index] = element
        return copy
      }
    }
  }
}
