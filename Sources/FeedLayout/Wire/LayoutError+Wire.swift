extension LayoutError {
  /// Turns what a decoder throws into one clear error.
  ///
  /// - Parameter error: What was thrown while a ``LayoutRequest`` was decoded.
  public init(decoding error: any Error) {
    if let error = error as? LayoutError {
      self = error
      return
    }
    guard let error = error as? DecodingError else {
      self.init(.malformed, "\(error)")
      return
    }
    func path(_ context: DecodingError.Context) -> [String] { context.codingPath.map(\.wireName) }
    switch error {
    case .keyNotFound(let key, let context):
      self.init(.missingKey, "'\(key.stringValue)' is missing", path: path(context))
    case .typeMismatch(let type, let context):
      self.init(.wrongType, "this is no \(Self.name(of: type))", path: path(context))
    case .valueNotFound(let type, let context):
      self.init(
        .wrongType,
        "there is nothing where a \(Self.name(of: type)) belongs",
        path: path(context)
      )
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init(.malformed, "this is no JSON", hint: "one object on each line")
    case .dataCorrupted(let context):
      self.init(.badNumber, "this value cannot be read", path: path(context))
    @unknown default:
      self.init(.malformed, "this cannot be read")
    }
  }

  /// A type in the words of JSON.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Bool.Type: "true or false"
    case is String.Type: "text"
    case is Int.Type: "whole number"
    case is Double.Type: "number"
    case is any (Collection & Decodable).Type where "\(type)".hasPrefix("Array"): "list"
    default: "\(type)".hasPrefix("Array") ? "list" : "object"
    }
  }
}

extension LayoutError: Encodable {
  private enum CodingKeys: String, CodingKey {
    case code, message, hint, path
  }

  /// Writes the mistake: its code, its message, its hint and its place.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code.rawValue, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(hint, forKey: .hint)
    try container.encode(path, forKey: .path)
  }
}

/// What is written for a line that cannot be answered: `{"error": …}`.
public struct LayoutFailure: Encodable, Sendable {
  /// What is wrong with the line.
  public let error: LayoutError

  /// Wraps a mistake.
  public init(_ error: LayoutError) { self.error = error }
}
