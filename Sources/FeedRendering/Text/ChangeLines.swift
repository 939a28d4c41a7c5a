package import FeedFormatting
package import FeedModel
package import FeedSnapshots

/// The changes of a batch as a line for people: the counts, and the new texts of some items.
package struct ChangeLines {
  private let old: FeedSnapshot
  private let new: FeedSnapshot
  private let updates: BatchUpdates
  private let appearance: FeedAppearance

  package init(
    from old: FeedSnapshot,
    to new: FeedSnapshot,
    _ updates: BatchUpdates,
    _ appearance: FeedAppearance
  ) {
    (self.old, self.new) = (old, new)
    self.updates = updates
    self.appearance = appearance
  }

  /// The line, without its end.
  ///
  /// - Parameter most: The maximum number of listed items.
  /// - Returns: For example `version 5 ⇥ reconfigureItems 1 ⇥ Draw 2.76 ▲ 2.80`.
  package func text(most: Int) -> String {
    var parts = ["version \(new.version)"]
    if !updates.isEmpty { parts.append(updates.summary) }
    parts += statusChanges
    let changed = updates.reconfigureItems.prefix(most).map { change(at: $0) }
    parts += changed.isEmpty ? [] : [changed.joined(separator: ", ")]
    return parts.joined(separator: "\t")
  }

  /// The sources with a changed state; at first, those that are not in order.
  private var statusChanges: [String] {
    let isFirst = old.version == new.version
    let changed = new.status.filter { source in
      isFirst ? source.problem ?? source.note != nil : !old.status.contains(source)
    }
    return changed.map { "source \($0.source): \($0.problem ?? $0.note ?? "\($0.state)")".inert }
  }

  private func change(at path: SnapshotPath) -> String {
    let entry = new.composition.item(at: path)
    let look = appearance.items[entry.id.kind]
    let face = ItemFace(entry.content, appearance: look)
    guard let before = old.composition.content(of: entry.id) else { return face.signedTitle }
    let names = look?.value?.fieldNames ?? []
    for name in names {
      guard let from = before[name]?.figure, let to = entry.content[name]?.figure, from != to else {
        continue
      }
      let mark: ItemMark.Movement = to > from ? .up : .down
      return
        "\(face.signedTitle) \(ItemFace(before, appearance: look).value) \(mark.arrow) \(face.value)"
    }
    let flags = face.flags.map { " [\($0)]" }.joined()
    return face.signedTitle + (face.value.isEmpty ? "" : " " + face.value) + flags
  }
}
