/// The view for which a layout is solved: its size, pixel grid and margins.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The size of the view.
  public var containerSize: Extent
  /// The grid that frames are aligned to.
  public var pixelGrid: PixelGrid
  /// The parts of the view that bars and rounded corners cover.
  public var safeAreaInsets: DirectionalInsets
  /// The margins of the view.
  public var layoutMargins: DirectionalInsets
  /// The insets of the readable content width; `nil` uses the layout margins.
  public var readableContentInsets: DirectionalInsets?

  /// Creates an environment.
  ///
  /// - Parameter safeAreaInsets: The parts of the view that bars and rounded corners cover.
  public init(
    containerSize: Extent,
    pixelGrid: PixelGrid = PixelGrid(),
    safeAreaInsets: DirectionalInsets = .zero,
    layoutMargins: DirectionalInsets = .zero,
    readableContentInsets: DirectionalInsets? = nil
  ) {
    self.containerSize = containerSize
    self.pixelGrid = pixelGrid
    self.safeAreaInsets = safeAreaInsets
    self.layoutMargins = layoutMargins
    self.readableContentInsets = readableContentInsets
  }

  /// Returns the insets of a reference.
  func insets(_ reference: ContentInsetsReference) -> DirectionalInsets {
    switch reference {
    case .automatic, .none: .zero
    case .safeArea: safeAreaInsets
    case .layoutMargins: layoutMargins
    case .readableContent: readableContentInsets ?? layoutMargins
    }
  }
}
