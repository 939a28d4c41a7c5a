extension String {
  /// An error as every program prints it: `place: error[code]: message`, and the hint on a line of
  /// its own.
  ///
  /// What ends a line here is ours: a text that is quoted in the place, the message or the hint
  /// cannot begin one.
  ///
  /// ```swift
  /// String(error: "unknown-key", "'a\nb' is no key", hint: "see 'feed help'", at: "home.yaml:2:1")
  /// // home.yaml:2:1: error[unknown-key]: 'a\nb' is no key
  /// //   hint: see 'feed help'
  /// ```
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - message: What is wrong.
  ///   - hint: The one likely remedy.
  ///   - place: Where it is wrong.
  package init(error code: String, _ message: String, hint: String? = nil, at place: String? = nil)
  {
    self.init("error", code, message, hint: hint, at: place)
  }

  /// A warning, printed as errors are: `place: warning[code]: message`.
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - message: What may be wrong.
  ///   - hint: The one likely remedy.
  ///   - place: Where it may be wrong.
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

  /// The text with what ends a line in it written out, as `\n`.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      // Escaped as in Swift: \n, \r, \u{2028}.
      text += Character(scalar).isNewline ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
