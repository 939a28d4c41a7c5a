import FeedModel
import Testing

@Suite("Values")
struct ValueTests {
  @Test func `texts that are only canonically equivalent are two keys`() {
    #expect(Text("é") != Text("e\u{301}"))
    #expect(Set([Text("é"), Text("e\u{301}")]).count == 2)
    #expect(Text("e\u{301}") < Text("f"))
  }

  @Test func `ids are written as kind, entity and key`() {
    let event = ObjectID(entity: "event", key: .integer(735))
    #expect(ItemID(kind: "event-header", object: event).description == "event-header:event/735")
    #expect(ItemID(kind: "locked", object: event, slot: 2).description == "locked:event/735#2")
    #expect(SectionID("standard", group: 3).description == "standard/3")
  }

  @Test func `a text that reads as a number or as NULL is quoted in an id`() {
    #expect(SectionID("s", group: "3").description == "s/'3'")
    #expect(SectionID("s", group: "NULL").description == "s/'NULL'")
    #expect(SectionID("s", group: .null).description == "s/NULL")
    #expect(SectionID("s", group: "it's").description == "s/it's")
  }

  @Test func `a comma within a part of a compound key is not a separator`() {
    let first = ObjectID(entity: "odds", key: .compound(["a,b", "c"]))
    let second = ObjectID(entity: "odds", key: .compound(["a", "b,c"]))
    #expect(first.description == "odds/'a,b',c")
    #expect(second.description == "odds/a,'b,c'")
    #expect(ObjectID(entity: "odds", key: .text("a,b")).description == "odds/a,b")
  }

  @Test func `titles that are only canonically equivalent are two titles`() {
    #expect(
      SectionContent(source: "s", title: "é") != SectionContent(source: "s", title: "e\u{301}")
    )
    #expect(SectionContent(source: "s", title: "é") == SectionContent(source: "s", title: "é"))
  }

  @Test func `a name is the same however often it is made`() {
    #expect(Name("event") == Name("event"))
    #expect(Name("event").description == "event")
  }

  @Test func `a value is read as what it is, and as nothing else`() {
    let values: [Value] = [.null, 7, 2.5, "7", .blob([7])]
    #expect(values.map(\.isNull) == [true, false, false, false, false])
    #expect(values.map(\.int64) == [nil, 7, nil, nil, nil])
    #expect(values.map(\.double) == [nil, 7, 2.5, nil, nil])
    #expect(values.map(\.string) == [nil, nil, nil, "7", nil])
    #expect(values.map(\.bytes) == [nil, nil, nil, nil, [7]])
  }

  @Test func `a content is looked up by field`() {
    let shape = Content.Shape(["id", "name"])
    let content = Content(shape: shape, values: [1, "Derby"])
    #expect(content["name"] == "Derby")
    #expect(content["price"] == nil)
    #expect(content == Content(shape: Content.Shape(["id", "name"]), values: [1, "Derby"]))
  }
}
