import HTTPTypes

// Headers whose values are lists (RFC 9110, 5.6.1).
extension HTTPFields {
  /// Returns whether `If-None-Match` contains a tag, by the weak comparison of RFC 9110, 8.8.3.2.
  ///
  /// - Returns: Whether one of the tags, or `*`, matches it.
  func hasTag(_ known: String) -> Bool {
    elements(of: .ifNoneMatch).contains { $0 == "*" || $0.opaqueTag == known[...].opaqueTag }
  }

  /// Returns whether `If-Match` is absent or contains a tag, by the strong comparison of RFC 9110, 8.8.3.2.
  ///
  /// - Returns: Whether one of the tags, or `*`, matches it; a weak tag matches no other.
  func allowsTag(_ known: String) -> Bool {
    guard self[.ifMatch] != nil else { return true }
    return elements(of: .ifMatch).contains {
      $0 == "*" || $0 == known[...] && !known.hasPrefix("W/")
    }
  }

  /// Whether `If-Match` and `If-None-Match` allow to replace something that exists and has no tag.
  var allowReplacing: Bool {
    (self[.ifMatch] == nil || elements(of: .ifMatch).contains { $0 == "*" })
      && !elements(of: .ifNoneMatch).contains { $0 == "*" }
  }

  /// Whether `Accept-Encoding` allows gzip and does not prefer an uncompressed answer.
  var acceptsGzip: Bool {
    var weights: [String: Double] = [:]
    for element in elements(of: .acceptEncoding) {
      let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
      guard let coding = parts.first?.lowercased(), let weight = weight(parts.dropFirst()) else {
        continue
      }
      weights[coding == "x-gzip" ? "gzip" : coding, default: weight] = weight
    }
    // An asterisk matches every coding that is not listed.
    let gzip = weights["gzip"] ?? weights["*"] ?? 0
    return gzip > 0 && gzip >= weights["identity"] ?? 0
  }

  /// Returns the weight in the parameters of a coding: 1 by default, `nil` if it is invalid.
  private func weight(_ parameters: some Sequence<Substring>) -> Double? {
    guard let text = parameters.first(where: { $0.lowercased().hasPrefix("q=") })?.dropFirst(2)
    else { return 1 }
    guard text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }),
      let weight = Double(text), weight <= 1
    else { return nil }
    return weight
  }

  /// Returns the elements of a list, trimmed; a comma in quotes is not a separator.
  private func elements(of name: HTTPField.Name) -> [Substring] {
    self[values: name].flatMap { value in
      var isQuoted = false
      return value.split { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
      }.map(\.trimmed)
    }
  }
}

extension Substring {
  /// The text without leading and trailing spaces and tabs.
  fileprivate var trimmed: Substring {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isBlank)
    return start.prefix(
      upTo: start.lastIndex { !isBlank($0) }.map(start.index(after:)) ?? start.startIndex
    )
  }

  /// The tag without its weakness mark.
  fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self }
}
