/// The time limits after which an input considers the connection to its source lost.
struct WebPatience: Hashable, Sendable {
  /// The time limit for connecting.
  var connecting = Duration.seconds(10)
  /// The time limit for the next bytes of a document.
  var document = Duration.seconds(30)
  /// The time limit for the next bytes of a stream whose input has no `stale:`.
  var stream = Duration.seconds(300)
  /// The minimum time limit for the next bytes of a stream.
  var leastStream = Duration.seconds(5)

  /// Returns the time limit for the next bytes of a stream: three times its `stale:`.
  ///
  /// - Parameter stale: The time without a message after which the input is late, if declared.
  func stream(stale: Duration?) -> Duration { stale.map { max($0 * 3, leastStream) } ?? stream }
}
