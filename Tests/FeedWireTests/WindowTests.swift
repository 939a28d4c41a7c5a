import FeedModel
import FeedSnapshots
import TestSupport
import Testing

@testable import FeedWire

/// The equality of a client's windows and the same ranges of the whole feed, after every patch.
@Suite("Windows")
struct WindowTests {
  private let encoder: WireEncoder

  init() throws { encoder = try RandomFeed.encoder() }

  /// A client and the part that the server shows it.
  private struct Client {
    var part: WindowedVersion
    var state = FeedState()

    /// Checks that the held sections are the ranges of the whole feed at the held places.
    func check(against whole: FeedState, _ view: FeedView) throws {
      let all = try #require(whole.image).sections
      var expected: [WireSection] = []
      for section in all where view.contains(id: section.id) {
        var section = section
        if let window = state.windows[Text(section.id)] {
          try #require(window.total == section.items.count)
          let count = state.snapshot.itemCount(inSection: Text(section.id)) ?? 0
          section.window = window
          section.items = Array(section.items[window.from..<window.from + count])
        }
        expected.append(section)
      }
      try #require(state.image?.sections == expected)
    }
  }

  private func opened(_ feed: FeedSnapshot, in view: FeedView) throws -> Client {
    var client = Client(part: WindowedVersion(feed, in: view))
    try receiveImage(&client)
    return client
  }

  private func receiveImage(_ client: inout Client) throws {
    let version = ViewVersion(client.part)
    let event = ServerSentEvent.image(
      encoder.image(of: version),
      cursor: encoder.cursor(of: version)
    )
    guard case .updated = client.state.receive(event) else { throw Failure("no image") }
  }

  /// Sends the patch between two parts, refereed.
  private func send(_ old: WindowedVersion, to client: inout Client) throws -> WireUpdate? {
    let new = ViewVersion(client.part)
    switch encoder.patch(from: ViewVersion(old), heldAs: client.state.cursor?.version, to: new) {
    case .unchanged: return nil
    case .tooLarge: throw Failure("too large, without a limit")
    case .patch(let json):
      guard try FeedPatch(json: json).json == json else { throw Failure("encoded otherwise") }
      var list = CollectionModel(client.state.snapshot)
      let outcome = client.state.receive(.patch(json, cursor: encoder.cursor(of: new)))
      guard case .updated(let update) = outcome else { throw Failure("\(outcome)") }
      let violations = list.violations(of: update.batch, from: update.from, to: update.snapshot)
      guard violations.isEmpty else { throw Failure("\(violations)") }
      try list.perform(update.batch, to: update.snapshot)
      return update
    }
  }

  private static let views = [
    ["3"], ["live/*:0:2", "2"], ["featured:2:3", "1"], ["*:1:2"], ["*:4:4"], ["standard/*:3:1"],
    ["10000"],
  ]

  @Test func `windows with their patches equal the ranges of the feed`() throws {
    for seed in 0..<UInt64(amount(150, full: 3000, soak: 100_000)) {
      var feed = RandomFeed(seed: seed)
      let windows = Self.views[feed.index(below: Self.views.count)]
      let view = try feed.view().windowed(by: windows)
      var everything = FeedView.all
      everything.hasRawValues = view.hasRawValues
      var client = try opened(feed.snapshot, in: view)
      var checksums = FeedChecksums(encoder)
      for step in 0..<8 {
        let (before, old) = (feed.snapshot, client.part)
        feed.change()
        do {
          client.part.advance(by: WindowStep(from: before, to: feed.snapshot))
          _ = try send(old, to: &client)
          if feed.index(below: 3) == 0 { try move(&client, &feed) }
          var whole = FeedState()
          let all = ViewVersion(feed.snapshot, in: everything)
          _ = whole.receive(.image(encoder.image(of: all), cursor: encoder.cursor(of: all)))
          try client.check(against: whole, view)
          checksums.update(to: client.part.shown)
          try #require(checksums.checksum() == client.state.checksum())
        } catch { throw Failure("seed \(seed), step \(step), windows \(windows): \(error)") }
      }
    }
  }

  /// Moves the window of a random section to a random item or offset.
  private func move(_ client: inout Client, _ feed: inout RandomFeed) throws {
    let sections = feed.snapshot.composition.sections
    guard !sections.isEmpty else { return }
    let section = sections[feed.index(below: sections.count)]
    let old = client.part
    let offset = feed.index(below: section.items.count + 2)
    let start: FeedWindow.Start =
      offset < section.items.count && feed.index(below: 2) == 0
      ? .item(section.items[offset].id) : .offset(offset)
    let hasMoved = client.part.move(section.id, to: start, count: 2, in: feed.snapshot)
    try #require(hasMoved == (old.shown.composition.section(section.id) != nil))
    if hasMoved { _ = try send(old, to: &client) }
  }

  private static let photos = SectionID("photos")

  private static func item(_ key: Int) -> FeedSnapshot.Composition.Entry {
    .init(
      id: ItemID(kind: "photo", object: ObjectID(entity: "photo", key: .integer(Int64(key)))),
      content: Content(shape: .init(["name"]), values: [.integer(Int64(key))])
    )
  }

  private static func feed(_ keys: some Sequence<Int>, version: Int = 1) throws -> FeedSnapshot {
    var composition = FeedSnapshot.Composition()
    let content = SectionContent(source: "photos")
    try composition.insertSection(photos, content: content, at: 0)
    try composition.insertItems(keys.map(item), inSection: photos, at: 0)
    return FeedSnapshot(version: version, composition: composition, status: [])
  }

