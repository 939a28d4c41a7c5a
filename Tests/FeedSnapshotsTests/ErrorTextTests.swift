import FeedSnapshots
import Testing

@Suite("Error texts")
struct ErrorTextTests {
  @Test(arguments: [
    ("plain, übergroß 👩‍👩‍👧", "plain, übergroß 👩‍👩‍👧"), ("a\nb", #"a\nb"#), ("\r\n", #"\r\n"#),
    ("a\u{2028}\u{2029}\u{85}\u{0B}", #"a\u{2028}\u{2029}\u{0085}\u{0B}"#),
  ])
  func `what ends a line is written out`(_ text: String, _ expected: String) {
    #expect(text.onOneLine.uppercased() == expected.uppercased())
  }

  @Test func `an error is its place, its code, what is wrong, and its hint on a line of its own`() {
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
