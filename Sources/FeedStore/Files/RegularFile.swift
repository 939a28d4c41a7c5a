import Foundation

/// Reads regular files, and reports a plain reason if that fails.
package enum RegularFile {
  /// The reason why a file cannot be read.
  package enum Failure: Error, Hashable {
    case missing, directory, special, unreadable, outside
    case tooLarge(most: Int)

    /// The problem, as a predicate of the file's name.
    package var what: String {
      switch self {
      case .missing: "does not exist"
      case .directory: "is a directory"
      case .special: "is a pipe or a device, not a file"
      case .unreadable: "cannot be read"
      case .outside: "is outside the allowed folders"
      case .tooLarge(let most): "has more than \(most) bytes"
      }
    }

    /// The one likely remedy.
    package var hint: String? {
      switch self {
      case .missing: "check the path; it is relative to where the program runs"
      case .directory, .special: "name a file in it"
      case .unreadable: "check the rights of the file"
      case .outside:
        "move the file to the feed file's folder, or allow its folder with --allow-path"
      case .tooLarge: nil
      }
    }
  }

  /// The remedy for a file at a path that a feed file names.
  package static func hint(for failure: Failure, at path: String) -> String? {
    switch failure {
    case .missing: "paths are relative to the feed file"
    case .outside:
      "move the file to the feed file's folder, or give --allow-path \(folder(of: path))"
    case .directory, .special, .unreadable, .tooLarge: failure.hint
    }
  }

  /// Returns the folder of a path's file; empty for a name alone.
  package static func folder(of path: String) -> String { path.folderOfPath }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - most: The maximum size of the file, in bytes.
  ///   - access: The files that may be read; symbolic links are resolved.
  /// - Returns: The bytes, or the reason why they cannot be read.
  package static func read(
    _ path: String,
    most: Int,
    access: FileAccess
  ) -> Result<[UInt8], Failure> {
    open(path, access: access).flatMap { handle in
      defer { try? handle.close() }
      var bytes: [UInt8] = []
      do {
        while bytes.count <= most, let data = try handle.read(upToCount: most + 1 - bytes.count),
          !data.isEmpty
        {
          bytes += data
        }
      } catch {
        return .failure(.unreadable)
      }
      return bytes.count > most ? .failure(.tooLarge(most: most)) : .success(bytes)
    }
  }

  /// A part of a file, and the stamp of the file at that time.
  package struct Part: Sendable {
    package let bytes: [UInt8]
    package let stamp: Stamp
  }

  /// The attributes that distinguish two states of a file.
  package struct Stamp: Hashable, Sendable {
    /// The size of the file in bytes.
    package let size: Int
    private let file: [UInt64]
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ status: stat) {
      size = Int(status.st_size)
      file = [UInt64(status.st_dev), UInt64(status.st_ino)]
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }

    /// The stamp as letters and digits.
    package var text: String {
      (file + [UInt64(size), UInt64(bitPattern: Int64(seconds)), UInt64(nanoseconds)])
        .map { String($0, radix: 36) }.joined(separator: "-")
    }
  }

  /// Reads a part of a file.
  ///
  /// - Parameters:
  ///   - count: The maximum length of the part, in bytes.
  ///   - access: The files that may be read; symbolic links are resolved.
  /// - Returns: The part, which is shorter only at the end of the file, or the reason why it cannot
  ///   be read.
  package static func part(
    of path: String,
    from offset: Int,
    count: Int,
    access: FileAccess
  ) -> Result<Part, Failure> {
    open(path, access: access).flatMap { handle in
      defer { try? handle.close() }
      var status = stat()
      guard unsafe fstat(handle.fileDescriptor, &status) == 0 else { return .failure(.unreadable) }
      var bytes: [UInt8] = []
      do {
        try handle.seek(toOffset: UInt64(offset))
        while bytes.count < count, let data = try handle.read(upToCount: count - bytes.count),
          !data.isEmpty
        {
          bytes += data
        }
      } catch {
        return .failure(.unreadable)
      }
      return .success(Part(bytes: bytes, stamp: Stamp(status)))
    }
  }

  /// Returns the reason why a file cannot be read, or `nil` if it can be, without reading it.
  package static func failure(of path: String, access: FileAccess) -> Failure? {
    switch open(path, access: access) {
    case .success(let handle):
      try? handle.close()
      return nil
    case .failure(let failure): return failure
    }
  }

  /// Opens a file to read.
  static func open(
    _ path: String,
    access: FileAccess
  ) -> Result<FileHandle, Failure> {
    guard access.allows(path) else { return .failure(.outside) }
    guard let real = realPath(of: path) else {
      return .failure(errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable)
    }
    // Open without blocking: a pipe without a writer is recognized after it has been opened.
    let descriptor = unsafe Foundation.open(real, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return .failure(errno == ENXIO ? .special : .unreadable) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return .failure(.unreadable) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .success(handle)
    case S_IFDIR: return .failure(.directory)
    default: return .failure(.special)
    }
  }

  /// The inode number of an open file; `nil` if the system does not report it.
  static func inode(of handle: FileHandle) -> UInt64? {
    var status = stat()
    guard unsafe fstat(handle.fileDescriptor, &status) == 0 else { return nil }
    return UInt64(status.st_ino)
  }

  /// Returns a path without symbolic links; `nil` if the file does not exist.
  static func realPath(of path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