  /// Edits the only section of a feed.
  private static func edited(
    _ feed: FeedSnapshot,
    _ edit: (inout FeedSnapshot.Composition) throws -> Void
  ) throws -> FeedSnapshot {
    var composition = feed.composition
    try edit(&composition)
    return FeedSnapshot(version: feed.version + 1, composition: composition, status: [])
  }

  private func change(
    _ from: Int,
    of total: Int,
    before: Int = 0,
    behind: Int = 0
  )
    -> WireWindowChange
  {
    let window = WireWindow(from: from, total: total)
    return WireWindowChange(at: 0, window: window, before: before, behind: behind)
  }

  @Test func `items that arrive before a window are counted and do not move it`() throws {
    var feed = try Self.feed(0..<100)
    var client = try opened(feed, in: FeedView.all.windowed(by: ["photos:50:10"]))
    let shown = client.state.snapshot.itemIDs
    func edit(_ body: (inout FeedSnapshot.Composition) throws -> Void) throws -> WireUpdate? {
      let (before, old) = (feed, client.part)
      feed = try Self.edited(feed, body)
      client.part.advance(by: WindowStep(from: before, to: feed))
      return try send(old, to: &client)
    }
    let twelve = try edit {
      try $0.insertItems((200..<212).map(Self.item), inSection: Self.photos, at: 7)
    }
    #expect(twelve?.windows == [change(62, of: 112, before: 12)])
    #expect(twelve?.batch.isEmpty == true)
    let behind = try edit { try $0.insertItems([Self.item(300)], inSection: Self.photos, at: 112) }
    #expect(behind?.windows == [change(62, of: 113, behind: 1)])
    let within = try edit { try $0.insertItems([Self.item(301)], inSection: Self.photos, at: 64) }
    #expect(within?.windows == [change(62, of: 114)])
    #expect(within?.batch.insertItems == [SnapshotPath(section: 0, item: 2)])
    #expect(within?.batch.deleteItems == [SnapshotPath(section: 0, item: 9)])
    // The first item of the window leaves: the window begins with the next.
    let gone = try edit { $0.deleteItems(inSection: Self.photos, range: 62..<63) }
    #expect(gone?.windows == [change(62, of: 113)])
    #expect(client.state.snapshot.itemIDs.first == shown[1])
    // All items of the window leave.
    let all = try edit { $0.deleteItems(inSection: Self.photos, range: 60..<75) }
    #expect(all?.windows == [change(62, of: 98)])
    #expect(client.state.snapshot.itemCount == 10)
  }

  @Test func `a window at the beginning shows the items that arrive there`() throws {
    let feed = try Self.feed(0..<100)
    var client = try opened(feed, in: FeedView.all.windowed(by: ["10"]))
    let old = client.part
    let new = try Self.edited(feed) {
      try $0.insertItems([Self.item(200)], inSection: Self.photos, at: 0)
    }
    client.part.advance(by: WindowStep(from: feed, to: new))
    let update = try send(old, to: &client)
    #expect(update?.windows == [change(0, of: 101)])
    #expect(update?.batch.insertItems == [SnapshotPath(section: 0, item: 0)])
    #expect(update?.batch.deleteItems == [SnapshotPath(section: 0, item: 9)])
  }

  @Test func `a price outside all windows makes no patch`() throws {
    let feed = try Self.feed(0..<1000)
    var client = try opened(feed, in: FeedView.all.windowed(by: ["photos:500:10"]))
    let old = client.part
    let new = try Self.edited(feed) {
      let content = Content(shape: .init(["name"]), values: ["new"])
      $0.setContent(content, of: Self.item(499).id)
    }
    client.part.advance(by: WindowStep(from: feed, to: new))
    #expect(client.part.isIdentical(to: old))
    #expect(try send(old, to: &client) == nil)
  }

  @Test func `the first window of a million items is at most 32 KiB`() throws {
    let feed = try Self.feed(0..<1_000_000)
    let part = WindowedVersion(feed, in: try FeedView.all.windowed(by: ["100"]))
    #expect(part.shown.composition.itemCount == 100)
    #expect(encoder.image(of: ViewVersion(part)).count <= 32 * 1024)
  }

  @Test(arguments: [
    "", "0", "10001", "a", "photos", "photos:1", "photos::10", ":0:10", "photos:0:0", "photos:0:-1",
    "photos:0:10001", "100000", "1 ", "photos:0:",
  ])
  func `a text that is not a window is refused`(text: String) {
    let error = #expect(throws: WireError.self) { try FeedWindow(text) }
    #expect(error?.code == .invalidWindow)
  }

  @Test func `windows name sections, items and counts`() throws {
    #expect(
      try FeedWindow("photos:photo:photo/7:50")
        == FeedWindow(sections: "photos", start: .name("photo:photo/7"), count: 50)
    )
    #expect(
      try FeedWindow("live/*:20:10000")
        == FeedWindow(sections: "live/*", start: .offset(20), count: 10_000)
    )
    for (text, section, start) in [
      ("b/12:30:0:2", "b/12:30", FeedWindow.Start.offset(0)),
      ("b/12:30:u:t/3:2", "b/12:30", .name("u:t/3")),
      ("b/a:b:u:t/3:4:2", "b/a:b", .name("u:t/3:4")),
      ("b:any:2", "b", .name("any")),
    ] {
      let window = FeedWindow(sections: Text(section), start: start, count: 2)
      #expect(try FeedWindow(text) == window, "\(text)")
    }
    #expect(try FeedWindow("7") == FeedWindow(sections: "*", start: .offset(0), count: 7))
  }
}

extension ContentSnapshot {
  fileprivate var itemIDs: [ItemID] { sections.flatMap { $0.items.map(\.id) } }
}
