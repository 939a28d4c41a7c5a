import FeedModel
import FeedSnapshots

/// An error in the declaration of an adapter, with its position.
public struct AdapterError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: StoreError.Code
  /// The keys that lead to the text, beginning with the adapter's name.
  ///
  /// An example is `["betfair", "sql", "0"]`.
  public let path: [String]
  /// The position in that text, in Unicode scalars from zero, or `nil` if unknown.
  public let offset: Int?
  /// A description of the error.
  public let message: String
  /// A suggested remedy, or `nil`.
  public let hint: String?

  init(_ error: StoreError, path: [String], in sql: String, at start: Int = 0) {
    code = error.code
    self.path = path
    message = error.failure.flatMap { error.code == .sql ? $0.message : nil } ?? error.message
    hint = error.hint
    // The prefix and suffix of the text are not in the feed file.
    let place = error.failure?.offset.map { $0 - start } ?? -1
    offset =
      place >= 0 && place <= sql.utf8.count
      ? String(decoding: sql.utf8.prefix(place), as: UTF8.self).unicodeScalars.count : nil
  }
}

/// All errors in the adapters of a feed.
public struct AdapterErrors: Error, Hashable, Sendable {
  /// The errors, by the names of the adapters; at least one.
  public let errors: [AdapterError]
}

extension AdapterErrors: CustomStringConvertible {
  /// The errors, one after the other.
  public var description: String {
    errors.map { error in
      String(
        error: error.code.rawValue,
        "adapter '\(error.path.joined(separator: "."))': \(error.message)",
        hint: error.hint
      )
    }.joined(separator: "\n")
  }
}
