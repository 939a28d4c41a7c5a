import FeedFormatting
import FeedModel
import FeedStore

extension FeedFile {
  /// Formats of numbers on columns that are declared texts, each where it stands in the file.
  ///
  /// Such a column holds no number, and a text is shown as it is. Dates may be texts.
  func formatsOfTexts(in schema: StoreSchema) -> [FeedFileProblem] {
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
