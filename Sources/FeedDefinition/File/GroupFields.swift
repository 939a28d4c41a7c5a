/// The fields of a group in the texts of its section: its title and the aggregates of its source.
enum GroupFields {
  /// The fields of a section in addition to the aggregates of its group.
  static let own = ["count", "title"]

  /// The names of the aggregates that the groups of a source have.
  static func aggregates(of source: YAMLNode?) -> [String] {
    let names = source?[\QueryKeys.group]?[\GroupingKeys.aggregates]?.entries?.map(\.key) ?? []
    return names.filter { !own.contains($0) }
  }

  /// Reports the aggregates of a source's groups whose names have another meaning in a text.
  static func check(_ source: YAMLNode, _ problems: ProblemCollector) {
    for entry in source[\QueryKeys.group]?[\GroupingKeys.aggregates]?.entries ?? []
    where own.contains(entry.key) {
      problems.error(
        "reserved-name",
        entry.key == "title"
          ? "'{title}' is the title of a group, and no aggregate can be called so"
          : "'{count}' is the number of objects, and no aggregate can be called so",
        hint: "give the aggregate another name",
        at: entry.keyPosition
      )
    }
  }
}
