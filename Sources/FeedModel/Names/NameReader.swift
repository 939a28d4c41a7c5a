/// Reads identities from their notation: the inverse of their descriptions.
///
/// It works byte by byte, since Swift combines a sign and an accent after it into one character.
package struct NameReader {
  private let bytes: ArraySlice<UInt8>

  /// Creates a reader of a text.
  package init(_ text: some StringProtocol) { bytes = ArraySlice(text.utf8) }

  private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private var string: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Parts of a name

  /// The kind and the text after its colon, if the text begins with a kind.
  package var kind: (name: String, rest: NameReader)? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      !bytes[..<colon].contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\"") })
    else { return nil }
    return (
      String(decoding: bytes[..<colon], as: UTF8.self),
      NameReader(bytes[bytes.index(after: colon)...])
    )
  }

  /// The slot of a filler and the text before it, if the text ends in a slot.
  package var slot: (number: UInt32, rest: NameReader)? {
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "#")), mark + 1 < bytes.endIndex,
      bytes[(mark + 1)...].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = UInt32(String(decoding: bytes[(mark + 1)...], as: UTF8.self))
    else { return nil }
    return (number, NameReader(bytes[..<mark]))
  }

  /// The name before the first slash, whether it is in quotes, and the text after the slash.
  package var head: (name: String, isQuoted: Bool, rest: NameReader)? {
    if let quoted = quoted(by: UInt8(ascii: "\"")) {
      guard quoted.rest.first == UInt8(ascii: "/") else { return nil }
      return (
        String(decoding: quoted.content, as: UTF8.self), true,
        NameReader(quoted.rest.dropFirst())
      )
    }
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return (
      String(decoding: bytes[..<slash], as: UTF8.self), false,
      NameReader(bytes[(slash + 1)...])
    )
  }

  // MARK: Values

  /// The whole text as one value; without quotes, it is a number if it reads as a number.
  package var value: Value {
    if let value = marked()?.value { return value }
    let string = string
    if string.utf8.elementsEqual("NULL".utf8) { return .null }
    if let integer = Int64(string) { return .integer(integer) }
    // An integer of more than 64 bits is a text, since a real would round it.
    let isInteger = string.utf8.allSatisfy { "+-0123456789".utf8.contains($0) }
    if !isInteger, let real = Double(string) { return .real(real) }
    return .text(Text(string))
  }

  /// The whole text as the value of a column of texts.
  package var textValue: Value {
    marked()?.value ?? .text(Text(string))
  }

  /// The possible values of the whole text: ``value``, and the text itself if it differs.
  package var candidates: [Value] {
    let value = value
    guard marked() == nil, value.string == nil else { return [value] }
    return [value, .text(Text(string))]
  }

  /// The values between the commas; commas in quotes do not separate.
  package var parts: [NameReader] {
    var parts: [NameReader] = []
    var rest = bytes
    while true {
      let comma =
        NameReader(rest).marked(upTo: UInt8(ascii: ","))?.end
        ?? rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      parts.append(NameReader(rest[..<comma]))
      guard comma < rest.endIndex else { return parts }
      rest = rest[(comma + 1)...]
    }
  }

  /// Returns the quoted value at the beginning, up to the end or a separator, and its end.
  private func marked(upTo separator: UInt8? = nil) -> (value: Value, end: Int)? {
    let readers: [(before: String, after: String, value: ([UInt8]) -> Value?)] = [
      ("", "", { .text(Text(bytes: $0)) }),
      ("x", "", { Self.bytes(hexadecimal: $0).map { .blob($0) } }),
      ("CAST(x", " AS TEXT)", { Self.bytes(hexadecimal: $0).map { .text(Text(bytes: $0)) } }),
    ]
    for reader in readers where bytes.starts(with: reader.before.utf8) {
      let start = NameReader(bytes.dropFirst(reader.before.utf8.count))
      guard let (content, rest) = start.quoted(by: UInt8(ascii: "'")),
        rest.starts(with: reader.after.utf8), let value = reader.value(content)
      else { continue }
      let behind = rest.dropFirst(reader.after.utf8.count)
      if behind.isEmpty || behind.first == separator { return (value, behind.startIndex) }
    }
    return nil
  }

  /// Returns the content of the quotes at the beginning, and the rest of the text.
  private func quoted(by quote: UInt8) -> (content: [UInt8], rest: ArraySlice<UInt8>)? {
    guard bytes.first == quote else { return nil }
    var content: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex {
      if bytes[index] == quote {
        guard index + 1 < bytes.endIndex, bytes[index + 1] == quote else {
          return (content, bytes[(index + 1)...])
        }
        index += 1
      }
      content.append(bytes[index])
      index += 1
    }
    return nil
  }

  private static func bytes(hexadecimal digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Character(Unicode.Scalar(digits[start])).hexDigitValue,
        let low = Character(Unicode.Scalar(digits[start + 1])).hexDigitValue
      else { return nil }
      bytes.append(UInt8(high * 16 + low))
    }
    return bytes
  }
}
