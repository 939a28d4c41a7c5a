/// Values from small domains, so that they meet.
extension CaseMaker {
  /// A value of the key of a table.
  mutating func keyValue(_ column: Column) -> Datum {
    switch column.type {
    case "INTEGER": return .integer(Int64(number(1, 5)))
    case "TEXT":
      if uses(.zeroByteKeys, oneIn: 2) {
        return .text(pick([[97, 0], [97, 0, 98], [65, 0, 98], [0], [97], [97, 0, 32]]))
      }
      if uses(.invalidKeys, oneIn: 2) {
        return .text(pick([[97, 0xFF], [97, 0xFE], [0xC3], [65, 0xFF], [97, 0xFF, 32]]))
      }
      return .text(keyText(column.collation))
    default:
      switch number(0, 9) {
      case 0..<4: return .integer(Int64(number(1, 3)))
      case 4..<6: return .real(Double(number(1, 3)))
      case 6: return .real(1.5)
      case 7: return .text(String(number(1, 2)))
      case 8: return .blob([UInt8(ascii: "1")])
      default: return .text("a")
      }
    }
  }

  private mutating func keyText(_ collation: String?) -> String {
    if uses(.oddKeys, oneIn: 2) {
      return pick(["a#2", "a#1", "a", "a#2", "", "a,b", "'a'", "a/b", "1", "NULL", "x'61'", "1.0"])
    }
    if uses(.combining, oneIn: 4) { return pick(["\u{E9}", "e\u{301}"]) }
    switch collation {
    case "NOCASE": return pick(["a", "A", "b", "B", "C", "ab", "AB"])
    case "RTRIM": return pick(["a", "a ", "b", "b  ", " a", "c"])
    default: return pick(["a", "b", "c", "ab", "d"])
    }
  }

  /// A value of a column that neither identifies a row nor refers to one.
  mutating func plainValue(_ column: Column) -> Datum {
    if chance(8) { return .null }
    switch column.type {
    case "INTEGER": return .integer(Int64(chance(2) ? number(0, 2) : number(0, 6)))
    case "TEXT": return text()
    default:
      return pick([
        .integer(1), .real(1), .integer(2), .real(2.5), .text("a"), .text("B"), .blob([97]),
        .text("1"),
        .integer(9_007_199_254_740_993), .real(9_007_199_254_740_992),
      ])
    }
  }

  private mutating func text() -> Datum {
    if uses(.zeroBytes, oneIn: 2) {
      return .text(pick([[97, 0, 99], [97, 0, 98], [97, 0], [0], [97], [65, 0, 97]]))
    }
    if uses(.invalidUTF8, oneIn: 3) {
      return .text(
        pick([[97, 0xFF], [0xC3], [97, 0xC3], [0xFF, 98], [0xED, 0xA0, 0x80], [0xF0, 0x9F]])
      )
    }
    if uses(.combining, oneIn: 3) {
      return .text(pick(["\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "\u{1F3C0}", "\u{FFFD}"]))
    }
    return .text(pick(["a", "A", "b", "B ", "b", "ab", "", "10", "9", "x"]))
  }

  /// Returns a value for a column as SQL: most references exist.
  mutating func valueSQL(_ column: Column, in table: Table) -> String {
    guard let reference = column.reference else {
      if let (link, place) = table.link(of: column.name) {
        let parent = model.table(link.table)
        return keyValue(parent.column(parent.key[place])).sql
      }
      return (table.key.contains(column.name) ? keyValue(column) : plainValue(column)).sql
    }
    let parent = model.table(reference.table)
    let value = keyValue(parent.column(parent.key[0])).sql
    switch number(0, 9) {
    case 0: return "NULL"
    case 1..<4: return value
    default:
      return "(SELECT \(parent.key[0]) FROM \(parent.name) WHERE \(parent.key[0]) = \(value))"
    }
  }
}
