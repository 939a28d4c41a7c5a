import FeedDefinition
import FeedEngine
import FeedQueries
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
    try engine(at: store.map { .file($0) } ?? .memory, trust)
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
      return try engine(at: .copy(of: store), trust)
    }
  }

  private func engine(at location: Store.Location, _ trust: TrustOptions) throws -> FeedEngine {
    do {
      return try FeedEngine(feed: feed, store: location, limits: trust.limits)
    } catch let errors as QueryErrors {
      // What an alias repeats in the file is one mistake at one place.
      var known: Set<FeedFileProblem> = []
      let found = problems(for: errors)
      throw FeedFileErrors(
        problems: found.problems.filter { known.insert($0).inserted },
        omitted: found.omitted
      )
    } catch let errors as AdapterErrors {
      throw problems(for: errors)
    } catch let errors as DeclarationErrors {
      throw problems(for: errors)
    }
  }
}
