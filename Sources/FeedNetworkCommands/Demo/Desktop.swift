import FeedCommands
import Foundation

/// The desktop that this process was started from, if there is one.
enum Desktop {
  /// Opens an address in the browser of the desktop; without a desktop, nothing happens.
  static func open(_ address: String) {
    #if os(macOS)
    let opener = "open"
    #else
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    let opener = "xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [opener, address]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
