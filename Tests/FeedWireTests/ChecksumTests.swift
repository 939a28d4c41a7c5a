import FeedFormatting
import FeedModel
import FeedSnapshots
import TestSupport
import Testing

@testable import FeedWire

@Suite("Checksum")
struct ChecksumTests {
  private func item(_ id: String, _ change: (inout WireLook) -> Void = { _ in }) -> WireItem {
    var look = WireLook(kind: "k")
    look.title = id
    change(&look)
    return WireItem(id: id, look: look)
  }

  private func checksum(_ sections: [WireSection]) -> Checksum { Checksum(of: sections) }

  private func checksum(_ items: [WireItem]) -> Checksum {
    checksum([WireSection(id: "s", items: items)])
  }

  @Test func `the checksum of an empty view is the start value of the hash`() {
    #expect(checksum([WireSection]()).description == "cbf29ce484222325")
  }

  @Test func `the checksum depends on order and place`() {
    let (a, b, c) = (item("a"), item("b"), item("c"))
    let orders = [[a, b, c], [b, a, c], [a, c, b], [c, b, a], [a, b], [a, b, c, c]]
    #expect(Set(orders.map { checksum($0) }).count == orders.count)
    let (s, t) = (WireSection(id: "s", items: [a, b]), WireSection(id: "t", items: [c]))
    let places = [
      [s, t], [t, s], [s],
      [WireSection(id: "s", items: [a]), WireSection(id: "t", items: [b, c])],
      [WireSection(id: "t", items: [a, b]), WireSection(id: "s", items: [c])],
      [s, WireSection(id: "t"), WireSection(id: "u", items: [c])],
    ]
    #expect(Set(places.map { checksum($0) }).count == places.count)
  }

  @Test func `the checksum depends on each part and its key`() {
    var all: [WireItem] = [item("a"), item("b")]
    for key in WireLook.Key.texts { all.append(item("a") { $0[text: key] = "x" }) }
    let flags = [["x"], ["y"], ["x", "y"], ["y", "x"], ["xy"], ["", "x"]]
    all += flags.map { flags in item("a") { $0.flags = flags } }
    let fields: [[(name: String, value: Value)]] = [
      [("x", 1)], [("x", "1")], [("1", "x")], [("x", 2)], [("x", 1), ("y", 2)],
      [("x", 2), ("y", 1)],
      [("x", 1.5)], [("x", "")], [("", "x")], [("x", -1)], [("x", .real(.infinity))],
    ]
    all += fields.map { fields in item("a") { $0.setFields(fields) } }
    #expect(Set(all.map { checksum([$0]) }).count == all.count)
    let headers = [
      WireHeader(), WireHeader(title: "pin"), WireHeader(isPinned: true), WireHeader(layout: "pin"),
      WireHeader(title: "e\u{301}"), WireHeader(title: "é"),
    ]
    #expect(
      Set(headers.map { checksum([WireSection(id: "s", header: $0)]) }).count == headers.count
    )
  }

  @Test func `the checksum ignores number spellings and the order of members`() {
    let one = item("a") { $0.setFields([("x", 3), ("y", .integer(.max))]) }
    let other = item("a") { $0.setFields([("y", .real(0x1p63)), ("x", 3.0)]) }
    #expect(checksum([one]) == checksum([other]))
  }

  @Test func `a checksum is written as 16 digits and reads back unchanged`() {
    #expect(Checksum(0x2A).description == "000000000000002a")
    for value in [0, 1, 0x2A, .max] as [UInt64] {
      #expect(Checksum(Checksum(value).description)?.value == value)
    }
    for text in ["", "2a", "+00000000000002a", "000000000000002g", "000000000000002a0"] {
      #expect(Checksum(text) == nil)
    }
  }

  @Test func `a changed price costs one hash, and one multiplication per item of its section`()
    throws
  {
    let shape = Content.Shape(["name", "price"])
    for size in [200, 3200] {
      var composition = FeedSnapshot.Composition()
      for section in 0..<10 {
        let id = SectionID("live", group: .integer(Int64(section)))
        try composition.insertSection(id, content: SectionContent(source: "live"), at: section)
        let entries = (0..<size / 10).map { item in
          FeedSnapshot.Composition.Entry(
            id: ItemID(
              kind: "selection",
              object: ObjectID(entity: "s", key: .integer(Int64(section * size + item)))
            ),
            content: Content(shape: shape, values: ["Draw", 2.5])
          )
        }
        try composition.insertItems(entries, inSection: id, at: 0)
      }
      let encoder = try RandomFeed.encoder()
      let old = FeedSnapshot(version: 1, composition: composition, status: [])
      let id = composition.item(at: SnapshotPath(section: 3, item: 5)).id
      composition.setContent(Content(shape: shape, values: ["Draw", 2.4]), of: id)
      let new = FeedSnapshot(version: 2, composition: composition, status: [])
      var checksums = FeedChecksums(encoder)
      checksums.update(to: old)
      #expect(checksums.work == (size, size))
      checksums.update(to: new)
      #expect(checksums.work == (size + 1, size + size / 10))
      checksums.update(to: new)
      #expect(checksums.work == (size + 1, size + size / 10))
      let plan = PatchPlan(from: ViewVersion(old), to: ViewVersion(new), encoder: encoder)
      #expect(plan.itemsCompared == 1)
      guard case .patch(let json) = encoder.patch(from: ViewVersion(old), to: ViewVersion(new))
      else { throw Failure("no patch") }
      #expect(
        String(decoding: json, as: UTF8.self)
          == #"{"from":1,"to":2,"batch":{"reconfigureItems":[[3,5]]},"changes":[{"at":[3,5],"#
          + #""set":{"value":"2.40"}}]}"#
      )
    }
  }
}
