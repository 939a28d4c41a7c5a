import FeedStore

/// A driver that follows a growing file and its rotated files.
struct FollowDriver {
  let folder: FollowedFolder
  let format: BodyFormat

  /// The number of bytes that one call reads.
  private static let pieceBytes = 64 << 10
  /// The greatest number of rotated files that are kept open for programs that still write to them.
  private static let mostRotated = 4
  /// The time for which a removed file is kept open.
  private static let removedTime = Duration.seconds(60)

  init(path: String, access: FileAccess, format: BodyFormat = .json) {
    folder = FollowedFolder(path: path, access: access)
    self.format = format
  }

  private var path: String { folder.path }

  /// Runs until the task is cancelled.
  ///
  /// - Throws: ``InputError`` if the file cannot be read or its folder is missing.
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
    // Lines that were written before the watch began are read first.
    change.yield()
    var files = try reading { () throws in try begin(session) }
    for await _ in changes {
      // Each message writes to a store in the same folder, which would trigger the watch each time.
      notifier.pause()
      var news: [FileNotifier.Event]
      repeat {
        try await readOn(&files, notifier, session)
        news = notifier.drain()
      } while news.contains(.changed)
      if news.contains(.ended) { change.finish() }
      notifier.resume()
    }
    try Task.checkCancellation()
    throw InputError(
      .unreadableFile,
      "the folder of '\(path)' is missing",
      hint: "create it again; the input retries"
    )
  }

  // MARK: Files

  /// Returns the files of the stored position and all newer files, from the oldest to the newest.
  private func begin(_ session: InputSession) throws -> [FollowedFile] {
    let current = try folder.current()
    guard let places = session.position.flatMap(FollowPosition.init)?.places, let last = places.last
    else { return current.map { [FollowedFile($0)] } ?? [] }
    var files: [FollowedFile] = []
    for place in places.dropLast() {
      if let file = try folder.file(at: place) {
        files.append(file)
      } else {
        miss("a rotated file of '\(path)' was removed", session)
      }
    }
    let isSame = current?.inode == last.inode
    if isSame, let current, let file = try FollowedFile(current, at: last) {
      if let copy = try folder.rotatedCopy(at: last, without: files.inodes) {
        miss("'\(path)' begins as its rotated file '\(copy)' does", session)
      }
      return files + [file]
    }
    if !isSame, let file = try folder.file(at: last) {
      files.append(file)
    } else if let copy = try folder.copy(at: last, without: files.inodes) {
      files.append(copy)
    } else if let current, let file = try FollowedFile(current, at: last) {
      miss("'\(path)' was replaced by a file that begins as it did", session)
      return files + [file]
    } else {
      miss("'\(path)' was \(isSame ? "cut off" : "removed or compressed")", session)
      return files + (current.map { [FollowedFile($0)] } ?? [])
    }
    try addFiles(upTo: current, to: &files, session)
    return files
  }

  /// Adds the files that are newer than the last one, and the current file.
  private func addFiles(
    upTo current: GrowingFile?,
    to files: inout [FollowedFile],
    _ session: InputSession
  ) throws {
    guard let last = files.last else { return }
    var known = files.inodes
    if let current { known.insert(current.inode) }
    let (newer, isUncertain) = try folder.files(after: last.file, without: known)
    if isUncertain { miss("'\(path)' was rotated several times", session) }
    files += newer
    if let current { files.append(FollowedFile(current)) }
  }

  /// Handles a truncated newest file: its earlier content is read from its copy, if there is one.
  private func checkNewest(_ files: inout [FollowedFile], _ session: InputSession) throws {
    guard let last = files.last, try last.isCutOff else { return }
    files.removeLast()
    let known = files.inodes.union([last.file.inode])
    if let copy = try folder.copy(at: last.reader.place, without: known) {
      files.append(copy)
      try addFiles(upTo: last.file, to: &files, session)
    } else {
      miss("'\(path)' was cut off", session)
      files.append(FollowedFile(last.file))
    }
  }

  /// Adds the file at the path and its predecessors, unless it is already the newest file.
  ///
  /// - Returns: Whether there is a file at the path.
  private func addNewest(_ files: inout [FollowedFile], _ session: InputSession) throws -> Bool {
    guard let current = try folder.current() else { return false }
    guard let last = files.last else {
      files.append(FollowedFile(current))
      return true
    }
    if current.inode == last.file.inode { return true }
    if last.file.isRemoved, last.reader.place.offset > 0,
      let file = try FollowedFile(current, at: last.reader.place)
    {
      miss("'\(path)' was replaced by a file that begins as it did", session)
      files.append(file)
    } else {
      try addFiles(upTo: current, to: &files, session)
    }
    return true
  }

  private func miss(_ event: String, _ session: InputSession) {
    session.miss("\(event); lines may be missing")
  }

  // MARK: Reading

  /// Reads all new lines, from the oldest file to the newest.
  private func readOn(
    _ files: inout [FollowedFile],
    _ notifier: FileNotifier,
    _ session: InputSession
  ) async throws {
    let known = files.map(\.file.inode)
    try reading { () throws in try checkNewest(&files, session) }
    // A file is complete before a newer one is read.
    try await read(&files, session)
    let count = files.count
    let isThere = try reading { () throws in try addNewest(&files, session) }
    if files.count > count { try await read(&files, session) }
    for file in isThere ? files.dropLast() : files[...] {
      notifier.watch(writesTo: file.file.descriptor)
    }
    try await close(&files, session)
    let position = FollowPosition(files.map(\.reader.place)).text
    if files.map(\.file.inode) != known || session.position == nil, !files.isEmpty,
      position != session.position
    {
      try await session.didHear(position: position)
    }
  }

  private func read(_ files: inout [FollowedFile], _ session: InputSession) async throws {
    for index in files.indices {
      if index < files.count - 1, try reading({ () throws in try files[index].isCutOff }) {
        miss("a rotated file of '\(path)' was cut off", session)
        files[index].reader = FollowReader(inode: files[index].file.inode)
      }
      try await read(index, of: &files, session)
      guard index < files.count - 1 || files[index].isCopy else { continue }
      if let rest = files[index].reader.finish(isLast: files[index].isCopy) {
        let position = FollowPosition(files.map(\.reader.place)).text
        try await deliver(rest.line, of: &files[index], position: position, session)
      }
    }
  }

  /// Reads a file to its end.
  private func read(
    _ index: Int,
    of files: inout [FollowedFile],
    _ session: InputSession
  ) async throws {
    let before = files[..<index].map { $0.reader.place.text + "," }.joined()
    let after = files[(index + 1)...].map { "," + $0.reader.place.text }.joined()
    while true {
      let file = files[index].file
      let offset = files[index].reader.offset
      let bytes = try reading { () throws in try file.read(at: offset, upTo: Self.pieceBytes) }
      if bytes.isEmpty { return }
      session.didRead()
      for message in files[index].reader.read(bytes) {
        let position = before + message.place.text + after
        try await deliver(message.line, of: &files[index], position: position, session)
      }
    }
  }

  /// Delivers a line in the format of the file.
  private func deliver(
    _ line: LineCutter.Line,
    of file: inout FollowedFile,
    position: String,
    _ session: InputSession
  ) async throws {
    guard format != .json, !line.isTooLong else {
      return try await session.deliver(line, position: position)
    }
    var header: [UInt8] = []
    if format == .csv {
      header = try reading { () throws in try file.firstLine() }
      // Skip the header.
      if line.end <= UInt64(header.count) + 2 { return }
    }
    try await session.deliver(line, format, header: header, position: position)
  }

  /// Closes copies, removed files, and all but the newest rotated files.
  private func close(_ files: inout [FollowedFile], _ session: InputSession) async throws {
    let now = session.time.uptime()
    var index = 0
    while index < files.count - 1 {
      var file = files[index]
      files[index].replaced = file.replaced ?? now
      let isOld = file.replaced.map { now - $0 > Self.removedTime } ?? false
      if file.isCopy || isOld && file.file.isRemoved || files.count - index > Self.mostRotated + 1 {
        let rest = files[index].reader.finish(isLast: true)
        files.remove(at: index)
        if let rest {
          let position = FollowPosition(files.map(\.reader.place)).text
          try await deliver(rest.line, of: &file, position: position, session)
        }
      } else {
        index += 1
      }
    }
  }

  /// Runs a body that reads files, and converts system errors to errors of the input.
  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as InputError { throw error } catch {
      throw InputError(.unreadableFile, "'\(path)' cannot be read", hint: "check the disk")
    }
  }
}

extension [FollowedFile] {
  /// The numbers of the files.
  fileprivate var inodes: Set<UInt64> { Set(map(\.file.inode)) }
}
