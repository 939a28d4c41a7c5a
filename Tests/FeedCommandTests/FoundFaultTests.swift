import Foundation
import Testing

/// Faults that were found by users, with a feed for each, in the folder `FoundFaults`.
@Suite("feed: found faults", .waiting)
struct FoundFaultTests {
  private static let folder = "Tests/FeedCommandTests/FoundFaults"

  /// The names of the faults.
  static let names: [String] = {
    let path = FeedProgram.root.appending(path: folder).path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func `each found fault is read`() { #expect(Self.names.count == 13) }

  @Test(arguments: names)
  func `a found fault is corrected, or rejected with a hint`(name: String) throws {
    let file = FeedProgram.root.appending(path: "\(Self.folder)/\(name).json")
    let right = try Right(Data(contentsOf: file))
    let outcome = try FeedProgram.run(
      "replay",
      "\(Self.folder)/\(name).yaml",
      "\(Self.folder)/\(name).jsonl",
      "--on-error",
      "skip",
      "--trace",
      "json",
      "--snapshots",
      "--verify"
    )
    let errors = outcome.errors
    if right.mayRefuse, errors.contains("error[") {
      #expect(
        errors.contains("hint: "),
        "\(errors)"
      )
      #expect(
        (outcome.status == 0 || outcome.status == 65),
        "\(errors)"
      )
      return
    }
    #expect(outcome.status == 0, "\(errors)")
    #expect(right.skips == errors.contains("error["), "\(errors)")
    let versions = try outcome.lines.map {
      try JSONDecoder().decode(Version.self, from: Data($0.utf8))
    }
    let last = try #require(versions.last)
    let shown = ShownFeed(last.snapshot)
    // Version 1 is the feed before the first line; the trace begins with it.
    let before = versions.dropLast().last.map { ShownFeed($0.snapshot) } ?? .empty
    if !right.snapshots.isEmpty {
      #expect(right.snapshots.contains(shown.names), "\(shown.names), not \(right.snapshots)")
    }
    if !right.changes.isEmpty {
      let change = last.updates?.change(from: before, to: shown) ?? []
      let isRight = right.changes.contains { $0.words == change }
      #expect(isRight, "\(change), not \(right.changes)")
    }
    if let titles = right.titles {
      #expect(last.snapshot.sections.map(\.title) == titles)
    }
    if let count = right.versions { #expect(last.version == count) }
  }
}

/// A version in the trace; the first one has no line.
private struct Version: Decodable {
  let version: Int
  let updates: TraceLine.Updates?
  let snapshot: ShownFeed.Raw
}

/// The expected results, from `NAME.json`.
private struct Right {
  var snapshots: [String] = []
  var changes: [String] = []
  var titles: [String]?
  var versions: Int?
  var skips = false
  var mayRefuse = false

  init(_ data: Data) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    snapshots = Self.alternatives(object["snapshot"])
    changes = Self.alternatives(object["change"])
    titles = object["titles"] as? [String]
    versions = object["versions"] as? Int
    skips = object["skip"] as? Bool ?? false
    mayRefuse = object["mayRefuse"] as? Bool ?? false
  }

  private static func alternatives(_ value: Any?) -> [String] {
    value as? [String] ?? (value as? String).map { [$0] } ?? []
  }
}

extension String {
  /// The parts of a change, in any order.
  fileprivate var words: [String] {
    var words: [String] = []
    for word in split(separator: " ") {
      if let last = words.last, ["+S", "-S", "~S", ">S"].contains(last) {
        words[words.count - 1] += " \(word)"
      } else {
        words.append(String(word))
      }
    }
    return words.sorted()
  }
}

extension ShownFeed {
  fileprivate static let empty = ShownFeed(Raw(version: 1, sections: [], status: [:]))

  /// Sections and items by the keys of their objects: `a[1 2] b[3]`.
  fileprivate var names: String {
    sections.map { "\($0.id)[\($0.items.map(\.key).joined(separator: " "))]" }
      .joined(separator: " ")
  }
}

extension ShownFeed.Item {
  /// The key of the object: the part after the first slash of the name.
  fileprivate var key: String { String(id.drop { $0 != "/" }.dropFirst()) }
}

extension TraceLine.Updates {
  /// Returns the changes of the batch, by names.
  fileprivate func change(from old: ShownFeed, to new: ShownFeed) -> [String] {
    // If the trace does not contain the former item, its name is left empty.
    func item(_ feed: ShownFeed, _ place: [Int]) -> String {
      guard place[0] < feed.sections.count else { return "" }
      let items = feed.sections[place[0]].items
      return place[1] < items.count ? items[place[1]].key : ""
    }
    func section(_ index: Int) -> String {
      index < old.sections.count ? old.sections[index].id : ""
    }
    var words = deleteSections.map { "-S \(section($0))" }
    words += insertSections.map { "+S \(new.sections[$0].id)" }
    words += moveSections.map { ">S \(new.sections[$0.to].id)" }
    words += reloadSections.map { "~S \(new.sections[$0].id)" }
    words += deleteItems.map { "-\(item(old, $0))" }
    words += insertItems.map { "+\(item(new, $0))" }
    words += moveItems.map { ">\(item(new, $0.to))" }
    words += (reloadItems + reconfigureItems).map { "~\(item(new, $0))" }
    return words.sorted()
  }
}
