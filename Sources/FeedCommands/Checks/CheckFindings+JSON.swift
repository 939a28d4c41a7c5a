import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedRendering
import FeedStore

extension JSONWriter {
  /// Writes findings: whether the file is valid, its problems with their positions, its queries.
  mutating func findings(_ findings: CheckFindings) {
    object { json in
      json.field("file", value: .text(Text(findings.path)))
      json.key("ok")
      json.bool(findings.isGood)
      if let zone = findings.timeZone { json.field("timezone", value: .text(Text(zone.name))) }
      json.key("problems")
      json.array { json in
        for problem in findings.problems { json.problem(problem) }
        for error in findings.others { json.problem(error) }
      }
      let omitted = findings.omitted.errors + findings.omitted.warnings
      if omitted > 0 { json.field("omitted", value: .integer(Int64(omitted))) }
      json.key("queries")
      json.array { json in
        for report in findings.reports { json.report(report) }
      }
      json.key("items")
      json.array { json in
        for fields in findings.itemFields { json.fields(fields) }
      }
    }
  }

  /// Writes the fields that the items of a kind read; without `reads`, they read all fields.
  private mutating func fields(_ fields: ItemFields) {
    object { json in
      json.field("kind", value: .text(Text(fields.kind.description)))
      json.field(fields.isOfDocument ? "document" : "table", value: .text(Text(fields.entity)))
      guard let names = fields.names else { return }
      json.key("reads")
      json.array { json in
        for name in names { json.text(name) }
      }
    }
  }

  /// Writes a problem with its position.
  mutating func problem(_ problem: FeedFileProblem) {
    self.problem(
      problem.severity.rawValue,
      problem.code,
      problem.message,
      problem.hint,
      problem.file,
      problem.position.map { ($0.line, $0.column) }
    )
  }

  private mutating func problem(_ error: StoreError) {
    problem(
      "error",
      error.code.rawValue,
      error.message,
      error.hint,
      error.location?.name,
      error.location.map { ($0.line, $0.column) }
    )
  }

  private mutating func problem(
    _ severity: String,
    _ code: String,
    _ message: String,
    _ hint: String?,
    _ file: String?,
    _ place: (line: Int, column: Int)?
  ) {
    object { json in
      json.field("severity", value: .text(Text(severity)))
      json.field("code", value: .text(Text(code)))
      json.field("message", value: .text(Text(message)))
      json.key("hint")
      json.text(hint)
      json.key("file")
      json.text(file)
      json.field("line", value: place.map { .integer(Int64($0.line)) } ?? .null)
      json.field("column", value: place.map { .integer(Int64($0.column)) } ?? .null)
    }
  }

  private mutating func report(_ report: QueryReport) {
    object { json in
      json.field("name", value: .text(Text(report.name)))
      json.field("table", value: .text(Text(report.table)))
      json.field("class", value: .text(Text(report.queryClass.letter)))
      json.field("reason", value: .text(Text(report.queryClass.reason)))
      json.key("reads")
      json.array { json in
        for table in report.reads { json.text(table) }
      }
      json.key("notes")
      json.array { json in
        for note in report.notes { json.text(note) }
      }
    }
  }
}
