package import FeedDocuments

/// The folder whose pictures a server hands out: those that items name, and no other file.
public struct PictureFolder: Hashable, Sendable {
  /// The path of the folder.
  public var path: String
  /// Which files the feed file may name.
  package var access = FileAccess.anywhere

  /// Declares a folder.
  ///
  /// - Parameter path: The path of the folder.
  public init(path: String) { self.path = path }

  /// Reads a part of a file in the folder; where symbolic links lead to is what counts.
  ///
  /// - Parameters:
  ///   - name: The path of the file from the folder on.
  ///   - offset: Where the part begins.
  ///   - count: The most bytes that it has.
  /// - Returns: The part, or why there is none.
  package func part(
    of name: String,
    from offset: Int,
    count: Int
  ) -> Result<RegularFile.Part, RegularFile.Failure> {
    let file = "\(path)/\(name)"
    guard access.allows(file) else { return .failure(.outside) }
    return RegularFile.part(of: file, from: offset, count: count, access: .below([path]))
  }
}
