public import FeedModel

/// A condition on the fields of an item's content, written as an expression of SQLite.
///
/// It compares fields with values and with each other (`=`, `<>`, `<`, `<=`, `>`, `>=`, `IS`, `IN`,
/// `BETWEEN`) and joins comparisons by `AND`, `OR` and `NOT`. It holds where SQLite would say so of
/// values without a declared type: NULL equals nothing, a number is less than every text, and texts
/// are compared by their bytes. A field that is missing is NULL.
///
/// ```swift
/// let condition = try FieldCondition("price < 1.05 AND NOT is_suspended")
/// condition.holds { ["price": .real(1.01), "is_suspended": .integer(0)][$0] }   // true
/// condition.fieldNames   // ["price", "is_suspended"]
/// ```
public struct FieldCondition: Hashable, Sendable {
  /// The condition as it was written.
  public let text: String
  let root: Term
  /// Where each field is named, in Unicode scalars from zero.
  let places: [(name: String, offset: Int)]

  /// The names of the fields, in the order of their appearance, each once.
  public let fieldNames: [String]

  init(text: String, root: Term, places: [(name: String, offset: Int)]) {
    self.text = text
    self.root = root
    self.places = places
    var names: [String] = []
    for place in places where !names.contains(place.name) { names.append(place.name) }
    fieldNames = names
  }

  /// Asks whether the condition holds.
  ///
  /// - Parameter field: Looks a field up; `nil` if there is no such field.
  /// - Returns: Whether it is true: neither false nor NULL.
  /// - Complexity: O(*terms*).
  public func holds(_ field: (String) -> Value?) -> Bool { root.truth(field) ?? false }

  /// The place where the condition first names a field, in Unicode scalars from zero.
  package func offset(ofField name: String) -> Int? {
    places.first { $0.name == name }?.offset
  }

  /// Two conditions are equal when they are written alike.
  ///
  /// - Returns: Whether both have the same text.
  public static func == (lhs: FieldCondition, rhs: FieldCondition) -> Bool { lhs.text == rhs.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension FieldCondition {
  /// The fields that are compared with a value, each with every such value.
  package var comparedValues: [(name: String, value: Value)] { root.comparedValues }
}

extension FieldCondition {
  /// A comparison of two values.
  enum Comparison: String, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "="
    case unequal = "<>"

    func holds(_ order: Int) -> Bool {
      switch self {
      case .less: order < 0
      case .lessOrEqual: order <= 0
      case .greater: order > 0
      case .greaterOrEqual: order >= 0
      case .equal: order == 0
      case .unequal: order != 0
      }
    }
  }

  /// A part of a condition: a value, or what is true, false or NULL.
  indirect enum Term: Sendable {
    case value(Value)
    case field(String)
    case compare(Comparison, Term, Term)
    /// The same value, where NULL is the same as NULL.
    case isSame(Term, Term)
    /// `IS TRUE` and `IS FALSE`, which hold for no NULL.
    case isTrue(Term, Bool)
    case isOneOf(Term, [Term])
    case not(Term)
    case and(Term, Term)
    case or(Term, Term)
  }
}

extension FieldCondition.Term {
  /// Whether the term is true, or `nil` if it is NULL.
  func truth(_ field: (String) -> Value?) -> Bool? {
    switch self {
    case .value, .field: value(field).truth
    case .compare(let comparison, let left, let right):
      left.value(field).order(to: right.value(field)).map(comparison.holds)
    case .isSame(let left, let right): Self.areSame(left.value(field), right.value(field))
    case .isTrue(let term, let wanted): term.truth(field) == wanted
    case .isOneOf(let term, let list): isOneOf(term.value(field), list, field)
    case .not(let term): term.truth(field).map { !$0 }
    case .and(let left, let right):
      switch left.truth(field) {
      case false?: false
      case true?: right.truth(field)
      case nil: right.truth(field) == false ? false : nil
      }
    case .or(let left, let right):
      switch left.truth(field) {
      case true?: true
      case false?: right.truth(field)
      case nil: right.truth(field) == true ? true : nil
      }
    }
  }

  fileprivate var comparedValues: [(name: String, value: Value)] {
    switch self {
    case .value, .field: []
    case .compare(_, .field(let name), .value(let value)),
      .compare(_, .value(let value), .field(let name)),
      .isSame(.field(let name), .value(let value)):
      [(name, value)]
    case .compare(_, let left, let right), .isSame(let left, let right), .and(let left, let right),
      .or(let left, let right):
      left.comparedValues + right.comparedValues
    case .isOneOf(let term, let list):
      list.flatMap { FieldCondition.Term.compare(.equal, term, $0).comparedValues }
    case .not(let term), .isTrue(let term, _): term.comparedValues
    }
  }

  private func value(_ field: (String) -> Value?) -> Value {
    switch self {
    case .value(let value): value
    case .field(let name): field(name) ?? .null
    default: truth(field).map { .integer($0 ? 1 : 0) } ?? .null
    }
  }

  private static func areSame(_ left: Value, _ right: Value) -> Bool {
    left.order(to: right).map { $0 == 0 } ?? (left.isNull && right.isNull)
  }

  private func isOneOf(
    _ value: Value,
    _ list: [FieldCondition.Term],
    _ field: (String) -> Value?
  ) -> Bool? {
    var isUnknown = false
    for term in list {
      switch value.order(to: term.value(field)) {
      case 0?: return true
      case nil: isUnknown = true
      default: continue
      }
    }
    return isUnknown ? nil : false
  }
}
