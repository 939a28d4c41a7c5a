import FeedEngine
import Foundation

/// A file that is read piece by piece, or standard input.
struct RecordedFile {
  let fixture: Fixture
  /// The size of the file in bytes, if it has one.
  let size: Int?
  /// Reads up to the given number of bytes; returns `nil` or empty data at the end.
  ///
  /// For a pipe, it returns the available bytes without waiting for more, so that a line is read as
  /// soon as it is complete.
  let read: (Int) throws -> Data?
  /// Whether a compressed file ended before its end, once all of it was read.
  let endsEarly: () -> Bool

  /// Opens a file.
  ///
  /// A file with the suffix `.gz` is decompressed. If the file does not exist, the files of a
  /// recording of that name that was split by size are read one after the other.
  ///
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``.
  init(path: String) throws(FixtureError) {
    guard path != "-" else {
      let input = FileHandle.standardInput
      fixture = Fixture(path: "standard input", name: "-")
      size = nil
      read = { try input.readWhatHasCome(most: $0) }
      endsEarly = { false }
      return
    }
    let url = URL(filePath: path).resolvingSymlinksInPath()
    if let parts = RecordingParts(of: path) {
      var start = Data()
      do {
        while start.count < FixtureMark.reach,
          let piece = try parts.read(most: FixtureMark.reach - start.count)
        {
          start += piece
        }
      } catch {
        throw .unreadable(path, error)
      }
      parts.rewind()
      let mark = FixtureMark(name: url.lastPathComponent, start: start)
      let place = url.standardizedFileURL.path
      fixture = Fixture(path: path, name: mark.description, place: place)
      size = parts.size
      read = { try parts.read(most: $0) }
      endsEarly = { parts.endsEarly }
      return
    }
    let handle: FileHandle
    do {
      handle = try FileHandle(forReadingFrom: url)
    } catch {
      throw .unreadable(path, error)
    }
    size = (try? handle.seekToEnd()).flatMap { end in
      (try? handle.seek(toOffset: 0)).map { Int(end) }
    }
    fixture = Self.fixture(path, at: url, handle, size: size)
    read = { try handle.readWhatHasCome(most: $0) }
    endsEarly = { false }
  }

  /// Returns the identity of the file; a file that can be read only once is a stream.
  private static func fixture(
    _ path: String,
    at url: URL,
    _ handle: FileHandle,
    size: Int?
  ) -> Fixture {
    let place = url.standardizedFileURL.path
    guard size != nil, let start = try? handle.read(upToCount: FixtureMark.reach) ?? Data(),
      (try? handle.seek(toOffset: 0)) != nil
    else { return Fixture(path: path, name: place) }
    let mark = FixtureMark(name: url.lastPathComponent, start: start)
    return Fixture(path: path, name: mark.description, place: place)
  }
}

extension RecordedFile {
  /// Returns whether a file can be read a second time: it is neither standard input nor a pipe.
  static func canBeReadTwice(_ path: String) -> Bool {
    let place = URL(filePath: path).resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: place)[.type]
    return path != "-" && (type == nil || type as? FileAttributeType == .typeRegular)
  }

  /// Reads the first lines of fixtures.
  ///
  /// - Parameter paths: The paths; `nil` for a file that is not a fixture.
  /// - Returns: The origins by the indices of the paths, without files that can be read only once.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``.
  static func origins(of paths: [String?]) throws(FixtureError) -> [Int: RecordedOrigin] {
    var origins: [Int: RecordedOrigin] = [:]
    for case (let index, let path?) in paths.enumerated() where canBeReadTwice(path) {
      var lines = LineReader(source: try RecordedFile(path: path).read)
      do {
        guard case .text(let line)? = try lines.next() else { continue }
        origins[index] = RecordedOrigin(line: line)
      } catch {
        throw .unreadable(path, error)
      }
    }
    return origins
  }
}

extension FileHandle {
  /// Reads the available bytes, and waits only if there are none, unlike `read(upToCount:)`.
  ///
  /// - Parameter count: The maximum number of bytes to read.
  /// - Returns: The bytes; empty at the end.
  /// - Throws: `POSIXError` with the error of the system.
  fileprivate func readWhatHasCome(most count: Int) throws -> Data {
    var data = Data(count: count)
    while true {
      let size = unsafe data.withUnsafeMutableBytes { buffer in
        unsafe Foundation.read(fileDescriptor, buffer.baseAddress, count)
      }
      if size >= 0 { return data.prefix(size) }
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
  }
}
