public import FeedFormatting
public import FeedModel
public import FeedStore

/// An alert: a notification when a condition begins to hold for an item, and another when it ends.
public struct AlertDeclaration: Hashable, Sendable {
  /// The receiver of the notifications.
  public enum Receiver: Hashable, Sendable {
    /// The program that runs the inputs, which writes a line on standard error.
    case standardError
    /// An address that gets a POST request with the notification as JSON.
    case webhook(WebAddress)
    /// A local program that runs for each notification.
    case exec(CommandDeclaration)
  }

  /// The name of the alert.
  public var name: String
  /// The kind of the items.
  public var kind: Name
  /// The condition on the row of an item.
  public var condition: RowCondition
  /// The time that the condition must hold before the first notification.
  public var patience: Duration
  /// The receiver of the notifications.
  public var receiver: Receiver

  /// Declares an alert.
  ///
  /// - Parameter patience: The time that the condition must hold before the first notification.
  public init(
    name: String,
    kind: Name,
    where condition: RowCondition,
    for patience: Duration = .zero,
    receiver: Receiver = .standardError
  ) {
    self.name = name
    self.kind = kind
    self.condition = condition
    self.patience = patience
    self.receiver = receiver
  }
}

extension AlertDeclaration {
  /// The address of the receiver, or `nil`.
  public var address: WebAddress? {
    if case .webhook(let address) = receiver { address } else { nil }
  }

  /// Whether the receiver is a program that may not run.
  public var isForbidden: Bool {
    if case .exec(let command) = receiver { !command.isAllowed } else { false }
  }
}
