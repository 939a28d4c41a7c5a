import FeedModel
import FeedStore

/// The time and the origin of a line of a recording.
///
/// The first line of each file also has the start of the recording: the wall clock at `at` 0.
///
/// ```json
/// {"at":0.25,"start":"2026-07-01T18:30:00.250Z","input":"odds","position":"17","upsert":{}}
/// ```
package struct RecordedOrigin: Hashable, Sendable {
  /// The seconds since the start.
  package let at: Double
  /// The input that received the message, if any.
  package let input: String?
  /// The start in seconds since 1970, if the line has it.
  package let start: Double?
  /// Whether the line was recorded; lines written by hand have no origin.
  package let isRecorded: Bool

  /// Reads the origin of a line.
  ///
  /// - Returns: The origin, or `nil` if the line is not an object with a time.
  /// - Complexity: O(*n*) for *n* bytes.
  package init?(line: ArraySlice<UInt8>) {
    var scanner = JSONScanner(line)
    let members = scanner.takeMembers() ?? []
    func value(_ name: String) -> ArraySlice<UInt8>? {
      members.first { $0.name.elementsEqual(name.utf8) }?.value
    }
    guard let number = value("at"), let at = Double(String(decoding: number, as: UTF8.self)),
      at >= 0
    else { return nil }
    self.at = at
    input = value("input").map { JSONScanner.text($0.dropFirst().dropLast()) }
    start = value("start").flatMap { ISOTime.seconds($0.dropFirst().dropLast()) }
    isRecorded = ["input", "position", "start"].contains { value($0) != nil }
  }

  /// Returns whether a text is a line of a recording that 'feed record' wrote, and not a message of a source.
  package static func isLine(_ text: String) -> Bool {
    let bytes = Array(text.utf8)[...]
    var scanner = JSONScanner(bytes)
    let names = Set((scanner.takeMembers() ?? []).map { JSONScanner.text($0.name) })
    return names.isSuperset(of: ["at", "adapter", "message"])
      && names.isSubset(of: ["at", "start", "input", "position", "adapter", "message"])
  }

  /// Writes a start to the millisecond, such as `2026-07-01T18:30:00.250Z`.
  ///
  /// - Parameter start: The seconds since 1970.
  /// - Returns: The time in UTC, or `nil` if it is outside years of four digits.
  package static func text(ofStart start: Double) -> String? {
    let (seconds, thousandths) = Int64((start * 1_000).rounded()).quotientAndRemainder(
      dividingBy: 1_000
    )
    guard thousandths >= 0, let text = ISOTime.text(seconds) else { return nil }
    return "\(text.dropLast()).\(String(1_000 + thousandths).dropFirst())Z"
  }
}
