import FeedModel
import FeedStore
import Foundation

/// The objects of a JSON document or of JSON Lines, as SQLite reads them.
struct JSONList {
  /// An object of the list.
  struct Object {
    /// The members that are no list, those of inner objects too, by their paths.
    let members: [(path: String, value: Value)]
    let json: String
  }

  /// The objects of the longest list.
  let objects: [Object]
  /// Where the list stands: `nil` at the root, and for JSON Lines.
  let path: String?

  /// Finds the longest list of objects in a text.
  ///
  /// - Parameters:
  ///   - text: A JSON document, or an object a line.
  ///   - name: The name of the file, for errors.
  /// - Throws: ``Failure`` if it is no JSON.
  init(_ text: String, name: String) throws {
    // A store whose table nobody uses: what is wanted of it are SQLite's JSON functions.
    let store = try OwnedStore(
      at: .memory,
      schema: SchemaSource(sql: "CREATE TABLE unused (id INTEGER PRIMARY KEY)", name: name),
      limits: StoreLimits(statementTimeout: nil)
    )
    (objects, path) = try store.withWriter { writer in
      let reader = try Reader(writer)
      if try reader.isValid(text) {
        guard let path = try reader.longestList(in: text) else {
          return (try reader.isObject(text) ? [try reader.object(text)] : [], nil)
        }
        let elements = try reader.elements(at: path, of: text)
        return (try elements.map(reader.object), path == "$" ? nil : path)
      }
      let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      for (index, line) in lines.enumerated() where try !reader.isObject(line) {
        throw Self.failure(text, name, isLine: index > 0 ? index + 1 : nil)
      }
      return (try lines.map(reader.object), nil)
    }
  }

  private static func failure(_ text: String, _ name: String, isLine line: Int?) -> Failure {
    guard line == nil else {
      return Failure(
        .badInput,
        "malformed-json",
        "the line is no JSON object",
        hint: "write an object a line, or one document",
        at: "\(name):\(line ?? 0)"
      )
    }
    var reason = "it is neither JSON nor JSON Lines"
    do {
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    } catch {
      let words = (error as NSError).userInfo["NSDebugDescription"] as? String
      if let words { reason = words.prefix(1).lowercased() + words.dropFirst() }
    }
    if reason.hasSuffix(".") { reason.removeLast() }
    return Failure(
      .badInput,
      "malformed-json",
      reason,
      hint: "write a list of objects, or an object a line",
      at: name
    )
  }
}

extension JSONList {
  /// The statements that take JSON apart.
  private struct Reader {
    private let valid: Statement
    private let lists: Statement
    private let list: Statement
    private let members: Statement

    init(_ writer: Writer) throws {
      valid = try writer.prepare(
        "SELECT json_valid(?1), CASE WHEN json_valid(?1) THEN json_type(?1) END"
      )
      // Lists within lists are members of an object, and not the file's own.
      lists = try writer.prepare(
        """
        SELECT fullkey FROM json_tree(?1) AS tree
        WHERE instr(fullkey, '[') = 0
          AND CASE WHEN type = 'array' THEN json_type(value, '$[0]') END = 'object'
        ORDER BY json_array_length(value) DESC, length(fullkey) LIMIT 1
        """
      )
      list = try writer.prepare("SELECT value FROM json_each(?1, ?2) WHERE type = 'object'")
      members = try writer.prepare(
        """
        SELECT fullkey, atom FROM json_tree(?1)
        WHERE type NOT IN ('object', 'array') AND instr(fullkey, '[') = 0
        """
      )
    }

    func isValid(_ text: String) throws -> Bool { try type(of: text) != nil }

    func isObject(_ text: String) throws -> Bool { try type(of: text) == "object" }

    private func type(of text: String) throws -> String? {
      defer { valid.reset() }
      valid.bind(text, at: 1)
      guard try valid.step(), valid.integer(at: 0) == 1 else { return nil }
      return valid.text(at: 1)
    }

    func longestList(in text: String) throws -> String? {
      defer { lists.reset() }
      lists.bind(text, at: 1)
      return try lists.step() ? lists.text(at: 0) : nil
    }

    func elements(at path: String, of text: String) throws -> [String] {
      defer { list.reset() }
      list.bind(text, at: 1)
      list.bind(path, at: 2)
      var elements: [String] = []
      while try list.step() { elements.append(list.text(at: 0)) }
      return elements
    }

    func object(_ json: String) throws -> Object {
      defer { members.reset() }
      members.bind(json, at: 1)
      var found: [(path: String, value: Value)] = []
      while try members.step() { found.append((members.text(at: 0), members.value(at: 1))) }
      return Object(members: found, json: json)
    }
  }
}
