#if Server
import FeedServer
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// Random readers over random histories: each holds what its claims and its selection leave of the whole feed.
@Suite("Random readers", .enabled(if: ForeignProgram.isInstalled("openssl")))
struct RandomReaderTests {
  private static let claims = [
    ["*"], ["teams"], ["players/*"], ["players/1"], ["players/1", "news"], ["teams", "absent"], [],
    ["play*", "n?ws"], ["players/2", "players/3"],
  ]
  private static let windows = [nil, nil, "window=2", "window=players/*:0:1&window=3"]
  private static let selections = [nil, "*", "teams", "players/*", "players/2,news", "absent"]

  private struct Reader {
    var claims: [String]
    var selection: String?
    var windows: String?
    var token: String
    var client: StreamClient

    /// Returns whether a glob of the claims matches a section.
    func mayRead(_ section: String) -> Bool {
      claims.contains { Self.matches($0[...], section[...]) }
    }

    func sees(_ section: String) -> Bool {
      mayRead(section)
        && (selection?.split(separator: ",").contains { Self.matches($0, section[...]) } ?? true)
    }

    private static func matches(_ glob: Substring, _ text: Substring) -> Bool {
      switch (glob.first, text.first) {
      case (nil, nil): true
      case ("*", _):
        matches(glob.dropFirst(), text) || !text.isEmpty && matches(glob, text.dropFirst())
      case ("?", _?): matches(glob.dropFirst(), text.dropFirst())
      case (let one?, let other?) where one == other:
        matches(glob.dropFirst(), text.dropFirst())
      default: false
      }
    }

    static func query(_ selection: String?, _ windows: String?) -> String {
      "?heartbeat=500" + (selection.map { "&sections=\($0)" } ?? "")
        + (windows.map { "&\($0)" } ?? "")
    }

    /// Returns the part of the whole feed that the reader sees.
    func part(of whole: FeedImage) -> [WireSection] {
      whole.sections.filter { sees($0.id) }.map { section in
        var section = section
        guard let windows else { return section }
        let count = windows == "window=2" ? 2 : section.id.hasPrefix("players/") ? 1 : 3
        section.window = WireWindow(from: 0, total: section.items.count)
        section.items = Array(section.items.prefix(count))
        return section
      }
    }
  }

  @Test(arguments: 0..<amount(2, full: 60, soak: 400))
  func `a reader holds the part of the feed that it may read`(seed: UInt64) async throws {
    let directory = try TemporaryDirectory()
    let issuer = try await Issuer(in: directory)
    let keys = try await TokenKeys(file: issuer.publicKey)
    var random = SeededGenerator(seed: seed)
    try await ServedFeed.whileServing {
      $0.reading.keys = keys
    } _: { feed in
      let operatorToken = try await issuer.token("*")
      var readers: [Reader] = []
      for claims in Self.claims {
        let selection = Self.selections.randomElement(using: &random) ?? nil
        let token = try await issuer.token(.init(feed: claims))
        let windows = Self.windows.randomElement(using: &random) ?? nil
        let query = Reader.query(selection, windows)
        let client = try await feed.follow(query, token: token)
        readers.append(
          Reader(
            claims: claims,
            selection: selection,
            windows: windows,
            token: token,
            client: client
          )
        )
      }
      for step in 0..<6 {
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          try await feed.run(change(&random))
        }
        let version = feed.version
        // A version is published shortly after its commit.
        var image: FeedImage?
        while image?.cursor.version != version {
          let answer = try await feed.request(
            "GET",
            "/v1/feed",
            headers: ["Authorization": "Bearer \(operatorToken)"]
          )
          image = try FeedImage(json: answer.body)
        }
        let whole = try #require(image).withoutAges
        for index in readers.indices {
          if Int.random(in: 0..<4, using: &random) == 0 {
            try await reconnect(&readers[index], feed)
          }
          try await check(readers[index], against: whole, "seed \(seed), step \(step)")
        }
      }
    }
  }

  /// Returns a statement that changes rows; each section's texts contain a mark of the section.
  private func change(_ random: inout SeededGenerator) -> String {
    let (id, team) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...3, using: &random))
    let number = Int.random(in: 0..<100, using: &random)
    return switch Int.random(in: 0..<6, using: &random) {
    case 0:
      "INSERT OR REPLACE INTO player (id, team_id, name, rank) VALUES (\(id), \(team), 'mark-players/\(team)-\(number)', \(number))"
    case 1: "DELETE FROM player WHERE id = \(id)"
    case 2:
      "UPDATE player SET team_id = \(team), name = 'mark-players/\(team)-\(number)' WHERE id = \(id)"
    case 3: "UPDATE player SET price = \(number) WHERE id = \(id)"
    case 4: "UPDATE team SET rank = \(number) WHERE id = \(team)"
    default: "UPDATE player SET rank = \(number) WHERE id = \(id)"
    }
  }

  /// Ends the connection of a reader, and resumes at the version that it holds.
  private func reconnect(_ reader: inout Reader, _ feed: ServedFeed) async throws {
    let state = reader.client.state
    let client = try await feed.follow(
      Reader.query(reader.selection, reader.windows),
      lastEventID: state.cursor.map { "\($0)" },
      token: reader.token
    )
    client.state = state
    reader.client = client
  }

  private func check(_ reader: Reader, against whole: FeedImage, _ place: Comment) async throws {
    let client = reader.client
    try await client.follow { state in
      max(state.confirmedVersion, state.cursor?.version ?? -1) >= whole.cursor.version
    }
    let image = try #require(client.state.image)
    #expect(image.sections == reader.part(of: whole), place)
    let text = client.received
    for section in whole.sections where !reader.mayRead(section.id) {
      #expect(!text.contains("mark-\(section.id)-"), place)
      #expect(!text.contains("\"\(section.id)\""), place)
    }
  }
}
#endif
