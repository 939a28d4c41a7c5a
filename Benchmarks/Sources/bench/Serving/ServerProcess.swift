import Foundation
import Measuring

/// A server on a core of its own, and what it has taken of the machine.
final class ServerProcess {
  private let process = Process()
  private let output = Pipe()

  /// Why the server did not start.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts a program on the first core; this one keeps to the second.
  init(_ program: String, _ arguments: [String], log: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    let pinning = Cores.areTwo ? ["taskset", "-c", "0"] : []
    process.arguments = pinning + [program] + arguments
    process.standardOutput = output
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
  }

  deinit { stop() }

  /// The next lines that it writes.
  func line(with text: String) throws -> String {
    var all = ""
    while !all.contains(text) || !all.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(description: "the server did not start: \(all)") }
      all += String(decoding: more, as: UTF8.self)
    }
    return all
  }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// The process itself and those that it has started.
  private var processes: [String] {
    let own = "\(process.processIdentifier)"
    let children =
      (try? String(contentsOfFile: "/proc/\(own)/task/\(own)/children", encoding: .utf8))
    return [own] + (children ?? "").split(separator: " ").map(String.init)
  }

  /// Its processor time, of the system as well, in nanoseconds.
  var time: Double {
    processes.reduce(0) { sum, process in
      let threads =
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
      return threads.reduce(sum) { sum, thread in
        let path = "/proc/\(process)/task/\(thread)/schedstat"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0)
      }
    }
  }

  /// Its memory, without what the kernel keeps for it, in bytes.
  var memory: Double {
    processes.reduce(0) { sum, process in
      let text =
        (try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
      let size = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
      return sum + (size ?? 0) * 1024
    }
  }
}

/// The cores of the machine: one for the server, one for its clients.
enum Cores {
  static let areTwo = ProcessInfo.processInfo.activeProcessorCount > 1

  /// Keeps this process on the second core.
  static func keepToSecond() throws {
    guard areTwo else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["taskset", "-acp", "1", "\(ProcessInfo.processInfo.processIdentifier)"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }
}

/// A port of this machine that is free at the moment.
func freePort() throws -> Int {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, size) + getsockname(descriptor, $0, &size)
    }
  }
  guard status == 0 else { throw ServerProcess.Failure(description: "no port is free") }
  return Int(UInt16(bigEndian: address.sin_port))
}
