/// Something that happens to an input, for whoever runs it.
public struct InputNotice: Hashable, Sendable {
  /// What happens.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It receives messages, after it was late or could not be reached.
    case live
    /// It has received no message for longer than it may be quiet.
    case late
    /// It cannot be reached or read, and tries again.
    case failed
    /// A message could not be applied.
    case rejected
    /// Messages may be missing that the source has sent, and cannot be had any more.
    case missed
    /// The store cannot be written; the input waits with the message.
    case waiting
  }

  /// The name of the input.
  public var input: String
  /// What happens.
  public var kind: Kind
  /// What there is to say about it, without secrets.
  public var text: String

  /// Describes what happens to an input.
  ///
  /// - Parameters:
  ///   - input: The name of the input.
  ///   - kind: What happens.
  ///   - text: What there is to say about it.
  public init(input: String, kind: Kind, text: String) {
    self.input = input
    self.kind = kind
    self.text = text
  }
}
