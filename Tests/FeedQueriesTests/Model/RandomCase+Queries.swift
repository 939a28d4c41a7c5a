/// Queries of every class over the tables.
extension RandomCase {
  private static let itemAggregates = [
    ["children", "count(*)", "child", "item"],
    ["top", "max(n)", "child", "item", "t IS NOT NULL"],
    ["heaviest", "max(w)", "tag", "item", "name > 'A'"],
    ["due", "count(*)", "child", "item", "n > :now"],
  ]
  private static let parentAggregates = [
    ["items", "count(*)", "item", "parent", "a > 1"],
    ["worth", "sum(r)", "item", "parent"],
    ["late", "sum(b)", "item", "parent", "a < :now - 1"],
  ]

  private static let columns = [
    "parent": ["id", "name", "ord"],
    "item": ["id", "parent", "second", "a", "b", "c", "r", "u", "g"],
    "child": ["id", "item", "n", "t"],
    "tag": ["w", "name", "item"],
  ]

  /// A query that shows some of the columns, and children that show some of theirs.
  mutating func narrowed(_ query: ModelCase.Query) -> ModelCase.Query {
    var query = query
    query.columns = Self.columns[query.from]?.filter { _ in chance(3) }
    for index in query.include.indices {
      query.include[index].query = narrowed(query.include[index].query)
    }
    return query
  }

  mutating func query() -> ModelCase.Query {
    switch number(0, 6) {
    case 0: parents()
    case 1: children()
    case 2: tags()
    default: items()
    }
  }

  /// The expressions of computed columns by their tables: over the row, and over rows that it refers to.
  private static let computed = [
    "item": [
      "parent.ord", "parent.name", "second.name", "coalesce(second.ord, parent.ord) > a", "a + b",
      "parent.name || second.name || c", "second IS NULL",
    ],
    "child": ["item.a", "parent.name", "second.ord", "n > item.a", "t || item.c", "item.g"],
    "tag": ["item.a", "w > item.a", "parent.ord", "second.ord"],
  ]

  private mutating func computed(of table: String) -> [String]? {
    guard let all = Self.computed[table], chance(2) else { return nil }
    return all.filter { _ in chance(3) }
  }

  private static let itemSubqueries = [
    "EXISTS (SELECT 1 FROM child WHERE child.item = item.id AND n > 2)",
    "NOT EXISTS (SELECT 1 FROM child AS c WHERE item.id = c.item AND (c.t = 'x' OR c.n IS NULL))",
    "(SELECT count(*) FROM child WHERE child.item = item.id) > 1",
    "(SELECT n FROM child WHERE child.item = item.id ORDER BY child.id DESC LIMIT 1) > 2",
    "item.id IN (SELECT item FROM tag WHERE w IS NOT NULL)",
    "item.id NOT IN (SELECT item FROM child WHERE n > 1) AND a > 1",
    "a NOT IN (SELECT n FROM child WHERE t IS NOT NULL)",
    "item.parent IN (SELECT id FROM parent WHERE ord > 1) OR a = 1",
    "b IN (SELECT w FROM tag) OR b NOT IN (SELECT w FROM tag WHERE name > 'a')",
    "EXISTS (SELECT 1 FROM child WHERE child.item = item.id AND "
      + "EXISTS (SELECT 1 FROM tag WHERE tag.item = child.item AND tag.w > 1))",
    "EXISTS (SELECT 1 FROM child JOIN tag ON tag.item = child.item "
      + "WHERE child.item = item.id AND tag.name > 'a')",
    "(SELECT max(n) FROM child LEFT JOIN tag ON tag.item = child.item AND tag.w > 0 "
      + "WHERE child.item = item.id AND tag.w IS NULL) > 1",
    "(SELECT sum(x.a) FROM item AS x WHERE x.parent = item.parent) > 3",
    "a NOT IN (SELECT x.a FROM item AS x WHERE x.second IN (SELECT id FROM parent WHERE ord > 1))",
    "EXISTS (SELECT 1 FROM item AS x WHERE x.c = item.c AND x.id <> item.id) = (a > 2)",
    "EXISTS (SELECT 1 FROM tag WHERE tag.item = item.id AND tag.name = item.c)",
  ]

