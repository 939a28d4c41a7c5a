import FeedModel
import FeedStore

/// The objects of a JSON document or of JSON Lines, with their members in columns.
///
/// Each member of an inner object has its own column. A list is one text of JSON, as is an object
/// if other rows have another kind of value in its place. An object of objects is a list of them,
/// and their names are the first column. A list of lists is a table whose first list is the header.
struct JSONList {
  /// The columns, in the order in which members appear.
  private(set) var columns: [StartingRows.Origin] = []
  private(set) var rows: [[Value]] = []
  /// The objects, one per line.
  private(set) var messages: [String] = []
  /// The place of the list; `nil` for JSON Lines.
  private(set) var path: JSONPath?
  /// The form in which the text contains the objects.
  private(set) var form = StartingRows.Form.lines

  /// An object, and the text that it is part of.
  private struct Object {
    let node: JSONNode
    let bytes: [UInt8]
    /// The number of lines before the text.
    var linesBefore = 0
    /// The name of the object in an object of objects.
    var name: String?
  }

  /// A list or an object that may hold the rows, and its path.
  private struct Candidate {
    let path: JSONPath
    let form: StartingRows.Form
    let elements: [JSONNode]
    var names: [String] = []
  }

  /// Finds the longest list of objects in a text.
  ///
  /// - Parameter text: A JSON document, or an object a line.
  /// - Throws: ``Failure`` if the text is not JSON, or an object names a member twice.
  init(_ text: String, name: String) throws {
    let bytes = Array(text.utf8)
    guard let document = try? JSONReader.read(bytes) else {
      try take(Self.lines(of: bytes, name), name)
      return
    }
    let whole = Object(node: document, bytes: bytes)
    try Self.checkNames(of: document, in: whole, name)
    guard let list = try Self.longestList(in: whole, name) else {
      guard case .object(let members) = document.kind, !members.isEmpty else { return }
      if let path = Self.emptyList(in: document) { throw Self.empty(at: path, name) }
      form = .object
      try take([whole], name)
      return
    }
    (path, form) = (list.path, list.form)
    guard list.form != .lists else {
      path = nil
      try take(Self.lines(of: Self.table(of: list, in: bytes), name), name)
      return
    }
    var objects = list.elements.map { Object(node: $0, bytes: bytes) }
    for index in list.names.indices { objects[index].name = list.names[index] }
    try take(objects, name)
  }

  /// Returns the path of an empty list, if no text in the document is a value of a row.
  private static func emptyList(in document: JSONNode) -> JSONPath? {
    var nodes: [(path: JSONPath, node: JSONNode)] = [(.root, document)]
    var empty: JSONPath?
    var index = 0
    while index < nodes.count {
      let (path, node) = nodes[index]
      index += 1
      switch node.kind {
      case .array(let elements) where elements.isEmpty: empty = empty ?? path
      case .object(let members):
        nodes += members.filter { !envelope.contains($0.name.lowercased()) }
          .map { (JSONPath(steps: path.steps + [.member($0.name)]), $0.value) }
      case .scalar(.text): return nil
      default: break
      }
    }
    return empty
  }

  /// The names of texts that describe an answer, and not a row.
  private static let envelope: Set = [
    "status", "message", "next", "previous", "version", "cursor", "code", "info", "links",
  ]

  private static func empty(at path: JSONPath, _ name: String) -> Failure {
    Failure.badInput(
      "no-rows",
      "'\(name)' has an empty list at \(path), so its fields are unknown",
      hint: "begin with a file or an address whose list has at least one object"
    )
  }

  private static func failure(
    _ what: String,
    _ hint: String,
    _ name: String,
    _ line: Int,
    _ column: Int? = nil
  ) -> Failure {
    let place = "\(name):\(line)" + (column.map { ":\($0)" } ?? "")
    return Failure(.badInput, "malformed-json", what, hint: hint, at: place)
  }

