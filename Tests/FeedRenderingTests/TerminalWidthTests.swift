import FeedFormatting
import Testing

@testable import FeedRendering

@Suite("Text width")
struct TerminalWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("大", 2), ("ｱ", 1), ("Ａ", 2), ("가", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇵🇱", 2), ("❤", 1),
    ("❤\u{FE0F}", 2), ("⌚\u{FE0E}", 1), ("1\u{FE0F}\u{20E3}", 2), ("\u{301}", 0), ("\u{200B}", 0),
    ("…", 1), ("—", 1), ("▲", 1), ("│", 1), ("क्षि", 3), ("𠮷", 2),
    ("ทำ", 2), ("ຄຳ", 2), ("ﾃﾞ", 2), ("ﾊﾟ", 2), ("மி", 2), ("மெ", 2), ("हि", 2), ("বাং", 3), ("\u{AD}", 1),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
  ])
  func `a character takes its columns`(character: String, columns: Int) {
    #expect(character.count == 1)
    #expect(TerminalWidth.of(character) == columns)
  }

  @Test func `the table says from which Unicode it was made`() {
    #expect(WidthTable.unicodeVersion.hasSuffix(".0"))
    for table in [WidthTable.wide, WidthTable.zero] {
      for (range, next) in zip(table, table.dropFirst()) {
        #expect(range.upperBound < next.lowerBound)
      }
    }
  }

  @Test(arguments: [
    ("plain", 10, "plain     "), ("a long title", 6, "a lon…"), ("大阪タイガース", 6, "大阪… "),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("x", 0, ""),
  ])
  func `texts are cut between characters`(text: String, columns: Int, expected: String) {
    #expect(text.fitted(to: columns) == expected)
    #expect(TerminalWidth.of(text.fitted(to: columns)) == columns)
  }

  @Test(arguments: [
    ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"), ("a\nb\tc", "a b c"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("\u{202E}txet", "\u{FFFD}txet"), ("a\u{2028}b", "a b"), ("é👨‍👩‍👧", "é👨‍👩‍👧"),
    ("a\u{200D}b\u{200B}", "a\u{FFFD}b\u{FFFD}"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("x" + String(repeating: "\u{301}", count: 40), "x" + String(repeating: "\u{301}", count: 11)),
  ])
  func `control and invisible characters are replaced`(text: String, expected: String) {
    #expect(text.inert == expected)
  }
}
