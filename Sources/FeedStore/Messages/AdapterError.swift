import FeedModel
import FeedSnapshots

/// Something wrong with the declaration of an adapter, with its place in the declaration.
public struct AdapterError: Error, Hashable, Sendable {
  /// The kind of mistake.
  public let code: StoreError.Code
  /// The keys that lead to the text that is wrong, beginning with the adapter's name: for example
  /// `["betfair", "sql", "0"]`.
  public let path: [String]
  /// The place in that text, in Unicode scalars from zero, if it is known.
  public let offset: Int?
  /// What is wrong.
  public let message: String
  /// The one likely remedy.
  public let hint: String?

  init(_ error: StoreError, path: [String], in sql: String, at start: Int = 0) {
    code = error.code
    self.path = path
    message = error.failure.flatMap { error.code == .sql ? $0.message : nil } ?? error.message
    hint = error.hint
    // What surrounds the text when it is compiled is ours, and no place in the feed file.
    let place = error.failure?.offset.map { $0 - start } ?? -1
    offset =
      place >= 0 && place <= sql.utf8.count
      ? String(decoding: sql.utf8.prefix(place), as: UTF8.self).unicodeScalars.count : nil
  }
}

/// All that is wrong with the adapters of a feed.
public struct AdapterErrors: Error, Hashable, Sendable {
  /// The mistakes, by the names of the adapters; at least one.
  public let errors: [AdapterError]
}

extension AdapterErrors: CustomStringConvertible {
  /// The mistakes, one after the other.
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
