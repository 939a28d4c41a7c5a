/// One place of a screen: a character as people see it, and how it stands out.
public struct Cell: Hashable, Sendable {
  /// The character; a wide one takes two cells, of which the second is a space of no width.
  public var character: Character
  /// The columns that the character takes; none for the second half of a wide one.
  public var width: UInt8
  /// The style of the text.
  public var style: CellStyle

  /// Makes a cell.
  ///
  /// - Parameter width: The columns that it takes: 0, 1 or 2.
  public init(_ character: Character, width: UInt8 = 1, style: CellStyle = .plain) {
    self.character = character
    self.width = width
    self.style = style
  }
}
