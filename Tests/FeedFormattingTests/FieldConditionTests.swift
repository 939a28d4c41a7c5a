import FeedFormatting
import FeedModel
import SQLiteClient
import TestSupport
import Testing

@Suite("FieldCondition")
struct FieldConditionTests {
  private static let fields: [String: Value] = [
    "one": 1, "half": 0.5, "zero": 0, "word": "ab", "none": .null, "digits": "12",
    "a b": 7, "big": .integer(.max), "bytes": .blob([1, 2]),
  ]

  @Test(arguments: [
    ("one", true), ("zero", false), ("half", true), ("none", false), ("missing", false),
    ("word", false), ("digits", true), ("bytes", false), ("NOT zero", true), ("not none", false),
    ("one = 1.0", true), ("half < 1", true), ("one <> 1", false), ("one != 2", true),
    ("word = 'ab'", true), ("word = 'AB'", false), ("word > 'aa'", true), ("word > 99", true),
    ("digits = 12", false), ("'it''s' = 'it''s'", true), ("\"a b\" = 7", true),
    ("none = NULL", false), ("none IS NULL", true), ("none ISNULL", true), ("one NOTNULL", true),
    ("one NOT NULL", true), ("one IS NOT 2", true), ("none IS NOT 2", true),
    ("none IS NOT NULL", false), ("none IS TRUE", false), ("none IS NOT TRUE", true),
    ("one IS 1", true), ("half IS TRUE", true), ("zero IS FALSE", true),
    ("one IN (2, 1)", true), ("one NOT IN (2, 3)", true), ("one NOT IN (2, NULL)", false),
    ("one IN ()", false), ("none NOT IN ()", true), ("half BETWEEN 0 AND 1", true),
    ("half NOT BETWEEN 0.6 AND 1", true), ("none BETWEEN 0 AND 1", false),
    ("one AND none OR one", true), ("zero AND none OR one = 1", true), ("none OR one", true),
    ("NOT (none AND zero)", true), ("NOT one = 2", true), ("-1 < zero", true), ("+1 = one", true),
    ("one < 2 = 1", true), ("half = .5", true), ("half = 5e-1", true), ("TRUE", true),
    ("big < 9223372036854775808", true), ("big > 9223372036854775806.5", false),
    ("bytes > word", true), ("big = 9223372036854775807", true),
  ])
  func `a condition holds where SQLite says so`(text: String, holds: Bool) throws {
    #expect(try FieldCondition(text).holds { Self.fields[$0] } == holds)
  }

  @Test func `random conditions hold where SQLite says so`() throws {
    var random = SeededGenerator(seed: 41)
    let database = try SQLiteClient(path: ":memory:")
    for _ in 0..<amount(1_500, full: 10_000, soak: 200_000) {
      let fields = ["a", "b", "c"].map { (name: $0, value: Self.value(&random)) }
      let text = Self.condition(depth: 3, &random)
      let row = fields.map { "\(Self.written($0.value)) AS \($0.name)" }.joined(separator: ", ")
      let sql = "SELECT coalesce((\(text)) IS TRUE, 0) FROM (SELECT \(row))"
      let holds = try FieldCondition(text).holds { name in
        fields.first { $0.name == name }?.value
      }
      #expect(try database.integer(sql) == (holds ? 1 : 0), "\(sql)")
    }
  }

  @Test func `fields are named once, with their places`() throws {
    let condition = try FieldCondition("é = 1 AND (price < é OR \"a b\" IS NULL)")
    #expect(condition.fieldNames == ["é", "price", "a b"])
    #expect(condition.offset(ofField: "price") == 11)
    #expect(condition.offset(ofField: "a b") == 24)
    #expect(condition == (try FieldCondition(condition.text)))
  }

  @Test(arguments: [
    ("", "the condition ends too early", 0),
    ("price <", "the condition ends too early", 7),
    ("price * 2 > 3", "'*' is not understood here", 6),
    ("lower(name) = 'a'", "'(' is not understood here", 5),
    ("name LIKE 'a%'", "'LIKE' is not understood here", 5),
    ("a AND OR b", "'OR' is not understood here", 6),
    ("a IN (1, 2", "the condition ends too early", 10),
    ("a BETWEEN 1 OR 2", "'OR' is not understood here", 12),
    ("a = 'x", "a quote has no end", 4),
    ("a = 1x", "'1x' is no number", 4),
    ("a b", "'b' is not understood here", 2),
    ("- a", "'a' is not understood here", 2),
    (":now > 1", "':' is not understood here", 0),
    (String(repeating: "(", count: 200), "the condition is nested too deeply", 100),
  ])
  func `a malformed condition is refused with its place`(
    text: String,
    message: String,
    offset: Int
  ) {
    #expect {
      try FieldCondition(text)
    } throws: {
      guard let error = $0 as? FieldConditionError else { return false }
      return error.message == message && error.offset == offset
    }
  }

  // MARK: Drawing

  private static func value(_ random: inout SeededGenerator) -> Value {
    let values: [Value] = [
      .null, 0, 1, 2, -1, 0.5, 1.0, 2.5, "", "a", "b", "B", "1", " 2x", "-1e1", "é",
      .integer(.max), .real(0x1p63), .integer(1 << 53 + 1), .real(0x1p53), .blob([]), .blob([0x31]),
    ]
    return values.randomElement(using: &random) ?? .null
  }

  private static func condition(depth: Int, _ random: inout SeededGenerator) -> String {
    func operand(_ depth: Int) -> String {
      if depth > 0, Int.random(in: 0..<4, using: &random) == 0 {
        return "(\(condition(depth: depth - 1, &random)))"
      }
      if Bool.random(using: &random) {
        return ["a", "b", "\"c\""].randomElement(using: &random) ?? "a"
      }
      // A blob is written by no condition of ours, nor is an infinite number.
      let value = value(&random)
      if case .blob = value { return "NULL" }
      return written(value)
    }
    let (left, right) = (operand(depth), operand(depth))
    let comparison =
      ["<", "<=", ">", ">=", "=", "==", "<>", "!=", "IS", "IS NOT", "AND", "OR"]
      .randomElement(using: &random) ?? "="
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return "NOT \(left)"
    case 1: return "\(left) \(comparison) \(right) \(comparison) \(operand(depth))"
    case 2: return "\(left) IN (\(right), \(operand(depth)))"
    case 3: return "\(left) NOT IN (\(right))"
    case 4: return "\(left) BETWEEN \(right) AND \(operand(depth))"
    case 5: return "\(left) NOT BETWEEN \(right) AND \(operand(depth))"
    case 6:
      return ["\(left) ISNULL", "\(left) NOT NULL", left].randomElement(using: &random) ?? left
    case 7: return "NOT \(left) \(comparison) \(right)"
    default: return "\(left) \(comparison) \(right)"
    }
  }

  private static func written(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "'\(text.string)'"
    case .blob(let bytes): "x'\(bytes.map { String($0, radix: 16) }.joined())'"
    }
  }
}
