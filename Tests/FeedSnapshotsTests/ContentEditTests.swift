import TestSupport
import Testing

@testable import FeedSnapshots

/// Many contents at once, by ids and by places, against arrays and against comparing the snapshots.
@Suite("Contents of many items")
struct ContentEditTests {
  typealias Texts = SpliceTests.Texts

  /// Sections of items, some with more than the 500 from which trees are read beforehand.
  private static func rows(_ random: inout SeededGenerator) -> SpliceTests.Rows {
    (0..<Int.random(in: 1...12, using: &random)).map { section in
      let count = section == 0 ? 700 : Int.random(in: 0...50, using: &random)
      return (0..<count).map { (section * 1000 + $0, "\($0)") }
    }
  }

  @Test func `contents set by id: the last one of an id wins, and unknown ids are ignored`()
    throws
  {
    for seed in 0..<amount(40, full: 80, soak: 2000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var rows = Self.rows(&random)
      let old = try SpliceTests.make(rows)
      var snapshot = old
      var entries: [Texts.Entry] = []
      let sections = seed % 2 == 0 ? 0..<1 : rows.indices
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let section = Int.random(in: sections, using: &random)
        guard let place = rows[section].indices.randomElement(using: &random) else { continue }
        let before = String(rows[section][place].id % 1000)
        let content = [before, before + "!", "x"].randomElement(using: &random) ?? before
        rows[section][place].content = content
        entries.append(Texts.Entry(id: rows[section][place].id, content: content))
        if Int.random(in: 0..<8, using: &random) == 0 {
          entries.append(Texts.Entry(id: -1 - place, content: "nobody"))
        }
      }
      let paths = snapshot.setContents(entries)
      snapshot.checkInvariants()
      #expect(SpliceTests.plain(snapshot) == rows.map { $0.map(SpliceTests.entry) }, "seed \(seed)")
      var batch = BatchUpdates()
      batch.reconfigureItems = paths
      #expect(batch == old.updates(to: snapshot), "seed \(seed)")
    }
  }

  @Test func `by places: sections and items in any order`() throws {
    for seed in 0..<amount(40, full: 80, soak: 2000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var rows = Self.rows(&random)
      let old = try SpliceTests.make(rows)
      var snapshot = old
      var splices: [Texts.Splice] = []
      for section in rows.indices.shuffled(using: &random) where !rows[section].isEmpty {
        var splice = Texts.Splice(section: section)
        let count = Int.random(in: 0...min(rows[section].count, 30), using: &random)
        for place in rows[section].indices.shuffled(using: &random).prefix(count) {
          if Bool.random(using: &random) { rows[section][place].content += "!" }
          splice.replace(with: SpliceTests.entry(rows[section][place]), at: place)
        }
        splices.append(splice)
      }
      let batch = try snapshot.splice(splices)
      snapshot.checkInvariants()
      #expect(SpliceTests.plain(snapshot) == rows.map { $0.map(SpliceTests.entry) }, "seed \(seed)")
      #expect(batch == old.updates(to: snapshot), "seed \(seed)")
    }
  }
}
