import ArgumentParser
import FeedCommands
import FeedInputs
import Foundation

/// The path of a recording, and the size of its files.
struct RecordingPlace: Sendable {
  let path: String
  let mostBytes: Int?

  /// Begins the recording.
  ///
  /// - Parameter onFailure: Called once, if a message cannot be written; nothing is recorded from then on.
  /// - Throws: ``Failure`` if the file cannot be created.
  func recorder(onFailure: @escaping @Sendable () -> Void) throws -> Recorder {
    do {
      return try Recorder(path: path, mostBytes: mostBytes) { _ in onFailure() }
    } catch {
      let file = Recorder.firstFile(of: path, mostBytes: mostBytes)
      throw Failure(
        .inputOutput,
        "cannot-write",
        "'\(file)' cannot be made",
        hint: FileManager.default.fileExists(atPath: file)
          ? "it already exists; name another file" : "check the rights of its folder"
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
