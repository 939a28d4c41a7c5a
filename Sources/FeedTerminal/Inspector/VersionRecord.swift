package import FeedFormatting
package import FeedModel
import FeedRendering
package import FeedSnapshots

/// A version in the inspector: its batch, the snapshot before it, and its cause.
///
/// ```
/// version 6 · updates.jsonl:5, at 1.5 s · moveItems 1 · reconfigureItems 1
///   moveItem(at: [2, 0], to: [2, 1])  player:player/1  Ada
///   reconfigureItems(at: [2, 1])      player:player/1  rank 1 → 3
/// ```
package struct VersionRecord: Sendable {
  package let before: FeedSnapshot
  package let after: FeedSnapshot
  package let updates: BatchUpdates
  /// The cause of the version.
  package var cause: VersionCause

  package init(
    from before: FeedSnapshot,
    to after: FeedSnapshot,
    _ updates: BatchUpdates,
    cause: VersionCause = ""
  ) {
    self.before = before
    self.after = after
    self.updates = updates
    self.cause = cause
  }

  package var version: Int { after.version }

  /// The line above the edits.
  package var head: String {
    var parts = ["version \(version)"]
    if !cause.text.isEmpty { parts.append(cause.line.inert) }
    parts.append(updates.isEmpty ? statusChange : updates.summary)
    return parts.joined(separator: " · ")
  }

  /// The changed states of sources, for a version without edits.
  private var statusChange: String {
    let changed = after.status.filter { !before.status.contains($0) }
    guard !changed.isEmpty else { return "no updates" }
    return changed.map { "source \($0.source): \($0.state)".inert }.joined(separator: ", ")
  }

  /// The number of edits, one row each.
  package var rowCount: Int { updates.operationCount }

  /// The edit at a position as a list view gets it, with whom it is about and why.
  ///
  /// - Complexity: O(log *n*).
  package func row(at position: Int, _ appearance: FeedAppearance) -> BatchRow {
    let edit = updates.edit(at: position)
    let (old, new) = (before.composition, after.composition)
    switch edit {
    case .deleteSection(let index):
      return row(edit, old.sections[index])
    case .insertSection(let index), .reloadSection(let index):
      return row(edit, new.sections[index])
    case .moveSection(let move):
      return row(edit, new.sections[move.to])
    case .deleteItem(let path):
      let item = old.item(at: path)
      let section = old.sectionID(at: path.section)
      return BatchRow(edit, "\(item.id)", "from \(section): \(saying(item, appearance))")
    case .insertItem(let path):
      let item = new.item(at: path)
      let section = new.sectionID(at: path.section)
      return BatchRow(edit, "\(item.id)", "into \(section): \(saying(item, appearance))")
    case .moveItem(let move):
      let item = new.item(at: move.to)
      let (from, to) = (old.sectionID(at: move.from.section), new.sectionID(at: move.to.section))
      let changes = changes(of: item)
      return BatchRow(
        edit,
        "\(item.id)",
        from != to
          ? "\(from) → \(to)" : changes.isEmpty ? saying(item, appearance) : changes
      )
    case .reloadItem(let path), .reconfigureItem(let path):
      let item = new.item(at: path)
      let changes = changes(of: item)
      return BatchRow(edit, "\(item.id)", changes.isEmpty ? saying(item, appearance) : changes)
    }
  }

  private func row(_ edit: BatchEdit, _ section: FeedSnapshot.Composition.Section) -> BatchRow {
    let count = section.items.count
    let title = section.content.title.map { "\($0), " } ?? ""
    return BatchRow(edit, "\(section.id)", "\(title)\(count) item\(count == 1 ? "" : "s")")
  }

  /// Returns the text of an item in a few words.
  private func saying(
    _ item: FeedSnapshot.Composition.Entry,
    _ appearance: FeedAppearance
  ) -> String {
    let face = ItemFace(item.content, appearance: appearance.items[item.id.kind])
    let words = [face.title, face.value].filter { !$0.isEmpty }.joined(separator: " ")
    return words.isEmpty ? "nothing to show" : words
  }

  /// Returns what the version has changed in an item, or `nil` if nothing.
  func change(of id: ItemID) -> String? {
    switch (before.composition.content(of: id), after.composition.content(of: id)) {
    case (nil, nil): return nil
    case (nil, _): return "it appeared"
    case (_, nil): return "it disappeared"
    case (let old?, let new?):
      guard old != new, let path = after.composition.path(of: id) else { return nil }
      return changes(of: after.composition.item(at: path))
    }
  }

  /// The fields of an item that differ, with both values.
  private func changes(of item: FeedSnapshot.Composition.Entry) -> String {
    guard let old = before.composition.content(of: item.id) else { return "" }
    var parts: [String] = []
    for (name, value) in item.content.fields where old[name] != value {
      parts.append("\(name) \(Self.text(old[name])) → \(Self.text(value))")
    }
    return parts.joined(separator: ", ")
  }

  private static func text(_ value: Value?) -> String {
    switch value {
    case nil: "–"
    case .text(let text)?: text.string.isEmpty ? "''" : text.string.truncated(to: 40)
    case .blob(let bytes)?: "\(bytes.count) bytes"
    case let value?: value.description
    }
  }
}

