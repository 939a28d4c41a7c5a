import Dispatch
import FileWatching

/// A watch on one file, which says when it was written, replaced, created or removed.
///
/// ```swift
/// let watch = try FileWatch(path: "ads.json")
/// for await _ in watch { show(DocumentFile.read(declaration)) }
/// ```
///
/// - It watches from the moment it is made, so what is read after that is never older than the
///   last event.
/// - There is no event at the start.
/// - Events that follow each other within a short while become one, and a reader that is busy finds
///   one event waiting, not many. The last change is always followed by an event.
/// - Now and then there is an event without a change: compare what you read.
/// - Cancelling the task ends the sequence, and so does removing the file's directory.
/// - It is for one reader.
public struct FileWatch: AsyncSequence, Sendable {
  /// What the watch says.
  public enum Event: Hashable, Sendable {
    /// The file may have changed, come or gone.
    case changed
  }

  /// The path of the file.
  public let path: String
  private let stream: AsyncStream<Event>

  /// Begins to watch a file, which need not be there yet; its directory must.
  ///
  /// - Parameter gathering: How long changes are gathered before they become an event.
  /// - Throws: ``DocumentError`` if the directory cannot be watched.
  public init(
    path: String,
    gathering: Duration = .milliseconds(20)
  ) throws(DocumentError) {
    self.path = path
    stream = try Self.events(of: [path], gathering: gathering)
  }

  /// Begins to watch several files as one.
  ///
  /// - Parameter gathering: How long changes are gathered before they become an event.
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

  /// Begins to listen.
  public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { stream.makeAsyncIterator() }
}
