package import FeedDefinition
package import FeedEngine
import FeedFormatting
import FeedStore
import Foundation

extension FeedFile {
  /// Reads a feed file, and prints its warnings on standard error.
  package static func open(
    _ path: String,
    _ trust: TrustOptions,
    in zone: TimeZoneOption? = nil
  ) throws -> FeedFile {
    let file = try read(
      path,
      allowing: trust.folders(for: path),
      programs: trust.allowExec,
      in: zone?.timezone
    )
    for warning in file.warnings { Console.error(lines: warning.description) }
    if let omission = FeedFileErrors.omission(of: file.omittedWarnings, "warning") {
      Console.error("\(path): \(omission)")
    }
    return file
  }

  /// Reads a feed file; a given time zone overrides that of the file.
  static func read(
    _ path: String,
    allowing folders: [String],
    programs: Bool,
    in zone: TimeZoneTable?
  ) throws -> FeedFile {
    var file = try FeedFile.load(path: path, allowing: folders)
    if let zone { file.feed.timeZone = zone }
    if programs { file.feed.allowPrograms() }
    return file
  }

  /// Opens an engine for the feed.
  ///
  /// - Parameters:
  ///   - store: The store; without it, the database that the feed names, or memory.
  ///   - isPlaying: Whether a fixture is played; it is then played into a copy of the database that
  ///     the feed names.
  ///   - isReader: Whether the feed is only shown, so that the store's schema is not changed.
  /// - Throws: ``FeedFileErrors`` with the positions of all mistakes in queries and adapters, or an
  ///   error of the store.
  package func engine(
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

  /// Returns the location of the feed's rows; `nil` if the feed file determines it.
  func location(store: String?, isPlaying: Bool) throws -> Store.Location? {
    if let store { return .file(store) }
    guard isPlaying, let database = feed.database else { return nil }
    if let problem = databaseProblem() { throw FeedFileErrors(problems: [problem]) }
    return .copy(of: database)
  }

  /// Opens an engine that only shows the feed: over a copy, if the store cannot be written.
  ///
  /// - Throws: The errors of ``engine(store:_:isPlaying:isReader:)``.
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
