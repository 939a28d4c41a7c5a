import FeedStore

/// What a fragment does with `:now`, as far as its words say it: what it compares it with.
struct TimeUse {
  private let tokens: [SQLToken]
  /// Of the columns of a name that the fragment reads, what SQLite converts their values to.
  private let affinities: (String) -> Set<StoreSchema.Column.Affinity>

  /// - Parameters:
  ///   - sql: The fragment, in which `:now` is the only parameter.
  ///   - affinities: Tells what the columns of a name hold that the fragment reads.
  init(
    _ sql: String,
    affinities: @escaping (String) -> Set<StoreSchema.Column.Affinity>
  ) {
    tokens = SQLToken.tokens(of: sql)
    self.affinities = affinities
  }

  /// Gives each `:now` of a fragment the number of its form.
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

  /// In which form the time is wanted at a place.
  private func form(at index: Int) -> TimeForm {
    let operand = operand(around: index..<index + 1)
    if isNumeric(operand) { return .seconds }
    // A function takes what it is given.
    guard operand.count == 1 || tokens[operand].allSatisfy({ $0.isTime || $0.isBracket }),
      let other = comparand(of: operand)
    else { return .asSet }
    return form(beside: other)
  }

  /// What stands on the other side of a comparison.
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

  /// The BETWEEN that an AND belongs to.
  private func between(before and: Int) -> Int? {
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
    // What JSON holds is not declared.
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

  /// The functions whose values are others than those of the columns in them.
  private static let converters: Set = [
    "cast", "date", "time", "datetime", "julianday", "strftime", "length", "typeof",
  ]

  // MARK: Operands

  /// All that belongs to the same operand of a comparison.
  private func operand(around part: Range<Int>) -> Range<Int> {
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
    // Brackets around all of it, which are no call's.
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

  /// Whether an operand is computed: SQLite makes numbers of whatever is added or multiplied.
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

  /// Whether a token is a comparison, or a part of one.
  private func compares(at index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .sign && "<>=!".contains(token.text) && !isArrow(at: index)
      || token.isKeyword("IS") || token.isKeyword("BETWEEN") || token.isKeyword("IN")
  }

  /// Whether a token is a part of `->` or `->>`.
  private func isArrow(at index: Int) -> Bool {
    func isSign(_ sign: String, _ index: Int) -> Bool {
      tokens.indices.contains(index) && tokens[index].isSign(sign)
    }
    if isSign("-", index) { return isSign(">", index + 1) }
    guard isSign(">", index) else { return false }
    return isSign("-", index - 1) || isSign(">", index - 1) && isSign("-", index - 2)
  }

  /// Whether an operand of a comparison cannot go on at a token.
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
  fileprivate var isTime: Bool { kind == .parameter && text == ":now" }
  fileprivate var isBracket: Bool { isSign("(") || isSign(")") }
}
