import FeedStore
import Foundation

/// The folder of a followed file, with its rotated files.
struct FollowedFolder {
  let path: String
  let access: FileAccess

  /// Opens the file at the path; `nil` if it does not exist.
  func current() throws(InputError) -> GrowingFile? {
    switch GrowingFile.open(path, access: access) {
    case .success(let file): return file
    case .failure(.missing): return nil
    case .failure(let reason):
      throw InputError(.unreadableFile, "'\(path)' \(reason.what)", hint: reason.hint)
    }
  }

  /// Finds the file of a place, whatever its name.
  func file(at place: FollowPlace) throws -> FollowedFile? {
    for listed in listed() where listed.inode == place.inode {
      if let file = open(listed), let found = try FollowedFile(file, at: place) { return found }
    }
    return nil
  }

  /// Finds the newest copy of the file of a place, with the bytes before the place.
  func copy(at place: FollowPlace, without known: Set<UInt64>) throws -> FollowedFile? {
    try newestCopy(at: place, without: known) { _ in true }?.file
  }

  /// Finds a rotated copy of the file of a place, with the bytes before the place.
  ///
  /// - Returns: The name of the copy, which begins with that of the file.
  func rotatedCopy(at place: FollowPlace, without known: Set<UInt64>) throws -> String? {
    let name = (path as NSString).lastPathComponent
    return try newestCopy(at: place, without: known) { $0.name.hasPrefix(name) }?.name
  }

  private func newestCopy(
    at place: FollowPlace,
    without known: Set<UInt64>,
    where isCandidate: (GrowingFile.Listed) -> Bool
  ) throws -> (name: String, file: FollowedFile)? {
    guard place.offset > 0 else { return nil }
    let candidates = listed().filter {
      $0.inode != place.inode && !known.contains($0.inode) && $0.size >= place.offset
        && isCandidate($0)
    }
    for listed in candidates.sorted(by: { $0.modified > $1.modified }) {
      guard let file = open(listed), var found = try FollowedFile(file, at: place) else { continue }
      found.isCopy = true
      return (listed.name, found)
    }
    return nil
  }

  /// Finds the files between the last file read and the current file.
  ///
  /// - Returns: The files, from the oldest to the newest, and whether lines may be missing.
  /// - Throws: The error of the system if a file cannot be read.
  func files(
    after last: GrowingFile,
    without known: Set<UInt64>
  ) throws -> (files: [FollowedFile], isUncertain: Bool) {
    let listed = listed()
    let own =
      try listed.first { $0.inode == last.inode }
      ?? GrowingFile.Listed(
        name: "",
        path: "",
        inode: last.inode,
        size: last.size(),
        modified: last.modified()
      )
    let rotation = Rotation(
      after: own,
      of: (path as NSString).lastPathComponent,
      in: listed.filter { $0.inode != last.inode && !known.contains($0.inode) },
      isLikeMessages: { listed in
        let first = open(listed).flatMap { try? $0.read(at: 0, upTo: 64) } ?? []
        let character = first.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return character == UInt8(ascii: "{") || character == UInt8(ascii: "[")
      }
    )
    let files = rotation.files.compactMap { listed in open(listed).map { FollowedFile($0) } }
    return (files, rotation.isUncertain || files.count < rotation.files.count)
  }

  /// Returns the files of the folder, and of the folder of a symbolic link's target.
  private func listed() -> [GrowingFile.Listed] {
    var files = GrowingFile.files(in: path.folderOfPath, access: access)
    let target = URL(filePath: path).resolvingSymlinksInPath().path.folderOfPath
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil,
      target != path.folderOfPath
    {
      files += GrowingFile.files(in: target, access: access)
    }
    var known = Set<UInt64>()
    return files.filter { $0.path != path && known.insert($0.inode).inserted }
  }

  private func open(_ listed: GrowingFile.Listed) -> GrowingFile? {
    guard case .success(let file) = GrowingFile.open(listed.path, access: access),
      file.inode == listed.inode
    else { return nil }
    return file
  }
}
