import Foundation

/// What happens when a file of the store is cut off under our hands.
enum LostStore {
  private static let message = Array(
    """
    error[store-lost]: a file of the store was truncated while it was in use
      hint: the last changes may be lost; restore a copy, or start with a new store

    """.utf8
  )

  /// Has the process end with a message when it touches memory whose file was cut off.
  ///
  /// SQLite maps the index of its log. A store looks at its files before it touches them, but the file
  /// may be cut off just then. The handler calls nothing that a handler may not call.
  static func endProcessWhenTouched() {
    // Made here, since the handler must not.
    guard !message.isEmpty else { return }
    signal(SIGBUS) { _ in
      TerminalDevice.giveBack()
      _ = unsafe LostStore.message.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      _exit(ExitStatus.inputOutput.rawValue)
    }
  }
}
