import FeedDefinition
public import FeedModel
import FeedStore

extension FeedEngine {
  /// Compares a section with the whole result of its query, read again, and corrects differences.
  ///
  /// - Returns: The mismatch, or `nil` if there is none.
  /// - Throws: ``EngineError`` if no section has the name; `StoreError` if the store cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* rows of the query and its children.
  public func check(_ section: Name) async throws -> FeedMismatch? {
    try await checked(section).mismatch
  }

  /// Checks a section.
  ///
  /// - Returns: The mismatch, and the version that the check led to.
  /// - Throws: `StoreError` if the store cannot be read.
  package func checked(
    _ name: Name
  ) async throws -> (mismatch: FeedMismatch?, update: FeedUpdate?) {
    try await whenUnlocked {
      let sections = core.composer.sections
      guard let section = sections.first(where: { $0.declaration.id == name }) else {
        let names = sections.map(\.declaration.id.description)
        throw EngineError.unknownSection(
          name.description,
          near: name.description.nearest(among: names)
        )
      }
      let (mismatch, update) = try core.check(section)
      return (mismatch, publish(update))
    }
  }

  /// The schedule of checks, beginning with the newest version.
  ///
  /// - Parameter rate: The share of the versions after which a section is checked.
  package func selfCheck(rate: Double) -> SelfCheck {
    let sections = core.composer.sections.map(\.declaration.id)
    return SelfCheck(rate: rate, sections: sections, after: snapshot.version)
  }

  /// Checks one section after the other in the background, once in the given number of versions.
  ///
  /// - Parameters:
  ///   - rate: The share of the versions after which a section is checked, above 0 and at most 1.
  ///   - onError: Called with an error that prevented a check; the next check may succeed.
  ///   - report: Called with each mismatch. It is corrected by then, in a separate version.
  /// - Returns: The number of checks, after the task is cancelled or the engine is closed.
  @discardableResult
  public nonisolated func selfCheck(
    rate: Double,
    onError: @Sendable (any Error) -> Void = { _ in },
    report: @Sendable (FeedMismatch) -> Void
  ) async -> Int {
    var selfCheck = await selfCheck(rate: rate)
    for await update in versions() {
      guard let section = selfCheck.section(after: update.snapshot.version) else { continue }
      do {
        if let mismatch = try await check(section) { report(mismatch) }
      } catch {
        if isWorthTelling(error) { onError(error) }
      }
    }
    return selfCheck.checks
  }
}
