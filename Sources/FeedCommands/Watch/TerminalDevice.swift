import Foundation
import Synchronization

/// The user's terminal: raw while a page is shown, and restored afterwards.
package enum TerminalDevice {
  /// The original state, read once.
  private static let original: termios? = {
    var state = termios()
    return unsafe tcgetattr(0, &state) == 0 ? state : nil
  }()

  /// Whether the page controls the terminal; signal handlers read it too.
  private static let isTaken = Atomic<Bool>(false)

  /// Alternate screen, no cursor, no wrapping, the mouse's buttons, wheel and dragging.
  private static let entering = Array(
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[2J".utf8
  )

  /// The opposite, in reverse order; first the end of a frame, which may be incomplete.
  ///
  /// A static string, because a signal handler must not allocate it on first use.
  private static var leaving: StaticString {
    "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[m\u{1B}[?25h\u{1B}[?1049l"
  }

  /// Whether both standard input and output are a terminal.
  package static var isInteractive: Bool { isatty(0) == 1 && isatty(1) == 1 && original != nil }

  /// The current columns and lines of the terminal.
  static var size: (columns: Int, lines: Int) {
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (min(Int(size.ws_col), 1_000), min(Int(size.ws_row), 1_000))
  }

  /// Switches the terminal to raw mode.
  static func take() {
    guard var state = original else { return }
    isTaken.store(true, ordering: .sequentiallyConsistent)
    unsafe cfmakeraw(&state)
    unsafe tcsetattr(0, TCSANOW, &state)
    write(entering)
  }

  /// Restores the terminal; does nothing if the page does not control it.
  ///
  /// Calls only async-signal-safe functions.
  static func giveBack() {
    guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = unsafe write(UnsafeRawPointer(leaving.utf8Start), leaving.utf8CodeUnitCount)
    guard var state = original else { return }
    unsafe tcsetattr(0, TCSANOW, &state)
  }

  /// Writes all of the bytes to standard output.
  ///
  /// - Returns: Whether the terminal still exists.
  @discardableResult
  static func write(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return true }
      return unsafe write(start, buffer.count)
    }
  }

  private static func write(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
    var start = 0
    while start < count {
      let written = unsafe Foundation.write(1, bytes.advanced(by: start), count - start)
      if written > 0 {
        start += written
      } else if errno != EINTR && errno != EAGAIN {
        return false
      }
    }
    return true
  }

  /// Reads the typed bytes; `nil` if the terminal is gone.
  static func read() -> [UInt8]? {
    let capacity = 4_096
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(unsafe Foundation.read(0, buffer.baseAddress, capacity), 0)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Restores the terminal before the process crashes.
  static func watchCrashes() {
    for number in [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
      signal(number) { number in
        TerminalDevice.giveBack()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
