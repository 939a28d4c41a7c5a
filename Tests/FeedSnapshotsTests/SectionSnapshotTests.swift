import Testing

@testable import FeedSnapshots

@Suite("SectionSnapshot")
struct SectionSnapshotTests {
  static func menu() throws -> SectionSnapshot<String> {
    var menu = SectionSnapshot<String>()
    try menu.append(["sports", "betslip"])
    try menu.append(["football", "tennis"], to: "sports")
    try menu.append(["premier league"], to: "football")
    return menu
  }

  @Test func `children show when all their ancestors are expanded`() throws {
    var menu = try Self.menu()
    #expect(menu.visibleItems == ["sports", "betslip"])
    menu.expand(["football", "unknown"])
    #expect(menu.visibleItems == ["sports", "betslip"])
    #expect(try !menu.isVisible("premier league"))
    menu.expand(["sports"])
    #expect(menu.visibleItems == ["sports", "football", "premier league", "tennis", "betslip"])
    #expect(try menu.isVisible("premier league"))
    #expect(menu.expandedItems == ["sports", "football"])
    menu.collapse(["sports"])
    #expect(menu.visibleItems == ["sports", "betslip"])
    #expect(try menu.isExpanded("football"))
  }

  @Test func `levels, parents and places are known`() throws {
    let menu = try Self.menu()
    #expect(menu.items == ["sports", "football", "premier league", "tennis", "betslip"])
    #expect(menu.rootItems == ["sports", "betslip"])
    #expect(try menu.level(of: "premier league") == 2)
    #expect(try menu.parent(of: "premier league") == "football")
    #expect(try menu.parent(of: "sports") == nil)
    #expect(menu.index(of: "tennis") == 3)
    #expect(menu.index(of: "golf") == nil)
    #expect(menu.contains("tennis"))
  }

  @Test func `items and forests are inserted next to others`() throws {
    var menu = try Self.menu()
    try menu.insert(["golf"], before: "tennis")
    try menu.insert(["darts"], after: "football")
    var ads = SectionSnapshot<String>()
    try ads.append(["ads"])
    try ads.append(["ad 1"], to: "ads")
    try menu.insert(ads, after: "sports")
    #expect(
      menu.items == [
        "sports", "football", "premier league", "darts", "golf", "tennis", "ads", "ad 1", "betslip",
      ]
    )
    #expect(try menu.parent(of: "ad 1") == "ads")
    #expect(
      menu.visualDescription() == """
        + sports
          + football
            * premier league
          * darts
          * golf
          * tennis
        + ads
          * ad 1
        * betslip
        """
    )
  }

  @Test func `parts are taken out, replaced and deleted`() throws {
    var menu = try Self.menu()
    menu.expand(["football"])
    let part = try menu.snapshot(of: "sports")
    #expect(part.rootItems == ["football", "tennis"])
    #expect(part.visibleItems == ["football", "premier league", "tennis"])
    #expect(try menu.snapshot(of: "sports", includingParent: true).rootItems == ["sports"])
    var golf = SectionSnapshot<String>()
    try golf.append(["golf", "tennis"])
    try menu.replace(childrenOf: "sports", using: golf)
    #expect(menu.items == ["sports", "golf", "tennis", "betslip"])
    try menu.delete(["sports", "golf"])
    #expect(menu.items == ["betslip"])
    menu.deleteAll()
    #expect(menu.items.isEmpty)
  }

  @Test func `duplicates and unknown items are refused, and nothing changes`() throws {
    let menu = try Self.menu()
    func refuses(_ code: SnapshotError.Code, _ edit: (inout SectionSnapshot<String>) throws -> Void)
    {
      var copy = menu
      let error = #expect(throws: SnapshotError.self) { try edit(&copy) }
      #expect(error?.code == code)
      #expect(copy == menu)
    }
    refuses(.duplicateItem) { try $0.append(["tennis"]) }
    refuses(.duplicateItem) { try $0.append(["golf", "golf"]) }
    refuses(.unknownItem) { try $0.append(["golf"], to: "unknown") }
    refuses(.unknownItem) { try $0.insert(["golf"], before: "unknown") }
    refuses(.duplicateItem) { try $0.insert(["golf", "golf"], after: "tennis") }
    refuses(.unknownItem) { try $0.delete(["unknown"]) }
    refuses(.unknownItem) { _ = try $0.isExpanded("unknown") }
    refuses(.unknownItem) { _ = try $0.level(of: "unknown") }
    refuses(.unknownItem) { _ = try $0.parent(of: "unknown") }
    refuses(.unknownItem) { _ = try $0.isVisible("unknown") }
    var clash = SectionSnapshot<String>()
    try clash.append(["golf", "betslip"])
    refuses(.duplicateItem) { try $0.replace(childrenOf: "sports", using: clash) }
    refuses(.unknownItem) { try $0.replace(childrenOf: "unknown", using: clash) }
    var empty = menu
    try empty.append([], to: "unknown")
    #expect(empty == menu)
  }

  @Test func `sections keep the order of the master whichever is filled first`() throws {
    var master = Snapshot<String, String>()
    try master.appendSections(["A", "B", "C"])
    for name in ["C", "A", "B"] {
      var section = SectionSnapshot<String>()
      try section.append(["\(name) 1", "\(name) 2"])
      try master.apply(section, to: name)
    }
    #expect(Array(master.itemIdentifiers) == ["A 1", "A 2", "B 1", "B 2", "C 1", "C 2"])
  }

  @Test func `a section's forest is read back, and follows edits of the section`() throws {
    var master = Snapshot<String, String>()
    try master.appendSections(["menu"])
    var menu = try Self.menu()
    menu.expand(["sports"])
    try master.apply(menu, to: "menu")
    #expect(try master.snapshot(for: "menu") == menu)
    #expect(Array(master.itemIdentifiers) == ["sports", "football", "tennis", "betslip"])
    try master.deleteItems(["football"])
    try master.insertItems(["golf"], afterItem: "tennis")
    let followed = try master.snapshot(for: "menu")
    #expect(followed.visibleItems == ["sports", "tennis", "golf", "betslip"])
    #expect(try followed.parent(of: "golf") == "sports")
    #expect(!followed.contains("premier league"))
    try master.moveItem("betslip", beforeItem: "sports")
    #expect(try master.snapshot(for: "menu").rootItems == ["betslip", "sports", "tennis", "golf"])
  }
}
