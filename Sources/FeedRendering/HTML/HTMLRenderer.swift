public import FeedFormatting
import FeedLayout
public import FeedModel
import FeedSnapshots

/// Renders a version as one page of HTML that needs nothing else: no script, no picture, no font.
///
/// An item that names a picture is a card of text.
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
  public static func page(_ snapshot: FeedSnapshot, appearance: FeedAppearance) -> String {
    var renderer = HTMLRenderer(appearance)
    renderer.page(snapshot)
    return renderer.html
  }

  /// The style sheet of a page: colours and type, and the layouts of the feed file.
  ///
  /// - Returns: The sheet, which names nothing outside of itself.
  public static func styleSheet(_ appearance: FeedAppearance) -> String {
    HTMLStyle.sheet + LayoutStyle.sheet(appearance)
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
      \(Self.styleSheet(appearance))
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
    let suspended = Set(snapshot.status.lazy.filter(\.isSuspended).map(\.source))
    for (index, section) in snapshot.composition.sections.enumerated() {
      self.section(section, index, isSuspended: suspended.contains(section.content.source))
    }
    html += "</main>\n</body>\n</html>\n"
  }

  private mutating func section(
    _ section: FeedSnapshot.Composition.Section,
    _ index: Int,
    isSuspended: Bool
  ) {
    let look = appearance.sections[section.id.declaration] ?? SectionAppearance()
    let markup = SectionMarkup(section.id.declaration, look)
    let sectionClass = markup.sectionClass + (isSuspended ? " late" : "")
    if let title = section.content.title {
      html += "<section class=\"\(sectionClass)\" aria-labelledby=\"s\(index)\">\n"
      html += "<h2 id=\"s\(index)\"\(look.pinsHeader ? " class=\"pinned\"" : "")>"
      html += Self.text(title)
      if isSuspended { html += " <small>late: may be out of date</small>" }
      html += "</h2>\n"
    } else {
      let label = Self.text(section.id.declaration.description)
      html += "<section class=\"\(sectionClass)\" aria-label=\"\(label)\">\n"
    }
    // A list that scrolls is reachable by the keyboard.
    html += "<ul class=\"\(markup.listClass)\"\(markup.scrolls ? " tabindex=\"0\"" : "")>\n"
    for entry in section.items {
      let isFiller = entry.id.slot > 0
      let classes = markup.itemClass(entry.id.kind, isFiller: isFiller)
      html += classes.isEmpty ? "<li>" : "<li class=\"\(classes)\">"
      item(entry, isHead: !isFiller && markup.isHead(entry.id.kind))
      let heads = isFiller ? [] : markup.heads(entry.id.kind)
      if !heads.isEmpty {
        let texts = heads.map { "<span>\(Self.text($0.text))</span>" }
        html += " <span class=\"heads\">\(texts.joined())</span>"
      }
      html += "</li>\n"
    }
    html += "</ul>\n</section>\n"
  }

  private mutating func item(_ entry: FeedSnapshot.Composition.Entry, isHead: Bool = false) {
    let face = ItemFace(entry.content, appearance: appearance.items[entry.id.kind])
    let name = face.title.isEmpty && entry.id.slot > 0 ? "—" : face.title
    let tone = face.tone.map { " tone-\($0)" } ?? ""
    if let tone = face.tone {
      let label = "class=\"sign tone-\(tone)\" role=\"img\" aria-label=\"\(tone)\""
      html += "<span \(label)>\(tone.sign)</span> "
    }
    let mark = tone.isEmpty ? "" : " class=\"\(tone.dropFirst())\""
    if face.link.isEmpty || face.title.isEmpty {
      let tag = isHead ? "h3" : "span"
      html += "<\(tag) class=\"title\(tone)\">\(Self.markup(name))</\(tag)>"
    } else {
      html += "<a class=\"title\(tone) link\" href=\"\(Self.markup(face.link))\" target=\"_blank\""
      html += " rel=\"noopener noreferrer\">\(Self.markup(name))</a>"
    }
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
}
