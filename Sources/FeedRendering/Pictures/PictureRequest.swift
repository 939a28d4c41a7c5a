/// A picture that a page has a place for: which one, and how many cells it fills.
package struct PictureRequest: Hashable, Sendable {
  /// The place of the picture, as its item names it.
  package let name: String
  package let columns: Int
  package let lines: Int

  /// Too few cells show nothing that anybody would recognise, and too many are more than a screen has.
  private static let columns = 4...400
  private static let lines = 2...200

  /// Asks for a picture, unless its place is too small or too large for one.
  package init?(name: String, columns: Int, lines: Int) {
    guard Self.columns.contains(columns), Self.lines.contains(lines), !name.isEmpty else {
      return nil
    }
    (self.name, self.columns, self.lines) = (name, columns, lines)
  }
}
