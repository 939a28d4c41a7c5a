import FeedModel
import FeedSnapshots
public import FeedStore

/// Something wrong with a declaration that only shows when the store's tables are known.
public struct DeclarationError: Error, Hashable, Sendable {
  /// The kind of mistake; the same word in every release.
  public let code: String
  /// The keys of the feed file that lead to the value that is wrong.
  public let path: [String]
  /// The place in its text, in Unicode scalars from zero, if it is known.
  public let offset: Int?
  /// What is wrong.
  public let message: String
  /// The one likely remedy.
  public let hint: String?

  /// Describes a mistake.
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - path: The keys of the feed file that lead to the value that is wrong.
  ///   - offset: The place in the text of that value, in Unicode scalars from zero.
  ///   - message: What is wrong.
  ///   - hint: The one likely remedy.
  public init(
    _ code: String,
    at path: [String],
    offset: Int? = nil,
    _ message: String,
    hint: String? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.hint = hint
    self.offset = offset
  }

  /// Describes what the store says of a statement.
  ///
  /// - Parameters:
  ///   - error: What the store says.
  ///   - path: The keys of the feed file that lead to the statement.
  ///   - sql: The statement.
  public init(_ error: StoreError, at path: [String], in sql: String) {
    code = error.code.rawValue
    self.path = path
    message = error.failure.flatMap { error.code == .sql ? $0.message : nil } ?? error.message
    hint = error.hint
    offset = error.failure?.offset.map {
      String(decoding: sql.utf8.prefix($0), as: UTF8.self).unicodeScalars.count
    }
  }
}

/// All that is wrong with the declarations of a feed, once the store's tables are known.
public struct DeclarationErrors: Error, Hashable, Sendable {
  /// The mistakes, in the order of the declarations; at least one.
  public let errors: [DeclarationError]

  /// Collects mistakes.
  ///
  /// - Parameter errors: The mistakes.
  public init(errors: [DeclarationError]) { self.errors = errors }
}

extension DeclarationErrors: CustomStringConvertible {
  /// The mistakes, one after the other.
  public var description: String {
    errors.map { error in
      String(
        error: error.code,
        "\(error.path.joined(separator: ".")): \(error.message)",
        hint: error.hint
      )
    }.joined(separator: "\n")
  }
}
