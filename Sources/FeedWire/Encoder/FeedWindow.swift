public import FeedModel

/// The part of a section's items that a client requests.
///
/// ```swift
/// try FeedWindow("100")                    // the first 100 items of each section
/// try FeedWindow("photos:0:50")            // the first 50 items of a section
/// try FeedWindow("photos:photo/7:50")      // 50 items, beginning with photo/7
/// ```
public struct FeedWindow: Hashable, Sendable {
  /// The beginning of a window.
  public enum Start: Hashable, Sendable {
    /// A number of items before the window.
    case offset(Int)
    /// The first item of the window, as a client names it; ``FeedView/opening(_:)`` finds it.
    case name(Text)
    /// The first item of the window.
    case item(ItemID)
  }

  /// The maximum number of items of a window.
  public static let maximumCount = 10_000

  /// The glob over the ids of sections; the first matching window of a view is that of a section.
  public let sections: Text
  /// The first item.
  public let start: Start
  /// The maximum number of items.
  public let count: Int

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - sections: A glob over the ids of sections.
  ///   - count: From 1 to ``maximumCount``.
  public init(sections: Text, start: Start, count: Int) {
    precondition((1...Self.maximumCount).contains(count), "a window of \(count) items")
    self.sections = sections
    self.start = start
    self.count = count
  }

  /// Parses `SECTION:FROM:COUNT`, or `COUNT` for the first items of each section.
  ///
  /// FROM is a number of items or the id of an item. Ids may contain colons: FROM begins after the first colon
  /// that is followed by a number, or by the kind and the table of an item.
  ///
  /// - Throws: ``WireError`` with code ``WireError/Code/invalidWindow``.
  public init(_ text: String) throws(WireError) {
    let colon = UInt8(ascii: ":")
    let bytes = Array(text.utf8)
    guard let last = bytes.lastIndex(of: colon),
      let first = bytes[..<last].indices.first(where: {
        bytes[$0] == colon && Self.isStart(bytes[($0 + 1)..<last])
      }) ?? bytes[..<last].firstIndex(of: colon)
    else {
      let count = bytes.contains(colon) ? nil : Self.count(bytes[...])
      guard let count else { throw Self.error(text) }
      self.init(sections: "*", start: .offset(0), count: count)
      return
    }
    let from = bytes[(first + 1)..<last]
    guard first > 0, !from.isEmpty, bytes.count <= 1024,
      let count = Self.count(bytes[(last + 1)...])
    else { throw Self.error(text) }
    self.init(
      sections: Text(String(decoding: bytes[..<first], as: UTF8.self)),
      start: Self.start(String(decoding: from, as: UTF8.self)),
      count: count
    )
  }

  /// Returns whether a text is a number, or begins as the id of an item does: `KIND:TABLE/`.
  private static func isStart(_ text: ArraySlice<UInt8>) -> Bool {
    guard let byte = text.first else { return false }
    if (0x30...0x39).contains(byte) { return text.allSatisfy { (0x30...0x39).contains($0) } }
    let names = text.prefix { $0 != UInt8(ascii: "/") }.split(
      separator: UInt8(ascii: ":"),
      omittingEmptySubsequences: false
    )
    return names.count == 2 && !names.contains(where: \.isEmpty) && text.contains(UInt8(ascii: "/"))
  }

  /// Parses a number of items, or the id of an item.
  public static func start(_ text: String) -> Start {
    let digits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if digits, let offset = Int(text) { return .offset(offset) }
    return .name(Text(text))
  }

  private static func count(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(String(decoding: digits, as: UTF8.self)), (1...maximumCount).contains(count)
    else { return nil }
    return count
  }

  private static func error(_ text: String) -> WireError {
    WireError(
      .invalidWindow,
      "'\(text.prefix(80))' is not a window",
      hint: "write window=SECTION:FROM:COUNT with up to \(maximumCount) items, for example "
        + "window=photos:0:100, or window=100 for the first hundred items of each section"
    )
  }
}
