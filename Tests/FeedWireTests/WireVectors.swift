import FeedModel
import FeedSnapshots
import Foundation
import TestSupport

@testable import FeedWire

/// The examples of the protocol that clients in all languages run: `Tests/Vectors/wire.json`.
///
/// A case begins with a new client. After each of its events the client has the outcome, the content and the checksum that
/// the case lists. A stream is a case as bytes, in pieces.
struct WireVectors {
  /// An event, and the state of a client after it.
  struct Step {
    var event: ServerSentEvent
    /// `updated`, `unchanged`, `needsImage` or `goodbye`.
    var outcome: String
    /// The reason for refusing the event, if all clients give the same one.
    var because: String?
    /// The content of the client; `nil` if it holds no version.
    var image: FeedImage?
  }

  struct Case {
    var name: String
    var steps: [Step]
  }

  struct Stream {
    /// The name of the case.
    var name: String
    var pieces: [[UInt8]]
  }

  var cases: [Case] = []
  var streams: [Stream] = []

  /// The directory of the vectors and of the programs that run them.
  static let directory = Repository.root.appending(path: "Tests/Vectors")
  static let url = directory.appending(path: "wire.json")

  /// Generates all vectors from their seeds.
  init() throws {
    try addHistory("all", seed: 11, .all)
    try addHistory("groups", seed: 5, FeedView("live/*"))
    try addHistory("some", seed: 28, FeedView("featured,standard/?"))
    try addHistory("conflated", seed: 42, .all, edits: 4...9)
    try addRegrouped()
    try addHistory("raw", seed: 19, Self.rawView)
    try addWindows()
    try addRefusals()
    try addVersions()
    var random = SeededGenerator(seed: 9)
    for (name, end) in [
      ("regrouped", "\n"), ("regrouped", "\r\n"), ("ends", "\r"), ("groups", "\n"),
    ] {
      guard let example = cases.first(where: { $0.name == name }) else { continue }
      let text = example.steps.map { String(decoding: $0.event.bytes, as: UTF8.self) }.joined()
      var rest = Array((":\n\n" + text).replacing("\n", with: end).utf8)[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...90, using: &random))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      streams.append(Stream(name: name, pieces: pieces))
    }
  }
}

// MARK: - Histories

extension WireVectors {
  private static var rawView: FeedView {
    var view = FeedView.all
    view.hasRawValues = true
    return view
  }

  /// Adds a feed with random changes.
  private mutating func addHistory(
    _ name: String,
    seed: UInt64,
    _ view: FeedView,
    edits: ClosedRange<Int> = 1...3
  ) throws {
    var feed = RandomFeed(seed: seed, sections: 4, items: 3)
    var versions = [feed.snapshot]
    for _ in 1..<7 {
      feed.change(edits: edits)
      versions.append(feed.snapshot)
    }
    try addHistory(name, view, versions)
  }

  /// Adds an item that moves into an inserted section, and back when that is deleted.
  private mutating func addRegrouped() throws {
    func version(_ number: Int, _ groups: [(Int64, [(Int64, Value)])]) throws -> FeedSnapshot {
      var composition = FeedSnapshot.Composition()
      for (group, items) in groups {
        let section = SectionID("live", group: .integer(group))
        let content = SectionContent(source: "live", title: "Group \(group)")
        try composition.insertSection(section, content: content, at: composition.sectionCount)
        let entries = items.map { key, name in
          FeedSnapshot.Composition.Entry(
            id: ItemID(
              kind: "selection",
              object: ObjectID(entity: "selection", key: .integer(key))
            ),
            content: Content(shape: .init(["name"]), values: [name])
          )
        }
        try composition.insertItems(entries, inSection: section, at: 0)
      }
      return FeedSnapshot(version: number, composition: composition, status: [])
    }
    let versions = [
      try version(1, [(1, [(1, "A"), (2, "B"), (3, "C")])]),
      try version(2, [(1, [(1, "A"), (3, "C")]), (2, [(2, "B"), (4, "D")])]),
      try version(3, [(2, [(4, "D"), (2, "B again")]), (3, [(1, "A")])]),
      try version(4, [(1, [(3, "C"), (2, "B again")]), (3, [(4, "D"), (1, "A")])]),
      try version(5, [(1, [(2, "B"), (1, "A"), (3, "C")])]),
    ]
    try addHistory("regrouped", .all, versions)
  }

