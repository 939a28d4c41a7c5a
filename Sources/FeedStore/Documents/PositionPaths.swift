package import FeedModel

/// The places of a message whose values are the position of an input.
///
/// ```swift
/// let paths = PositionPaths(["clk": JSONPath(steps: [.member("clk")])])
/// paths.names   // ["clk"]
/// ```
public struct PositionPaths: Hashable, Sendable {
  /// The paths by name, in the order of the names; a single path without a name has an empty name.
  public let paths: [(name: String, path: JSONPath)]

  /// Creates paths from a dictionary.
  public init(_ paths: [String: JSONPath]) {
    self.paths = paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The names of the values; the empty name is that of a single path without a name.
  public var names: [String] { paths.map(\.name) }

  /// Returns whether two lists of paths are equal.
  public static func == (one: PositionPaths, other: PositionPaths) -> Bool {
    one.paths.elementsEqual(other.paths) { $0 == $1 }
  }

  /// Feeds the paths to a hasher.
  public func hash(into hasher: inout Hasher) {
    for (name, path) in paths {
      hasher.combine(name)
      hasher.combine(path)
    }
  }

  /// Returns the values of a stored position, as JSON, by name.
  ///
  /// - Parameter position: An object of all values, or the value of a path without a name.
  package func values(of position: String?) -> [String: String] {
    guard let position else { return [:] }
    if names == [""] { return ["": position] }
    let bytes = Array(position.utf8)
    guard case .object(let members) = try? JSONReader.read(bytes).kind else { return [:] }
    var values: [String: String] = [:]
    for member in members where names.contains(member.name) {
      values[member.name] = String(decoding: bytes[member.value.range], as: UTF8.self)
    }
    return values
  }

  /// Returns the position after a message.
  ///
  /// A value that the message lacks, or that is null, is kept.
  ///
  /// - Returns: The stored form of the position; `nil` if no message has had a value.
  package func position(
    after values: inout [String: String],
    _ message: [UInt8],
    _ root: JSONNode?
  ) -> String? {
    if let root {
      for (name, path) in paths {
        guard let node = path.node(in: root), node.noun != "null" else { continue }
        values[name] = String(decoding: message[node.range], as: UTF8.self)
      }
    }
    return written(values)
  }

  private func written(_ values: [String: String]) -> String? {
    if values.isEmpty { return nil }
    if names == [""] { return values[""] }
    var json = JSONWriter()
    json.object { json in
      for name in names {
        guard let value = values[name] else { continue }
        json.key(name)
        json.value(json: value.utf8)
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension String {
  /// The content of a JSON string, or the JSON text of another value.
  package init(jsonValue json: String) {
    if case .scalar(.text(let text)) = try? JSONReader.read(Array(json.utf8)).kind {
      self = text.description
    } else {
      self = json
    }
  }
}
