import FeedDefinition
import FeedFormatting
import FeedLayout
import FeedModel
import FeedWire
import Foundation
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
  /// The layouts as JSON, sorted by name.
  private let layouts: [(name: String, json: [UInt8])]
  /// The answers, by what clients may read; guarded by the mutex.
  private let answers: Mutex<[FeedView: Answer]> = Mutex([:])
  /// The maximum number of kept answers.
  private static let mostViews = 64

  init(_ feed: Feed, _ appearance: FeedAppearance) {
    self.feed = feed
    self.appearance = appearance
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    layouts = feed.layouts.sorted { $0.key < $1.key }.compactMap { name, layout in
      (try? encoder.encode(layout)).map { (name, Array($0)) }
    }
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
    var names = Set(layouts.map(\.name))
    if view.isLimited {
      names = Set(feed.sections.filter { view.mayKnow($0.id) }.compactMap(\.layout))
    }
    let actions = DescribedActions(feed, appearance, for: view)
    func contents(_ json: inout JSONWriter) {
      json.key("layouts")
      json.object { json in
        for (name, layout) in layouts where names.contains(name) {
          json.key(name)
          json.value(json: layout)
        }
      }
      json.key("actions")
      actions.write(into: &json)
      guard !feed.images.isEmpty else { return }
      json.key("images")
      json.array { json in
        for host in feed.images { json.text(host) }
      }
    }
    var content = JSONWriter()
    content.object(contents)
    var hash = FNV1a()
    hash.add(bytes: content.bytes[...])
    let revision = Checksum(hash.value).description
    var json = JSONWriter()
    json.object { json in
      json.key("revision")
      json.text(revision)
      contents(&json)
    }
    json.endLine()
    return Answer(
      revision: revision,
      file: PageFiles.File("application/json", json.bytes, tag: revision)
    )
  }
}
