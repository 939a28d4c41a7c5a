import FeedRendering
import Testing

@Suite("Texts in so many columns")
struct FittedTextTests {
  @Test(arguments: [
    ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("unbroken", 3, ["unb", "rok", "en"]), ("大阪 city", 4, ["大阪", "city"]),
    ("a\nb", 9, ["a", "b"]), ("大", 1, ["大"]), ("in a longword", 4, ["in a", "long", "word"]),
  ])
  func `a text is broken between words, and long words anywhere`(
    text: String,
    columns: Int,
    lines: [String]
  ) {
    #expect(text.wrapped(to: columns) == lines)
  }

  @Test(arguments: [("abcdef", 4, "…def"), ("abc", 3, "abc"), ("大阪", 3, "…阪"), ("ab", 0, "")])
  func `the end of a text is kept where that is what is typed`(
    text: String,
    columns: Int,
    expected: String
  ) {
    #expect(text.truncatedAtStart(to: columns) == expected)
  }

  @Test(arguments: [
    ("Total points 221.5", 15, "Total po… 221.5"), ("Total points 2", 15, "Total points 2 "),
    ("Both teams to score", 15, "Both teams to …"), ("Unbroken2025", 8, "Unbroke…"),
    ("a 1234567890", 8, "a 12345…"), ("Over 大阪 2", 7, "Over… 2"),
  ])
  func `a name is cut before the figure that it ends in`(
    text: String,
    columns: Int,
    expected: String
  ) {
    #expect(text.fittedBeforeFigure(to: columns) == expected)
  }

  @Test func `a line of pieces that is cut ends with an ellipsis`() {
    var line = TextLine("one ", .strong)
    line.append("two", .faint)
    line.fill("─", 3)
    func text(_ columns: Int) -> String {
      var grid = CellGrid(columns: 12, lines: 1)
      grid.put(line.truncated(to: columns), line: 0)
      return String(grid.text.dropLast())
    }
    #expect(
      (4...10).map(text) == [
        "one…", "one …", "one t…", "one tw…", "one two…", "one two─…", "one two───",
      ]
    )
    #expect(text(1) == "…")
    #expect(text(0) == "")
  }

  @Test(
    arguments: [
      ([1, 2, 4], nil, "▁▃█"), ([3, 3], nil, "▄▄"), ([0, 0], 0, "▁▁"), ([nil, 2, 1], nil, " █▁"),
      ([], nil, ""), ([nil], nil, " "), ([.infinity, 1, 2], nil, " ▁█"),
    ] as [([Double?], Double?, String)]
  )
  func `figures are drawn between the least and the greatest`(
    values: [Double?],
    base: Double?,
    bars: String
  ) {
    #expect(Sparkline.text(values, from: base) == bars)
  }
}
