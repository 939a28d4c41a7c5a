import FeedDefinition
import FeedFormatting
import FeedModel
import FeedRendering
import FeedWire

/// The parts of a feed file that the page needs: classes, actions and reordering.
struct PageDescription {
  private let feed: Feed
  private let view: FeedView
  private let appearance: FeedAppearance
  private let takesWrites: Bool
  private let peers: [ServerOrigin]
  private let key: String?

  /// Creates a description.
  ///
  /// - Parameter view: The sections that the client may read.
  init(
    _ feed: Feed,
    _ appearance: FeedAppearance,
    for view: FeedView,
    takesWrites: Bool,
    peers: [ServerOrigin],
    key: String? = nil
  ) {
    self.feed = feed
    self.view = view
    self.appearance = appearance
    self.takesWrites = takesWrites
    self.peers = peers
    self.key = key
  }

  /// The description as JSON: `{"title":…,"key":…,"writes":…,"peers":[…],"images":[…],"sections":{…},"actions":[…]}`.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("title")
      json.text(appearance.title ?? "Feed")
      if let key {
        json.key("key")
        json.text(key)
      }
      json.key("writes")
      json.bool(takesWrites)
      json.key("peers")
      json.array { json in
        for peer in peers { json.text(peer.description) }
      }
      json.key("images")
      json.array { json in
        for host in feed.images { json.text(host) }
      }
      json.key("sections")
      json.object { json in
        for section in feed.sections where view.mayKnow(section.id) {
          json.key(section.id.description)
          write(section, into: &json)
        }
      }
      json.key("actions")
      DescribedActions(feed, appearance, for: view).write(withEffects: true, into: &json)
    }
    json.endLine()
    return json.bytes
  }

  private func write(_ section: SectionDeclaration, into json: inout JSONWriter) {
    let look = appearance.sections[section.id] ?? SectionAppearance()
    let markup = SectionMarkup(section.id, look)
    json.object { json in
      for (key, text) in [
        ("source", section.source.description), ("class", markup.sectionClass),
        ("list", markup.listClass), ("filler", markup.itemClass("", isFiller: true)),
      ] {
        json.key(key)
        json.text(text)
      }
      for (key, holds) in [
        ("scrolls", markup.scrolls), ("reorder", section.reorder != nil),
        ("across", section.reorder?.isAcross ?? false),
        ("pictures", feed.pictures != nil),
      ] {
        json.key(key)
        json.bool(holds)
      }
      let kinds = markup.kinds.sorted { "\($0)" < "\($1)" }
      json.key("kinds")
      json.object { json in
        for kind in kinds {
          json.key(kind.description)
          json.text(markup.itemClass(kind))
        }
      }
      json.key("heads")
      json.array { json in
        for kind in kinds where markup.isHead(kind) { json.text(kind.description) }
      }
      json.key("columns")
      json.object { json in
        for kind in kinds where !markup.heads(kind).isEmpty {
          json.key(kind.description)
          json.array { json in
            for head in markup.heads(kind) { json.text(head.text.inert) }
          }
        }
      }
      json.key("links")
      json.object { json in
        for kind in kinds {
          guard let link = appearance.items[kind]?.link else { continue }
          json.key(kind.description)
          json.array { json in
            for host in link.hosts { json.text(host) }
          }
        }
      }
      json.key("figures")
      json.object { json in
        for kind in kinds { write(figuresOf: kind, into: &json) }
      }
    }
  }

  /// Writes the fields that items of a kind draw: `{"spark":"price","bar":{"field":"cpu","from":0,"to":100}}`.
  private func write(figuresOf kind: Name, into json: inout JSONWriter) {
    guard let look = appearance.items[kind] else { return }
    let measures = [("bar", look.bar), ("gauge", look.gauge)]
    guard look.spark != nil || measures.contains(where: { $0.1 != nil }) else { return }
    json.key(kind.description)
    json.object { json in
      if let spark = look.spark {
        json.key("spark")
        json.text(spark)
      }
      for (role, measure) in measures {
        guard let measure else { continue }
        json.key(role)
        json.object { json in
          json.key("field")
          json.text(measure.field)
          json.key("from")
          json.real(measure.from)
          json.key("to")
          json.real(measure.to)
        }
      }
    }
  }
}