/// One edit of a batch in three columns.
package struct BatchRow: Hashable, Sendable {
  /// The call that a list view gets, for example `deleteItems(at: [0, 4])`.
  package let call: String
  /// The item or the section.
  package let id: String
  /// The changed fields, or the text of an inserted, removed or moved item.
  package let note: String

  init(_ edit: BatchEdit, _ id: String, _ note: String) {
    call = edit.call
    self.id = id.inert
    self.note = note.inert
  }

  /// The row as a line whose columns have at least these widths.
  package func line(callWidth: Int, idWidth: Int) -> String {
    var line = call
    line += String(repeating: " ", count: max(callWidth - call.count, 0) + 2)
    line += id
    guard !note.isEmpty else { return line }
    line += String(repeating: " ", count: max(idWidth - TerminalWidth.of(id), 0) + 2)
    return line + note
  }
}

extension VersionRecord {
  /// The version as lines of text: the head, and below it the edits, each with its id and reason.
  ///
  /// - Parameters:
  ///   - appearance: The appearance that names inserted and removed items.
  ///   - id: An item, or an object that items show; the edits of others are left out.
  /// - Returns: The lines; empty if no edit is one of the given item.
  /// - Complexity: O(*d* log *n*) for *d* edits; with an item, also O(*k*) for *k* items of inserted,
  ///   reloaded and removed sections.
  package func text(_ appearance: FeedAppearance, about id: String? = nil) -> String {
    let rows = (0..<rowCount).flatMap { position in
      id.map { self.rows(at: position, appearance, about: $0) } ?? [row(at: position, appearance)]
    }
    if id != nil && rows.isEmpty { return "" }
    let call = rows.reduce(0) { max($0, $1.call.count) }
    // One long id must not push all reasons out of sight.
    let width = rows.reduce(0) { max($0, min(TerminalWidth.of($1.id), 40)) }
    return rows.reduce(into: head + "\n") { text, row in
      text += "  " + row.line(callWidth: call, idWidth: width) + "\n"
    }
  }

  /// The edit at a position, as one row for each item with the given id.
  private func rows(
    at position: Int,
    _ appearance: FeedAppearance,
    about id: String
  ) -> [BatchRow] {
    let edit = updates.edit(at: position)
    let (old, new) = (before.composition, after.composition)
    let item: FeedSnapshot.Composition.Entry
    switch edit {
    case .moveSection: return []
    case .deleteSection(let index):
      return rows(edit, "from", old, section: index, appearance, about: id)
    case .insertSection(let index), .reloadSection(let index):
      return rows(edit, "into", new, section: index, appearance, about: id)
    case .deleteItem(let path): item = old.item(at: path)
    case .insertItem(let path), .reloadItem(let path), .reconfigureItem(let path):
      item = new.item(at: path)
    case .moveItem(let move): item = new.item(at: move.to)
    }
    return item.id.isCalled(id) ? [row(at: position, appearance)] : []
  }

  private func rows(
    _ edit: BatchEdit,
    _ way: String,
    _ composition: FeedSnapshot.Composition,
    section index: Int,
    _ appearance: FeedAppearance,
    about id: String
  ) -> [BatchRow] {
    let section = composition.sectionID(at: index)
    let count = composition.itemCount(inSection: section) ?? 0
    return composition.items(inSection: section, range: 0..<count).filter { $0.id.isCalled(id) }
      .map { BatchRow(edit, "\($0.id)", "\(way) \(section): \(saying($0, appearance))") }
  }
}

extension ItemID {
  /// Returns whether a text is the id of the item, or of the object that it shows.
  fileprivate func isCalled(_ text: String) -> Bool { "\(self)" == text || "\(object)" == text }
}
