import FeedFormatting
import FeedModel
import FeedSnapshots

extension WatchModel {
  /// Returns the command of a key for the selection.
  ///
  /// - Returns: The command, or `nil` if the key does nothing here; the message then says why.
  mutating func act(key: String) -> Command? {
    let actions = features.actions(for: key)
    guard let first = actions.first else { return nil }
    let section = selected.flatMap { snapshot.composition.section(containing: $0) }
    for action in actions {
      if action.isForTheWhole { return begin(action, .feed) }
      guard let selected else { continue }
      if action.kinds.contains(selected.kind) { return begin(action, .item(selected)) }
    }
    // An action of the section also applies if one of its items is selected.
    for action in actions {
      guard let section, action.sections.contains(section.declaration) else { continue }
      return begin(action, .section(section))
    }
    let kinds = actions.flatMap(\.kinds).map(\.description).map { kind in
      ("aeiou".contains(kind.lowercased().first ?? "-") ? "an " : "a ") + kind
    }.joined(separator: " or ")
    message = "\(first.keyName): \(first.title); choose \(kinds) first"
    return nil
  }

  /// Returns the target of an action at the selection, or `nil` if it does not apply.
  func target(of action: WatchFeatures.Action) -> WatchFeatures.Target? {
    if action.isForTheWhole { return .feed }
    guard let selected else { return nil }
    if action.kinds.contains(selected.kind) { return .item(selected) }
    let section = snapshot.composition.section(containing: selected)
    guard let section, action.sections.contains(section.declaration) else { return nil }
    return .section(section)
  }

  /// Returns the command for a second click on an item: the first action that applies.
  mutating func act(on item: ItemID) -> Command? {
    features.actions.first { $0.kinds.contains(item.kind) }.flatMap { begin($0, .item(item)) }
  }

  /// Returns the command for a click on a section's header.
  mutating func act(on section: SectionID) -> Command? {
    features.actions.first { $0.sections.contains(section.declaration) }
      .flatMap { begin($0, .section(section)) }
  }
}
