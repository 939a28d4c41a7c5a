/// A season of the sportsbook as an aggregator sees it: five sources, each with its own format.
///
/// It has no end.
package struct SportsbookSources {
  /// A message of one of the sources.
  package enum News: Sendable {
    /// The stream of odds: a line of a fixture.
    case odds([UInt8])
    /// An editor at a desk: `{"event":144,"featured":1}`.
    case desk([UInt8])
    /// A reporter at the field: `{"event":7,"score":"1–0","clock":"63'"}`.
    case scouts([UInt8])
    /// The table of sports has changed.
    case sports
    /// The ads have changed.
    case ads
  }

  private var season: SportsbookSeason

  /// Begins with a board of events.
  ///
  /// - Parameter start: The present time, in seconds since 1970.
  package init(seed: UInt64, start: Int64) {
    season = SportsbookSeason(seed: seed, start: start)
  }

  /// Returns the next message, from one source or with parts from several.
  ///
  /// - Parameter now: The present time, in seconds since 1970.
  package mutating func next(at now: Int64) -> News {
    let message = season.next(at: now)
    var line = JSONLine()
    if message.ads != nil { return .ads }
    guard message.deletes.isEmpty, message.upserts.count == 1,
      let (table, rows) = message.upserts.first
    else {
      line.write(message)
      return .odds(line.bytes)
    }
    let columns = Set(rows.flatMap { $0.map(\.column) })
    switch (table, rows.count) {
    case ("sport", _):
      return .sports
    case ("event", 1) where columns == ["id", "is_featured"]:
      line.object { $0.write(rows[0], as: ["id": "event", "is_featured": "featured"]) }
      line.end()
      return .desk(line.bytes)
    case ("event", 1) where columns.subtracting(["score", "clock"]) == ["id"]:
      line.object { $0.write(rows[0], as: ["id": "event"]) }
      line.end()
      return .scouts(line.bytes)
    default:
      line.write(message)
      return .odds(line.bytes)
    }
  }

  /// The first lines of the stream of odds for a new reader: they lead from an empty store to the
  /// present state.
  package var image: [[UInt8]] {
    SportsbookWorkload.seed(season.board).split(separator: UInt8(ascii: "\n")).map {
      Array($0) + [UInt8(ascii: "\n")]
    }
  }

  /// The table of sports: a list of JSON.
  package var sports: [UInt8] {
    var line = JSONLine()
    line.array { line in
      for index in season.board.sports.indices {
        line.object { $0.write(season.board.sportRow(index)) }
      }
    }
    line.end()
    return line.bytes
  }

  /// The ads: the document that the feed shows.
  package var ads: [UInt8] {
    var line = JSONLine()
    line.object { $0.write(season.play.ads) }
    line.end()
    return line.bytes
  }

  /// The files of the pictures of all ads.
  package static var pictures: [(name: String, bytes: [UInt8])] { AdPictures.all }
}

extension JSONLine {
  /// Writes the members of a row, some of them by other names.
  fileprivate mutating func write(_ row: WorkloadMessage.Row, as names: [String: String] = [:]) {
    for (column, value) in row { field(names[column] ?? column, value) }
  }
}
