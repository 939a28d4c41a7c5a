import FeedStore

/// The files between the last file read and the newest file, after several rotations.
///
/// ```swift
/// // desk.jsonl.2 was read, desk.jsonl.1 is newer, and desk.jsonl is the newest.
/// Rotation(after: second, of: "desk.jsonl", in: [first, second]) { _ in true }.files   // [first]
/// ```
///
/// Rotated files have the same name except for a number: an increasing date, or a decreasing count. A file is not
/// read if its name or its time leaves open whether it is one of them.
struct Rotation: Hashable, Sendable {
  /// The files to read, from the oldest to the newest.
  private(set) var files: [GrowingFile.Listed] = []
  /// Whether lines may be missing.
  private(set) var isUncertain = false

  private static let compressed = [
    ".gz", ".bz2", ".xz", ".zst", ".lz4", ".lzma", ".zip", ".br", ".Z",
  ]

  /// Finds the rotated files in a folder.
  ///
  /// - Parameters:
  ///   - last: The last file read, as its folder lists it; without a name if it was removed.
  ///   - listed: The other files of the folder, without those that are already read.
  ///   - isLikeMessages: Returns whether a file begins like a message.
  init(
    after last: GrowingFile.Listed,
    of name: String,
    in listed: [GrowingFile.Listed],
    isLikeMessages: (GrowingFile.Listed) -> Bool
  ) {
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let root = stem.isEmpty ? name : stem
    let own = Name(last.name)
    let isForeign = !last.name.isEmpty && !last.name.contains(root)
    let mates = listed.filter { !Self.isCompressed($0) && Name($0.name).shape == own.shape }
    let isRising = Self.isRising([last] + mates)
    for file in listed where file.size > 0 || mates.contains(file) {
      if Self.isCompressed(file) {
        isUncertain = isUncertain || file.name.contains(root) && file.modified > last.modified
      } else if mates.contains(file), own.number != nil {
        let isNewer = Name(file.name).isAfter(own, isRising: isRising)
        if isNewer && file.modified >= last.modified {
          files.append(file)
        } else if isNewer ? file.size > 0 : file.modified > last.modified {
          isUncertain = true
        }
      } else if file.modified >= last.modified, isLikeMessages(file) {
        // After a file whose name does not match the rotation, any file may be the next.
        isUncertain = isUncertain || isForeign || file.name.contains(root)
      }
    }
    files.sort { Name($1.name).isAfter(Name($0.name), isRising: isRising) }
    if !isRising, let number = own.number {
      // A count decreases to 1 or 0 without a gap.
      let numbers = [number] + files.compactMap { Name($0.name).number }
      let hasGap = zip(numbers, numbers.dropFirst()).contains { $0 != $1 + 1 }
      isUncertain = isUncertain || hasGap || numbers.last ?? 0 > 1
    }
  }

  private static func isCompressed(_ file: GrowingFile.Listed) -> Bool {
    compressed.contains { file.name.hasSuffix($0) }
  }

  /// Returns whether newer files have greater numbers: dates, or counts that increase with time.
  private static func isRising(_ files: [GrowingFile.Listed]) -> Bool {
    let sorted = files.map { (Name($0.name), $0.modified) }.sorted { $0.0.isBelow($1.0) }
    guard let first = sorted.first, first.0.number != nil else { return false }
    if first.0.isDate { return true }
    return sorted.count > 2 && zip(sorted, sorted.dropFirst()).allSatisfy { $0.1 < $1.1 }
  }

  /// A file name, split at its numbers.
  private struct Name {
    /// The name without its numbers.
    var shape = ""
    var numbers: [Substring] = []

    init(_ text: String) {
      var rest = text[...]
      while let character = rest.first {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        if digits.isEmpty {
          shape.append(character)
          rest = rest.dropFirst()
        } else {
          shape.append("#")
          numbers.append(digits)
          rest = rest[digits.endIndex...]
        }
      }
    }

    /// The last number, which a rotation changes.
    var number: Int? { numbers.last.flatMap { Int($0) } }
    /// Whether the numbers are a date or a time.
    var isDate: Bool { numbers.contains { $0.count >= 4 } }

    func isBelow(_ other: Name) -> Bool {
      numbers.lexicographicallyPrecedes(other.numbers) { (Int($0) ?? 0) < (Int($1) ?? 0) }
    }

    func isAfter(_ other: Name, isRising: Bool) -> Bool {
      isRising ? other.isBelow(self) : isBelow(other)
    }
  }
}
