import FeedModel
import FeedSnapshots
public import FeedStore

/// An error in a declaration that requires the store's tables to detect.
public struct DeclarationError: Error, Hashable, Sendable {
  /// The kind of error; a stable word.
  public let code: String
  /// The keys of the feed file that lead to the invalid value.
  public let path: [String]
  /// The offset of the error in its text, in Unicode scalars from zero, or `nil` if unknown.
  public let offset: Int?
  /// A description of the error.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: The keys of the feed file that lead to the invalid value.
  ///   - offset: The offset of the error in the text of that value, in Unicode scalars from zero.
  ///   - hint: A suggested correction, or `nil`.
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

  /// Creates an error from the store's error for a statement.
  ///
  /// - Parameters:
  ///   - path: The keys of the feed file that lead to the statement.
  ///   - prefix: The part of the statement that precedes the given SQL.
  public init(
    _ error: StoreError,
    at path: [String],
    in sql: String,
    after prefix: String = ""
  ) {
    code = error.code.rawValue
    self.path = path
    message = error.failure.flatMap { error.code == .sql ? $0.message : nil } ?? error.message
    hint = error.hint
    offset = error.failure?.offset.map {
      let bytes = sql.utf8.prefix(max(0, $0 - prefix.utf8.count))
      return String(decoding: bytes, as: UTF8.self).unicodeScalars.count
    }
  }
}

/// The errors in the declarations of a feed that require the store's tables to detect.
public struct DeclarationErrors: Error, Hashable, Sendable {
  /// The errors, in the order of the declarations; at least one.
  public let errors: [DeclarationError]

  /// Creates a collection of errors.
  ///
  /// - Parameter errors: The errors, at least one.
  public init(errors: [DeclarationError]) { self.errors = errors }
}

extension DeclarationErrors: CustomStringConvertible {
  /// The errors, one after the other.
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
