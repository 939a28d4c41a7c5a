import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

/// Plays all histories of three operations on three rows, and compares each version with the rows.
@Suite("All small histories")
struct SmallHistoryTests {
  /// A row: its group and its rank; ranks may be equal.
  fileprivate struct Row: Hashable {
    var group: Int64
    var rank: Int64?
  }

  fileprivate struct State: Hashable {
    var rows: [Int64: Row] = [:]
    var isFolded = false
  }

  enum Operation: Hashable, CustomStringConvertible {
    case set(Int64, group: Int64, rank: Int64?)
    case delete(Int64)
    case fold

    static let all: [Operation] =
      (1...3).flatMap { id in
        [1, 2].flatMap { group in
          [nil, 0, 1].map { Operation.set(id, group: group, rank: $0) }
        } + [.delete(id)]
      } + [.fold]

    var description: String {
      switch self {
      case .set(let id, let group, let rank): "\(id): group \(group), rank \(rank ?? -1)"
      case .delete(let id): "delete \(id)"
      case .fold: "fold"
      }
    }
  }

  private static let schema = """
    CREATE TABLE g (id INTEGER PRIMARY KEY, is_folded INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE r (
      id INTEGER PRIMARY KEY, g INTEGER NOT NULL REFERENCES g (id), rank INTEGER);
    CREATE INDEX r_g ON r (g);
    INSERT INTO g (id) VALUES (1), (2);
    """

  /// Groups of at most two rows, one of which can be folded, and a window of two rows over all
  /// groups.
  private static func feed() throws -> Feed {
    let groups = LiveQuery(
      from: "r",
      order: ["rank"],
      group: Grouping(by: "g", order: ["g.id DESC"], folded: "g.is_folded"),
      limit: 2
    )
    let window = LiveQuery(
      from: "r",
      filter: "rank IS NOT 1",
      order: ["rank DESC"],
      limit: 2,
      offset: 1
    )
    return Feed(
      schema: SchemaReference(path: "small.sql", sql: schema),
      sources: [
        SourceDeclaration(id: "groups", kind: .query(groups)),
        SourceDeclaration(id: "window", kind: .query(window)),
      ],
      sections: [
        SectionDeclaration(
          id: "groups",
          source: "groups",
          template: ObjectTemplate(items: [.item(kind: "row")]),
          folded: Fold(kind: "fold", text: try TextTemplate("{count}"))
        ),
        SectionDeclaration(
          id: "window",
          source: "window",
          template: ObjectTemplate(items: [.item(kind: "place")]),
          placeholder: Notice(kind: "none", text: "none")
        ),
      ],
      items: ["row": ItemAppearance(fields: ["rank"]), "place": ItemAppearance(fields: ["rank"])]
    )
  }

  /// The first operation of the histories; all operations are tried as the second and third.
  @Test(arguments: sample(Operation.all, oneIn: 5))
  func `each version of each small history shows the rows of its commit`(
    first: Operation
  ) throws {
    let ties = State(rows: [1, 2, 3].reduce(into: [:]) { $0[$1] = Row(group: 1, rank: 0) })
    for start in [State(), ties] {
      let player = try Player(Self.feed())
      try player.play(to: start, "start")
      for second in Operation.all {
        for third in Operation.all {
          var state = start
          for operation in [first, second, third] {
            state.apply(operation)
            try player.play(to: state, "\(start): \(first); \(second); \(third)")
          }
          try player.play(to: start, "back from \(first); \(second); \(third)")
        }
      }
    }
  }

  /// A feed whose rows are set to successive states, with a referee of its batches.
  private final class Player {
    private let core: EngineCore
    private var referee: FeedReferee
    private var state = State()

    init(_ feed: Feed) throws {
      core = try EngineCore(feed: feed, store: .memory)
      referee = FeedReferee(core.snapshot)
    }

    func play(to next: State, _ history: String) throws {
      let version = core.snapshot.version
      let update = try core.commit { writer in
        for id in Int64(1)...3 where state.rows[id] != next.rows[id] {
          guard let row = next.rows[id] else {
            try writer.delete(ObjectID(entity: "r", key: .integer(id)))
            continue
          }
          let rank = row.rank.map { Value.integer($0) } ?? .null
          try writer.upsert(
            ["id": .integer(id), "g": .integer(row.group), "rank": rank],
            into: "r"
          )
        }
        if state.isFolded != next.isFolded {
          try writer.upsert(["id": 1, "is_folded": .integer(next.isFolded ? 1 : 0)], into: "g")
        }
      }
      let comment = Comment(rawValue: history)
      let isSame = state.sections == next.sections
      state = next
      try #require((update == nil) == isSame, comment)
      try #require(core.snapshot.version == version + (isSame ? 0 : 1), comment)
      if let update { try referee.perform(update.updates, to: update.snapshot) }
      let shown = core.snapshot.composition.sections.map { section in
        "\(section.id): " + section.items.map(Self.text).joined(separator: " ")
      }
      try #require(shown == next.sections, comment)
    }

    private static func text(_ item: FeedSnapshot.Composition.Entry) -> String {
      switch item.id.kind {
      case "fold": "fold \(item.content["count"] ?? .null)"
      case "none": "none"
      default: "\(item.id.object.key):\(item.content["rank"] ?? .null)"
      }
    }
  }
}

extension SmallHistoryTests.State {
  fileprivate mutating func apply(_ operation: SmallHistoryTests.Operation) {
    switch operation {
    case .set(let id, let group, let rank): rows[id] = .init(group: group, rank: rank)
    case .delete(let id): rows[id] = nil
    case .fold: isFolded.toggle()
    }
  }

  /// Returns the sections by the declared rules: NULL is the least rank, and the key breaks ties.
  fileprivate var sections: [String] {
    func text(_ row: (key: Int64, value: SmallHistoryTests.Row)) -> String {
      "\(row.key):\(row.value.rank.map { Value.integer($0) } ?? .null)"
    }
    func ascends(_ row: (key: Int64, value: SmallHistoryTests.Row)) -> (Int64, Int64) {
      (row.value.rank ?? -1, row.key)
    }
    func descends(_ row: (key: Int64, value: SmallHistoryTests.Row)) -> (Int64, Int64) {
      (-(row.value.rank ?? -1), row.key)
    }
    let groups = [2, 1].compactMap { group -> String? in
      let own = rows.filter { $0.value.group == group }.sorted { ascends($0) < ascends($1) }
      guard !own.isEmpty else { return nil }
      if group == 1, isFolded { return "groups/1: fold \(min(own.count, 2))" }
      return "groups/\(group): " + own.prefix(2).map(text).joined(separator: " ")
    }
    let window = rows.filter { $0.value.rank != 1 }.sorted { descends($0) < descends($1) }
      .dropFirst().prefix(2).map(text)
    return groups + ["window: " + (window.isEmpty ? "none" : window.joined(separator: " "))]
  }
}
