import FeedModel
import FeedSnapshots
import Foundation

@testable import FeedWire

/// Seeded examples of the protocol for clients in any language: `fixtures/wire/NAME.json`.
struct WireVectors {
  let name: String
  let bytes: [UInt8]

  static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "fixtures/wire")

  /// The path of the vectors in the repository.
  var url: URL { Self.directory.appending(path: "\(name).json") }

  static func all() throws -> [WireVectors] {
    [try checksums(), try refusals()]
      + [
        try history("all", seed: 11, .all), try history("groups", seed: 5, FeedView("live/*")),
        try history("some", seed: 28, FeedView("featured,standard/?")),
        try history("conflated", seed: 42, .all, edits: 4...9), try regrouped(),
        try history("raw", seed: 19, rawView),
      ]
  }

  private static var rawView: FeedView {
    var view = FeedView.all
    view.hasRawValues = true
    return view
  }

  /// Writes a file; the first key of each vector starts with `$`, which is omitted.
  private init(name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    var json = JSONWriter()
    try json.object(body)
    self.name = name
    // Write one vector per line for readable diffs.
    bytes = Array(
      (String(decoding: json.bytes, as: UTF8.self).replacing("{\"$", with: "\n{\"") + "\n").utf8
    )
  }
}

extension WireVectors {
  /// Returns sections, the hashes of their items, and their checksums.
  private static func checksums() throws -> WireVectors {
    let encoder = try RandomFeed.encoder()
    return try WireVectors(name: "checksums") { json in
      json.key("checksums")
      try json.array { json in
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
  }

  /// Returns the vectors of a feed with random changes.
  private static func history(
    _ name: String,
    seed: UInt64,
    _ view: FeedView,
    edits: ClosedRange<Int> = 1...3
  ) throws -> WireVectors {
    var feed = RandomFeed(seed: seed, sections: 4, items: 3)
    var isFirst = true
    return try history(name, view) { count in
      guard count < 7 else { return nil }
      if !isFirst { feed.change(edits: edits) }
      isFirst = false
      return feed.snapshot
    }
  }

  /// Returns vectors of an item that moves into an inserted section, and back when that is deleted.
  private static func regrouped() throws -> WireVectors {
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
    return try history("regrouped", .all) { count in
      versions.indices.contains(count) ? versions[count] : nil
    }
  }

  /// Returns the events of a stream and the client's content after each; then longer patches.
  ///
  /// `next` returns the next version for the number of shown versions, and `nil` at the end.
  private static func history(
    _ name: String,
    _ view: FeedView,
    next: (Int) -> FeedSnapshot?
  ) throws -> WireVectors {
    let encoder = try RandomFeed.encoder()
    var checksums = FeedChecksums(encoder)
    var versions: [ViewVersion] = []
    return WireVectors(name: name) { json in
      json.key("view")
      json.text(view.description)
      json.key("steps")
      json.array { json in
        func write(_ event: ServerSentEvent, _ data: some WireMessage, _ version: ViewVersion) {
          json.object { json in
            json.key("$event")
            json.text(event.name)
            if let id = event.id {
              json.key("id")
              json.text(id)
            }
            json.key("data")
            data.write(into: &json)
            json.key("version")
            json.integer(version.snapshot.version)
            json.key("checksum")
            json.text(checksums.checksum(in: view).description)
            json.key("sections")
            json.array { json in
              for section in version.sections {
                encoder.write(section, of: version, into: &json)
              }
            }
          }
        }
        while let snapshot = next(versions.count) {
          let new = ViewVersion(snapshot, in: view)
          checksums.update(to: snapshot)
          let cursor = encoder.cursor(of: new)
          if let old = versions.last {
            if case .patch(let bytes) = encoder.patch(from: old, to: new),
              let patch = try? FeedPatch(json: bytes)
            {
              versions.append(new)
              write(.patch(bytes, cursor: cursor), patch, new)
            } else {
              let checksum = checksums.checksum(in: view)
              let beat = Heartbeat(
                version: new.snapshot.version,
                checksum: checksum,
                sources: new.sources
              )
              write(.heartbeat(beat), beat, old)
            }
          } else if let image = try? FeedImage(json: encoder.image(of: new)) {
            versions.append(new)
            write(.image([], cursor: cursor), image, new)
          }
        }
      }
      json.key("jumps")
      json.array { json in
        guard let last = versions.last else { return }
        for old in versions.dropLast() {
          guard let image = try? FeedImage(json: encoder.image(of: old)),
            case .patch(let bytes) = encoder.patch(from: old, to: last),
            let patch = try? FeedPatch(json: bytes)
          else { continue }
          json.object { json in
            json.key("$image")
            image.write(into: &json)
            json.key("patch")
            patch.write(into: &json)
            checksums.update(to: last.snapshot)
            json.key("checksum")
            json.text(checksums.checksum(in: view).description)
          }
        }
      }
    }
  }

  /// Invalid patches, with the rule that each of them violates.
  private static func refusals() throws -> WireVectors {
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
    let image = try FeedImage(
      json: Array(#"{"epoch":"e","version":1,"sections":[\#(sections)],"sources":[]}"#.utf8)
    )
    return try WireVectors(name: "refused") { json in
      json.key("image")
      image.write(into: &json)
      json.key("refused")
      try json.array { json in
        for body in patches {
          let patch = try FeedPatch(json: Array(#"{"from":1,"to":2,\#(body)}"#.utf8))
          var state = FeedState()
          _ = state.receive(.image(image.json, cursor: image.cursor))
          guard
            case .needsImage(let error) = state.receive(.patch(patch.json, cursor: image.cursor))
          else { throw Failure("not refused: \(body)") }
          json.object { json in
            json.key("$patch")
            patch.write(into: &json)
            json.key("because")
            json.text(error.message)
          }
        }
      }
    }
  }
}
