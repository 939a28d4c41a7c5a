/// The JSON Schema of feed files, made from the keys that the parser uses.
public enum FeedSchema {
  /// The schema in the draft 2020-12, as a text that ends in a newline.
  public static var text: String { json.text() + "\n" }

  static var json: JSONText {
    let root = FeedKeys.shape
    var found: [any ObjectShape] = [root]
    var next = 0
    while next < found.count {
      let object = found[next]
      next += 1
      let inner = object.fields.flatMap { $0.shape.objects() }
      for shape in inner where !found.contains(where: { $0.name == shape.name }) {
        found.append(shape)
      }
    }
    return .object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .string("feed-1.schema.json")),
      ("title", .string("Feed file, version 1")),
      ("$ref", .string("#/$defs/\(root.name)")),
      ("$defs", .object(found.map { ($0.name, $0.schema) })),
    ])
  }
}
