import FeedModel
import FeedSnapshots
import Foundation

/// A snapshot in a file: the output of `feed render --format json`, or a short form of ids.
struct SnapshotFile: Decodable {
  typealias Composition = ContentSnapshot<Text, Text, Text, JSONValue>

  struct Section: Decodable {
    let id: String
    let title: String?
    let items: [Item]
  }

  /// An item: an object with an id and an optional content, or the id alone.
  struct Item: Decodable {
    let id: String
    let content: JSONValue

    private enum Key: String, CodingKey {
      case id, content
    }

    init(from decoder: any Decoder) throws {
      if let id = try? decoder.singleValueContainer().decode(String.self) {
        (self.id, content) = (id, .null)
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(String.self, forKey: .id)
      content = try container.decodeIfPresent(JSONValue.self, forKey: .content) ?? .null
    }
  }

  let sections: [Section]

  private enum Key: String, CodingKey {
    case sections, snapshot
  }

  /// Reads a snapshot, or the one in a line of `feed replay --trace json --snapshots`.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.snapshot) {
      self = try container.decode(SnapshotFile.self, forKey: .snapshot)
    } else {
      sections = try container.decode([Section].self, forKey: .sections)
    }
  }

  /// Reads a snapshot.
  ///
  /// - Throws: A ``Failure`` that names the file and its mistake.
  static func read(_ path: String) throws -> Composition {
    let data = try JSONLines.contents(of: path)
    do {
      return try JSONDecoder().decode(SnapshotFile.self, from: data).composition()
    } catch let error as SnapshotError {
      throw Failure.badInput(error.code.rawValue, "\(path): \(error.message)")
    } catch {
      guard !isTrace(data) else {
        throw Failure.badInput(
          "malformed-snapshot",
          "\(path): this is a trace of several versions",
          hint:
            "compare two traces with 'diff OLD NEW'; 'feed render --until TIME --format json' writes a snapshot"
        )
      }
      let mistake = JSONPlaces.mistake(in: String(decoding: data, as: UTF8.self))
      throw Failure(
        .badInput,
        "malformed-snapshot",
        mistake.map { "this \($0.verdict): \($0.what)" } ?? "this is not a snapshot",
        hint: #"for example {"sections":[{"id":"a","items":["1","2"]}]}"#,
        at: mistake.map { "\(path):\($0.place.line):\($0.place.column)" } ?? path
      )
    }
  }

  /// Returns whether the first line of a file is a version of `feed replay --trace`.
  private static func isTrace(_ data: Data) -> Bool {
    struct Version: Decodable {
      let version: Int?
      let event: String?
    }
    let first = data.prefix { $0 != UInt8(ascii: "\n") }
    guard first.count < data.count - 1,
      let version = try? JSONDecoder().decode(Version.self, from: first)
    else { return false }
    return version.version != nil || version.event != nil
  }

  private func composition() throws(SnapshotError) -> Composition {
    var result = Composition()
    for section in sections {
      let id = Text(section.id)
      try result.insertSection(id, content: Text(section.title ?? ""), at: result.sectionCount)
      let items = section.items.map { SnapshotEntry(id: Text($0.id), content: $0.content) }
      try result.insertItems(items, inSection: id, at: 0)
    }
    return result
  }
}

/// Any JSON value, compared by value and not by notation.
enum JSONValue: Decodable, Hashable, CustomStringConvertible {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case map([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      // Not every integer of 64 bits is a double.
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .map(try container.decode([String: JSONValue].self))
    }
  }

  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): value.debugDescription
    case .list(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .map(let fields):
      "{\(fields.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription):\($0.value)" }.joined(separator: ","))}"
    }
  }
}

extension JSONValue {
  /// Describes the members that differ, as `price: 2.35 → 2.4`.
  ///
  /// - Returns: A text per member, in the order of the names; the whole values if one is not an object.
  func changes(to new: JSONValue) -> [String] {
    guard case .map(let before) = self, case .map(let after) = new else {
      return self == new ? [] : ["\(self) → \(new)"]
    }
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      let (one, two) = (before[name], after[name])
      guard one != two else { return nil }
      return "\(name): \(one.map(\.description) ?? "none") → \(two.map(\.description) ?? "none")"
    }
  }
}
