/// The names of the files of a recording: a single file, or numbered files in the order of lines.
package struct RecordingName: Hashable, Sendable {
  private let path: String
  /// The number of bytes after which a new file begins; `nil` for a single file.
  package let mostBytes: Int?

  /// Creates the names for the path of a recording.
  ///
  /// - Parameter mostBytes: The number of bytes after which a new file begins; `nil` for a single file.
  package init(_ path: String, mostBytes: Int?) {
    self.path = path
    self.mostBytes = mostBytes
  }

  /// Returns the path of the file with the given number.
  ///
  /// - Returns: The path, such as `monday.0001.jsonl.gz` for `monday.jsonl.gz` with numbered files.
  package func path(_ number: Int) -> String {
    guard mostBytes != nil else { return path }
    let digits = String(number)
    let padding = String(repeating: "0", count: max(4 - digits.count, 0))
    return "\(folder)\(stem).\(padding)\(digits)\(name.dropFirst(stem.count))"
  }

  /// The path of the folder with its slash; empty for the working directory.
  package var folder: Substring { path.dropLast(name.count) }

  /// Returns the number of a file in the folder.
  ///
  /// - Returns: The number, or `nil` if the file is not one of the recording.
  package func number(ofFile file: String) -> Int? {
    let digits = file.dropFirst(stem.count + 1).prefix { $0 != "." }
    guard let number = Int(digits), number > 0, path(number) == folder + file else { return nil }
    return number
  }

  private var name: Substring {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    return path[(start ?? path.startIndex)...]
  }

  private var stem: Substring { name.prefix { $0 != "." } }
}
