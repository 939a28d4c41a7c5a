import FeedLayout
package import FeedModel
import Foundation

/// The layouts of a feed, its actions and the hosts of its pictures: the content of `GET /v1/layouts`.
package struct DescribedLayouts: Sendable {
  /// The layouts as JSON, sorted by name.
  private let layouts: [(name: String, json: [UInt8])]
  private let images: [String]

  /// Describes the layouts of a feed.
  package init(_ feed: Feed) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    layouts = feed.layouts.sorted { $0.key < $1.key }.compactMap { name, layout in
      (try? encoder.encode(layout)).map { (name, Array($0)) }
    }
    images = feed.images
  }

  /// Writes the members of an object.
  ///
  /// - Parameters:
  ///   - names: The names of the layouts to describe; `nil` for all.
  ///   - actions: The actions to describe.
  package func write(
    _ names: Set<String>? = nil,
    _ actions: DescribedActions,
    into json: inout JSONWriter
  ) {
    json.key("layouts")
    json.object { json in
      for (name, layout) in layouts where names?.contains(name) ?? true {
        json.key(name)
        json.value(json: layout)
      }
    }
    json.key("actions")
    actions.write(into: &json)
    guard !images.isEmpty else { return }
    json.key("images")
    json.array { json in
      for host in images { json.text(host) }
    }
  }
}
