import FeedModel
import FeedQueries

extension OrderKeys.Bound {
  /// What a value of the order's column lets stand behind it, or before it.
  ///
  /// Keys rise from the first object to the last, also where the order is descending.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - order: How the column is ordered.
  ///   - isBefore: Whether the new object is to stand behind the value.
  init(_ value: Value, _ order: QueryReport.LeadingColumn, isBefore: Bool) {
    switch value {
    case .null: self = order.nullsFirst == isBefore ? .open : .blocked
    case .text, .blob: self = order.isDescending == isBefore ? .open : .blocked
    case .integer(let integer):
      guard integer.magnitude <= UInt64(OrderKeys.limit) else {
        self = .blocked
        return
      }
      self = .at(order.isDescending ? -integer : integer)
    case .real(let real):
      guard abs(real) <= Double(OrderKeys.limit) else {
        self = .blocked
        return
      }
      let rising = order.isDescending ? -real : real
      self = .at(Int64(isBefore ? rising.rounded(.down) : rising.rounded(.up)))
    }
  }
}

extension QueryReport.LeadingColumn {
  /// What is written for a key.
  func value(ofKey key: Int64) -> Value { .integer(isDescending ? -key : key) }

  /// Whether a row goes towards the end of the order when it gets a key.
  ///
  /// - Parameters:
  ///   - old: What the row holds now.
  ///   - key: The key, of at most ``OrderKeys/limit``, so that it is exact as a real.
  /// - Returns: Above zero if it does, below if it goes towards the beginning, zero if it stays.
  func rise(from old: Value, toKey key: Int64) -> Int {
    let new = isDescending ? -key : key
    let isGreater: Bool
    switch old {
    case .null: isGreater = true
    case .integer(let integer):
      guard integer != new else { return 0 }
      isGreater = new > integer
    case .real(let real):
      guard real != Double(new) else { return 0 }
      isGreater = Double(new) > real
    case .text, .blob: isGreater = false
    }
    return isGreater != isDescending ? 1 : -1
  }
}
