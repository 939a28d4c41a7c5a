import FeedModel
import FeedSnapshots
import Testing

@Suite("FeedSnapshot")
struct FeedSnapshotTests {
  private func id(_ key: Int64) -> ItemID {
    ItemID(kind: "event", object: ObjectID(entity: "event", key: .integer(key)))
  }

  @Test func `an item is looked up in the version, whatever comes after it`() throws {
    var composition = FeedSnapshot.Composition()
    let content = Content(shape: Content.Shape(["name"]), values: ["Derby"])
    try composition.insertSection(SectionID("live"), content: SectionContent(source: "s"), at: 0)
    try composition.insertItems(
      [SnapshotEntry(id: id(1), content: content)],
      inSection: SectionID("live"),
      at: 0
    )
    let old = FeedSnapshot(version: 1, composition: composition, status: [])
    composition.setContent(.empty, of: id(1))
    let new = FeedSnapshot(version: 2, composition: composition, status: [])
    #expect(old[id(1)]?["name"] == "Derby")
    #expect(new[id(1)] == .empty)
    #expect(old[id(2)] == nil)
  }

  @Test func `a source is ok, waits or has failed with a message`() {
    let states: [SourceStatus.State] = [.ok, .waiting, .failed("gone")]
    let all = states.map { SourceStatus(source: "ads", state: $0) }
    #expect(all.map(\.state.description) == ["ok", "waiting", "gone"])
    #expect(all.map(\.problem) == [nil, nil, "gone"])
  }
}
