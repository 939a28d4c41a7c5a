import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore

/// Counts the messages of a recording that have a time, so that a wrong path or unit is reported.
struct TimeSurvey {
  /// The number of messages without a time after which there is a warning.
  static let patience = 100

  private(set) var messages = 0
  private(set) var timed = 0
  private var first: String?
  /// The value of the first message at the path of the time.
  private var unfit: String?

  var lacksTimes: Bool { messages > 0 && timed == 0 }

  /// Adds a message.
  mutating func add(_ text: String, time: Double?, place: ArraySlice<UInt8>?) {
    messages += 1
    if time != nil {
      timed += 1
    } else if timed == 0 {
      if first == nil { first = text }
      if unfit == nil { unfit = place.map { String(decoding: $0.prefix(40), as: UTF8.self) } }
    }
  }

  /// Returns an error: no message has a valid time.
  ///
  /// - Parameter isAll: Whether all messages were read.
  func fault(isAll: Bool, _ format: RecordingFormat, file: String) -> FixtureError {
    let none = isAll ? "no message" : "none of the first \(messages) messages"
    let place = format.time.flatMap { $0 == .root ? nil : "at '\($0)'" } ?? "in front of it"
    var error = FixtureError(.noTimes, "\(none) has a time \(place)", hint: hint, file: file)
    if let unfit {
      let text = unfit.trimming("\"")
      error.message += " in unit '\(format.unit.rawValue)': the first is '\(text)'"
      error.hint =
        RecordingFormat.TimeUnit.fitting(text).map { "did you mean 'unit: \($0.rawValue)'?" }
        ?? "the units are: "
        + RecordingFormat.TimeUnit.allCases.map(\.rawValue).joined(separator: ", ")
    }
    error.isWarning = !isAll || messages == 1
    return error
  }

  /// Returns a warning: no message has a time, and no adapter declares one.
  func warning(adapter: String, file: String) -> FixtureError {
    let found = first.flatMap(Self.time)
    let (path, unit) = found ?? ("$.ts", .iso)
    var error = FixtureError(
      .untimed,
      "its messages have no times, so --speed and --until have no effect",
      hint: "declare the time in adapter '\(adapter)'\(found == nil ? ", for example" : ""): "
        + "time: {path: \(path), unit: \(unit.rawValue)}",
      file: file
    )
    error.isWarning = true
    return error
  }

  /// Returns the path and the unit of the first member of a message that is a time of the present.
  private static func time(in message: String) -> (String, RecordingFormat.TimeUnit)? {
    let bytes = Array(message.utf8)[...]
    for name in JSONScanner.names(in: bytes) {
      let path = JSONPath(steps: [.member(name)])
      guard let value = JSONScanner.value(in: bytes, at: path.steps),
        let unit = RecordingFormat.TimeUnit.fitting(String(decoding: value, as: UTF8.self))
      else { continue }
      return ("\(path)", unit)
    }
    return nil
  }

  private var hint: String {
    let names = first.map { JSONScanner.names(in: Array($0.utf8)[...]) } ?? []
    let known = names.isEmpty ? "" : "; the first message has: " + names.joined(separator: ", ")
    return "is the 'path' under 'time' of the adapter right?" + known
  }
}

extension RecordingFormat.TimeUnit {
  /// Returns the unit in which a text is a time of the present.
  fileprivate static func fitting(_ text: String) -> Self? {
    let bytes = Array(text.utf8)[...]
    return allCases.first { unit in
      MessageTime.seconds(bytes, unit: unit).map(MessageTime.isOfDay) ?? false
    }
  }
}

extension String {
  fileprivate func trimming(_ quote: Character) -> String {
    String(drop { $0 == quote }.reversed().drop { $0 == quote }.reversed())
  }
}
