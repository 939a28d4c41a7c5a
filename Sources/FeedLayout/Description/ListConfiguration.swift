/// The appearance of a list.
public enum ListAppearance: String, Hashable, Sendable, CaseIterable {
  /// Rows from edge to edge, with pinned headers.
  case plain
  /// Rows from edge to edge, with spacing between the sections.
  case grouped
  /// Rows in rounded groups, with insets at the sides.
  case insetGrouped
  /// A sidebar list with insets at the sides.
  case sidebar
  /// A sidebar list from edge to edge, with pinned headers.
  case sidebarPlain
}

/// The source of a list's header or footer.
public enum ListBoundaryMode: String, Hashable, Sendable, CaseIterable {
  /// No header or footer.
  case none
  /// A supplementary view.
  case supplementary
  /// The first item of the section; only for headers.
  case firstItemInSection
}

/// A configuration of a section of full-width, self-sizing rows.
///
/// The metrics of UIKit's lists are not published; this module uses its own.
public struct ListConfiguration: Hashable, Sendable {
  /// The appearance.
  public var appearance: ListAppearance
  /// The source of the header.
  public var headerMode: ListBoundaryMode
  /// The source of the footer.
  public var footerMode: ListBoundaryMode
  /// The spacing above a header.
  public var headerTopPadding: Double
  /// The height of a row before it is measured.
  public var estimatedRowHeight: Double
  /// Whether separators are drawn between rows; no frame depends on it.
  public var showsSeparators: Bool

  /// The kind of a list's header.
  public static let headerKind = "header"
  /// The kind of a list's footer.
  public static let footerKind = "footer"
  /// The kind of the background of grouped rows.
  public static let backgroundKind = "background"

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - estimatedRowHeight: The height of a row before it is measured.
  ///   - showsSeparators: Whether separators are drawn between rows.
  public init(
    appearance: ListAppearance = .plain,
    headerMode: ListBoundaryMode = .none,
    footerMode: ListBoundaryMode = .none,
    headerTopPadding: Double = 0,
    estimatedRowHeight: Double = 44,
    showsSeparators: Bool = true
  ) {
    self.appearance = appearance
    self.headerMode = headerMode
    self.footerMode = footerMode
    self.headerTopPadding = headerTopPadding
    self.estimatedRowHeight = estimatedRowHeight
    self.showsSeparators = showsSeparators
  }
}

extension ListConfiguration: Decodable {
  /// Reads a list from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "appearance", "headerMode", "footerMode", "headerTopPadding", "estimatedRowHeight",
        "showsSeparators",
      ]
    )
    self.init(
      appearance: try fields.word("appearance") ?? .plain,
      headerMode: try fields.word("headerMode") ?? .none,
      footerMode: try fields.word("footerMode") ?? .none,
      headerTopPadding: try fields.number("headerTopPadding") ?? 0,
      estimatedRowHeight: try fields.number("estimatedRowHeight") ?? 44,
      showsSeparators: try fields.value("showsSeparators") ?? true
    )
  }
}
