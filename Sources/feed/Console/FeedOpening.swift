import FeedDefinition
import FeedEngine
import FeedStore
import Foundation

extension FeedFile {
  /// Reads a feed file, and tells on standard error what is odd about it.
  static func open(_ path: String, _ trust: TrustOptions) throws -> FeedFile {
    let file = try FeedFile.load(path: path, allowing: trust.folders(for: path))
    for warning in file.warnings { Console.error(lines: warning.description) }
    if let omission = FeedFileErrors.omission(of: file.omittedWarnings, "warning") {
      Console.error("\(path): \(omission)")
    }
    return file
  }

  /// Opens an engine for the feed.
  ///
  /// - Throws: ``FeedFileErrors`` with the places of all that is wrong with the queries and adapters, or
  ///   what the store says.
  func engine(store: String?, _ trust: TrustOptions) throws -> FeedEngine {
    try FeedEngine(file: self, store: store.map { .file($0) } ?? .memory, limits: trust.limits)
  }

  /// Opens an engine that only shows the feed: over a copy, if the store cannot be written.
  ///
  /// - Throws: What ``engine(store:_:)`` throws.
  func engine(showing store: String, _ trust: TrustOptions) throws -> FeedEngine {
    do {
      return try engine(store: store, trust)
    } catch let error as StoreError
      where [.readOnly, .cannotOpen].contains(error.code)
      && FileManager.default.fileExists(atPath: store)
    {
      return try FeedEngine(file: self, store: .copy(of: store), limits: trust.limits)
    }
  }
}
