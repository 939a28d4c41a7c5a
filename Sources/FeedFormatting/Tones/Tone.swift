/// What an item means, so that every renderer gives the same meaning the same look.
///
/// A colour is never alone: each tone has a sign as well, which stands before the title.
///
/// ```swift
/// Tone.warning.sign   // "!"
/// ```
public enum Tone: String, Hashable, Sendable, CaseIterable {
  /// What the reader hoped for, as a win.
  case good
  /// What the reader hoped against, as a loss.
  case bad
  /// What needs care, as an event that is suspended.
  case warning
  /// What matters less than the rest, as what is over.
  case muted
  /// What stands out without being good or bad.
  case accent

  /// The sign that says the same without a colour, one column wide.
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
