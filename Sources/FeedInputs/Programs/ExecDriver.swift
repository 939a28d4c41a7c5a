import FeedDefinition
import FeedStore
import FeedWire
import Foundation
import NIOCore
import NIOPosix

/// A driver that reads the output of a local program.
struct ExecDriver {
  let command: CommandDeclaration
  let format: BodyFormat
  let paths: PositionPaths?

  /// Runs the program once and reads its lines, or runs it at an interval and reads its whole output.
  ///
  /// - Throws: ``InputError`` if it cannot be started, fails or ends.
  func run(_ session: InputSession) async throws {
    guard let interval = command.interval else { return try await readLines(session) }
    while true {
      try await readDocument(session)
      try await session.time.sleep(interval)
    }
  }

  private func readDocument(_ session: InputSession) async throws {
    var body: [UInt8] = []
    try await RunningProgram.run(command) { pieces in
      for try await piece in pieces {
        guard body.count + piece.readableBytes <= WebClient.mostBodyBytes else {
          throw InputError(
            .tooLarge,
            "the output has more than \(WebClient.mostBodyBytes >> 20) MiB",
            hint: "leave out 'every:', so that its lines are messages"
          )
        }
        body += piece.readableBytesView
      }
    }
    session.didRead()
    var hash = FNV1a()
    hash.add(bytes: body[...])
    let position = String(hash.value)
    if session.mustDeliver(isNew: position != session.position) {
      try await session.deliver(body, format, position: position)
    } else {
      try await session.didHear(position: position)
    }
  }

  private func readLines(_ session: InputSession) async throws {
    var position = InputPosition(paths, session.position)
    var cutter = LineCutter()
    var header: [UInt8]?
    try await RunningProgram.run(command, variables: position.variables) { pieces in
      try await session.didReach()
      for try await piece in pieces {
        session.didRead()
        for line in cutter.cut(piece.readableBytesView) {
          try await deliver(line, &header, &position, session)
        }
      }
      if let line = cutter.finish() { try await deliver(line, &header, &position, session) }
    }
    throw InputError.endedByItself
  }

  private func deliver(
    _ line: LineCutter.Line,
    _ header: inout [UInt8]?,
    _ position: inout InputPosition,
    _ session: InputSession
  ) async throws {
    if format == .csv, header == nil {
      header = line.bytes
    } else {
      let place = position.isKept ? position.advance(past: line.bytes) : nil
      try await session.deliver(line, format, header: header ?? [], position: place)
    }
  }
}

extension InputPosition {
  /// The variables of a program that resumes there: `position` and `position_NAME`.
  fileprivate var variables: [String: String] {
    Dictionary(
      uniqueKeysWithValues: values.map { name, value in
        (name.isEmpty ? "position" : "position_" + name, String(jsonValue: value))
      }
    )
  }
}

/// A program whose output is read at the pace of its reader.
struct RunningProgram {
  typealias Output = NIOAsyncChannelInboundStream<ByteBuffer>

  /// Starts a program, reads its output, and waits for its end.
  ///
  /// It and its children are killed when the reading fails or the task is cancelled.
  ///
  /// - Parameter variables: Variables of its environment, in addition to those of this process.
  /// - Throws: ``InputError`` if it cannot be started or fails; the errors of the body.
  static func run(
    _ command: CommandDeclaration,
    variables: [String: String] = [:],
    _ read: (Output) async throws -> Void
  ) async throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command.arguments
    if let directory = command.directory {
      process.currentDirectoryURL = URL(filePath: directory.isEmpty ? "." : directory)
    }
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { _, new in new }
    let (output, input) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardInput = input
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    do { try process.run() } catch {
      throw InputError(.programFailed, "the program cannot be started", hint: "check 'exec:'")
    }
    try? output.fileHandleForWriting.close()
    let group = process.processIdentifier
    // A cancelled reading ends without an error. SIGTERM is blocked in children of Dispatch's threads.
    defer { if process.isRunning { kill(-group, SIGKILL) } }
    // The channel closes its own copy of the descriptor.
    let descriptor = dup(output.fileHandleForReading.fileDescriptor)
    let channel = try await NIOPipeBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .takingOwnershipOfDescriptor(input: descriptor) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
        }
      }
    try await channel.executeThenClose { pieces, _ in try await read(pieces) }
    try? input.fileHandleForWriting.close()
    var status: Int32 = 0
    for await value in ends { status = value }
    try Task.checkCancellation()
    guard status == 0 else {
      throw InputError(
        .programFailed,
        "the program has ended with status \(status)",
        hint: "run it in a terminal; its error output is that of 'feed'"
      )
    }
  }
}
