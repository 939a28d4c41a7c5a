public import FeedQueries
public import FeedStore

extension FeedFile {
  /// The mistakes that a store found in the queries, each where it stands in the file.
  ///
  /// - Parameter errors: What `FeedEngine` threw when it was opened with this file's feed.
  /// - Returns: The same mistakes as problems of the file.
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
  /// - Returns: The same mistakes as problems of the file.
  public func problems(for errors: AdapterErrors) -> FeedFileErrors {
    FeedFileErrors(
      problems: errors.errors.map { error in
        // An adapter in its short form is its statements.
        let isShort = root[\FeedKeys.adapters]?.entry(error.path.first ?? "")?.value.entries == nil
        return problem(
          code: error.code.rawValue,
          message: error.message,
          hint: error.hint,
          at: ["adapters"]
            + (isShort ? error.path.filter { $0 != AdapterKeys.shape.keys.sql.name } : error.path),
          offset: error.offset ?? 0
        )
      }
    )
  }

  /// Statements that cost more than they should, each where it stands in the file.
  ///
  /// - Parameter findings: What `FeedEngine.scanningStatements()` has found.
  /// - Returns: The same as warnings of the file.
  public func warnings(for findings: [DeclarationError]) -> [FeedFileProblem] {
    findings.map { finding in
      // An adapter in its short form is its statements.
      let name = finding.path.dropFirst().first ?? ""
      let isShort = root[\FeedKeys.adapters]?.entry(name)?.value.entries == nil
      return problem(
        .warning,
        code: finding.code,
        message: finding.message,
        hint: finding.hint,
        at: isShort
          ? finding.path.filter { $0 != AdapterKeys.shape.keys.sql.name } : finding.path
      )
    }
  }

  /// The mistakes that a store found in actions and sections, each where it stands in the file.
  ///
  /// - Parameter errors: What `FeedEngine` threw when it was opened with this file's feed.
  /// - Returns: The same mistakes as problems of the file.
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
