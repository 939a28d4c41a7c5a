import FeedModel

/// The samples of a text in the exposition format 0.0.4 of Prometheus.
///
/// ```swift
/// try PrometheusText("up{job=\"api\"} 1\n").json
/// // [{"id":"up{job=\"api\"}","name":"up","value":1,"type":"untyped","job":"api"}]
/// ```
struct PrometheusText {
  /// A sample: a line that is neither blank nor a comment.
  struct Sample {
    /// The line, from one.
    var line: Int
    var name: String
    var labels: [(name: String, value: String)] = []
    /// A number in its spelling; `NaN`, `+Inf` and `-Inf` are texts.
    var value = ""
    /// Milliseconds since 1970.
    var timestamp: Int64?
    var type = "untyped"
    var help: String?
  }

  private(set) var samples: [Sample] = []

  /// Reads a text.
  init(_ text: String) throws(FormatProblem) {
    var types: [String: String] = [:]
    var helps: [String: String] = [:]
    var number = 0
    // By scalars: CRLF and a quote with a combining mark are one Character.
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let line = Substring(line).trimmed
      if line.hasPrefix("#") {
        let words = line.dropFirst().split(separator: " ", maxSplits: 2)
        guard words.count > 1 else { continue }
        let rest = words.count > 2 ? String(words[2]) : ""
        if words[0] == "TYPE" { types[String(words[1])] = rest }
        if words[0] == "HELP" {
          helps[String(words[1])] = rest.replacing("\\n", with: "\n").replacing("\\\\", with: "\\")
        }
      } else if !line.isEmpty {
        var reader = SampleReader(line, at: number)
        var sample = try reader.read()
        let family =
          [sample.name]
          + ["_bucket", "_sum", "_count", "_total"].compactMap { suffix in
            sample.name.hasSuffix(suffix) ? String(sample.name.dropLast(suffix.count)) : nil
          }
        sample.type = family.lazy.compactMap { types[$0] }.first ?? "untyped"
        sample.help = family.lazy.compactMap { helps[$0] }.first
        samples.append(sample)
      }
    }
  }

  /// The samples as a list of objects.
  var json: [UInt8] {
    JSONWriter.list(samples, line: \.line) { $0.write(to: &$1) }
  }
}

extension PrometheusText.Sample {
  /// The metric and its labels in the order of their names, which identify the series.
  var series: String {
    if labels.isEmpty { return name }
    let written = labels.sorted { $0.name < $1.name }.map { label in
      let value = label.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      return "\(label.name)=\"\(value)\""
    }
    return "\(name){\(written.joined(separator: ","))}"
  }

  /// Writes the sample as an object, with a member for each label.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.text(series)
      json.key("name")
      json.text(name)
      json.key("value")
      if value.last?.isNumber == true { json.value(json: value.utf8) } else { json.text(value) }
      json.key("type")
      json.text(type)
      if let help {
        json.key("help")
        json.text(help)
      }
      if let timestamp {
        json.key("timestamp")
        json.integer(timestamp)
      }
      for label in labels {
        let isTaken = ["id", "name", "value", "type", "help", "timestamp"].contains(label.name)
        json.key(isTaken ? "label_" + label.name : label.name)
        json.text(label.value)
      }
    }
  }
}

extension PrometheusText {
  /// A reader of one line: a name, labels, a value, and perhaps a timestamp.
  private struct SampleReader {
    private var rest: Substring.UnicodeScalarView
    private let line: Int

    init(_ line: Substring, at number: Int) {
      rest = line.unicodeScalars
      self.line = number
    }

    mutating func read() throws(FormatProblem) -> Sample {
      var sample = Sample(line: line, name: takeName(allowing: ":"))
      guard !sample.name.isEmpty else { throw problem("the name of a metric is missing") }
      skipBlanks()
      if rest.first == "{" { sample.labels = try labels() }
      let words = rest.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { Substring($0) }
      guard (1...2).contains(words.count) else {
        throw problem("a sample has a value and at most a timestamp after its labels")
      }
      guard let value = Self.number(words[0]) else {
        throw problem("'\(words[0].prefix(40))' is not a number")
      }
      sample.value = value
      if words.count == 2 {
        guard let time = Int64(words[1]) else {
          throw problem("the timestamp '\(words[1].prefix(40))' is not a number of milliseconds")
        }
        sample.timestamp = time
      }
      return sample
    }

    private mutating func labels() throws(FormatProblem) -> [(name: String, value: String)] {
      rest.removeFirst()
      var labels: [(name: String, value: String)] = []
      while true {
        skipBlanks()
        if take("}") { return labels }
        let name = takeName(allowing: "_")
        guard !name.isEmpty else { throw problem("the name of a label is missing") }
        guard !labels.contains(where: { $0.name == name }) else {
          throw problem("the label '\(name)' is given twice")
        }
        skipBlanks()
        guard take("=") else { throw problem("'=' is missing after the label '\(name)'") }
        skipBlanks()
        guard take("\"") else { throw problem("the value of the label '\(name)' has no quotes") }
        labels.append((name, try labelValue(of: name)))
        skipBlanks()
        guard take(",") || rest.first == "}" else {
          throw problem("',' or '}' is missing after the label '\(name)'")
        }
      }
    }

    private mutating func labelValue(of name: String) throws(FormatProblem) -> String {
      var value = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\"": return String(value)
        case "\\":
          switch rest.popFirst() {
          case "n": value.append("\n")
          case "\\": value.append("\\")
          case "\"": value.append("\"")
          case let other:
            value.append("\\")
            if let other { value.append(other) }
          }
        default: value.append(scalar)
        }
      }
      throw problem("the value of the label '\(name)' is never closed")
    }

    private mutating func takeName(allowing more: Unicode.Scalar) -> String {
      let name = rest.prefix {
        $0 == "_" || $0 == more || $0.isASCII && $0.properties.isAlphabetic || ("0"..."9") ~= $0
      }
      if let first = name.first, ("0"..."9") ~= first { return "" }
      rest = rest[name.endIndex...]
      return String(name)
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    private func problem(_ message: String) -> FormatProblem {
      FormatProblem(
        message: message,
        hint: "a sample is written: name{label=\"text\"} 1.5 1700000000000",
        line: line
      )
    }

    /// Returns a value as JSON writes it, or the text of a value that JSON cannot write.
    private static func number(_ word: Substring) -> String? {
      if word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil {
        return String(word)
      }
      switch word.lowercased() {
      case "nan": return "NaN"
      case "+inf", "inf": return "+Inf"
      case "-inf": return "-Inf"
      default:
        guard let value = Double(word), value.isFinite else { return nil }
        return value.description
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let blanks: Set<Character> = [" ", "\t", "\r"]
    let start = drop(while: blanks.contains)
    return start.dropLast(start.reversed().prefix(while: blanks.contains).count)
  }
}
