public import FeedFormatting
import FeedModel
import FeedSnapshots

/// An encoder of a feed's images and patches in the wire format.
///
/// ```swift
/// let encoder = WireEncoder(epoch: epoch, appearance: FeedAppearance(file.feed))
/// let view = try FeedView("live/*")
/// let old = ViewVersion(update.from, in: view), new = ViewVersion(update.snapshot, in: view)
/// encoder.image(of: new)                // {"epoch":"9f86d081","version":42,…}
/// encoder.patch(from: old, to: new)     // .patch({"from":41,"to":42,…})
/// ```
public struct WireEncoder: Sendable {
  /// The history of versions.
  public let epoch: Epoch
  private let appearance: FeedAppearance

  /// Creates an encoder.
  public init(epoch: Epoch, appearance: FeedAppearance) {
    self.epoch = epoch
    self.appearance = appearance
  }

  /// Returns the cursor of a version.
  ///
  /// - Returns: The cursor, which is the id of its event and, in quotes, its ETag.
  public func cursor(of version: ViewVersion) -> Cursor {
    Cursor(epoch: epoch, version: version.snapshot.version)
  }

  /// Encodes the image of a view.
  ///
  /// - Parameter layouts: The revision of the layouts and actions; empty if the server sends no revision.
  /// - Complexity: O(*n*) for *n* items.
  public func image(of version: ViewVersion, layouts: String = "") -> [UInt8] {
    var json = JSONWriter()
    json.image(
      cursor: cursor(of: version),
      title: appearance.title ?? "",
      layouts: layouts,
      sources: version.sources
    ) { json in
      for section in version.sections { write(section, of: version, into: &json) }
    }
    return json.bytes
  }

  /// Writes a section with its items.
  func write(
    _ section: FeedSnapshot.Composition.Section,
    of version: ViewVersion,
    into json: inout JSONWriter
  ) {
    let header = header(of: section.id, section.content)
    let window = version.places[section.id]?.window
    json.section(id: section.id.description, header, window) { json in
      for entry in section.items {
        json.item(item(entry, hasRawValues: version.hasRawValues))
      }
    }
  }

  /// Returns an item in its wire format.
  func item(_ entry: FeedSnapshot.Composition.Entry, hasRawValues: Bool) -> WireItem {
    WireItem(
      id: entry.id.description,
      look: look(of: entry.id, entry.content, hasRawValues: hasRawValues)
    )
  }

  /// Returns the content of an item.
  ///
  /// - Parameter hasRawValues: Whether it has the typed values of its texts.
  func look(of id: ItemID, _ content: Content, hasRawValues: Bool = false) -> WireLook {
    let appearance = appearance.items[id.kind]
    let face = ItemFace(content, appearance: appearance)
    var look = WireLook(kind: id.kind.description)
    look.title = face.title
    look.subtitle = face.subtitle
    look.value = face.value
    look.badge = face.badge
    look.image = face.image
    look.tone = face.tone?.rawValue ?? ""
    look.flags = face.flags
    var fields = (appearance?.carriedFields ?? []).map { (name: $0, value: content[$0] ?? .null) }
    if !face.link.isEmpty { fields.append(("link", .text(Text(face.link)))) }
    if !fields.isEmpty { look.setFields(fields) }
    if hasRawValues { look.setRaw(RawValue.values(of: content, appearance: appearance)) }
    return look
  }

  /// Returns the header of a section.
  func header(of id: SectionID, _ content: SectionContent) -> WireHeader {
    let look = appearance.sections[id.declaration]
    return WireHeader(
      title: content.title?.inert ?? "",
      isPinned: look?.pinsHeader ?? false,
      layout: look?.layoutName ?? ""
    )
  }
}
