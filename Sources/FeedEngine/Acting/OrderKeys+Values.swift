import FeedModel
import FeedQueries

extension OrderKeys.Bound {
  /// Creates the bound that a value of the order's column sets for an object next to it.
  ///
  /// Keys rise from the first object to the last, also where the order is descending.
  ///
  /// - Parameter isBefore: Whether the value precedes the new object.
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
  /// Returns the value to store for a key.
  func value(ofKey key: Int64) -> Value { .integer(isDescending ? -key : key) }
}
