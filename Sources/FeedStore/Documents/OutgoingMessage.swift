/// A message that an input sends to its source.
public enum OutgoingMessage: Hashable, Sendable {
  /// A text.
  case text(SecretText)
  /// A JSON value.
  case json(JSONTemplate)

  /// All texts in the message.
  public var texts: [SecretText] {
    switch self {
    case .text(let text): [text]
    case .json(let json): json.texts
    }
  }
}
