import FeedModel

/// One transaction of a workload, before it is written as a line of a fixture.
package struct WorkloadMessage: Sendable {
  /// The tables written, in an order that foreign keys allow, each with its rows.
  private(set) var upserts: [(table: String, rows: [Row])] = []
  /// The tables deleted from, each with the keys of the rows that go.
  private(set) var deletes: [(table: String, keys: [Int])] = []
  /// The new document of ads, if any.
  var ads: [SportsbookAd]?

  typealias Row = [(column: String, value: Field)]

  enum Field {
    case integer(Int)
    case text(String)
    /// Hundredths.
    case price(Int)
    case null
  }

  var isEmpty: Bool { upserts.isEmpty && deletes.isEmpty && ads == nil }

  mutating func upsert(_ table: String, _ rows: [Row]) {
    guard !rows.isEmpty else { return }
    upserts.append((table, rows))
  }

  mutating func delete(_ table: String, _ keys: [Int]) {
    guard !keys.isEmpty else { return }
    deletes.append((table, keys))
  }
}

extension WorkloadMessage {
  /// Creates a message that writes rows of one table.
  init(_ table: String, _ rows: [Row]) {
    upsert(table, rows)
  }
}

extension WorkloadMessage.Field {
  /// A moment, in seconds since 1970.
  static func time(_ seconds: Int64) -> WorkloadMessage.Field {
    ISOTime.text(seconds).map { .text($0) } ?? .null
  }

  static func flag(_ isRaised: Bool) -> WorkloadMessage.Field { .integer(isRaised ? 1 : 0) }
}
