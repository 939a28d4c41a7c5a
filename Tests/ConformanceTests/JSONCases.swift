import Foundation
import TestSupport

/// A file of JSONTestSuite: `y_` is JSON, `n_` is not, and `i_` is left to the parser.
struct JSONCase {
  let name: String
  let bytes: [UInt8]

  static let all = Suites.files("json").compactMap { file -> JSONCase? in
    guard let data = try? Data(contentsOf: file) else { return nil }
    return JSONCase(name: file.deletingPathExtension().lastPathComponent, bytes: Array(data))
  }

  /// The reasons for which the project refuses a text that SQLite calls valid, as the page has them.
  static let reasons = [
    ("not UTF-8", "bytes that are not UTF-8"), ("zero byte", "a zero byte"),
    ("out-of-range", "a whole number beyond 64 bits"),
    ("number is too large", "a number beyond the range of doubles, in a document"),
    ("nested too deep", "more than 256 levels, in a document"),
  ]

  /// Returns the outcome of each file: every way has the verdict of SQLite's `json_valid`, or refuses
  /// with a reason of the list, and a text that is taken is stored unchanged.
  static func outcomes(_ entrance: JSONEntrance) async throws -> [(name: String, Outcome)] {
    var outcomes: [(String, Outcome)] = []
    for example in all { outcomes.append((example.name, try await example.outcome(entrance))) }
    return outcomes
  }

  private func outcome(_ entrance: JSONEntrance) async throws -> Outcome {
    var refusals: Set<String> = []
    for way in JSONEntrance.Way.allCases {
      let text = JSONEntrance.text(bytes, way)
      // A mark at the start belongs to the encoding (RFC 8259, 8.1); inputs take it off.
      let isValid = entrance.isValid(text.withoutMark)
      switch try await entrance.enter(bytes, way) {
      case .taken:
        guard isValid else { return .different("\(way) takes a text that is not JSON") }
        if let wrong = storedDifference(entrance, way) { return .different("\(way): \(wrong)") }
      case .refused(let message):
        guard !message.isEmpty else { return .different("\(way) refuses without a message") }
        guard isValid, !isOfScalars(way) else { continue }
        guard let reason = Self.reasons.first(where: { message.contains($0.0) }) else {
          return .different("\(way) refuses JSON: \(message)")
        }
        refusals.insert(reason.1)
      }
    }
    return refusals.sorted().first.map { .notExpressible($0) } ?? .equal
  }

  /// Returns whether a way takes values without parts only, and the text is a list or an object.
  private func isOfScalars(_ way: JSONEntrance.Way) -> Bool {
    way == .put
      && bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { [0x5B, 0x7B].contains($0) }
        == true
  }

  private func storedDifference(_ entrance: JSONEntrance, _ way: JSONEntrance.Way) -> String? {
    let text = String(decoding: bytes.withoutMark, as: UTF8.self)
    switch way {
    case .message, .post, .poll:
      return entrance.lastKept == text ? nil : "stored as '\(entrance.lastKept ?? "")'"
    case .line:
      let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
      // An adapter gets the text of a JSON string.
      guard !value.hasPrefix("\""), entrance.lastKept != value else { return nil }
      return "stored as '\(entrance.lastKept ?? "")'"
    case .put: return entrance.hasPut(bytes) ? nil : "the row has another value"
    case .document: return nil
    }
  }
}

extension [UInt8] {
  /// The bytes without a mark of their encoding.
  var withoutMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
