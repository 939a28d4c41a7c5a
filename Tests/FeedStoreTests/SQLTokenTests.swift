import Testing

@testable import FeedStore

@Suite("SQLToken")
struct SQLTokenTests {
  @Test func `tokens include quotes, numbers and parameters, and exclude comments`() {
    let sql = "a.\"b\"\"c\" = 'it''s' -- no\n AND [d e]<:now /* x */ + 1.5e3 `f``g` ?2 x'00'"
    let tokens = SQLToken.tokens(of: sql)
    #expect(
      tokens.map(\.text) == [
        "a", ".", "b\"c", "=", "it's", "AND", "d e", "<", ":now", "+", "1.5e3", "f`g", "?2", "x",
        "00",
      ]
    )
    #expect(
      tokens.map(\.kind) == [
        .word, .sign, .quotedName, .sign, .literal, .word, .quotedName, .sign, .parameter, .sign,
        .number, .quotedName, .parameter, .word, .literal,
      ]
    )
  }

  @Test func `a token knows its range of bytes`() {
    let sql = "é = 'ü''' /* "
    let bytes = Array(sql.utf8)
    let written = SQLToken.tokens(of: sql).map {
      String(decoding: bytes[$0.offset..<$0.end], as: UTF8.self)
    }
    #expect(written == ["é", "=", "'ü'''"])
  }

  @Test(arguments: ["'a", "\"a", "[a", "`a"])
  func `an unclosed quote extends to the end`(sql: String) {
    #expect(SQLToken.tokens(of: sql).map(\.text) == ["a"])
  }

  @Test func `a quoted sign is not a sign, and a quoted keyword is not a keyword`() {
    let tokens = SQLToken.tokens(of: "( '(' \"(\" And \"AND\"")
    #expect(tokens.map { $0.isSign("(") } == [true, false, false, false, false])
    #expect(tokens.map { $0.isKeyword("AND") } == [false, false, false, true, false])
  }
}
