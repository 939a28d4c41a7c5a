/// The look of a list.
public enum ListAppearance: String, Hashable, Sendable, CaseIterable {
  /// Rows from edge to edge; headers stay in view.
  case plain
  /// Rows from edge to edge, with room between the sections.
  case grouped
  /// Rows in rounded groups, with room at the sides.
  case insetGrouped
  /// A list beside the content, with room at the sides.
  case sidebar
  /// A list beside the content, from edge to edge.
  case sidebarPlain
}

/// What stands above or below the rows of a list.
public enum ListBoundaryMode: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// A view of its own.
  case supplementary
  /// The first item of the section; for headers only.
  case firstItemInSection
}

/// A ready-made section of full-width rows that size themselves.
///
/// The metrics of UIKit's lists are not published; the ones here are our own.
public struct ListConfiguration: Hashable, Sendable {
  /// The look.
  public var appearance: ListAppearance
  /// What stands above the rows.
  public var headerMode: ListBoundaryMode
  /// What stands below the rows.
  public var footerMode: ListBoundaryMode
  /// The room above a header.
  public var headerTopPadding: Double
  /// The height of a row until it has been measured.
  public var estimatedRowHeight: Double
  /// Whether lines are drawn between the rows; no frame depends on it.
  public var showsSeparators: Bool

  /// The kind of a list's header.
  public static let headerKind = "header"
  /// The kind of a list's footer.
  public static let footerKind = "footer"
  /// The kind of the background of grouped rows.
  public static let backgroundKind = "background"

  /// Declares a list.
  ///
  /// - Parameters:
  ///   - appearance: The look.
  ///   - headerMode: What stands above the rows.
  ///   - footerMode: What stands below the rows.
  ///   - headerTopPadding: The room above a header.
  ///   - estimatedRowHeight: The height of a row until it has been measured.
  ///   - showsSeparators: Whether lines are drawn between the rows.
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
  /// Makes the section of a list: full-width rows, one below the other, that size themselves.
  ///
  /// - Parameter list: The list to make it for.
  /// - Returns: The section, to be changed further at will.
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
