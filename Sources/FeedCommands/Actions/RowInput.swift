import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation

/// Rows from the command line: a JSON object, a file of objects, or standard input.
struct RowInput {
  /// The rows, each with the number of its first line.
  let rows: [(text: String, line: Int)]
  /// The name of the file in messages; `nil` for a row in the arguments.
  let name: String?

  /// Reads the rows.
  ///
  /// - Parameter argument: A JSON text, `-`, or the path of a file.
  /// - Throws: A ``Failure`` if the file cannot be read, is not UTF-8, or holds no row.
  init(_ argument: String) throws {
    // A JSON row is recognised by its first character.
    let isText = argument.first { !$0.isWhitespace }.map { "{[\"".contains($0) } ?? true
    guard !isText, argument == "-" || FileManager.default.fileExists(atPath: argument) else {
      name = nil
      rows = [(argument, 1)]
      return
    }
    name = argument == "-" ? "standard input" : argument
    let what = argument == "-" ? "standard input" : "'\(argument)'"
    guard let text = String(validating: try JSONLines.contents(of: argument), as: UTF8.self) else {
      throw Failure.badInput("malformed-row", "\(what) is not UTF-8")
    }
    rows = Self.rows(of: text)
    guard !rows.isEmpty else {
      throw Failure.badInput(
        "malformed-row",
        "\(what) holds no row",
        hint: #"a row names its columns, each with one value, for example {"title":"Night bus"}"#
      )
    }
  }

  /// Returns the rows of a text: its lines, or the whole text if its first line is incomplete.
  private static func rows(of text: String) -> [(text: String, line: Int)] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let filled = lines.enumerated().filter { !$0.element.allSatisfy(isBlank) }
    guard let first = filled.first else { return [] }
    guard first.element.last(where: { !isBlank($0) }) == UInt8(ascii: "}") else {
      return [(text, 1)]
    }
    return filled.map { (String(Substring($0.element)), $0.offset + 1) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

  /// Returns an error with the position of the row in the file.
  func failure(_ error: RowError, of rows: ArraySlice<(text: String, line: Int)>) -> any Error {
    let row = rows[rows.startIndex + error.row]
    // A row in the arguments needs a place only if it is not JSON.
    guard let name = name ?? JSONPlaces.mistake(in: row.text).map({ _ in "row" }) else {
      return error.cause
    }
    let place = "\(name):\(row.line + error.line - 1):\(error.column)"
    switch error.cause {
    case let cause as EngineError:
      return Failure(.badInput, cause.code.rawValue, cause.message, hint: cause.hint, at: place)
    case let cause as StoreError:
      return Failure(.badInput, cause.code.rawValue, cause.message, hint: cause.hint, at: place)
    default: return error.cause
    }
  }
}
