import FeedFormatting
import FeedModel
public import FeedStore

extension FeedFile {
  /// Conditions of sections that no row can satisfy, and formats of numbers on columns of texts, each
  /// where it stands in the file.
  ///
  /// A column that is declared a number never holds a text that looks like one, and the other way
  /// round: SQLite converts what is written into it.
  ///
  /// - Returns: The conditions in the order of the file, then the tones and the formats.
  /// - Complexity: O(*n*) for a file of *n* values.
  public func lints(of schema: StoreSchema) -> [FeedFileProblem] {
    (root[\FeedKeys.sections]?.list ?? []).flatMap { section in
      let name = section[\SectionKeys.source]?.string
      let source = name.flatMap { root[\FeedKeys.sources]?.entry($0)?.value }
      return conditions(of: section, in: source, schema)
    } + tonesOfOtherTypes(in: schema) + formatsOfTexts(in: schema)
  }

  private func conditions(
    of node: YAMLNode,
    in source: YAMLNode?,
    _ schema: StoreSchema
  ) -> [FeedFileProblem] {
    guard let source, let name = source[\QueryKeys.from]?.string else { return [] }
    let table = schema.table(ofAnyCase: name)
    var problems: [FeedFileProblem] = []
    for entry in (node[\SectionKeys.yield.when]?.listOrSingle ?? [])
      .flatMap({ $0.entries ?? [] })
    {
      guard entry.key != ConditionKeys().item.name, let value = entry.value.value, let table,
        let column = table.columnIndex(of: entry.key).map({ table.columns[$0] }),
        let remedy = column.remedy(for: value)
      else { continue }
      problems.append(
        self.source.problem(
          .warning,
          "never-holds",
          column.refusal(of: value, in: table),
          hint: "write '\(entry.key): \(remedy)'",
          at: entry.value.position
        )
      )
    }
    for item in node[\SectionKeys.yield.items]?.list ?? [] {
      guard let name = item[\ChildrenKeys.each]?.string else { continue }
      let children = source[\QueryKeys.rows.include]?.entry(name)?.value
      problems += conditions(of: item, in: children, schema)
    }
    return problems
  }
}

extension FeedFile {
  /// Values that tones compare with columns which never hold such, each where it stands in the file.
  private func tonesOfOtherTypes(in schema: StoreSchema) -> [FeedFileProblem] {
    feed.itemFields.flatMap { fields in
      guard let appearance = feed.items[fields.kind.description],
        let table = schema.tables.first(where: {
          $0.name.lowercased() == fields.entity.lowercased()
        })
      else { return [FeedFileProblem]() }
      return appearance.tones.flatMap { rule in
        rule.condition.comparedValues.compactMap { name, value in
          guard let column = table.columnIndex(of: name).map({ table.columns[$0] }),
            let remedy = column.remedy(for: value)
          else { return nil }
          return problem(
            .warning,
            code: "never-holds",
            message: column.refusal(of: value, in: table),
            hint: "compare it with \(remedy.replacing("\"", with: "'"))",
            at: ["items", fields.kind.description, "tone", rule.tone.rawValue],
            offset: rule.condition.offset(ofField: name) ?? 0
          )
        }
      }
    }
  }
}

extension StoreSchema.Column {
  /// Says that the column never holds a value.
  fileprivate func refusal(of value: Value, in table: StoreSchema.Table) -> String {
    "'\(table.name).\(name)' is declared \(declaredType), and never holds the "
      + (affinity == .text ? "number \(value)" : "text \(value)")
  }

  /// How a value has to be written that the column never holds, if it does not.
  fileprivate func remedy(for value: Value) -> String? {
    switch (value, affinity) {
    case (.integer, .text), (.real, .text): return "\"\(value)\""
    case (.text(let text), .integer), (.text(let text), .real), (.text(let text), .numeric):
      let isNumber = text.string.allSatisfy { "0123456789+-.eE".contains($0) }
      return isNumber && Double(text.string) != nil ? text.string : nil
    default: return nil
    }
  }
}
