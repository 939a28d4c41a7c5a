import FeedFormatting
import FeedModel

/// A node of a feed file: a scalar, a list or a map, with its place.
struct YAMLNode: Sendable {
  /// The style of a scalar.
  enum Style: Sendable {
    case plain, quoted, literal, folded
  }

  enum Kind: Sendable {
    case scalar(String, Style)
    case list([YAMLNode])
    case map([Entry])
  }

  /// A key of a map and its value.
  struct Entry: Sendable {
    let key: String
    let keyPosition: FeedFilePosition
    let value: YAMLNode
  }

  let kind: Kind
  let position: FeedFilePosition
  /// The number of nodes after all aliases are expanded.
  let weight: Int
  /// The index of each key of a large map, since a feed may have thousands of sources.
  private let places: [String: Int]?
  private static let largeMap = 16

  init(_ kind: Kind, at position: FeedFilePosition) {
    self.kind = kind
    self.position = position
    let inner: Int
    switch kind {
    case .scalar: inner = 0
    case .list(let nodes): inner = nodes.reduce(0) { Self.sum($0, $1.weight) }
    case .map(let entries): inner = entries.reduce(0) { Self.sum($0, $1.value.weight) }
    }
    weight = Self.sum(inner, 1)
    if case .map(let entries) = kind, entries.count > Self.largeMap {
      places = Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first }
    } else {
      places = nil
    }
  }

  /// The entry of a map with a key.
  ///
  /// - Complexity: O(1), however large the map is.
  func entry(_ key: String) -> Entry? {
    guard case .map(let entries) = kind else { return nil }
    guard let places else { return entries.first { $0.key == key } }
    return places[key].map { entries[$0] }
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}

extension YAMLNode {
  var entries: [Entry]? {
    if case .map(let entries) = kind { return entries }
    return nil
  }

  var list: [YAMLNode]? {
    if case .list(let nodes) = kind { return nodes }
    return nil
  }

  var scalar: YAMLScalar? {
    guard case .scalar(let text, let style) = kind else { return nil }
    return style == .plain ? YAMLScalar(plain: text) : .text(text)
  }
}

extension YAMLNode {
  var string: String? {
    switch scalar {
    case .text(let text), .ambiguous(let text): text
    default: nil
    }
  }

  /// The integer, or the integral value of a number: `3.0` counts as `3`.
  var integer: Int? {
    switch scalar {
    case .integer(let integer): Int(exactly: integer)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  var number: Double? {
    switch scalar {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  var boolean: Bool? {
    if case .boolean(let boolean) = scalar { return boolean }
    return nil
  }

  /// The scalar as SQLite would store it: true is 1, false is 0.
  var value: Value? {
    switch scalar {
    case .null: .null
    case .boolean(let boolean): .integer(boolean ? 1 : 0)
    case .integer(let integer): .integer(integer)
    case .number(let number): .real(number)
    case .text(let text), .ambiguous(let text): .text(Text(text))
    case nil: nil
    }
  }

  /// The nodes of a list, or a single value as a list of one.
  var listOrSingle: [YAMLNode] { list ?? [self] }
}

extension YAMLNode {
  /// The id of a section, for messages.
  var title: String { self[\SectionKeys.id]?.string ?? "?" }
}

extension YAMLNode {
  /// The value of a declared key.
  subscript<Keys: KeySet, Root>(path: KeyPath<Keys, FieldKey<Root>>) -> YAMLNode? {
    entry(path)?.value
  }

  /// A declared key and its value.
  func entry<Keys: KeySet, Root>(_ path: KeyPath<Keys, FieldKey<Root>>) -> Entry? {
    entry(Keys.shape.keys[keyPath: path].name)
  }
}

extension YAMLNode {
  /// The name of the node in messages.
  var noun: String {
    switch kind {
    case .list: "a list"
    case .map: "a map"
    case .scalar(let text, let style):
      style == .plain ? YAMLScalar(plain: text).noun : "a text"
    }
  }
}
