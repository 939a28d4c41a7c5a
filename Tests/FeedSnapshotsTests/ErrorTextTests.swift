import FeedSnapshots
import Testing

@Suite("Error texts")
struct ErrorTextTests {
  @Test(arguments: [
    ("plain, übergroß 👩‍👩‍👧", "plain, übergroß 👩‍👩‍👧"), ("a\nb", #"a\nb"#), ("\r\n", #"\r\n"#),
    ("a\u{2028}\u{2029}\u{85}\u{0B}", #"a\u{2028}\u{2029}\u{0085}\u{0B}"#),
  ])
  func `a line break in an error is escaped`(_ text: String, _ expected: String) {
    #expect(text.onOneLine.uppercased() == expected.uppercased())
  }

  @Test func `the text of an error has location, code, message and a line with the hint`() {
    #expect(String(error: "c", "m") == "error[c]: m")
    #expect(String(error: "c", "m", at: "a:1:2") == "a:1:2: error[c]: m")
    #expect(String(error: "c", "m", hint: "h") == "error[c]: m\n  hint: h")
    #expect(String(error: "c", "m", hint: "h", at: "p") == "p: error[c]: m\n  hint: h")
  }

  @Test func `only our own words begin a line`() {
    let text = String(error: "code", "what\nerror[a]", hint: "do\nerror[b]", at: "f\nerror[c]")
    #expect(
      text.split(separator: "\n") == [
        #"f\nerror[c]: error[code]: what\nerror[a]"#, #"  hint: do\nerror[b]"#,
      ]
    )
  }
}
