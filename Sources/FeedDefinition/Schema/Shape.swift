/// What a value of a feed file may look like: the one table that the parser and the JSON Schema use.
indirect enum Shape: Sendable {
  /// A text.
  case text(TextShape)
  /// An integer within bounds.
  case integer(ClosedRange<Int>)
  /// A number within bounds.
  case number(NumberShape)
  /// True or false.
  case boolean
  /// Any scalar, as a value of SQL.
  case scalar
  /// A list of at least so many values.
  case list(Shape, least: Int)
  /// A list of exactly so many values.
  case tuple(Shape, count: Int)
  /// A map from names that the file chooses.
  case map(keys: TextShape, values: Shape)
  /// A map with declared keys.
  case object(ObjectShape)
  /// One of several; the kind of value, or a key that only one has, tells which.
  case choice([Shape])
}

/// What a text may look like.
struct TextShape: Sendable {
  /// What it is called in messages: `a name`, `an SQL expression`.
  var noun: String
  /// A regular expression that the whole text meets, for the JSON Schema.
  var pattern: String?
  /// The same condition in Swift.
  var accepts: @Sendable (String) -> Bool = { _ in true }
  /// The words that the text is one of, if they are fixed.
  var cases: [String] = []
  /// How it is written, for example.
  var example: String?
  /// What is said of a text that is not accepted, if it is not that it is none of its kind.
  var complaint: String?
}

/// What a number may look like.
struct NumberShape: Sendable {
  var least: Double?
  var most: Double?
}

/// A map with declared keys.
final class ObjectShape: Sendable {
  /// What it is called in the JSON Schema, and in messages behind "a" or "an".
  let name: String
  let noun: String
  let doc: String
  /// The keys by which it is told from others that may stand in its place.
  let discriminators: [String]
  /// Of each of these sets, exactly one key stands.
  let exactlyOne: [[String]]
  /// Keys that need others beside them.
  let requires: [String: [String]]
  /// Pairs of keys that exclude each other.
  let excludes: [(String, String)]
  /// What other keys hold, if there may be others.
  let others: Shape?
  /// The least number of keys, and how that is met, for example.
  let least: Int
  let example: String?
  private let makeFields: @Sendable () -> [FieldShape]

  init(
    _ name: String,
    _ noun: String,
    doc: String,
    discriminators: [String] = [],
    exactlyOne: [[String]] = [],
    requires: [String: [String]] = [:],
    excludes: [(String, String)] = [],
    others: Shape? = nil,
    least: Int = 0,
    example: String? = nil,
    fields: @escaping @Sendable () -> [FieldShape]
  ) {
    self.name = name
    self.noun = noun
    self.doc = doc
    self.discriminators = discriminators
    self.exactlyOne = exactlyOne
    self.requires = requires
    self.excludes = excludes
    self.others = others
    self.least = least
    self.example = example
    makeFields = fields
  }

  /// The keys, in the order in which messages and the schema list them.
  ///
  /// They are made when asked for, since shapes may hold each other.
  var fields: [FieldShape] { makeFields() }
}

/// A declared key.
struct FieldShape: Sendable {
  var name: String
  var shape: Shape
  var isRequired = false
  var doc: String

  static func required(_ name: String, _ shape: Shape, _ doc: String) -> FieldShape {
    FieldShape(name: name, shape: shape, isRequired: true, doc: doc)
  }

  static func optional(_ name: String, _ shape: Shape, _ doc: String) -> FieldShape {
    FieldShape(name: name, shape: shape, doc: doc)
  }
}
