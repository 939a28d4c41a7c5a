import FeedModel
import TestSupport
import Testing

/// No two identities are written alike, and what is written for one is read as that one.
@Suite("The notation of identities")
struct NotationTests {
  /// A text that begins as our own spelling of other bytes does.
  private static let marked = String(
    decoding: [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0x91, 0x61],
    as: UTF8.self
  )

  private static let texts: [Text] =
    [
      "", "a", "A", "1", "1.0", "-1", "+1", "1e5", "0x10", "inf", "nan", "NULL", "null", "'", "''",
      "'1'", "'a", "a'b", "x'31'", "x'", "CAST(x'31' AS TEXT)", "CAST(x'", "a,b", ",", "',", "a',b",
      "#2", "a#2", "a#", "a#x", "1#2", "'a'#2", "/", "a/b", ":", "a:b", "\"", "\"a\"", " 1", " ",
      "\u{301}", ",\u{301}", "'\u{301}", "a'\u{301}b,", "é", "e\u{301}", "#2\u{301}", "\r\n", "\0",
      "a\0b", "1\0", Text(marked),
    ] + [[0xFF], [0x61, 0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x27, 0xFF]].map { Text(bytes: $0) }

  private static let values: [Value] =
    texts.map { .text($0) } + [
      .null, 0, 1, -1, 5, .integer(.max), .integer(.min), 1.0, -1.5, 1e5, 1e300, .real(.infinity),
      .blob([]), .blob([0x31]), .blob([0xFF, 0]),
    ]

  /// Checks that everything is written in its own way, and read back.
  private func expectLaw<T: Hashable>(
    _ identities: [T],
    _ description: (T) -> String,
    _ read: (String) -> T?
  ) {
    var known: [Text: T] = [:]
    for identity in identities {
      let name = description(identity)
      #expect(read(name) == identity, "\(identity) is written \(name)")
      if let other = known.updateValue(identity, forKey: Text(name)) {
        #expect(other == identity, "\(identity) and \(other) are both written \(name)")
      }
    }
  }

  @Test func `every value has a distinct notation that parses back to it`() {
    expectLaw(Self.values, \.description) { NameReader($0).value }
  }

  @Test func `keys of a column of texts are told apart from blobs and fillers`() {
    let keys = Self.values.filter {
      switch $0 {
      case .text, .blob: true
      default: false
      }
    }.map { ObjectKey([$0]) }
    expectLaw(keys, \.description) { ObjectKey([NameReader($0).textValue]) }
    #expect(ObjectKey.text("735").description == "735")
    #expect(ObjectKey.text("").description == "''")
  }

  @Test func `keys of a column without a type carry their class where they could be mistaken`() {
    let keys = Self.values.map { ObjectKey(anyClass: $0) }
    expectLaw(keys, \.description) { ObjectKey(anyClass: NameReader($0).value) }
    #expect(ObjectKey(anyClass: 1).description == "1")
    #expect(ObjectKey(anyClass: "1").description == "'1'")
    #expect(ObjectKey(anyClass: "a").description == "a")
  }

  @Test func `keys of several columns are read part by part`() {
    var random = SeededGenerator(seed: 1)
    var keys = Self.values.flatMap { [ObjectKey([$0, "a"]), ObjectKey(["a", $0])] }
    for _ in 0..<2000 {
      let count = Int.random(in: 2...4, using: &random)
      keys.append(
        ObjectKey((0..<count).compactMap { _ in Self.values.randomElement(using: &random) })
      )
    }
    expectLaw(keys, \.description) { ObjectKey(NameReader($0).parts.map(\.value)) }
  }

  @Test func `items are told apart whatever their tables, keys and slots are`() {
    let entities: [Name] = ["a", "a/b", "a:b", "\"", "", "section", "a#2", "é"]
    let objects =
      entities.flatMap { entity in
        Self.texts.map { ObjectID(entity: entity, key: .text($0)) }
      } + [.section("a"), .section("a", group: "1"), .section("a", group: 1)]
    let items = objects.flatMap { object in
      [ItemID(kind: "k", object: object), ItemID(kind: "k", object: object, slot: 2)]
    }
    expectLaw(items, \.description) { name in
      guard let (kind, rest) = NameReader(name).kind else { return nil }
      let (slot, object) = rest.slot.map { ($0.number, $0.rest) } ?? (0, rest)
      guard let (entity, isQuoted, key) = object.head else { return nil }
      let parts = key.parts
      let id: ObjectID =
        if entity == "section", !isQuoted {
          parts.count == 2 ? .section("a", group: parts[1].value) : .section("a")
        } else {
          ObjectID(entity: Name(entity), key: ObjectKey([key.textValue]))
        }
      return ItemID(kind: Name(kind), object: id, slot: slot)
    }
    let filler = ItemID(kind: "locked", object: ObjectID(entity: "m", key: .text("a")), slot: 2)
    let row = ItemID(kind: "locked", object: ObjectID(entity: "m", key: .text("a#2")))
    #expect(filler.description == "locked:m/a#2")
    #expect(row.description == "locked:m/'a#2'")
    let table = ObjectID(entity: "section", key: .text("a"))
    #expect(table != .section("a"))
    #expect(table.description == "\"section\"/a")
  }

  @Test func `sections are told apart by the class of their group`() {
    let sections = Self.values.map { SectionID("s", group: $0) } + [SectionID("s")]
    expectLaw(sections, \.description) { name in
      SectionID("s", group: NameReader(name).head?.rest.value)
    }
  }

  @Test func `invalid UTF-8 is kept, compared and shown with replacement characters`() {
    let text = Text(bytes: [0x61, 0xFF])
    #expect(text.bytes == [0x61, 0xFF])
    #expect(text.plain == nil)
    #expect(text.string == "a\u{FFFD}")
    #expect(text != Text("a\u{FFFD}"))
    #expect(text < Text(bytes: [0x62]))
    #expect(Text("a\u{10FFFF}") < text)
    #expect(Text(bytes: Array("é".utf8)) == "é")
    #expect(Text(Self.marked).string == Self.marked)
  }
}
