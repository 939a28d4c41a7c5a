public import FeedModel

/// The texts of an item by role, ready for the screen.
///
/// The texts are inert: they cannot contain commands for a terminal or change the direction of
/// writing. Markup is not escaped.
///
/// ```swift
/// let look = ItemAppearance(title: try TextTemplate("{name}"), value: try TextTemplate("{price:0.00}"))
/// let face = ItemFace(content, appearance: look)
/// face.title   // "Draw"
/// face.value   // "2.80"
/// ```
public struct ItemFace: Hashable, Sendable {
  /// The title of the item.
  public private(set) var title = ""
  /// The secondary text.
  public private(set) var subtitle = ""
  /// The main figure, such as a price.
  public private(set) var value = ""
  /// A short text in a corner.
  public private(set) var badge = ""
  /// The path or the address of a picture, which the built-in renderers do not load.
  public private(set) var image = ""
  /// The address of the title's link; empty if it has no allowed link.
  public private(set) var link = ""
  /// The names of the shown marks, in the order of the feed file.
  public private(set) var flags: [String] = []
  /// The tone of the item, or `nil` if no condition of its appearance holds.
  public private(set) var tone: Tone?

  /// The share of the bar, from 0 to 1; `nil` without a bar or a number.
  public private(set) var bar: Double?
  /// The share of the gauge, from 0 to 1; `nil` without a gauge or a number.
  public private(set) var gauge: Double?

  /// The title, after the sign of the tone if there is a tone.
  public var signedTitle: String { tone.map { "\($0.sign) \(title)" } ?? title }

  /// Returns the texts with a mark before the title.
  package func marked(_ mark: String) -> ItemFace {
    var face = self
    face.title = "\(mark) \(title)"
    return face
  }

  /// The text in the place of a picture that is not shown: the last part of its path.
  public var imageName: String {
    let path = image.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? image
  }

  /// Fills in what the appearance declares.
  ///
  /// - Parameter appearance: The appearance of its kind; without one, the item shows its name or
  ///   all of its fields.
  public init(_ content: Content, appearance: ItemAppearance?) {
    guard let appearance else {
      // Without an appearance, the item shows its name, or else all of its fields.
      title =
        Self.nameField(of: content).flatMap { content[$0]?.string }?.inert
        ?? content.fields.map { "\($0): \(ValueFormat.plainText(of: $1))" }
        .joined(separator: " · ").inert
      return
    }
    title = Self.text(appearance.title, content)
    subtitle = Self.text(appearance.subtitle, content)
    value = Self.text(appearance.value, content)
    badge = Self.text(appearance.badge, content)
    image = Self.text(appearance.image, content)
    link = appearance.link?.address(of: content) ?? ""
    bar = appearance.bar.flatMap { $0.share(of: content[$0.field]) }
    gauge = appearance.gauge.flatMap { $0.share(of: content[$0.field]) }
    flags = appearance.flags.filter { Self.isRaised(content[$0.field]) }.map(\.name.inert)
    tone = appearance.tones.first { $0.condition.holds { content[$0] } }?.tone
  }

  /// Returns the field that an item without an appearance shows; `nil` if it shows all of them.
  static func nameField(of content: Content) -> String? {
    ["title", "name", "text"].first { content[$0]?.string != nil }
  }

  /// Returns the text of a role without the spaces around empty fields.
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
