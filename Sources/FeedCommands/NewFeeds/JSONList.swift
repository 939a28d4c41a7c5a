import FeedModel
import FeedStore

/// The objects of a JSON document or of JSON Lines, with their members in columns.
///
/// Each member of an inner object has its own column. A list is one text of JSON, as is an object
/// if other rows have another kind of value in its place. An object of objects is a list of them,
/// and their names are the first column. So are the names in an object of lists, or of objects of
/// objects. A list of lists is a table whose first list is the header.
struct JSONList {
  /// The columns, in the order in which members appear.
  var columns: [StartingRows.Origin] = []
  var rows: [[Value]] = []
  /// The objects, one per line.
  var messages: [String] = []
  /// The place of the list; `nil` for JSON Lines.
  private(set) var path: JSONPath?
  /// The form in which the text contains the objects.
  private(set) var form = StartingRows.Form.lines

  /// The lines of JSON Lines that are left out.
  private(set) var broken: [BrokenLine] = []

  /// An object, and the text that it is part of.
  struct Object {
    let node: JSONNode
    let bytes: [UInt8]
    /// The number of lines before the text.
    var linesBefore = 0
    /// The name of the object in an object of objects.
    var name: String?
    /// The name of the list or the object of objects that holds it.
    var group: String?
  }

  /// A list or an object that may hold the rows, and its path.
  private struct Candidate {
    let path: JSONPath
    let form: StartingRows.Form
    let elements: [JSONNode]
    var names: [String] = []
    var groups: [String] = []
  }

  /// Finds the longest list of objects in a text.
  ///
  /// - Parameter text: A JSON document, or an object a line.
  /// - Throws: ``Failure`` if the text is not JSON, or an object names a member twice.
  init(_ text: String, name: String) throws {
    let bytes = Array(text.utf8)
    guard let document = try? JSONReader.read(bytes) else {
      let (objects, broken) = try Self.lines(of: bytes, name)
      self.broken = broken
      try take(objects, name)
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
      try take(Self.lines(of: Self.table(of: list, in: bytes), name).0, name)
      return
    }
    var objects = list.elements.map { Object(node: $0, bytes: bytes) }
    for index in list.names.indices { objects[index].name = list.names[index] }
    for index in list.groups.indices { objects[index].group = list.groups[index] }
    try take(objects, name)
  }

  /// Reads the messages of a stream: each is an object, or has a list of objects at the same place.
  ///
  /// Messages of another form are left out, as are those without the list.
  ///
  /// - Throws: ``Failure`` if no message has an object.
  init(messages: [[UInt8]], name: String) throws {
    let wholes = messages.compactMap { bytes in
      (try? JSONReader.read(bytes)).map { Object(node: $0, bytes: bytes) }
    }
    let lists = wholes.map { try? Self.longestList(in: $0, name) }
    let place = lists.lazy.compactMap { $0 }.first { $0.form == .list }?.path
    let listed = zip(wholes, lists).filter { $1?.form == .list && $1?.path == place }
    let objects: [Object]
    if let place, 2 * listed.count > wholes.count {
      (path, form) = (place, .messageLists)
      objects = listed.flatMap { whole, list in
        (list?.elements ?? []).map { Object(node: $0, bytes: whole.bytes) }
      }
    } else {
      form = .messages
      objects = wholes.filter(\.node.isObject)
    }
    guard !objects.isEmpty else {
      throw Failure.badInput(
        "no-rows",
        "no message of '\(name)' is an object or has a list of objects",
        hint:
          "name an address that sends JSON, or write an adapter for its messages: 'feed init' without a source"
      )
    }
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

  static func failure(
    _ what: String,
    _ hint: String,
    _ name: String,
    _ line: Int,
    _ column: Int? = nil
  ) -> Failure {
    let place = "\(name):\(line)" + (column.map { ":\($0)" } ?? "")
    return Failure(.badInput, "malformed-json", what, hint: hint, at: place)
  }

  static func malformed(_ bytes: [UInt8], _ name: String) -> Failure {
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
  static func checkNames(of node: JSONNode, in object: Object, _ name: String) throws {
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
    case .object(let members): return groups(members, at: path)
    default: return nil
    }
  }

  /// Returns the objects in an object of lists, or of objects of objects, if all are similar.
  private static func groups(_ members: [JSONNode.Member], at path: JSONPath) -> Candidate? {
    var elements: [JSONNode] = []
    var (names, groups): ([String], [String]) = ([], [])
    var hasLists: Bool?
    for member in members {
      switch member.value.kind {
      case .array(let list) where hasLists ?? true && list.allSatisfy(\.isObject):
        elements += list
        groups += list.map { _ in member.name }
        hasLists = true
      case .object(let inner) where !(hasLists ?? false) && inner.allSatisfy(\.value.isObject):
        elements += inner.map(\.value)
        names += inner.map(\.name)
        groups += inner.map { _ in member.name }
        hasLists = false
      default: return nil
      }
    }
    // In JSON:API, 'included' holds what the objects of 'data' refer to.
    let isOneAnswer = members.contains { $0.name == "included" || $0.name == "errors" }
    guard !isOneAnswer, Set(groups).count > 1, areAlike(elements) else { return nil }
    return Candidate(path: path, form: .groups, elements: elements, names: names, groups: groups)
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
          json.value(json: cell.withoutBlanks(of: bytes).utf8)
        }
      }
      json.endLine()
    }
    return json.bytes
  }
}
