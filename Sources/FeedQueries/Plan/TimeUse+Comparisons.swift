import FeedStore

extension TimeUse {
  /// One comparison: `:now`, perhaps with a number added, and what it is compared with.
  struct Comparison {
    let time: Range<Int>
    let other: Range<Int>
    let form: TimeForm
  }

  /// The comparisons that decide about the fragment at a time, or the reason why they are not known.
  ///
  /// In each comparison, all of `:now` is on one side, which is `:now` with or without a constant.
  func comparisons() -> Result<[Comparison], Refusal> {
    var found: [Comparison] = []
    for index in tokens.indices where tokens[index].isTime {
      if isInSubquery(index) { return .failure(Refusal(reason: "a subquery reads ':now'")) }
      let time = operand(around: index..<index + 1)
      guard isShifted(time), let others = comparands(of: time) else {
        return .failure(Refusal(reason: "':now' is not one side of a comparison"))
      }
      for other in others {
        guard !other.contains(where: { tokens[$0].isTime || tokens[$0].isKeyword("SELECT") }) else {
          return .failure(Refusal(reason: "':now' is compared with other times or rows"))
        }
        found.append(Comparison(time: time, other: other, form: form(at: index)))
      }
    }
    return .success(found)
  }

  /// The reason why a tick runs the whole query.
  struct Refusal: Error {
    let reason: String
  }

  /// Returns the text of an operand, in which a parameter replaces `:now`.
  func text(of operand: Range<Int>, in sql: String, time parameter: String = "") -> String {
    let bytes = Array(sql.utf8)
    var result = ""
    var position = tokens[operand.lowerBound].offset
    for index in operand where tokens[index].isTime {
      result += String(decoding: bytes[position..<tokens[index].offset], as: UTF8.self) + parameter
      position = tokens[index].end
    }
    return result
      + String(decoding: bytes[position..<tokens[operand.upperBound - 1].end], as: UTF8.self)
  }

  /// Returns whether an operand is `:now`, `:now + 30`, `:now - 30` or `30 + :now`.
  private func isShifted(_ operand: Range<Int>) -> Bool {
    let parts = tokens[operand].filter { !$0.isBracket }
    switch parts.count {
    case 1: return true
    case 3:
      let isSum = parts[1].isSign("+")
      return parts[0].isTime && (isSum || parts[1].isSign("-")) && parts[2].kind == .number
        || parts[0].kind == .number && isSum && parts[2].isTime
    default: return false
    }
  }

  /// Returns whether a token is between the parentheses of a subquery.
  private func isInSubquery(_ index: Int) -> Bool {
    var depth = 0
    for place in stride(from: index, through: 0, by: -1) {
      if tokens[place].isSign(")") { depth += 1 }
      guard tokens[place].isSign("(") else { continue }
      if depth > 0 {
        depth -= 1
      } else if ["SELECT", "WITH", "VALUES"].contains(where: tokens[place + 1].isKeyword) {
        return true
      }
    }
    return false
  }

  /// Returns what an operand is compared with: two operands if BETWEEN follows it.
  ///
  /// - Returns: `nil` if it is not a side of exactly one comparison.
  private func comparands(of time: Range<Int>) -> [Range<Int>]? {
    let (left, right) = (time.lowerBound - 1, time.upperBound)
    if right < tokens.count, tokens[right].isKeyword("NOT") || tokens[right].isKeyword("BETWEEN") {
      return ends(left) ? bounds(after: right) : nil
    }
    if left >= 0, let between = between(endingAt: left),
      tokens[left].isKeyword("BETWEEN") || ends(right)
    {
      let first = tokens[between - 1].isKeyword("NOT") ? between - 2 : between - 1
      guard first >= 0 else { return nil }
      let tested = operand(around: first..<first + 1)
      return ends(tested.lowerBound - 1) ? [tested] : nil
    }
    let sign = (left: signs(before: left), right: signs(after: right))
    if let start = sign.left, sign.right == nil, ends(right), start >= 0 {
      let other = operand(around: start..<start + 1)
      return ends(other.lowerBound - 1) ? [other] : nil
    }
    if let end = sign.right, sign.left == nil, ends(left), end < tokens.count {
      let other = operand(around: end..<end + 1)
      return ends(other.upperBound) ? [other] : nil
    }
    return nil
  }

  /// Returns the BETWEEN whose first or second bound follows a token.
  private func between(endingAt index: Int) -> Int? {
    if tokens[index].isKeyword("BETWEEN") { return index > 0 ? index : nil }
    guard tokens[index].isKeyword("AND") else { return nil }
    return between(before: index).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns both bounds of `BETWEEN a AND b` or `NOT BETWEEN a AND b`.
  private func bounds(after index: Int) -> [Range<Int>]? {
    let start = tokens[index].isKeyword("NOT") ? index + 2 : index + 1
    guard start < tokens.count, tokens[start - 1].isKeyword("BETWEEN") else { return nil }
    let low = operand(around: start..<start + 1)
    guard low.upperBound + 1 < tokens.count, tokens[low.upperBound].isKeyword("AND") else {
      return nil
    }
    let high = operand(around: low.upperBound + 1..<low.upperBound + 2)
    return ends(high.upperBound) ? [low, high] : nil
  }

  /// Returns the token before a comparison operator that ends at a token.
  private func signs(before index: Int) -> Int? {
    var place = index
    if place > 0, tokens[place].isKeyword("NOT"), tokens[place - 1].isKeyword("IS") { place -= 1 }
    while place >= 0, isOperator(place) { place -= 1 }
    return place < index ? place : nil
  }

  /// Returns the token after a comparison operator that begins at a token.
  private func signs(after index: Int) -> Int? {
    var place = index
    while place < tokens.count, isOperator(place) { place += 1 }
    guard place > index, place < tokens.count else { return nil }
    guard tokens[place].isKeyword("NOT") else { return place }
    return tokens[place - 1].isKeyword("IS") ? place + 1 : nil
  }

  private func isOperator(_ index: Int) -> Bool {
    compares(at: index) && !tokens[index].isKeyword("IN") && !tokens[index].isKeyword("BETWEEN")
  }

  /// Returns whether a token next to a comparison binds less tightly than it, so that the
  /// comparison is complete.
  private func ends(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return true }
    let token = tokens[index]
    if token.isKeyword("AND") { return between(before: index) == nil }
    return token.isBracket || token.isSign(",")
      || ["OR", "NOT", "CASE", "WHEN", "THEN", "ELSE", "END"].contains(where: token.isKeyword)
  }
}
