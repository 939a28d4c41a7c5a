import FeedStore

extension TextShape {
  /// A span of time with its unit.
  static let duration = TextShape(
    noun: "a duration",
    pattern: "^[1-9][0-9]{0,5}(ms|s|m|h)$",
    accepts: { text in
      let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
      guard (1...6).contains(digits.count), digits.first != 0x30 else { return false }
      return ["ms", "s", "m", "h"].contains(text.dropFirst(digits.count))
    },
    example: "for example 500ms, 10s, 5m or 1h"
  )

  /// An address of HTTP, which may name secrets.
  static let address = TextShape(
    noun: "an address",
    pattern: "^https?://[^\\s/${}]([^\\s${}]|\(secretPattern))*$",
    accepts: { text in
      guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
      let rest = text.dropFirst(scheme.count)
      guard let first = rest.first, !"/${}".contains(first) else { return false }
      return !rest.contains(where: \.isWhitespace) && namesSecretsOnly(String(rest))
    },
    example: "for example https://odds.example/stream; ${NAME} stands for a secret"
  )

  /// The name of a header.
  static let headerName = TextShape(
    noun: "the name of a header",
    pattern: "^[A-Za-z0-9-]+$",
    accepts: { text in
      !text.isEmpty
        && text.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            || $0 == 0x2D
        }
    },
    example: "for example Authorization"
  )

  /// The value of a header, which may name secrets.
  static let headerValue = TextShape(
    noun: "the value of a header",
    pattern: "^([ -#%-z|~]|\(secretPattern))+$",
    accepts: { text in
      !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        && namesSecretsOnly(text)
    },
    example: "plain ASCII; secrets are named, as in \"Bearer ${ODDS_TOKEN}\""
  )

  /// The address of a socket.
  static let socketAddress = TextShape(
    noun: "the address of a socket",
    pattern: "^((tls|tcp)://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}|unix:.+)$",
    accepts: { text in
      if text.hasPrefix("unix:") { return text.utf8.count > "unix:".utf8.count }
      return text.wholeMatch(
        of: /(tls|tcp):\/\/([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}/
      ) != nil
    },
    example: "for example tls://odds.example:443, tcp://127.0.0.1:9000 or unix:odds.socket"
  )

  /// The address of a WebSocket, which may name secrets.
  static let webSocketAddress = TextShape(
    noun: "the address of a WebSocket",
    pattern: "^wss?://[^\\s/${}]([^\\s${}#]|\(secretPattern))*$",
    accepts: { text in
      guard let scheme = ["wss://", "ws://"].first(where: text.hasPrefix) else { return false }
      let rest = text.dropFirst(scheme.count)
      guard let first = rest.first, !"/${}".contains(first) else { return false }
      return !rest.contains { $0.isWhitespace || $0 == "#" } && namesSecretsOnly(String(rest))
    },
    example: "for example wss://odds.example/stream; ${NAME} stands for a secret"
  )

  /// A message in text, which may name secrets.
  static let message = TextShape(
    noun: "a message",
    accepts: { !$0.isEmpty && SecretText($0) != nil },
    example: "for example \"SUBSCRIBE ${CHANNEL}\"; ${NAME} stands for a secret"
  )

  /// The pattern of a reference to a secret or to a value of the position.
  static let secretPattern =
    "\\$\\{([A-Za-z_][A-Za-z0-9_]*|position\\.[A-Za-z_][A-Za-z0-9_]*)\\}"

  /// Returns whether a text contains `$`, `{` and `}` only around names.
  private static func namesSecretsOnly(_ text: String) -> Bool {
    let name = /\$\{([A-Za-z_][A-Za-z0-9_]*|position\.[A-Za-z_][A-Za-z0-9_]*)\}/
    return !text.replacing(name, with: "").contains { "${}".contains($0) }
  }
}
