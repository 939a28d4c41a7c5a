import FeedFormatting
import FeedModel
public import FeedStore

extension FeedFile {
  /// Returns warnings about number formats on columns that are declared texts.
  ///
  /// Such a column holds no number, so the format has no effect. Dates may be texts.
  ///
  /// - Complexity: O(*n*) for a file of *n* values.
  public func lints(of schema: StoreSchema) -> [FeedFileProblem] {
    feed.itemFields.flatMap { fields in
      guard let appearance = feed.items[fields.kind.description],
        let table = schema.table(ofAnyCase: fields.entity)
      else { return [FeedFileProblem]() }
      return appearance.texts.flatMap { _, path, template in
        template.parts.enumerated().compactMap { index, part in
          guard case .field(let name, let format?) = part, format.isOfNumbers,
            let column = table.columnIndex(of: name).map({ table.columns[$0] }),
            column.affinity == .text
          else { return nil }
          return problem(
            .warning,
            code: "format-of-text",
            message:
              "the format '\(format)' is for numbers, and '\(table.name).\(name)' is declared "
              + column.declaredType,
            hint: "write '{\(name)}', or declare the column a number",
            at: ["items", fields.kind.description] + path,
            offset: template.offset(ofPart: index)
          )
        }
      }
    }
  }
}

extension ValueFormat {
  fileprivate var isOfNumbers: Bool {
    switch self {
    case .number, .duration: true
    case .date, .relative: false
    }
  }
}
