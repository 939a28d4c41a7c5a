import FeedStore

/// The subqueries of an expression: their tables, and the conditions that every row must satisfy.
///
/// The tree knows only forms whose meaning is certain from the tokens; ``problem`` names the first
/// part that has another form.
struct SubqueryTree {
  /// A table in the FROM clause of a subquery.
  struct Instance {
    /// The table's position in the schema.
    let table: Int
    /// The name of the row in the subquery.
    let name: String
    /// The subquery.
    let scope: Int
    /// The conditions of a LEFT JOIN, or `nil` for a table of another join.
    let leftJoin: [[SQLToken]]?
  }

  /// A subquery.
  struct Scope {
    /// The subquery around it, or `nil`.
    let parent: Int?
    /// The tokens from SELECT to the closing parenthesis.
    let tokens: Range<Int>
    /// The tokens of the clauses, by their first keyword and without it.
    var clauses: [String: Range<Int>] = [:]
    /// The tables.
    var instances: [Int] = []
    /// The conditions that are joined by AND in WHERE and in the ON of inner joins.
    var conditions: [[SQLToken]] = []
    /// The column before IN whose value the subquery lists, or `nil`.
    var tested: Range<Int>?
    /// Whether the operator is NOT IN.
    var isNegated = false
    /// Whether the subquery may give a column another name, which hides a column of a row around it.
    var mayRename = false
  }

  let tokens: [SQLToken]
  var scopes: [Scope] = []
  var instances: [Instance] = []
  /// The part of the expression whose form is not recognized, or `nil`.
  var problem: String?
  private let schema: StoreSchema

  /// Finds the subqueries of a valid expression.
  init(_ sql: String, schema: StoreSchema) {
    tokens = SQLToken.tokens(of: sql)
    self.schema = schema
    findSubqueries(in: tokens.indices, parent: nil)
    let rowIDs = ["rowid", "oid", "_rowid_"]
    if let name = tokens.first(where: { $0.isName && rowIDs.contains($0.text.lowercased()) }) {
      problem = problem ?? "has '\(name.text)'"
    }
  }

  private mutating func findSubqueries(in range: Range<Int>, parent: Int?) {
    var index = range.lowerBound
    while index < range.upperBound, problem == nil {
      let token = tokens[index]
      if token.isKeyword("SELECT") {
        guard index > 0, tokens[index - 1].isSign("(") else {
          problem = "is a compound SELECT"
          return
        }
        let end = closing(of: index - 1)
        addScope(index..<end, parent: parent)
        index = end
      } else if token.isKeyword("WITH") || token.isKeyword("VALUES") {
        problem = "has '\(token.text)'"
      } else if token.isKeyword("IN"), index + 1 < tokens.count, tokens[index + 1].isName {
        problem = "has 'IN \(tokens[index + 1].text)'"
      }
      index += 1
    }
  }

  private mutating func addScope(_ range: Range<Int>, parent: Int?) {
    let number = scopes.count
    var scope = Scope(parent: parent, tokens: range, clauses: clauses(in: range))
    if let list = scope.clauses["SELECT"] { scope.mayRename = mayRename(list) }
    (scope.tested, scope.isNegated) = testedColumn(before: range.lowerBound - 1)
    scopes.append(scope)
    if let from = scope.clauses["FROM"] { addInstances(in: from, of: number) }
    if let condition = scope.clauses["WHERE"] {
      scopes[number].conditions += FragmentCompiler.conjuncts(of: Array(tokens[condition]))
    }
    findSubqueries(in: range.lowerBound + 1..<range.upperBound, parent: number)
  }

  /// Returns the clauses of a SELECT.
  private func clauses(in range: Range<Int>) -> [String: Range<Int>] {
    let keywords: Set = ["FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"]
    var clauses: [String: Range<Int>] = [:]
    var (name, start) = ("SELECT", range.lowerBound + 1)
    if tokens[start].isKeyword("DISTINCT") || tokens[start].isKeyword("ALL") { start += 1 }
    for index in topLevel(of: start..<range.upperBound) {
      let word = tokens[index].text.uppercased()
      guard tokens[index].kind == .word, keywords.contains(word),
        !tokens[index - 1].isKeyword("DISTINCT") || word != "FROM"
      else { continue }
      clauses[name] = start..<index
      (name, start) = (word, index + 1)
    }
    clauses[name] = start..<range.upperBound
    return clauses
  }

