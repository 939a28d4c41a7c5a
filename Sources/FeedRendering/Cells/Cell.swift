/// One place of a screen: a character as people see it, and how it stands out.
package struct Cell: Hashable, Sendable {
  /// The character; a wide one takes two cells, of which the second is a space of no width.
  package var character: Character
  /// The columns that the character takes; none for the second half of a wide one.
  package var width: UInt8
  /// How it stands out.
  package var style: CellStyle

  package init(_ character: Character, width: UInt8 = 1, style: CellStyle = .plain) {
    self.character = character
    self.width = width
    self.style = style
  }
}
