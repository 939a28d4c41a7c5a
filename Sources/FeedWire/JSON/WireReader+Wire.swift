import FeedFormatting
package import FeedModel
import FeedSnapshots

// Skip unknown keys, because a newer server may send more.
extension WireReader {
  mutating func sections() throws(WireError) -> [WireSection] {
    try list(limits.sections, "sections") { json throws(WireError) in try json.section() }
  }

  mutating func items() throws(WireError) -> [WireItem] {
    try list(limits.items, "items") { json throws(WireError) in try json.item() }
  }

  mutating func sources() throws(WireError) -> [WireSource] {
    try list(limits.sources, "sources") { json throws(WireError) in try json.source() }
  }

  mutating func changes() throws(WireError) -> [WireChange] {
    try list(limits.edits, "changes") { json throws(WireError) in try json.change() }
  }

  mutating func headers() throws(WireError) -> [WireHeaderChange] {
    try list(limits.sections, "headers") { json throws(WireError) in try json.headerChange() }
  }

  mutating func windows() throws(WireError) -> [WireWindowChange] {
    try list(limits.sections, "windows") { json throws(WireError) in try json.windowChange() }
  }

  /// Returns the value of a required key.
  func require<Value>(_ value: Value?, _ key: String) throws(WireError) -> Value {
    guard let value else {
      throw error(
        .missingKey,
        "the key '\(key)' is missing",
        hint: "check that the address serves a feed of protocol version 1"
      )
    }
    return value
  }

  /// Reads a word from a fixed set.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type
  ) throws(WireError) -> Word where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(.wrongValue, "'\(text)' is not one of \(words)")
    }
    return word
  }
}

extension WireReader {
  private mutating func section() throws(WireError) -> WireSection {
    var id: String?
    var header = WireHeader()
    var window: WireWindow?
    var items: [WireItem] = []
    try object { json, key throws(WireError) in
      switch key {
      case "id": id = try json.text()
      case "window": window = try json.windowChange(needsSection: false).window
      case "items": items = try json.items()
      default: try json.part(key, of: &header)
      }
    }
    return WireSection(id: try require(id, "id"), header: header, window: window, items: items)
  }

  /// Reads the place of a window.
  ///
  /// - Parameter needsSection: Whether it must name its section.
  private mutating func windowChange(
    needsSection: Bool = true
  ) throws(WireError) -> WireWindowChange {
    var at: Int?
    var (from, total): (Int?, Int?)
    var (before, behind) = (0, 0)
    try object { json, key throws(WireError) in
      switch key {
      case "at": at = try json.count()
      case "from": from = try json.count()
      case "of": total = try json.count()
      case "before": before = try json.count()
      case "behind": behind = try json.count()
      default: try json.skip()
      }
    }
    let window = WireWindow(from: try require(from, "from"), total: try require(total, "of"))
    return WireWindowChange(
      at: needsSection ? try require(at, "at") : 0,
      window: window,
      before: before,
      behind: behind
    )
  }

  private mutating func part(_ key: String, of header: inout WireHeader) throws(WireError) {
    switch key {
    case "title": header.title = try text()
    case "layout": header.layout = try text()
    case "header":
      try object { json, key throws(WireError) in
        if key == "pin" { header.isPinned = try json.bool() } else { try json.skip() }
      }
    default: try skip()
    }
  }

  private mutating func item() throws(WireError) -> WireItem {
    itemCount += 1
    try limit(itemCount, limits.items, "items")
    var id: String?
    var look = WireLook()
    try object { json, key throws(WireError) in
      if key == "id" { id = try json.text() } else { try json.part(key, of: &look) }
    }
    return WireItem(id: try require(id, "id"), look: look)
  }

  private mutating func part(_ key: String, of look: inout WireLook) throws(WireError) {
    switch WireLook.Key(rawValue: key) {
    case nil: try skip()
    case .flags?:
      look.flags = try list(limits.partsOfAnItem, "flags") { json throws(WireError) in
        try json.text()
      }
    case .fields?:
      var fields: [(name: String, value: Value)] = []
      try object { json, name throws(WireError) in
        try json.limit(fields.count + 1, json.limits.partsOfAnItem, "fields")
        fields.append((name, try json.value()))
      }
      look.setFields(fields)
    case .raw?:
      var columns: [(name: String, value: RawValue)] = []
      try object { json, name throws(WireError) in
        try json.limit(columns.count + 1, json.limits.partsOfAnItem, "columns")
        if let value = try json.rawValue() { columns.append((name, value)) }
      }
      look.setRaw(columns)
    case let text?: look[text: text] = try self.text()
    }
  }

  /// Reads the typed value of a column; `nil` if it has no known type.
  private mutating func rawValue() throws(WireError) -> RawValue? {
    var found: (kind: RawValue.Kind, value: Value)?
    var unit = ""
    try object { json, key throws(WireError) in
      switch RawValue.Kind(rawValue: key) {
      case .number?: found = (.number, try json.number())
      case let kind?: found = (kind, .text(Text(try json.text())))
      case nil where key == "unit": unit = try json.text()
      case nil: try json.skip()
      }
    }
    return found.map { RawValue($0.kind, $0.value, unit: unit) }
  }

  /// Reads the value of a field: a text, a number or `null`.
  package mutating func value() throws(WireError) -> Value {
    skipSpace()
    switch peek {
    case UInt8(ascii: "\""): return .text(Text(try text()))
    case UInt8(ascii: "n"):
      try skip()
      return .null
    default: return try number()
    }
  }

  private mutating func change() throws(WireError) -> WireChange {
    var at: SnapshotPath?
    var set = WireLook()
    var unset: [WireLook.Key] = []
    try object { json, key throws(WireError) in
      switch key {
      case "at": at = try json.path()
      case "set":
        try json.object { json, key throws(WireError) in try json.part(key, of: &set) }
      case "unset":
        try json.array(json.limits.partsOfAnItem, "keys") { json throws(WireError) in
          if let key = WireLook.Key(rawValue: try json.text()) { unset.append(key) }
        }
      default: try json.skip()
      }
    }
    return WireChange(at: try require(at, "at"), set: set, unset: unset)
  }

  private mutating func headerChange() throws(WireError) -> WireHeaderChange {
    var at: Int?
    var set = WireHeader()
    try object { json, key throws(WireError) in
      switch key {
      case "at": at = try json.count()
      case "set":
        try json.object { json, key throws(WireError) in try json.part(key, of: &set) }
      default: try json.skip()
      }
    }
    return WireHeaderChange(at: try require(at, "at"), set: set)
  }

  private mutating func source() throws(WireError) -> WireSource {
    var id: String?
    var state: WireSource.State?
    var age: Double?
    var reason: String?
    try object { json, key throws(WireError) in
      switch key {
      case "id": id = try json.text()
      case "state": state = try json.word(WireSource.State.self)
      case "age": age = try json.number().double
      case "error": reason = try json.text()
      default: try json.skip()
      }
    }
    return WireSource(
      id: try require(id, "id"),
      state: try require(state, "state"),
      age: age,
      error: reason
    )
  }
}