  /// Returns whether a result column may have a new name.
  private func mayRename(_ list: Range<Int>) -> Bool {
    let top = topLevel(of: list)
    return zip(top, top.dropFirst()).contains { previous, index in
      let (before, token) = (tokens[previous], tokens[index])
      guard token.isName, index == list.upperBound - 1 || tokens[index + 1].isSign(",") else {
        return token.isKeyword("AS")
      }
      return before.kind != .sign || before.isSign(")")
    }
  }

  /// Returns the column that precedes IN and the parenthesis of a subquery.
  private func testedColumn(before parenthesis: Int) -> (Range<Int>?, isNegated: Bool) {
    var end = parenthesis - 1
    guard end > 0, tokens[end].isKeyword("IN") else { return (nil, false) }
    let isNegated = tokens[end - 1].isKeyword("NOT")
    if isNegated { end -= 1 }
    guard end > 0, tokens[end - 1].isName else { return (nil, isNegated) }
    var start = end - 1
    if start > 1, tokens[start - 1].isSign("."), tokens[start - 2].isName { start -= 2 }
    guard start > 0 else { return (start..<end, isNegated) }
    let before = tokens[start - 1]
    let openers: Set = [
      "AND", "OR", "NOT", "WHERE", "ON", "WHEN", "THEN", "ELSE", "HAVING", "SELECT",
    ]
    let isBetween =
      before.isKeyword("AND") && tokens[..<start].contains { $0.isKeyword("BETWEEN") }
    let opens =
      before.kind == .word && openers.contains(before.text.uppercased()) || before.isSign("(")
      || before.isSign(",")
    return (opens && !isBetween ? start..<end : nil, isNegated)
  }

  // MARK: Parentheses

  /// Returns the tokens of a range that are in no parentheses of the range, and its parentheses.
  func topLevel(of range: Range<Int>) -> [Int] {
    var depth = 0
    return range.filter { index in
      if tokens[index].isSign("(") {
        depth += 1
        return depth == 1
      }
      if tokens[index].isSign(")") { depth -= 1 }
      return depth == 0
    }
  }

  private func closing(of opening: Int) -> Int {
    var depth = 0
    for index in opening..<tokens.count {
      if tokens[index].isSign("(") { depth += 1 }
      if tokens[index].isSign(")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count
  }
}

// MARK: - FROM clauses

extension SubqueryTree {
  private static let joins: Set = ["JOIN", "LEFT", "INNER", "CROSS", "NATURAL", "RIGHT", "FULL"]
  /// The words after a table's name that are not another name of it.
  private static let joinWords = joins.union(["OUTER", "ON", "USING", "INDEXED", "NOT"])

  /// Adds the tables of a FROM clause, as far as it consists of tables that are joined one by one.
  private mutating func addInstances(in range: Range<Int>, of scope: Int) {
    var index = range.lowerBound
    var isLeft = false
    func word(_ index: Int) -> String? {
      index < range.upperBound && tokens[index].kind == .word
        ? tokens[index].text.uppercased() : nil
    }
    while index < range.upperBound {
      guard tokens[index].isName, let table = schema.index(ofAnyCase: tokens[index].text) else {
        problem = "reads '\(tokens[index].text)'"
        return
      }
      var name = tokens[index].text
      index += 1
      if word(index) == "AS" { index += 1 }
      if index < range.upperBound, tokens[index].isName,
        tokens[index].kind == .quotedName || !Self.joinWords.contains(word(index) ?? "")
      {
        name = tokens[index].text
        index += 1
      }
      var on: [[SQLToken]] = []
      if word(index) == "ON" {
        let rest = topLevel(of: index + 1..<range.upperBound)
        let end =
          rest.first { tokens[$0].isSign(",") || Self.joins.contains(word($0) ?? "") }
          ?? range.upperBound
        on = FragmentCompiler.conjuncts(of: Array(tokens[index + 1..<end]))
        index = end
      }
      scopes[scope].instances.append(instances.count)
      instances.append(
        Instance(table: table, name: name, scope: scope, leftJoin: isLeft ? on : nil)
      )
      if !isLeft { scopes[scope].conditions += on }
      guard index < range.upperBound else { return }
      isLeft = word(index) == "LEFT"
      if isLeft {
        index += word(index + 1) == "OUTER" ? 2 : 1
      } else if word(index) == "INNER" || word(index) == "CROSS" {
        index += 1
      }
      guard tokens[index].isSign(",") && !isLeft || word(index) == "JOIN" else {
        problem = "has '\(tokens[index].text)' in FROM"
        return
      }
      index += 1
    }
  }
}
