/// The text format of Prometheus; it keeps all samples of a name together.
struct MetricsText {
  /// The type of a metric.
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""
  private var latest = ""

  /// Adds a sample.
  ///
  /// - Parameter family: The name in the line `# TYPE`; `nil` for the name of the series.
  mutating func add(
    _ series: String,
    _ value: some CustomStringConvertible,
    _ kind: Kind,
    of family: String? = nil
  ) {
    let name = family ?? String(series.prefix { $0 != "{" })
    if name != latest { text += "# TYPE \(name) \(kind.rawValue)\n" }
    latest = name
    text += "\(series) \(value)\n"
  }

  /// Returns labels with their values, without the characters that would end a value or a line.
  static func labels(_ labels: (name: String, value: String)...) -> String {
    let pairs = labels.map { label in
      "\(label.name)=\"\(label.value.filter { !"\"\\\n".contains($0) })\""
    }
    return "{\(pairs.joined(separator: ","))}"
  }
}
