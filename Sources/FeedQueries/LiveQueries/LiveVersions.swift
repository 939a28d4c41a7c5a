import FeedModel
import FeedSnapshots

/// The versions of live queries, as one reader sees them.
///
/// - The first element is the newest version when the reader joins; its batches lead there from
///   nothing.
/// - Every further element is the newest version at the time it is asked for, with the one batch for
///   each query that leads to it from the element before: the one that its commit has stated, if no
///   version was missed, and one found by comparing, if some were.
/// - A reader that takes its time misses the versions in between, and nothing else.
/// - Every version appears once, and version numbers only increase.
/// - The writer never waits for a reader, and nothing is kept for it but the newest version.
/// - Cancelling the task that waits ends the versions, and so does closing the queries.
public struct LiveVersions: AsyncSequence, Sendable {
  /// A version with its batches.
  public typealias Element = LiveUpdate
  /// Versions end, but never fail.
  public typealias Failure = Never

  let mailbox: Mailbox<LiveUpdate>
  var trace: Trace?

  /// The destination of a reader's trace.
  struct Trace: Sendable {
    let prefix: String
    let write: @Sendable (String) -> Void

    func callAsFunction(_ event: String) { write(prefix.isEmpty ? event : "\(prefix): \(event)") }
  }

  /// Begins to read; a reader is read by one task.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox, trace: trace) }

  /// Reads the versions of one reader.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: Mailbox<LiveUpdate>
    let trace: Trace?
    private var held: LiveSnapshot?

    init(mailbox: Mailbox<LiveUpdate>, trace: Trace?) {
      self.mailbox = mailbox
      self.trace = trace
    }

    /// Waits for a version newer than the last one.
    ///
    /// - Returns: The newest version, or `nil` when the versions have ended.
    /// - Complexity: O(1) for a reader that has missed no version; O(*c* · log *n*) for *c* rows that
    ///   differ from the version that is held for one that has.
    public mutating func next() async -> LiveUpdate? {
      trace?(held == nil ? "joins" : "waits")
      let update: LiveUpdate
      switch await mailbox.take() {
      case nil:
        trace?("ends")
        return nil
      case .step(let step): update = step
      case .version(let snapshot): update = LiveUpdate(from: held, to: snapshot)
      }
      held = update.snapshot
      if let trace { for line in update.traceLines { trace(line) } }
      return update
    }
  }
}

extension LiveVersions {
  /// Makes the reader print its events, one per line: the first information for a bug report.
  ///
  /// ```swift
  /// for await update in live.versions().print("home") { … }
  /// // home: joins
  /// // home: version 1
  /// // home:   live: insertSections: 0
  /// // home: waits
  /// // home: version 4
  /// // home:   live: reconfigureItems: [0, 0]
  /// // home:   today: failed: no such table: event
  /// // home: waits
  /// // home: ends
  /// ```
  ///
  /// - Parameter write: The destination of the lines; by default they are printed.
  public func print(
    _ prefix: String = "",
    to write: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> LiveVersions {
    LiveVersions(mailbox: mailbox, trace: Trace(prefix: prefix, write: write))
  }
}
