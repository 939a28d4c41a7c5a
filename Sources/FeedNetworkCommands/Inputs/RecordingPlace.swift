import ArgumentParser
import FeedCommands
import FeedDefinition
import FeedEngine
import FeedInputs

/// The path of a recording, and the size of its files.
struct RecordingPlace: Sendable {
  let path: String
  let mostBytes: Int?

  /// Begins the recording, or continues it.
  ///
  /// - Parameters:
  ///   - feed: The feed whose messages are recorded.
  ///   - onFailure: Called once, if a message cannot be written; no further message is recorded.
  /// - Throws: ``Failure`` if the file cannot be created or continued.
  func recorder(of feed: Feed, onFailure: @escaping @Sendable () -> Void) throws -> Recorder {
    do {
      let inputs = Set(feed.runInputs.map(\.name))
      return try Recorder(path: path, mostBytes: mostBytes, inputs: inputs) { _ in onFailure() }
    } catch RecordingError.foreign(let file, let reason) {
      throw Failure(
        .inputOutput,
        "cannot-write",
        "'\(file)' is not a recording of this feed: \(reason)",
        hint: "name another file; a recording of this feed would be continued"
      )
    } catch RecordingError.inUse(let file) {
      throw Failure(
        .inputOutput,
        "cannot-write",
        "another program is recording to '\(file)'",
        hint: "name another file, or end the other program"
      )
    } catch {
      throw Failure(
        .inputOutput,
        "cannot-write",
        "'\(path)' cannot be written",
        hint: "check the rights of the file and of its folder"
      )
    }
  }

  /// Reads the maximum size of a file: `500KB`, `100MB`, `1GB`.
  ///
  /// - Returns: The bytes.
  /// - Throws: `ValidationError` if the text is not a size.
  static func size(_ text: String) throws -> Int {
    let units = ["KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000]
    guard let unit = units[String(text.suffix(2)).uppercased()],
      let count = Int(text.dropLast(2)), count > 0, count <= 1_000_000
    else { throw ValidationError("A size is a number with its unit: 500KB, 100MB, 1GB.") }
    return count * unit
  }
}

extension Recorder {
  /// Ends the recording.
  ///
  /// - Throws: ``Failure`` if a part of it could not be written.
  func end(_ path: String) throws {
    do { try close() } catch {
      throw Failure(
        .inputOutput,
        "cannot-write",
        "'\(path)' cannot be written",
        hint: "free disk space; the lines already written are valid"
      )
    }
  }
}
