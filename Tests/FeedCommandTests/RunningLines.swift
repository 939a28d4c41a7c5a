import Foundation

/// The lines of a running program, as JSON.
struct RunningLines {
  private let handle: FileHandle
  private var rest = Data()

  init(_ handle: FileHandle) { self.handle = handle }

  /// Waits for the next line.
  ///
  /// - Returns: The object of the line, or `nil` when the program has closed its output.
  mutating func next() throws -> [String: Any]? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = rest[..<end]
        rest = Data(rest[rest.index(after: end)...])
        return try JSONSerialization.jsonObject(with: line) as? [String: Any]
      }
      let piece = handle.availableData
      guard !piece.isEmpty else { return nil }
      rest += piece
    }
  }
}
