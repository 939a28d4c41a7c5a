public import FeedDefinition
import FeedQueries
public import FeedStore

extension FeedEngine {
  /// Reads a feed file, and opens its feed over a store.
  ///
  /// ```swift
  /// let engine = try FeedEngine(file: "layouts/sportsbook.yaml", store: .file("book.sqlite"))
  /// ```
  ///
  /// - Parameters:
  ///   - location: Where the rows are, or shall be; without it, the database that the file names, or
  ///     memory.
  ///   - folders: More folders below which the file may name files.
  /// - Throws: `FeedFileErrors` with everything that is wrong and where it stands in the file, its SQL
  ///   included; `StoreError` if the store cannot be used.
  public init(
    file path: String,
    store location: Store.Location? = nil,
    limits: StoreLimits = StoreLimits(),
    allowing folders: [String] = []
  ) throws {
    let file = try FeedFile.load(path: path, allowing: folders)
    try self.init(file: file, store: location, limits: limits)
  }

  /// Opens the feed of a file that was read, over a store.
  ///
  /// - Parameter location: Where the rows are, or shall be; without it, the database that the file
  ///   names, or memory.
  /// - Throws: `FeedFileErrors` with everything that is wrong with the file's SQL and where it stands
  ///   in the file; `StoreError` if the store cannot be used.
  public init(
    file: FeedFile,
    store location: Store.Location? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    try self.init(file: file, store: location, limits: limits, isReader: false)
  }

  /// Opens the feed of a file that was read, over a store whose schema a mere reader leaves as it is, or that
  /// applies a log: files of documents are then not read.
  package init(
    file: FeedFile,
    store location: Store.Location?,
    limits: StoreLimits = StoreLimits(),
    isReader: Bool = false,
    followsLog: Bool
  ) throws {
    try self.init(
      file: file,
      store: location,
      limits: limits,
      isReader: isReader,
      followsLog: followsLog,
      after: nil
    )
  }

  /// Opens the feed of a file that was read, over a store whose schema a mere reader leaves as it is.
  package init(
    file: FeedFile,
    store location: Store.Location?,
    limits: StoreLimits,
    isReader: Bool
  ) throws {
    try self.init(file: file, store: location, limits: limits, isReader: isReader, after: nil)
  }

  /// Opens the feed of a file that was read, and may come after another feed over the same store.
  init(
    file: FeedFile,
    store location: Store.Location?,
    limits: StoreLimits,
    isReader: Bool = false,
    followsLog: Bool = false,
    after predecessor: Predecessor?
  ) throws {
    if location == nil, let problem = file.databaseProblem() {
      throw FeedFileErrors(problems: [problem])
    }
    do {
      try self.init(
        feed: file.feed,
        store: location,
        limits: limits,
        isReader: isReader,
        followsLog: followsLog,
        after: predecessor
      )
    } catch let errors as QueryErrors {
      // What an alias repeats in the file is one mistake at one place.
      var known: Set<FeedFileProblem> = []
      let found = file.problems(for: errors)
      throw FeedFileErrors(
        problems: found.problems.filter { known.insert($0).inserted },
        omitted: found.omitted
      )
    } catch let errors as AdapterErrors {
      throw file.problems(for: errors)
    } catch let errors as DeclarationErrors {
      throw file.problems(for: errors)
    } catch let error as StoreError where error.code == .schemaMismatch {
      throw file.suggestingMigration(for: error, of: location)
    }
  }
}