  /// Reads JSON Lines; blank lines count, as in an editor.
  private static func lines(of bytes: [UInt8], _ name: String) throws -> [Object] {
    var objects: [Object] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
      let line = Array(line)
      let hint = "write one object per line, or one document"
      let node: JSONNode
      do throws(JSONReader.Failure) { node = try JSONReader.read(line) } catch {
        if objects.isEmpty { throw malformed(bytes, name) }
        let column = JSONPlaces.place(of: error.offset, in: line).column
        throw failure(error.message, hint, name, index + 1, column)
      }
      guard case .object = node.kind else {
        if objects.isEmpty { throw malformed(bytes, name) }
        throw failure("the line is not a JSON object", hint, name, index + 1)
      }
      let object = Object(node: node, bytes: line, linesBefore: index)
      try checkNames(of: node, in: object, name)
      objects.append(object)
    }
    return objects
  }

  private static func malformed(_ bytes: [UInt8], _ name: String) -> Failure {
    let hint = "write a list of objects, or one object per line"
    do {
      _ = try JSONReader.read(bytes)
      return failure("the text is neither JSON nor JSON Lines", hint, name, 1)
    } catch {
      let place = JSONPlaces.place(of: error.offset, in: bytes)
      return failure(error.message, hint, name, place.line, place.column)
    }
  }

  /// Rejects an object with a duplicate member, because readers differ in the one that they take.
  private static func checkNames(of node: JSONNode, in object: Object, _ name: String) throws {
    switch node.kind {
    case .array(let elements):
      for element in elements { try checkNames(of: element, in: object, name) }
    case .object(let members):
      var seen: Set<Text> = []
      for member in members {
        guard seen.insert(Text(member.name)).inserted else {
          let place = JSONPlaces.place(of: member.value.range.lowerBound, in: object.bytes)
          throw failure(
            "an object names '\(member.name)' twice",
            "leave out one of both",
            name,
            object.linesBefore + place.line
          )
        }
        try checkNames(of: member.value, in: object, name)
      }
    case .scalar, .boolean: break
    }
  }

  /// The longest list of objects that no other list holds; the outermost of several.
  private static func longestList(in document: Object, _ name: String) throws -> Candidate? {
    var longest: Candidate?
    var nodes: [(path: JSONPath, node: JSONNode)] = [(.root, document.node)]
    var index = 0
    while index < nodes.count {
      let (path, node) = nodes[index]
      index += 1
      if case .object(let members) = node.kind {
        nodes += members.map { (JSONPath(steps: path.steps + [.member($0.name)]), $0.value) }
      }
      guard let candidate = candidate(node, at: path),
        candidate.elements.count > longest?.elements.count ?? 0
      else { continue }
      longest = candidate
    }
    guard let longest else { return nil }
    let other = longest.form == .list ? longest.elements.first { !$0.isObject } : nil
    let path = longest.path
    guard other == nil, path == JSONPath(path.description) else {
      let offset = other?.range.lowerBound ?? longest.elements[0].range.lowerBound
      throw failure(
        other == nil
          ? "no path can name the list at '\(path)'"
          : "the list holds a value that is not an object",
        other == nil
          ? "rename the member that holds the list"
          : "write a list of objects, or one object per line",
        name,
        JSONPlaces.place(of: offset, in: document.bytes).line
      )
    }
    return longest
  }

  /// Returns a value as rows, if it is a list with objects, a list of lists, or an object of similar objects.
  private static func candidate(_ node: JSONNode, at path: JSONPath) -> Candidate? {
    switch node.kind {
    case .array(let elements) where elements.contains(where: \.isObject):
      return Candidate(path: path, form: .list, elements: elements)
    case .array(let elements) where elements.count > 1 && isTable(elements):
      return Candidate(path: path, form: .lists, elements: elements)
    case .object(let members) where members.count > 1 && areAlike(members.map(\.value)):
      return Candidate(
        path: path,
        form: .map,
        elements: members.map(\.value),
        names: members.map(\.name)
      )
    default: return nil
    }
  }

  /// Returns whether lists are the rows of a table: their header contains different texts.
  private static func isTable(_ lists: [JSONNode]) -> Bool {
    let rows = lists.map { row -> [JSONNode]? in
      if case .array(let cells) = row.kind { return cells }
      return nil
    }
    guard let first = rows[0], !first.isEmpty else { return false }
    let header = first.compactMap(\.text)
    return Set(header.map(\.asColumnName)).count == first.count
      && rows.allSatisfy { $0.map { $0.count <= first.count } ?? false }
  }

  /// Returns whether objects are rows: most of the members of each are also those of the first one.
  private static func areAlike(_ objects: [JSONNode]) -> Bool {
    let names = objects.map { node -> Set<Text>? in
      guard case .object(let members) = node.kind else { return nil }
      return Set(members.map { Text($0.name) })
    }
    guard let first = names[0], !first.isEmpty else { return false }
    return names.allSatisfy { $0.map { 2 * $0.intersection(first).count > $0.count } ?? false }
  }

  /// Returns the rows of a list of lists as JSON Lines, with the names of the first one.
  private static func table(of list: Candidate, in bytes: [UInt8]) -> [UInt8] {
    var json = JSONWriter()
    var header: [String] = []
    for row in list.elements {
      guard case .array(let cells) = row.kind else { continue }
      guard !header.isEmpty else {
        header = cells.compactMap(\.text)
        continue
      }
      json.object { json in
        for (name, cell) in zip(header, cells) {
          json.key(name)
          json.value(json: cell.onOneLine(of: bytes).utf8)
        }
      }
      json.endLine()
    }
    return json.bytes
  }
}

// MARK: - Columns

extension JSONList {
  /// The members of all objects, by the paths of their names.
  private struct Members {
    /// The paths of objects that have members.
    var objects: Set<[Text]> = []
    /// The paths of other values.
    var others: Set<[Text]> = []
    /// The paths of numbers that no 64-bit integer and no double holds.
    var digits: Set<[Text]> = []
    /// The paths of reals.
    var reals: Set<[Text]> = []
    /// The paths of integers that no double holds.
    var longIntegers: Set<[Text]> = []

