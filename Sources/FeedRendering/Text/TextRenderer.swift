public import FeedSnapshots

/// Renders a feed as lines of text, section by section, in a given number of columns.
///
/// The output depends on its arguments alone: the width, the height and the colours are given, never
/// asked of the surroundings. Texts are cut between characters as people see them, and nothing in
/// them reaches the terminal as a command.
///
/// ```swift
/// var renderer = TextRenderer(appearance, width: 80)
/// renderer.section("sports", title: "Sports", items: items)
/// print(renderer.text)
/// ```
public struct TextRenderer: Sendable {
  let appearance: FeedAppearance
  let width: Int
  private let height: Int?
  private let colors: TextColors
  private var lines: [String] = []

  /// Starts a page, with the title of the feed if it has one.
  ///
  /// - Parameters:
  ///   - appearance: What the feed looks like.
  ///   - width: How many columns there are; at least 20 are used.
  ///   - height: How many lines there are, or nothing for as many as it takes.
  ///   - colors: Whether the text has colours.
  ///   - note: What stands at the right of the title.
  public init(
    _ appearance: FeedAppearance,
    width: Int,
    height: Int? = nil,
    colors: TextColors = .none,
    note: String = ""
  ) {
    self.appearance = appearance
    self.width = max(width, 20)
    self.height = height
    self.colors = colors
    guard let title = appearance.title?.inert else { return }
    var line = TextLine(title.truncated(to: self.width), .strong)
    if line.width + note.count + 2 <= self.width {
      line.pad(to: self.width - note.count)
      line.append(note, .faint)
    }
    add(line)
  }

  /// Whether no further line can be seen.
  public var isFull: Bool { height.map { lines.count > $0 } ?? false }

  /// The page so far, each line with its end; cut at the height, which the last line then says.
  public var text: String {
    guard let height, lines.count > height else {
      return lines.map { $0 + "\n" }.joined()
    }
    let more = TextLine("… more below", .faint).text(colors)
    return (lines.prefix(max(height - 1, 0)) + [more]).map { $0 + "\n" }.joined()
  }

  /// Renders a section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - title: What it is called, or nothing for a section without a header.
  ///   - items: The items and what they show, in order; read only as far as they can be seen.
  public mutating func section(
    _ section: SectionID,
    title: String?,
    items: some Sequence<(ItemID, Content)>
  ) {
    guard !isFull else { return }
    if !lines.isEmpty { add(TextLine()) }
    if let title { header(title.inert) }
    let look = appearance.sections[section.declaration] ?? SectionAppearance()
    switch look.arrangement {
    case .rows: rows(items, look)
    case .columns(let count): columns(items, count)
    case .chips: chips(items)
    case .cards: cards(items)
    case .banners: banners(items)
    }
  }

  /// Says something in a line of its own, as the state of a source that cannot be read.
  ///
  /// - Parameter text: What to say.
  public mutating func notice(_ text: String) {
    add(TextLine(("! " + text.inert).truncated(to: width), .alert))
  }

  private mutating func header(_ title: String) {
    let text = title.truncated(to: width - 6)
    var line = TextLine("━━ ", .faint)
    line.append(text, .strong)
    line.append(" " + String(repeating: "━", count: max(0, width - line.width - 1)), .faint)
    add(line)
  }

  mutating func add(_ line: TextLine) { lines.append(line.text(colors)) }

  func face(_ item: ItemID, _ content: Content) -> ItemFace {
    ItemFace(content, appearance.items[item.kind])
  }
}
