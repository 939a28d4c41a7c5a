import FeedModel
import FeedStore
import Foundation

/// The process that runs an input of a store, which the store names so that other processes can look for it.
///
/// The process is described by its number, the time of its start, and the system and the container that count it, so
/// that another process with the same number is not mistaken for it.
struct InputProcess: Hashable {
  fileprivate let number: Int32
  private let start: String
  private let system: String

  static let mark = "input-process/"

  /// This process.
  static var current: InputProcess {
    let number = ProcessInfo.processInfo.processIdentifier
    return InputProcess(number: number, start: start(of: number) ?? "", system: ownSystem)
  }

  private init(number: Int32, start: String, system: String) {
    (self.number, self.start, self.system) = (number, start, system)
  }

  /// The stored text: `NUMBER START SYSTEM`.
  fileprivate var text: String { "\(number) \(start) \(system)" }

  fileprivate init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    guard words.count == 3, let number = Int32(words[0]) else { return nil }
    self.init(number: number, start: words[1], system: words[2])
  }

  /// Whether the process runs; `nil` if it belongs to another machine or container, which cannot be asked.
  var isRunning: Bool? {
    guard system == Self.ownSystem, !start.isEmpty else { return nil }
    return Self.start(of: number) == start
  }

  /// The time at which a process was started, in ticks since the start of the system; `nil` if it does not run.
  private static func start(of number: Int32) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
      return nil
    }
    // The name of the program is in parentheses, and may contain any character.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 19 && fields[0] != "Z" ? String(fields[19]) : nil
  }

  /// The start of the system and the container of the process.
  private static let ownSystem: String = {
    let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    let space = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    return "\(boot?.filter { !$0.isWhitespace } ?? "") \(space ?? "")"
  }()
}

extension FeedEngine {
  /// Stores that this process runs an input, or sends an alert, unless another process does.
  ///
  /// - Parameter name: The name of the input in the store.
  /// - Returns: The number of the other process; `nil` if this one runs the input now.
  /// - Throws: `StoreError` if the store cannot be written.
  package func hold(input name: String) async throws -> Int32? {
    let process = InputProcess.current
    guard try core.store.withWriter({ try $0.process(ofInput: name) }) != process else {
      return nil
    }
    return try await whenUnlocked {
      var other: InputProcess?
      let update = try core.commit { writer in
        other = try writer.process(ofInput: name)
        guard other == process || other?.isRunning != true else { return }
        other = nil
        try writer.setState(.text(Text(process.text)), named: InputProcess.mark + name)
      }
      _ = publish(update)
      return other?.number
    }
  }

  /// Returns whether the process that has last run an input still runs.
  ///
  /// - Returns: `nil` if that is unknown.
  /// - Throws: `StoreError` if the store cannot be read.
  package func isRunning(input name: String) throws -> Bool? {
    try core.store.withWriter { try $0.process(ofInput: name) }?.isRunning
  }

  /// Marks sources as late whose inputs have run in a process that has ended, and the others as before.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func noteIdleInputs() async throws {
    let names = core.feed.runInputs.map(\.name)
    let idle = Set(try names.filter { try isRunning(input: $0) == false })
    guard idle != core.idleInputs else { return }
    core.idleInputs = idle
    core.statesMayDiffer()
    try await catchUp()
  }
}

extension Writer {
  fileprivate func process(ofInput name: String) throws -> InputProcess? {
    guard case .text(let text)? = try state(named: InputProcess.mark + name) else { return nil }
    return InputProcess(text: text.string)
  }
}
