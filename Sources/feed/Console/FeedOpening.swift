import FeedDefinition
import FeedEngine
import FeedStore
import Foundation

extension FeedFile {
  /// Reads a feed file, and tells on standard error what is odd about it.
  static func open(
    _ path: String,
    _ trust: TrustOptions,
    in zone: TimeZoneOption? = nil
  ) throws -> FeedFile {
    var file = try FeedFile.load(path: path, allowing: trust.folders(for: path))
    if let zone = zone?.timezone { file.feed.timeZone = zone }
    for warning in file.warnings { Console.error(lines: warning.description) }
    if let omission = FeedFileErrors.omission(of: file.omittedWarnings, "warning") {
      Console.error("\(path): \(omission)")
    }
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
    var location = store.map { Store.Location.file($0) }
    if location == nil, isPlaying, let database = feed.database {
      if let problem = databaseProblem() { throw FeedFileErrors(problems: [problem]) }
      location = .copy(of: database)
    }
    return try FeedEngine(
      file: self,
      store: location,
      limits: trust.limits,
      isReader: isReader
    )
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
