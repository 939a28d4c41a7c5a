import FeedClient
import FeedCommands
import FeedEngine
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedWire

/// A served feed in the form that pages and lines show.
///
/// The wire contains the texts of items, and only the names of layouts. So every section is drawn
/// as rows, with its header; pictures are empty frames.
struct RemoteFeed {
  private(set) var snapshot = FeedSnapshot(version: 0, composition: .init(), status: [])
  private(set) var appearance: FeedAppearance
  private var names = RemoteNames()
  /// The marks of the items of a kind, in the order of their appearance.
  private var flags: [Name: [String]] = [:]
  private var shapes: [[String]: Content.Shape] = [:]

  /// The limit for the marks of a kind, and for their combinations; further ones are not shown.
  private static let most = 64

  init(title: String) { appearance = FeedAppearance(title: title) }

  /// Applies an update.
  ///
  /// - Returns: The step to the version that is now shown, and whether the appearance has changed.
  mutating func show(_ update: ClientUpdate) -> (step: FeedUpdate, isOther: Bool) {
    let (old, kinds) = (snapshot, flags)
    var isOther = appearance.title != update.title && !update.title.isEmpty
    if isOther { appearance.title = update.title }
    let composition = composition(of: update)
    if flags != kinds {
      isOther = true
      for (kind, names) in flags where kinds[kind] != names {
        appearance.items[kind] = .served(flags: names)
      }
    }
    for section in update.snapshot.sections {
      let declaration = names.section(section.id.string).declaration
      let look = SectionAppearance(.rows, pinsHeader: section.content.isPinned)
      guard appearance.sections[declaration] != look else { continue }
      appearance.sections[declaration] = look
      isOther = true
    }
    snapshot = FeedSnapshot(
      version: update.cursor.version,
      composition: composition,
      status: update.sources.map { names.status(of: $0) }
    )
    return (FeedUpdate(from: old, to: snapshot, updates: update.updates), isOther)
  }

  private mutating func composition(of update: ClientUpdate) -> FeedSnapshot.Composition {
    if !update.updates.hasStructure, update.updates.reloadSections.isEmpty {
      var composition = snapshot.composition
      let paths = update.updates.reconfigureItems + update.updates.reloadItems
      composition.setContents(paths.map { entry(update.snapshot.item(at: $0)) })
      return composition
    }
    let sections = update.snapshot.sections.map { section in
      (
        id: names.section(section.id.string),
        content: SectionContent(
          source: RemoteNames.served,
          title: section.content.title.isEmpty ? nil : section.content.title
        ),
        items: section.items.map { entry($0) }
      )
    }
    // Identities of the wire are unique, and are read without loss.
    return (try? FeedSnapshot.Composition(sections)) ?? FeedSnapshot.Composition()
  }

  private mutating func entry(_ item: WireSnapshot.Entry) -> FeedSnapshot.Composition.Entry {
    let id = names.item(item.id.string)
    let look = item.content
    var known = flags[id.kind] ?? []
    for flag in look.flags where !known.contains(flag) && known.count < Self.most {
      known.append(flag)
    }
    if flags[id.kind] != known { flags[id.kind] = known }
    let raised = look.flags.filter(known.contains)
    let texts = [look.title, look.subtitle, look.value, look.badge, look.image]
    let tones = Tone.allCases.map { Value.integer($0.rawValue == look.tone ? 1 : 0) }
    let values = texts.map { Value.text(Text($0)) } + tones + raised.map { _ in Value.integer(1) }
    return .init(
      id: id,
      content: Content(shape: shape(raised), values: ContiguousArray(values))
    )
  }

  private mutating func shape(_ flags: [String]) -> Content.Shape {
    if let shape = shapes[flags] { return shape }
    if shapes.count >= Self.most { shapes.removeAll() }
    let tones = Tone.allCases.map { ItemAppearance.field(of: $0) }
    let shape = Content.Shape(
      ItemAppearance.roles + tones + flags.map { ItemAppearance.field(of: $0) }
    )
    shapes[flags] = shape
    return shape
  }
}

extension ItemAppearance {
  fileprivate static let roles = ["title", "subtitle", "value", "badge", "image"]

  fileprivate static func field(of flag: String) -> String { "flag \(flag)" }

  fileprivate static func field(of tone: Tone) -> String { Content.computedPrefix + tone.rawValue }

  /// Returns an appearance that shows each role of the wire unchanged.
  fileprivate static func served(flags: [String]) -> ItemAppearance {
    ItemAppearance(
      title: try? TextTemplate("{title}"),
      subtitle: try? TextTemplate("{subtitle}"),
      value: try? TextTemplate("{value}"),
      badge: try? TextTemplate("{badge}"),
      image: try? TextTemplate("{image}"),
      flags: flags.map { ($0, field(of: $0)) },
      tones: Tone.allCases.map { ToneRule($0, where: RowCondition(field: field(of: $0))) }
    )
  }
}
