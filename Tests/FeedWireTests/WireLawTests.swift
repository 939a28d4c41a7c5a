import FeedModel
import FeedSnapshots
import TestSupport
import Testing

@testable import FeedWire

/// The equality of the content of clients and server, for every sequence of images and patches.
@Suite("Wire laws")
struct WireLawTests {
  private let encoder: WireEncoder

  init() throws { encoder = try RandomFeed.encoder() }

  /// A client that holds an image.
  private func client(_ version: ViewVersion) throws -> FeedState {
    var state = FeedState()
    let event = ServerSentEvent.image(
      encoder.image(of: version),
      cursor: encoder.cursor(of: version)
    )
    guard case .updated = state.receive(event) else { throw Failure("no image") }
    return state
  }

  /// Sends the patch from one version to another; a list view must be able to perform its batch.
  private func send(
    _ old: ViewVersion,
    _ new: ViewVersion,
    to state: inout FeedState
  ) throws {
    switch encoder.patch(from: old, to: new) {
    case .unchanged: break
    case .tooLarge: throw Failure("too large, without a limit")
    case .patch(let json):
      let patch = try FeedPatch(json: json)
      guard patch.json == json else { throw Failure("encoded otherwise than decoded") }
      var list = CollectionModel(state.snapshot)
      let outcome = state.receive(.patch(json, cursor: encoder.cursor(of: new)))
      guard case .updated(let update) = outcome else { throw Failure("\(outcome)") }
      let violations = list.violations(of: update.batch, from: update.from, to: update.snapshot)
      guard violations.isEmpty else { throw Failure("\(violations) in \(patch)") }
      try list.perform(update.batch, to: update.snapshot)
      let warnings = CollectionModel(update.from).warnings(of: update.batch, to: update.snapshot)
      guard warnings.isEmpty else { throw Failure("\(warnings)") }
    }
  }

  /// The held content as the bytes of an image, without versions and source ages.
  private func bytes(_ state: FeedState, as version: ViewVersion) -> [UInt8] {
    guard var image = state.image else { return [] }
    image.cursor = encoder.cursor(of: version)
    return image.json
  }

  @Test func `an older image with a patch equals the newer image`() throws {
    for seed in 0..<UInt64(amount(150, full: 3000, soak: 100_000)) {
      var feed = RandomFeed(seed: seed)
      let view = try feed.view()
      var old = ViewVersion(feed.snapshot, in: view)
      var state = try client(old)
      for step in 0..<6 {
        feed.change()
        let new = ViewVersion(feed.snapshot, in: view)
        do { try send(old, new, to: &state) } catch {
          throw Failure("seed \(seed), step \(step): \(error)")
        }
        try #require(
          bytes(state, as: new) == encoder.image(of: new),
          "seed \(seed), step \(step), view \(view)"
        )
        // A version that does not change the view leaves the client at its version.
        let held = try #require(state.cursor)
        old = ViewVersion(
          FeedSnapshot(
            version: held.version,
            composition: feed.snapshot.composition,
            status: feed.snapshot.status
          ),
          in: view
        )
      }
    }
  }

  @Test func `one patch over many versions equals the sequence of their patches`() throws {
    for seed in 0..<UInt64(amount(80, full: 2000, soak: 50_000)) {
      var feed = RandomFeed(seed: seed)
      let view = try feed.view()
      var versions = [ViewVersion(feed.snapshot, in: view)]
      for _ in 0..<5 {
        feed.change(edits: 1...4)
        versions.append(ViewVersion(feed.snapshot, in: view))
      }
      let last = try #require(versions.last)
      for (start, version) in versions.enumerated() {
        var direct = try client(version)
        var stepwise = direct
        do {
          try send(version, last, to: &direct)
          var held = version
          for next in versions[start...].dropFirst() {
            try send(held, next, to: &stepwise)
            if stepwise.cursor?.version == next.snapshot.version { held = next }
          }
        } catch { throw Failure("seed \(seed), from \(start): \(error)") }
        try #require(bytes(direct, as: last) == encoder.image(of: last), "seed \(seed)")
        try #require(bytes(stepwise, as: last) == bytes(direct, as: last), "seed \(seed)")
      }
    }
  }

  @Test func `the checksums of server and client are equal, in all views and at all versions`()
    throws
  {
    for seed in 0..<UInt64(amount(60, full: 1000, soak: 20_000)) {
      var feed = RandomFeed(seed: seed)
      var checksums = FeedChecksums(encoder)
      let views = [FeedView.all, try feed.view(), try FeedView("featured")]
      var states = try views.map { try client(ViewVersion(feed.snapshot, in: $0)) }
      var held = views.map { ViewVersion(feed.snapshot, in: $0) }
      for step in 0..<5 {
        feed.change()
        // Only some versions are hashed.
        if feed.index(below: 3) == 0 { continue }
        checksums.update(to: feed.snapshot)
        for (index, view) in views.enumerated() {
          let new = ViewVersion(feed.snapshot, in: view)
          try send(held[index], new, to: &states[index])
          if states[index].cursor?.version == new.snapshot.version { held[index] = new }
          let checksum = checksums.checksum(in: view)
          let image = try FeedImage(json: encoder.image(of: new))
          try #require(checksum == Checksum(of: image.sections), "seed \(seed), step \(step)")
          let beat = Heartbeat(version: new.snapshot.version, checksum: checksum)
          let outcome = states[index].receive(.heartbeat(beat))
          guard case .unchanged = outcome else { throw Failure("seed \(seed): \(outcome)") }
          try #require(states[index].confirmedVersion == new.snapshot.version)
        }
      }
    }
  }
}

/// The violation of a law.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
