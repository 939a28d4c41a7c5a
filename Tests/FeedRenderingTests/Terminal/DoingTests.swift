import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import TestFeeds
import Testing

@testable import FeedTerminal

@Suite("WatchModel: doing")
struct DoingTests {
  let feed: TestFeed

  init() throws { feed = try TestFeed() }

  private static let features = WatchFeatures(
    actions: [
      .init(
        name: "raise",
        title: "raise the price",
        key: "r",
        kinds: ["selection"],
        parameters: [.init(name: "by"), .init(name: "note", initial: "none")]
      ),
      .init(name: "add", key: "a", parameters: [.init(name: "note", initial: "")]),
    ],
    reorderable: ["photos"]
  )

  private func model(columns: Int = 80, lines: Int = 24) -> WatchModel {
    WatchModel(
      feed.snapshot,
      feed.appearance,
      columns: columns,
      lines: lines,
      features: Self.features
    )
  }

  private let selection = ItemID(
    kind: "selection",
    object: ObjectID(entity: "selection", key: .integer(1))
  )

  @discardableResult
  private func type(_ text: String, _ model: inout WatchModel) -> [WatchModel.Command] {
    text.compactMap { model.press(.character($0), at: .zero) }
  }

  private func lines(_ model: inout WatchModel) -> [Substring] {
    model.screen(at: .zero).text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func keyLine(_ model: inout WatchModel) -> String {
    String(lines(&model)[model.lines - 2])
  }

  @Test func `the line of keys has the titles of actions if they fit, or else their names`() {
    var wide = model(columns: 120)
    #expect(keyLine(&wide).contains("  r raise the price  a add  Alt+↑↓ reorder"))
    #expect(keyLine(&wide).hasSuffix("? help"))
    var narrow = model(columns: 90)
    #expect(keyLine(&narrow).contains("  r raise  a add  Alt+↑↓ reorder"))
    #expect(keyLine(&narrow).hasSuffix("? help"))
  }

  // MARK: Parameters

  @Test func `an action asks for what it needs, with what it is otherwise`() {
    var model = model()
    model.selected = selection
    #expect(type("r", &model).isEmpty)
    #expect(keyLine(&model).hasPrefix("raise the price  by: ▏  note: none  ⏎ next"))
    #expect(model.press(.enter, at: .zero) == nil)
    #expect(keyLine(&model) == "by: ▏  it must be given")
    // Keys are text now, also those that mean something else.
    #expect(type("q1", &model).isEmpty)
    for key in [WatchKey.backspace, .backspace] { #expect(model.press(key, at: .zero) == nil) }
    type("0.5", &model)
    #expect(model.press(.enter, at: .zero) == nil)
    #expect(keyLine(&model).contains("by: 0.5  note: none▏"))
    #expect(model.press(.enter, at: .zero) == .act("raise", .item(selection), ["by": "0.5"]))
    #expect(keyLine(&model).hasPrefix("q quit"))
  }

  @Test func `an action with a question runs after a yes, and not after a no`() {
    let close = WatchFeatures.Action(name: "close", confirm: "Close the market?", key: "c")
    let note = WatchFeatures.Action(
      name: "note",
      confirm: "Tell all?",
      key: "n",
      parameters: [.init(name: "text")]
    )
    var model = WatchModel(
      feed.snapshot,
      feed.appearance,
      columns: 80,
      lines: 24,
      features: WatchFeatures(actions: [close, note])
    )
    for no in [WatchKey.character("n"), .escape, .character("q")] {
      #expect(type("c", &model).isEmpty)
      #expect(keyLine(&model) == "close  Close the market?  y yes  n no")
      #expect(type("x", &model).isEmpty)
      #expect(model.press(no, at: .zero) == nil)
      #expect(keyLine(&model).hasPrefix("q quit"))
    }
    type("c", &model)
    #expect(type("y", &model) == [.act("close", .feed)])
    type("c", &model)
    #expect(model.press(.enter, at: .zero) == .act("close", .feed))
    // A question for a parameter is a question already.
    type("n", &model)
    #expect(keyLine(&model) == "note  Tell all?  text: ▏  ⏎ do it  Esc stop")
    type("y", &model)
    #expect(model.press(.enter, at: .zero) == .act("note", .feed, ["text": "y"]))
  }

  @Test func `the prompt of a refused action keeps the typed value and shows the reason`() {
    var model = model()
    model.selected = selection
    type("r", &model)
    type("-1", &model)
    for _ in 0..<2 { _ = model.press(.enter, at: .zero) }
    model.didAct("the action 'raise' was refused: 'by' is -1")
    #expect(keyLine(&model) == "by: -1▏  the action 'raise' was refused: 'by' is -1")
    for _ in 0..<2 { _ = model.press(.backspace, at: .zero) }
    type("2", &model)
    _ = model.press(.enter, at: .zero)
    #expect(model.press(.enter, at: .zero) == .act("raise", .item(selection), ["by": "2"]))
    model.didAct(nil)
    #expect(keyLine(&model).hasPrefix("q quit"))
    // Without a prompt, a reason is shown once.
    model.didAct("it is already the last one")
    #expect(keyLine(&model) == "it is already the last one")
  }

  @Test func `an action runs by name, with all of its parameters`() {
    var model = model()
    #expect(type("a", &model) == [.act("add", .feed)])
    #expect(type(":", &model).isEmpty)
    #expect(keyLine(&model) == ":▏  add")
    model.selected = selection
    #expect(keyLine(&model) == ":▏  raise  add")
    type("a", &model)
    #expect(model.press(.tab, at: .zero) == nil)
    #expect(keyLine(&model) == ":add▏  add")
    #expect(model.press(.enter, at: .zero) == nil)
    type("Rain", &model)
    #expect(model.press(.enter, at: .zero) == .act("add", .feed, ["note": "Rain"]))
    model.selected = nil
    for (name, message) in [
      ("raise", "'raise' cannot be done here; choose an item that it is for"),
      ("rise", "the feed has no action 'rise'"),
    ] {
      type(":" + name, &model)
      #expect(model.press(.enter, at: .zero) == nil)
      #expect(keyLine(&model) == message)
    }
  }

  @Test func `undo is asked for by a key, and named where there is something to undo`() {
    var model = model()
    #expect(!keyLine(&model).contains("u undo"))
    model.canUndo = true
    #expect(keyLine(&model).contains("u undo"))
    #expect(model.press(.character("u"), at: .zero) == .undo)
  }

  // MARK: Searching

  @Test func `the page goes to what is found while it is typed, and says which of how many`() {
    var model = model()
    type("/", &model)
    #expect(keyLine(&model) == "/▏")
    type("o", &model)
    let many = model.search.matches.count
    #expect(keyLine(&model) == "/o▏  1 of \(many)")
    type("ver", &model)
    #expect(keyLine(&model) == "/over▏  1 of 1")
    #expect(model.selected?.description == "selection:selection/4")
    for _ in 0..<3 { _ = model.press(.backspace, at: .zero) }
    #expect(keyLine(&model) == "/o▏  1 of \(many)")
    _ = model.press(.enter, at: .zero)
    type("n", &model)
    #expect(lines(&model)[23].hasPrefix("/o 2 of \(many) · version 7"))
    type("NN", &model)
    #expect(lines(&model)[23].hasPrefix("/o \(many) of \(many) · version 7"))
    _ = model.press(.escape, at: .zero)
    #expect(lines(&model)[23].hasPrefix("version 7"))
  }

  @Test func `cancelling a search restores the selection and the position`() {
    var model = model(lines: 12)
    model.selected = selection
    model.reveal(selection)
    let top = model.top
    type("/derby", &model)
    #expect(model.selected?.description == "banner:banner/1")
    #expect(model.top != top)
    type("x", &model)
    #expect(keyLine(&model) == "/derbyx▏  nothing found")
    _ = model.press(.escape, at: .zero)
    #expect(model.selected == selection)
    #expect(model.top == top)
  }

  // MARK: What stands before the page

  @Test(arguments: [(24, 6), (40, 12), (80, 24), (200, 60)])
  func `every word of the help can be read, however small the screen is`(
    columns: Int,
    lines: Int
  ) {
    var model = model(columns: columns, lines: lines)
    let all = model.help.flatMap { "\($0.keys) \($0.what)".split(separator: " ") }
    type("?", &model)
    var seen = ""
    for _ in 0..<200 {
      seen += model.screen(at: .zero).text
      _ = model.press(.down, at: .zero)
    }
    let words = Set(seen.split { $0 == " " || $0 == "\n" || $0 == "│" })
    for word in all where word.count < columns / 3 {
      #expect(words.contains(word), "'\(word)' at \(columns) × \(lines)")
    }
    #expect(model.overlay != nil)
    #expect(model.press(.character("x"), at: .zero) == nil)
    #expect(model.overlay == nil)
  }

  @Test func `a message that the line cuts, and the states of inputs, are complete after 'e'`() {
    let remedy =
      "notes.yaml:5:17: the schema has no table 'open'; hint: there are: note, person, place, team"
    var model = model(columns: 60)
    model.status.inputs = [
      "odds live 48 messages/s", "ads failed: the source answers 503 to each request",
    ]
    (model.message, model.status.notice) = (remedy, remedy)
    #expect(!model.screen(at: .zero).text.contains("place, team"))
    type("e", &model)
    let words = model.screen(at: .zero).text.split(separator: "\n").filter { $0.contains("│") }
      .joined(separator: " ").split { " │›‹━─╭╮╰╯".contains($0) }.joined(separator: " ")
    #expect(words.contains("message \(remedy)"), "\(words)")
    #expect(words.contains("the source answers 503 to each request"), "\(words)")
  }

  @Test func `the error of a source is shortened in the status line, and complete after 'e'`() {
    let problem = "ads.json:3:1: error[bad-document]: the document is cut off after 'title'"
    let sources = [
      SourceStatus(source: "odds", state: .late("nothing for 12 s")),
      SourceStatus(source: "sports"),
      SourceStatus(source: "ads", state: .failed(problem)),
    ]
    var model = WatchModel(
      FeedSnapshot(version: 7, composition: feed.snapshot.composition, status: sources),
      feed.appearance,
      columns: 60,
      lines: 20
    )
    #expect(lines(&model)[19].hasPrefix("version 7 · 0 messages/s · ! ads and 1 more: ads.json:3"))
    #expect(lines(&model)[19].hasSuffix("…"))
    #expect(keyLine(&model).contains("e errors"))
    type("e", &model)
    let text = model.screen(at: .zero).text
    let told = text.split(separator: "\n").filter { $0.contains("│") }
      .joined(separator: " ").split { " │›‹━─╭╮╰╯".contains($0) }.joined(separator: " ")
    #expect(told.contains("ads failed: " + problem + " odds late: nothing for 12 s sports ok"))
  }

  @Test func `a section without a header leaves one when it is hidden`() throws {
    var model = model(lines: 40)
    _ = model.screen(at: .zero)
    let banner = try #require(feed.snapshot.composition.sections[0].items.first?.id)
    model.selected = banner
    type("c", &model)
    let hidden = model.screen(at: .zero).text
    #expect(hidden.contains("━━ ▸ banners (2 hidden)"))
    #expect(!hidden.contains("Derby day"))
    type("c", &model)
    #expect(model.screen(at: .zero).text.contains("Derby day"))
    type("c", &model)
    let line = try #require(lines(&model).firstIndex { $0.contains("▸ banners") })
    #expect(model.press(.click(line: line, column: 9), at: .zero) == nil)
    #expect(model.screen(at: .zero).text.contains("Derby day"))
    model.selected = banner
    type("cC", &model)
    #expect(model.collapsed.isEmpty)
    #expect(model.screen(at: .zero).text.contains("Derby day"))
  }

  @Test func `a screen too low for the inspector shows a message`() {
    var model = model(lines: 11)
    type("i", &model)
    #expect(keyLine(&model) == "the inspector needs 12 lines, and this terminal has 11")
    #expect(!model.showsInspector)
  }

  // MARK: Figures

  @Test func `versions that wait while the page is held do not count as slow`() {
    let start = ContinuousClock.now
    var meter = LatencyMeter()
    meter.didCommit(2, at: start)
    meter.didShow(2, at: start + .milliseconds(20))
    meter.didCommit(3, at: start + .seconds(1))
    meter.didHold()
    meter.didCommit(4, at: start + .seconds(60))
    meter.didShow(4, at: start + .seconds(60) + .milliseconds(30))
    #expect(meter.p99 == .milliseconds(30))
  }

  @Test func `a figure whose kind asks for it is drawn over its last minute, and then no more`()
    throws
  {
    var appearance = feed.appearance
    appearance.items["selection"]?.spark = "price"
    var model = WatchModel(feed.snapshot, appearance, columns: 100, lines: 24)
    _ = model.press(.end, at: .zero)
    var now = Duration.seconds(1)
    for price in [3.0, 4.0, 2.0] {
      var composition = model.snapshot.composition
      let content = Content(shape: .init(["name", "price"]), values: ["Grünwald", .real(price)])
      _ = composition.setContent(content, of: selection)
      let next = FeedSnapshot(
        version: model.snapshot.version + 1,
        composition: composition,
        status: []
      )
      model.show(next, model.snapshot.composition.updates(to: composition), at: now)
      now += .seconds(5)
    }
    // The price was 2.92, then 3, 4 and 2, for five seconds each; nothing is known of the time before.
    now = .seconds(12)
    #expect(model.screen(at: now).text.contains(" ▅█▁ ▼2.00"))
    #expect(model.nextChange(after: now) == .seconds(15))
    now = .seconds(70)
    #expect(model.screen(at: now).text.contains(" 2.00"))
    #expect(!model.screen(at: now).text.contains("▁"))
    #expect(model.nextChange(after: now) == nil)
  }

  @Test func `rates are drawn until they are zero, and a delay is shown as 'behind'`() {
    var model = model()
    #expect(lines(&model)[23] == "version 7 · 0 messages/s · sources ok")
    for count in [10, 40, 0] { model.status.count(messages: count) }
    model.status.behind = 2
    #expect(lines(&model)[23] == "version 7 · 2 behind · ▃█▁ 0 messages/s · sources ok")
    for _ in 0..<12 { model.status.count(messages: 0) }
    #expect(!model.status.isComingToRest)
  }

  @Test func `a run that reads no messages shows no rate before it counts one`() {
    var model = model()
    model.status.expectsMessages = false
    model.status.count(messages: 0)
    #expect(lines(&model)[23] == "version 7 · sources ok")
    model.status.count(messages: 3)
    #expect(lines(&model)[23].contains("3 messages/s"))
  }

  @Test func `the status line shows the state of the inputs`() {
    var model = model()
    model.status.inputs = ["odds live 48/s", "table late 94 s, 1 rejected"]
    let line = lines(&model)[23]
    #expect(line.hasPrefix("version 7 · 0 messages/s · sources ok · odds live 48/s, table late"))
  }
}
