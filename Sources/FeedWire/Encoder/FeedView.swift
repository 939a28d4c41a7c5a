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
  /// The globs of the sections that the client may read; `nil` for all, empty for none.
  private var limit: [Text]?
  /// The windows; the first that matches a section limits its items.
  public private(set) var windows: [FeedWindow] = []
  /// The stream that has the windows to itself; `nil` if all clients with such windows show the same items.
  public var owner: UInt64?

  /// Whether items have the typed values of their texts.
  public var hasRawValues = false

  private init(globs: [Text]) { self.globs = globs }

  /// Creates a view of all sections that a client may read.
  ///
  /// - Parameter globs: The globs of these sections; none of them for no section at all.
  public init(limitedTo globs: [String]) {
    self.globs = []
    limit = globs.contains("*") ? nil : Set(globs.map { Text($0) }).sorted()
  }

  /// Whether the view contains all sections.
  public var isAll: Bool { globs.isEmpty && limit == nil }

  /// Whether the client may not read every section.
  public var isLimited: Bool { limit != nil }

  /// A short text that differs for views of clients that may read other sections; `nil` if the client may read all.
  package var limitTag: String? {
    limit.map { globs in
      let digest = SHA256.digest(of: Array(globs.map(\.string).joined(separator: "\n").utf8))
      return String(digest.description.prefix(16))
    }
  }

  /// Returns this view without the sections that another view's client may not read.
  public func limited(as other: FeedView) -> FeedView {
    var view = self
    view.limit = other.limit
    return view
  }

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

  func contains(id: String) -> Bool {
    (globs.isEmpty || Self.matches(globs, id)) && (limit.map { Self.matches($0, id) } ?? true)
  }

  /// Returns this view with windows.
  ///
  /// - Parameter windows: Each as text, as ``FeedWindow/init(_:)`` parses it; up to 64.
  /// - Throws: ``WireError`` with code ``WireError/Code/invalidWindow``.
  public func windowed(by windows: [String]) throws(WireError) -> FeedView {
    guard windows.count <= 64 else {
      throw WireError(.invalidWindow, "\(windows.count) windows", hint: "use up to 64 windows")
    }
    var view = self
    for text in windows { view.windows.append(try FeedWindow(text)) }
    return view
  }

  /// Returns this view with the items that its windows name.
  ///
  /// - Parameter find: Finds a shown item by its name.
  public func opening(_ find: (String) async -> ItemID?) async -> FeedView {
    var view = self
    for (index, window) in windows.enumerated() {
      guard case .name(let name) = window.start, let item = await find(name.string) else {
        continue
      }
      view.windows[index] = FeedWindow(
        sections: window.sections,
        start: .item(item),
        count: window.count
      )
    }
    return view
  }

  /// Whether a window does not stay at the first item of its section.
  public var hasOwnWindows: Bool { windows.contains { $0.start != .offset(0) } }

  /// Returns the window of a section; `nil` if it is shown whole.
  public func window(of section: SectionID) -> FeedWindow? {
    guard !windows.isEmpty else { return nil }
    let id = section.description
    return windows.first { $0.sections == "*" || Glob($0.sections.string).matches(id) }
  }

  /// Returns whether a client may know that a declaration of sections exists.
  ///
  /// - Parameter declaration: The name of the declaration, which begins the ids of its sections.
  /// - Returns: Whether a glob of the limit matches the name, or begins with the name and a slash.
  public func mayKnow(_ declaration: Name) -> Bool {
    let name = declaration.description
    return limit?.contains { Glob($0.string).matches(name) || $0.string.hasPrefix(name + "/") }
      ?? true
  }

  /// Returns whether a client may read each section that a declaration can make.
  ///
  /// - Parameters:
  ///   - declaration: The name of the declaration, which begins the ids of its sections.
  ///   - isGrouped: Whether its sections are groups: `live/3`, and not `live`.
  /// - Returns: Whether a glob of the limit matches the name, or for groups ends in its only `*` and matches all of them.
  public func mayReadAll(_ declaration: Name, isGrouped: Bool) -> Bool {
    let name = declaration.description
    return limit?.contains { glob in
      let start = glob.string.prefix { $0 != "*" && $0 != "?" }
      guard isGrouped else { return Glob(glob.string).matches(name) }
      return glob.string.dropFirst(start.count) == "*" && "\(name)/".hasPrefix(start)
    } ?? true
  }

  private static func matches(_ globs: [Text], _ id: String) -> Bool {
    globs.contains { Glob($0.string).matches(id) }
  }
}

extension FeedView: CustomStringConvertible {
  /// The globs with commas between them, or `*` for all sections.
  public var description: String {
    globs.isEmpty ? "*" : globs.map(\.string).joined(separator: ",")
  }
}