  /// Adds the events for a client that gets each version, then those for clients that skip versions.
  private mutating func addHistory(
    _ name: String,
    _ view: FeedView,
    _ snapshots: [FeedSnapshot]
  ) throws {
    let encoder = try RandomFeed.encoder()
    var checksums = FeedChecksums(encoder)
    func heartbeat(_ version: ViewVersion) -> ServerSentEvent {
      checksums.update(to: version.snapshot)
      let checksum = checksums.checksum(in: view)
      let number = version.snapshot.version
      return .heartbeat(Heartbeat(version: number, checksum: checksum, sources: version.sources))
    }
    func image(_ version: ViewVersion) throws -> Step {
      let bytes = encoder.image(of: version)
      let event = ServerSentEvent.image(bytes, cursor: encoder.cursor(of: version))
      return Step(event: event, outcome: "updated", image: try FeedImage(json: bytes))
    }
    /// Returns the patch, or `nil` if the view is unchanged.
    func patch(_ old: ViewVersion, _ new: ViewVersion) throws -> Step? {
      guard case .patch(let bytes) = encoder.patch(from: old, to: new) else { return nil }
      let event = ServerSentEvent.patch(bytes, cursor: encoder.cursor(of: new))
      let image = try FeedImage(json: encoder.image(of: new))
      return Step(event: event, outcome: "updated", image: image)
    }
    /// Returns a version with the reasons of failures, as clients get it that may read everything.
    func version(_ snapshot: FeedSnapshot) -> ViewVersion {
      let sources = snapshot.status.map { WireSource($0).explained(by: $0) }
      return ViewVersion(snapshot, in: view, sources: sources)
    }
    var held = [version(snapshots[0])]
    var steps = [try image(held[0])]
    for snapshot in snapshots.dropFirst() {
      let new = version(snapshot)
      if let step = try patch(held[held.count - 1], new) {
        held.append(new)
        steps.append(step)
      }
      let image = steps.last?.image
      steps.append(Step(event: heartbeat(new), outcome: "unchanged", image: image))
    }
    cases.append(Case(name: name, steps: steps))
    guard let last = held.last else { return }
    for old in held.dropLast(2) {
      guard let step = try patch(old, last) else { continue }
      let name = "\(name), from version \(old.snapshot.version)"
      cases.append(Case(name: name, steps: [try image(old), step]))
    }
  }
}

// MARK: - Windows

extension WireVectors {
  /// Adds the events for a client with windows, some of which it moves.
  private mutating func addWindows() throws {
    let encoder = try RandomFeed.encoder()
    var feed = RandomFeed(seed: 31, items: 9)
    let view = try FeedView.all.windowed(by: ["standard/*:2:3", "4"])
    var part = WindowedVersion(feed.snapshot, in: view)
    var held = ViewVersion(part)
    var events = [
      ServerSentEvent("stream", data: StreamName(id: "0123456789abcdef0123456789abcdef").json),
      .image(encoder.image(of: held), cursor: encoder.cursor(of: held)),
    ]
    for step in 0..<12 {
      let old = feed.snapshot
      if step % 3 == 2, let section = part.shown.composition.sections.first {
        _ = part.move(section.id, to: .offset(feed.index(below: 4)), count: 3, in: old)
      } else {
        feed.change(edits: 1...5)
        part.advance(by: WindowStep(from: old, to: feed.snapshot))
      }
      let new = ViewVersion(part)
      guard case .patch(let json) = encoder.patch(from: held, to: new) else { continue }
      events.append(.patch(json, cursor: encoder.cursor(of: new)))
      var checksums = FeedChecksums(encoder)
      checksums.update(to: part.shown)
      let beat = Heartbeat(version: part.shown.version, checksum: checksums.checksum())
      events.append(.heartbeat(beat))
      held = new
    }
    add("windows", events)
  }
}

// MARK: - Written by hand

extension WireVectors {
  /// Adds events that were written by hand; Swift's client says what follows from them.
  private mutating func add(_ name: String, _ events: [ServerSentEvent]) {
    var state = FeedState()
    let steps = events.map { event in
      var step = Step(event: event, outcome: "")
      switch state.receive(event) {
      case .updated: step.outcome = "updated"
      case .unchanged: step.outcome = "unchanged"
      case .goodbye: step.outcome = "goodbye"
      case .needsImage(let error):
        step.outcome = "needsImage"
        if error.code == .invalidBatch, event.name == "patch" { step.because = error.message }
      }
      step.image = state.image
      return step
    }
    cases.append(Case(name: name, steps: steps))
  }

