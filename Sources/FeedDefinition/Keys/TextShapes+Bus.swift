extension TextShape {
  /// A subject of NATS.
  static let subject = TextShape(
    noun: "a subject",
    pattern: "^(>|(\\*|\(word))(\\.(\\*|\(word)))*(\\.>)?)$",
    accepts: { text in
      let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return words.enumerated().allSatisfy { index, word in
        switch Array(word) {
        case [UInt8(ascii: ">")]: index == words.count - 1
        case [UInt8(ascii: "*")]: true
        case let word:
          !word.isEmpty
            && word.allSatisfy { (0x21...0x7E).contains($0) && ![0x2A, 0x3E].contains($0) }
        }
      }
    },
    example: "words with dots between them, for example odds.football, odds.* or odds.>"
  )

  /// A server of NATS.
  static let server = TextShape(
    noun: "a server",
    pattern: "^(nats|tls)://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$",
    accepts: { text in
      guard let scheme = ["nats://", "tls://"].first(where: text.hasPrefix) else { return false }
      let rest = text.dropFirst(scheme.count).utf8
      let isBracketed = rest.first == UInt8(ascii: "[")
      let host = isBracketed ? rest.prefix { $0 != 0x5D } : rest.prefix { $0 != 0x3A }
      var port = rest.dropFirst(host.count)
      if isBracketed {
        guard port.first == 0x5D, host.count > 1,
          host.dropFirst().allSatisfy({ isHexDigit($0) || $0 == 0x3A || $0 == 0x2E })
        else { return false }
        port = port.dropFirst()
      } else {
        guard !host.isEmpty, host.allSatisfy(isHostByte) else { return false }
      }
      guard let colon = port.first else { return true }
      return colon == 0x3A && (1...5).contains(port.count - 1)
        && port.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    },
    example: "for example nats://bus.example:4222 or tls://bus.example; credentials have their own "
      + "key"
  )

  /// The name of a stream or a consumer.
  static let stream = TextShape(
    noun: "the name of a stream or a consumer",
    pattern: "^[A-Za-z0-9_-]+$",
    accepts: { text in
      !text.isEmpty && text.utf8.allSatisfy { isHostByte($0) && $0 != 0x2E }
    },
    example: "letters, digits, hyphens and underscores, for example ODDS"
  )

  /// Credentials that contain at least one secret by name.
  static let credentials = TextShape(
    noun: "credentials whose secret is named",
    pattern: "^\(plain)*\(secretPattern)(\(plain)|\(secretPattern))*$",
    accepts: { headerValue.accepts($0) && $0.contains("${") },
    example: "for example \"feed:${BUS_PASSWORD}\", or \"${BUS}\" with a file's path in BUS_FILE"
  )

  /// The name of a secret, without other text.
  static let secret = TextShape(
    noun: "the name of a secret",
    pattern: "^\(secretPattern)$",
    accepts: { $0.wholeMatch(of: /\$\{[A-Za-z_][A-Za-z0-9_]*\}/) != nil },
    example: "for example \"${BUS_KEY}\", with the path of the file in BUS_KEY_FILE"
  )

  /// A word of a subject: visible ASCII except `*`, `.` and `>`.
  private static let word = "[!-)+,\\-/-=?-~]+"

  /// A literal character of credentials.
  private static let plain = "[ -#%-z|~]"

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || [0x2D, 0x2E, 0x5F].contains(byte)
  }
}
