/// The place of the shown items of a section among all its items.
///
/// ```json
/// "window":{"from":100,"of":250000}
/// ```
public struct WireWindow: Hashable, Sendable {
  /// The number of items before the window.
  public var from: Int
  /// The number of items of the section.
  public var total: Int

  /// Creates a window.
  public init(from: Int, total: Int) {
    self.from = from
    self.total = total
  }
}

/// The new place of a window, and the items that have arrived outside it.
///
/// ```json
/// {"at":2,"from":112,"of":250012,"before":12}
/// ```
public struct WireWindowChange: Hashable, Sendable {
  /// The position of the section in the new version.
  public var at: Int
  /// The new place.
  public var window: WireWindow
  /// The number of items that have arrived before the window.
  public var before: Int
  /// The number of items that have arrived after the window.
  public var behind: Int

  /// Creates a change.
  public init(at: Int, window: WireWindow, before: Int = 0, behind: Int = 0) {
    self.at = at
    self.window = window
    self.before = before
    self.behind = behind
  }
}
