import FeedClient
import FeedCommands
import FeedEngine
import FeedModel
import FeedTerminal
import FeedWire

/// A live page of a served feed.
struct FollowedPage {
  private let client: FeedClient
  private let look: WatchLook
  private let windows: FollowedWindows

  init(_ client: FeedClient, _ look: WatchLook) throws(WireError) {
    self.look = look
    windows = try FollowedWindows()
    var client = client
    client.configuration.windows = windows.windows
    self.client = client
  }

  /// Shows the page until the user quits.
  ///
  /// - Throws: `ClientError` if the address does not answer with a feed.
  func run() async throws -> ExitStatus {
    let inbox = WatchInbox()
    let channel = AsyncStream<WatchEvent>.makeStream()
    let remote = RemoteFeed(title: client.urls.joined(separator: " "))
    var page = WatchRun(
      remote.snapshot,
      remote.appearance,
      inbox: inbox,
      acting: ReadOnlyActing(windows: windows),
      look: look,
      channel: channel
    )
    let following = Task { [client, windows, send = channel.continuation] in
      do { try await Self.follow(client, remote, windows, inbox, send) } catch {
        send.yield(.failed(error))
      }
    }
    defer { following.cancel() }
    return try await page.run()
  }

  private static func follow(
    _ client: FeedClient,
    _ remote: RemoteFeed,
    _ windows: FollowedWindows,
    _ inbox: WatchInbox,
    _ send: AsyncStream<WatchEvent>.Continuation
  ) async throws {
    var remote = remote
    let first = FirstAnswer(of: client)
    let updates = client.updates { state in
      if let error = first.take(state) {
        send.yield(.failed(error))
      } else {
        send.yield(.note(state.words, isOffline: state.error != nil))
      }
    }
    for try await update in updates {
      let (step, isOther) = remote.show(update)
      windows.didReceive(update, as: remote.snapshot)
      _ = inbox.didPlay(nil, cause: "")
      if isOther {
        inbox.didReopen(remote.appearance, WatchFeatures(), step, cause: "", at: .now)
        send.yield(.version)
      } else if inbox.didCommit(step, at: .now) {
        send.yield(.version)
      }
    }
  }
}

/// The commands of a page that only shows a feed.
private struct ReadOnlyActing: WatchActing {
  let windows: FollowedWindows

  func didShow(_ model: WatchModel) { windows.didShow(model) }

  mutating func perform(_ command: WatchModel.Command, on page: inout WatchRun) async throws {
    switch command {
    case .quit, .suspend, .redraw: break
    case .act, .undo, .move, .drop, .explain, .step, .stepTo, .stepToTime:
      page.model.didAct("this page only shows the feed of a server, and cannot change it")
    }
  }
}
