public import FeedModel

/// The sections that a client has asked for, by globs over their ids.
///
/// In a glob, `*` stands for any characters, a slash too, and `?` for one; all else stands for itself.
///
/// ```swift
/// let view = try FeedView("featured,live/*")
/// view.contains(SectionID("live", group: 3))   // true
/// view.contains(SectionID("live"))             // false
/// ```
public struct FeedView: Hashable, Sendable {
  /// All sections.
  public static let all = FeedView(globs: [])

  /// The globs in the order of their bytes, each once; none for all sections.
  private let globs: [Text]

  private init(globs: [Text]) { self.globs = globs }

  /// Whether the view has all sections, whatever their ids.
  public var isAll: Bool { globs.isEmpty }

  /// Reads the globs of a view, with commas between them.
  ///
  /// - Parameter text: The globs; up to 64 of them, of up to 1,024 bytes in all. Views of the same globs
  ///   are equal, in whichever order.
  /// - Throws: ``WireError`` with code ``WireError/Code/invalidView`` if there is an empty glob, or too
  ///   much of them.
  public init(_ text: String) throws(WireError) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard text.utf8.count <= 1024, parts.count <= 64 else {
      throw WireError(
        .invalidView,
        "\(parts.count) globs of \(text.utf8.count) bytes in all",
        hint: "a view has up to 64 globs, of up to 1024 bytes in all"
      )
    }
    guard !parts.contains(where: \.isEmpty) else {
      throw WireError(
        .invalidView,
        "'\(text)' has an empty glob",
        hint: "name sections as in sections=featured,live/*, or leave the parameter out for all"
      )
    }
    let globs = Set(parts.map { Text(String(Substring($0))) })
    self.globs = globs.contains("*") ? [] : globs.sorted()
  }

  /// Tells whether the view has a section.
  ///
  /// - Parameter section: The section.
  /// - Returns: Whether one of the globs matches its id.
  /// - Complexity: O(*globs* · *length*).
  public func contains(_ section: SectionID) -> Bool { isAll || contains(id: section.description) }

  func contains(id: String) -> Bool { globs.contains { Glob($0.string).matches(id) } }
}

extension FeedView: CustomStringConvertible {
  /// The globs with commas between them, or `*` for all sections.
  public var description: String {
    isAll ? "*" : globs.map(\.string).joined(separator: ",")
  }
}
