import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import TestFeeds
import TestSupport
import Testing

@testable import FeedTerminal

@Suite("Frames of a live page")
struct FrameTests {
  typealias Composition = FeedSnapshot.Composition

  private static let shape = Content.Shape(["name", "price"])

  private func selection(_ key: Int, price: Double) -> Composition.Entry {
    Composition.Entry(
      id: ItemID(
        kind: "selection",
        object: ObjectID(entity: "selection", key: .integer(Int64(key)))
      ),
      content: Content(shape: Self.shape, values: ["Over 2.5", .real(price)])
    )
  }

  /// A page of prices: as many as you like, three in a row.
  private func page(_ count: Int) throws -> (FeedSnapshot, FeedAppearance) {
    var appearance = try TestFeed().appearance
    appearance.sections = ["prices": SectionAppearance(.rows, cells: ["selection": 3])]
    var composition = Composition()
    let id = SectionID("prices")
    try composition.insertSection(id, content: .init(source: "prices"), at: 0)
    try composition.insertItems(
      (0..<count).map { selection($0, price: 2) },
      inSection: id,
      at: 0
    )
    return (FeedSnapshot(version: 1, composition: composition, status: []), appearance)
  }

  @Test(arguments: sample(ColorDepth.allCases, oneIn: 2))
  func `thirty prices per frame on 120 by 40 take at most 4 KiB, and an idle page takes none`(
    depth: ColorDepth
  ) throws {
    let (first, appearance) = try page(3_000)
    var random = SeededGenerator(seed: 5)
    var model = WatchModel(first, appearance, columns: 120, lines: 40)
    var encoder = ScreenEncoder(depth: depth)
    _ = encoder.bytes(for: model.screen(at: .zero))
    var most = 0
    // Several seconds, so that some flashes and arrows end in the frames in which others begin.
    var now = Duration.zero
    for frame in 1...amount(50, full: 120) {
      now = .milliseconds(50 * frame)
      let old = model.snapshot
      var composition = old.composition
      var changed: Set<Int> = []
      // All of those are in view.
      while changed.count < 30 { changed.insert(Int.random(in: 0..<111, using: &random)) }
      for key in changed {
        let price = Double(Int.random(in: 101...1_900, using: &random)) / 100
        let entry = selection(key, price: price)
        _ = composition.setContent(entry.content, of: entry.id)
      }
      let next = FeedSnapshot(version: frame + 1, composition: composition, status: [])
      model.show(next, old.composition.updates(to: composition), at: now)
      most = max(most, encoder.bytes(for: model.screen(at: now)).count)
    }
    #expect(most <= 4_096, "\(most) bytes")
    #expect(most > 500, "\(most) bytes")
    // Only what ends is written, and then nothing at all.
    while let next = model.nextChange(after: now) {
      now = next
      _ = encoder.bytes(for: model.screen(at: now))
    }
    #expect(encoder.bytes(for: model.screen(at: now + .seconds(60))).isEmpty)
    #expect(encoder.bytes(for: model.screen(at: now + .seconds(3_600))).isEmpty)
  }

  @Test func `a screen measures nothing, however many items there are`() throws {
    let (first, appearance) = try page(100_000)
    var model = WatchModel(first, appearance, columns: 120, lines: 40)
    _ = model.press(.end, at: .zero)
    _ = model.screen(at: .zero)
    let before = try #require(model.layout?.measuredPlaces)
    for key in [WatchKey.up, .pageUp, .home, .down, .end] {
      _ = model.press(key, at: .zero)
      _ = model.screen(at: .zero)
    }
    #expect(model.layout?.measuredPlaces == before)
  }
}
