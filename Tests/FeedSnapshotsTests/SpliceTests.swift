import TestSupport
import Testing

@testable import FeedSnapshots

/// Splices of several sections at once, against arrays and against comparing the snapshots.
@Suite("Splicing: several sections at once")
struct SpliceTests {
  // A text is counted by reference, so that leaves are narrow and trees are high.
  typealias Texts = ContentSnapshot<Int, Int, Int, String>
  typealias Rows = [[(id: Int, content: String)]]

  static func make(_ rows: Rows) throws -> Texts {
    try Texts(
      rows.enumerated().map { section, items in
        (id: section, content: 0, items: items.map { Texts.Entry(id: $0.id, content: $0.content) })
      }
    )
  }

  static func plain(_ snapshot: Texts) -> [[Texts.Entry]] {
    snapshot.sections.map { Array($0.items) }
  }

  /// Chooses the removed, inserted and changed items, and returns them as splices.
  static func change(
    _ rows: inout Rows,
    _ next: inout Int,
    _ random: inout SeededGenerator
  ) -> (splices: [Texts.Splice], contents: [Texts.Entry]) {
    var contents: [Texts.Entry] = []
    var splices = rows.indices.map { Texts.Splice(section: $0) }
    var pool: [(id: Int, content: String)] = []
    let share = [2, 10, 60].randomElement(using: &random) ?? 2
    for section in rows.indices where Int.random(in: 0..<4, using: &random) > 0 {
      let mass = Int.random(in: 0..<20, using: &random) == 0
      let count =
        mass ? rows[section].count : min(rows[section].count, rows[section].count / share + 1)
      for _ in 0..<Int.random(in: 0...count, using: &random) {
        let place = Int.random(in: rows[section].indices, using: &random)
        splices[section].remove(at: place)
        pool.append(rows[section].remove(at: place))
      }
    }
    let stayed = rows.map { Set($0.map(\.id)) }
    pool.shuffle(using: &random)
    pool.removeLast(Int.random(in: 0...pool.count / 3, using: &random))
    for _ in 0..<Int.random(in: 0...max(3, pool.count), using: &random) {
      pool.append((next, "new"))
      next += 1
    }
    for item in pool {
      let section = Int.random(in: rows.indices, using: &random)
      let isChanged = Bool.random(using: &random)
      let place = Int.random(in: 0...rows[section].count, using: &random)
      rows[section].insert((item.id, isChanged ? item.content + "!" : item.content), at: place)
    }
    for section in rows.indices {
      for (place, item) in rows[section].enumerated() {
        if stayed[section].contains(item.id) {
          guard Int.random(in: 0..<share, using: &random) == 0 else { continue }
          rows[section][place].content += Bool.random(using: &random) ? "?" : ""
          // Items without a known place may also be removed or unknown ones.
          if Bool.random(using: &random) {
            splices[section].replace(with: entry(rows[section][place]), at: place)
          } else {
            contents.append(entry(rows[section][place]))
          }
        } else {
          if Bool.random(using: &random) { contents.append(entry(item)) }
          splices[section].insert(entry(item), at: place)
        }
      }
    }
    let isWhole = Bool.random(using: &random)
    return (
      splices.filter { isWhole || !$0.isEmpty }.shuffled(using: &random),
      contents.shuffled(using: &random)
    )
  }

  static func entry(_ item: (id: Int, content: String)) -> Texts.Entry {
    Texts.Entry(id: item.id, content: item.content)
  }

