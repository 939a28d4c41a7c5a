/// What a layout is solved for: the view, its grid and its margins.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The size of the view.
  public var containerSize: Extent
  /// The grid that frames are aligned to.
  public var pixelGrid: PixelGrid
  /// What bars and rounded corners cover of the view.
  public var safeAreaInsets: DirectionalInsets
  /// The margins of the view.
  public var layoutMargins: DirectionalInsets
  /// What lies outside the width in which text reads well; the layout margins if not given.
  public var readableContentInsets: DirectionalInsets?

  /// Describes what a layout is solved for.
  ///
  /// - Parameters:
  ///   - containerSize: The size of the view.
  ///   - pixelGrid: The grid that frames are aligned to.
  ///   - safeAreaInsets: What bars and rounded corners cover of the view.
  ///   - layoutMargins: The margins of the view.
  ///   - readableContentInsets: What lies outside the width in which text reads well.
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

  /// The insets that a reference stands for.
  func insets(_ reference: ContentInsetsReference) -> DirectionalInsets {
    switch reference {
    case .automatic, .none: .zero
    case .safeArea: safeAreaInsets
    case .layoutMargins: layoutMargins
    case .readableContent: readableContentInsets ?? layoutMargins
    }
  }
}
