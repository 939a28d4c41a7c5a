package import FeedModel

/// The path of a value within a JSON document: `$`, `$.ads`, `$.feed["top stories"][0]`.
public struct JSONPath: Hashable, Sendable {
  /// A step from a value to one of its members or elements.
  public enum Step: Hashable, Sendable {
    /// The value of a member of an object.
    case member(String)
    /// The value at an index of an array, from zero.
    case index(Int)
  }

  /// The steps from the whole document to the value.
  public let steps: [Step]

  /// The whole document.
  public static let root = JSONPath(steps: [])

  /// Creates a path.
  public init(steps: [Step]) { self.steps = steps }

  /// Reads a path; returns `nil` if the text is not a path.
  public init?(_ text: String) {
    guard text.first == "$" else { return nil }
    var steps: [Step] = []
    var rest = text.dropFirst()
    while let first = rest.popFirst() {
      switch first {
      case ".":
        let name = rest.prefix { $0 == "_" || $0 == "-" || $0.isLetter || $0.isNumber }
        guard !name.isEmpty else { return nil }
        steps.append(.member(String(name)))
        rest = rest[name.endIndex...]
      case "[":
        // A quoted name may contain brackets.
        let ending = rest.first.map { $0 == "\"" || $0 == "'" ? "\($0)]" : "]" } ?? "]"
        guard let end = rest.firstRange(of: ending),
          let step = Self.step(rest[..<rest.index(before: end.upperBound)])
        else { return nil }
        steps.append(step)
        rest = rest[end.upperBound...]
      default: return nil
      }
    }
    self.steps = steps
  }

  private static func step(_ inner: Substring) -> Step? {
    if let index = Int(inner), index >= 0, inner.first != "+" { return .index(index) }
    guard inner.count >= 3, let quote = inner.first, quote == "\"" || quote == "'",
      inner.last == quote
    else { return nil }
    return .member(String(inner.dropFirst().dropLast()))
  }
}

extension JSONPath: CustomStringConvertible {
  /// The text of the path.
  public var description: String {
    steps.reduce("$") { path, step in
      switch step {
      case .member(let name):
        name.allSatisfy({ $0 == "_" || $0 == "-" || $0.isLetter || $0.isNumber })
          ? "\(path).\(name)" : "\(path)[\"\(name)\"]"
      case .index(let index): "\(path)[\(index)]"
      }
    }
  }
}

extension JSONNode {
  /// The member or the element that a step of a path leads to.
  subscript(step: JSONPath.Step) -> JSONNode? {
    switch (step, kind) {
    case (.member(let name), _): self[name]
    case (.index(let index), .array(let elements)):
      elements.indices.contains(index) ? elements[index] : nil
    default: nil
    }
  }
}

extension JSONPath {
  /// Returns the value at the path, or `nil`.
  package func node(in root: JSONNode) -> JSONNode? {
    var node = root
    for step in steps {
      guard let next = node[step] else { return nil }
      node = next
    }
    return node
  }
}
