import CSQLite
import FeedModel
import FeedStore
import Foundation

extension String {
  /// The text as a name of a table or a column: lower-case letters, digits and underscores.
  ///
  /// A letter of another alphabet becomes Latin letters: `Größe` is `grosse`.
  var asColumnName: String {
    var name = ""
    for character in asLatin.lowercased() {
      let isKept = character.isASCII && (character.isLetter || character.isNumber)
      name.append(isKept ? character : "_")
    }
    name = name.split(separator: "_").joined(separator: "_")
    if name.isEmpty { return "column" }
    return name.first?.isNumber == true ? "_\(name)" : name
  }

  /// The text as a name of a table; reserved names get an underscore.
  var asTableName: String {
    let name = asColumnName
    return name.isKeptTableName || name == "message" ? "_\(name)" : name
  }

  /// The text with its letters as those of ASCII, if they have such; other characters stay.
  private var asLatin: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    let transform = StringTransform("Any-Latin; Latin-ASCII")
    return map { character in
      guard character.isLetter, !character.isASCII else { return String(character) }
      return String(character).applyingTransform(transform, reverse: false) ?? String(character)
    }.joined()
  }

  /// The words of a name in lower case: those of `orderID`, `order-id` and `order_id` are the same.
  var words: [String] {
    var words: [String] = []
    var before: Character = "_"
    for character in self {
      let isWord = character.isLetter || character.isNumber
      let begins =
        !before.isLetter && !before.isNumber || before.isLowercase && character.isUppercase
      if isWord, begins { words.append("") }
      if isWord { words[words.count - 1] += character.lowercased() }
      before = character
    }
    return words
  }

  /// Whether a text of the feed file can name a field of a document.
  var isFieldName: Bool {
    guard let first = unicodeScalars.first, first == "_" || first.properties.isAlphabetic else {
      return false
    }
    return unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
  }

  /// The name as a title: `order_lines` is "Order lines".
  var asTitle: String {
    let words = split(separator: "_").joined(separator: " ")
    return words.isEmpty ? self : words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Whether SQLite or the store reserves the name of a table.
  var isKeptTableName: Bool {
    let name = lowercased()
    let prefixes = ["feed_", "sqlite_", "pragma_", "json_"]
    let names: Set = [
      "bytecode", "dbstat", "fts3tokenize", "fts4aux", "fts5vocab", "generate_series",
      "tables_used",
    ]
    return prefixes.contains(where: name.hasPrefix) || names.contains(name)
  }

  /// The name as a SQL identifier: in double quotes if SQL would read it as something else.
  var asSQLName: String {
    let isKeyword = unsafe sqlite3_keyword_check(self, Int32(utf8.count)) != 0
    return isKeyword || !StartingTable.isPlain(self) ? quotedAsIdentifier : self
  }

  /// The text as a SQL literal.
  var asSQLText: String { "'\(replacing("'", with: "''"))'" }

  /// The text as YAML: in double quotes if YAML would read it as something else.
  var asYAML: String {
    let words: Set = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    if StartingTable.isPlain(self), !words.contains(lowercased()) { return self }
    return asJSON
  }

  /// The text in double quotes, with escapes for characters that YAML cannot contain.
  var asJSON: String {
    var json = JSONWriter()
    json.text(self)
    return String(decoding: json.bytes, as: UTF8.self).unicodeScalars.reduce(into: "") {
      guard Self.isUnprintable($1) else { return $0.unicodeScalars.append($1) }
      let digits = String($1.value, radix: 16)
      $0 += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// Returns whether a line of YAML must escape the character.
  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...:
      false
    default: true
    }
  }

  /// The path as YAML.
  var asYAMLPath: String {
    let isPlain = wholeMatch(of: /[A-Za-z0-9_.\/][A-Za-z0-9_.\/-]*/) != nil && Double(self) == nil
    return isPlain ? self : asYAML
  }
}

extension Set<String> {
  /// Returns an unused name: the name itself, or the name with a number.
  mutating func take(_ name: String) -> String {
    var free = name
    var number = 2
    while !insert(free).inserted {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }
}

extension [String] {
  /// Returns the words with commas between them, in lines of at most 96 characters after the indent.
  func inLines(indentedBy indent: Int) -> String {
    var lines = [""]
    for (index, word) in enumerated() {
      let word = index == count - 1 ? word : word + ","
      let last = lines[lines.count - 1]
      if !last.isEmpty, last.count + word.count >= 96 {
        lines.append(word)
      } else {
        lines[lines.count - 1] = last.isEmpty ? word : "\(last) \(word)"
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