  @Test func `a splice applies its edits and returns the smallest batch`() throws {
    for seed in 0..<amount(8, full: 60, soak: 2000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var next = 100_000
      let size = [0, 3, 40, 700][seed % 4]
      var rows: Rows = (0..<Int.random(in: 1...20, using: &random)).map { section in
        (0..<Int.random(in: 0...size, using: &random)).map { (section * 1000 + $0, "\($0)") }
      }
      var snapshot = try Self.make(rows)
      for step in 0..<8 {
        let old = snapshot
        let change = Self.change(&rows, &next, &random)
        let batch = try snapshot.splice(change.splices, contents: change.contents)
        snapshot.checkInvariants()
        #expect(
          Self.plain(snapshot) == rows.map { $0.map(Self.entry) },
          "seed \(seed), step \(step)"
        )
        #expect(batch == old.updates(to: snapshot), "seed \(seed), step \(step)")
        let violations = CollectionModel(old).violations(of: batch, from: old, to: snapshot)
        #expect(violations.isEmpty, "seed \(seed), step \(step): \(violations)")
      }
    }
  }

  @Test func `the move of a single item equals the result of a comparison`() throws {
    let count = 40
    let rows: Rows = [(0..<count).map { ($0, "\($0)") }, [(100, "a")]]
    for (source, target) in (0..<count).flatMap({ source in (0..<count).map { (source, $0) } }) {
      for content in ["\(source)", "changed"] {
        var snapshot = try Self.make(rows)
        let old = snapshot
        var splice = Texts.Splice(section: 0, removals: [source])
        splice.insert(Self.entry((source, content)), at: target)
        let batch = try snapshot.splice([splice])
        snapshot.checkInvariants()
        #expect(batch == old.updates(to: snapshot), "from \(source) to \(target), \(content)")
        let violations = CollectionModel(old).violations(of: batch, from: old, to: snapshot)
        #expect(violations.isEmpty, "from \(source) to \(target), \(content): \(violations)")
      }
    }
  }

  @Test func `unchanged nodes are shared with the previous version`() throws {
    let items = (0..<2000).map { (id: $0, content: "\($0)") }
    var snapshot = try Self.make([items, [(5000, "a")]])
    let old = snapshot
    func replace(_ places: [Int], with content: (Int) -> String) throws -> BatchUpdates {
      var splice = Texts.Splice(section: 0)
      for place in places { splice.replace(with: Self.entry((place, content(place))), at: place) }
      return try snapshot.splice([splice])
    }
    let places = [0, 7, 400, 401, 1200, 1999]
    #expect(try replace(places) { "\($0)" }.isEmpty)
    #expect(snapshot.nodeCount(notSharedWith: old) == 0)
    let batch = try replace(places) { $0 == 401 ? "other" : "\($0)" }
    #expect(batch.reconfigureItems == [SnapshotPath(section: 0, item: 401)])
    let copied = snapshot.nodeCount(notSharedWith: old)
    snapshot = old
    _ = try replace([401]) { _ in "other" }
    #expect(copied == snapshot.nodeCount(notSharedWith: old))
    _ = try replace(places) { "\($0)!" }
    snapshot.checkInvariants()
    #expect(Self.plain(snapshot)[0].count { $0.content.hasSuffix("!") } == places.count)
  }

  @Test func `an item that is there already is refused and nothing is changed`() throws {
    let rows: Rows = [[(1, "a"), (2, "b")], [(3, "c")]]
    var snapshot = try Self.make(rows)
    var known = Texts.Splice(section: 0)
    known.insert(Texts.Entry(id: 3, content: "again"), at: 1)
    #expect(throws: SnapshotError.itemExists(3)) { _ = try snapshot.splice([known]) }
    var twice = Texts.Splice(section: 1)
    twice.insert(Texts.Entry(id: 9, content: ""), at: 0)
    twice.insert(Texts.Entry(id: 9, content: ""), at: 2)
    #expect(throws: SnapshotError.itemRepeated(9)) { _ = try snapshot.splice([twice]) }
    snapshot.checkInvariants()
    #expect(Self.plain(snapshot) == rows.map { $0.map(Self.entry) })
  }

  @Test func `hashes that collide do not confuse the index`() throws {
    typealias Colliding = ContentSnapshot<Int, Int, Collider, Int>
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(seed))
      var ids = (0..<60).map { Collider(id: $0) }
      var snapshot = try Colliding([
        (id: 0, content: 0, items: ids.map { Colliding.Entry(id: $0, content: 0) })
      ])
      for _ in 0..<20 {
        var splice = Colliding.Splice(section: 0)
        let moved = (0..<15).map { _ in
          let place = Int.random(in: ids.indices, using: &random)
          splice.remove(at: place)
          return ids.remove(at: place)
        }
        for id in moved { ids.insert(id, at: Int.random(in: 0...ids.count, using: &random)) }
        for (place, id) in ids.enumerated() where moved.contains(id) {
          splice.insert(Colliding.Entry(id: id, content: 0), at: place)
        }
        _ = try snapshot.splice([splice])
        snapshot.checkInvariants()
        #expect(snapshot.sections[0].items.map(\.id) == ids, "seed \(seed)")
      }
    }
  }

  /// An id with one of three hashes.
  struct Collider: Hashable {
    let id: Int
    func hash(into hasher: inout Hasher) { hasher.combine(id % 3) }
  }
}

extension SectionSplice {
  /// Removes an item from its place.
  ///
  /// - Parameter offset: Its offset after the earlier removals.
  fileprivate mutating func remove(at offset: Int) {
    let rank = removals.enumerated().count { $1 - $0 <= offset }
    removals.insert(offset + rank, at: rank)
  }
}
