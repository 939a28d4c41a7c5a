/// The results of all queries of a version, in the order of their registration.
///
/// Versions share the results that are the same in both, so that hundreds of queries of which one
/// has changed are not copied one by one.
public struct LiveResults: RandomAccessCollection, Sendable {
  private static let portion = 16
  private var portions: ContiguousArray<ContiguousArray<LiveResult>> = []
  /// The number of results.
  public let endIndex: Int

  init(_ results: [LiveResult]) {
    endIndex = results.count
    for start in stride(from: 0, to: results.count, by: Self.portion) {
      portions.append(
        ContiguousArray(results[start..<Swift.min(start + Self.portion, results.count)])
      )
    }
  }

  /// Zero.
  public var startIndex: Int { 0 }

  /// Reads a result.
  ///
  /// - Parameter position: The place of the query in the order of registration.
  /// - Complexity: O(1).
  public internal(set) subscript(position: Int) -> LiveResult {
    get { portions[position / Self.portion][position % Self.portion] }
    _modify { yield &portions[position / Self.portion][position % Self.portion] }
  }
}
