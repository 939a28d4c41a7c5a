import FeedStore
import Testing

@Suite("SecretText")
struct SecretTextTests {
  @Test(arguments: [
    ("Bearer ${ODDS_TOKEN}", ["ODDS_TOKEN"], "Bearer <ODDS_TOKEN>"),
    ("${A}${_b2}/$", ["A", "_b2"], "<A><_b2>/$"), ("plain } {text", [], "plain } {text"),
    ("", [], ""),
  ])
  func `secrets are filled in by name, and the text shows only their names`(
    written: String,
    names: [String],
    filled: String
  ) throws {
    let text = try #require(SecretText(written))
    #expect(text.names == names)
    #expect(text.filled { "<\($0)>" } == filled)
    #expect("\(text)" == written)
  }

  @Test(arguments: ["${", "${}", "${a b}", "${1}", "Bearer ${TOKEN", "${ä}"])
  func `a text with a malformed name of a secret is rejected`(written: String) {
    #expect(SecretText(written) == nil)
  }
}
