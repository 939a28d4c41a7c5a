import Synchronization

/// A name from a feed file or a schema, interned so that two names are compared as machine words.
///
/// The kinds of items, entities and sections are few, but are compared millions of times a second.
/// Names are compared by their UTF-8 bytes, as in SQLite.
///
/// ```swift
/// Name("event") == Name("event")   // true, without reading a character
/// Name("event").description        // "event"
/// ```
///
/// Interned names live as long as the process: create them from declarations, never from data.
public struct Name: Hashable, Sendable {
  let index: UInt32

  /// Interns a string.
  ///
  /// - Parameter string: The name; compared by its UTF-8 bytes.
  /// - Complexity: O(*length*), and a lock. Keep the value instead of making it again.
  public init(_ string: String) {
    index = NameTable.shared.index(of: string)
  }

  private init(index: UInt32) { self.index = index }

  /// The entity of objects that represent a whole section; no table and no document can have it.
  ///
  /// Its description is `section`, but it differs from the name that is created from that string.
  static let section = Name(index: 0)
}

extension Name: CustomStringConvertible {
  /// The interned string.
  public var description: String { NameTable.shared.string(at: index) }
}

extension Name: ExpressibleByStringLiteral {
  /// Interns a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

/// The names of the process, in the order of their first use.
private final class NameTable: Sendable {
  static let shared = NameTable()

  private struct State {
    // The first name is reserved, and no string finds it.
    var strings = ["section"]
    var indices: [Text: UInt32] = [:]
  }

  private let state = Mutex(State())

  func index(of string: String) -> UInt32 {
    state.withLock { state in
      if let index = state.indices[Text(string)] { return index }
      let index = UInt32(state.strings.count)
      state.strings.append(string)
      state.indices[Text(string)] = index
      return index
    }
  }

  func string(at index: UInt32) -> String {
    state.withLock { $0.strings[Int(index)] }
  }
}
