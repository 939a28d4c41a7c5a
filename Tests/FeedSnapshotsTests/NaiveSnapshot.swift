import TestSupport

@testable import FeedSnapshots

/// A call of the snapshot's interface with random arguments, half of them wrong.
enum RandomCall {
  case append([Int], String?)
  case insert([Int], Int, after: Bool)
  case delete([Int])
  case move(Int, Int, after: Bool)
  case appendSections([String])
  case insertSections([String], String, after: Bool)
  case deleteSections([String])
  case moveSection(String, String, after: Bool)
  case replace([Int], String)
  case deleteAll

  init(_ random: inout SeededGenerator) {
    func item() -> Int { Int.random(in: 0..<12, using: &random) }
    func items() -> [Int] { (0..<Int.random(in: 0...3, using: &random)).map { _ in item() } }
    func section() -> String { ["a", "b", "c", "d"].randomElement(using: &random) ?? "a" }
    func sections() -> [String] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in section() }
    }
    let after = Bool.random(using: &random)
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<8: self = .append(items(), after ? section() : nil)
    case 8..<16: self = .insert(items(), item(), after: after)
    case 16..<20: self = .delete(items())
    case 20..<28: self = .move(item(), item(), after: after)
    case 28..<31: self = .appendSections(sections())
    case 31..<33: self = .insertSections(sections(), section(), after: after)
    case 33: self = .deleteSections(sections())
    case 34..<37: self = .moveSection(section(), section(), after: after)
    case 37..<39: self = .replace(items(), section())
    default: self = .deleteAll
    }
  }

  func perform(on snapshot: inout Snapshot<String, Int>) throws(SnapshotError) {
    switch self {
    case .append(let items, let section): try snapshot.appendItems(items, toSection: section)
    case .insert(let items, let anchor, let after):
      if after {
        try snapshot.insertItems(items, afterItem: anchor)
      } else {
        try snapshot.insertItems(items, beforeItem: anchor)
      }
    case .delete(let items): try snapshot.deleteItems(items)
    case .move(let item, let anchor, let after):
      if after {
        try snapshot.moveItem(item, afterItem: anchor)
      } else {
        try snapshot.moveItem(item, beforeItem: anchor)
      }
    case .appendSections(let sections): try snapshot.appendSections(sections)
    case .insertSections(let sections, let anchor, let after):
      if after {
        try snapshot.insertSections(sections, afterSection: anchor)
      } else {
        try snapshot.insertSections(sections, beforeSection: anchor)
      }
    case .deleteSections(let sections): try snapshot.deleteSections(sections)
    case .moveSection(let section, let anchor, let after):
      if after {
        try snapshot.moveSection(section, afterSection: anchor)
      } else {
        try snapshot.moveSection(section, beforeSection: anchor)
      }
    case .replace(let items, let section):
      try snapshot.replaceItems(inSection: section, with: items)
    case .deleteAll: snapshot.deleteAllItems()
    }
  }
}

/// Apple's semantics on plain arrays, written as simply as possible.
struct NaiveSnapshot {
  var sections: [(String, [Int])]

  private func isUnique<ID: Hashable>(_ ids: [ID]) -> Bool { Set(ids).count == ids.count }
  private func place(_ section: String) -> Int? { sections.firstIndex { $0.0 == section } }
  private func home(_ item: Int) -> Int? { sections.firstIndex { $0.1.contains(item) } }

  private mutating func remove(_ items: [Int]) {
    for index in sections.indices { sections[index].1.removeAll { items.contains($0) } }
  }

  /// Performs a call, or throws if it must be refused.
  mutating func perform(_ call: RandomCall) -> Bool {
    switch call {
    case .append(let items, let section):
      guard let name = section ?? sections.last?.0, let place = place(name), isUnique(items) else {
        return false
      }
      remove(items)
      sections[place].1 += items
    case .insert(let items, let anchor, let after):
      guard let home = home(anchor), !items.contains(anchor), isUnique(items) else { return false }
      remove(items)
      insert(items, home, anchor, after)
    case .delete(let items):
      guard isUnique(items) else { return false }
      remove(items)
    case .move(let item, let anchor, let after):
      guard home(item) != nil, let home = home(anchor), item != anchor else { return false }
      remove([item])
      insert([item], home, anchor, after)
    case .appendSections(let new):
      guard isUnique(new), new.allSatisfy({ place($0) == nil }) else { return false }
      sections += new.map { ($0, []) }
    case .insertSections(let new, let anchor, let after):
      guard let index = place(anchor), isUnique(new), new.allSatisfy({ place($0) == nil }) else {
        return false
      }
      sections.insert(contentsOf: new.map { ($0, []) }, at: index + (after ? 1 : 0))
    case .deleteSections(let gone):
      guard isUnique(gone) else { return false }
      sections.removeAll { gone.contains($0.0) }
    case .moveSection(let section, let anchor, let after):
      guard let from = place(section), place(anchor) != nil, section != anchor else { return false }
      let moved = sections.remove(at: from)
      guard let to = place(anchor) else { return false }
      sections.insert(moved, at: to + (after ? 1 : 0))
    case .replace(let items, let section):
      guard let place = place(section), isUnique(items) else { return false }
      remove(items)
      sections[place].1 = items
    case .deleteAll: sections = []
    }
    return true
  }

  private mutating func insert(_ items: [Int], _ home: Int, _ anchor: Int, _ after: Bool) {
    guard let index = sections[home].1.firstIndex(of: anchor) else { return }
    sections[home].1.insert(contentsOf: items, at: index + (after ? 1 : 0))
  }
}
