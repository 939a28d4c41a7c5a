import FeedModel
import FeedWire
import HTTPTypes

/// The parameters of a stream request: the sections, the pace and the cursor.
struct StreamQuery {
  /// The sections.
  var view = FeedView.all
  var pace = Pace()
  /// The version that the client holds, if it belongs to this feed.
  var cursor: Cursor?
  /// Whether the client gets compressed events.
  let isCompressed: Bool

  /// Parses the query of a request.
  ///
  /// An invalid cursor, or one of another history, is not an error: the client gets an image.
  ///
  /// - Throws: ``Refusal`` for an invalid parameter.
  init(_ request: HTTPRequest, _ right: ReadRight, of hub: Hub) throws(Refusal) {
    isCompressed = request.headerFields.acceptsGzip
    let parameters = Query(request.path ?? "")
    try parameters.check(for: .stream)
    view = try parameters.view().limited(as: right.sections)
    if let conflate = try parameters.milliseconds("conflate") {
      pace.conflate = .milliseconds(min(conflate, 30_000))
    }
    if let heartbeat = try parameters.milliseconds("heartbeat") {
      pace.heartbeat = .milliseconds(min(max(heartbeat, 500), 30_000))
    }
    // A browser that reconnects repeats the target; the header contains its newer cursor.
    let text = request.headerFields[.lastEventID] ?? parameters["from"] ?? ""
    // Windows that do not stay at the first items are not known for older versions.
    guard !view.hasOwnWindows else { return }
    if let cursor = Cursor(text), hub.mayBeHeld(cursor) { self.cursor = cursor }
  }

  /// Finds the items that the windows name; the stream then shares its view with no others.
  mutating func openWindows(_ find: (String) async -> ItemID?) async {
    view = await view.opening(find)
    if view.hasOwnWindows { view.owner = .random(in: .min ... .max) }
  }
}

/// The decoded parameters of a target.
struct Query {
  private let pairs: [(name: String, value: String)]

  /// Parses the part after the question mark.
  init(_ target: String) {
    let query =
      target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      .dropFirst().first ?? ""
    pairs = query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  /// The value of a parameter; the first value if there are several.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Checks that no unknown parameter is nearly one of a target; others are ignored, as caches and trackers add some.
  func check(for target: Target) throws(Refusal) {
    // The description of a target is made each time; most requests have no parameters.
    guard !pairs.isEmpty else { return }
    let known = target.operations.flatMap(\.parameters).filter { $0.place == .query }.map(\.name)
    for (name, _) in pairs where !known.contains(name) {
      guard let question = Suggestion.question(for: name, among: known) else { continue }
      throw Refusal(
        .badRequest,
        "invalid-parameter",
        "there is no parameter '\(name.prefix(80))'",
        hint: question,
        place: String(name.prefix(80))
      )
    }
  }

  /// Returns the requested view: the sections, the windows, and whether items have typed values.
  func view() throws(Refusal) -> FeedView {
    var view = try sectionsAndWindows()
    guard let values = self["values"] else { return view }
    guard values == "raw" else {
      throw Refusal(
        .badRequest,
        "invalid-parameter",
        "'values' is '\(values.prefix(80))', which is not a form of values",
        hint: "write values=raw, or leave it out",
        place: "values"
      )
    }
    view.hasRawValues = true
    return view
  }

  private func sectionsAndWindows() throws(Refusal) -> FeedView {
    let windows = pairs.filter { $0.name == "window" }.map(\.value)
    var place = "sections"
    do {
      let view = try self["sections"].map { text throws(WireError) in try FeedView(text) } ?? .all
      place = "window"
      return try view.windowed(by: windows)
    } catch {
      throw Refusal(
        .badRequest,
        error.code.rawValue,
        error.message,
        hint: error.hint,
        place: place
      )
    }
  }

  /// Returns the value of a parameter in milliseconds.
  func milliseconds(_ name: String) throws(Refusal) -> Int? {
    guard let text = self[name] else { return nil }
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text)
    else {
      throw Refusal(
        .badRequest,
        "invalid-parameter",
        "'\(name)' is '\(text.prefix(80))', which is not a number of milliseconds",
        hint: "write digits only, for example \(name)=250",
        place: name
      )
    }
    return number
  }

  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == 0x25, digits.count == 2, let digits = Substring(digits).hexadecimal {
        bytes.append(digits)
        rest.removeFirst(2)
      } else {
        bytes.append(byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Substring {
  /// The value of two hexadecimal digits; `nil` if there is a sign.
  fileprivate var hexadecimal: UInt8? {
    allSatisfy(\.isHexDigit) ? UInt8(self, radix: 16) : nil
  }
}

extension HTTPField.Name {
  static var lastEventID: Self { Self("Last-Event-ID") ?? .range }
}
