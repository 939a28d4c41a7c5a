/// A text that names secrets instead of holding them: `Bearer ${ODDS_TOKEN}`.
///
/// Messages, logs and files show the text with the names. The secrets are filled in only where a
/// request is sent. `${position}` and `${position.NAME}` name no secrets, but the position of the
/// last message that was applied.
///
/// ```swift
/// let text = SecretText("Bearer ${ODDS_TOKEN}")
/// text?.names                          // ["ODDS_TOKEN"]
/// text?.filled { _ in "s3cret" }       // "Bearer s3cret"
/// ```
public struct SecretText: Hashable, Sendable {
  /// A piece of the text.
  private enum Part: Hashable {
    case plain(String)
    case secret(String)
    /// A value of the position; the empty name denotes an unnamed value.
    case position(String)
  }

  /// The text with the names of its secrets.
  public let written: String
  private let parts: [Part]

  /// Reads a text; `nil` if a `${` is not followed by a name and `}`.
  ///
  /// - Parameter text: The text, in which `${NAME}` denotes a secret; names consist of letters,
  ///   digits and `_`.
  public init?(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      if start.lowerBound > rest.startIndex {
        parts.append(.plain(String(rest[..<start.lowerBound])))
      }
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "}"), let part = Self.named(rest[..<end]) else {
        return nil
      }
      parts.append(part)
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.plain(String(rest))) }
    written = text
    self.parts = parts
  }

  /// The names of the secrets, in the order of the text.
  public var names: [String] {
    parts.compactMap { part in
      if case .secret(let name) = part { return name }
      return nil
    }
  }

  /// The names of the values of the position, in the order of the text; `${position}` has an empty name.
  public var positionNames: [String] {
    parts.compactMap { part in
      if case .position(let name) = part { return name }
      return nil
    }
  }

  /// The name of the value of the position that is the whole text, or `nil`.
  var positionAlone: String? {
    guard parts.count == 1, case .position(let name) = parts[0] else { return nil }
    return name
  }

  /// The text with its secrets filled in; it must not be shown or kept.
  ///
  /// - Parameter position: Returns a value of the position by its name.
  /// - Throws: The error that `secret` throws.
  public func filled<Failure: Error>(
    position: (String) -> String = { _ in "" },
    _ secret: (String) throws(Failure) -> String
  ) throws(Failure) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .plain(let plain): text += plain
      case .secret(let name): text += try secret(name)
      case .position(let name): text += position(name)
      }
    }
    return text
  }

  private static func named(_ text: Substring) -> Part? {
    if text == "position" { return .position("") }
    if text.hasPrefix("position.") {
      let name = text.dropFirst("position.".count)
      return isName(name) ? .position(String(name)) : nil
    }
    return isName(text) ? .secret(String(text)) : nil
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == 0x5F
    }
  }
}

extension SecretText: CustomStringConvertible {
  /// The text with the names of its secrets.
  public var description: String { written }
}
