import FeedLayout
import Foundation
import Testing

@Suite("Declarations in JSON")
struct WireTests {
  static func read(_ text: String) throws -> LayoutRequest {
    try JSONDecoder().decode(LayoutRequest.self, from: Data(text.utf8))
  }

  /// A request with some of its parts replaced.
  static func request(
    environment: String = #"{"containerSize":[320,480]}"#,
    counts: String = "[2]",
    layout: String? = nil,
    group: String? = nil,
    item: String = "{}",
    section: String = "",
    rest: String = ""
  ) -> String {
    let group =
      group
      ?? #"{"axis":"horizontal","size":{"width":"100%","height":44},"items":[\#(item)]}"#
    let layout = layout ?? #"{"sections":[{"group":\#(group)\#(section)}]}"#
    return #"{"environment":\#(environment),"itemCounts":\#(counts),"layout":\#(layout)\#(rest)}"#
  }

  static let mistakes: [(String, String)] = [
    (#"{"a":"#, "error[malformed]: this is not JSON\n  hint: one object on each line"),
    ("[]", "error[wrong-type]: this is not an object"),
    ("{}", "error[missing-key]: 'environment' is missing"),
    (
      request(environment: "{}"),
      "error[missing-key]: 'containerSize' is missing, at environment"
    ),
    (
      request(environment: #"{"containerSize":[1]}"#),
      "error[wrong-type]: 'containerSize' has 1 numbers, at environment.containerSize\n  hint: it is two numbers"
    ),
    (
      request(environment: #"{"containerSize":[-1,2]}"#),
      "error[bad-number]: the container is -1 × 2, at environment.containerSize"
    ),
    (
      request(environment: #"{"containerSize":[1,2],"pixelScale":0}"#),
      "error[bad-number]: 0.0 is out of range, at environment.pixelScale\n  hint: it is between 0.001 and 1000"
    ),
    (
      request(counts: "[-1]"),
      "error[bad-number]: -1 is not a count, at itemCounts[0]\n  hint: it is a whole number between 0 and 1000000000"
    ),
    (
      request(counts: "[1.5]"),
      "error[bad-number]: 1.5 is not a count, at itemCounts[0]\n  hint: it is a whole number between 0 and 1000000000"
    ),
    (request(counts: #"["a"]"#), "error[wrong-type]: this is not a number, at itemCounts[0]"),
    (
      request(layout: "{}"),
      "error[missing-key]: 'sections' is missing, at layout"
    ),
    (
      request(layout: #"{"sections":[{}]}"#),
      "error[missing-key]: 'group' is missing, at layout.sections[0]"
    ),
    (
      request(group: #"{"size":{"width":1,"height":1},"items":[]}"#),
      "error[missing-key]: 'axis' is missing, at layout.sections[0].group\n  hint: known: horizontal, vertical, custom"
    ),
    (
      request(group: #"{"axis":"diagonal","size":{"width":1,"height":1},"items":[]}"#),
      "error[unknown-word]: 'diagonal' is not a valid axis, at layout.sections[0].group.axis\n  hint: known: horizontal, vertical, custom"
    ),
    (
      request(
        group: #"{"axis":"a\n\u2028error[fake]: x","size":{"width":1,"height":1},"items":[]}"#
      ),
      #"error[unknown-word]: 'a\n\u{2028}error[fake]: x' is not a valid axis, at layout.sections[0].group.axis"#
        + "\n  hint: known: horizontal, vertical, custom"
    ),
    (
      request(item: #"{"size":{"width":{"fraction":1},"height":1}}"#),
      "error[unknown-word]: a length is one of its forms, not 'fraction', at layout.sections[0].group.items[0].size.width\n  hint: known: fractionalWidth, fractionalHeight, absolute, estimated, uniformAcrossSiblings"
    ),
    (
      request(item: #"{"size":{"width":"half","height":1}}"#),
      "error[bad-shorthand]: 'half' is not a length, at layout.sections[0].group.items[0].size.width\n  hint: use 50%, 50%w, 50%h, 44, ~44 or =44"
    ),
    (
      request(item: #"{"contentInset":4}"#),
      "error[unknown-key]: no key 'contentInset' is known here, at layout.sections[0].group.items[0].contentInset\n  hint: did you mean 'contentInsets'?"
    ),
    (
      request(item: #"{"contentInsets":[1,2,3]}"#),
      "error[bad-shorthand]: 3 numbers are not valid insets, at layout.sections[0].group.items[0].contentInsets\n  hint: give one, two or four"
    ),
    (
      request(section: #","interGroupSpacing":"wide""#),
      "error[wrong-type]: this is not a number, at layout.sections[0].interGroupSpacing"
    ),
    (
      request(section: #","boundaryItems":[{"kind":"h"}]"#),
      "error[missing-key]: 'size' is missing, at layout.sections[0].boundaryItems[0]"
    ),
    (
      request(rest: #","requestedOffsets":{"7":[1]}"#),
      "error[bad-number]: there is no section '7', at requestedOffsets[7]"
    ),
  ]

  @Test(arguments: mistakes)
  func `an invalid declaration gives one error with a location`(_ text: String, _ message: String) {
    do {
      _ = try Self.read(text)
      Issue.record("nothing is wrong")
    } catch {
      #expect(LayoutError(decoding: error).description == message)
    }
  }

  private static let nested =
    #"{"axis":"horizontal","size":{"width":1,"height":1},"count":400,"items":[{"type":"group","axis":"vertical","size":{"width":1,"height":1},"count":400,"items":[{}]}]}"#
  static let tooLarge: [(String, String)] = [
    (
      request(counts: "[1,100000000]"),
      "error[too-large]: the sections have 100000001 items, and at most 1000000 frames can be listed, at itemCounts\n  hint: ask for fewer items"
    ),
    (
      request(group: nested),
      "error[too-large]: the group has more than 100000 cells, at layout.sections[0].group\n  hint: groups repeat by themselves; lower the counts of the groups within each other"
    ),
  ]

  @Test(arguments: tooLarge)
  func `a request whose answer is too large is rejected`(_ text: String, _ message: String) throws {
    let request = try Self.read(text)
    do {
      _ = try LayoutAnswer(request)
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `items without a declared section give one error`() throws {
    let request = try Self.read(Self.request(layout: #"{"sections":[]}"#))
    do {
      _ = try LayoutAnswer(request)
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.code == .missingSection)
    }
  }

  @Test func `an answer is encoded in the format of the vectors`() throws {
    let request = try Self.read(
      Self.request(
        counts: "[1]",
        section:
          #","decorations":[{"kind":"bg"}],"orthogonalScrolling":"paging","boundaryItems":[{"kind":"h","size":{"width":"100%","height":10}}]"#,
        rest: #","requestedOffsets":{"0":[5]},"id":"anything""#
      )
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(LayoutAnswer(request)), as: UTF8.self)
    #expect(
      text == """
        {"contentSize":[320,54],"elements":[\
        {"element":"decoration","frame":[0,0,320,54],"item":0,"kind":"bg","section":0,"zIndex":0},\
        {"element":"cell","frame":[0,10,320,44],"item":0,"section":0,"zIndex":1},\
        {"element":"supplementary","frame":[0,0,320,10],"item":0,"kind":"h","section":0,"zIndex":1}],\
        "orthogonal":{"0":{"maxOffset":0,"rowWidth":320,"viewportWidth":320}},\
        "restingOffsets":{"0":[[5,0]]}}
        """
    )
    let failure = LayoutFailure(LayoutError(.malformed, "this is not JSON", path: ["a", "0"]))
    #expect(
      String(decoding: try encoder.encode(failure), as: UTF8.self)
        == #"{"error":{"code":"malformed","message":"this is not JSON","path":["a","0"]}}"#
    )
  }

  @Test func `variants and lists are decoded, and variants are chosen by width`() throws {
    let text = Self.request(
      environment: #"{"containerSize":[600,400]}"#,
      layout: #"""
        {"direction":"rtl","sections":[{"list":{"appearance":"grouped","headerMode":"supplementary"},
        "variants":[{"when":{"maxWidth":600},"group":{"axis":"vertical","size":{"width":"50%","height":"~20"},
        "items":[{"size":{"width":"100%","height":"~20"}}]}}]}]}
        """#
    )
    let request = try Self.read(text)
    #expect(request.layout.direction == .rightToLeft)
    #expect(request.layout.sections[0].boundaryItems.first?.kind == "header")
    let answer = try LayoutAnswer(request)
    #expect(answer.elements.map(\.frame.x) == [300, 300])
    #expect(answer.contentSize.height == 40)
  }

  @Test func `extreme numbers do not trap or overflow`() throws {
    let request = try Self.read(
      Self.request(
        counts: "[1000000000]",
        section: #","interGroupSpacing":1e7,"contentInsets":1e7"#
      )
    )
    let solved = try SolvedLayout(
      request.layout,
      environment: request.environment,
      itemCounts: request.itemCounts
    )
    #expect(solved.contentSize.height > 0)
    #expect(solved.frame(of: .cell(section: 0, item: 999_999_999)) != nil)
    #expect(solved.elements(in: Frame(x: 0, y: 0, width: 100, height: 100)).count < 10)
  }
}

@Suite("Short forms")
struct ShorthandTests {
  static let lengths: [(String, LayoutDimension)] = [
    ("50%", .fractionalWidth(0.5)), ("50%w", .fractionalWidth(0.5)),
    ("50%h", .fractionalHeight(0.5)), ("33.5%", .fractionalWidth(0.335)), ("44", .absolute(44)),
    ("~44", .estimated(44)), ("=44", .uniformAcrossSiblings(estimate: 44)),
    ("uniform(44)", .uniformAcrossSiblings(estimate: 44)), (" ~ 44.5 ", .estimated(44.5)),
  ]

  @Test(arguments: lengths)
  func `every kind of length has a short form`(_ text: String, _ length: LayoutDimension) throws {
    #expect(try LayoutDimension(shorthand: text, axis: .horizontal) == length)
  }

  @Test func `a bare percentage refers to the same axis`() throws {
    #expect(try LayoutDimension(shorthand: "50%", axis: .vertical) == .fractionalHeight(0.5))
  }

  @Test(arguments: [
    "", "%", "half", "-4", "+4", "1e3", "nan", "inf", "50%x", "~", "=", "4 4", ".5", "5.", "1.2.3",
    "uniform(", "99999999999",
  ])
  func `an invalid short form of a length is rejected`(_ text: String) {
    #expect(throws: LayoutError.self) { try LayoutDimension(shorthand: text, axis: .horizontal) }
  }

  @Test func `insets have one, two or four numbers`() throws {
    #expect(
      try DirectionalInsets(shorthand: [8])
        == DirectionalInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
    )
    #expect(
      try DirectionalInsets(shorthand: [0, 16])
        == DirectionalInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
    )
    #expect(
      try DirectionalInsets(shorthand: [1, 2, 3, 4])
        == DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    )
    #expect(throws: LayoutError.self) { try DirectionalInsets(shorthand: []) }
  }

  @Test func `a spacing is exact or a minimum`() throws {
    #expect(try LayoutSpacing(shorthand: "8") == .fixed(8))
    #expect(try LayoutSpacing(shorthand: ">=8") == .flexible(8))
    #expect(throws: LayoutError.self) { try LayoutSpacing(shorthand: ">8") }
  }
}
