import FeedModel
import Testing

@testable import FeedQueries

@Suite("Order of values")
struct ValueOrderTests {
  @Test(
    arguments: [
      ("b", "a", Collation.binary, 1), ("a", "B", .binary, 1), ("a", "B", .nocase, -1),
      ("ab", "A", .nocase, 1), ("[", "a", .nocase, -1), ("é", "e\u{301}", .binary, 1),
      ("a  ", "a", .rtrim, 0), ("a  ", "a b", .rtrim, -1), ("", " ", .rtrim, 0),
      ("a\0c", "A\0b", .nocase, 0), ("a\0c", "a\0", .nocase, 1), ("a\0", "a", .nocase, 1),
      ("a\0c", "ab", .nocase, -1), ("a\0c", "a\0b", .binary, 1), ("a\0 ", "a\0", .rtrim, 0),
    ] as [(Text, Text, Collation, Int)]
  )
  func `texts compare as under the collation`(
    left: Text,
    right: Text,
    collation: Collation,
    sign: Int
  ) {
    #expect(collation.compare(left, right).signum() == sign)
    #expect(collation.compare(right, left).signum() == -sign)
  }

  @Test func `values compare by storage class first`() {
    let ascending: [Value] = [.null, -3, 1.5, 2, "10", "9", .blob([]), .blob([0])]
    for (left, first) in ascending.enumerated() {
      for (right, second) in ascending.enumerated() {
        #expect(first.compare(second).signum() == (left - right).signum())
      }
    }
  }

  @Test(arguments: [
    (Value.integer(9_007_199_254_740_993), Value.real(9_007_199_254_740_992), 1),
    (.integer(.max), .real(0x1p63), -1), (.integer(.min), .real(-0x1p63), 0),
    (.integer(.min), .real(-.infinity), 1), (.integer(0), .real(-0.0), 0),
    (.integer(-1), .real(-1.5), 1), (.integer(1), .real(1.5), -1),
  ])
  func `integers and reals compare exactly`(left: Value, right: Value, sign: Int) {
    #expect(left.compare(right).signum() == sign)
    #expect(right.compare(left).signum() == -sign)
  }

  @Test func `prefixes of keys never contradict their order`() {
    let values: [Value] = [
      .null, .integer(.min), -3, 0, 1, 2, .integer(9_007_199_254_740_993), .integer(.max),
      .real(-.infinity), .real(-0x1p63), .real(-1.5), .real(-0.0), .real(0), .real(1.5),
      .real(9_007_199_254_740_992), .real(.infinity), .real(.leastNonzeroMagnitude),
      .real(-.leastNonzeroMagnitude), "", " ", "a",
      "A", "a  ", "a b", "a\u{0}",
      "a\u{0}c", "a\u{0}bcdefg", "A\u{0}b",
      .text(Text(bytes: [0xFF])), .text(Text(bytes: [0x61, 0xFF, 0, 0x20])), "ab", "[", "é",
      "e\u{301}", "abcdefg", "abcdefgh", "ABCDEFGZ",
      "abcdefg       ", "\u{10FFFF}", .blob([]), .blob([0]), .blob([255, 255, 255]),
      .blob([UInt8](repeating: 255, count: 9)),
    ]
    for collation in [Collation.binary, .nocase, .rtrim] {
      for (isDescending, nullsFirst) in [
        (false, true), (false, false), (true, true), (true, false),
      ] {
        let term = SortTerm(
          isDescending: isDescending,
          nullsFirst: nullsFirst,
          collation: collation
        )
        for left in values {
          for right in values {
            let order = SortKey.one(left).compare(.one(right), by: [term])
            let first = SortKey.one(left).prefix(by: [term])
            let second = SortKey.one(right).prefix(by: [term])
            #expect(order >= 0 || first <= second, "\(left) before \(right) by \(term)")
            #expect(order != 0 || first == second, "\(left) beside \(right) by \(term)")
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      ("name", "name", false, true, nil), ("name DESC", "name", true, false, nil),
      ("name collate nocase desc", "name", true, false, "nocase"),
      ("starts_at ASC NULLS LAST", "starts_at", false, false, nil),
      ("coalesce(rank, 'DESC') DESC NULLS FIRST", "coalesce(rank, 'DESC')", true, true, nil),
      ("\"desc\"", "\"desc\"", false, true, nil), ("desc", "desc", false, true, nil),
    ] as [(String, String, Bool, Bool, String?)]
  )
  func `a term is taken apart from its end`(
    sql: String,
    expression: String,
    descending: Bool,
    nullsFirst: Bool,
    collation: String?
  ) {
    let term = OrderTerm(sql)
    #expect(term.expression == expression)
    #expect(term.isDescending == descending)
    #expect(term.nullsFirst == nullsFirst)
    #expect(term.collation == collation)
    #expect(!term.namesCollationInside)
  }

  @Test func `a collation within parentheses is left to SQLite`() {
    #expect(OrderTerm("(name COLLATE NOCASE)").namesCollationInside)
  }
}
