import FeedModel

/// How one term of an order compares.
struct SortTerm: Hashable, Sendable {
  /// Whether larger values come first.
  var isDescending = false
  /// Whether NULLs come first; SQLite's own default is first when ascending, last when descending.
  var nullsFirst = true
  /// How texts are compared.
  var collation = Collation.binary

  func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return nullsFirst ? -1 : 1
    case (_, .null): return nullsFirst ? 1 : -1
    default:
      let order = left.compare(right, collation: collation)
      return isDescending ? -order : order
    }
  }
}

/// The values that an object is ordered by, one for each term.
enum SortKey: Hashable, Sendable {
  /// The value of an order of one term, the most frequent case, without an allocation.
  case one(Value)
  /// The values of an order of no or several terms.
  case many(ContiguousArray<Value>)

  /// Compares two keys of one order.
  ///
  /// - Returns: Below zero, zero or above zero as this key stands before, beside or after `other`.
  func compare(_ other: SortKey, by terms: [SortTerm]) -> Int {
    switch (self, other) {
    case (.one(let left), .one(let right)):
      return terms[0].compare(left, right)
    case (.many(let left), .many(let right)):
      for index in terms.indices {
        let order = terms[index].compare(left[index], right[index])
        if order != 0 { return order }
      }
      return 0
    default:
      preconditionFailure("sort keys of \(terms.count) terms in two forms")
    }
  }
}
