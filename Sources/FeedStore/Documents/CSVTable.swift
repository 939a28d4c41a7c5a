import FeedModel

/// A table of comma-separated values as a list of JSON objects.
///
/// An empty cell is null. A column whose other cells all are JSON numbers holds numbers in
/// their spelling; every other column holds texts, so that `007` stays `007`.
struct CSVTable {
  private let header: [String]
  private let records: ArraySlice<CSVReader.Record>

  /// Reads a table.
  init(_ text: String) throws(FormatProblem) {
    let records = try CSVReader.records(in: text)
    header = records.first?.cells ?? []
    self.records = records.dropFirst()
  }

  /// The list of objects.
  var json: [UInt8] {
    let isNumber = header.indices.map { column in
      records.allSatisfy { $0.cells[column].isEmpty || Self.isNumber($0.cells[column]) }
    }
    return JSONWriter.list(records, line: { $0.line }) { record, json in
      Self.write(record.cells, header, isNumber, to: &json)
    }
  }

  /// Converts one line to an object.
  ///
  /// - Returns: `nil` for a blank line.
  static func object(of line: String, header: String) throws(FormatProblem) -> [UInt8]? {
    let records = try CSVReader.records(in: header + "\n" + line)
    guard records.count == 2 else { return nil }
    var json = JSONWriter()
    let cells = records[1].cells
    write(cells, records[0].cells, cells.map(isNumber), to: &json)
    return json.bytes
  }

  private static func write(
    _ record: [String],
    _ header: [String],
    _ isNumber: [Bool],
    to json: inout JSONWriter
  ) {
    json.object { json in
      for (column, cell) in record.enumerated() {
        json.key(header[column])
        if cell.isEmpty {
          json.text(nil)
        } else if isNumber[column] {
          json.value(json: cell.utf8)
        } else {
          json.text(cell)
        }
      }
    }
  }

  /// Returns whether a cell is a number of JSON without an exponent that keeps its value.
  private static func isNumber(_ cell: String) -> Bool {
    guard cell.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil else { return false }
    return cell.contains(".") ? cell.utf8.count <= 16 : Int64(cell) != nil
  }
}

extension JSONWriter {
  /// Writes a list of objects, each in the line that its record has in the text of another format.
  static func list<Record>(
    _ records: some Sequence<Record>,
    line: (Record) -> Int,
    _ write: (Record, inout JSONWriter) -> Void
  ) -> [UInt8] {
    var bytes = [UInt8(ascii: "[")]
    var current = 1
    for (index, record) in records.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      while current < line(record) {
        bytes.append(UInt8(ascii: "\n"))
        current += 1
      }
      var json = JSONWriter()
      write(record, &json)
      bytes += json.bytes
    }
    return bytes + [UInt8(ascii: "]")]
  }
}
