import FeedModel
import FeedStore

/// The columns and the values of the objects.
extension JSONList {
  /// The members of all objects, by the paths of their names.
  private struct Members {
    /// The paths of objects that have members.
    var objects: Set<[Text]> = []
    /// The paths of other values.
    var others: Set<[Text]> = []
    /// The paths of booleans.
    var booleans: Set<[Text]> = []
    /// The paths of values that are neither NULL nor booleans.
    var noBooleans: Set<[Text]> = []
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
      case .array:
        others.insert(path)
        noBooleans.insert(path)
      case .boolean:
        others.insert(path)
        booleans.insert(path)
      case .scalar(let value):
        others.insert(path)
        noBooleans.insert(path)
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

  mutating func take(_ objects: [Object], _ name: String) throws {
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
    func has(_ name: String) -> Bool {
      members.objects.contains([Text(name)]) || members.others.contains([Text(name)])
    }
    if objects.first?.name != nil {
      columns.append(.init(name: has("id") ? "key" : "id", path: MessagePath([])))
    }
    if form == .groups {
      columns.append(.init(name: has("section") ? "section_name" : "section", path: .section))
    }
    for object in objects {
      var row = [object.name, object.group].compactMap { $0.map { Value.text(Text($0)) } }
      row += Array(repeating: .null, count: columns.count - row.count)
      Self.visit(object.node, [], members) { path, node in
        let place = places[path] ?? columns.count
        if place == columns.count {
          places[path] = place
          let keys = path.map(\.string)
          let reading = MessagePath(keys, readsDigits: members.digits.contains(path))
          columns.append(.init(name: keys.joined(separator: "."), path: reading))
          columns[place].isBoolean =
            members.booleans.contains(path) && !members.noBooleans.contains(path)
          row.append(.null)
        }
        if node.isStructure { columns[place].isStructure = true }
        row[place] = Self.value(of: node, at: path, members, object.bytes)
      }
      rows.append(row)
      messages.append(object.node.withoutBlanks(of: object.bytes))
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
    case .array, .object: return .text(Text(node.withoutBlanks(of: bytes)))
    case .scalar(let value):
      guard value.double != nil else { return value }
      if members.digits.contains(path) { return .text(Text(node.withoutBlanks(of: bytes))) }
      // JSON has one kind of number: 12 among reals is a real, unless that changes it.
      guard let integer = value.int64, members.reals.contains(path),
        !members.longIntegers.contains(path)
      else { return value }
      return .real(Double(integer))
    }
  }
}

extension JSONNode {
  /// Whether the value is an object.
  var isObject: Bool {
    if case .object = kind { return true }
    return false
  }

  /// The text, if the value is one that is not empty.
  var text: String? {
    guard case .scalar(.text(let text)) = kind, !text.string.isEmpty else { return nil }
    return text.string
  }

  /// Whether the value is a list or an object.
  fileprivate var isStructure: Bool {
    if case .array = kind { return true }
    return isObject
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
