import FeedSnapshots

/// What an item says, role by role, made inert for a terminal.
struct ItemFace {
  var title = ""
  var subtitle = ""
  var value = ""
  var badge = ""
  var flags: [String] = []

  init(_ content: Content, _ appearance: ItemAppearance?) {
    guard let appearance else {
      // Nothing says what the item shows, so it shows what it holds.
      title =
        zip(content.shape.names, content.values)
        .map { "\($0): \(ValueFormat.plainText(of: $1))" }.joined(separator: " · ").inert
      return
    }
    title = appearance.title?.text(content).inert ?? ""
    subtitle = appearance.subtitle?.text(content).inert ?? ""
    value = appearance.value?.text(content).inert ?? ""
    badge = appearance.badge?.text(content).inert ?? ""
    flags = appearance.flags.filter { Self.isRaised(content[$0.field]) }.map(\.name.inert)
  }

  private static func isRaised(_ value: Value?) -> Bool {
    switch value {
    case nil, .null?, .integer(0)?: false
    case .real(let real)?: real != 0
    case .text(let text)?: !text.string.isEmpty
    case .blob(let bytes)?: !bytes.isEmpty
    default: true
    }
  }
}
