import FeedModel

extension SortKey {
  /// Returns a number that orders keys approximately.
  ///
  /// The prefix of a key is never larger than that of a key that sorts after it, and equal keys have
  /// equal prefixes. If two prefixes are equal, the keys must be compared.
  func prefix(by terms: [SortTerm]) -> UInt64 {
    guard let term = terms.first else { return 0 }
    switch self {
    case .one(let value): return term.prefix(of: value)
    case .many(let values): return values.first.map { term.prefix(of: $0) } ?? 0
    }
  }
}
