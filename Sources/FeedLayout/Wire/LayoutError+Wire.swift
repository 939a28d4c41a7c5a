extension LayoutError {
  /// Converts an error of a decoder to one clear error.
  ///
  /// - Parameter error: The error that decoding a ``LayoutRequest`` threw.
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
      self.init(.wrongType, "this is not \(Self.name(of: type))", path: path(context))
    case .valueNotFound(let type, let context):
      self.init(
        .wrongType,
        "a value is missing; \(Self.name(of: type)) belongs here",
        path: path(context)
      )
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init(.malformed, "this is not JSON", hint: "one object on each line")
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
    case is String.Type: "a text"
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is any (Collection & Decodable).Type where "\(type)".hasPrefix("Array"): "a list"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}

extension LayoutError: Encodable {
  private enum CodingKeys: String, CodingKey {
    case code, message, hint, path
  }

  /// Writes the mistake: its code, its message, its hint and its place.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code.rawValue, forKey: .code)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(hint, forKey: .hint)
    try container.encode(path, forKey: .path)
  }
}

/// The answer to a line that cannot be answered: `{"error": …}`.
public struct LayoutFailure: Encodable, Sendable {
  /// The problem of the line.
  public let error: LayoutError

  /// Wraps a mistake.
  public init(_ error: LayoutError) { self.error = error }
}
