/// An event of an input or an alert.
public struct InputNotice: Hashable, Sendable {
  /// The kind of the event.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The input receives messages again, after it was late or had failed.
    case live
    /// The input has received no message for longer than its `stale:`.
    case late
    /// The source cannot be reached or read; the input retries.
    case failed
    /// A message could not be applied.
    case rejected
    /// Messages of the source may be lost.
    case missed
    /// The store cannot be written; the input waits and retries the message.
    case waiting
    /// An alert fires, and its receiver has the notification.
    case firing
    /// An alert no longer fires, and its receiver has the notification.
    case resolved
  }

  /// The name of the input, or of the alert.
  public var input: String
  /// The kind of the event.
  public var kind: Kind
  /// A description of the event, without secrets.
  public var text: String

  /// Creates an event.
  public init(input: String, kind: Kind, text: String) {
    self.input = input
    self.kind = kind
    self.text = text
  }
}
