import Dispatch

/// A watch on one file, which reports when the file is written, replaced, created or removed.
///
/// ```swift
/// let watch = try FileWatch(path: "ads.json")
/// for await _ in watch { show(DocumentFile.read(declaration)) }
/// ```
///
/// - It watches from its creation, so data that is read later is never older than the last event.
/// - There is no event at the start.
/// - Events within a short time become one event, and a slow reader finds at most one waiting
///   event. The last change is always followed by an event.
/// - An event may occur without a change: compare the data.
/// - Cancelling the task ends the sequence, and so does removing the file's directory.
/// - It has one reader.
public struct FileWatch: AsyncSequence, Sendable {
  /// An event of the watch.
  public enum Event: Hashable, Sendable {
    /// The file may have been changed, created or removed.
    case changed
  }

  /// The path of the file.
  public let path: String
  private let stream: AsyncStream<Event>

  /// Starts to watch a file, which need not exist yet; its directory must exist.
  ///
  /// - Parameter gathering: The time for which changes are gathered into one event.
  /// - Throws: ``DocumentError`` if the directory cannot be watched.
  public init(
    path: String,
    gathering: Duration = .milliseconds(20)
  ) throws(DocumentError) {
    self.path = path
    stream = try Self.events(of: [path], gathering: gathering)
  }

  /// Starts to watch several files as one.
  ///
  /// - Parameter gathering: The time for which changes are gathered into one event.
  /// - Returns: The events, which end when the directory of one of the files is removed.
  /// - Throws: ``DocumentError`` if a directory cannot be watched.
  package static func events(
    of paths: [String],
    gathering: Duration
  ) throws(DocumentError) -> AsyncStream<Event> {
    var notifiers: [FileNotifier] = []
    for path in paths {
      do {
        notifiers.append(try FileNotifier(path: path))
      } catch {
        throw DocumentError(.unreadableFile, error.message, hint: error.hint, place: path)
      }
    }
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let gatherer = EventGatherer(gathering: gathering, continuation: continuation)
    continuation.onTermination = { [notifiers] _ in for notifier in notifiers { notifier.stop() } }
    for notifier in notifiers {
      notifier.start { event in
        switch event {
        case .changed: gatherer.fileDidChange()
        case .ended: gatherer.watchDidEnd()
        }
      }
    }
    return stream
  }

  /// Starts to listen.
  public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { stream.makeAsyncIterator() }
}
