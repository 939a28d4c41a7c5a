import FeedModel
import FeedStore

extension QuerySet {
  /// The minimum and maximum number of rows for one statement, so that no statement runs for long.
  private static let together = 16...1024
  /// The maximum distance of keys that are read together: skipping an untouched row costs less than
  /// half of a separate statement.
  private static let widestStep: UInt64 = 2

  /// The minimum number of keys for a portion statement.
  private static let fewest = 8

  /// Reads touched rows: those whose keys lie close together in one pass, others in portions.
  ///
  /// A portion costs half of what its rows cost by a statement each: the statement is set up and taken down
  /// once.
  ///
  /// - Parameter keys: The keys, integers in ascending order.
  func readRows(
    _ keys: ContiguousArray<ObjectKey>,
    table: Int,
    _ body: (TouchedRow) -> Void
  ) {
    var start = 0
    while start < keys.count {
      if let probe = tables[table].probe, let range = probe.range,
        let end = Self.endOfRange(in: keys, from: start)
      {
        range.bind(keys[start], at: 1)
        range.bind(keys[end - 1], at: 2)
        read(keys[start..<end], by: range, of: probe, table: table, body)
        start = end
      } else if let probe = tables[table].probe, let portion = probe.portion,
        keys.count - start >= Self.fewest
      {
        let end = min(start + RowProbe.portionSize, keys.count)
        for place in 0..<RowProbe.portionSize {
          let value = start + place < end ? keys[start + place].first : nil
          portion.bind(value ?? .null, at: place + 1)
        }
        read(keys[start..<end], by: portion, of: probe, table: table, body)
        start = end
      } else {
        body(read(keys[start], table: table))
        start += 1
      }
    }
  }

  /// Reads rows as ``read(_:table:)`` does, by one statement that yields them in the order of their keys.
  private func read(
    _ keys: ArraySlice<ObjectKey>,
    by statement: Statement,
    of probe: RowProbe,
    table: Int,
    _ body: (TouchedRow) -> Void
  ) {
    var place = keys.startIndex
    do {
      while try statement.step() {
        rowsRead += 1
        let key = ObjectKey.integer(statement.integer(at: probe.keyPlaces[0]))
        while place < keys.endIndex, keys[place].compare(key) < 0 {
          body(notFound(keys[place], table: table))
          place += 1
        }
        guard place < keys.endIndex, keys[place] == key else { continue }
        body(take(statement, key: key, by: probe, table: table))
        place += 1
      }
      for key in keys[place...] { body(notFound(key, table: table)) }
    } catch {
      // One by one it shows of which row and of which node an expression fails.
      for key in keys[place...] { body(read(key, table: table)) }
    }
  }

  /// The end of the keys that are read together, or `nil` if the first of them is read alone.
  private static func endOfRange(in keys: ContiguousArray<ObjectKey>, from start: Int) -> Int? {
    let least = start + together.lowerBound
    guard least <= keys.count, case .integer(var last) = keys[start],
      case .integer(let next) = keys[least - 1],
      UInt64(bitPattern: next &- last) <= widestStep * UInt64(together.lowerBound - 1)
    else { return nil }
    var end = start + 1
    while end < min(keys.count, start + together.upperBound), case .integer(let key) = keys[end],
      UInt64(bitPattern: key &- last) <= widestStep
    {
      last = key
      end += 1
    }
    return end < least ? nil : end
  }
}
