/// The names of the files of a recording: one, or several with numbers in the order of their lines.
package struct RecordingName: Hashable, Sendable {
  private let path: String
  /// After how many bytes another file begins; `nil` for never.
  package let mostBytes: Int?

  /// Names a recording.
  ///
  /// - Parameter mostBytes: After how many bytes another file begins; `nil` for never.
  package init(_ path: String, mostBytes: Int?) {
    self.path = path
    self.mostBytes = mostBytes
  }

  /// The path of a file.
  ///
  /// - Returns: The path, as `monday.0001.jsonl.gz` for `monday.jsonl.gz` if there may be several.
  package func path(_ number: Int) -> String {
    guard mostBytes != nil else { return path }
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    let name = path[(start ?? path.startIndex)...]
    let stem = name.prefix { $0 != "." }
    let digits = String(number)
    let padding = String(repeating: "0", count: max(4 - digits.count, 0))
    let folder = path.dropLast(name.count)
    return "\(folder)\(stem).\(padding)\(digits)\(name.dropFirst(stem.count))"
  }
}
