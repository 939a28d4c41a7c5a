import CSQLite
import FeedModel
import FeedStore

extension String {
  /// The text as a name of a table or a column: lower-case letters, digits and underscores.
  var asColumnName: String {
    var name = ""
    for character in lowercased() {
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
