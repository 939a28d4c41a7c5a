import FeedFormatting
import FeedModel
import Testing

@Suite("TextTemplate")
struct TextTemplateTests {
  @Test(arguments: [
    ("0.00", Value.real(2.5), "2.50"),
    ("0.00", .integer(3), "3.00"),
    ("0.00", .real(1.005), "1.01"),
    ("0.00", .real(9.999), "10.00"),
    ("0.00", .real(-0.001), "0.00"),
    ("0.00", .real(0), "0.00"),
    ("0.00", .real(1e-7), "0.00"),
    ("0.00", .real(0.05), "0.05"),
    ("0", .real(1e21), "1000000000000000000000"),
    ("0", .integer(.min), "-9223372036854775808"),
    ("0.##", .real(2.5), "2.5"),
    ("0.##", .real(2), "2"),
    ("#.00", .real(0.5), ".50"),
    ("000", .integer(7), "007"),
    ("#,##0", .integer(1_234_567), "1,234,567"),
    ("+0.0", .real(0.25), "+0.3"),
    ("+0.0", .real(-0.25), "-0.3"),
    ("0%", .real(0.125), "13%"),
    ("€0.00", .real(12), "€12.00"),
    ("€0.00/100", .integer(1250), "€12.50"),
    ("€#,##0.00/100", .integer(123_456_789), "€1,234,567.89"),
    ("€0.00/100", .integer(-5), "-€0.05"),
    ("0.00/100", .integer(0), "0.00"),
    ("0.0/1000 kB", .integer(-1250), "-1.3 kB"),
    ("0/10", .integer(.min), "-922337203685477581"),
    ("0%/10", .real(0.5), "5%"),
    ("0.00", .text("evens"), "evens"),
    ("0.00", .null, ""),
    ("dd.MM.yyyy HH:mm", .text("2026-07-01T18:30:00Z"), "01.07.2026 18:30"),
    ("HH:mm", .text("2026-07-01T23:30:00+02:00"), "21:30"),
    ("EEE d MMM yy", .integer(0), "Thu 1 Jan 70"),
    ("yyyy-MM-dd'T'HH:mm:ss", .integer(-1), "1969-12-31T23:59:59"),
    ("dd.MM.yyyy", .text("2024-02-30"), "2024-02-30"),
    ("H:mm", .text("2024-02-29 07:05"), "7:05"),
    ("yyyy HH:mm:ss", .integer(253_402_300_799), "9999 23:59:59"),
    ("yyyy-MM-dd HH:mm:ss", .integer(1_764_345_665_716), "2025-11-28 16:01:05"),
    ("yyyy-MM-dd HH:mm:ss", .real(1_764_345_665_716.5), "2025-11-28 16:01:05"),
    ("yyyy-MM-dd HH:mm:ss", .integer(1_764_345_665_716_001), "2025-11-28 16:01:05"),
    ("yyyy-MM-dd HH:mm:ss", .integer(1_764_345_665_716_000_001), "2025-11-28 16:01:05"),
    ("yyyy", .real(1e300), "1e+300"),
    ("duration", .integer(3723), "1:02:03"),
    ("duration", .real(-65.5), "-1:06"),
  ])
  func `a value is written in the format of its field`(
    format: String,
    value: Value,
    expected: String
  ) throws {
    let template = try TextTemplate("{x:\(format)}")
    #expect(template.text { _ in value } == expected)
    #expect(template.description == "{x:\(format)}")
  }

  @Test(arguments: [
    ("{a} · {b} · {c}", "1.3", "1 · 3"),
    ("{a} · {b} · {c}", "..3", "3"),
    ("{a} · {b} · {c}", "1..", "1"),
    ("{a} · {b} · {c}", "123", "1 · 2 · 3"),
    ("{a} · {b}, {c}", "1.3", "1 · 3"),
    ("{a} {b} · {c}", "1.3", "1 · 3"),
    ("{a} · {b} {c}", "1.3", "1 · 3"),
    ("{a} {b} {c}", "1.3", "1 3"),
    ("{a}: {b}", "1..", "1"),
    ("{a}{b} - {c}", ".23", "2 - 3"),
    ("{a}–{b}", "1..", "1–"),
    ("{a} v {b}", "1..", "1 v "),
    ("at {a} · {b}", ".2.", "at  · 2"),
    ("{a} · {b} ({c})", "1.3", "1 (3)"),
    (", {a}, ", "1..", ", 1, "),
    ("{a} · due {b}", "1..", "1"), ("{a} · due {b}", ".2.", "due 2"),
    ("{a} · due {b}", "12.", "1 · due 2"), ("{a} · due {b}", "...", ""),
    ("{a} · {b} · due {c}", "1.3", "1 · due 3"), ("{a} · {b} · due {c}", "1..", "1"),
    ("{a} items · {b}", "1..", "1 items"), ("{a} items · {b}", "12.", "1 items · 2"),
    ("{a} at {b}", "1..", "1 at "), ("{a} · new · {b}", "1..", "1 · new"),
  ])
  func `separators next to empty fields are left out`(
    template: String,
    values: String,
    expected: String
  ) throws {
    let fields = Dictionary(uniqueKeysWithValues: zip(["a", "b", "c"], values))
    let text = try TextTemplate(template).text { name in
      fields[name].map { $0 == "." ? .null : .text(Text(String($0))) }
    }
    #expect(text == expected)
  }

  @Test func `a template has texts and fields in any order, and two braces denote one`() throws {
    let template = try TextTemplate("{{{home}}} v {away}{missing}")
    let content = Content(shape: .init(["home", "away"]), values: ["A", .null])
    #expect(template.text(content) == "{A} v ")
    #expect(template.fieldNames == ["home", "away", "missing"])
    #expect(template.description == "{{{home}}} v {away}{missing}")
  }

  @Test(arguments: [
    ("a {b", "a field has no closing brace", 2),
    ("a } b", "a closing brace has no opening brace", 2),
    ("{}", "a field has no name", 0),
    ("{a, b}", "'a, b' is not a field name", 0),
    ("{a }", "'a ' is not a field name", 0),
    ("{a:}", "'' is not a format", 3), ("{a:€%,d}", "'€%,d' is not a format", 3),
    ("é{a:soon}", "'soon' is not a format", 4),
    ("{a:HH:mm/1000}", "the date format 'HH:mm' has a divisor", 8),
    ("{a:ago/1000}", "the date format 'ago' has a divisor", 6),
    ("{a:0.0.0}", "'.' is out of place in the number format '0.0.0'", 6),
    ("{a:0.00/60}", "'/' is out of place in the number format '0.00/60'", 7),
    ("{a:0.0000000000000000}", "the number format '0.0000000000000000' has too many digits", 3),
  ])
  func `a malformed template is rejected with its place`(
    text: String,
    message: String,
    offset: Int
  ) {
    #expect {
      try TextTemplate(text)
    } throws: {
      guard let error = $0 as? TextTemplateError else { return false }
      return error.message == message && error.offset == offset
    }
  }

  @Test(arguments: [
    (0.00009, "0.00009"), (-1.5e-7, "-0.00000015"), (1e-20, "0.00000000000000000001"),
    (1e-21, "1e-21"), (1e16, "10000000000000000.0"), (-1.25e20, "-125000000000000000000.0"),
    (1e21, "1e+21"), (0.0001, "0.0001"), (2, "2.0"), (-0.0, "-0.0"), (.infinity, "Inf"),
  ])
  func `a number without a format is written without an exponent`(real: Double, text: String) {
    #expect(ValueFormat.plainText(of: .real(real)) == text)
  }
}
