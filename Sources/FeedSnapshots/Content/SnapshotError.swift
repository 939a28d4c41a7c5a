/// Why a snapshot refuses an edit; the snapshot is as it was.
///
/// ```swift
/// try snapshot.appendSections(["a"])
/// try snapshot.appendSections(["a"])
/// // error[duplicate-section]: section 'a' is in the snapshot already
/// //   hint: move the section, or give the new one an id of its own
/// ```
public struct SnapshotError: Error, Hashable, Sendable {
  /// What kind of refusal it is: stable, and safe as the name of a metric.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// An item is named twice, or is in the snapshot already where that is not allowed.
    case duplicateItem = "duplicate-item"
    /// A section is named twice, or is in the snapshot already.
    case duplicateSection = "duplicate-section"
    /// An item is not in the snapshot.
    case unknownItem = "unknown-item"
    /// A section is not in the snapshot.
    case unknownSection = "unknown-section"
    /// Items are to be appended to the last section, but there is none.
    case noSections = "no-sections"
    /// Something is to be placed next to itself.
    case selfAnchor = "self-anchor"
    /// A parent is to become its own descendant.
    case invalidParent = "invalid-parent"
  }

  /// What kind of refusal it is.
  public let code: Code
  /// The id that is at fault, as text; empty where there is none.
  public let id: String
  /// What is wrong, with the id in single quotes.
  public let message: String
  /// The one likely remedy.
  public let hint: String

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - code: What kind of refusal it is.
  ///   - id: The id that is at fault, as text.
  ///   - message: What is wrong.
  ///   - hint: The one likely remedy.
  public init(code: Code, id: String, message: String, hint: String) {
    self.code = code
    self.id = id
    self.message = message
    self.hint = hint
  }
}

extension SnapshotError: CustomStringConvertible {
  /// The error as a program prints it: `error[code]: what`, and the hint on a line of its own.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
