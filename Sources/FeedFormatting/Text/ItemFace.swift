public import FeedModel

/// What an item says, role by role: the texts that a renderer puts on the screen.
///
/// The texts are inert: nothing in them can be taken for a command of a terminal, and nothing turns
/// the direction of writing. Markup is not escaped.
///
/// ```swift
/// let look = ItemAppearance(title: try TextTemplate("{name}"), value: try TextTemplate("{price:0.00}"))
/// let face = ItemFace(content, appearance: look)
/// face.title   // "Draw"
/// face.value   // "2.80"
/// ```
public struct ItemFace: Hashable, Sendable {
  /// What the item is called.
  public private(set) var title = ""
  /// What is said about it in a smaller voice.
  public private(set) var subtitle = ""
  /// The figure that it is there for, as a price.
  public private(set) var value = ""
  /// A short text in a corner.
  public private(set) var badge = ""
  /// The place of a picture, which our own renderers do not load.
  public private(set) var image = ""
  /// The address that the title leads to; empty if there is none, or none that is allowed.
  public private(set) var link = ""
  /// The names of the marks that are raised, in the order of the feed file.
  public private(set) var flags: [String] = []
  /// What the item means, or `nil` if no condition of its appearance holds.
  public private(set) var tone: Tone?

  /// The title behind the sign of the tone, where there is one.
  public var signedTitle: String { tone.map { "\($0.sign) \(title)" } ?? title }

  /// What a picture is called where it is not shown: the last part of its place.
  public var imageName: String {
    let path = image.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? image
  }

  /// Fills in what the appearance declares.
  ///
  /// - Parameter appearance: What its kind shows; without one, its name or else all of its fields.
  public init(_ content: Content, appearance: ItemAppearance?) {
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
    link = appearance.link?.address(of: content) ?? ""
    flags = appearance.flags.filter { Self.isRaised(content[$0.field]) }.map(\.name.inert)
    tone = appearance.tones.first { $0.condition.holds { content[$0] } }?.tone
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
