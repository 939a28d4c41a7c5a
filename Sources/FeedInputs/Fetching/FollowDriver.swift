import FeedDocuments
import FileWatching

/// Follows a file that grows, is renamed, cut off or replaced, as `tail -F` does.
struct FollowDriver {
  let path: String
  let access: FileAccess

  /// How many bytes are read at a time.
  private static let pieceBytes = 64 << 10

  /// Runs until the task is cancelled.
  ///
  /// - Throws: ``InputError`` if the file cannot be read or its folder is gone.
  func run(_ session: InputSession) async throws {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let notifier: FileNotifier
    do { notifier = try FileNotifier(path: path, includesWrites: true) } catch {
      throw InputError(.unreadableFile, error.message, hint: error.hint)
    }
    defer { notifier.stop() }
    notifier.start { event in
      switch event {
      case .changed: change.yield()
      case .ended: change.finish()
      }
    }
    // What was written before the watch began counts too.
    change.yield()
    var current = try renamed(session)
    for await _ in changes {
      // A store in the same folder is written to for each message, which would wake us each time.
      notifier.pause()
      var news: [FileNotifier.Event]
      repeat {
        try await readOn(&current, session)
        news = notifier.drain()
      } while news.contains(.changed)
      if news.contains(.ended) { change.finish() }
      notifier.resume()
    }
    try Task.checkCancellation()
    throw InputError(
      .unreadableFile,
      "the folder of '\(path)' is gone",
      hint: "make it again; the input looks for it"
    )
  }

  /// Reads what there is to read, also of another file that has taken the place of the one that was read.
  private func readOn(
    _ current: inout (file: GrowingFile, reader: FollowReader)?,
    _ session: InputSession
  ) async throws {
    let file = try open()
    if let old = current, let file, file.inode != old.file.inode {
      // Nobody will end the last line of the old file any more.
      var reader = old.reader
      try await read(old.file, &reader, session)
      if let rest = reader.finish() { try await deliver(rest, session) }
      current = nil
    }
    // A file that was renamed may still be written to until there is another one.
    if current == nil, let file { current = (file, try reader(of: file, session)) }
    guard var reader = current?.reader, let known = current?.file else { return }
    if try reader.isOutdated(size: known.size(), head: known.head()) {
      reader = FollowReader(inode: known.inode, size: 0, head: [], from: nil)
    }
    try await read(known, &reader, session)
    current = (known, reader)
  }

  /// The file that was read last, if it was renamed while nobody looked.
  private func renamed(
    _ session: InputSession
  ) throws -> (file: GrowingFile, reader: FollowReader)? {
    guard let position = session.position.flatMap(FollowPosition.init),
      try open()?.inode != position.inode,
      let file = GrowingFile.sibling(of: path, inode: position.inode, access: access),
      try position.isOf(inode: file.inode, size: file.size(), head: file.head())
    else { return nil }
    return (file, try reader(of: file, session))
  }

  private func reader(of file: GrowingFile, _ session: InputSession) throws -> FollowReader {
    FollowReader(
      inode: file.inode,
      size: try file.size(),
      head: try file.head(),
      from: session.position.flatMap(FollowPosition.init)
    )
  }

  /// Reads a file to its end.
  private func read(
    _ file: GrowingFile,
    _ reader: inout FollowReader,
    _ session: InputSession
  ) async throws {
    while true {
      let bytes: [UInt8]
      do { bytes = try file.read(at: reader.offset, upTo: Self.pieceBytes) } catch {
        throw InputError(.unreadableFile, "'\(path)' cannot be read", hint: "check the disk")
      }
      if bytes.isEmpty { return }
      session.didRead()
      for message in reader.read(bytes) { try await deliver(message, session) }
    }
  }

  private func deliver(_ message: FollowReader.Message, _ session: InputSession) async throws {
    try await session.deliver(message.line, position: message.position.text)
  }

  /// Opens the file; `nil` if it is not there.
  private func open() throws(InputError) -> GrowingFile? {
    switch GrowingFile.open(path, access: access) {
    case .success(let file): return file
    case .failure(.missing): return nil
    case .failure(let reason):
      throw InputError(.unreadableFile, "'\(path)' \(reason.what)", hint: reason.hint)
    }
  }
}
