import FeedModel
import FeedQueries
import FeedStore

extension EngineCore {
  /// Under what name the store keeps the time of the last tick.
  static let timeName = "now"

  /// The time that a commit sets, and writes if it is its own.
  ///
  /// - Parameters:
  ///   - time: The time that is asked for.
  ///   - hasOthers: Whether others have written, who may have let time pass as well.
  ///   - writer: The writer, in its transaction.
  /// - Returns: The time, or nothing if it is what it was.
  /// - Throws: `StoreError` if the store cannot be read or written.
  func timeToSet(_ time: Value?, hasOthers: Bool, in writer: Writer) throws -> Value? {
    if let time, time != queries.time {
      try writer.setState(time, named: Self.timeName)
      return time
    }
    guard hasOthers else { return nil }
    let stored = try writer.state(named: Self.timeName) ?? .null
    return stored == queries.time ? nil : stored
  }
}
