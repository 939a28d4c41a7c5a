import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedStore
import Foundation

extension FeedFile {
  /// Reads a feed file, and tells on standard error what is odd about it.
  static func open(
    _ path: String,
    _ trust: TrustOptions,
    in zone: TimeZoneOption? = nil
  ) throws -> FeedFile {
    let file = try read(path, allowing: trust.folders(for: path), in: zone?.timezone)
    for warning in file.warnings { Console.error(lines: warning.description) }
    if let omission = FeedFileErrors.omission(of: file.omittedWarnings, "warning") {
      Console.error("\(path): \(omission)")
    }
    return file
  }

  /// Reads a feed file whose dates are shown in a zone, if one is given, whatever the file says.
  static func read(
    _ path: String,
    allowing folders: [String],
    in zone: TimeZoneTable?
  ) throws -> FeedFile {
    var file = try FeedFile.load(path: path, allowing: folders)
    if let zone { file.feed.timeZone = zone }
    return file
  }

  /// Opens an engine for the feed.
  ///
  /// - Parameters:
  ///   - store: The store; without it, the database that the feed names, or memory.
  ///   - trust: What statements may take.
  ///   - isPlaying: Whether a fixture is played, of which nothing is to be left in the database that the
  ///     feed names: it is then played into a copy.
  ///   - isReader: Whether the feed is only shown, so that the store's schema is left as it is.
  /// - Returns: The engine.
  /// - Throws: ``FeedFileErrors`` with the places of all that is wrong with the queries and adapters, or
  ///   what the store says.
  func engine(
    store: String?,
    _ trust: TrustOptions,
    isPlaying: Bool = false,
    isReader: Bool = false
  ) throws -> FeedEngine {
    try FeedEngine(
      file: self,
      store: try location(store: store, isPlaying: isPlaying),
      limits: trust.limits,
      isReader: isReader
    )
  }

  /// Where the rows of the feed are, if not where its file says by itself.
  func location(store: String?, isPlaying: Bool) throws -> Store.Location? {
    if let store { return .file(store) }
    guard isPlaying, let database = feed.database else { return nil }
    if let problem = databaseProblem() { throw FeedFileErrors(problems: [problem]) }
    return .copy(of: database)
  }

  /// Opens an engine that only shows the feed: over a copy, if the store cannot be written.
  ///
  /// - Throws: What ``engine(store:_:isPlaying:isReader:)`` throws.
  func engine(showing store: String?, _ trust: TrustOptions) throws -> FeedEngine {
    do {
      return try engine(store: store, trust, isReader: true)
    } catch let error as StoreError where [.readOnly, .cannotOpen].contains(error.code) {
      guard let path = store ?? feed.database, FileManager.default.fileExists(atPath: path) else {
        throw error
      }
      return try FeedEngine(file: self, store: .copy(of: path), limits: trust.limits)
    }
  }
}
