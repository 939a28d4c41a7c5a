import FeedDefinition
import FeedFormatting
import FeedModel
import FeedWire
import Hummingbird
import Synchronization

/// The layouts and actions of a feed: the answer of `GET /v1/layouts`.
final class ServedLayouts: Sendable {
  private struct Answer {
    let revision: String
    let file: PageFiles.File
  }

  private let feed: Feed
  private let appearance: FeedAppearance
  private let layouts: DescribedLayouts
  /// The answers, by what clients may read; guarded by the mutex.
  private let answers: Mutex<[FeedView: Answer]> = Mutex([:])
  /// The maximum number of kept answers.
  private static let mostViews = 64

  init(_ feed: Feed, _ appearance: FeedAppearance) {
    self.feed = feed
    self.appearance = appearance
    layouts = DescribedLayouts(feed)
  }

  /// Returns the revision for clients of a view, which depends only on what they may read.
  func revision(for view: FeedView) -> String { answer(for: view).revision }

  /// Answers a request.
  ///
  /// - Parameter view: The sections that the client may read; the answer describes no others.
  func response(to request: Request, for view: FeedView) -> Response {
    answer(for: view).file.response(to: request)
  }

  private func answer(for view: FeedView) -> Answer {
    let key = FeedView.all.limited(as: view)
    return answers.withLock { answers in
      if let answer = answers[key] { return answer }
      if answers.count >= Self.mostViews { answers = [:] }
      let answer = describe(for: key)
      answers[key] = answer
      return answer
    }
  }

  private func describe(for view: FeedView) -> Answer {
    var names: Set<String>?
    if view.isLimited {
      names = Set(feed.sections.filter { view.mayKnow($0.id) }.compactMap(\.layout))
    }
    let actions = DescribedActions(feed, appearance, for: view)
    var content = JSONWriter()
    content.object { layouts.write(names, actions, into: &$0) }
    let revision = Checksum.revision(of: content.bytes)
    var json = JSONWriter()
    json.object { json in
      json.key("revision")
      json.text(revision)
      layouts.write(names, actions, into: &json)
    }
    json.endLine()
    return Answer(
      revision: revision,
      file: PageFiles.File("application/json", json.bytes, tag: revision)
    )
  }
}
