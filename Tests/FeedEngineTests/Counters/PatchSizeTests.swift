import FeedDefinition
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore
import FeedWire
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Size of a patch")
struct PatchSizeTests {
  @Test func `a new price of the sportsbook takes at most 300 bytes, and a 300th of the image`()
    throws
  {
    let feed = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml")).feed
    let core = try EngineCore(feed: feed, store: .memory)
    let encoder = WireEncoder(
      epoch: Epoch(of: ["sportsbook"]),
      appearance: FeedAppearance(feed)
    )
    let shown = core.snapshot.composition.sections.lazy.flatMap(\.items).map(\.id)
    let selections = shown.filter { $0.kind == "selection" && $0.slot == 0 }
    let image = encoder.image(of: ViewVersion(core.snapshot))
    for selection in selections.prefix(50) {
      let update = try core.commit {
        try $0.run("UPDATE selection SET price = price + 0.25 WHERE id = \(selection.object.key)")
      }
      let new = ViewVersion(try #require(update).snapshot)
      let old = ViewVersion(try #require(update).from)
      guard case .patch(let json) = encoder.patch(from: old, to: new) else {
        Issue.record("no patch")
        continue
      }
      let event = ServerSentEvent.patch(json, cursor: encoder.cursor(of: new)).bytes
      #expect(event.count <= 300, "\(String(decoding: event, as: UTF8.self))")
      #expect(event.count <= image.count / 300, "of \(image.count)")
    }
  }
}
