/// A warning about a declaration that is valid but probably unintended.
public struct LayoutLint: Hashable, Sendable {
  /// The kind of warning.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A first item that is longer than its group, so that the group is empty.
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
    /// A pinned item at a side across the scroll direction.
    case pinnedAtSide = "pinned-at-side"
    /// An anchor of opposite edges, which cancel out to the centre.
    case oppositeEdges = "opposite-edges"
    /// A variant that never applies, because earlier variants cover its sizes or its range is
    /// empty.
    case unreachableVariant = "unreachable-variant"
    /// A section whose variants apply at every width.
    case unreachableSection = "unreachable-section"
    /// A group of an orthogonal section that is as wide as the view, despite the section's insets.
    case widerThanRow = "wider-than-row"
  }

  /// The kind of warning.
  public let code: Code
  /// The effect of the declaration.
  public let message: String
  /// A suggested correction.
  public let hint: String
  /// The keys and positions of the declaration, in the terms of the JSON form.
  public let path: [String]

  /// Creates a warning.
  public init(_ code: Code, _ message: String, hint: String, path: [String]) {
    self.code = code
    self.message = message
    self.hint = hint
    self.path = path
  }
}

extension LayoutLint: CustomStringConvertible {
  /// The code, message, location and hint.
  public var description: String {
    "warning[\(code.rawValue)]: " + "\(message), at \(path.placeDescription)".onOneLine
      + "\n  hint: \(hint.onOneLine)"
  }
}

extension LayoutLint {
  /// Returns the warnings for a whole layout.
  ///
  /// - Returns: The warnings, with paths from the layout, for example `sections`, `0`, `group`.
  public static func lints(of layout: LayoutDescription) -> [LayoutLint] {
    var linter = Linter(scrollAxis: layout.scrollDirection)
    for (index, section) in layout.sections.enumerated() {
      linter.visit(section, path: ["sections", "\(index)"])
    }
    linter.visit(layout.boundaryItems, path: [])
    return linter.lints
  }

  /// Returns the warnings for one section.
  ///
  /// - Returns: The warnings, with paths from the section, for example `group`, `items`, `0`,
  ///   `size`.
  public static func lints(
    of section: LayoutSection,
    scrollDirection: Axis = .vertical
  ) -> [LayoutLint] {
    var linter = Linter(scrollAxis: scrollDirection)
    linter.visit(section, path: [])
    return linter.lints
  }
}
