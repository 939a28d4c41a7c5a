import FeedFormatting
import FeedModel
import FeedSnapshots

/// An item of a static page as an element of its list.
struct ItemMarkup {
  private let id: ItemID
  private let face: ItemFace
  private let section: SectionMarkup
  private let measures: [MeasureMarkup]

  init(
    _ entry: FeedSnapshot.Composition.Entry,
    _ look: ItemAppearance?,
    _ section: SectionMarkup
  ) {
    let face = ItemFace(entry.content, appearance: look)
    id = entry.id
    self.face = face
    self.section = section
    let measured = entry.id.slot > 0 ? nil : look
    measures = measured.map { MeasureMarkup.all(of: entry.content, face, $0) } ?? []
  }

  /// Whether it is the heading of the items below it.
  var isHead: Bool { !isFiller && section.isHead(id.kind) }
  private var isFiller: Bool { id.slot > 0 }
  private var value: String { isFiller ? "" : isSuspended ? "suspended" : face.value }
  /// Whether it is a row with a warning and only a dash below a heading, such as a suspended market.
  private var isSuspended: Bool {
    face.tone == .warning && face.value == "—" && face.subtitle.isEmpty && face.badge.isEmpty
      && section.isBelowHeading(id.kind)
  }

  /// The length of a value with parts before it, which are aligned in a list; at most twelve.
  var alignedLength: Int {
    face.badge.isEmpty && measures.isEmpty ? 0 : min(value.count, 12)
  }

  /// The element.
  var html: String {
    let classes = section.itemClass(id.kind, isFiller: isFiller)
    var html = classes.isEmpty ? "<li" : "<li class=\"\(classes)\""
    html += value.isAmount ? " data-amount>" : ">"
    html += sign + title
    if !face.subtitle.isEmpty {
      html += " <span class=\"subtitle\">\(face.subtitle.escapedForMarkup)</span>"
    }
    html += flags
    if !measures.isEmpty {
      html += " <span class=\"figures\">\(measures.map(\.html).joined())</span>"
    }
    if !face.badge.isEmpty {
      html += " <span class=\"badge\">\(face.badge.escapedForMarkup)</span>"
    }
    if !value.isEmpty {
      let text = value.escapedForMarkup
      html += " <data class=\"value\(tone)\" value=\"\(text)\">\(text)</data>"
    }
    let heads = isFiller ? [] : section.heads(id.kind)
    if !heads.isEmpty {
      let texts = heads.map { "<span>\($0.text.inert.escapedForMarkup)</span>" }
      html += " <span class=\"heads\">\(texts.joined())</span>"
    }
    return html + "</li>"
  }

  private var tone: String { face.tone.map { " tone-\($0)" } ?? "" }

  private var sign: String {
    guard let tone = face.tone else { return "" }
    let attributes = "class=\"sign tone-\(tone)\" role=\"img\" aria-label=\"\(tone)\""
    return "<span \(attributes)>\(tone.sign)</span> "
  }

  private var title: String {
    // A place that only fills a line is empty.
    guard !face.title.isEmpty || !isFiller else { return "" }
    let name = face.title.escapedForMarkup
    guard !face.link.isEmpty && !face.title.isEmpty else {
      let tag = isHead ? "h3" : "span"
      return "<\(tag) class=\"title\(tone)\">\(name)</\(tag)>"
    }
    return "<a class=\"title\(tone) link\" href=\"\(face.link.escapedForMarkup)\" target=\"_blank\""
      + " rel=\"noopener noreferrer\">\(name)</a>"
  }

  private var flags: String {
    guard !face.flags.isEmpty else { return "" }
    let mark = tone.isEmpty ? "<mark>" : "<mark class=\"\(tone.dropFirst())\">"
    let marks = face.flags.map { "\(mark)\($0.escapedForMarkup)</mark>" }
    return " <span class=\"flags\">\(marks.joined(separator: " "))</span>"
  }
}

extension String {
  /// Whether it is one number, perhaps with a unit: an amount, and not a score, a clock or a word.
  var isAmount: Bool {
    var (count, isInside, hasSeparator) = (0, false, false)
    for scalar in unicodeScalars {
      switch scalar {
      case "'", "′", ":": return false
      case "0"..."9":
        if !isInside { count += 1 }
        (isInside, hasSeparator) = (true, false)
      case ".", ",", "’", "\u{A0}", "\u{202F}":
        (isInside, hasSeparator) = (isInside && !hasSeparator, true)
      default: isInside = false
      }
    }
    return count == 1
  }
}
