import Foundation

/// The state of markets after given lines of a recording, from an independent program.
struct Checkpoints: Decodable {
  let checkpoints: [Checkpoint]

  init(_ name: String) throws {
    let data = try Data(contentsOf: URL(filePath: Exchange.recording(name)))
    self = try JSONDecoder().decode(Checkpoints.self, from: data)
  }
}

struct Checkpoint: Decodable {
  let afterLine: Int
  let markets: [Market]

  struct Market: Decodable {
    let id: String
    let status: String
    let inPlay: Bool
    let runners: [Runner]
  }

  struct Runner: Decodable {
    let id: Int
    let hc: Double
    let status: String
    let ltp: Double?
    let back: [Double]?
    let lay: [Double]?
  }

  /// The markets and runners in the format of ``Replayer/rows(_:)``.
  var rows: [String] {
    markets.flatMap { market in
      ["\(market.id) \(market.status) \(market.inPlay ? 1 : 0)"]
        + market.runners.map { runner in
          [
            market.id, "\(runner.id)", "\(runner.hc)", runner.status, text(runner.ltp),
            text(runner.back?.first), text(runner.back?.last), text(runner.lay?.first),
            text(runner.lay?.last),
          ].joined(separator: " ")
        }
    }.sorted()
  }

  private func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "null" }
}

extension Replayer {
  /// Returns the markets of a checkpoint from the store.
  func rows(of checkpoint: Checkpoint) async throws -> [String] {
    let ids = checkpoint.markets.map { "'\($0.id)'" }.joined(separator: ", ")
    let markets = try await rows("SELECT id, status, is_in_play FROM market WHERE id IN (\(ids))")
    let size = """
      (SELECT size FROM quote WHERE market_id = r.market_id AND runner_id = r.id
        AND handicap = r.handicap
      """
    let runners = try await rows(
      """
      SELECT market_id, id, handicap, status,
        (SELECT price FROM trade WHERE market_id = r.market_id AND runner_id = r.id
          AND handicap = r.handicap),
        back, \(size) AND ladder = 0 AND key = back),
        lay, \(size) AND ladder = 1 AND key = lay)
      FROM runner r WHERE market_id IN (\(ids))
      """
    )
    return (markets + runners).sorted()
  }
}
