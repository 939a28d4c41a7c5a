/// The path of a value in a message, in the SQL of an adapter.
///
/// ```swift
/// MessagePath(["price", "amount"]).sql(in: ":message")   // :message ->> '$.price.amount'
/// ```
struct MessagePath {
  /// The names of the members that lead to the value.
  let keys: [String]
  /// Whether numbers are read as the texts of their digits, which no 64-bit number holds.
  private let readsDigits: Bool
  /// Whether the value is the name of the list that has the object.
  private(set) var isSection = false

  /// The name of the list that has the object, in an object of lists.
  static let section = {
    var path = MessagePath([])
    path.isSection = true
    return path
  }()

  /// - Parameters:
  ///   - keys: The names of the members that lead to the value, from the object on; empty for the
  ///     name of the object in its document.
  ///   - readsDigits: Whether numbers are read as the texts of their digits.
  init(_ keys: [String], readsDigits: Bool = false) {
    self.keys = keys
    self.readsDigits = readsDigits
  }

  /// Returns the expression of the value: a list or an object is the text of its JSON.
  ///
  /// - Parameter object: The SQL of the object.
  func sql(in object: String) -> String {
    if keys.isEmpty { return isSection ? "section.key" : "item.key" }
    let named = keys.prefix(while: Self.canBeNamed)
    let path = named.reduce("$") { path, key in
      StartingTable.isPlain(key) ? "\(path).\(key)" : "\(path).\"\(key)\""
    }.asSQLText
    guard named.count < keys.count else {
      guard readsDigits else { return "\(object) ->> \(path)" }
      return "iif(json_type(\(object), \(path)) IN ('integer', 'real'), "
        + "\(object) -> \(path), \(object) ->> \(path))"
    }
    // SQLite 3.40 compares a path with the name as the message escapes it, and 'key' with the name itself.
    var members = named.isEmpty ? "json_each(\(object))" : "json_each(\(object), \(path))"
    for key in keys[named.count..<(keys.count - 1)] {
      let inner = "SELECT iif(type = 'object', value, NULL) FROM \(members)"
      members = "json_each((\(inner) WHERE key = \(Self.text(key))))"
    }
    let value =
      readsDigits ? "iif(type IN ('integer', 'real'), json -> fullkey, value)" : "value"
    return "(SELECT \(value) FROM \(members) WHERE key = \(Self.text(keys[keys.count - 1])))"
  }

  /// Returns whether every JSON writer leaves the name unescaped, so that a path of SQLite finds it.
  private static func canBeNamed(_ key: String) -> Bool {
    key.unicodeScalars.allSatisfy { scalar in
      (0x20...0x7E).contains(scalar.value) && !"\"\\/<>&'+`".unicodeScalars.contains(scalar)
    }
  }

  /// Returns a name in SQL, as JSON if YAML cannot contain one of its characters.
  private static func text(_ name: String) -> String {
    let json = name.asJSON
    let isOnOneLine = !json.contains("\\u") && name.unicodeScalars.allSatisfy { $0.value >= 0x20 }
    return isOnOneLine ? name.asSQLText : "(\(json.asSQLText) ->> '$')"
  }
}
