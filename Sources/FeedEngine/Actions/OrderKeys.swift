import FeedModel
import FeedQueries

/// Finds integers that put one object between two others, changing as few of the others as it can.
///
/// Keys have gaps, and a new key is put into a gap. Without a gap, the keys of the fewest
/// neighbours are spread again: those within a growing window around the place, or those up to the
/// nearer end of the list. Spread keys are packed to the sides, so the widest gap is at the place
/// of insertion. The result depends only on the keys, so all replicas compute the same.
struct OrderKeys {
  /// The limit that the key of a neighbour sets.
  enum Bound: Equatable {
    /// No limit: the neighbour is outside all numbers.
    case open
    /// The numbers on the proper side of this one.
    case at(Int64)
    /// Nothing, unless it gets another key itself.
    case blocked
  }

  /// The keys to be written.
  struct Plan: Equatable {
    /// The key of the object that is placed.
    var key: Int64
    /// The keys of the objects before it, the nearest first.
    var left: [Int64] = []
    /// The keys of the objects after it, the nearest first.
    var right: [Int64] = []
  }

  /// The distance of keys at an open end.
  static let gap: Int64 = 1 << 16
  /// The distance of keys after neighbours were spread.
  static let wideGap: Int64 = 1 << 32
  /// The distance of packed keys.
  static let step: Int64 = 1 << 12
  /// Keys stay within what a double holds exactly, and so JSON and REAL columns.
  static let limit: Int64 = 1 << 53

  /// The bound of an object before the new one, by its distance from zero; `nil` beyond the first.
  let left: (Int) -> Bound?
  /// The bound of an object after the new one, by its distance from zero; `nil` beyond the last.
  let right: (Int) -> Bound?

  /// Finds the keys.
  ///
  /// - Returns: The plan that changes the fewest objects, up to a factor of two.
  /// - Complexity: O(*w*) for *w* keys that are written.
  func plan() -> Plan {
    if let key = gapKey() { return Plan(key: key) }
    var width = 1
    while true {
      let before = count(upTo: width, left)
      let behind = count(upTo: width, right)
      if let plan = spread(before, 0) ?? spread(0, behind) ?? spread(before, behind) {
        return plan
      }
      // All objects are in the window, and still they do not fit between nothing and nothing.
      if before < width, behind < width { return whole(before, behind) }
      width *= 2
    }
  }

  /// The keys of all objects, spread evenly from one gap upwards.
  func whole() -> Plan { whole(count(upTo: .max, left), count(upTo: .max, right)) }

  private func whole(_ before: Int, _ behind: Int) -> Plan {
    let gap = max(1, min(Self.gap, Self.limit / Int64(before + behind + 2)))
    return Plan(
      key: Int64(before + 1) * gap,
      left: (0..<before).map { Int64(before - $0) * gap },
      right: (0..<behind).map { Int64(before + 2 + $0) * gap }
    )
  }

  private func count(upTo width: Int, _ side: (Int) -> Bound?) -> Int {
    var count = 0
    while count < width, side(count) != nil { count += 1 }
    return count
  }

  // MARK: Into a gap

  /// A key between both neighbours, if there is one.
  func gapKey() -> Int64? {
    let (before, behind) = (left(0) ?? .open, right(0) ?? .open)
    switch (before, behind) {
    case (.blocked, _), (_, .blocked): return nil
    case (.open, .open): return Self.gap
    case (.at(let low), .open): return Self.checked(low + Self.gap)
    case (.open, .at(let high)): return Self.checked(high - Self.gap)
    case (.at(let low), .at(let high)):
      let room = high - low
      guard room >= 2 else { return nil }
      // Where objects are packed on one side only, more of them will come from there.
      let isPackedBefore = Self.isPacked(low, left(1))
      let isPackedBehind = Self.isPacked(high, right(1))
      let step = min(Self.step, room / 2)
      if isPackedBefore, !isPackedBehind { return low + step }
      if isPackedBehind, !isPackedBefore { return high - step }
      return low + room / 2
    }
  }

  private static func isPacked(_ key: Int64, _ next: Bound?) -> Bool {
    guard case .at(let other)? = next else { return false }
    return abs(key - other) <= step
  }

  private static func checked(_ key: Int64) -> Int64? { abs(key) <= limit ? key : nil }

  // MARK: Spreading anew

  /// Returns keys for the given numbers of objects on both sides, if they fit between the next
  /// ones.
  private func spread(_ before: Int, _ behind: Int) -> Plan? {
    let (outer, inner) = (left(before) ?? .open, right(behind) ?? .open)
    switch (outer, inner) {
    case (.blocked, _), (_, .blocked), (.open, .open): return nil
    case (.at(let low), .open):
      // Up to the end of the list there is room without end, and all of it is left at the place.
      let first = low + Int64(before) * Self.step
      let key = first + Self.wideGap
      guard key + Self.wideGap + Int64(behind) * Self.step <= Self.limit else { return nil }
      return Plan(
        key: key,
        left: (0..<before).map { first - Int64($0) * Self.step },
        right: (0..<behind).map { key + Self.wideGap + Int64($0) * Self.step }
      )
    case (.open, .at(let high)):
      let first = high - Int64(behind) * Self.step
      let key = first - Self.wideGap
      guard key - Self.wideGap - Int64(before) * Self.step >= -Self.limit else { return nil }
      return Plan(
        key: key,
        left: (0..<before).map { key - Self.wideGap - Int64($0) * Self.step },
        right: (0..<behind).map { first + Int64($0) * Self.step }
      )
    case (.at(let low), .at(let high)):
      let count = Int64(before + behind + 2)
      let room = high - low
      guard room >= Self.step * count else { return nil }
      let step = min(Self.step, room / (4 * count))
      let first = low + Int64(before) * step
      let last = high - Int64(behind) * step
      return Plan(
        key: first + (last - first) / 2,
        left: (0..<before).map { low + Int64(before - $0) * step },
        right: (0..<behind).map { high - Int64(behind - $0) * step }
      )
    }
  }
}

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
