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

  @Test func `only our own words begin a line`() {
    let text = String(error: "code", "what\nerror[a]", hint: "do\nerror[b]", at: "f\nerror[c]")
    #expect(
      text.split(separator: "\n") == [
        #"f\nerror[c]: error[code]: what\nerror[a]"#, #"  hint: do\nerror[b]"#,
      ]
    )
  }
}
