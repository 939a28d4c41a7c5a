import FeedDefinition
import FeedEngine

/// The starts of several recordings on a shared clock.
struct RecordingClock {
  /// The shift of the times of each recording; `nil` if its first message determines it.
  private(set) var shifts: [Double?]
  /// The start of each recording.
  private(set) var starts: [Double]
  /// The recordings with times, and whether their starts are known: by the file, or by an offset.
  private(set) var placed: [Int: Bool] = [:]

  /// Aligns the clocks of recordings.
  ///
  /// - Parameter isMarked: A closure that returns whether a message of a recording is the moment of
  ///   a name, or `nil` if its adapter declares no such moment.
  /// - Throws: ``FixtureError`` if a file cannot be read, or does not contain the moment.
  init(
    _ recordings: [Recording],
    _ alignment: Alignment,
    isMarked: (String, Recording, String) async throws -> Bool?
  ) async throws {
    // A single file begins at the start anyway.
    let origins =
      alignment == .clock && recordings.count > 1
      ? try RecordedFile.origins(of: recordings.map { $0.adapter == nil ? $0.path : nil }) : [:]
    let isNeeded =
      recordings.count { $0.adapter != nil } > 1 || alignment.mark != nil
      || origins.values.contains(where: \.isRecorded)
    var moments: [(first: Double?, mark: Double?)] = []
    for recording in recordings {
      guard isNeeded, recording.adapter != nil, RecordedFile.canBeReadTwice(recording.path) else {
        moments.append((nil, nil))
        continue
      }
      moments.append(try await Self.moments(of: recording, alignment.mark, isMarked))
    }
    let firsts = moments.map(\.first)
    let zeros =
      alignment == .clock
      ? Self.zeros(firsts, recordings.indices.map { origins[$0]?.start })
      : moments.map { $0.mark ?? $0.first }
    // The start of each recording, in seconds, if the moments of alignment are at zero.
    let begins = recordings.indices.map { index in
      recordings[index].offset
        + zip2(firsts[index] ?? origins[index]?.start, zeros[index]).map { $0 - $1 }.orZero
    }
    let earliest = min(begins.min() ?? 0, 0)
    // With an alignment by moments, the recording with the longest lead begins at the start.
    let base = alignment == .clock ? earliest : begins.min() ?? 0
    let starts = begins.map { $0 - base }
    self.starts = starts
    shifts = zip(starts, firsts).map { start, first in first.map { start - $0 } }
    for (index, recording) in recordings.enumerated() where !origins.isEmpty {
      let hasTimes = recording.format.time != nil || firsts[index] != nil
      guard recording.adapter == nil ? origins[index]?.isRecorded == true : hasTimes else {
        continue
      }
      let isKnown = firsts[index].map(MessageTime.isOfDay) ?? (origins[index]?.start != nil)
      placed[index] = isKnown || recording.offset != 0
    }
  }

  /// Returns the time that is the start of each recording's clock; `nil` if its first time is unknown.
  ///
  /// - Parameters:
  ///   - firsts: The first times of messages.
  ///   - starts: The starts of files that 'feed record' wrote, in seconds since 1970.
  private static func zeros(_ firsts: [Double?], _ starts: [Double?]) -> [Double?] {
    var first = firsts.compactMap(\.self).min()
    var start = starts.compactMap(\.self).min()
    // Times that do not count from 1970 have no place among starts.
    if let message = first, let file = start, MessageTime.isOfDay(message) {
      first = min(message, file)
      start = first
    }
    return zip(firsts, starts).map { message, file in
      message == nil ? (file == nil ? nil : start) : first
    }
  }

  private static func moments(
    of recording: Recording,
    _ mark: String?,
    _ isMarked: (String, Recording, String) async throws -> Bool?
  ) async throws -> (first: Double?, mark: Double?) {
    let reader = RecordingReader(
      try RecordedFile(path: recording.path),
      format: recording.format
    )
    var first: Double?
    while let message = try reader.nextMessage() {
      guard case .success(let message) = message else { continue }
      // Without a declared path, times are in front of all messages or of none.
      if message.time == nil, recording.format.time == nil { break }
      guard let time = message.time else { continue }
      if first == nil { first = time }
      guard let mark else { return (first, nil) }
      guard let isIt = try await isMarked(message.text, recording, mark) else {
        throw FixtureError(
          .noSuchMoment,
          "adapter '\(recording.adapter ?? "")' declares no moment '\(mark)'",
          hint: "declare a condition under 'marks' of the adapter, or align by 'clock' or 'start'",
          file: recording.path
        )
      }
      if isIt { return (first, time) }
    }
    guard let mark, recording.format.time != nil || first != nil else { return (first, nil) }
    throw FixtureError(
      .noSuchMoment,
      "the recording has no moment '\(mark)'",
      hint: "place it with --offset, or align by 'clock' or 'start'",
      file: recording.path
    )
  }
}

extension Alignment {
  fileprivate var mark: String? {
    if case .mark(let name) = self { return name }
    return nil
  }
}

extension Double? {
  fileprivate var orZero: Double { self ?? 0 }
}

/// Returns both values, or `nil` if one is missing.
private func zip2(_ a: Double?, _ b: Double?) -> (Double, Double)? {
  guard let a, let b else { return nil }
  return (a, b)
}
