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

extension LayoutSection {
  /// Creates a section of full-width, self-sizing rows.
  public static func list(_ list: ListConfiguration = ListConfiguration()) -> LayoutSection {
    let row = LayoutSize(height: .estimated(list.estimatedRowHeight))
    var section = LayoutSection(
      group: LayoutGroup(.vertical([.item(LayoutItem(size: row))]), size: row)
    )
    let isPinned = list.appearance == .plain || list.appearance == .sidebarPlain
    switch list.appearance {
    case .plain, .sidebarPlain: break
    case .grouped:
      section.contentInsets = DirectionalInsets(bottom: 16)
    case .sidebar:
      section.contentInsets = DirectionalInsets(leading: 16, bottom: 16, trailing: 16)
    case .insetGrouped:
      let insets = DirectionalInsets(leading: 16, bottom: 16, trailing: 16)
      section.contentInsets = insets
      section.decorations = [
        DecorationItem(kind: ListConfiguration.backgroundKind, contentInsets: insets)
      ]
    }
    if list.headerMode == .supplementary {
      section.contentInsets.top += list.headerTopPadding
      section.boundaryItems.append(
        BoundaryItem(
          kind: ListConfiguration.headerKind,
          size: row,
          alignment: .top,
          pinToVisibleBounds: isPinned
        )
      )
    }
    if list.footerMode == .supplementary {
      section.boundaryItems.append(
        BoundaryItem(kind: ListConfiguration.footerKind, size: row, alignment: .bottom)
      )
    }
    return section
  }
}
