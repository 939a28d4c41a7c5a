import FeedFormatting
import FeedModel

/// The bar or the gauge of an item, with its value in words.
struct MeasureMarkup {
  private let isBar: Bool
  private let share: Double
  private let text: String
  private let label: String

  /// Returns the bar and the gauge of an item, as far as it has their numbers.
  static func all(of content: Content, _ face: ItemFace, _ look: ItemAppearance) -> [MeasureMarkup]
  {
    [(look.bar, face.bar, true), (look.gauge, face.gauge, false)].compactMap { look, share, isBar in
      guard let look, let share, let number = content[look.field]?.figure else { return nil }
      let isShare = look.from == 0 && look.to == 1
      let text = isShare ? "\(Int((share * 100).rounded())) %" : decimal(number)
      let isSaid =
        rounds(face.value, isShare ? share * 100 : number)
        || [face.value, face.badge].contains { digits($0) == digits(text) }
        || numbers(face.subtitle).contains(digits(text))
      return MeasureMarkup(
        isBar: isBar,
        share: share,
        text: isSaid ? "" : text,
        label: "\(look.field): \(text)".inert
      )
    }
  }

  /// Returns whether a text has a number, rounded to one decimal or more: 5.7 for 5.66.
  private static func rounds(_ text: String, _ number: Double) -> Bool {
    numbers(text).contains { written in
      let parts = written.split(separator: ".")
      guard parts.count == 2, let value = Double(written) else { return false }
      let unit = parts[1].reduce(1.0) { unit, _ in unit / 10 }
      return abs(value - abs(number)) <= unit / 2 + 1e-9
    }
  }

  private static func digits(_ text: String) -> String {
    text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
  }

  /// The numbers in a text of words.
  private static func numbers(_ text: String) -> [String] {
    text.split { !$0.isASCII || !$0.isNumber && $0 != "." }
      .map { String($0.last == "." ? $0.dropLast() : $0) }
  }

  /// A number with at most two decimals.
  private static func decimal(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// The element.
  var html: String {
    let label = label.escapedForMarkup
    let small = text.isEmpty ? "" : "<small>\(text)</small>"
    return "<span class=\"measure\" role=\"img\" aria-label=\"\(label)\" title=\"\(label)\">"
      + (isBar ? bar : gauge) + small + "</span>"
  }

  private var bar: String {
    func box(_ width: Double, _ name: String) -> String {
      "<rect\(name) width=\"\(Self.decimal(width))\" height=\"6\" rx=\"3\"/>"
    }
    return "<svg class=\"figure bar\" viewBox=\"0 0 64 6\" width=\"64\" height=\"6\">"
      + box(64, " class=\"track\"") + box(64 * share, "") + "</svg>"
  }

  private var gauge: String {
    "<svg class=\"figure gauge\" viewBox=\"0 0 28 16\" width=\"28\" height=\"16\">"
      + Self.arc(" class=\"track\"")
      + (share > 0 ? Self.arc(" stroke-dasharray=\"\(filled)\"") : "")
      + "</svg>"
  }

  /// The filled part of an arc of length one, and a gap that is as long as the rest.
  private var filled: String { "\((share * 1000).rounded() / 1000) 1" }

  private static func arc(_ attributes: String) -> String {
    "<path\(attributes) pathLength=\"1\" d=\"M 2 14 A 12 12 0 0 1 26 14\"/>"
  }
}
