import FeedModel

/// The format of a document or of the lines of a file, which is converted to JSON where it enters.
public enum BodyFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON, which is not converted.
  case json
  /// Comma-separated values of RFC 4180, with a header: a list of objects.
  case csv
  /// The text format of Prometheus: a list of objects, one for each sample.
  case prometheus
}

/// A text that does not have its declared format.
package struct FormatProblem: Error, Hashable, Sendable {
  /// The problem, in lower case, without a final period.
  package let message: String
  package let hint: String
  /// The line, from one.
  package let line: Int
}

extension BodyFormat {
  /// Converts a whole document to JSON.
  ///
  /// - Returns: The bytes themselves if they are JSON already; otherwise a list of objects.
  package func json(_ bytes: [UInt8]) throws(FormatProblem) -> [UInt8] {
    switch self {
    case .json: return bytes
    case .csv: return try CSVTable(Self.text(bytes)).json
    case .prometheus: return try PrometheusText(Self.text(bytes)).json
    }
  }

  /// The media type that a request asks for.
  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .csv: "text/csv"
    case .prometheus: "text/plain;version=0.0.4"
    }
  }

  /// Returns whether a document may have a media type; sources that send none have an empty one.
  package func accepts(_ kind: String) -> Bool {
    switch self {
    case .json: kind.isEmpty || kind.contains("json") || kind == "text/plain"
    case .csv:
      kind.isEmpty || kind.contains("csv") || kind.hasPrefix("text/plain")
        || kind == "application/octet-stream" || kind == "text/tab-separated-values"
    case .prometheus: kind.isEmpty || kind == "text/plain" || kind == "application/openmetrics-text"
    }
  }

  /// Converts one line of a file to JSON.
  ///
  /// - Parameter header: The first line of the file, for comma-separated values.
  /// - Returns: An object; `nil` for a line without data, such as a comment.
  package func json(line: [UInt8], header: [UInt8]) throws(FormatProblem) -> [UInt8]? {
    switch self {
    case .json: return line
    case .csv: return try CSVTable.object(of: Self.text(line), header: Self.text(header))
    case .prometheus:
      return try PrometheusText(Self.text(line)).samples.first.map { sample in
        var json = JSONWriter()
        sample.write(to: &json)
        return json.bytes
      }
    }
  }

  private static func text(_ bytes: [UInt8]) throws(FormatProblem) -> String {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    guard let text = String(validating: hasMark ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    else {
      throw FormatProblem(message: "the text is not UTF-8", hint: "save it as UTF-8", line: 1)
    }
    return text
  }
}
