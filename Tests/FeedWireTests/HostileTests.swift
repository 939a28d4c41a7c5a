import FeedModel
import FeedSnapshots
import TestSupport
import Testing

@testable import FeedWire

/// A broken or malicious server: on any input, a client requests an image and never traps.
@Suite("Hostile servers")
struct HostileTests {
  private let encoder: WireEncoder

  init() throws { encoder = try RandomFeed.encoder() }

  /// An image and a patch of a random feed, as JSON.
  private func messages(_ seed: UInt64) throws -> (image: [UInt8], patch: [UInt8]) {
    var feed = RandomFeed(seed: seed)
    let old = ViewVersion(feed.snapshot)
    while true {
      feed.change(edits: 2...8)
      if case .patch(let patch) = encoder.patch(from: old, to: ViewVersion(feed.snapshot)) {
        return (encoder.image(of: old), patch)
      }
    }
  }

  private func state(_ image: [UInt8]) throws -> FeedState {
    var state = FeedState()
    let outcome = state.receive(ServerSentEvent("image", data: image))
    guard case .updated = outcome else { throw Failure("\(outcome)") }
    return state
  }

  /// The result of a patch must be valid in the strict model, or an error.
  private func judge(_ patch: FeedPatch, _ held: FeedState, _ hint: String) throws -> Bool {
    do {
      let new = try held.snapshot.applying(patch)
      new.checkInvariants()
      let violations = CollectionModel(held.snapshot).violations(of: patch.batch, to: new)
      guard violations.isEmpty else { throw Failure("\(hint): \(violations) of \(patch)") }
      return true
    } catch let error as WireError {
      guard error.code == .invalidBatch else { throw Failure("\(hint): \(error)") }
      return false
    }
  }

  @Test func `a tampered batch is rejected unless a list view can perform it`()
    throws
  {
    var refused = 0
    var performed = 0
    for seed in 0..<UInt64(amount(120, full: 3000, soak: 100_000)) {
      let (image, json) = try messages(seed)
      let held = try state(image)
      let patch = try FeedPatch(json: json)
      #expect(try judge(patch, held, "seed \(seed), as it was"))
      var random = SeededGenerator(seed: seed)
      for _ in 0..<20 {
        var patch = patch
        for _ in 0..<Int.random(in: 1...2, using: &random) { tamper(with: &patch, &random) }
        if try judge(patch, held, "seed \(seed)") { performed += 1 } else { refused += 1 }
      }
    }
    #expect(refused > 400)
    #expect(performed > 40)
  }

  @Test func `arbitrary bytes are read or rejected without a trap`() throws {
    var read = 0
    let limits = WireLimits()
    for seed in 0..<UInt64(amount(50, full: 2000, soak: 50_000)) {
      let (image, patch) = try messages(seed)
      var random = SeededGenerator(seed: seed)
      let beat = Heartbeat(
        version: 3,
        checksum: Checksum(7),
        sources: [.init(id: "a", state: .late)]
      )
      let all = [image, patch, beat.json, Bye(reason: .slow, retry: 9).json]
      for (index, json) in all.enumerated() {
        for _ in 0..<10 {
          var bytes = json
          for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&bytes, &random) }
          do throws(WireError) {
            switch index {
            case 0: _ = try WireSnapshot(FeedImage(json: bytes, limits: limits).sections)
            case 1: _ = try FeedPatch(json: bytes, limits: limits)
            case 2: _ = try Heartbeat(json: bytes, limits: limits)
            default: _ = try Bye(json: bytes, limits: limits)
            }
            read += 1
          } catch { #expect(!error.message.isEmpty) }
          var held = try state(image)
          _ = held.receive(
            ServerSentEvent(["image", "patch", "heartbeat", "bye"][index], data: bytes)
          )
          var reader = EventReader(maximumEventBytes: 1000)
          _ = try? reader.read(bytes)
        }
      }
    }
    #expect(read > 100)
  }

  @Test func `a patch with another start, end or epoch is rejected`()
    throws
  {
    let (image, json) = try messages(1)
    let patch = try FeedPatch(json: json)
    for change in [(-1, 0), (1, 0), (0, patch.from - patch.to), (0, -patch.to)] {
      var other = patch
      other.from += change.0
      other.to += change.1
      var held = try state(image)
      #expect(held.receive(ServerSentEvent("patch", data: other.json)).code == .otherVersion)
      #expect(held.cursor == nil)
      // Only an image helps then.
      #expect(held.receive(ServerSentEvent("patch", data: json)).code == .otherVersion)
      _ = held.receive(ServerSentEvent("image", data: image))
      #expect(held.receive(ServerSentEvent("patch", data: json)).code == nil)
    }
    var held = try state(image)
    #expect(held.receive(ServerSentEvent("patch", id: "other:2", data: json)).code == .otherVersion)
  }

  @Test func `a different checksum requests an image, and an older heartbeat is ignored`()
    throws
  {
    let (image, json) = try messages(1)
    var held = try state(image)
    let version = try #require(held.cursor).version
    let old = Heartbeat(version: version - 1, checksum: Checksum(1))
    #expect(held.receive(.heartbeat(old)).code == nil)
    #expect(held.cursor != nil)
    let right = Heartbeat(version: version + 5, checksum: held.checksum())
    #expect(held.receive(.heartbeat(right)).code == nil)
    // The server may name the confirmed version as well as the sent one.
    var patch = try FeedPatch(json: json)
    (patch.from, patch.to) = (version + 5, version + 6)
    #expect(held.receive(ServerSentEvent("patch", data: patch.json)).code == nil)
    let wrong = Heartbeat(version: version + 9, checksum: Checksum(1))
    #expect(held.receive(.heartbeat(wrong)).code == .checksumMismatch)
    #expect(held.cursor == nil)
  }
}

