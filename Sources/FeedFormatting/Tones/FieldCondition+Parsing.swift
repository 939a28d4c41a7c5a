import FeedModel

/// The reason why a text cannot be read as a condition, and the place in it.
public struct FieldConditionError: Error, Hashable, Sendable {
  /// What is wrong, in lower case, without a final period.
  public let message: String
  /// What to do about it, if there is one likely remedy.
  public let hint: String?
  /// The place in the text, in Unicode scalars from zero.
  public let offset: Int
}

extension FieldCondition {
  /// Reads a condition.
  ///
  /// - Throws: ``FieldConditionError`` if it is none.
  /// - Complexity: O(*length*).
  public init(_ text: String) throws(FieldConditionError) {
    var parser = Parser(tokens: try Self.tokens(of: text))
    let root = try parser.expression()
    guard parser.token.kind == .end else { throw parser.unexpected() }
    self.init(text: text, root: root, places: parser.places)
  }
}

/// Reads conditions by SQLite's grammar: `OR` binds weakest, then `AND`, `NOT`, equality, order.
private struct Parser {
  typealias Token = FieldCondition.Token
  typealias Term = FieldCondition.Term

  let tokens: [Token]
  private var index = 0
  private var depth = 0
  private(set) var places: [(name: String, offset: Int)] = []
  private static let mostDepth = 100

  init(tokens: [Token]) { self.tokens = tokens }

  var token: Token { tokens[index] }

  /// Takes the next token if it is this word, in whatever case.
  private mutating func take(_ word: String) -> Bool {
    guard isWord(word) else { return false }
    index += 1
    return true
  }

  private func isWord(_ word: String, ahead: Int = 0) -> Bool {
    guard index + ahead < tokens.count, case .word(let written) = tokens[index + ahead].kind else {
      return false
    }
    return written.uppercased() == word
  }

  private mutating func take(sign: String) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    index += 1
    return true
  }

  func unexpected() -> FieldConditionError {
    let message =
      switch token.kind {
      case .end: "the condition ends too early"
      default: "\(token.text) is not understood here"
      }
    return FieldConditionError(
      message: message,
      hint:
        "known are columns, values, = <> < <= > >=, IS, IN, BETWEEN, AND, OR, NOT and parentheses; "
        + "a view or an aggregate may compute more",
      offset: token.offset
    )
  }

  // MARK: From the weakest to the strongest

  mutating func expression() throws(FieldConditionError) -> Term {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else {
      throw FieldConditionError(
        message: "the condition is nested too deeply",
        hint: "write it with fewer parentheses",
        offset: token.offset
      )
    }
    var term = try conjunction()
    while take("OR") { term = .or(term, try conjunction()) }
    return term
  }

  private mutating func conjunction() throws(FieldConditionError) -> Term {
    var term = try negation()
    while take("AND") { term = .and(term, try negation()) }
    return term
  }

  private mutating func negation() throws(FieldConditionError) -> Term {
    var count = 0
    while take("NOT") { count += 1 }
    let term = try equality()
    switch count {
    case 0: return term
    // Of a value, what is left is whether it is true.
    case let count: return count.isMultiple(of: 2) ? .not(.not(term)) : .not(term)
    }
  }

  private mutating func equality() throws(FieldConditionError) -> Term {
    var term = try order()
    while true {
      if take(sign: "=") || take(sign: "==") {
        term = .compare(.equal, term, try order())
      } else if take(sign: "<>") || take(sign: "!=") {
        term = .compare(.unequal, term, try order())
      } else if take("ISNULL") {
        term = .isSame(term, .value(.null))
      } else if take("NOTNULL") {
        term = .not(.isSame(term, .value(.null)))
      } else if take("IS") {
        let isNegated = take("NOT")
        let same = try identity(of: term)
        term = isNegated ? .not(same) : same
      } else if isWord("NOT"), isWord("NULL", ahead: 1) {
        index += 2
        term = .not(.isSame(term, .value(.null)))
      } else if isWord("NOT"), isWord("IN", ahead: 1) || isWord("BETWEEN", ahead: 1) {
        index += 1
        term = .not(try membership(of: term))
      } else if isWord("IN") || isWord("BETWEEN") {
        term = try membership(of: term)
      } else {
        return term
      }
    }
  }

  private mutating func identity(of term: Term) throws(FieldConditionError) -> Term {
    if take("TRUE") { return .isTrue(term, true) }
    if take("FALSE") { return .isTrue(term, false) }
    return .isSame(term, try order())
  }

  private mutating func membership(of term: Term) throws(FieldConditionError) -> Term {
    if take("BETWEEN") {
      let least = try order()
      guard take("AND") else { throw unexpected() }
      let most = try order()
      return .and(.compare(.greaterOrEqual, term, least), .compare(.lessOrEqual, term, most))
    }
    guard take("IN"), take(sign: "(") else { throw unexpected() }
    var list: [Term] = []
    if take(sign: ")") { return .isOneOf(term, list) }
    repeat { list.append(try expression()) } while take(sign: ",")
    guard take(sign: ")") else { throw unexpected() }
    return .isOneOf(term, list)
  }

  private mutating func order() throws(FieldConditionError) -> Term {
    var term = try operand()
    while case .sign(let sign) = token.kind, ["<", "<=", ">", ">="].contains(sign),
      let comparison = FieldCondition.Comparison(rawValue: sign)
    {
      index += 1
      term = .compare(comparison, term, try operand())
    }
    return term
  }

  private mutating func operand() throws(FieldConditionError) -> Term {
    let token = token
    switch token.kind {
    case .value(let value):
      index += 1
      return .value(value)
    case .sign("-"), .sign("+"):
      index += 1
      guard case .value(let value) = self.token.kind, value.double != nil else {
        throw unexpected()
      }
      index += 1
      return .value(token.kind == .sign("-") ? value.negated : value)
    case .sign("("):
      index += 1
      let term = try expression()
      guard take(sign: ")") else { throw unexpected() }
      return term
    case .quotedName(let name): return field(name)
    case .word(let word):
      switch word.uppercased() {
      case "NULL": index += 1
      case "TRUE", "FALSE":
        index += 1
        return .value(.integer(word.uppercased() == "TRUE" ? 1 : 0))
      case let word where Self.reserved.contains(word): throw unexpected()
      default: return field(word)
      }
      return .value(.null)
    case .sign, .end: throw unexpected()
    }
  }

  private mutating func field(_ name: String) -> Term {
    places.append((name, token.offset))
    index += 1
    return .field(name)
  }

  /// Words of SQL that are no name of a field unless in double quotes.
  private static let reserved: Set = [
    "AND", "BETWEEN", "CASE", "CAST", "COLLATE", "ELSE", "END", "ESCAPE", "EXISTS", "GLOB", "IN",
    "IS", "ISNULL", "LIKE", "MATCH", "NOT", "NOTNULL", "OR", "REGEXP", "SELECT", "THEN", "WHEN",
  ]
}

extension Value {
  fileprivate var negated: Value {
    switch self {
    // The least integer has no counterpart, and is never written without its sign.
    case .integer(let integer): .integer(0 &- integer)
    case .real(let real): .real(-real)
    default: self
    }
  }
}
