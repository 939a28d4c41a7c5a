public import FeedQueries
public import FeedStore

extension FeedFile {
  /// The mistakes that a store found in the queries, each where it stands in the file.
  ///
  /// - Parameter errors: What `FeedEngine` threw when it was opened with this file's feed.
  public func problems(for errors: QueryErrors) -> FeedFileErrors {
    FeedFileErrors(
      problems: errors.errors.map { error in
        problem(
          code: error.code.rawValue,
          message: error.message,
          hint: error.hint,
          at: ["sources"] + error.path,
          offset: error.offset ?? 0
        )
      }
    )
  }

  /// The mistakes that a store found in the adapters, each where it stands in the file.
  ///
  /// - Parameter errors: What `FeedEngine` threw when it was opened with this file's feed.
  public func problems(for errors: AdapterErrors) -> FeedFileErrors {
    FeedFileErrors(
      problems: errors.errors.map { error in
        problem(
          code: error.code.rawValue,
          message: error.message,
          hint: error.hint,
          at: written(["adapters"] + error.path),
          offset: error.offset ?? 0
        )
      }
    )
  }

  /// Statements that cost more than they should, each where it stands in the file.
  public func warnings(for findings: [DeclarationError]) -> [FeedFileProblem] {
    findings.map { finding in
      problem(
        .warning,
        code: finding.code,
        message: finding.message,
        hint: finding.hint,
        at: written(finding.path)
      )
    }
  }

  /// The keys as the file has them: an adapter in its short form is its statements.
  private func written(_ path: [String]) -> [String] {
    guard path.count > 1, path[0] == FeedKeys.shape.keys.adapters.name,
      root[\FeedKeys.adapters]?.entry(path[1])?.value.entries == nil
    else { return path }
    return path.filter { $0 != AdapterKeys.shape.keys.sql.name }
  }

  /// The mistakes that a store found in actions and sections, each where it stands in the file.
  ///
  /// - Parameter errors: What `FeedEngine` threw when it was opened with this file's feed.
  public func problems(for errors: DeclarationErrors) -> FeedFileErrors {
    FeedFileErrors(
      problems: errors.errors.map { error in
        problem(
          code: error.code,
          message: error.message,
          hint: error.hint,
          at: error.path,
          offset: error.offset ?? 0
        )
      }
    )
  }
}
