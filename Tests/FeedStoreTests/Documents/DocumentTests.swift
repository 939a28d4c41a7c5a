import FeedModel
import FeedStore
import Testing

@Suite("Document")
struct DocumentTests {
  private static let ads = DocumentDeclaration(
    name: "ads",
    items: JSONPath(steps: [.member("ads")])
  )

  @Test func `objects keep their order, their ids and their fields`() throws {
    let text = """
      {"ads": [
        {"id": "b", "title": "Été \\u00e9\\ud83d\\ude00", "rank": 2, "odds": 2.0, "new": true},
        {"id": 7, "tags": ["a",  {"b": null}], "title": null, "title": "last"}
      ]}
      """
    let document = try Document(text, as: Self.ads)
    #expect(document.name == "ads")
    #expect(document.objects.map(\.id.description) == ["ads/b", "ads/7"])
    let (first, second) = (document.objects[0].content, document.objects[1].content)
    #expect(first.shape.names == ["id", "title", "rank", "odds", "new"])
    #expect(first.values == ["b", "Été é😀", 2, 2.0, 1])
    #expect(second.shape.names == ["id", "tags", "title"])
    #expect(second.values == [7, "[\"a\",{\"b\":null}]", "last"])
  }

  @Test func `the members of inner objects are fields by their paths`() throws {
    let text = """
      {"ads": [
        {"id": 1, "by": {"name": "a", "at": {"lat": 1.5}, "name": "b", "n": 12345678901234567890}, "by.at": 0},
        {"id": 2, "by": {"x": 1}, "by": {"y": [1]}},
        {"id": 3, "by": {"x": 1}, "by": 4},
        {"id": 4, "a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": 9}}}}}}}}}
      ]}
      """
    let contents = try Document(text, as: Self.ads).objects.map(\.content)
    #expect(
      contents[0].shape.names == ["id", "by", "by.at", "by.name", "by.n"]
    )
    #expect(contents[0]["by.name"] == "b")
    #expect(contents[0]["by.at"] == 0)
    #expect(contents[0]["by.n"] == "12345678901234567890")
    #expect(contents[1]["by.x"] == nil)
    #expect(contents[1]["by.y"] == "[1]")
    #expect(contents[2]["by"] == 4)
    #expect(contents[2]["by.x"] == nil)
    #expect(contents[3]["a.b.c.d.e.f.g.h"] == #"{"i":9}"#)
    #expect(contents[3]["a.b.c.d.e.f.g.h.i"] == nil)
  }

  @Test func `ids are distinguished by their bytes and their kind`() throws {
    let text = #"{"ads": [{"id": "é"}, {"id": "e\u0301"}, {"id": 1}, {"id": "1"}]}"#
    let document = try Document(text, as: Self.ads)
    #expect(Set(document.objects.map(\.id)).count == 4)
  }

  @Test func `the list may be at any path, and the id may have any name`() throws {
    let path = try #require(JSONPath("$.a[\"b c\"][1]"))
    let declaration = DocumentDeclaration(name: "d", items: path, id: "key")
    let document = try Document(#"{"a": {"b c": [0, [{"key": "k"}]]}}"#, as: declaration)
    #expect(document.objects.map(\.id.description) == ["d/k"])
    #expect(path.description == "$.a[\"b c\"][1]")
  }

  @Test func `the least 64-bit integer is read, and a larger number with a fraction is a real`()
    throws
  {
    let text = #"{"ads": [{"id": 1, "n": 9223372036854775808.0, "m": -9223372036854775808}]}"#
    let content = try Document(text, as: Self.ads).objects[0].content
    #expect(content["n"] == .real(9_223_372_036_854_775_808))
    #expect(content["m"] == .integer(.min))
  }

  @Test(arguments: ["", "ads", "$.", "$ads", "$[", "$[x]", "$[-1]", "$.a b", "$[\"\"]"])
  func `a malformed path is rejected`(text: String) {
    #expect(JSONPath(text) == nil)
  }

  @Test(arguments: DocumentErrorCase.all)
  func `a malformed document is rejected with its place`(example: DocumentErrorCase) {
    #expect {
      try Document(example.bytes, as: Self.ads)
    } throws: {
      let text = ($0 as? DocumentError)?.description
      if text != example.message { print(text ?? "nothing") }
      return text == example.message
    }
  }
}
