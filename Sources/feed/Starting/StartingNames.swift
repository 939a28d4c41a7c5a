import CSQLite
import FeedModel
import FeedStore

extension String {
  /// The text as a name of a table or a column: small letters, digits and underscores.
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

  /// The name as statements write it: in double quotes if SQL would take it for something else.
  var asSQLName: String {
    let isKeyword = unsafe sqlite3_keyword_check(self, Int32(utf8.count)) != 0
    return isKeyword || !StartingTable.isPlain(self) ? quotedAsIdentifier : self
  }

  /// The text as SQL writes it.
  var asSQLText: String { "'\(replacing("'", with: "''"))'" }

  /// The text as the feed file writes it: in double quotes if YAML would take it for something else.
  var asYAML: String {
    let words: Set = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    if StartingTable.isPlain(self), !words.contains(lowercased()) { return self }
    var json = JSONWriter()
    json.text(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The path as the feed file writes it.
  var asYAMLPath: String {
    let isPlain = wholeMatch(of: /[A-Za-z0-9_.\/][A-Za-z0-9_.\/-]*/) != nil && Double(self) == nil
    return isPlain ? self : asYAML
  }
}
