/// Something in a declaration that is allowed but hardly meant.
public struct LayoutLint: Hashable, Sendable {
  /// What kind of slip it is.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A first item longer than its group: the group lays out nothing.
    case tooLong = "too-long"
    /// An estimated group of fractional items, which are never measured.
    case neverMeasured = "never-measured"
    /// A uniform length in a group whose length is not estimated.
    case uniformInFixed = "uniform-in-fixed"
    /// Insets on an axis of estimated length, where they are ignored.
    case ignoredInsets = "ignored-insets"
    /// A fraction of more than the whole.
    case fractionOverOne = "fraction-over-one"
    /// A pinned item that does not extend its section, so that it covers the first items.
    case pinnedInside = "pinned-inside"
    /// A pinned item at a side that nothing is scrolled past.
    case pinnedAtSide = "pinned-at-side"
    /// An anchor of opposite edges, which cancel to the centre.
    case oppositeEdges = "opposite-edges"
    /// A variant that stands in at no width, because others come first.
    case unreachableVariant = "unreachable-variant"
    /// A section whose variants stand in at every width.
    case unreachableSection = "unreachable-section"
    /// A group of an orthogonal section as wide as the view, though insets leave less of it.
    case widerThanRow = "wider-than-row"
  }

  /// What kind of slip it is.
  public let code: Code
  /// What will happen.
  public let message: String
  /// The one likely change.
  public let hint: String
  /// The keys and positions that lead to the slip, in the words of the JSON form.
  public let path: [String]

  /// Names a slip.
  ///
  /// - Parameters:
  ///   - code: What kind of slip it is.
  ///   - message: What will happen.
  ///   - hint: The one likely change.
  ///   - path: The keys and positions that lead to the slip.
  public init(_ code: Code, _ message: String, hint: String, path: [String]) {
    self.code = code
    self.message = message
    self.hint = hint
    self.path = path
  }
}

extension LayoutLint: CustomStringConvertible {
  /// The code, the message, the place and the hint.
  public var description: String {
    "warning[\(code.rawValue)]: " + "\(message), at \(path.placeDescription)".onOneLine
      + "\n  hint: \(hint.onOneLine)"
  }
}

extension LayoutLint {
  /// Looks for slips in a whole layout.
  ///
  /// - Parameter layout: The layout.
  /// - Returns: The slips, with paths from the layout, for example `sections`, `0`, `group`.
  public static func lints(of layout: LayoutDescription) -> [LayoutLint] {
    var linter = Linter(scrollAxis: layout.scrollDirection)
    for (index, section) in layout.sections.enumerated() {
      linter.visit(section, path: ["sections", "\(index)"])
    }
    linter.visit(layout.boundaryItems, path: [])
    return linter.lints
  }

  /// Looks for slips in one section.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - scrollDirection: The axis along which the layout is scrolled.
  /// - Returns: The slips, with paths from the section, for example `group`, `items`, `0`, `size`.
  public static func lints(
    of section: LayoutSection,
    scrollDirection: Axis = .vertical
  ) -> [LayoutLint] {
    var linter = Linter(scrollAxis: scrollDirection)
    linter.visit(section, path: [])
    return linter.lints
  }
}
