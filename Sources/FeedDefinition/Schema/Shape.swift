/// What a value of a feed file may look like: what the checker and the JSON Schema go by.
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
  /// A map with declared keys; shapes may hold each other, hence the closure.
  case object(@Sendable () -> any ObjectShape)
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
  /// What is wrong within a text that is accepted; no JSON Schema can say it.
  var flaw: @Sendable (String) -> TextFlaw? = { _ in nil }
}

/// What is wrong within a text, and where: so many Unicode scalars from its beginning.
struct TextFlaw {
  let code: String
  let message: String
  let hint: String?
  var offset = 0
}

/// What a number may look like.
struct NumberShape: Sendable {
  var least: Double?
  var most: Double?
}
