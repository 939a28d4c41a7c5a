import FeedDefinition
public import FeedModel
import FeedStore

extension FeedEngine {
  /// Compares a section's state with its query's whole result, read anew; what differs is put right.
  ///
  /// - Returns: What was wrong, or `nil` if all is well or no query fills a section of that name.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* rows of the query and its children.
  public func check(_ section: Name) async throws -> FeedMismatch? {
    try await checked(section).mismatch
  }

  /// Checks a section.
  ///
  /// - Returns: What was wrong, and the version that the check led to.
  /// - Throws: `StoreError` if the store cannot be read.
  package func checked(
    _ name: Name
  ) async throws -> (mismatch: FeedMismatch?, update: FeedUpdate?) {
    try await whenUnlocked {
      let sections = core.composer.sections
      guard let section = sections.first(where: { $0.declaration.id == name }) else {
        return (nil, nil)
      }
      let (mismatch, update) = try core.check(section)
      return (mismatch, publish(update))
    }
  }

  /// Which sections are checked when, beginning with the newest version.
  ///
  /// - Parameter rate: The share of the versions after which a section is checked.
  package func selfCheck(rate: Double) -> SelfCheck {
    let sections = core.composer.sections.map(\.declaration.id)
    return SelfCheck(rate: rate, sections: sections, after: snapshot.version)
  }

  /// Checks one section after the other in the background, one version in so many.
  ///
  /// - Parameters:
  ///   - rate: The share of the versions after which a section is checked, above 0 and at most 1.
  ///   - onError: Told what keeps a section from being checked; the next check may succeed.
  ///   - report: Told what was wrong. It is right again by then, in a version of its own.
  /// - Returns: How many checks there were, when the task is cancelled or the engine is closed.
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
