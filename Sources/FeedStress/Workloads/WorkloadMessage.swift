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

extension JSONLine {
  /// Writes a line of a fixture.
  ///
  /// - Parameter milliseconds: The time after the start of the fixture; `nil` for a line without a
  ///   time.
  mutating func write(_ message: WorkloadMessage, at milliseconds: Int? = nil) {
    object { line in
      if let milliseconds { line.decimal("at", milliseconds, places: 3) }
      if !message.upserts.isEmpty {
        line.object("upsert") { line in
          for (table, rows) in message.upserts { line.rows(table, rows) }
        }
      }
      if !message.deletes.isEmpty {
        line.object("delete") { line in
          for (table, keys) in message.deletes {
            line.array(table) { line in
              for key in keys { line.integer(nil, key) }
            }
          }
        }
      }
      if let ads = message.ads {
        line.object("document") { line in
          line.object("ads") { line in line.write(ads) }
        }
      }
    }
    end()
  }

  private mutating func rows(_ table: String, _ rows: [WorkloadMessage.Row]) {
    array(table) { line in
      for row in rows {
        line.object { line in
          for (column, value) in row { line.field(column, value) }
        }
      }
    }
  }

  mutating func field(_ column: String, _ value: WorkloadMessage.Field) {
    switch value {
    case .integer(let value): integer(column, value)
    case .text(let value): text(column, value)
    case .price(let hundredths): decimal(column, hundredths, places: 2)
    case .null: null(column)
    }
  }
}
