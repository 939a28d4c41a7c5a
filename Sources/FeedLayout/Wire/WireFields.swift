/// A key of a JSON object.
struct WireKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ key: String) {
    stringValue = key
    intValue = Int(key)
  }

  init(stringValue: String) { self.init(stringValue) }

  init(intValue: Int) { self.init("\(intValue)") }
}

/// The values of one JSON object, read key by key with one clear error for what cannot be read.
struct WireFields {
  private let container: KeyedDecodingContainer<WireKey>

  /// Opens an object.
  ///
  /// Unknown keys are ignored, since the object may carry the caller's own keys; but a key that
  /// resembles a known one is rejected as a typo.
  ///
  /// - Throws: ``LayoutError`` for a typo, or the error of the decoder.
  init(_ decoder: any Decoder, known: [String]) throws {
    container = try decoder.container(keyedBy: WireKey.self)
    for key in container.allKeys where !known.contains(key.stringValue) {
      guard let meant = known.first(where: { isSlip(key.stringValue, of: $0) }) else { continue }
      throw LayoutError(
        .unknownKey,
        "no key '\(key.stringValue)' is known here",
        hint: "did you mean '\(meant)'?",
        path: path(key)
      )
    }
  }

  /// The keys of the object.
  var keys: [String] { container.allKeys.map(\.stringValue) }

  func has(_ key: String) -> Bool {
    container.contains(WireKey(key)) && (try? container.decodeNil(forKey: WireKey(key))) == false
  }

  /// Reads a value, or `nil` where the key is not there.
  func value<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws -> Value? {
    guard has(key) else { return nil }
    return try container.decode(type, forKey: WireKey(key))
  }

  /// Reads a value that must be there.
  func required<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
    guard let value: Value = try value(key) else {
      throw LayoutError(.missingKey, "'\(key)' is missing", path: path())
    }
    return value
  }

  /// Reads one of a few words.
  func word<Word: RawRepresentable & CaseIterable>(_ key: String) throws -> Word?
  where Word.RawValue == String {
    guard let text: String = try value(key) else { return nil }
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw LayoutError(
        .unknownWord,
        "'\(text)' is not a valid \(key)",
        hint: "known: \(known)",
        path: path(WireKey(key))
      )
    }
    return word
  }

  /// Reads a number within a range.
  func number(_ key: String, in range: ClosedRange<Double> = WireNumber.lengths) throws -> Double? {
    guard let number: Double = try value(key) else { return nil }
    return try WireNumber.checked(number, in: range, path: path(WireKey(key)))
  }

  /// Reads a whole number that is not negative.
  func count(_ key: String) throws -> Int? {
    guard let count: Double = try value(key) else { return nil }
    return try WireNumber.count(count, atMost: WireNumber.mostMembers, path: path(WireKey(key)))
  }

  /// Reads a whole number.
  func whole(_ key: String) throws -> Int? {
    guard let number: Double = try value(key) else { return nil }
    guard let whole = Int(exactly: number) else {
      throw LayoutError(
        .badNumber,
        "'\(key)' is \(number)",
        hint: "it is a whole number",
        path: path(WireKey(key))
      )
    }
    return whole
  }

  /// Reads two numbers, for example a width and a height.
  func pair(_ key: String) throws -> (Double, Double)? {
    guard let numbers: [Double] = try value(key) else { return nil }
    guard numbers.count == 2 else {
      throw LayoutError(
        .wrongType,
        "'\(key)' has \(numbers.count) numbers",
        hint: "it is two numbers",
        path: path(WireKey(key))
      )
    }
    for number in numbers { _ = try WireNumber.checked(number, path: path(WireKey(key))) }
    return (numbers[0], numbers[1])
  }

  func path(_ key: WireKey? = nil) -> [String] {
    (container.codingPath + (key.map { [$0] } ?? [])).map(\.wireName)
  }
}

/// The numbers that make sense in a layout.
enum WireNumber {
  /// No length is greater, so that sums of lengths can be counted.
  static let lengths = -1e7...1e7
  /// No section has more items.
  static let mostItems = 1_000_000_000
  /// No group is declared to hold more members.
  static let mostMembers = 10_000

  /// Checks that a number counts something.
  static func count(
    _ number: Double,
    atMost most: Int = mostItems,
    path: [String]
  ) throws -> Int {
    guard let count = Int(exactly: number), (0...most).contains(count) else {
      throw LayoutError(
        .badNumber,
        "\(decimal(number)) is not a count",
        hint: "it is a whole number between 0 and \(most)",
        path: path
      )
    }
    return count
  }

  static func checked(
    _ number: Double,
    in range: ClosedRange<Double> = lengths,
    path: [String]
  ) throws -> Double {
    guard number.isFinite, range.contains(number) else {
      throw LayoutError(
        .badNumber,
        "\(number) is out of range",
        hint: "it is between \(decimal(range.lowerBound)) and \(decimal(range.upperBound))",
        path: path
      )
    }
    return number
  }
}

extension CodingKey {
  /// The key in a path: positions are bare numbers.
  var wireName: String { intValue.map { "\($0)" } ?? stringValue }
}

/// Returns whether a word differs from another by at most two typing errors.
///
/// An error is a letter that is changed, left out, or added. Short words must be closer.
private func isSlip(_ word: String, of other: String) -> Bool {
  let (word, other) = (Array(word.utf8), Array(other.utf8))
  let limit = min(word.count, other.count) < 6 ? 1 : 2
  guard (word.count - other.count).magnitude <= limit else { return false }
  var row = Array(0...other.count)
  for (index, letter) in word.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in other.indices {
      let changed = diagonal + (letter == other[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
    }
  }
  return row[other.count] <= limit
}
