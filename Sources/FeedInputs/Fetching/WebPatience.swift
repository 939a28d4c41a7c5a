/// How long an input waits for its source before it takes the connection for dead.
struct WebPatience: Hashable, Sendable {
  /// For the connection.
  var connecting = Duration.seconds(10)
  /// For the next bytes of a document.
  var document = Duration.seconds(30)
  /// For the next bytes of a stream whose input has no `stale:`.
  var stream = Duration.seconds(300)
  /// For the next bytes of any stream, at least.
  var leastStream = Duration.seconds(5)

  /// For the next bytes of a stream: three times as long as its input may be quiet.
  ///
  /// - Parameter stale: How long the input may be quiet, if it is late at all.
  /// - Returns: The time.
  func stream(stale: Duration?) -> Duration { stale.map { max($0 * 3, leastStream) } ?? stream }
}
