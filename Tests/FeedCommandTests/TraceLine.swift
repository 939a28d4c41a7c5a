import Foundation
import Testing

/// A line of a JSON trace, read without code of the program.
struct TraceLine {
  let version: Int
  let line: Int
  let at: Double
  let updates: Updates
  let snapshot: ShownFeed?

  init(_ text: some StringProtocol) throws {
    let decoder = JSONDecoder()
    let raw = try decoder.decode(Raw.self, from: Data(text.utf8))
    (version, line, at, updates) = (raw.version, raw.line, raw.at, raw.updates)
    snapshot = raw.snapshot.map(ShownFeed.init)
  }

  private struct Raw: Decodable {
    let version: Int
    let line: Int
    let at: Double
    let updates: Updates
    let snapshot: ShownFeed.Raw?
  }

  /// A batch: all nine keys are required.
  struct Updates: Decodable {
    let deleteSections: [Int]
    let insertSections: [Int]
    let moveSections: [Move<Int>]
    let deleteItems: [[Int]]
    let insertItems: [[Int]]
    let moveItems: [Move<[Int]>]
    let reloadSections: [Int]
    let reloadItems: [[Int]]
    let reconfigureItems: [[Int]]
  }

  struct Move<Place: Decodable>: Decodable {
    let from: Place
    let to: Place
  }
}

/// A feed as a thin client shows it: arrays, changed by batches.
struct ShownFeed: Equatable {
  struct Section: Equatable {
    var id: String
    var items: [Item]
  }

  struct Item: Equatable {
    var id: String
    var content: [String: String]
  }

  var sections: [Section]

  init(_ json: String) throws {
    self.init(try JSONDecoder().decode(Raw.self, from: Data(json.utf8)))
  }

  init(_ raw: Raw) {
    sections = raw.sections.map { section in
      Section(
        id: section.id,
        items: section.items.map { Item(id: $0.id, content: $0.content.mapValues(\.text)) }
      )
    }
  }

  /// Performs a batch naively: first all removals, then all insertions.
  func performing(_ updates: TraceLine.Updates, to next: ShownFeed) -> ShownFeed {
    var result = self
    let movedItems = updates.moveItems.map { ($0.to, sections[$0.from[0]].items[$0.from[1]]) }
    let leaving = updates.deleteItems + updates.moveItems.map(\.from)
    for place in leaving.sorted(by: { ($0[0], $0[1]) > ($1[0], $1[1]) }) {
      result.sections[place[0]].items.remove(at: place[1])
    }
    // A moved section keeps its remaining items.
    let carried = updates.moveSections.map { ($0.to, result.sections[$0.from]) }
    for index in (updates.deleteSections + updates.moveSections.map(\.from)).sorted(by: >) {
      result.sections.remove(at: index)
    }
    let arriving =
      carried
      + updates.insertSections.map { ($0, Section(id: next.sections[$0].id, items: [])) }
    for (index, section) in arriving.sorted(by: { $0.0 < $1.0 }) {
      result.sections.insert(section, at: index)
    }
    let items =
      movedItems.map { ($0.0, $0.1) }
      + updates.insertItems.map { ($0, next.sections[$0[0]].items[$0[1]]) }
    for (place, item) in items.sorted(by: { ($0.0[0], $0.0[1]) < ($1.0[0], $1.0[1]) }) {
      result.sections[place[0]].items.insert(item, at: place[1])
    }
    for place in updates.reconfigureItems + updates.reloadItems {
      result.sections[place[0]].items[place[1]] = next.sections[place[0]].items[place[1]]
    }
    for index in updates.reloadSections { result.sections[index] = next.sections[index] }
    for index in updates.insertSections { result.sections[index] = next.sections[index] }
    return result
  }

  struct Raw: Decodable {
    let version: Int
    let sections: [RawSection]
    let status: [String: String]
  }

  struct RawSection: Decodable {
    let id: String
    let source: String
    let title: String?
    let items: [RawItem]
  }

  struct RawItem: Decodable {
    let id: String
    let kind: String
    let object: String
    let content: [String: RawValue]
  }

  /// A value of JSON as its text.
  struct RawValue: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        text = "null"
      } else if let number = try? container.decode(Double.self) {
        text = "\(number)"
      } else {
        text = try container.decode(String.self)
      }
    }
  }
}
