/// The meaning of an item, so that every renderer gives the same meaning the same look.
///
/// Colour is never the only sign of a tone: each tone also has a character before the title.
///
/// ```swift
/// Tone.warning.sign   // "!"
/// ```
public enum Tone: String, Hashable, Sendable, CaseIterable {
  /// A result that the reader wanted, such as a win.
  case good
  /// A result that the reader did not want, such as a loss.
  case bad
  /// Something that needs care, such as a suspended event.
  case warning
  /// Something less important, such as a finished event.
  case muted
  /// Something notable that is neither good nor bad.
  case accent

  /// The sign of the tone for output without colours, one column wide.
  public var sign: Character {
    switch self {
    case .good: "+"
    case .bad: "✗"
    case .warning: "!"
    case .muted: "·"
    case .accent: "◆"
    }
  }
}
