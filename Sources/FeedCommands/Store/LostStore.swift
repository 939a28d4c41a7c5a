import Foundation

/// The reaction to a file of the store that is truncated while in use.
package enum LostStore {
  private static let message = Array(
    """
    error[store-lost]: a file of the store was truncated while it was in use
      hint: the last changes may be lost; restore a copy, or start with a new store

    """.utf8
  )

  /// Ends the process with a message when it touches memory of a truncated file.
  ///
  /// SQLite maps the index of its log. A store checks its files before it touches them, but a file
  /// may be truncated just after the check. The handler calls only async-signal-safe functions.
  package static func endProcessWhenTouched() {
    // Created here, because the handler must not.
    guard !message.isEmpty else { return }
    signal(SIGBUS) { _ in
      TerminalDevice.giveBack()
      _ = unsafe LostStore.message.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      _exit(ExitStatus.inputOutput.rawValue)
    }
  }
}
