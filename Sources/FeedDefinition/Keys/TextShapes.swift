extension TextShape {
  /// Any text, with or without fields in braces.
  static let any = TextShape(noun: "a text")

  /// A text that is not blank.
  static let title = inked("a text")

  /// A fragment of SQL.
  static let sql = inked("an SQL expression")

  /// The name of a time zone.
  static let timeZone = inked("the name of a time zone")

  /// A condition on the columns of an item.
  static let condition = inked("a condition")

  /// The fragment of SQL that is the identity of a group.
  static let grouping = {
    var shape = sql
    shape.listHint = "join the columns to one text, as in by: a || '/' || b"
    return shape
  }()

  /// A statement of SQL.
  static let statement = inked("an SQL statement")

  /// The path of a file.
  static let path = inked("the path of a file")

  /// The name of a section, a kind, a source or a layout.
  static let name = TextShape(
    noun: "a name",
    pattern: "^[A-Za-z_][A-Za-z0-9_-]*$",
    accepts: { text in
      guard let first = text.utf8.first, isLetter(first) else { return false }
      return text.utf8.allSatisfy {
        isLetter($0) || $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0
      }
    },
    example: "names are made of letters, digits, '-' and '_', for example event-card"
  )

  /// The name of a table, which SQL always quotes.
  static let table = inked("the name of a table")

  /// The name of a column or a field.
  static let field = TextShape(
    noun: "the name of a field",
    // Characters beyond ASCII count as letters, as in SQLite.
    pattern: "^[^\\x00-@\\[-\\^`{-\\x7F][^\\x00-/:-@\\[-\\^`{-\\x7F]*$",
    accepts: { text in
      guard let first = text.utf8.first, isLetter(first) || first >= 0x80 else { return false }
      return text.utf8.allSatisfy {
        isLetter($0) || $0 >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0
      }
    },
    example: "for example display_order"
  )

  /// The name of a field of an item, which may be the path to a column of a referenced row.
  static let shownField = TextShape(
    noun: "the name of a field",
    pattern: field.pattern.map { "\($0.dropLast())(\\.\($0.dropFirst().dropLast()))*$" },
    accepts: { text in
      text.split(separator: ".", omittingEmptySubsequences: false)
        .allSatisfy { field.accepts(String($0)) }
    },
    example: "for example display_order, or customer.name for a row that it refers to"
  )

  /// The name of the column that refers to a row of another table.
  static let foreignKey = {
    var shape = field
    shape.listHint =
      "name one column; if the key of that table has several, give it a key of one column, such as "
      + "id INTEGER PRIMARY KEY, and declare the present ones UNIQUE"
    return shape
  }()

  /// A host on the web, with its port unless that is the default port.
  static let host = TextShape(
    noun: "a host",
    pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:[0-9]{1,5})?$",
    accepts: { text in
      let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      let isPort = parts.dropFirst().allSatisfy {
        (1...5).contains($0.count) && $0.allSatisfy(isDigit)
      }
      return parts.count <= 2 && isPort && isHostName(parts[0])
    },
    example: "for example ads.example, in small letters, without a scheme or a path"
  )

  /// A host of pictures on the web; `*.` before a name with a dot stands for its subdomains.
  static let imageHost = TextShape(
    noun: "a host",
    pattern:
      "^([a-z0-9]([a-z0-9-]*[a-z0-9])?|\\*\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",
    accepts: { text in
      guard text.hasPrefix("*.") else { return isHostName(text.utf8[...]) }
      let name = text.dropFirst(2)
      return name.contains(".") && isHostName(name.utf8)
    },
    example:
      "for example cdn.example.com, or *.example.com for its subdomains, without a scheme, a port or a path"
  )

  /// Returns whether a text is the name of a host in small letters.
  private static func isHostName(_ name: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        guard let first = label.first, let last = label.last else { return false }
        return first != hyphen && last != hyphen
          && label.allSatisfy { isSmallLetter($0) || isDigit($0) || $0 == hyphen }
      }
  }

  /// Ids of sections, with wildcards.
  static let sections = inked("the id of a section, which may have * in it")

  /// A path into a JSON document.
  static let jsonPath = TextShape(
    noun: "a JSON path",
    pattern: "^\\$",
    accepts: { $0.utf8.first == UInt8(ascii: "$") },
    example: "for example $.ads, or $ for the whole document"
  )

  /// A key of the keyboard.
  static let keystroke = TextShape(
    noun: "a key",
    pattern: "^([!-~]|enter|space)$",
    accepts: { text in
      if text == "enter" || text == "space" { return true }
      guard text.utf8.count == 1, let byte = text.utf8.first else { return false }
      return (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte)
    },
    example: "a character, or enter, or space"
  )

  static func word(_ cases: [String]) -> TextShape {
    TextShape(
      noun: cases.count == 1 ? "'\(cases[0])'" : "one of \(cases.joined(separator: ", "))",
      cases: cases
    )
  }

  private static func inked(_ noun: String) -> TextShape {
    TextShape(
      noun: noun,
      pattern: "\\S",
      accepts: { text in text.contains { !$0.isWhitespace } },
      complaint: "must not be empty"
    )
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isSmallLetter(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= byte || byte == UInt8(ascii: "_")
  }
}
