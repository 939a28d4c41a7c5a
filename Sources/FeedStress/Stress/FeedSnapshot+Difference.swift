import FeedModel
import FeedSnapshots

extension FeedSnapshot {
  /// Returns a description of the first difference from the snapshot of a fresh feed, or `nil`.
  func difference(fromFresh other: FeedSnapshot) -> String? {
    let (mine, others) = (Array(composition.sections), Array(other.composition.sections))
    if let difference = Self.difference(mine.map(\.id), others.map(\.id), "section") {
      return difference
    }
    for (one, two) in zip(mine, others) {
      let (items, others) = (Array(one.items), Array(two.items))
      if let difference = Self.difference(items.map(\.id), others.map(\.id), "item") {
        return "in section '\(one.id)', \(difference)"
      }
      guard one.content == two.content else {
        return "section '\(one.id)' has the title \(Self.text(one.content.title)) instead of "
          + Self.text(two.content.title)
      }
      for (item, other) in zip(items, others) where item.content != other.content {
        return "item '\(item.id)' has " + Self.difference(item.content, other.content)
      }
    }
    return nil
  }

  /// Returns a description of the first difference between two lists of names, or `nil`.
  private static func difference<Name: Equatable & CustomStringConvertible>(
    _ mine: [Name],
    _ others: [Name],
    _ kind: String
  ) -> String? {
    guard mine != others else { return nil }
    let index = zip(mine, others).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
    func name(_ names: [Name]) -> String {
      names.indices.contains(index) ? "'\(names[index])'" : "none"
    }
    return "\(kind) \(index + 1) is \(name(mine)) instead of \(name(others))"
  }

  /// Returns the fields that differ, with both values.
  private static func difference(_ mine: Content, _ others: Content) -> String {
    let names = mine.shape.names + others.shape.names.filter { mine[$0] == nil }
    return names.filter { mine[$0] != others[$0] }
      .map { "\($0) \(value(mine[$0])) instead of \(value(others[$0]))" }
      .joined(separator: ", ")
  }

  private static func text(_ text: String?) -> String { text.map { "'\($0)'" } ?? "none" }

  private static func value(_ value: Value?) -> String {
    switch value {
    case nil: "nothing"
    case .text(let text)?: "'\(text.string)'"
    case let value?: value.description
    }
  }
}
