import TestSupport

extension Query {
  /// The queries that lack one part of this one.
  var smaller: [Query] {
    var queries: [Query] = []
    func append(if isThere: Bool, _ change: (inout Query) -> Void) {
      guard isThere else { return }
      var copy = self
      change(&copy)
      queries.append(copy)
    }
    append(if: !includes.isEmpty) { $0.includes = [] }
    append(if: group != nil) { $0.group = nil }
    append(if: filter != nil) { $0.filter = nil }
    append(if: limit != nil) {
      $0.limit = nil
      $0.offset = 0
    }
    append(if: offset > 0) { $0.offset = 0 }
    append(if: !aggregates.isEmpty) { $0.aggregates = [] }
    for terms in order.lackingRuns { append(if: true) { $0.order = terms } }
    if order.count == 1 { append(if: true) { $0.order = [] } }
    for terms in order.replacingOne(\.smaller) { append(if: true) { $0.order = terms } }
    for group in group?.smaller ?? [] { append(if: true) { $0.group = group } }
    if includes.count > 1 {
      for includes in includes.lackingRuns { append(if: true) { $0.includes = includes } }
    }
    for index in includes.indices {
      for query in includes[index].query.smaller {
        append(if: true) { $0.includes[index].query = query }
      }
    }
    return queries
  }
}

extension Query.Group {
  fileprivate var smaller: [Query.Group] {
    var groups: [Query.Group] = []
    func append(if isThere: Bool, _ change: (inout Query.Group) -> Void) {
      guard isThere else { return }
      var copy = self
      change(&copy)
      groups.append(copy)
    }
    append(if: !order.isEmpty) { $0.order = [] }
    append(if: title != nil) { $0.title = nil }
    append(if: folded != nil) { $0.folded = nil }
    append(if: !aggregates.isEmpty) { $0.aggregates = [] }
    for terms in order.replacingOne(\.smaller) { append(if: true) { $0.order = terms } }
    return groups
  }
}

extension Term {
  fileprivate var smaller: [Term] {
    direction.isEmpty || direction.contains("COLLATE")
      ? [] : [Term(fragment: fragment, direction: "")]
  }
}
