import FeedDefinition
import FeedEngine

/// The starts of several recordings on a shared clock.
struct RecordingClock {
  /// The shift of the times of each recording; `nil` if its first message determines it.
  private(set) var shifts: [Double?]
  /// The start of each recording.
  private(set) var starts: [Double]
  /// The files that 'feed record' wrote, and whether their starts are known: by the file, or by an offset.
  private(set) var recorded: [Int: Bool] = [:]

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
    var zeros: [Double?] = []
    var firsts: [Double?] = []
    // A single recording begins at the start anyway, and standard input cannot be read twice.
    let isNeeded = recordings.count { $0.adapter != nil } > 1 || alignment.mark != nil
    for recording in recordings {
      guard isNeeded, recording.adapter != nil, recording.path != "-" else {
        zeros.append(nil)
        firsts.append(nil)
        continue
      }
      let (first, mark) = try await Self.moments(of: recording, alignment.mark, isMarked)
      firsts.append(first)
      zeros.append(alignment == .clock ? nil : mark ?? first)
    }
    if alignment == .clock {
      let origin = firsts.compactMap(\.self).min()
      zeros = firsts.map { $0 == nil ? nil : origin }
    }
    let origins =
      alignment == .clock
      ? try RecordedFile.origins(of: recordings.map { $0.adapter == nil ? $0.path : nil }) : [:]
    let earliestStart = origins.values.compactMap(\.start).min()
    for (index, origin) in origins where origin.isRecorded {
      recorded[index] = origin.start != nil || recordings[index].offset != 0
    }
    // The start of each recording, in seconds, if the moments of alignment are at zero.
    let begins = recordings.indices.map { index in
      recordings[index].offset
        + zip2(firsts[index], zeros[index]).map { $0 - $1 }.orZero
        + zip2(origins[index]?.start, earliestStart).map { $0 - $1 }.orZero
    }
    let earliest = min(begins.min() ?? 0, 0)
    // With an alignment by moments, the recording with the longest lead begins at the start.
    let base = alignment == .clock ? earliest : begins.min() ?? 0
    let starts = begins.map { $0 - base }
    self.starts = starts
    shifts = zip(starts, firsts).map { start, first in first.map { start - $0 } }
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
