import FeedStore

extension LiveQuery {
  /// The names that two fields or two inclusions of the query have, and inclusions with a grouping.
  ///
  /// A feed file cannot declare a name twice.
  func repeatedNames(at path: [String], in schema: StoreSchema) -> [QueryError] {
    var fields: Set<String> = []
    var inclusions: Set<String> = []
    func twice(_ key: String, _ name: String, _ what: String) -> QueryError {
      QueryError(
        .duplicateName,
        at: path + [key, name],
        "two \(what) of the query are called '\(name)'",
        hint: "give each a different name"
      )
    }
    // An aggregate with the name of a column is refused in a feed file as well.
    var repeated = aggregates.map(\.name).filter { !fields.insert($0).inserted }.map {
      twice("aggregates", $0, "fields")
    }
    fields.formUnion(columns ?? schema.table(named: from)?.columns.map(\.name) ?? [])
    repeated +=
      computed.map(\.name).filter { !fields.insert($0).inserted }.map {
        twice("computed", $0, "fields")
      }
      + include.map(\.name).filter { !inclusions.insert($0).inserted }.map {
        twice("include", $0, "inclusions")
      }
    return include.reduce(into: repeated) { errors, inclusion in
      let path = path + ["include", inclusion.name]
      if inclusion.query.group != nil {
        errors.append(
          QueryError(
            .groupedInclusion,
            at: path + ["group"],
            "included rows are in one list, without groups",
            hint: "leave 'group' out, and order by its expression first"
          )
        )
      }
      errors += inclusion.query.repeatedNames(at: path, in: schema)
    }
  }
}