    /// Adds the members of an object, those of inner objects too.
    mutating func add(_ node: JSONNode, at path: [Text], of bytes: [UInt8]) {
      switch node.kind {
      case .object(let members):
        if !members.isEmpty { objects.insert(path) }
        for member in members { add(member.value, at: path + [Text(member.name)], of: bytes) }
      case .scalar(.null): break
      case .array, .boolean: others.insert(path)
      case .scalar(let value):
        others.insert(path)
        if case .text = value { return }
        if !node.isExact(in: bytes) { digits.insert(path) }
        if case .real = value { reals.insert(path) }
        if let integer = value.int64, Int64(exactly: Double(integer)) != integer {
          longIntegers.insert(path)
        }
      }
    }

    /// Returns whether each member of an object has its own column.
    func isOpen(_ path: [Text]) -> Bool { objects.contains(path) && !others.contains(path) }
  }

  private mutating func take(_ objects: [Object], _ name: String) throws {
    var members = Members()
    for object in objects { members.add(object.node, at: [], of: object.bytes) }
    // SQLite 3.40 finds no number by a name with a quote, apart from its value.
    if let key = members.digits.joined().lazy.map(\.string).first(where: { $0.contains("\"") }) {
      throw Failure.badInput(
        "malformed-json",
        "'\(name)' has a number of more digits than 64 bits hold in the member '\(key)'",
        hint: "rename the member without a double quote, or write the number as a text"
      )
    }
    var places: [[Text]: Int] = [:]
    if form == .map {
      let hasID = members.objects.contains([Text("id")]) || members.others.contains([Text("id")])
      columns.append(.init(name: hasID ? "key" : "id", path: MessagePath([])))
    }
    for object in objects {
      var row = Array(repeating: Value.null, count: columns.count)
      if let name = object.name { row[0] = .text(Text(name)) }
      Self.visit(object.node, [], members) { path, node in
        let place = places[path] ?? columns.count
        if place == columns.count {
          places[path] = place
          let keys = path.map(\.string)
          let reading = MessagePath(keys, readsDigits: members.digits.contains(path))
          columns.append(.init(name: keys.joined(separator: "."), path: reading))
          row.append(.null)
        }
        if node.isStructure { columns[place].isStructure = true }
        row[place] = Self.value(of: node, at: path, members, object.bytes)
      }
      rows.append(row)
      messages.append(object.node.onOneLine(of: object.bytes))
    }
    for index in rows.indices {
      rows[index] += Array(repeating: .null, count: columns.count - rows[index].count)
    }
  }

  private static func visit(
    _ node: JSONNode,
    _ path: [Text],
    _ members: Members,
    _ body: ([Text], JSONNode) -> Void
  ) {
    guard case .object(let own) = node.kind else { return }
    for member in own {
      let path = path + [Text(member.name)]
      guard members.isOpen(path) else {
        body(path, member.value)
        continue
      }
      visit(member.value, path, members, body)
    }
  }

  private static func value(
    of node: JSONNode,
    at path: [Text],
    _ members: Members,
    _ bytes: [UInt8]
  ) -> Value {
    switch node.kind {
    case .boolean(let isTrue): return .integer(isTrue ? 1 : 0)
    case .array, .object: return .text(Text(node.onOneLine(of: bytes)))
    case .scalar(let value):
      guard value.double != nil else { return value }
      if members.digits.contains(path) { return .text(Text(node.onOneLine(of: bytes))) }
      // JSON has one kind of number: 12 among reals is a real, unless that changes it.
      guard let integer = value.int64, members.reals.contains(path),
        !members.longIntegers.contains(path)
      else { return value }
      return .real(Double(integer))
    }
  }
}

extension JSONNode {
  fileprivate var isObject: Bool {
    if case .object = kind { return true }
    return false
  }

  /// The text, if the value is one that is not empty.
  fileprivate var text: String? {
    guard case .scalar(.text(let text)) = kind, !text.string.isEmpty else { return nil }
    return text.string
  }

  /// Whether the value is a list or an object.
  fileprivate var isStructure: Bool {
    if case .array = kind { return true }
    return isObject
  }

  /// Returns the value without the blanks between its parts.
  fileprivate func onOneLine(of bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(range.count)
    var isText = false
    var isEscaped = false
    for byte in bytes[range] {
      if !isText, byte <= 0x20 { continue }
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
      kept.append(byte)
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Returns whether the number has every digit of its text.
  fileprivate func isExact(in bytes: [UInt8]) -> Bool {
    guard case .scalar(.real(let real)) = kind else { return true }
    return Self.digits(bytes[range]) == Self.digits(Array(real.description.utf8)[...])
  }

  /// Returns the significant digits, without the exponent and without zeros at both ends.
  private static func digits(_ number: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let zero = UInt8(ascii: "0")
    let mantissa = number.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
    let digits = mantissa.filter { (zero...UInt8(ascii: "9")).contains($0) }[...]
      .drop { $0 == zero }
    let end = digits.lastIndex { $0 != zero }
    return end.map { digits[...$0] } ?? []
  }
}
