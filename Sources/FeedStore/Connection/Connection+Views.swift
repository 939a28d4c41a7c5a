import FeedModel

extension Connection {
  /// The maximum number of queries in a view, including those of the views in it.
  static let mostViews = 1000

  /// Records the views with more queries than SQLite can compile in reasonable time.
  ///
  /// Triggers that name one are refused. SQLite inserts the text of a view wherever it is named. If
  /// each view refers twice to the one below it, the size doubles with every step, and a
  /// compilation that has begun cannot be interrupted.
  func noteHeavyViews() throws {
    let rows = try prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger')",
      rules: .own
    )
    var texts: [Text: String] = [:]
    var triggers: [(name: String, sql: String)] = []
    while try rows.step() {
      let (name, sql) = (rows.text(at: 1), rows.text(at: 2))
      if rows.text(at: 0) == "view" {
        texts[Text(name.lowercased())] = sql
      } else {
        triggers.append((name, sql))
      }
    }
    var sizes = ViewSizes(names: texts.mapValues { SQLToken.namesOfRows(in: $0) })
    heavyViews = Set(texts.keys.filter { sizes.size(of: $0) > Self.mostViews })
    guard owner == .store else { return }
    // SQLite compiles a trigger with every statement that may fire it.
    for trigger in triggers { try checkViews(in: trigger.sql, ofTrigger: trigger.name) }
  }

  /// Throws an error if a statement, or a trigger with a name, names a view with too many queries.
  func checkViews(in sql: String, ofTrigger trigger: String? = nil) throws {
    guard !heavyViews.isEmpty,
      let view = SQLToken.namesOfRows(in: sql).first(where: { heavyViews.contains($0) })
    else { return }
    throw StoreError(
      .sql,
      "view '\(view)'\(trigger.map { ", which trigger '\($0)' names," } ?? "") contains more than "
        + "\(Self.mostViews) queries, including those of its views",
      hint: "use each view only once in another view, or store its rows in a table"
    )
  }
}

extension SQLToken {
  /// Returns the names in a text that may be those of tables and views, in lower case.
  fileprivate static func namesOfRows(in sql: String) -> [Text] {
    let tokens = tokens(of: sql)
    return tokens.indices.filter { index in
      tokens[index].isName && (index + 1 == tokens.count || !tokens[index + 1].isSign("."))
    }.map { Text(tokens[$0].text.lowercased()) }
  }
}

/// The number of queries in each view.
private struct ViewSizes {
  /// The names in the text of each view.
  let names: [Text: [Text]]
  private var sizes: [Text: Int] = [:]

  init(names: [Text: [Text]]) { self.names = names }

  /// - Complexity: O(*names*) for all views together.
  mutating func size(of view: Text) -> Int {
    if let known = sizes[view] { return known }
    // `CREATE VIEW` contains the name of the view itself, which counts once.
    sizes[view] = 1
    var size = 1
    for name in names[view] ?? [] where names[name] != nil {
      size = min(size + self.size(of: name), Int(Int32.max))
    }
    sizes[view] = size
    return size
  }
}
