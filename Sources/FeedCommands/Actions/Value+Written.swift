import FeedModel
import FeedStore
import Foundation

extension Value {
  /// The value as a user would write it, so that `init(written:)` reads it again; NULL as an empty text.
  var written: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text):
      (try? Value(written: Substring(text.string))) == self ? text.string : "\"\(text.string)\""
    case .blob: description
    }
  }

  /// Reads the value of a parameter: a scalar of JSON, or else the unchanged text.
  ///
  /// - Parameter text: The text; a number in quotes, as '"7"', is a text.
  /// - Throws: `StoreError` with code `out-of-range` for a number that the store cannot hold.
  init(written text: Substring) throws(StoreError) {
    switch text {
    case "null": self = .null
    case "true": self = 1
    case "false": self = 0
    case _ where Int64(text) != nil: self = Int64(text).map { .integer($0) } ?? .null
    case _ where text.first?.isNumber == true || text.first == "-":
      guard let number = Double(text) else {
        self = .text(Text(String(text)))
        return
      }
      let digits = text.first == "-" ? text.dropFirst() : text
      try StoreError.checkRange(
        number,
        isInteger: digits.utf8.allSatisfy { (0x30...0x39).contains($0) },
        at: "'\(text)'"
      )
      self = .real(number)
    case _ where text.count > 1 && text.first == "\"" && text.last == "\"":
      let decoded = try? JSONDecoder().decode(String.self, from: Data(text.utf8))
      self = .text(Text(decoded ?? String(text)))
    default: self = .text(Text(String(text)))
    }
  }
}