  private func event(_ name: String, id: String? = nil, _ data: String) -> ServerSentEvent {
    ServerSentEvent(name, id: id, data: Array(data.utf8))
  }

  /// Adds invalid patches, with the rule that each of them violates; an image helps after each.
  private mutating func addRefusals() throws {
    func item(_ id: String) -> String { #"{"id":"\#(id)","kind":"k","title":"\#(id)"}"# }
    func section(_ id: String, _ items: [String]) -> String {
      #"{"id":"\#(id)","items":[\#(items.map(item).joined(separator: ","))]}"#
    }
    let sections = "\(section("s", ["a", "b"])),\(section("t", ["c"]))"
    let patches = [
      #""batch":{"deleteSections":[2]}"#,
      #""batch":{"insertSections":[3]},"sections":[\#(section("u", []))]"#,
      #""batch":{"deleteItems":[[0,2]]}"#,
      #""batch":{"insertItems":[[1,2]]},"items":[\#(item("d"))]"#,
      #""batch":{"deleteItems":[[0,0],[0,0]]}"#,
      #""batch":{"insertItems":[[0,0],[0,0]]},"items":[\#(item("d")),\#(item("e"))]"#,
      #""batch":{"deleteSections":[0,0]}"#,
      #""batch":{"moveItems":[{"from":[0,0],"to":[1,0]},{"from":[0,0],"to":[1,1]}]}"#,
      #""batch":{"deleteSections":[0],"deleteItems":[[0,0]]}"#,
      #""batch":{"deleteSections":[0],"moveItems":[{"from":[0,0],"to":[0,0]}]}"#,
      #""batch":{"insertSections":[0],"insertItems":[[0,0]]},"sections":[\#(section("u", []))],"#
        + #""items":[\#(item("d"))]"#,
      #""batch":{"insertSections":[0]},"sections":[\#(section("s", []))]"#,
      #""batch":{"insertItems":[[1,0]]},"items":[\#(item("a"))]"#,
      #""batch":{"deleteItems":[[0,0]],"insertItems":[[1,0]]},"items":[\#(item("a"))]"#,
      #""batch":{"reconfigureItems":[[1,1]]},"changes":[{"at":[1,1],"set":{"title":"x"}}]"#,
      #""batch":{"reloadSections":[0],"reconfigureItems":[[0,0]]},"headers":[{"at":0,"set":{}}],"#
        + #""changes":[{"at":[0,0],"set":{"title":"x"}}]"#,
      #""batch":{"reconfigureItems":[[0,0]],"reloadItems":[[0,0]]},"#
        + #""changes":[{"at":[0,0],"set":{"title":"x"}},{"at":[0,0],"set":{"title":"y"}}]"#,
      #""batch":{"reconfigureItems":[[0,0]]}"#,
      #""batch":{"insertItems":[[0,0]]}"#,
      #""batch":{},"items":[\#(item("d"))]"#,
    ]
    let image = event(
      "image",
      id: "e:1",
      #"{"epoch":"e","version":1,"sections":[\#(sections)],"sources":[]}"#
    )
    for body in patches {
      let patch = event("patch", id: "e:2", #"{"from":1,"to":2,\#(body)}"#)
      add("refused: \(body)", [image, patch, patch, image])
    }
  }

  /// Adds the rules for versions, checksums and images.
  private mutating func addVersions() throws {
    func image(_ version: Int = 5, _ sections: String = "") -> ServerSentEvent {
      let data = #"{"epoch":"e","version":\#(version),"sections":[\#(sections)],"sources":[]}"#
      return event("image", id: "e:\(version)", data)
    }
    func patch(_ from: Int, _ to: Int, id: String? = nil) -> ServerSentEvent {
      event("patch", id: id ?? "e:\(to)", #"{"from":\#(from),"to":\#(to),"batch":{}}"#)
    }
    func beat(_ version: Int, _ checksum: String = "cbf29ce484222325") -> ServerSentEvent {
      let sources = #"[{"id":"odds","state":"late","age":2.5}]"#
      return event(
        "heartbeat",
        #"{"version":\#(version),"checksum":"\#(checksum)","sources":\#(sources)}"#
      )
    }
    add("a patch and a heartbeat before an image", [beat(5), patch(5, 6), image()])
    add("a patch from an older version", [image(), patch(4, 6), image(6), patch(6, 7)])
    add("a patch from a version that is not confirmed", [image(), patch(6, 7)])
    add("a patch to its own version", [image(), patch(5, 5)])
    add("a patch to an older version", [image(), patch(5, 4)])
    add("a patch of another epoch", [image(), patch(5, 6, id: "f:6")])
    add("a confirmed version", [image(), beat(9), patch(9, 10), beat(10), patch(10, 12)])
    add("a patch from the last image after a confirmed version", [image(), beat(9), patch(5, 10)])
    add("a heartbeat of an older version", [image(), beat(4, "0000000000000000"), patch(5, 6)])
    add("a different checksum", [image(), beat(5, "0000000000000000"), patch(5, 6), image()])
    add(
      "ends",
      [event("other", "x")]
        + ["slow", "drain", "view", "expired"].flatMap { reason in
          [image(), event("bye", #"{"reason":"\#(reason)","retry":250}"#), beat(5)]
        }
    )
    let item = #"{"id":"a","kind":"k"}"#
    for sections in [
      #"{"id":"s","items":[\#(item),\#(item)]}"#, #"{"id":"s","items":[]},{"id":"s","items":[]}"#,
      #"{"id":"s","items":[\#(item)]},{"id":"t","items":[\#(item)]}"#,
      #"{"items":[]}"#, #"{"id":"s","items":[{"kind":"k"}]}"#,
    ] {
      add("refused image: \(sections)", [image(5, sections), image()])
    }
    for data in ["", "{", "[]", #"{"epoch":"e"}"#, #"{"version":1,"sections":[],"sources":[]}"#] {
      add("refused image: \(data)", [image(), event("image", id: "e:6", data), image()])
    }
  }
}

// MARK: - The file

extension WireVectors {
  /// The file, with one event or one list of pieces per line.
  var bytes: [UInt8] {
    get throws {
      var json = JSONWriter()
      try json.object { json in
        json.key("checksums")
        try json.array { try Self.writeChecksums(into: &$0) }
        json.list("cases", cases) { json, example in
          json.object { json in
            json.key("$name")
            json.text(example.name)
            json.list("steps", example.steps) { Self.write($1, into: &$0) }
          }
        }
        json.list("streams", streams) { json, stream in
          json.object { json in
            json.key("$case")
            json.text(stream.name)
            json.list("pieces", stream.pieces) { $0.text(Data($1).base64EncodedString()) }
          }
        }
      }
      // The first key of each object that begins a line has a `$`, which is omitted.
      let text = String(decoding: json.bytes, as: UTF8.self)
      return Array((text.replacing("{\"$", with: "\n{\"") + "\n").utf8)
    }
  }

  private static func write(_ step: Step, into json: inout JSONWriter) {
    json.object { json in
      json.key("$event")
      json.text(step.event.name)
      if let id = step.event.id {
        json.key("id")
        json.text(id)
      }
      json.key("data")
      json.text(String(decoding: step.event.data, as: UTF8.self))
      json.key("outcome")
      json.text(step.outcome)
      if let because = step.because {
        json.key("because")
        json.text(because)
      }
      if let image = step.image {
        json.key("checksum")
        json.text(Checksum(of: image.sections).description)
        json.key("image")
        image.write(into: &json)
      }
    }
  }

  /// Writes sections, the hashes of their items, and their checksums.
  private static func writeChecksums(into json: inout JSONWriter) throws {
    let encoder = try RandomFeed.encoder()
    for seed in [3, 7, 19, 23] as [UInt64] {
      let image = encoder.image(of: ViewVersion(RandomFeed(seed: seed, sections: 3).snapshot))
      let sections = try FeedImage(json: image).sections
      json.object { json in
        json.list("$sections", sections) { $0.section($1) }
        json.list("items", sections) { json, section in
          json.array { json in
            for item in section.items {
              json.text(Checksum(Checksum.hash(of: item.look, id: item.id)).description)
            }
          }
        }
        json.key("checksum")
        json.text(Checksum(of: sections).description)
      }
    }
  }
}
