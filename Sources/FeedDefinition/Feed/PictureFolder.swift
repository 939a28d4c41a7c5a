package import FeedStore

/// The folder of the pictures that a server serves; it serves only pictures that items name.
public struct PictureFolder: Hashable, Sendable {
  /// The path of the folder.
  public var path: String
  /// The files that the feed file may name.
  package var access = FileAccess.anywhere

  /// Declares a folder.
  public init(path: String) { self.path = path }

  /// Reads a part of a file in the folder; symbolic links are resolved before access is checked.
  ///
  /// - Parameters:
  ///   - offset: The offset of the part, in bytes.
  ///   - count: The maximum length of the part, in bytes.
  /// - Returns: The part, or the reason why it cannot be read.
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
