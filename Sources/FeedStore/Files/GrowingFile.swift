import Foundation

/// A regular file that stays open while other processes write to it, rename it or remove it.
package struct GrowingFile {
  /// The inode number of the file.
  package let inode: UInt64
  private let handle: FileHandle

  private init?(_ handle: FileHandle) {
    guard let inode = RegularFile.inode(of: handle) else { return nil }
    self.inode = inode
    self.handle = handle
  }

  /// Opens a file.
  ///
  /// - Returns: The file, or the reason why it cannot be read.
  package static func open(
    _ path: String,
    access: FileAccess
  ) -> Result<GrowingFile, RegularFile.Failure> {
    RegularFile.open(path, access: access)
      .flatMap { GrowingFile($0).map { .success($0) } ?? .failure(.unreadable) }
  }

  /// The regular files of a folder that may be read, in the order of their names.
  ///
  /// - Parameter folder: The path of the folder; empty for the current one.
  /// - Returns: The files, except those that this process has open for writing; empty if the folder
  ///   cannot be listed.
  package static func files(in folder: String, access: FileAccess) -> [Listed] {
    let written = filesOpenForWriting
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      var status = stat()
      guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        access.allows(path), !written.contains(UInt64(status.st_ino))
      else { return nil }
      return Listed(
        name: name,
        path: path,
        inode: UInt64(status.st_ino),
        size: UInt64(clamping: status.st_size),
        modified: .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
      )
    }
  }

  /// The inode numbers of the files that this process has open for writing, such as its stores.
  ///
  /// SQLite loses its locks on a file when the process closes any descriptor of that file, so none
  /// of these files may be opened a second time.
  private static var filesOpenForWriting: Set<UInt64> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    return Set(
      names.compactMap { name in
        var status = stat()
        guard let descriptor = Int32(name), fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY,
          unsafe fstat(descriptor, &status) == 0
        else { return nil }
        return UInt64(status.st_ino)
      }
    )
  }

  /// A file of a folder; it need not be open.
  package struct Listed: Hashable, Sendable {
    package var name: String
    package var path: String
    /// The inode number of the file.
    package var inode: UInt64
    /// The size of the file in bytes.
    package var size: UInt64
    /// The time of the last write, since 1970.
    package var modified: Duration

    package init(name: String, path: String, inode: UInt64, size: UInt64, modified: Duration) {
      (self.name, self.path, self.inode) = (name, path, inode)
      (self.size, self.modified) = (size, modified)
    }
  }

  /// The descriptor of the open file.
  package var descriptor: Int32 { handle.fileDescriptor }

  /// Whether the file was removed, and so has no name.
  package var isRemoved: Bool {
    var status = stat()
    return unsafe fstat(handle.fileDescriptor, &status) == 0 && status.st_nlink == 0
  }

  /// Returns the present size of the file in bytes.
  package func size() throws -> UInt64 { try handle.seekToEnd() }

  /// The time of the last write, since 1970.
  package func modified() throws -> Duration {
    var status = stat()
    guard unsafe fstat(handle.fileDescriptor, &status) == 0 else {
      throw RegularFile.Failure.unreadable
    }
    return .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
  }

  /// Reads a part of the file.
  ///
  /// - Parameter count: The largest number of bytes to read.
  /// - Returns: The bytes; empty at the end of the file.
  /// - Throws: The error of the system if the file cannot be read.
  package func read(at offset: UInt64, upTo count: Int) throws -> [UInt8] {
    try handle.seek(toOffset: offset)
    return try handle.read(upToCount: count).map(Array.init) ?? []
  }
}
