import FeedStore

/// The comparisons of a fragment with `:now`, found by its tokens.
struct TimeUse {
  let tokens: [SQLToken]
  /// Returns the affinities of the columns with a given name that the fragment reads.
  private let affinities: (String) -> Set<StoreSchema.Column.Affinity>

  /// - Parameters:
  ///   - sql: The fragment, in which `:now` is the only parameter.
  ///   - affinities: Returns the affinities of the columns with a given name.
  init(
    _ sql: String,
    affinities: @escaping (String) -> Set<StoreSchema.Column.Affinity>
  ) {
    tokens = SQLToken.tokens(of: sql)
    self.affinities = affinities
  }

  /// Replaces each `:now` of a fragment with the parameter of its form.
  func numbering(_ sql: String) -> String {
    let bytes = Array(sql.utf8)
    var result = ""
    var position = 0
    for (index, token) in tokens.enumerated() where token.isTime {
      result += String(decoding: bytes[position..<token.offset], as: UTF8.self)
      result += form(at: index).parameter
      position = token.end
    }
    return result + String(decoding: bytes[position...], as: UTF8.self)
  }

  /// Returns the form of the time at a token.
  func form(at index: Int) -> TimeForm {
    let operand = operand(around: index..<index + 1)
    if isNumeric(operand) { return .seconds }
    // A function takes any form.
    guard operand.count == 1 || tokens[operand].allSatisfy({ $0.isTime || $0.isBracket }),
      let other = comparand(of: operand)
    else { return .asSet }
    return form(beside: other)
  }

  /// Returns the other operand of a comparison.
  private func comparand(of operand: Range<Int>) -> Range<Int>? {
    var left = operand.lowerBound - 1
    var right = operand.upperBound
    if left >= 0, tokens[left].isKeyword("AND"), let between = between(before: left) {
      left = between
    }
    if left >= 0, compares(at: left) {
      while left >= 0, compares(at: left) || tokens[left].isKeyword("NOT") { left -= 1 }
      return left >= 0 ? self.operand(around: left..<left + 1) : nil
    }
    while right < tokens.count, compares(at: right) || tokens[right].isKeyword("NOT") {
      right += 1
    }
    guard right > operand.upperBound, right < tokens.count else { return nil }
    return self.operand(around: right..<right + 1)
  }

  /// Returns the position of the BETWEEN that an AND belongs to.
  func between(before and: Int) -> Int? {
    var depth = 0
    for index in stride(from: and - 1, through: 0, by: -1) {
      if tokens[index].isSign(")") { depth += 1 }
      if tokens[index].isSign("(") { depth -= 1 }
      if depth < 0 || depth == 0 && tokens[index].isKeyword("AND") { return nil }
      if depth == 0, tokens[index].isKeyword("BETWEEN") { return index }
    }
    return nil
  }

  private func form(beside other: Range<Int>) -> TimeForm {
    if isNumeric(other) { return .seconds }
    // Values in JSON have no declared type.
    if other.contains(where: isArrow(at:)) { return .asSet }
    var found: Set<StoreSchema.Column.Affinity> = []
    for index in other {
      let token = tokens[index]
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      switch token.kind {
      case .number: found.insert(.integer)
      case .literal: found.insert(.text)
      case .word, .quotedName:
        if next?.isSign("(") == true {
          if token.isKeyword("UNIXEPOCH") { return .seconds }
          if Self.converters.contains(token.text.lowercased()) { return .asSet }
        } else if next?.isSign(".") != true {
          found.formUnion(affinities(token.text))
        }
      case .parameter, .sign: break
      }
    }
    if found == [.text] { return .text }
    return !found.isEmpty && found.isSubset(of: [.integer, .real]) ? .seconds : .asSet
  }

  /// The functions whose results have other types than their arguments.
  private static let converters: Set = [
    "cast", "date", "time", "datetime", "julianday", "strftime", "length", "typeof",
  ]

  // MARK: Operands

  /// Returns the whole operand of a comparison that contains the given tokens.
  func operand(around part: Range<Int>) -> Range<Int> {
    var (start, end) = (part.lowerBound, part.upperBound)
    if tokens[start].isSign(")") { start = opening(of: start) }
    if tokens[end - 1].isSign("(") { end = closing(of: end - 1) + 1 }
    while start > 0, !endsOperand(at: start - 1), !tokens[start - 1].isSign("(") {
      start -= 1
      if tokens[start].isSign(")") { start = opening(of: start) }
    }
    while end < tokens.count, !endsOperand(at: end), !tokens[end].isSign(")") {
      if tokens[end].isSign("(") { end = closing(of: end) }
      end += 1
    }
    end = min(end, tokens.count)
    // Include parentheses around the whole operand, unless they belong to a function call.
    guard start > 0, end < tokens.count, tokens[start - 1].isSign("("), tokens[end].isSign(")"),
      start < 2 || !tokens[start - 2].isName || endsOperand(at: start - 2)
    else { return start..<end }
    return operand(around: start - 1..<end + 1)
  }

  private func opening(of closing: Int) -> Int {
    var depth = 0
    for index in stride(from: closing, through: 0, by: -1) {
      if tokens[index].isSign(")") { depth += 1 }
      if tokens[index].isSign("(") { depth -= 1 }
      if depth == 0 { return index }
    }
    return 0
  }

  private func closing(of opening: Int) -> Int {
    var depth = 0
    for index in opening..<tokens.count {
      if tokens[index].isSign("(") { depth += 1 }
      if tokens[index].isSign(")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }

  /// Returns whether an operand is an arithmetic expression; its result is a number.
  private func isNumeric(_ operand: Range<Int>) -> Bool {
    var depth = 0
    for index in operand {
      let token = tokens[index]
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      let isOpen = depth == 0 || tokens[operand.lowerBound].isSign("(") && depth == 1
      if isOpen, token.kind == .sign, "+-*/%".contains(token.text), !isArrow(at: index) {
        return true
      }
    }
    return false
  }

  // MARK: Signs

  /// Returns whether a token is a comparison operator, or a part of one.
  func compares(at index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .sign && "<>=!".contains(token.text) && !isArrow(at: index)
      || token.isKeyword("IS") || token.isKeyword("BETWEEN") || token.isKeyword("IN")
  }

  /// Returns whether a token is a part of `->` or `->>`.
  private func isArrow(at index: Int) -> Bool {
    func isSign(_ sign: String, _ index: Int) -> Bool {
      tokens.indices.contains(index) && tokens[index].isSign(sign)
    }
    if isSign("-", index) { return isSign(">", index + 1) }
    guard isSign(">", index) else { return false }
    return isSign("-", index - 1) || isSign(">", index - 1) && isSign("-", index - 2)
  }

  /// Returns whether a token ends an operand of a comparison.
  private func endsOperand(at index: Int) -> Bool {
    let token = tokens[index]
    return compares(at: index) || token.isSign(",") || token.isSign(";")
      || token.kind == .word && Self.connectives.contains(token.text.uppercased())
  }

  private static let connectives: Set = [
    "AND", "OR", "NOT", "LIKE", "GLOB", "CASE", "WHEN", "THEN", "ELSE", "END", "SELECT", "FROM",
    "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "JOIN", "ON", "EXISTS",
  ]
}

extension SQLToken {
  /// Whether the token is `:now`.
  var isTime: Bool { kind == .parameter && text == ":now" }
  /// Whether the token is a parenthesis.
  var isBracket: Bool { isSign("(") || isSign(")") }
}
