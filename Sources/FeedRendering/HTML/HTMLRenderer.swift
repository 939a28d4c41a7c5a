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
    commonStyleSheet + layoutStyleSheet(appearance)
  }

  /// The part of the style sheet that is the same for all feeds.
  package static var commonStyleSheet: String { HTMLStyle.sheet }

  /// Returns the part of the style sheet that depends on the feed.
  package static func layoutStyleSheet(_ appearance: FeedAppearance) -> String {
    LayoutStyle.sheet(appearance)
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
    let sections = snapshot.composition.sections
    let headed = Set(sections.lazy.filter { $0.content.title != nil }.map(\.content.source))
    // The heading of a section has the problem of its source.
    for source in snapshot.status where !headed.contains(source.source) {
      guard let problem = source.problem else { continue }
      html +=
        "<p class=\"problem\" role=\"alert\">\(Self.text("\(source.source): \(problem)"))</p>\n"
    }
    html += "<main class=\"texts\">\n"
    if sections.allSatisfy(\.items.isEmpty) {
      html += "<p class=\"nothing\" role=\"status\">No items yet</p>\n"
    }
    let problems = Dictionary(
      uniqueKeysWithValues: snapshot.status.lazy.filter(\.isSuspended).map { ($0.source, $0.state) }
    )
    var isBeside = false
    let widths = widths(of: sections)
    for (index, section) in sections.enumerated() {
      if isBeside == (widths[index] == .page) {
        html += isBeside ? "</div>\n" : "<div class=\"beside\">\n"
        isBeside.toggle()
      }
      self.section(section, index, widths[index], problems[section.content.source])
    }
    html += (isBeside ? "</div>\n" : "") + "</main>\n</body>\n</html>\n"
  }

  /// The width of a section on a wide page.
  private enum Width { case page, column }

  /// Lists of a source in parts, and lists with children, form columns; everything else is as wide as the page.
  private func widths(of sections: FeedSnapshot.Composition.SectionList) -> [Width] {
    var widths = sections.map { section in
      let style = markup(of: section)
      return style.isList && (style.isGrouped || section.id.group != nil) ? Width.column : .page
    }
    // A single list without children would leave the rest of the page empty.
    for (index, section) in sections.enumerated() where widths[index] == .column {
      let neighbours = [index - 1, index + 1].filter { widths.indices.contains($0) }
      let isAlone = neighbours.allSatisfy { widths[$0] == .page }
      if isAlone && !markup(of: section).isGrouped { widths[index] = .page }
    }
    return widths
  }

  private func markup(of section: FeedSnapshot.Composition.Section) -> SectionMarkup {
    let name = section.id.declaration
    return SectionMarkup(name, appearance.sections[name] ?? SectionAppearance())
  }

  private mutating func section(
    _ section: FeedSnapshot.Composition.Section,
    _ index: Int,
    _ width: Width,
    _ problem: SourceStatus.State?
  ) {
    let look = appearance.sections[section.id.declaration] ?? SectionAppearance()
    let markup = SectionMarkup(section.id.declaration, look)
    let sectionClass =
      markup.sectionClass + (width == .page ? " wide" : markup.isGrouped ? " flows" : "")
      + (problem == nil ? "" : " late")
    if let title = section.content.title {
      html += "<section class=\"\(sectionClass)\" aria-labelledby=\"s\(index)\">\n"
      html += "<h2 id=\"s\(index)\"\(look.pinsHeader ? " class=\"pinned\"" : "")>"
      html += Self.text(title)
      switch problem {
      case .failed(let reason):
        html += " <small class=\"reason\" role=\"alert\">\(Self.text("failed: \(reason)"))</small>"
      case .late: html += " <small>late: may be out of date</small>"
      case .ok, .waiting, nil: break
      }
      html += "</h2>\n"
    } else {
      let label = Self.text(section.id.declaration.description)
      html += "<section class=\"\(sectionClass)\" aria-label=\"\(label)\">\n"
    }
    let items = section.items.map { ItemMarkup($0, appearance.items[$0.id.kind], markup) }
    let longest = markup.isList ? items.lazy.map(\.alignedLength).max() ?? 0 : 0
    // A list that scrolls is reachable by the keyboard.
    let list =
      "<ul class=\"\(markup.listClass)\"\(markup.scrolls ? " tabindex=\"0\"" : "")"
      + (longest > 0 ? " style=\"--value: \(longest)\">\n" : ">\n")
    html += list
    for (place, item) in items.enumerated() {
      // A heading begins a list, which a column shows as a whole.
      if place > 0 && item.isHead { html += "</ul>\n" + list }
      html += item.html + "\n"
    }
    html += "</ul>\n</section>\n"
  }

  /// A text with nothing in it that a browser or an eye could take for anything else.
  private static func text(_ text: String) -> String { text.inert.escapedForMarkup }
}
