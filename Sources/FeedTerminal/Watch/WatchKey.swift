/// A key or a mouse event at a live page.
package enum WatchKey: Hashable, Sendable {
  case character(Character)
  case up
  case down
  case left
  case right
  case pageUp
  case pageDown
  case home
  case end
  case tab
  case backTab
  case enter
  case escape
  case backspace
  /// The wheel, towards the top or the bottom.
  case wheelUp(line: Int, column: Int)
  case wheelDown(line: Int, column: Int)
  /// The left button goes down.
  case click(line: Int, column: Int)
  /// The mouse moves while it is down.
  case drag(line: Int, column: Int)
  /// It goes up again.
  case release(line: Int, column: Int)
  /// Alt and an arrow, which moves the selected item.
  case moveUp
  case moveDown
  /// Control-C.
  case interrupt
  /// Control-Z.
  case suspend
  /// Control-L.
  case redraw
}
