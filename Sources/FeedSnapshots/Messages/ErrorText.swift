extension String {
  /// Creates the text of an error: `place: error[code]: message`, and the hint on its own line.
  ///
  /// Line breaks in the place, the message or the hint are escaped, so quoted text cannot begin a line.
  ///
  /// ```swift
  /// String(error: "unknown-key", "'a\nb' is not a key", hint: "see 'feed help'", at: "home.yaml:2:1")
  /// // home.yaml:2:1: error[unknown-key]: 'a\nb' is not a key
  /// //   hint: see 'feed help'
  /// ```
  package init(error code: String, _ message: String, hint: String? = nil, at place: String? = nil)
  {
    self.init("error", code, message, hint: hint, at: place)
  }

  /// Creates the text of a warning: `place: warning[code]: message`.
  package init(
    warning code: String,
    _ message: String,
    hint: String? = nil,
    at place: String? = nil
  ) {
    self.init("warning", code, message, hint: hint, at: place)
  }

  private init(
    _ severity: String,
    _ code: String,
    _ message: String,
    hint: String?,
    at place: String?
  ) {
    self = place.map { $0.onOneLine + ": " } ?? ""
    self += "\(severity)[\(code)]: \(message.onOneLine)"
    if let hint { self += "\n  hint: \(hint.onOneLine)" }
  }

  /// The text as a word of a shell.
  package var inShell: String {
    let isPlain = wholeMatch(of: /[A-Za-z0-9_.,\/@%+=:-]+/) != nil
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }

  /// The text with its line breaks escaped, as `\n`.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      // Escaped as in Swift: \n, \r, \u{2028}.
      text += Character(scalar).isNewline ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
