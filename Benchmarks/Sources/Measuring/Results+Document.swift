/// The parts of a document that are made from the results, each between two comments.
///
/// What stands between `<!-- figures: all -->` and `<!-- end of figures -->` is the whole table. In
/// place of `all` there may be `stages` for where the time of one change goes, `missed` for the rows
/// that do not hold, `circumstances` for how the parts were measured, or the names of rows, a line each.
extension Results {
  private static let opening = "<!-- figures:"
  private static let closing = "<!-- end of figures -->"

  /// A document with its parts made anew.
  ///
  /// - Throws: ``DocumentError`` if a part has no end, or a row is asked for that is not there.
  public func updating(_ document: String) throws -> String {
    var result = ""
    var rest = document[...]
    while let start = rest.firstRange(of: Self.opening) {
      guard let head = rest[start.upperBound...].firstRange(of: "-->"),
        let end = rest[head.upperBound...].firstRange(of: Self.closing)
      else { throw DocumentError(description: "a part of figures has no end") }
      let asked = rest[start.upperBound..<head.lowerBound].split(separator: "\n").map { line in
        String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }.filter { !$0.isEmpty }
      result += rest[..<head.upperBound]
      result += "\n\n" + (try part(asked)) + "\n"
      result += Self.closing
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private func part(_ asked: [String]) throws -> String {
    switch asked {
    case ["all"]: return markdown
    case ["stages"]: return stages
    case ["missed"]: return missed.isEmpty ? "All rows hold.\n" : Self.table(missed)
    case ["circumstances"]: return circumstances
    default:
      return Self.table(
        try asked.map { name in
          guard let figure = figures.first(where: { $0.what == name }) else {
            throw DocumentError(description: "there is no row '\(name)'")
          }
          return figure
        }
      )
    }
  }

  /// Where the time of one change goes, a table for each kind of change.
  private var stages: String {
    let charts = curves.map(\.chart).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return charts.map { chart in
      let curves = curves.filter { $0.chart == chart }
      let sizes = Set(curves.flatMap { $0.points.map(\.size) }).sorted()
      let head = sizes.map { $0 >= 1_000_000 ? "\($0 / 1_000_000)M" : "\($0 / 1000)k" }
      var text = "| \(chart) | " + head.joined(separator: " | ") + " |\n"
      text += "| --- |" + String(repeating: " ---: |", count: sizes.count) + "\n"
      for curve in curves {
        let cells = sizes.map { size in
          curve.points.first { $0.size == size }.map {
            "\(Int($0.median.rounded()).grouped) ns"
          } ?? ""
        }
        text += "| \(curve.stage) | " + cells.joined(separator: " | ") + " |\n"
      }
      return text
    }.joined(separator: "\n")
  }

  private var circumstances: String {
    var text = "| part | commit | runs | load | seconds |\n| --- | --- | --- | --- | --- |\n"
    for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
      text += "| \(name) | \(part.commit) | \(part.runs) | \(part.load) | \(part.seconds) |\n"
    }
    return text
  }
}

/// Why a document cannot be brought up to date.
public struct DocumentError: Error, CustomStringConvertible {
  /// What is wrong.
  public let description: String
}

extension Int {
  /// The number with its thousands set apart.
  fileprivate var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).enumerated() {
      if index > 0, (String(magnitude).count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + text
  }
}
