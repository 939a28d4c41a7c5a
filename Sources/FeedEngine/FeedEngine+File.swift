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
  ///   - location: The location of the store; by default the database that the file names, or memory.
  ///   - folders: More folders below which the file may name files.
  /// - Throws: `FeedFileErrors` with all errors of the file and its SQL, and their positions;
  ///   `StoreError` if the store cannot be used.
  public init(
    file path: String,
    store location: Store.Location? = nil,
    limits: StoreLimits = StoreLimits(),
    allowing folders: [String] = []
  ) throws {
    let file = try FeedFile.load(path: path, allowing: folders)
    try self.init(file: file, store: location, limits: limits)
  }

  /// Opens the feed of a loaded file over a store.
  ///
  /// - Parameter location: The location of the store; by default the database that the file names,
  ///   or memory.
  /// - Throws: `FeedFileErrors` with all errors of the file's SQL and their positions in the file;
  ///   `StoreError` if the store cannot be used.
  public init(
    file: FeedFile,
    store location: Store.Location? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    try self.init(file: file, store: location, limits: limits, isReader: false)
  }

  /// Opens the feed of a loaded file, optionally as a reader or as a replica.
  ///
  /// A reader does not change the schema of the store. A replica does not read files of documents.
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

  /// Opens the feed of a loaded file; a reader does not change the schema of the store.
  package init(
    file: FeedFile,
    store location: Store.Location?,
    limits: StoreLimits,
    isReader: Bool
  ) throws {
    try self.init(file: file, store: location, limits: limits, isReader: isReader, after: nil)
  }

  /// Opens the feed of a loaded file, optionally as the successor of a feed over the same store.
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
      // An error in YAML that an alias repeats is one error at one position.
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
