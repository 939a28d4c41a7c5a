public import FeedModel

/// The sections that a client requests, as globs over their ids.
///
/// In a glob, `*` matches any characters including slashes, and `?` matches one. Other characters match
/// themselves.
///
/// ```swift
/// let view = try FeedView("featured,live/*")
/// view.contains(SectionID("live", group: 3))   // true
/// view.contains(SectionID("live"))             // false
/// ```
public struct FeedView: Hashable, Sendable {
  /// All sections.
  public static let all = FeedView(globs: [])

  /// The distinct globs in byte order; empty for all sections.
  private let globs: [Text]

  private init(globs: [Text]) { self.globs = globs }

  /// Whether the view contains all sections.
  public var isAll: Bool { globs.isEmpty }

  /// Parses the comma-separated globs of a view.
  ///
  /// - Parameter text: Up to 64 globs of up to 1,024 bytes in total. Views of the same globs are equal,
  ///   regardless of order.
  /// - Throws: ``WireError`` with code ``WireError/Code/invalidView`` if a glob is empty or a limit is
  ///   exceeded.
  public init(_ text: String) throws(WireError) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard text.utf8.count <= 1024, parts.count <= 64 else {
      throw WireError(
        .invalidView,
        "\(parts.count) globs with \(text.utf8.count) bytes in total",
        hint: "use up to 64 globs, with up to 1024 bytes in total"
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

  /// Returns whether the view contains a section.
  ///
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
