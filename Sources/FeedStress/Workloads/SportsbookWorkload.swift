/// The sportsbook's fixtures, made from a seed: a board of events to start from, and a minute of life.
///
/// The same seed gives the same bytes on every machine: all is integer arithmetic, and nothing is
/// read from a dictionary, a clock or a locale.
///
/// ```swift
/// for file in SportsbookWorkload(seed: 1).files { print(file.name) }
/// // seed.jsonl, updates.jsonl, ads.json, pictures/derby-day.png, …
/// ```
public struct SportsbookWorkload: Sendable {
  /// A file and what is in it.
  public struct File: Hashable, Sendable {
    /// The name within the fixture's directory.
    public let name: String
    /// The content, UTF-8.
    public let bytes: [UInt8]
  }

  /// The files: `seed.jsonl` for an empty store, `updates.jsonl` to play on it, `ads.json`, and
  /// the pictures of ads.
  public let files: [File]

  /// Makes the fixtures.
  public init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let board = SportsbookBoard.opening(&random)
    let ads = Array(random.shuffled(SportsbookAd.pool).prefix(4))
    files =
      [
        File(name: "seed.jsonl", bytes: Self.seed(board)),
        File(name: "updates.jsonl", bytes: Self.updates(board, ads, random)),
        File(name: "ads.json", bytes: Self.document(ads)),
      ] + AdPictures.all.map { File(name: "pictures/\($0.name)", bytes: $0.bytes) }
  }

  /// Returns one line for the sports, then one for each event with its dependent rows.
  static func seed(_ board: SportsbookBoard) -> [UInt8] {
    var line = JSONLine()
    var sports = WorkloadMessage()
    sports.upsert("sport", board.sports.indices.map(board.sportRow))
    line.write(sports, at: 0)
    for (index, event) in board.events.enumerated() where !event.isRemoved {
      let markets = event.markets.filter { !board.markets[$0].isRemoved }
      var message = WorkloadMessage()
      message.upsert("event", [board.eventRow(index)])
      message.upsert("market", markets.map(board.marketRow))
      message.upsert(
        "selection",
        markets.flatMap { board.markets[$0].selections }.map(board.selectionRow)
      )
      line.write(message, at: 0)
    }
    return line.bytes
  }

  /// Six thousand messages at random moments of a minute.
  private static func updates(
    _ board: SportsbookBoard,
    _ ads: [SportsbookAd],
    _ random: SplitMix64
  ) -> [UInt8] {
    var play = SportsbookPlay(board: board, ads: ads, random: random)
    let moments = (0..<6_000).map { _ in play.random.below(60_000) }.sorted()
    var line = JSONLine()
    for moment in moments { line.write(play.next(), at: moment) }
    return line.bytes
  }

  static func document(_ ads: [SportsbookAd]) -> [UInt8] {
    var line = JSONLine()
    line.object { $0.write(ads) }
    line.end()
    return line.bytes
  }
}