extension FeedState.Outcome {
  /// Returns the reason for requesting an image, or `nil`.
  fileprivate var code: WireError.Code? {
    if case .needsImage(let error) = self { return error.code }
    return nil
  }
}

extension HostileTests {
  private func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = bytes.indices.randomElement(using: &random) ?? 0
    let signs = Array("{}[],:\"\\0123456789-.eE nul\u{0}\u{FFFD}".utf8)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = .random(in: 0...255, using: &random)
    case 1: bytes[place] = signs.randomElement(using: &random) ?? 0
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
    default:
      let end = Int.random(in: place...min(bytes.count, place + 40), using: &random)
      if Bool.random(using: &random) {
        bytes.removeSubrange(place..<end)
      } else {
        bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      }
    }
    if bytes.isEmpty { bytes = [0] }
  }

  private func number(near number: Int, _ random: inout SeededGenerator) -> Int {
    [number &- 1, number &+ 1, 0, .max, number &+ 2, -1].randomElement(using: &random) ?? number
  }

  private func change(_ path: inout SnapshotPath, _ random: inout SeededGenerator) {
    if Bool.random(using: &random) {
      path.section = number(near: path.section, &random)
    } else {
      path.item = number(near: path.item, &random)
    }
  }

  /// Changes one position, or adds or removes one edit, usually with its content.
  private func tamper(with patch: inout FeedPatch, _ random: inout SeededGenerator) {
    let isWhole = Int.random(in: 0..<4, using: &random) > 0
    func any<Element>(_ list: [Element]) -> Int? { list.indices.randomElement(using: &random) }
    let path = SnapshotPath(
      section: Int.random(in: 0..<5, using: &random),
      item: Int.random(in: 0..<5, using: &random)
    )
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      if let at = any(patch.batch.deleteItems) { change(&patch.batch.deleteItems[at], &random) }
    case 1:
      if let at = any(patch.batch.insertItems) { change(&patch.batch.insertItems[at], &random) }
    case 2:
      if let at = any(patch.batch.moveItems) { change(&patch.batch.moveItems[at].from, &random) }
    case 3:
      if let at = any(patch.batch.moveItems) { change(&patch.batch.moveItems[at].to, &random) }
    case 4:
      if let at = any(patch.batch.deleteSections) {
        patch.batch.deleteSections[at] = number(near: patch.batch.deleteSections[at], &random)
      }
    case 5:
      if let at = any(patch.batch.insertSections) {
        patch.batch.insertSections[at] = number(near: patch.batch.insertSections[at], &random)
      }
    case 6: patch.batch.deleteItems.append(path)
    case 7:
      let from = SnapshotPath(section: path.item, item: path.section)
      patch.batch.moveItems.append(.init(from: from, to: path))
    case 8: patch.batch.moveSections.append(.init(from: path.section, to: path.item))
    case 9:
      patch.batch.reconfigureItems.append(path)
      if isWhole {
        patch.changes.insert(
          WireChange(at: path, set: WireLook(kind: "x")),
          at: min(patch.changes.count, patch.batch.reconfigureItems.count - 1)
        )
      }
    case 10:
      patch.batch.insertItems.append(path)
      let id = Bool.random(using: &random) ? "new" : patch.items.first?.id ?? "new"
      if isWhole { patch.items.append(WireItem(id: id, look: WireLook())) }
    case 11:
      patch.batch.insertSections.append(path.section)
      let id = Bool.random(using: &random) ? "new" : patch.sections.first?.id ?? "featured"
      if isWhole { patch.sections.append(WireSection(id: id)) }
    case 12:
      patch.batch.reloadSections.append(path.section)
      if isWhole {
        patch.headers.append(WireHeaderChange(at: path.section, set: WireHeader(title: "t")))
      }
    default: patch.batch.deleteSections.append(path.section)
    }
  }
}
