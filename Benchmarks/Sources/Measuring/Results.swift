import Foundation

/// All that was measured, as it is kept in a file.
public struct Results: Codable, Sendable {
  /// Where and how the parts were measured, the last time each.
  public var parts: [String: Circumstances]
  /// The rows of the table.
  public var figures: [Figure]
  /// The curves.
  public var curves: [Curve]

  /// Under what circumstances a part was measured.
  public struct Circumstances: Codable, Sendable {
    /// The commit of the sources.
    public var commit: String
    /// The command that measures it again.
    public var command: String
    /// The runs of each measurement.
    public var runs: Int
    /// How many programs wanted a processor on average while it ran.
    public var load: Double
    /// The processors of the machine.
    public var processors: Int
    /// How long it took, in seconds.
    public var seconds: Double

    /// Notes the circumstances of a part.
    public init(
      commit: String,
      command: String,
      runs: Int,
      load: Double,
      processors: Int,
      seconds: Double
    ) {
      self.commit = commit
      self.command = command
      self.runs = runs
      self.load = load
      self.processors = processors
      self.seconds = seconds
    }
  }

  /// Nothing measured yet.
  public init() {
    parts = [:]
    figures = []
    curves = []
  }

  /// What one part hands to the program that has started it.
  public struct Portion: Codable, Sendable {
    /// Its rows.
    public var figures: [Figure]
    /// Its points.
    public var curves: [Curve]

    /// Takes what a sheet has gathered.
    public init(_ sheet: Sheet) {
      figures = sheet.figures
      curves = sheet.curves
    }
  }

  /// Takes the rows and points of a part in, in place of those that it had before.
  public mutating func take(_ portion: Portion) {
    for figure in portion.figures {
      let place = figures.firstIndex { $0.subject == figure.subject && $0.what == figure.what }
      if let place { figures[place] = figure } else { figures.append(figure) }
    }
    for curve in portion.curves {
      guard
        let place = curves.firstIndex(where: { $0.chart == curve.chart && $0.stage == curve.stage })
      else {
        curves.append(curve)
        continue
      }
      let sizes = Set(curve.points.map(\.size))
      curves[place].points.removeAll { sizes.contains($0.size) }
      curves[place].points.append(contentsOf: curve.points)
      curves[place].points.sort { $0.size < $1.size }
    }
  }

  /// The same with four digits that say something in each number, so that files stay readable.
  public var rounded: Results {
    var results = self
    for index in results.figures.indices { results.figures[index].round() }
    for index in results.curves.indices { results.curves[index].round() }
    return results
  }

  /// Puts the rows into the order of their subjects; within one they stay as they are.
  public mutating func order(by subjects: [String]) {
    let places = Dictionary(uniqueKeysWithValues: subjects.enumerated().map { ($1, $0) })
    figures = figures.enumerated().sorted { left, right in
      let (first, second) = (
        places[left.element.subject] ?? .max, places[right.element.subject] ?? .max
      )
      return (first, left.offset) < (second, right.offset)
    }.map(\.element)
  }

  /// The results as JSON, keys in order, so that a change of a file is a change of a figure.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }
}

extension Double {
  /// The number with four digits that say something.
  var rounded: Double {
    guard self != 0, isFinite, abs(self) < 1e15 else { return self }
    let scale = pow(10, 3 - log10(abs(self)).rounded(.down))
    return scale >= 1 ? (self * scale).rounded() / scale : rounded(.toNearestOrEven)
  }
}

extension Figure {
  fileprivate mutating func round() {
    value.value = value.value.rounded
    least = least.rounded
    most = most.rounded
    if let known = own { own?.value = known.value.rounded }
    if let known = baseline { baseline?.value.value = known.value.value.rounded }
  }
}

extension Curve {
  fileprivate mutating func round() {
    for index in points.indices {
      points[index].median = points[index].median.rounded
      points[index].least = points[index].least.rounded
      points[index].most = points[index].most.rounded
    }
  }
}
