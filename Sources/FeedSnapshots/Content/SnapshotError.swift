/// The reason why a snapshot rejects an edit; the snapshot is unchanged.
///
/// ```swift
/// try snapshot.appendSections(["a"])
/// try snapshot.appendSections(["a"])
/// // error[duplicate-section]: section 'a' is in the snapshot already
/// //   hint: move the section, or give the new one its own id
/// ```
public struct SnapshotError: Error, Hashable, Sendable {
  /// A kind of rejection: stable, and safe as the name of a metric.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// An item is named twice, or is already in the snapshot where that is not allowed.
    case duplicateItem = "duplicate-item"
    /// A section is named twice, or is already in the snapshot.
    case duplicateSection = "duplicate-section"
    /// An item is not in the snapshot.
    case unknownItem = "unknown-item"
    /// A section is not in the snapshot.
    case unknownSection = "unknown-section"
    /// Items cannot be appended to the last section, because there are no sections.
    case noSections = "no-sections"
    /// An item or section cannot be placed next to itself.
    case selfAnchor = "self-anchor"
    /// A parent cannot become its own descendant.
    case invalidParent = "invalid-parent"
  }

  /// The kind of rejection.
  public let code: Code
  /// The id that caused the error, as text; empty if no id did.
  public let id: String
  /// The fault, with the id in single quotes.
  public let message: String
  /// The most likely fix.
  public let hint: String

  /// Creates an error.
  public init(code: Code, id: String, message: String, hint: String) {
    self.code = code
    self.id = id
    self.message = message
    self.hint = hint
  }
}

extension SnapshotError: CustomStringConvertible {
  /// The error as a program prints it: `error[code]: what`, and the hint on its own line.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
