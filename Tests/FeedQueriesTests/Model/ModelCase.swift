import FeedQueries
import TestSupport

/// The input of a model run, stored as JSON: a schema, queries over it, and a history.
struct ModelCase: Codable {
  var schema: String
  var queries: [Query]
  /// The statements of each transaction; one that is `ROLLBACK` stands for an error of the program,
  /// and `TICK n` sets the time.
  var history: [[String]]

  /// A live query in a form that can be kept.
  struct Query: Codable {
    var from: String
    var columns: [String]?
    var filter: String?
    var order: [String] = []
    var by: String?
    var groupOrder: [String] = []
    var title: String?
    var groupAggregates: [[String]] = []
    var limit: Int?
    var offset: Int = 0
    var include: [Child] = []
    /// Name, value, table, column and condition of each.
    var aggregates: [[String]] = []
    /// The expressions of computed columns, each also its name; kept cases may lack them.
    var computed: [String]?

    struct Child: Codable {
      var name: String
      var on: String
      var query: Query
    }

    /// The query without aggregates, and without what names one.
    var withoutAggregates: Query {
      let names = aggregates.map { $0[0] }
      func isPlain(_ sql: String) -> Bool { !names.contains { sql.contains($0) } }
      var query = self
      query.aggregates = []
      query.filter = filter.flatMap { isPlain($0) ? $0 : nil }
      query.order = order.filter(isPlain)
      return query
    }

    var live: LiveQuery {
      LiveQuery(
        from: from,
        columns: columns,
        filter: filter,
        order: order,
        group: by.map {
          Grouping(
            by: $0,
            order: groupOrder,
            title: title,
            aggregates: groupAggregates.map(Self.aggregate)
          )
        },
        limit: limit,
        offset: offset,
        include: include.map { Inclusion($0.name, $0.query.live, on: $0.on) },
        aggregates: aggregates.map(Self.aggregate),
        computed: (computed ?? []).map { ComputedColumn($0, $0) }
      )
    }

    private static func aggregate(_ parts: [String]) -> Aggregate {
      Aggregate(
        parts[0],
        parts[1],
        from: parts[2],
        on: parts[3],
        filter: parts.count > 4 ? parts[4] : nil
      )
    }
  }
}

extension ModelCase {
  /// The queries, called by their places.
  var registrations: [LiveQueries.Registration] {
    queries.enumerated().map { .init("q\($0)", $1.live) }
  }

  /// The smallest case found that still fails, by leaving out queries, transactions and statements.
  func shrunk(_ fails: (ModelCase) -> Bool) -> ModelCase {
    var shrinker = Shrinker(self) { $0.smaller }
    while let candidate = shrinker.next() {
      if fails(candidate) { shrinker.accept() }
    }
    return shrinker.best
  }

  /// The cases that lack one part of this one, the largest parts first.
  private var smaller: [ModelCase] {
    var cases: [ModelCase] = history.lackingRuns.map { history in
      var copy = self
      copy.history = history
      return copy
    }
    for index in queries.indices where queries.count > 1 {
      var copy = self
      copy.queries.remove(at: index)
      cases.append(copy)
    }
    for (index, transaction) in history.enumerated() where transaction.count > 1 {
      for statement in transaction.indices {
        var copy = self
        copy.history[index].remove(at: statement)
        cases.append(copy)
      }
    }
    for index in queries.indices {
      for change in Self.simplifications {
        var copy = self
        change(&copy.queries[index])
        cases.append(copy)
      }
    }
    return cases.filter { $0.size < self.size }
  }

  private static let simplifications: [@Sendable (inout Query) -> Void] = [
    { $0.include = [] }, { $0 = $0.withoutAggregates }, { $0.groupAggregates = [] },
    { $0.computed = nil },
    { $0.filter = nil },
    { $0.limit = nil }, { $0.offset = 0 }, { $0.order = [] }, { $0.groupOrder = [] },
    { $0.title = nil },
    {
      $0.by = nil
      $0.groupOrder = []
      $0.title = nil
    },
  ]

  private var size: Int {
    history.reduce(0) { $0 + 10 + $1.count * 5 }
      + queries.reduce(0) { sum, query in
        sum + 20 + query.order.count + query.groupOrder.count + query.include.count
          + query.aggregates.count + query.groupAggregates.count + (query.filter == nil ? 0 : 1)
          + (query.limit == nil ? 0 : 1) + (query.offset == 0 ? 0 : 1) + (query.by == nil ? 0 : 1)
          + (query.title == nil ? 0 : 1) + (query.computed?.count ?? 0)
      }
  }
}
