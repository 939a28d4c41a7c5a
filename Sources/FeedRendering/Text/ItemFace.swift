import FeedModel

/// What an item says, role by role, made inert for a terminal.
struct ItemFace {
  var title = ""
  var subtitle = ""
  var value = ""
  var badge = ""
  /// The place of a picture, which is not shown.
  var image = ""
  /// What a picture is called where it is not shown: the last part of its place.
  var imageName: String {
    let path = image.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? image
  }
  var flags: [String] = []

  /// Says nothing.
  init() {}

  init(_ content: Content, _ appearance: ItemAppearance?) {
    guard let appearance else {
      // Nothing says what the item shows, so it shows its name, or else all that it holds.
      let named = ["title", "name", "text"].lazy.compactMap { content[$0]?.string }.first
      title =
        named?.inert
        ?? zip(content.shape.names, content.values)
        .map { "\($0): \(ValueFormat.plainText(of: $1))" }.joined(separator: " · ").inert
      return
    }
    title = Self.text(appearance.title, content)
    subtitle = Self.text(appearance.subtitle, content)
    value = Self.text(appearance.value, content)
    badge = Self.text(appearance.badge, content)
    image = Self.text(appearance.image, content)
    flags = appearance.flags.filter { Self.isRaised(content[$0.field]) }.map(\.name.inert)
  }

  /// The text of a role without the spaces that fields leave behind when they are empty.
  private static func text(_ template: TextTemplate?, _ content: Content) -> String {
    guard var text = template?.text(content).inert else { return "" }
    while text.last == " " { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    return text
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
