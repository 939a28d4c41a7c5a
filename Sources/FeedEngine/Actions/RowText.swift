import FeedModel
import FeedStore

/// A row as a JSON object: the names of columns, and a scalar for each.
struct RowText {
  let json: String

  /// Reads the row, by SQLite's own JSON functions.
  ///
  /// - Returns: The values by the names of their columns; true and false are 1 and 0.
  /// - Throws: ``EngineError`` if the text is not such an object.
  func values(_ writer: Writer) throws -> [String: Value] {
    if let zero = ZeroByte(in: json) { throw EngineError.malformedRow("contains \(zero)") }
    let type = try writer.prepare("SELECT CASE WHEN json_valid(?1) THEN json_type(?1) END")
    type.bind(json, at: 1)
    defer { type.reset() }
    guard try type.step(), !type.isNull(at: 0) else {
      throw EngineError.malformedRow(JSONPlaces.problem(in: json) ?? "is not JSON")
    }
    let kind = type.text(at: 0)
    guard kind == "object" else {
      throw EngineError.malformedRow("is not an object, but of the type '\(kind)'")
    }
    let fields = try writer.prepare("SELECT key, type, atom FROM json_each(?1)")
    fields.bind(json, at: 1)
    defer { fields.reset() }
    var values: [String: Value] = [:]
    while try fields.step() {
      let name = fields.text(at: 0)
      guard !["object", "array"].contains(fields.text(at: 1)) else {
        throw EngineError.malformedRow("contains an \(fields.text(at: 1)) for '\(name)'")
      }
      let value = fields.value(at: 2)
      if case .real(let real) = value {
        try StoreError.checkRange(
          real,
          isInteger: fields.text(at: 1) == "integer",
          at: "'\(name)'"
        )
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw EngineError.malformedRow("has '\(name)' twice")
      }
    }
    return values
  }
}
