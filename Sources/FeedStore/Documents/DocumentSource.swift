import FeedModel

/// The bytes of a document and its declaration, for parsing.
struct DocumentSource {
  private(set) var bytes: [UInt8]
  let declaration: DocumentDeclaration

  func error(
    _ code: DocumentError.Code,
    _ message: String,
    hint: String? = nil,
    at offset: Int?
  ) -> DocumentError {
    let position = offset.map(position)
    return DocumentError(
      code,
      message,
      hint: hint,
      place: declaration.file ?? declaration.name.description,
      line: position?.line,
      // The columns are those of the conversion to JSON.
      column: declaration.format == .json ? position?.column : position.map { _ in 1 }
    )
  }

  /// Converts a text of another format to JSON.
  mutating func convert() throws(DocumentError) {
    do throws(FormatProblem) { bytes = try declaration.format.json(bytes) } catch {
      throw DocumentError(
        declaration.format == .csv ? .malformedCSV : .malformedPrometheus,
        error.message,
        hint: error.hint,
        place: declaration.file ?? declaration.name.description,
        line: error.line,
        column: 1
      )
    }
  }

  /// Returns the place of an entry of the list: a JSON path, or the line in a text of another format.
  func place(_ index: Int, of node: JSONNode) -> String {
    declaration.format == .json
      ? "\(declaration.items)[\(index)]" : "line \(position(node.range.lowerBound).line)"
  }

  func list(in root: JSONNode) throws(DocumentError) -> [JSONNode] {
    var node = root
    for (count, step) in declaration.items.steps.enumerated() {
      guard let next = node[step] else {
        let reached = JSONPath(steps: Array(declaration.items.steps.prefix(count + 1)))
        throw error(
          .notAList,
          "the document has nothing at \(reached)",
          hint: known(in: node, for: step),
          at: node.range.lowerBound
        )
      }
      node = next
    }
    guard case .array(let elements) = node.kind else {
      throw error(
        .notAList,
        "the document has no list at \(declaration.items), but \(node.noun)",
        hint: known(in: node),
        at: node.range.lowerBound
      )
    }
    return elements
  }

  private func known(in node: JSONNode, for step: JSONPath.Step? = nil) -> String? {
    guard case .object(let members) = node.kind, !members.isEmpty else { return nil }
    let names = members.prefix(12).map(\.name).joined(separator: ", ")
    let known = "there is: " + names.prefix(200)
    guard case .member(let name)? = step,
      let question = Suggestion.question(for: name, among: members.lazy.map(\.name))
    else { return known }
    return "\(question) \(known)"
  }

  func key(of node: JSONNode, at index: Int) throws(DocumentError) -> ObjectKey {
    guard case .object = node.kind else {
      throw error(
        .notAnObject,
        "the entry at \(place(index, of: node)) is not an object, but \(node.noun)",
        at: node.range.lowerBound
      )
    }
    guard let id = node[declaration.id], id.noun != "null" else {
      throw error(
        .missingID,
        "the object at \(place(index, of: node)) has no '\(declaration.id)'",
        hint: "every object needs an id that stays the same",
        at: node.range.lowerBound
      )
    }
    switch id.kind {
    case .scalar(.integer(let integer)): return .integer(integer)
    case .scalar(.text(let text)): return ObjectKey(anyClass: .text(text))
    default:
      throw error(
        .invalidID,
        "the id of the object at \(place(index, of: node)) is \(id.noun)",
        hint: "ids are texts or integers",
        at: id.range.lowerBound
      )
    }
  }

  func content(
    of node: JSONNode,
    at index: Int,
    _ shapes: inout ShapeCache
  ) throws(DocumentError) -> Content {
    guard case .object(let members) = node.kind else { return .empty }
    var fields = Fields()
    try add(members, at: index, to: &fields)
    return Content(shape: shapes.shape(fields.names), values: fields.values)
  }

  /// The fields of an object, with those of inner objects by their paths: `customer.name`.
  private struct Fields {
    var names: [String] = []
    var values: ContiguousArray<Value> = []
    var places: [Text: Int] = [:]
  }

  /// The number of levels of inner objects whose members are fields.
  private static let mostLevels = 8

  /// Adds the members of an object, and then those of its inner objects; a member hides an inner one of its name.
  ///
  /// If two members have the same name, the last one counts.
  private func add(
    _ members: [JSONNode.Member],
    at index: Int,
    below prefix: String = "",
    level: Int = 1,
    to fields: inout Fields
  ) throws(DocumentError) {
    let first = fields.names.count
    var inner: [Int: [JSONNode.Member]] = [:]
    for member in members {
      let name = prefix + member.name
      let value = try value(of: member.value, isInner: level > 1, at: index, called: name)
      let place = fields.places[Text(name)] ?? fields.names.count
      if place == fields.names.count {
        fields.places[Text(name)] = place
        fields.names.append(name)
        fields.values.append(value)
      } else if place >= first {
        fields.values[place] = value
      } else {
        continue
      }
      if case .object(let own) = member.value.kind {
        inner[place] = own
      } else {
        inner[place] = nil
      }
    }
    guard level < Self.mostLevels else { return }
    for (place, own) in inner.sorted(by: { $0.key < $1.key }) {
      try add(
        own,
        at: index,
        below: fields.names[place] + ".",
        level: level + 1,
        to: &fields
      )
    }
  }

  private func value(
    of node: JSONNode,
    isInner: Bool,
    at index: Int,
    called name: String
  ) throws(DocumentError) -> Value {
    let written = bytes[node.range]
    switch node.kind {
    case .scalar(.real) where !written.contains(where: { ".eE".utf8.contains($0) }):
      // An item that does not show the number must not fail the document.
      if isInner { return .text(Text(String(decoding: written, as: UTF8.self))) }
      throw error(
        .outOfRange,
        "the integer at \(place(index, of: node)).\(name) does not fit into 64 bits",
        hint: "write it as a text, or with a decimal point if it need not be exact",
        at: node.range.lowerBound
      )
    case .scalar(let value): return value
    case .boolean(let boolean): return .integer(boolean ? 1 : 0)
    // As SQLite's JSON functions return it, so that other blanks do not change the value.
    case .array, .object: return .text(Text(node.withoutBlanks(of: bytes)))
    }
  }

  private func position(_ offset: Int) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let lines = before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Continuation bytes of a character do not count as columns.
    let column = before[start...].count { $0 & 0xC0 != 0x80 }
    return (lines + 1, column + 1)
  }
}
