public import FeedFormatting
import FeedLayout
public import FeedModel
import FeedSnapshots

/// Renders a version as one page of HTML that needs nothing else: no script, no picture, no font.
///
/// Sections, lists and headings say what they are; the sizes of what scrolls sideways come from the
/// feed file's layout. Light and dark follow the reader's choice.
///
/// ```swift
/// let html = HTMLRenderer.page(engine.snapshot, appearance: FeedAppearance(engine.feed))
/// ```
public struct HTMLRenderer {
  private let appearance: FeedAppearance
  private var html = ""

  private init(_ appearance: FeedAppearance) { self.appearance = appearance }

  /// Renders a page.
  ///
  /// - Parameters:
  ///   - snapshot: The version.
  ///   - appearance: What the feed looks like.
  /// - Returns: The whole document.
  public static func page(_ snapshot: FeedSnapshot, appearance: FeedAppearance) -> String {
    var renderer = HTMLRenderer(appearance)
    renderer.page(snapshot)
    return renderer.html
  }

  private mutating func page(_ snapshot: FeedSnapshot) {
    let title = Self.text(appearance.title ?? "Feed")
    html += """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(HTMLStyle.sheet)\(sizes())
      </style>
      </head>
      <body>
      <header class="top"><h1>\(title)</h1><p>version \(snapshot.version)</p></header>

      """
    for source in snapshot.status {
      guard let problem = source.problem else { continue }
      html +=
        "<p class=\"problem\" role=\"alert\">\(Self.text("\(source.source): \(problem)"))</p>\n"
    }
    html += "<main>\n"
    for (index, section) in snapshot.composition.sections.enumerated() {
      self.section(section, index)
    }
    html += "</main>\n</body>\n</html>\n"
  }

  /// The widths of what scrolls sideways, a class a section.
  private func sizes() -> String {
    var sheet = ""
    for (name, look) in appearance.sections.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard let layout = look.layout, layout.orthogonalScrolling != .none else { continue }
      let width: String? =
        switch layout.group.size.width {
        case .fractionalWidth(let share): "min(\(Int(share * 100))%, 40rem)"
        case .absolute(let points): "min(\(Int(points))px, 85%)"
        case .estimated, .uniformAcrossSiblings, .fractionalHeight: nil
        }
      if let width { sheet += "\n.\(Self.className(name)) > ul > li { flex-basis: \(width); }" }
    }
    return sheet
  }

  private mutating func section(_ section: FeedSnapshot.Composition.Section, _ index: Int) {
    let look = appearance.sections[section.id.declaration] ?? SectionAppearance()
    let label: String
    if let title = section.content.title {
      label = "aria-labelledby=\"s\(index)\""
      html += "<section class=\"\(Self.className(section.id.declaration))\" \(label)>\n"
      html += "<h2 id=\"s\(index)\"\(look.pinsHeader ? " class=\"pinned\"" : "")>"
      html += "\(Self.text(title))</h2>\n"
    } else {
      label = "aria-label=\"\(Self.text(section.id.declaration.description))\""
      html += "<section class=\"\(Self.className(section.id.declaration))\" \(label)>\n"
    }
    switch look.arrangement {
    case .rows: rows(section, look)
    case .columns(let count): list(section, "grid columns-\(min(count, 6))")
    case .chips: list(section, "chips")
    case .cards: list(section, "cards")
    case .banners: list(section, "cards banners")
    }
    html += "</section>\n"
  }

  private mutating func list(_ section: FeedSnapshot.Composition.Section, _ kind: String) {
    // What scrolls by itself can be reached by the keyboard.
    let scrolls = kind.hasPrefix("cards") ? " tabindex=\"0\"" : ""
    html += "<ul class=\"\(kind)\"\(scrolls)>\n"
    for entry in section.items {
      html += "<li>"
      item(entry)
      html += "</li>\n"
    }
    html += "</ul>\n"
  }

  /// Items below each other; those of a row of slots in a list of their own.
  private mutating func rows(
    _ section: FeedSnapshot.Composition.Section,
    _ look: SectionAppearance
  ) {
    let page = PageSection(section, appearance, columns: 80, isUnrolled: true)
    html += "<ul class=\"rows\">\n"
    for place in 0..<page.count {
      let items = page.items(at: place)
      if let columns = page.columns(at: place) {
        html += "<li><ul class=\"cells columns-\(min(columns, 6))\">"
        for index in items {
          html += page.items[index].id.slot > 0 ? "<li class=\"filler\">" : "<li>"
          item(page.items[index])
          html += "</li>"
        }
        html += "</ul></li>\n"
      } else {
        let depth = look.depths[page.items[items.lowerBound].id.kind] ?? 0
        let kind = page.isHead(at: place) ? "head" : "depth-\(min(depth, 3))"
        html += "<li class=\"\(kind)\">"
        item(page.items[items.lowerBound], isHead: kind == "head")
        html += "</li>\n"
      }
    }
    html += "</ul>\n"
  }

  private mutating func item(_ entry: FeedSnapshot.Composition.Entry, isHead: Bool = false) {
    let face = ItemFace(entry.content, appearance: appearance.items[entry.id.kind])
    if !face.image.isEmpty {
      // Nothing is loaded; what the picture is called stands in its place.
      let name = Self.markup(face.imageName)
      html += "<span class=\"picture\" role=\"img\" aria-label=\"\(name)\">\(name)</span>"
    }
    let name = face.title.isEmpty && entry.id.slot > 0 ? "—" : face.title
    let tone = face.tone.map { " tone-\($0)" } ?? ""
    if let tone = face.tone {
      let label = "class=\"sign tone-\(tone)\" role=\"img\" aria-label=\"\(tone)\""
      html += "<span \(label)>\(tone.sign)</span> "
    }
    let mark = tone.isEmpty ? "" : " class=\"\(tone.dropFirst())\""
    let tag = isHead ? "h3" : "span"
    html += "<\(tag) class=\"title\(tone)\">\(Self.markup(name))</\(tag)>"
    if !face.subtitle.isEmpty {
      html += " <span class=\"subtitle\">\(Self.markup(face.subtitle))</span>"
    }
    for flag in face.flags { html += " <mark\(mark)>\(Self.markup(flag))</mark>" }
    if !face.badge.isEmpty { html += " <span class=\"badge\">\(Self.markup(face.badge))</span>" }
    if !face.value.isEmpty && entry.id.slot == 0 {
      html +=
        " <data class=\"value\(tone)\" value=\"\(Self.markup(face.value))\">\(Self.markup(face.value))</data>"
    }
  }

  /// A text with nothing in it that a browser or an eye could take for anything else.
  private static func text(_ text: String) -> String { markup(text.inert) }

  /// A text that is inert already, with nothing in it that a browser could take for markup.
  private static func markup(_ text: String) -> String { text.escapedForMarkup }

  /// The id of a declaration as the name of a class.
  private static func className(_ name: Name) -> String {
    let kept = name.description.unicodeScalars.map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isPlain ? Character(scalar) : "-"
    }
    return "section-" + String(kept)
  }
}
