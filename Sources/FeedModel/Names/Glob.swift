/// A pattern of ids: `*` matches any characters, even a slash, and `?` matches one character.
package struct Glob: Hashable, Sendable {
  private let pattern: [UInt8]

  /// Creates a pattern.
  package init(_ text: some StringProtocol) { pattern = Array(text.utf8) }

  /// Returns whether the pattern matches the whole text.
  ///
  /// It works byte by byte. The part after a star is tried at every place, but only for the last
  /// star.
  /// - Complexity: O(*pattern* · *id*).
  package func matches(_ id: some StringProtocol) -> Bool {
    let id = Array(id.utf8)
    var (place, position) = (0, 0)
    var star: (place: Int, position: Int)?
    while position < id.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, position)
        place += 1
      } else if place < pattern.count, pattern[place] == UInt8(ascii: "?") {
        place += 1
        position += 1
        // One character, of however many bytes.
        while position < id.count, id[position] & 0xC0 == 0x80 { position += 1 }
      } else if place < pattern.count, pattern[place] == id[position] {
        place += 1
        position += 1
      } else if let last = star {
        star = (last.place, last.position + 1)
        place = last.place + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