  private mutating func items() -> ModelCase.Query {
    var query = ModelCase.Query(from: "item")
    query.filter = pick([
      nil, "a > 2", "a = 1", "b IS NOT NULL", "c LIKE 'a%'", "a = 1 AND b <> 3", "parent.ord > 1",
      "r < 2.5 OR a IS NULL", "a > :now", "parent = \(parent())", "NOT (a = 2)",
      "a NOT IN (SELECT n FROM child)", "g > 4 OR c IS NULL", "b BETWEEN 1 AND 3 AND a = 2",
      "second.ord > 1", "second.ord > parent.ord OR second IS NULL",
    ])
    if chance(3) { query.filter = pick(Self.itemSubqueries) }
    query.order = (0..<number(0, 2)).map { _ in
      pick([
        "a", "a DESC", "b", "b DESC", "c", "c DESC", "c COLLATE NOCASE DESC", "c COLLATE RTRIM",
        "r",
        "r DESC", "a NULLS LAST", "b DESC NULLS FIRST", "length(c) DESC", "parent.ord DESC",
        "parent.name", "a % 2", "parent", "g", "g DESC NULLS LAST",
        "second.ord", "second.name DESC", "length(c)", "(c) DESC", "+c", "c || ''",
        "a < :now DESC", "b > :now + 1", "abs(a - :now)", "parent.ord > :now", "max(a, :now) DESC",
      ])
    }
    switch number(0, 5) {
    case 0, 1:
      query.by = "parent"
      query.groupOrder = pick([
        [], ["parent.ord"], ["parent.ord DESC", "parent.name"], ["a"], ["parent.name", "a DESC"],
        ["second.ord"], ["second.name DESC", "parent.ord"],
      ])
      query.title = pick([nil, "parent.name", "a"])
      if chance(2) { query.groupAggregates = Self.parentAggregates }
    case 2:
      query.by = pick(["a % 3", "b", "c", "r", "g"])
      query.groupOrder = pick([[], ["a DESC"], ["r"]])
    default: break
    }
    query.limit = pick([nil, nil, 1, 2, 3, 20])
    query.offset = query.limit == nil ? 0 : pick([0, 0, 1, 2])
    query.aggregates =
      chance(2) ? Self.itemAggregates : Self.itemAggregates.filter { _ in chance(2) }
    if let name = query.aggregates.first?[0], chance(3) {
      query.order = [pick([name, "\(name) DESC", "coalesce(\(name), 1) DESC"])] + query.order
    }
    if let name = query.aggregates.last?[0], chance(6) {
      query.filter = "\(name) IS NOT NULL AND a > 1"
    }
    if chance(3) {
      query.include = [.init(name: "children", on: "item", query: children(isIncluded: true))]
    }
    if chance(4) {
      query.include.append(.init(name: "tags", on: "item", query: tags(isIncluded: true)))
    }
    query.computed = computed(of: query.from)
    return query
  }

  private mutating func parents() -> ModelCase.Query {
    var query = ModelCase.Query(from: "parent")
    query.filter = pick([
      nil, "ord > 1", "name IS NOT NULL",
      "(SELECT max(a) FROM item WHERE item.parent = parent.id) > 2",
      "ord NOT IN (SELECT a FROM item WHERE r > 1)",
    ])
    query.order = pick([
      [], ["ord"], ["name DESC"], ["ord DESC", "name"],
      ["(SELECT count(*) FROM item WHERE item.second = parent.id) DESC"],
    ])
    query.limit = pick([nil, nil, 2])
    query.aggregates = chance(2) ? Self.parentAggregates : [pick(Self.parentAggregates)]
    if let name = query.aggregates.first?[0], chance(3) {
      query.order = ["\(name) DESC"]
      query.filter = pick([nil, nil, "\(name) > 1"])
    }
    if chance(2) {
      var items = items()
      items.by = nil
      items.groupOrder = []
      items.title = nil
      items.groupAggregates = []
      query.include = [.init(name: "items", on: "parent", query: items)]
    }
    return query
  }

  private mutating func children(isIncluded: Bool = false) -> ModelCase.Query {
    var query = ModelCase.Query(from: "child")
    query.filter = pick([nil, "n > 1", "t = 'x'", "parent.ord > 1", "item.a > 1"])
    query.order = pick([
      [], ["n"], ["t DESC", "n"], ["n > :now", "n DESC"], ["parent.ord DESC"],
      ["second.name", "n"],
      ["item.a", "parent.ord"],
    ])
    if !isIncluded, chance(2) { query.by = pick(["n", "item"]) }
    query.limit = pick([nil, nil, 1, 2])
    query.computed = computed(of: query.from)
    return query
  }

  private mutating func tags(isIncluded: Bool = false) -> ModelCase.Query {
    var query = ModelCase.Query(from: "tag")
    query.filter = pick([
      nil, nil, "w > 1", "name = 'x'", "item.a > 1", "w IS NOT NULL AND name < 'b'",
      "parent.ord > 1 AND name <> 'b'", "parent.name IS NOT NULL AND name > 'A'",
    ])
    query.order = pick([
      [], ["w"], ["name DESC", "w"], ["item.r DESC"], ["w DESC NULLS LAST"],
      ["parent.name", "name"],
    ])
    if !isIncluded, chance(2) {
      query.by = pick(["name", "item", "w"])
      query.groupOrder = pick([[], ["w DESC"], ["parent.ord", "name"]])
    }
    query.limit = pick([nil, nil, 1, 2])
    query.offset = query.limit == nil ? 0 : pick([0, 1])
    query.computed = computed(of: query.from)
    return query
  }
}
